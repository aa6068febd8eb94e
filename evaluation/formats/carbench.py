"""CAR-bench result files: one entry of the reference's format read into what re-scoring needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

from evaluation.profiles.recording import Judged
from evaluation.profiles.replaying import Message, PlayedCall
from simulator.environment import MALFORMED
from simulator.events import EndWord

RECORDED_COMPONENTS = (
    "r_actions",
    "r_actions_final",
    "r_actions_intermediate",
    "r_tool_subset",
    "tool_subset_missing_tools",
    "r_tool_execution",
    "tool_execution_errors",
    "r_policy",
    "policy_llm_errors",
    "policy_aut_errors",
    "r_user_end_conversation",
    "end_conversation_keyword",
)

_REMOVED_WORDS = frozenset(
    {
        EndWord.HALLUCINATION_ERROR_REMOVED_TOOL.value,
        EndWord.HALLUCINATION_ERROR_REMOVED_PARAMETER.value,
    }
)


class EntryError(Exception):
    """An entry cannot be used; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One trajectory of a result file.

    `task_id` is in today's form, `legacy_id` what the file says when that differs. `messages` are the assistant's;
    `dialogue` everything said and done, as recorded. `info` are the recorded components, None for a session without
    any; `error` the recorded exception of one that crashed. `columns` is the task as the file carries it.
    """

    task_id: str
    legacy_id: Any
    trial: int
    reward: float | None
    messages: tuple[Message, ...]
    dialogue: tuple[Mapping[str, Any], ...]
    info: Mapping[str, Any] | None
    error: str
    columns: Mapping[str, Any] | None

    @property
    def recorded(self) -> dict[str, Any]:
        """The recorded components and reward under their names; only the reward when there are none."""
        if self.info is None:
            return {"reward": self.reward}
        return {name: self.info.get(name) for name in RECORDED_COMPONENTS} | {"reward": self.reward}

    @property
    def finished(self) -> bool:
        """Whether the session ended by itself; one that reached the step limit has no components."""
        return self.info is not None

    @property
    def judged(self) -> Judged | None:
        """What the recorded judge found; None when it was not asked."""
        errors = None if self.info is None else self.info.get("policy_llm_errors")
        return None if errors is None else Judged(tuple(map(str, errors)))

    @property
    def driver_word(self) -> str | None:
        """The failure word the simulated driver gave; those for removed parts are found again by replaying."""
        word = None if self.info is None else self.info.get("end_conversation_keyword")
        return None if word is None or word in _REMOVED_WORDS else str(word)


def read_entry(body: bytes) -> Entry:
    """Return one entry; raises EntryError saying what is wrong with it."""
    try:
        data = from_json(body)
    except ValueError as error:
        raise EntryError(f"not valid JSON: {error}") from None
    if not isinstance(data, dict):
        raise EntryError("not a JSON object")
    info = data.get("info")
    if not isinstance(info, dict):
        raise EntryError("no 'info' object; is this a CAR-bench result file?")
    columns = info.get("task")
    columns = columns if isinstance(columns, dict) else None
    legacy = data.get("task_id")
    task_id = _task_id(legacy, columns)
    trial, reward = data.get("trial", 0), data.get("reward")
    if not isinstance(trial, int) or not isinstance(reward, int | float | None):
        raise EntryError("'trial' must be a whole number and 'reward' a number")
    dialogue = data.get("traj")
    if not isinstance(dialogue, list) or not all(isinstance(message, dict) for message in dialogue):
        raise EntryError("no 'traj' list of messages")
    return Entry(
        task_id=task_id,
        legacy_id=None if legacy == task_id else legacy,
        trial=trial,
        reward=reward,
        messages=tuple(_messages(dialogue)),
        dialogue=tuple(dialogue),
        info=_components(info),
        error=str(info["error"]) if "error" in info else "",
        columns=columns,
    )


def _task_id(value: Any, columns: Mapping[str, Any] | None) -> str:
    """Return an id such as base_0; the legacy format counts tasks, and only the task's columns tell their family."""
    if isinstance(value, str) and value and not value.isdecimal():
        return value
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        raise EntryError("no 'task_id'")
    facts = columns or {}
    family = str(facts.get("task_type") or "").partition("_")[0]
    if not family and facts.get("removed_part"):
        family = "hallucination"
    if not family and (facts.get("disambiguation_element_internal") or facts.get("disambiguation_element_user")):
        family = "disambiguation"
    return f"{family or 'base'}_{int(value)}"


def _components(info: Mapping[str, Any]) -> Mapping[str, Any] | None:
    rewards = info.get("reward_info")
    found = rewards.get("info") if isinstance(rewards, dict) else None
    return found if isinstance(found, dict) else None


def _messages(dialogue: list[dict[str, Any]]) -> list[Message]:
    """Return the assistant's messages; the answers to a message's calls follow it in the order of the calls."""
    messages: list[Message] = []
    for number, message in enumerate(dialogue):
        if message.get("role") != "assistant":
            continue
        calls = message.get("tool_calls")
        if not calls:
            messages.append(None)
            continue
        if not isinstance(calls, list):
            raise EntryError(f"message {number}: 'tool_calls' is no list")
        messages.append([_call(call, number, dialogue, index) for index, call in enumerate(calls)])
    return messages


def _call(call: Any, number: int, dialogue: list[dict[str, Any]], index: int) -> PlayedCall:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise EntryError(f"message {number}: call {index} has no function name")
    given = function.get("arguments")
    if isinstance(given, str):
        try:
            arguments = from_json(given) if given else {}
        except ValueError:
            arguments = None
    else:
        arguments = given
    if not isinstance(arguments, dict):
        arguments = {MALFORMED: str(given)}
    answer = dialogue[number + 1 + index] if number + 1 + index < len(dialogue) else {}
    observed = answer.get("content") if answer.get("role") == "tool" else None
    return PlayedCall(function["name"], arguments, observed if isinstance(observed, str) else None)
