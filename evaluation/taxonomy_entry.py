"""The taxonomy's view of one trajectory of a CAR-bench result file."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evaluation.taxonomy_view import Broken, Deed, Did, Moment, Said, View, Wanted, effect_of

_END = "###STOP###"
_RULE = "AUT-POL:"


def view_of_entry(entry: Mapping[str, Any]) -> View:
    """Return the view of a result-file entry, in the current or the legacy format; `event` is `message N` of `traj`.

    Text next to tool calls is left out, since the driver never hears it. Raises KeyError for an entry without a task,
    as one of an episode that crashed.
    """
    info = entry["info"]
    task = info["task"]
    scores: Mapping[str, Any] = (info.get("reward_info") or {}).get("info") or {}
    errors = [str(error) for error in scores.get("tool_execution_errors") or ()]
    kind, _, rest = str(task["task_type"]).partition("_")
    return View(
        kind=kind,
        locale="en",
        internal=rest == "internal" if kind == "disambiguation" else None,
        moments=tuple(_moments(entry.get("traj") or (), errors)),
        wanted=tuple(
            Wanted(action["name"], action.get("kwargs") or {}, effect_of(action["name"]))
            for action in task.get("actions") or ()
        ),
        removed=tuple(task.get("removed_part") or info.get("removed_part") or ()),
        zero=frozenset(name for name, value in scores.items() if name.startswith("r_") and value == 0.0),
        missing=tuple(sorted(scores.get("tool_subset_missing_tools") or ())),
        broken=tuple(_broken(scores)),
        end_word=scores.get("end_conversation_keyword"),
    )


def _broken(scores: Mapping[str, Any]) -> Iterable[Broken]:
    for text in map(str, scores.get("policy_aut_errors") or ()):
        _, found, rest = text.partition(_RULE)
        yield Broken(rest[:3] if found else None, text)
    for text in map(str, scores.get("policy_llm_errors") or ()):
        yield Broken(None, text, judged=True)


def _moments(messages: Sequence[Mapping[str, Any]], errors: Sequence[str]) -> Iterable[Moment]:
    replies: dict[int, list[str]] = {}
    asked = 0
    for number, message in enumerate(messages):
        if message["role"] == "assistant":
            asked = number
        elif message["role"] == "tool":
            replies.setdefault(asked, []).append(message.get("content") or "")
    for number, message in enumerate(messages):
        text = message.get("content") or ""
        if message["role"] == "assistant" and message.get("tool_calls"):
            # Some recordings end without the answers to the last calls.
            answers = [*replies.get(number, []), *[""] * len(message["tool_calls"])]
            calls = zip(message["tool_calls"], answers, strict=False)
            yield Did(f"message {number}", tuple(_deed(call["function"], reply, errors) for call, reply in calls))
        elif message["role"] == "assistant" or (message["role"] == "user" and text.strip() != _END):
            yield Said(f"message {number}", "assistant" if message["role"] == "assistant" else "driver", text)


def _deed(function: Mapping[str, Any], reply: str, errors: Sequence[str]) -> Deed:
    name = str(function["name"])
    arguments = _object(function.get("arguments") or "{}")
    answer = _object(reply)
    told = [str(text) for text in answer["errors"].values()] if isinstance(answer.get("errors"), dict) else []
    failed = bool(told) or reply.startswith(("Error:", "Unknown action"))
    return Deed(name, arguments, reply, any(map(errors.__contains__, told)), failed, effect_of(name))


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
