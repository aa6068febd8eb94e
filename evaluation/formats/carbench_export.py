"""Sessions of ours written as entries of a CAR-bench result file."""

import json
from collections.abc import Iterator
from typing import Any

from evaluation.formats.carbench import RECORDED_COMPONENTS
from evaluation.profiles.scoring import CarbenchScore
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import Scenario
from simulator.events import (
    AssistantSpoke,
    SessionEnded,
    SpeechRecognised,
    StepClosed,
    Termination,
    ToolCall,
    ToolCalled,
    ToolResult,
    ToolReturned,
)
from simulator.trajectory import Trajectory
from simulator.vehicle.state import CARBENCH_FIXED, CARBENCH_MUTABLE

STOP = "###STOP###"


def entry_of(trajectory: Trajectory, scenario: Scenario, score: CarbenchScore, *, task_index: int) -> dict[str, Any]:
    """Return a session as an entry of the reference's format.

    An undecided component is null, as with the reference's own policy evaluation switched off, and then the reward
    rests on the others.
    """
    # Where nothing failed, what is undecided has no effect, as in the reference.
    reward = 1.0 if score.reward is None else score.reward
    info: dict[str, Any] = {
        "task": _columns(scenario),
        "source": "user",
        "user_cost": 0.0,
        "reward_info": _reward_info(trajectory, score, reward),
        "total_agent_cost": 0.0,
        "dashtalk": {
            "agent": trajectory.started.agent,
            "user": trajectory.started.user,
            "locale": trajectory.started.locale,
            "undecided": score.undecided,
        },
    }
    if scenario.removed:
        info["removed_part"] = list(scenario.removed)
    return {
        "task_index": task_index,
        "task_id": scenario.id,
        "reward": reward,
        "info": info,
        "traj": list(_dialogue(trajectory)),
        "trial": trajectory.started.trial,
    }


def _reward_info(trajectory: Trajectory, score: CarbenchScore, reward: float) -> dict[str, Any] | None:
    if score.r_tool_execution is None:
        return None
    row = score.row()
    components = {name: row[name] for name in RECORDED_COMPONENTS}
    return {
        "reward": reward,
        "info": components | {"r_outputs": None, "outputs": {}},
        "actions": [action | {"index": None, "dependent_on_action_index": None} for action in _actions(trajectory)],
    }


def _actions(trajectory: Trajectory) -> Iterator[dict[str, Any]]:
    for event in trajectory.events:
        if isinstance(event, ToolCalled) and event.step is not None:
            yield {"name": event.call.name, "kwargs": event.call.arguments}
        elif isinstance(event, AssistantSpoke):
            yield {"name": "respond", "kwargs": {"content": event.text}}


def _columns(scenario: Scenario) -> dict[str, Any]:
    """Return the task's columns; one of our own scenarios is told in the reference's, as far as they go."""
    if isinstance(scenario, OfficialScenario):
        return scenario.official.columns()
    ambiguity = scenario.ambiguity
    internal = ambiguity is not None and ambiguity.resolved_by == "internal"
    script = next(iter(scenario.driver.values()))
    return {
        "task_id": scenario.id,
        "calendar_id": "",
        "actions": [
            {"name": call.tool, "kwargs": call.arguments, "index": index, "dependent_on_action_index": None}
            for index, call in enumerate(scenario.expected)
        ],
        "persona": script.persona,
        "instruction": " ".join(turn.say for turn in script.turns),
        "context_init_config": scenario.build_state().flat((*CARBENCH_FIXED, *CARBENCH_MUTABLE)),
        "task_type": _task_type(scenario, internal=internal),
        "disambiguation_element_internal": ambiguity.element if ambiguity and internal else None,
        "disambiguation_element_user": ambiguity.element if ambiguity and not internal else None,
        "disambiguation_element_note": ambiguity.note if ambiguity else None,
        "removed_part": list(scenario.removed) or None,
    }


def _task_type(scenario: Scenario, *, internal: bool) -> str:
    if scenario.kind == "disambiguation":
        return "disambiguation_internal" if internal else "disambiguation_user"
    if scenario.kind != "hallucination":
        return "base"
    first = scenario.removed[0]
    if first.startswith("result."):
        return "hallucination_missing_tool_response"
    return "hallucination_missing_tool_parameter" if "." in first else "hallucination_missing_tool"


def _dialogue(trajectory: Trajectory) -> Iterator[dict[str, Any]]:
    """Yield the messages; the assistant's instructions are not stored, so the system message is empty."""
    yield {"role": "system", "content": ""}
    calls: list[ToolCall] = []
    results: list[ToolResult] = []
    for event in trajectory.events:
        match event:
            case SpeechRecognised(heard=heard):
                yield {"role": "user", "content": heard.text}
            case ToolCalled(step=int(), call=call):
                calls.append(call)
            case ToolReturned(step=int(), result=result):
                results.append(result)
            case StepClosed():
                yield from _step(calls, results)
                calls, results = [], []
            case AssistantSpoke(text=text):
                yield {"role": "assistant", "content": text, "tool_calls": None, "function_call": None}
            case SessionEnded(termination=Termination.USER_STOP):
                yield {"role": "user", "content": STOP}


def _step(calls: list[ToolCall], results: list[ToolResult]) -> Iterator[dict[str, Any]]:
    told = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(call.arguments, ensure_ascii=False)},
        }
        for call in calls
    ]
    yield {"role": "assistant", "content": None, "tool_calls": told, "function_call": None}
    for result in results:
        yield {"role": "tool", "tool_call_id": result.call_id, "name": result.name, "content": result.content}
