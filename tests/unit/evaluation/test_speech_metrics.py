"""Word, character and slot errors, and exact sentences."""

import pytest
from drives import Call, Drive, scenario

from evaluation.metrics.character_error_rate import score_character_errors
from evaluation.metrics.effort import count_calls, count_steps, count_turns
from evaluation.metrics.sentence_exact import score_exact_sentences
from evaluation.metrics.slot_error_rate import score_slot_errors
from evaluation.metrics.word_error_rate import score_word_errors

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
