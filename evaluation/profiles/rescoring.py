"""Entries of a result file scored again, and held against what they recorded."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from evaluation.formats.carbench import Entry
from evaluation.profiles.native import end_word, native_score, play_recorded, script_of
from evaluation.profiles.quirks import CARBENCH, Profile
from evaluation.profiles.replaying import GroundTruths, PlayedCall, recording_of, removed_call, replay
from evaluation.profiles.scoring import CarbenchScore, score_recording
from scenarios.carbench import OfficialTask, RowError, parse_row
from scenarios.carbench_scenario import official_scenario
from simulator.events import Fault, FaultKind
from simulator.tools.quirks import Quirk
from simulator.world.model import World

_COMPARED = (
    "r_actions",
    "r_actions_final",
    "r_actions_intermediate",
    "r_tool_subset",
    "r_tool_execution",
    "r_policy",
    "r_user_end_conversation",
    "end_conversation_keyword",
    "reward",
)

# "AUT-POL:011: ..." as the reference writes it, "011: ..." as our own findings do.
_POLICY_NUMBER = re.compile(r"(?:POL:|^)(\d{3}):")


class NotScorable(Exception):
    """An entry cannot be scored: nobody knows its task, or the driver ended with a word nobody knows."""


@dataclass(frozen=True, slots=True)
class Rescored:
    """One entry with our score, None for a session that crashed where it was recorded.

    `gaps` are calls that failed here although the recording shows them succeeding: the data lack what they ask for.
    `unknown_tools` are recorded names that are no tool.
    """

    entry: Entry
    score: CarbenchScore | None
    differs: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    unknown_tools: tuple[str, ...] = ()

    def row(self) -> dict[str, Any]:
        """Return the entry's line of a report."""
        entry = self.entry
        row: dict[str, Any] = {"task_id": entry.task_id, "trial": entry.trial}
        if entry.legacy_id is not None:
            row["legacy_task_id"] = entry.legacy_id
        row["ours"] = None if self.score is None else self.score.row()
        row["recorded"] = entry.recorded
        row["differs"] = list(self.differs)
        if self.gaps:
            row["missing_data"] = list(self.gaps)
        if self.unknown_tools:
            row["unknown_tools"] = list(self.unknown_tools)
        if entry.error:
            row["error"] = entry.error
        return row


class Rescorer:
    """Scores entries by one profile; for the reference's, ground truths are carried out once a task."""

    def __init__(self, tasks: Mapping[str, OfficialTask], world: World, profile: Profile | None) -> None:
        """Take the dataset and a profile of the reference's rules; None stands for our own rules."""
        self._tasks = tasks
        self._world = world
        self._profile = profile
        # Plans that leak from session to session never change a score, but would fill the memory.
        self._tools = (profile or CARBENCH).tools - {Quirk.PLANS_SHARED}
        self._truths = GroundTruths(world, self._tools)

    def score(self, entry: Entry) -> Rescored:
        """Score one entry; raises NotScorable when its task or its end is unknown."""
        if entry.error or not entry.dialogue:
            return Rescored(entry, None)
        task = task_of(entry, self._tasks)
        if self._profile is None:
            return self._native(entry, task)
        replayed = replay(task, entry.messages, self._world, self._tools)
        recording = recording_of(
            task, replayed, end_word=entry.driver_word, finished=entry.finished, judged=entry.judged
        )
        truth = self._truths.of(task)
        score = score_recording(recording, truth, self._profile)
        differs = differences(score, entry.recorded)
        missing = [_told(gap) for gap in replayed.gaps]
        if "r_tool_execution" in differs or "tool_execution_errors" in differs:
            missing += [
                f"{_told(PlayedCall(call.name, call.arguments))} of the ground truth"
                for call in truth.calls
                if call.fault is not None
            ]
        faults = ((call.name, call.fault) for batch in recording.batches() for call in batch.calls)
        return Rescored(entry, score, differs, tuple(missing), _unknown(faults))

    def _native(self, entry: Entry, task: OfficialTask) -> Rescored:
        scenario = official_scenario(task, self._world)
        calls = [call for message in entry.messages if message is not None for call in message]
        removed = removed_call(task.toolset, calls)
        try:
            end = end_word(entry.driver_word, removed, hallucination=task.family == "hallucination")
        except ValueError as error:
            raise NotScorable(f"the driver ended with an unknown word: {error}") from None
        trajectory = asyncio.run(play_recorded(scenario, script_of(entry.dialogue, entry.messages), end))
        score = native_score(trajectory, scenario, entry.judged)
        faults = ((result.name, result.fault) for step in trajectory.steps() for result in step.results)
        return Rescored(entry, score, differences(score, entry.recorded, only_recorded=True), (), _unknown(faults))


def task_of(entry: Entry, tasks: Mapping[str, OfficialTask]) -> OfficialTask:
    """Return the task of an entry: the dataset's, else the one the entry carries; raises NotScorable."""
    task = tasks.get(entry.task_id)
    if task is not None:
        return task
    if entry.columns is None:
        raise NotScorable(f"task {entry.task_id} is not in the dataset, and the entry does not carry it")
    family = entry.task_id.partition("_")[0]
    defaults = {"task_id": entry.task_id} | ({"task_type": "base"} if family == "base" else {})
    try:
        return parse_row(defaults | dict(entry.columns), "the result file")
    except RowError as error:
        raise NotScorable(
            f"task {entry.task_id} is not in the dataset, and the entry's own is unusable: {error}"
        ) from None


def differences(ours: CarbenchScore, recorded: Mapping[str, Any], *, only_recorded: bool = False) -> tuple[str, ...]:
    """Return the names of the components that differ.

    Policy errors are compared by the policies they name, execution errors by their number, missing tools as a set,
    since their wording and order say nothing. A recording without components is compared by its reward. With
    `only_recorded` a component that the recording leaves null is not compared, for rules that score more.
    """
    if "r_actions" not in recorded:
        return () if ours.reward == recorded["reward"] else ("reward",)
    found = [name for name in _COMPARED if getattr(ours, name) != recorded[name]]
    if ours.reward is None and recorded["r_policy"] is None and "reward" in found:
        # Recorded without a policy judge: where only a judge is missing, nothing contradicts the recording.
        found.remove("reward")
    if _length(ours.tool_execution_errors) != _length(recorded["tool_execution_errors"]):
        found.append("tool_execution_errors")
    if _as_set(ours.tool_subset_missing_tools) != _as_set(recorded["tool_subset_missing_tools"]):
        found.append("tool_subset_missing_tools")
    if policy_tags(ours.policy_aut_errors) != policy_tags(recorded["policy_aut_errors"]):
        found.append("policy_aut_errors")
    return tuple(name for name in found if not only_recorded or recorded[name] is not None or name == "reward")


def policy_tags(errors: list[str] | None) -> Counter[str] | None:
    """Return how often each policy is named; the number of one that a tool upholds may stand anywhere in the text."""
    return None if errors is None else Counter(_tag(error) for error in errors)


def _tag(error: str) -> str:
    found = _POLICY_NUMBER.search(error)
    return found[1] if found else error


def _length(errors: list[str] | None) -> int | None:
    return None if errors is None else len(errors)


def _as_set(names: list[str] | None) -> frozenset[str] | None:
    return None if names is None else frozenset(names)


def _told(call: PlayedCall) -> str:
    return f"{call.name}({', '.join(f'{name}={value!r}' for name, value in call.arguments.items())})"


def _unknown(faults: Iterable[tuple[str, Fault | None]]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(name for name, fault in faults if fault is not None and fault.kind is FaultKind.UNKNOWN_TOOL)
    )
