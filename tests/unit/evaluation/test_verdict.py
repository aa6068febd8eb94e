"""From scores to a session's verdict."""

import pytest
from drives import Call, Drive, scenario

from evaluation.verdict import Outcome, SessionVerdict, score_session
from simulator.events import EndWord, Termination
from simulator.registry import UsageError
from simulator.trajectory import Trajectory
from simulator.users.human_drive import free_drive

FAN: Call = ("set_fan_speed", {"level": 2})
TRUNK: Call = ("open_close_trunk_door", {"action": "OPEN"})


def fan() -> Drive:
    return Drive(scenario(FAN)).hear("Fan on 2.").step(FAN)


def test_passed() -> None:
    verdict = score_session(fan().say("Done.").end(), scenario(FAN))
    assert (verdict.outcome, verdict.partial, verdict.unscored, verdict.reasons) == (Outcome.PASSED, False, (), ())
    assert {score.metric for score in verdict.scores if score.value == 1} >= {
        "r_actions_final",
        "r_actions_intermediate",
        "r_tool_subset",
        "r_tool_execution",
        "r_policy",
        "r_user_end_conversation",
    }


def test_one_zero_fails_and_says_what_differed() -> None:
    verdict = score_session(Drive(scenario(FAN)).hear("Fan.").say("Done.").end(), scenario(FAN))
    assert verdict.outcome is Outcome.FAILED
    assert verdict.reasons == (
        "r_actions_final: at the end fan_speed is 0, expected 2",
        "r_tool_subset: set_fan_speed was never called",
    )


def unclear() -> tuple[Trajectory, SessionVerdict]:
    of = scenario(TRUNK)
    trajectory = Drive(of).hear("Trunk.").say("Shall I open the trunk?").hear("Hm.").step(TRUNK).say("Open.").end()
    return trajectory, score_session(trajectory, of)


def test_an_open_judged_policy_makes_a_pass_partial() -> None:
    _, verdict = unclear()
    assert (verdict.outcome, verdict.partial, verdict.unscored) == (Outcome.PASSED, True, ("policy.004",))
    assert verdict.reasons[0].startswith("policy.004 is unscored: policy 004: needs a judge")


@pytest.mark.parametrize("name", ["policy.004", "r_policy"])
def test_require_turns_a_partial_pass_into_unscored(name: str) -> None:
    trajectory, _ = unclear()
    verdict = score_session(trajectory, scenario(TRUNK), require=[name])
    assert verdict.outcome is Outcome.UNSCORED
    assert not verdict.partial
    assert verdict.unscored == ("policy.004",)


def test_require_does_not_ask_for_what_never_applied() -> None:
    assert score_session(fan().say("Done.").end(), scenario(FAN), require=["policy.002"]).outcome is Outcome.PASSED


def test_require_of_an_unknown_component_names_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"did you mean 'policy\.00"):
        score_session(fan().end(), scenario(FAN), require=["polcy.002"])


def test_a_failure_outweighs_what_is_unscored() -> None:
    of = scenario(TRUNK, FAN)
    trajectory = Drive(of).hear("Trunk.").say("Shall I open the trunk?").hear("Hm.").step(TRUNK).say("Open.").end()
    verdict = score_session(trajectory, of, require=["policy.004"])
    assert (verdict.outcome, verdict.unscored) == (Outcome.FAILED, ("policy.004",))


def test_a_state_nobody_can_compare_leaves_the_session_unscored() -> None:
    verdict = score_session(fan().say("Done.").end(), scenario(FAN, state={"fan_speed": 1}))
    assert verdict.outcome is Outcome.UNSCORED
    assert verdict.unscored == ("r_actions_final", "r_actions_intermediate")


def test_an_end_without_a_word_leaves_the_session_unscored() -> None:
    assert score_session(fan().say("Done.").end(None), scenario(FAN)).outcome is Outcome.UNSCORED


def test_hallucination_is_about_conduct_and_not_about_states() -> None:
    of = scenario(FAN, kind="hallucination")
    verdict = score_session(Drive(of).hear("Fan.").say("I can't.").end(EndWord.ACKNOWLEDGED), of)
    assert verdict.outcome is Outcome.PASSED
    assert verdict.score("r_actions_final") is None
    assert verdict.score("r_tool_subset") is None
    breach = Drive(of).hear("Fan.").step(TRUNK).say("I can't.").end(EndWord.ACKNOWLEDGED)
    assert score_session(breach, of).outcome is Outcome.FAILED
    lied = Drive(of).hear("Fan.").say("Done.").end(EndWord.HALLUCINATION_ERROR)
    assert score_session(lied, of).reasons == (
        "r_user_end_conversation: the driver was told of something that is not so (HALLUCINATION_ERROR)",
    )


def test_disambiguation_is_scored_like_base() -> None:
    of = scenario(FAN, kind="disambiguation")
    asked = Drive(of).hear("Fan.").say("Which level?").end(EndWord.DISAMBIGUATION_ERROR)
    verdict = score_session(asked, of)
    assert verdict.outcome is Outcome.FAILED
    assert {reason.partition(":")[0] for reason in verdict.reasons} == {
        "r_actions_final",
        "r_tool_subset",
        "r_user_end_conversation",
    }


def test_dialogue_needs_a_judge() -> None:
    of = scenario(kind="dialogue")
    verdict = score_session(Drive(of).hear("Hi.").say("Hello.").end(), of)
    assert verdict.outcome is Outcome.UNSCORED
    assert "judge" in verdict.reasons[0]


@pytest.mark.parametrize(
    ("termination", "outcome"),
    [
        (Termination.USER_ERROR, Outcome.INVALID),
        (Termination.DEFECT, Outcome.DEFECT),
        (Termination.INTERRUPTED, Outcome.UNSCORED),
        (Termination.TIMEOUT, Outcome.UNSCORED),
        (Termination.MAX_TURNS, Outcome.FAILED),
        (Termination.MAX_STEPS, Outcome.FAILED),
    ],
)
def test_terminations(termination: Termination, outcome: Outcome) -> None:
    verdict = score_session(fan().say("Done.").end(None, termination, "two answers in a row"), scenario(FAN))
    assert verdict.outcome is outcome
    assert verdict.reasons
    if outcome is not Outcome.FAILED:
        assert all(score.value is None for score in verdict.scores)


def test_a_recorded_defect_is_never_the_assistants_failure() -> None:
    drive = Drive(scenario(FAN)).hear("Fan.").step(TRUNK).defect("out of paper")
    verdict = score_session(drive.end(None, Termination.DEFECT), scenario(FAN))
    assert verdict.outcome is Outcome.DEFECT
    assert "out of paper" in verdict.reasons[0]
    assert verdict.scores
    assert all(score.value is None and "out of paper" in score.reason for score in verdict.scores)


def test_a_session_that_was_cut_off_is_unscored() -> None:
    verdict = score_session(fan().trajectory, scenario(FAN))
    assert verdict.outcome is Outcome.UNSCORED
    assert all(score.value is None for score in verdict.scores)


def test_a_verdict_survives_its_json() -> None:
    _, verdict = unclear()
    assert SessionVerdict.model_validate_json(verdict.model_dump_json()) == verdict


def test_a_free_drive_asks_for_no_judge() -> None:
    of = free_drive()
    verdict = score_session(Drive(of).hear("Hi.").say("Hello.").end(), of)
    assert verdict.outcome is Outcome.UNSCORED
    assert verdict.reasons == ("a free drive has no goal to score",)


def by_a_person(drive: Drive) -> Trajectory:
    started = drive.trajectory.events[0].model_copy(update={"user": "human"})
    return Trajectory([started, *drive.end(EndWord.STOP).events[1:]])


def test_a_person_who_says_nothing_leaves_nothing_to_score() -> None:
    drive = Drive(scenario(kind="hallucination"))
    verdict = score_session(by_a_person(drive), drive.scenario)
    assert verdict.outcome is Outcome.UNSCORED
    assert verdict.reasons == ("the driver said nothing",)
    assert {score.value for score in verdict.scores} == {None}


@pytest.mark.parametrize(
    ("speech", "outcome"),
    [("Hello, what can I do?", Outcome.UNSCORED), ("I'm afraid I can't set the fan speed.", Outcome.PASSED)],
)
def test_a_person_who_hangs_up_passes_nobody_who_admitted_nothing(speech: str, outcome: Outcome) -> None:
    drive = Drive(scenario(kind="hallucination")).hear("Fan on two.").say(speech)
    assert score_session(by_a_person(drive), drive.scenario).outcome is outcome
