"""Where the taxonomy's view of a session comes from: sessions played here, and result files."""

import json
from typing import Any

from drives import Drive, scenario

from evaluation.taxonomy import Cause, classify, classify_session
from evaluation.taxonomy_entry import view_of_entry
from evaluation.taxonomy_session import view_of_session
from evaluation.taxonomy_view import Did, Said, effect_of
from evaluation.verdict import score_session
from simulator.events import EndWord


def test_a_session_played_here() -> None:
    of = scenario(("set_fan_speed", {"level": 3}), state={"fan_speed": 1})
    drive = Drive(of)
    drive.hear("Fan up.")
    drive.step(("set_fan_speed", {"level": 5}))
    drive.say("Done.")
    trajectory = drive.end(EndWord.STOP)
    scores = score_session(trajectory, of).scores
    view = view_of_session(trajectory, of, scores)
    assert [type(moment) for moment in view.moments] == [Said, Did, Said]
    assert "r_actions_final" in view.zero
    found = classify_session(trajectory, of, scores)
    assert found.first is Cause.PREMATURE
    seq = int(found.evidence[0].event.removeprefix("event "))
    assert trajectory.events[seq].type == "step_closed"


def test_refused_calls_and_broken_rules_of_a_session_have_their_events() -> None:
    of = scenario(("open_close_sunroof", {"percentage": 50}))
    drive = Drive(of)
    drive.hear("Sunroof to 50 percent.")
    drive.step(("open_close_sunroof", {"percentage": 500}))
    drive.step(("open_close_sunroof", {"percentage": 50}))
    drive.say("Done.")
    trajectory = drive.end(EndWord.STOP)
    found = classify_session(trajectory, of, score_session(trajectory, of).scores)
    assert found.first is Cause.EXECUTION
    assert Cause.POLICY in found.causes


def entry(**changes: Any) -> dict[str, Any]:
    call = {"id": "1", "function": {"name": "set_fan_speed", "arguments": '{"level": 9}'}}
    told = "SetFanSpeed_001: no such level"
    found: dict[str, Any] = {
        "task_id": 7,
        "trial": 0,
        "reward": 0.0,
        "info": {
            "task": {
                "task_type": "disambiguation_internal",
                "actions": [{"name": "set_fan_speed", "kwargs": {"level": 2}}],
                "removed_part": None,
            },
            "reward_info": {
                "info": {
                    "r_tool_execution": 0.0,
                    "r_actions_final": 0.0,
                    "r_policy": 1.0,
                    "r_outputs": None,
                    "tool_execution_errors": [told],
                    "policy_aut_errors": ["AUT-POL:011: windows"],
                    "policy_llm_errors": ["no yes before the e-mail"],
                    "tool_subset_missing_tools": ["get_weather"],
                    "end_conversation_keyword": None,
                }
            },
        },
        "traj": [
            {"role": "system", "content": "rules"},
            {"role": "user", "content": "Fan up."},
            {"role": "assistant", "content": "Let me see.", "tool_calls": [call]},
            {"role": "tool", "content": json.dumps({"status": "FAILURE", "errors": {"SET_FAN_SPEED_001": told}})},
            {"role": "assistant", "content": "Sorry."},
            {"role": "user", "content": "###STOP###"},
        ],
    }
    return found | changes


def test_an_entry_of_a_result_file() -> None:
    view = view_of_entry(entry())
    assert (view.kind, view.internal) == ("disambiguation", True)
    assert [moment.event for moment in view.moments] == ["message 1", "message 2", "message 4"]
    assert view.zero == {"r_tool_execution", "r_actions_final"}
    assert [(broken.policy, broken.judged) for broken in view.broken] == [("011", False), (None, True)]
    assert view.missing == ("get_weather",)
    (deed,) = [deed for _, deed in view.deeds()]
    assert (deed.refused, deed.failed, deed.arguments) == (True, True, {"level": 9})
    assert classify(view).first is Cause.EXECUTION


def test_an_entry_whose_end_is_missing_or_damaged() -> None:
    cut = entry()
    del cut["traj"][3:]
    cut["traj"][2]["tool_calls"][0]["function"]["arguments"] = "{"
    (deed,) = [deed for _, deed in view_of_entry(cut).deeds()]
    assert (deed.reply, deed.arguments) == ("", {})
    assert classify(view_of_entry(entry(traj=[]))).first in Cause


def test_effects_of_tools() -> None:
    assert effect_of("get_weather") == "get"
    assert effect_of("set_fan_speed") == "set"
    assert effect_of("think") == "none"
    assert effect_of("no_such_tool") == "set"
