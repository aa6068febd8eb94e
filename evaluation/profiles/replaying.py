"""Calls carried out again in the official world, the way the reference replays a session and a ground truth."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from evaluation.profiles.recording import (
    Batch,
    GroundTruth,
    Judged,
    Key,
    Move,
    RecordedCall,
    Recording,
    Speech,
    carbench_key,
)
from scenarios.carbench import OfficialTask, toolset_without
from simulator.environment import Environment
from simulator.events import EndWord, ToolCall, ToolResult
from simulator.tools.quirks import Quirk
from simulator.tools.toolset import Toolset, contains
from simulator.world.model import World


@dataclass(frozen=True, slots=True)
class PlayedCall:
    """A call as a result file or a ground truth names it; `observed` is the recorded answer, if there is one."""

    name: str
    arguments: Mapping[str, Any]
    observed: str | None = None


# With the reference's quirks this tool writes into its argument, which must not reach what was recorded.
_CHANGING = "calculate_datetime"

Message = Sequence[PlayedCall] | None
"""One assistant message: its calls, or None when it spoke to the driver."""


def _car(task: OfficialTask, world: World, toolset: Toolset, quirks: frozenset[Quirk]) -> Environment:
    # The states themselves are compared, so nobody reads the digests of results.
    return Environment(
        task.initial_state,
        world,
        toolset,
        frozen_charge=True,
        calendar_id=task.calendar_id,
        quirks=quirks,
        digests=False,
    )


def _call(car: Environment, name: str, arguments: Mapping[str, Any]) -> ToolResult:
    return car.call(ToolCall(id="", name=name, arguments=deepcopy(arguments) if name == _CHANGING else arguments))


def carry_out(task: OfficialTask, world: World, quirks: frozenset[Quirk]) -> list[tuple[RecordedCall, ToolResult]]:
    """Return the ground truth's calls with their results, from the task's initial state and with nothing removed."""
    car = _car(task, world, toolset_without(()), quirks)
    done: list[tuple[RecordedCall, ToolResult]] = []
    for action in task.actions:
        result = _call(car, action.name, action.kwargs)
        done.append((RecordedCall(action.name, action.kwargs, result.fault, car.state), result))
    return done


def ground_truth(task: OfficialTask, world: World, quirks: frozenset[Quirk]) -> GroundTruth:
    """Return the states the ground truth leads through. Source: CAR-bench ground-truth replay."""
    calls = tuple(call for call, _ in carry_out(task, world, quirks))
    states: list[Key] = [carbench_key(task.initial_state), *(carbench_key(call.after) for call in calls)]
    return GroundTruth(frozenset(call.name for call in calls), frozenset(states), states[-1], calls)


class GroundTruths:
    """Ground truths by task, each carried out once; the latest `most` are kept."""

    def __init__(self, world: World, quirks: frozenset[Quirk], most: int = 1024) -> None:
        self._world = world
        self._quirks = quirks
        self._most = most
        self._kept: OrderedDict[int, tuple[OfficialTask, GroundTruth]] = OrderedDict()

    def of(self, task: OfficialTask) -> GroundTruth:
        """Return the ground truth of a task."""
        kept = self._kept.get(id(task))
        if kept is not None:
            return kept[1]
        found = ground_truth(task, self._world, self._quirks)
        self._kept[id(task)] = (task, found)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return found


def removed_call(toolset: Toolset, calls: Iterable[PlayedCall | RecordedCall]) -> str | None:
    """Return the failure word for the first call of something removed, None when there is none.

    Source: CAR-bench detection of removed tools and parameters.
    """
    for call in calls:
        if call.name in toolset.removed_tools:
            return EndWord.HALLUCINATION_ERROR_REMOVED_TOOL.value
        if any(contains(call.arguments, path) for path in toolset.removed_parameters.get(call.name, ())):
            return EndWord.HALLUCINATION_ERROR_REMOVED_PARAMETER.value
    return None


@dataclass(frozen=True, slots=True)
class Replayed:
    """A replayed session; `gaps` are the calls that failed here although the recording shows them succeeding."""

    moves: tuple[Move, ...]
    removed_call: str | None
    gaps: tuple[PlayedCall, ...]


_SUCCESS = '{"status": "SUCCESS"'


def replay(task: OfficialTask, messages: Iterable[Message], world: World, quirks: frozenset[Quirk]) -> Replayed:
    """Carry out the assistant's messages in the task's car and note every state that scoring looks at."""
    toolset = task.toolset
    car = _car(task, world, toolset, quirks)
    moves: list[Move] = []
    gaps: list[PlayedCall] = []
    word: str | None = None
    for calls in messages:
        if calls is None:
            moves.append(Speech(car.state))
            continue
        if word is None and task.removed:
            word = removed_call(toolset, calls)
        done: list[RecordedCall] = []
        for call in calls:
            fault = _call(car, call.name, call.arguments).fault
            if fault is not None and call.observed is not None and call.observed.startswith(_SUCCESS):
                gaps.append(call)
            done.append(RecordedCall(call.name, call.arguments, fault, car.state))
        moves.append(Batch(tuple(done)))
    return Replayed(tuple(moves), word, tuple(gaps))


def recording_of(
    task: OfficialTask, replayed: Replayed, *, end_word: str | None, finished: bool, judged: Judged | None
) -> Recording:
    """Return the recording of a replayed session; what a replay does not tell is given."""
    return Recording(
        task_id=task.task_id,
        family=task.family,
        initial=task.initial_state,
        moves=replayed.moves,
        removed_call=replayed.removed_call,
        end_word=end_word,
        finished=finished,
        judged=judged,
    )
