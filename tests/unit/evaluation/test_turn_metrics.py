"""How turns went, on sessions made by hand whose figures were worked out by hand."""

import json
from collections.abc import Callable

import pytest
from turn_sessions import Turns

from evaluation.turn_metrics import TurnFigure, turn_metrics
from evaluation.verdict import Outcome
from simulator.events import Termination

PASSED, FAILED = Outcome.PASSED, Outcome.FAILED


def figure(name: str, *sessions: Turns, outcomes: tuple[Outcome, ...] = ()) -> TurnFigure:
    found = outcomes or (PASSED,) * len(sessions)
    figures = turn_metrics((turns.trajectory, outcome) for turns, outcome in zip(sessions, found, strict=True)).all
    (one,) = (each for each in figures if each.name == name)
    return one


def repeated(times: int, add: Callable[[Turns, int], object], channel: str = "live") -> Turns:
    turns = Turns(channel)
    for number in range(times):
        add(turns, number)
    return turns.end()


def spoken(turns: Turns, number: int) -> None:
    """Answer after 100, 200, 300 ... ms of sound, and 40 ms earlier in text."""
    end = 1000.0 * number
    later = end + 100 * (number + 1)
    turns.driver(600).assistant(ms=900, engine="piper")
    turns.timed(speech_start=end - 600, speech_end=end, agent=later - 40, audio_out=later, audio_end=later + 900)


def test_nine_events_are_counted_and_ten_are_shown() -> None:
    nine = figure("response_latency_spoken", repeated(9, spoken))
    assert (nine.n, nine.p50, nine.p90, nine.p95) == (9, None, None, None)
    assert nine.reason == "9 of the 10 events that it takes"
    ten = figure("response_latency_spoken", repeated(10, spoken))
    # Nearest rank of 100, 200, ..., 1000: the 5th, 9th and 10th.
    assert ten == TurnFigure("response_latency_spoken", "ms", 10, None, 500, 900, 1000)
    assert figure("first_audio_latency", repeated(10, spoken)).p90 == 900


def test_sessions_are_pooled_before_they_are_counted() -> None:
    assert figure("response_latency_spoken", repeated(4, spoken), repeated(6, spoken)).n == 10
    assert figure("response_latency_spoken", repeated(4, spoken), repeated(6, spoken)).p95 == 600


def test_without_sound_the_answer_in_text_counts_and_no_first_audio() -> None:
    def shown(turns: Turns, number: int) -> None:
        turns.driver(600).assistant(ms=900).timed(speech_end=0, agent=70)

    assert figure("response_latency_spoken", repeated(10, shown)).p50 == 70
    assert figure("first_audio_latency", repeated(10, shown)).reason == ("no answer was played to somebody who spoke")
    assert figure("dead_air", repeated(10, shown)).n == 0


def test_a_typed_line_is_answered_from_when_it_was_typed_and_is_no_speech() -> None:
    def typed(turns: Turns, number: int) -> None:
        turns.driver().assistant(ms=500, engine="piper").timed("typed", asr_final=100, agent=130, audio_out=190)

    turns = repeated(10, typed)
    assert figure("response_latency_typed", turns).p50 == 90
    assert figure("response_latency_spoken", turns).n == figure("first_audio_latency", turns).n == 0
    assert figure("driver_speaking_time", turns).n == 0
    assert figure("assistant_speaking_time", turns).value == 5


def test_a_turn_that_was_not_answered_has_no_latency() -> None:
    def silent(turns: Turns, number: int) -> None:
        turns.driver(600).assistant("  ").timed(speech_end=0, agent=70)

    assert figure("response_latency_spoken", repeated(10, silent)).n == 0
    placed = Turns("live").driver(600).timed(speech_end=0).end(Termination.CALL_PLACED)
    assert figure("response_latency_spoken", placed).n == 0


def test_a_simulated_driver_waits_for_the_recogniser_the_assistant_and_its_tools() -> None:
    def turn(turns: Turns, number: int) -> None:
        turns.driver(2000, recognition_ms=300).took(hear=700, agent=20, tools=5).took(agent=25, say=90).assistant(
            ms=1000
        )

    turns = repeated(10, turn, "voice")
    # 300 + 20 + 5 + 25; the voice that speaks for the driver makes nobody wait.
    assert figure("response_latency_simulated", turns).p50 == 350
    # 350 of 350 + 2000 + 1000.
    assert figure("dead_air", turns).value == pytest.approx(350 / 3350)
    assert figure("response_latency_spoken", turns).reason == "nobody spoke into a microphone"
    for name, value in (("assistant_message", 20), ("tools_of_a_step", 5)):
        assert figure(name, turns).p50 == value
    assert (figure("assistant_message", turns).n, figure("tools_of_a_step", turns).n) == (20, 10)


def test_runs_without_times_of_tools_say_so() -> None:
    turns = repeated(10, lambda turns, number: turns.driver(9).took(agent=4).assistant(ms=9), "text")
    assert figure("response_latency_simulated", turns).p50 == 4
    assert figure("tools_of_a_step", turns).reason == "no tool was called, or its time was not recorded"


def test_models_are_apart_from_the_assistant_and_kept_answers_are_left_out() -> None:
    def turn(turns: Turns, number: int) -> None:
        turns.driver(9).took(agent=500).model(400, first_token_ms=90).assistant()
        turns.model(1, cached_response=True).model(9000, answered=False).model(None).model(7, role="driver")

    turns = repeated(10, turn, "text")
    assert figure("language_model_call", turns) == TurnFigure("language_model_call", "ms", 10, None, 400, 400, 400)
    assert figure("language_model_first_token", turns).p50 == 90
    assert figure("assistant_message", turns).p50 == 500


def test_dead_air_is_a_share_of_what_was_said_and_waited() -> None:
    # Waits of 100 to 1000 ms are 5.5 s; ten utterances of 0.6 s and ten answers of 0.9 s are 15 s.
    assert figure("dead_air", repeated(10, spoken)).value == pytest.approx(5.5 / 20.5)


def test_who_speaks_how_long() -> None:
    turns = repeated(10, lambda turns, number: turns.driver(1000 * (number + 1)).assistant(ms=500), "voice")
    assert figure("driver_speaking_time", turns) == TurnFigure("driver_speaking_time", "s", 10, 55, 5, 9, 10)
    assert figure("assistant_speaking_time", turns) == TurnFigure("assistant_speaking_time", "s", 10, 5, 0.5, 0.5, 0.5)


def interrupted(after_ms: float = 20, played_ms: int = 400) -> Turns:
    return Turns("live").driver(600).assistant(ms=400, engine="piper").cut(after_ms=after_ms, played_ms=played_ms)


HANDLED: dict[str, Turns] = {
    "answered": interrupted().driver(500).assistant().end(),
    "at the limit": interrupted(150).driver(500).assistant().end(),
    "the driver only left": interrupted().end(),
    "a call was placed": interrupted().driver(500).end(Termination.CALL_PLACED),
    "answered, then broken off": interrupted().driver(500).assistant().driver(500).end(Termination.DEFECT),
}
NOT_HANDLED: dict[str, Turns] = {
    "it talked on": interrupted(151).driver(500).assistant().end(),
    "it talked on until the driver left": interrupted(900).end(),
    "no answer": interrupted().driver(500).assistant("").end(),
    "no answer, then another turn": interrupted().driver(500).assistant("").driver(500).assistant().end(),
}
OPEN: dict[str, Turns] = {
    "broken off": interrupted().driver(500).end(Termination.DEFECT),
    "killed": interrupted().driver(500),
    "out of turns": interrupted().end(Termination.MAX_TURNS),
    "nothing was to be heard": interrupted(played_ms=0).driver(500).assistant().end(),
}


@pytest.mark.parametrize("name", HANDLED)
def test_an_interruption_that_was_handled(name: str) -> None:
    assert figure("interruption_handled", *[HANDLED[name]] * 10).value == 1


@pytest.mark.parametrize("name", NOT_HANDLED)
def test_an_interruption_that_was_not(name: str) -> None:
    assert figure("interruption_handled", *[NOT_HANDLED[name]] * 10).value == 0


@pytest.mark.parametrize("name", OPEN)
def test_an_interruption_that_nobody_can_judge(name: str) -> None:
    found = figure("interruption_handled", *[OPEN[name]] * 10)
    assert (found.n, found.value, found.reason) == (0, None, "no answer was interrupted, or none that can be judged")


def overlapping(start: float, *, barge_in: bool | None = True) -> Turns:
    """Play an answer from 1000 to 2000 ms; the driver speaks for 600 ms from `start` on."""
    first = Turns("live").driver(500).assistant(ms=1000, engine="piper")
    first.timed(barge_in=barge_in, speech_end=900, agent=950, audio_out=1000, audio_end=2000)
    return first.driver(600).assistant().timed(barge_in=barge_in, speech_start=start, speech_end=start + 600).end()


def test_both_at_once_is_talking_over() -> None:
    sessions = [overlapping(1900), overlapping(1600), *[overlapping(2000)] * 8]
    assert figure("talk_over", *sessions).value == 0.2
    assert figure("talk_over", *sessions).n == 10
    # 2000 - 1900 and 2000 - 1600.
    assert figure("talk_over_duration", *sessions * 5).p50 == 100
    assert figure("talk_over_duration", *sessions * 5).p90 == 400


@pytest.mark.parametrize("barge_in", [False, None])
def test_a_microphone_that_was_off_cannot_tell(barge_in: bool | None) -> None:
    found = figure("talk_over", *[overlapping(1900, barge_in=barge_in)] * 10)
    assert (found.n, found.value) == (0, None)
    assert "microphone was off" in found.reason


def one(ms: int) -> Turns:
    return Turns("voice").driver(ms).assistant(ms=2 * ms).end()


def test_a_goal_costs_what_failed_sessions_took_too() -> None:
    sessions = [one(1000)] * 10 + [one(3000)] * 5 + [one(9000)] * 3
    outcomes = (PASSED,) * 10 + (FAILED,) * 5 + (Outcome.UNSCORED, Outcome.INVALID, Outcome.DEFECT)
    # 10 x 1 s and 5 x 3 s by 10 goals; 15 turns by 10 goals.
    assert figure("driver_speech_per_goal", *sessions, outcomes=outcomes) == TurnFigure(
        "driver_speech_per_goal", "s", 10, 2.5
    )
    assert figure("assistant_speech_per_goal", *sessions, outcomes=outcomes).value == 5
    assert figure("turns_per_goal", *sessions, outcomes=outcomes).value == 1.5
    nine = figure("turns_per_goal", *sessions[1:], outcomes=outcomes[1:])
    assert (nine.n, nine.value) == (9, None)


def test_without_goals_nothing_is_divided() -> None:
    failed = figure("turns_per_goal", *[one(1000)] * 12, outcomes=(FAILED,) * 12)
    assert (failed.value, failed.reason) == (None, "no goal was completed")
    free = figure("turns_per_goal", one(1000), outcomes=(Outcome.UNSCORED,))
    assert free.reason == "no session passed or failed"
    shown = [Turns("text").driver().assistant().end() for _ in range(10)]
    assert figure("turns_per_goal", *shown).value == 1
    assert figure("driver_speech_per_goal", *shown).reason == "no session that passed or failed was spoken"


def test_languages_have_figures_of_their_own() -> None:
    korean = [(Turns("voice", "ko").driver(2000).assistant(ms=1).end().trajectory, PASSED)] * 10
    english = [(Turns("voice", "en").driver(1000).assistant(ms=1).end().trajectory, PASSED)] * 10
    found = turn_metrics([*english, *korean]).as_json()
    assert list(found["languages"]) == ["ko", "en"]
    assert found["languages"]["ko"]["driver_speaking_time"]["p50"] == 2
    assert found["languages"]["en"]["driver_speaking_time"]["p50"] == 1
    assert found["all"]["driver_speaking_time"]["n"] == 20
    assert found["fewest_events"] == 10


def test_nothing_at_all_is_all_unscored_with_reasons() -> None:
    empty = turn_metrics([])
    assert all(figure.n == 0 and figure.reason for figure in empty.all)
    assert empty.languages == {}
    json.dumps(empty.as_json(), allow_nan=False)
