"""Word, character and slot errors, and exact sentences."""

import pytest
from drives import Call, Drive, scenario

from evaluation.metrics.character_error_rate import (
    score_character_errors,
    score_raw_character_errors,
    score_raw_spaced_character_errors,
    score_spaced_character_errors,
)
from evaluation.metrics.edit_operations import (
    score_deletions,
    score_insertions,
    score_raw_deletions,
    score_raw_insertions,
    score_raw_substitutions,
    score_substitutions,
)
from evaluation.metrics.effort import count_calls, count_steps, count_turns
from evaluation.metrics.sentence_exact import score_exact_sentences, score_raw_exact_sentences
from evaluation.metrics.slot_error_rate import score_raw_slot_errors, score_slot_errors
from evaluation.metrics.word_error_rate import score_raw_word_errors, score_word_errors

OF = scenario()


def test_word_errors_are_pooled_over_utterances() -> None:
    drive = (
        Drive(OF)
        .hear("Open the left window", "Open the life window")
        .hear("Yes please do it now", "Yes please do it now")
    )
    score = score_word_errors(drive.end(), OF)
    assert score.value == pytest.approx(1 / 9)
    assert (score.numerator, score.denominator) == (1, 9)
    assert score.evidence == ("'Open the left window' heard as 'Open the life window'",)


def test_word_errors_perfect_and_worst() -> None:
    assert score_word_errors(Drive(OF).hear("Open it", "open it.").end(), OF).value == 0
    assert score_word_errors(Drive(OF).hear("Open it", "").end(), OF).value == 1
    assert score_word_errors(Drive(OF).hear("Open it", "I hope it is on then").end(), OF).value == 2.5


def test_character_errors_ignore_spaces() -> None:
    same = Drive(OF, "ko").hear("창문 열어 줘", "창문열어줘").end()
    assert score_character_errors(same, OF).value == 0
    wrong = score_character_errors(Drive(OF, "ko").hear("창문 열어 줘", "장문 열어 줘").end(), OF)
    assert (wrong.numerator, wrong.denominator) == (1, 5)
    assert score_character_errors(Drive(OF, "ko").hear("창문 열어 줘", "").end(), OF).value == 1


def test_slots() -> None:
    drive = Drive(OF, "ko").hear("조수석 창문 이십이 퍼센트", "조수석 창문 22%", slots=("조수석", "이십이 퍼센트"))
    assert score_slot_errors(drive.end(), OF).value == 0
    lost = Drive(OF).hear("Call Minsu Kim at three", "Call Mince Kim at three", slots=("Minsu Kim", "three"))
    score = score_slot_errors(lost.end(), OF)
    assert (score.value, score.evidence) == (0.5, ("Minsu Kim",))
    assert score_slot_errors(Drive(OF).hear("Hi", "", slots=("Hi",)).end(), OF).value == 1
    none = score_slot_errors(Drive(OF).hear("Hi", "Hi").end(), OF)
    assert none.value is None
    assert "must survive" in none.reason


def test_exact_sentences() -> None:
    drive = Drive(OF).hear("Open it", "open it").hear("Close it", "Clothes it")
    assert score_exact_sentences(drive.end(), OF).value == 0.5


def test_notation_counts_only_in_the_raw_scores() -> None:
    drive = Drive(OF).hear("Set it to twenty-two degrees", "Set it to 22°C.", slots=("twenty-two degrees",)).end()
    assert score_word_errors(drive, OF).value == 0
    assert score_exact_sentences(drive, OF).value == 1
    assert score_slot_errors(drive, OF).value == 0
    raw = score_raw_word_errors(drive, OF)
    assert (raw.numerator, raw.denominator) == (2, 5)
    assert score_raw_exact_sentences(drive, OF).value == 0
    assert score_raw_slot_errors(drive, OF).value == 1
    korean = Drive(OF, "ko").hear("온도 22도로", "온도이십이 도로").end()
    assert score_character_errors(korean, OF).value == 0
    assert (score_raw_character_errors(korean, OF).numerator, score_raw_character_errors(korean, OF).denominator) == (
        3,
        6,
    )
    assert score_spaced_character_errors(korean, OF).numerator == 1
    assert score_raw_spaced_character_errors(korean, OF).denominator == 7


def test_kinds_of_errors_are_counted() -> None:
    drive = (
        Drive(OF)
        .hear("Open the window", "Open window")
        .hear("Stop it", "Stop at")
        .hear("Stop", "Stop now please")
        .end()
    )
    counted = [score(drive, OF) for score in (score_substitutions, score_deletions, score_insertions)]
    assert [score.numerator for score in counted] == [1, 1, 2]
    assert {score.denominator for score in counted} == {6}
    assert sum(score.value or 0 for score in counted) == pytest.approx(score_word_errors(drive, OF).value)
    raw = [score(drive, OF) for score in (score_raw_substitutions, score_raw_deletions, score_raw_insertions)]
    assert sum(score.value or 0 for score in raw) == pytest.approx(score_raw_word_errors(drive, OF).value)
    korean = Drive(OF, "ko").hear("창문 열어", "장문 열어").end()
    assert (score_substitutions(korean, OF).numerator, score_substitutions(korean, OF).denominator) == (1, 4)


def test_what_cannot_be_measured_is_left_out_or_unscored() -> None:
    reason = "text channel: nothing was recognised"
    for function in (score_word_errors, score_exact_sentences, score_slot_errors):
        score = function(Drive(OF).hear("Open it", slots=("it",), measurable=reason).end(), OF)
        assert (score.value, score.reason) == (None, reason)
    mixed = Drive(OF).hear("Open it", "Owe bit", measurable=reason).hear("Close it").end()
    assert score_word_errors(mixed, OF).value == 0
    silent = score_word_errors(Drive(OF).end(), OF)
    assert silent.value is None
    assert silent.reason == "nothing was spoken and heard"


def test_an_utterance_without_words_is_unscored() -> None:
    assert score_word_errors(Drive(OF).hear("...", "uh").end(), OF).value is None
    assert score_exact_sentences(Drive(OF).hear("...", "uh").end(), OF).value is None


def test_effort() -> None:
    look: Call = ("get_climate_settings", {})
    trajectory = Drive(OF).hear("Hi").step(look, look).step(("no_such_tool", {})).say("Yes?").hear("Bye").end()
    assert count_turns(trajectory, OF).value == 2
    assert count_steps(trajectory, OF).value == 2
    assert count_calls(trajectory, OF).value == 3
    assert count_calls(Drive(OF).hear("Hi").end(), OF).value == 0
