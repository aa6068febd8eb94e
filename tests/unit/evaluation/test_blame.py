"""Ears or brain: every way in which a replay can speak, and every way in which it cannot."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from drives import Call, Drive, scenario

from evaluation.blame import Culprit, Played, blame, doubt
from evaluation.blame_slots import unsure_below
from evaluation.spec import Measured
from evaluation.verdict import Outcome, score_session
from scenarios.schema import Scenario
from simulator.channel import Heard
from simulator.events import DriverSpoke, SessionStarted, SpeechRecognised
from simulator.trajectory import Trajectory

FAN: Call = ("set_fan_speed", {"level": 3})
LOW: Call = ("set_fan_speed", {"level": 1})
LIGHT: Call = ("set_reading_light", {"position": "DRIVER", "on": True})
SAID = "Set the fan to three."
OF = scenario(FAN)


def session(*calls: Call, heard: str = SAID, of: Scenario = OF, **started: Any) -> Played:
    drive = Drive(of).hear(SAID, heard, slots=("three",), request=0)
    if calls:
        drive.step(*calls)
    trajectory = drive.say("Done.").end()
    first = trajectory.events[0].model_copy(update=started)
    trajectory = Trajectory([first, *trajectory.events[1:]])
    return Played(trajectory, score_session(trajectory, of), of)


HEARD_WRONG = session(LOW, heard="Set the fan to one.")
CLEAN_PASS, CLEAN_FAIL = session(FAN), session(LOW)


def test_passes_clean() -> None:
    found = blame(HEARD_WRONG, CLEAN_PASS)
    assert found.culprit is Culprit.EARS
    assert (found.replays, found.passed, found.stability) == (1, 1, None)
    assert found.reason == "passes with the clean text; in turn 0 'three' was heard as '1'"
    (lost,) = found.lost
    assert (lost.turn, lost.slot, lost.instead, lost.decisive) == (0, "three", "1", True)
    assert (found.could_have_asked, found.asked) == (False, False)
    assert (found.heard_cause, found.clean_cause, found.other_cause) == ("E1", None, None)


def test_fails_clean() -> None:
    found = blame(HEARD_WRONG, CLEAN_FAIL)
    assert found.culprit is Culprit.BRAIN
    assert found.reason.startswith("fails with the clean text, too: r_actions_final:")
    assert (found.replays, found.passed, found.could_have_asked, found.only_heard) == (1, 0, None, ())
    assert [one.slot for one in found.misheard] == ["three"]


def test_fails_clean_for_another_cause() -> None:
    found = blame(HEARD_WRONG, session())
    assert (found.culprit, found.heard_cause, found.clean_cause) == (Culprit.BRAIN, "E1", "E5b")
    assert found.other_cause is True


def test_more_fails_when_heard_than_clean() -> None:
    """Both fail, so it is the brain, but that speech made it worse is told."""
    both = scenario(FAN, LIGHT)
    found = blame(session(LOW, heard="Set the fan to one.", of=both), session(LIGHT, LOW, of=both))
    assert (found.culprit, found.only_heard) == (Culprit.BRAIN, ("r_tool_subset",))


def test_never_replayed() -> None:
    found = blame(HEARD_WRONG)
    assert (found.culprit, found.reason) == (Culprit.UNDECIDED, "it was not played with the clean text")


@pytest.mark.parametrize("outcome", [Outcome.DEFECT, Outcome.INVALID, Outcome.UNSCORED])
def test_a_replay_without_a_verdict(outcome: Outcome) -> None:
    verdict = CLEAN_PASS.verdict.model_copy(update={"outcome": outcome, "reasons": ("the line was dead",)})
    found = blame(HEARD_WRONG, replace(CLEAN_PASS, verdict=verdict))
    assert (found.culprit, found.replays) == (Culprit.UNDECIDED, 0)
    assert found.reason == f"the replay is {outcome.value}: the line was dead"


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("seed", 7, "its seed differs"),
        ("trial", 1, "its trial differs"),
        ("scenario_id", "another", "its scenario differs"),
        ("digest", "0", "its start differs"),
        ("agent", "another", "its assistant differs"),
        ("user", "persona", "its driver differs"),
        ("prompt_digest", "0", "another prompt"),
    ],
)
def test_a_replay_that_is_another_session(field: str, value: Any, what: str) -> None:
    other = session(FAN, **{field: value})
    assert what in doubt(HEARD_WRONG, other)
    found = blame(HEARD_WRONG, other)
    assert (found.culprit, found.replays) == (Culprit.UNDECIDED, 0)
    assert blame(HEARD_WRONG, other, CLEAN_PASS).culprit is Culprit.EARS


def test_a_replay_that_was_not_clean() -> None:
    noisy = session(FAN, heard="Set the fan to tree.", channel="errors")
    assert "not heard as it was meant" in blame(HEARD_WRONG, noisy).reason


def test_a_replay_that_never_began() -> None:
    assert blame(HEARD_WRONG, replace(CLEAN_PASS, trajectory=Trajectory())).reason == "the replay never began"


def test_what_failed_when_heard_must_not_be_open_in_the_replay() -> None:
    """Nobody judged the replay, so that it passes says nothing about what a judge found in the heard session."""
    broken = (*HEARD_WRONG.verdict.scores, Measured(metric="policy.002", value=0.0, reason="told"))
    judged = replace(HEARD_WRONG, verdict=HEARD_WRONG.verdict.model_copy(update={"scores": broken}))
    open_one = CLEAN_PASS.verdict.model_copy(update={"partial": True, "unscored": ("policy.002",)})
    found = blame(judged, replace(CLEAN_PASS, verdict=open_one))
    assert (found.culprit, found.reason) == (
        Culprit.UNDECIDED,
        "the replay leaves open what failed when heard: policy.002",
    )
    assert blame(HEARD_WRONG, replace(CLEAN_PASS, verdict=open_one)).culprit is Culprit.EARS


def test_ears_that_changed_nothing_are_not_to_blame() -> None:
    found = blame(session(LOW), CLEAN_PASS)
    assert found.culprit is Culprit.UNDECIDED
    assert "every word arrived as it was meant" in found.reason
    assert blame(session(LOW), CLEAN_FAIL).culprit is Culprit.BRAIN


def test_the_same_words_in_another_notation_are_no_loss() -> None:
    found = blame(session(LOW, heard="Set the fan to 3."), CLEAN_PASS)
    assert (found.culprit, found.misheard) == (Culprit.EARS, ())
    assert found.reason == "passes with the clean text; the same words arrived in another notation"
    assert (found.could_have_asked, found.asked) == (None, None)


def test_the_majority_of_several_replays_counts() -> None:
    found = blame(HEARD_WRONG, CLEAN_PASS, CLEAN_FAIL, CLEAN_PASS)
    assert (found.culprit, found.passed, found.replays) == (Culprit.EARS, 2, 3)
    assert found.stability == pytest.approx(2 / 3)
    assert found.clean_cause == "E1"
    assert blame(HEARD_WRONG, CLEAN_FAIL, CLEAN_PASS, CLEAN_FAIL).culprit is Culprit.BRAIN
    tie = blame(HEARD_WRONG, CLEAN_FAIL, CLEAN_PASS)
    assert (tie.culprit, tie.stability) == (Culprit.UNDECIDED, 0.5)
    assert tie.reason == "1 of 2 clean replays pass: the assistant is of two minds"


def test_only_a_failed_session_has_somebody_to_blame() -> None:
    with pytest.raises(ValueError, match="only a failed session has somebody to blame; this one is passed"):
        blame(CLEAN_PASS, CLEAN_FAIL)


def two_requests(*first: Call, heard: str, then: str, second: Call) -> Played:
    of = scenario(FAN, LIGHT)
    drive = Drive(of).hear(SAID, heard, slots=("three",), request=0).step(*first).say("Done.")
    meant = "Put my reading light on."
    drive.hear(meant, then, slots=("reading light",), request=1).step(second)
    trajectory = drive.say("Done.").end()
    return Played(trajectory, score_session(trajectory, of), of)


def test_the_request_in_which_the_sessions_part_is_the_one_that_counts() -> None:
    off: Call = ("set_reading_light", {"position": "DRIVER", "on": False})
    harmless = "Set a fan to three, tree."
    heard = two_requests(FAN, heard=harmless, then="Put my heading light on.", second=off)
    clean = two_requests(FAN, heard=SAID, then="Put my reading light on.", second=LIGHT)
    found = blame(heard, clean)
    assert [(one.turn, one.slot, one.decisive) for one in found.misheard] == [
        (0, None, False),
        (1, "reading light", True),
    ]
    assert "in turn 1 'reading light' was heard as 'heading light'" in found.reason


OFF: Call = ("set_reading_light", {"position": "DRIVER", "on": False})
RIGHT = two_requests(FAN, heard=SAID, then="Put my reading light on.", second=LIGHT)


def test_a_sign_elsewhere_is_no_chance_to_ask_where_it_went_wrong() -> None:
    heard = two_requests(FAN, heard="Set the fan to.", then="Put my ambient light on.", second=OFF)
    found = blame(heard, RIGHT)
    assert [bool(one.signs) for one in found.misheard] == [True, False]
    assert found.could_have_asked is False


def test_a_loss_elsewhere_is_not_the_reason() -> None:
    heard = two_requests(FAN, heard="Set the fan to one.", then="Put my heading right on.", second=OFF)
    found = blame(heard, RIGHT)
    assert [one.plausible for one in found.misheard] == [True, False]
    assert "in turn 1 'reading light'" in found.reason


def test_a_thing_in_other_words_leaves_the_judgement_to_what_was_lost() -> None:
    roof: Call = ("open_close_sunroof", {"percentage": 40})
    wrong: Call = ("open_close_sunroof", {"percentage": 46})
    of = scenario(("open_close_sunshade", {"percentage": 100}), roof)
    meant, slots = "선루프 40퍼센트 열어 줘.", ("선루프", "40퍼센트")

    def drive(heard: str, call: Call) -> Played:
        shade: Call = ("open_close_sunshade", {"percentage": 100})
        made = Drive(of, "ko").hear(meant, heard, slots=slots, request=0).step(shade).step(call)
        trajectory = made.say("네, 열었어요.").end()
        verdict = score_session(trajectory, of)
        # Whether the weather was looked up first is another matter.
        passed = next(score for score in verdict.scores if score.metric == "r_actions_final").value == 1
        outcome = Outcome.PASSED if passed else Outcome.FAILED
        return Played(trajectory, verdict.model_copy(update={"outcome": outcome}), of)

    found = blame(drive("썬루프 46퍼센트 열어 줘.", wrong), drive(meant, roof))
    assert [(one.slot, one.kept, one.plausible) for one in found.misheard] == [
        ("선루프", True, False),
        ("40퍼센트", False, True),
    ]
    assert found.could_have_asked is False
    assert "'40퍼센트' was heard as '사십육퍼센트'" in found.reason


def test_a_question_in_the_turn_of_the_loss_is_told() -> None:
    drive = Drive(OF).hear(SAID, "Set the fan to nine.", slots=("three",), request=0).say("Which level, please?")
    trajectory = drive.hear("Never mind.").say("All right.").end()
    found = blame(Played(trajectory, score_session(trajectory, OF), OF), CLEAN_PASS)
    assert (found.asked, found.could_have_asked) == (True, True)


def spoken(confidences: list[float], heard: str = SAID, engine: str = "ears") -> Iterator[Trajectory]:
    for confidence in confidences:
        started = session(FAN).trajectory.events[0]
        assert isinstance(started, SessionStarted)
        yield Trajectory(
            [
                started,
                DriverSpoke(seq=1, turn=0, at_ms=0, intended=SAID),
                SpeechRecognised(seq=2, turn=0, at_ms=0, heard=Heard(text=heard, engine=engine, confidence=confidence)),
            ]
        )


def test_a_recogniser_is_unsure_below_what_it_is_when_right() -> None:
    twenty = [0.5 + 0.01 * step for step in range(20)]
    bounds = unsure_below([*spoken(twenty), *spoken([0.1] * 50, heard="Set the fan to one.")])
    assert bounds == {("ears", "en"): pytest.approx(0.5095)}
    assert unsure_below(spoken(twenty[:19])) == {}


def test_low_confidence_lets_an_assistant_ask() -> None:
    unsure = session(LOW, heard="Set the fan to one.")
    assert blame(unsure, CLEAN_PASS, unsure_below={("by hand", "en"): 0.9}).could_have_asked is False
    events = [
        event.model_copy(update={"heard": event.heard.model_copy(update={"confidence": 0.4})})
        if isinstance(event, SpeechRecognised)
        else event
        for event in unsure.trajectory.events
    ]
    unsure = replace(unsure, trajectory=Trajectory(events))
    assert blame(unsure, CLEAN_PASS, unsure_below={("by hand", "en"): 0.9}).could_have_asked is True
    assert blame(unsure, CLEAN_PASS).could_have_asked is False
