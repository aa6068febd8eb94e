"""The metric `conciseness`: which replies it grades, after which words, and by which time."""

from typing import Literal

import pytest
from drives import Drive, scenario

from evaluation.aggregate import summarise
from evaluation.gate import GateState, evaluate_gates, parse_gate
from evaluation.metrics import conciseness
from evaluation.report.titles import titled
from evaluation.spec import METRICS, Measured
from evaluation.summary import SessionRow
from evaluation.verdict import Outcome, score_session
from simulator.channel import Spoken
from simulator.events import SpeechInterrupted, SpeechSynthesised
from simulator.registry import UsageError
from simulator.trajectory import Trajectory

OF = scenario(("set_fan_speed", {"level": 2}))
SHORT = "The window is closed."
LONG = "The window is closed. The roof is shut. The doors stay locked."


def scored(trajectory: Trajectory) -> Measured:
    found = METRICS["conciseness"].score(trajectory, OF)
    assert found is not None
    return found


def spoken(
    driven: Drive, duration_ms: int, *, real: bool = True, speaker: Literal["driver", "assistant"] = "assistant"
) -> Drive:
    said = Spoken(engine="e", voice="v", duration_ms=duration_ms, synthesis_ms=1, real_speech=real)
    event = SpeechSynthesised(
        seq=len(driven.trajectory.events),
        turn=0,
        at_ms=0,
        speaker=speaker,
        spoken=said,
    )
    driven.trajectory.append(event)
    return driven


def test_the_mean_of_the_replies_and_why_each_is_below_three() -> None:
    found = scored(Drive(OF).hear("Hi").say(SHORT).hear("And?").say(LONG).end())
    assert (found.value, found.numerator, found.denominator) == (2.5, 5, 2)
    assert found.evidence == ("turn 1: grade 2: 3 sentences, at most 2",)


def test_korean_too() -> None:
    found = scored(Drive(OF, "ko").hear("부탁해요.").say("창문을 닫았어요.").end())
    assert (found.value, found.evidence) == (3, ())


@pytest.mark.parametrize(("replies", "reason"), [((), "said nothing"), (("",), "said nothing"), (("Okay.",), "enough")])
def test_without_a_reply_to_grade_it_is_unscored(replies: tuple[str, ...], reason: str) -> None:
    driven = Drive(OF).hear("Hi")
    for reply in replies:
        driven = driven.say(reply)
    found = scored(driven.end())
    assert found.value is None
    assert reason in found.reason


def test_the_real_length_of_the_sound_counts() -> None:
    assert scored(spoken(Drive(OF).hear("Hi").say(SHORT), 13000).end()).value == 1
    assert scored(spoken(Drive(OF).hear("Hi").say(SHORT), 13000, real=False).end()).value == 3
    assert scored(spoken(Drive(OF).hear("Hi").say(SHORT), 13000, speaker="driver").end()).value == 3


def test_the_length_of_another_or_interrupted_reply_does_not() -> None:
    assert scored(spoken(Drive(OF).hear("Hi").say(SHORT).hear("And?").say(SHORT), 13000).end()).value == 2
    driven = spoken(Drive(OF).hear("Hi").say(SHORT), 13000)
    mark = {"seq": len(driven.trajectory.events), "turn": 0, "at_ms": 0}
    cut = SpeechInterrupted(**mark, by="voice", audible="", played_ms=9, made_ms=13000, t_interrupt=1.0, t_silent=2.0)
    driven.trajectory.append(cut)
    assert scored(driven.end()).value == 3


def test_what_was_heard_is_what_may_be_repeated() -> None:
    words = "close the window lock every door shut the roof"
    reply = "The window is closed. Every door is locked. The roof is shut."
    assert scored(Drive(OF).hear("Hi", words).say(reply).end()).value == 1
    assert scored(Drive(OF).hear(words, "Hi").say(reply).end()).value == 2


def test_without_the_analyser_korean_is_unscored_and_english_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conciseness, "installed", lambda: False)
    found = scored(Drive(OF, "ko").hear("부탁해요.").say("창문을 닫았어요.").end())
    assert found.value is None
    assert "analyser" in found.reason
    assert scored(Drive(OF).hear("Hi").say(SHORT).end()).value == 3


def test_it_is_pooled_over_replies_and_gated_on_its_scale() -> None:
    trips = [Drive(OF).hear("Hi").say(LONG), Drive(OF).hear("Hi").say(SHORT).hear("And?").say(SHORT)]
    rows = [
        SessionRow(
            session=str(number),
            scenario=f"s{number}",
            kind="base",
            locale="en",
            trial=0,
            outcome=Outcome.PASSED,
            scores=(scored(driven.end()),),
        )
        for number, driven in enumerate(trips)
    ]
    summary = summarise(rows, resamples=20)
    found = summary.metrics["conciseness"]
    assert (found.value, found.mean, found.scale) == (8 / 3, 2.5, "grade")
    states = [
        result.state for result in evaluate_gates(map(parse_gate, ("conciseness=2.6", "en.conciseness=2.7")), summary)
    ]
    assert states == [GateState.MET, GateState.MISSED]


@pytest.mark.parametrize("value", ["0.9", "3.1", "nan", "high"])
def test_a_gate_off_the_scale_is_told(value: str) -> None:
    with pytest.raises(UsageError, match="a number from 1 to 3"):
        parse_gate(f"conciseness={value}")


def test_it_takes_no_part_in_the_verdict() -> None:
    of = scenario(("set_fan_speed", {"level": 2}))
    outcomes = {
        score_session(Drive(of).hear("Fan on two").step(("set_fan_speed", {"level": 2})).say(reply).end(), of).outcome
        for reply in ("The fan runs at two.", LONG * 30)
    }
    assert outcomes == {Outcome.PASSED}
    assert not METRICS["conciseness"].component


def test_tables_call_it_what_it_is() -> None:
    assert titled(conciseness.NAME) == METRICS[conciseness.NAME].title == "conciseness, 1 to 3 (estimated, rule)"
    assert titled("turns") == "turns"
    assert titled("policy.004") == "policy.004 confirm before acting"
