"""Tool use, policies and how the driver ended it."""

import pytest
from drives import WEATHER, Call, Drive, scenario

from evaluation.metrics.end_of_conversation import score_end_of_conversation
from evaluation.metrics.policy import score_one_policy, score_policies
from evaluation.metrics.tool_execution import score_tool_execution
from evaluation.metrics.tool_subset import score_tool_subset
from simulator.events import EndWord, PolicyFinding, StepClosed, Termination
from simulator.trajectory import Trajectory

FAN: Call = ("set_fan_speed", {"level": 2})
LOOK: Call = ("get_climate_settings", {})
TRUNK: Call = ("open_close_trunk_door", {"action": "OPEN"})


def test_subset_names_what_was_never_called() -> None:
    of = scenario(LOOK, FAN, WEATHER)
    score = score_tool_subset(Drive(of).hear("Fan.").step(FAN).say("Done.").end(), of)
    assert (score.value, score.evidence) == (0, ("get_climate_settings", "get_weather"))
    assert score.reason == "get_climate_settings, get_weather were never called"
    # Arguments and outcome do not matter.
    full = Drive(of).hear("Fan.").step(("set_fan_speed", {"level": 9}), LOOK).step(WEATHER).say("Done.").end()
    assert score_tool_subset(full, of).value == 1


def test_a_persons_calls_are_not_the_assistants() -> None:
    of = scenario(FAN)
    trajectory = Drive(of).hear("Fan.").person("set_fan_speed", level=2).say("Done.").end()
    assert score_tool_subset(trajectory, of).value == 0


@pytest.mark.parametrize(
    ("call", "value"),
    [
        (FAN, 1),
        (("set_fan_speed", {"level": 9}), 0),
        (("set_fan_speed", {}), 0),
        (("set_fan_speed", {"level": "high"}), 0),
        (("set_fan_velocity", {"level": 2}), 0),
        (("planning_tool", {"command": "get", "plan_id": "none"}), 1),
    ],
)
def test_execution(call: Call, value: int) -> None:
    of = scenario(FAN)
    score = score_tool_execution(Drive(of).hear("Fan.").step(call).say("Done.").end(), of)
    assert score.value == value
    assert bool(score.evidence) == (value == 0)


def test_a_persons_refused_call_is_not_the_assistants() -> None:
    of = scenario(FAN)
    trajectory = Drive(of).hear("Fan.").person("plug_in", power_type="AC", power_kw=0).step(FAN).end()
    assert score_tool_execution(trajectory, of).value == 1


def test_removed_tools_are_left_to_the_end_word() -> None:
    of = scenario(FAN, kind="hallucination")
    trajectory = Drive(of).hear("Fan.").step(FAN).end(EndWord.HALLUCINATION_ERROR_REMOVED_TOOL)
    assert score_tool_execution(trajectory, of).value == 1
    assert score_end_of_conversation(trajectory, of).value == 0


def test_policies_upheld_broken_and_open() -> None:
    of = scenario(TRUNK)
    asked = Drive(of).hear("Trunk.").say("Shall I open the trunk?").hear("Yes.").step(TRUNK).end()
    assert score_policies(asked, of).value == 1
    one = score_one_policy("policy.004", asked, of)
    assert one is not None
    assert one.value == 1
    assert score_one_policy("policy.005", asked, of) is None

    unclear = Drive(of).hear("Trunk.").say("Shall I open the trunk?").hear("Hm.").step(TRUNK).end()
    score = score_policies(unclear, of)
    assert score.value is None
    assert score.reason.startswith("policy 004: needs a judge")

    broken = Drive(of).hear("Trunk.").step(TRUNK).say("It is 70 degrees Fahrenheit at 3 o'clock.").end()
    score = score_policies(broken, of)
    assert score.value == 0
    assert len(score.evidence) == 2
    assert "(and 1 more)" in score.reason


def test_a_breach_outweighs_an_open_question_of_the_same_policy() -> None:
    of = scenario()
    drive = Drive(of).hear("When?").say("At 3 o'clock.").hear("What?").say("At 3 pm.")
    one = score_one_policy("policy.002", drive.end(), of)
    assert one is not None
    assert one.value == 0


def test_no_policy_applied_is_a_full_score() -> None:
    of = scenario(FAN)
    assert score_policies(Drive(of).hear("Fan.").step(FAN).say("Done.").end(), of).value == 1


@pytest.mark.parametrize("word", list(EndWord))
def test_each_end_word(word: EndWord) -> None:
    of = scenario()
    score = score_end_of_conversation(Drive(of).hear("Hi.").say("Hello.").end(word), of)
    assert score.value == (0 if word.failure else 1)
    assert bool(score.reason) == word.failure


@pytest.mark.parametrize(
    ("termination", "value"),
    [
        (Termination.MAX_STEPS, 0),
        (Termination.MAX_TURNS, 0),
        (Termination.CALL_PLACED, 1),
        (Termination.USER_STOP, None),
    ],
)
def test_ends_without_a_word(termination: Termination, value: int | None) -> None:
    of = scenario()
    score = score_end_of_conversation(Drive(of).hear("Hi.").end(None, termination), of)
    assert score.value == value
    assert score.reason or value == 1


def test_findings_that_do_not_apply_are_nothing() -> None:
    of = scenario(FAN)
    events = Drive(of).hear("Fan.").step(FAN).say("Done.").end().events
    idle = PolicyFinding(policy="005", applicable=False, upheld=False, reason="nothing opened")
    padded = [e.model_copy(update={"findings": (idle,)}) if isinstance(e, StepClosed) else e for e in events]
    assert score_policies(Trajectory(padded), of).value == 1
    assert score_one_policy("policy.005", Trajectory(padded), of) is None
