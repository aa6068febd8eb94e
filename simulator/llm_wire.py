"""Chat completions as they come over the wire, whole or in pieces, read with no trust in their form."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

# A chat template may have opened the thoughts, so the closing mark alone ends them too.
_THOUGHTS_BEFORE = re.compile(r"\A(?:(?!<think(?:ing)?>).)*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)

MOST_BYTES = 64 * 2**20
"""Of one answer, far more than any model writes; a server that never stops must not fill the memory."""
MOST_COUNTED = 10**12
"""Tokens of one answer that are still believed; what is far beyond any context would break every sum."""


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """One tool call as it came over the wire; `arguments` should be a JSON string but may be anything."""

    id: str
    name: str
    arguments: Any


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer; counts are None where the endpoint does not say, `retries` counts repeated tries.

    `finish_reason` is the endpoint's own word; "length" means that the answer was cut off. `text` holds no thoughts.
    `reasoning` are thoughts as the Responses API hands them out, sealed or not, to be sent back with the next request.
    """

    text: str
    calls: tuple[ProposedCall, ...] = ()
    finish_reason: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
    retries: int = 0
    reasoning: tuple[dict[str, Any], ...] = ()


def json_object(content: bytes | str) -> dict[str, Any] | None:
    """Return the JSON object that bytes or text hold, or None."""
    try:
        answer = json.loads(content.decode("utf-8", "replace") if isinstance(content, bytes) else content)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def read_completion(content: bytes, retries: int) -> Completion | None:
    """Return the completion that the body of an answer holds, or None when it is no chat completion."""
    answer = json_object(content)
    choices = answer.get("choices") if answer else None
    if answer is None or not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return None
    message = choices[0].get("message")
    if not isinstance(message, dict) or choices[0].get("error"):
        return None
    calls: list[ProposedCall] = []
    for entry in dicts(message.get("tool_calls")) or _older_call(message):
        function = entry.get("function")
        if isinstance(function, dict):
            calls.append(
                ProposedCall(string_of(entry.get("id")), string_of(function.get("name")), function.get("arguments"))
            )
    text = _text(message.get("content")) or _text(message.get("refusal"))
    return _completion(text, calls, string_of(choices[0].get("finish_reason")), answer.get("usage"), retries)


def reports_failure(content: bytes) -> bool:
    """Return whether what is no completion is word of an error, as an object or in plain text."""
    answer = json_object(content)
    choices = dicts(answer.get("choices")) if answer is not None else []
    return answer is not None and any(holder.get("error") for holder in (answer, *choices))


def _older_call(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the one call of a message in the form that came before tools, which some servers still answer in."""
    call = message.get("function_call")
    return [{"index": 0, "function": call}] if isinstance(call, dict) and call.get("name") else []


@dataclass(slots=True)
class _Fragments:
    id: str = ""
    name: str = ""
    texts: list[str] = field(default_factory=list)
    value: Any = None


class Pieces:
    """A streamed completion that is put together; `begun` tells that words or a call have come.

    Pieces of a call belong together by `index`; where a server leaves that out, a new id begins a new call.
    """

    def __init__(self) -> None:
        self.begun = False
        self.finished = False
        self.error: Any = None
        self._texts: list[str] = []
        self._refusals: list[str] = []
        self._calls: dict[Any, _Fragments] = {}
        self._finish_reason = ""
        self._usage: Any = None
        self._seen = False

    def add(self, line: str) -> None:
        """Take one line of the stream; lines that are no data are ignored."""
        if not line.startswith("data:"):
            return
        data = line[5:].strip()
        if data == "[DONE]":
            self.finished = True
            return
        chunk = json_object(data)
        if chunk is None:
            return
        self._note_error(chunk)
        if chunk.get("usage"):
            self._usage = chunk["usage"]
        for choice in dicts(chunk.get("choices"))[:1]:
            self._seen = True
            self._note_error(choice)
            if choice.get("finish_reason"):
                self._finish_reason = string_of(choice["finish_reason"])
                self.finished = True
            delta = choice.get("delta")
            if isinstance(delta, dict):
                self._extend(delta)

    def _note_error(self, holder: dict[str, Any]) -> None:
        """Note an error, which some servers send as an object and others as a text."""
        error = holder.get("error")
        if error or isinstance(error, dict):
            self.error = error

    def _extend(self, delta: dict[str, Any]) -> None:
        self._texts.append(_raw_text(delta.get("content")))
        self._refusals.append(_raw_text(delta.get("refusal")))
        calls = dicts(delta.get("tool_calls"))
        older = delta.get("function_call")
        if not calls and isinstance(older, dict):
            calls = [{"index": 0, "function": older}]
        for entry in calls:
            self._extend_call(entry)
        if calls or self._texts[-1] or self._refusals[-1]:
            self.begun = True

    def _extend_call(self, entry: dict[str, Any]) -> None:
        identifier, index = string_of(entry.get("id")), entry.get("index")
        if not isinstance(index, int):
            known = [key for key, call in self._calls.items() if identifier and call.id == identifier]
            last = next(reversed(self._calls), None)
            index = known[0] if known else last if last is not None and not identifier else len(self._calls)
        call = self._calls.setdefault(index, _Fragments())
        call.id = call.id or identifier
        function = entry.get("function")
        if isinstance(function, dict):
            call.name += string_of(function.get("name"))
            arguments = function.get("arguments")
            if isinstance(arguments, str):
                call.texts.append(arguments)
            elif arguments is not None:
                call.value = arguments

    def completion(self, retries: int) -> Completion | None:
        """Return what has come, or None when no chunk was one of a chat completion."""
        if not self._seen:
            return None
        calls = [
            ProposedCall(call.id, call.name, call.value if call.value is not None else "".join(call.texts))
            for call in self._calls.values()
        ]
        text = spoken("".join(self._texts)) or spoken("".join(self._refusals))
        return _completion(text, calls, self._finish_reason, self._usage, retries)


def _completion(text: str, calls: list[ProposedCall], finish_reason: str, usage: Any, retries: int) -> Completion:
    counts = usage if isinstance(usage, dict) else {}
    of_prompt, of_completion = counts.get("prompt_tokens_details"), counts.get("completion_tokens_details")
    return Completion(
        text=text,
        calls=tuple(calls),
        finish_reason=finish_reason,
        prompt_tokens=count_of(counts.get("prompt_tokens")),
        completion_tokens=count_of(counts.get("completion_tokens")),
        cached_tokens=count_of(of_prompt.get("cached_tokens")) if isinstance(of_prompt, dict) else None,
        reasoning_tokens=count_of(of_completion.get("reasoning_tokens")) if isinstance(of_completion, dict) else None,
        retries=retries,
    )


def dicts(value: Any) -> list[dict[str, Any]]:
    """Return the objects in a list; whatever else stands there is left out."""
    entries = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    return [entry for entry in entries if isinstance(entry, dict)]


def _raw_text(content: Any) -> str:
    """Return the words of a message; some servers send a list of parts, of which only texts are speech."""
    if isinstance(content, list):
        return "".join(string_of(part.get("text")) for part in dicts(content) if part.get("type") == "text")
    return string_of(content)


def _text(content: Any) -> str:
    return spoken(_raw_text(content))


def spoken(text: str) -> str:
    """Return what of a text is speech."""
    return without_thoughts(well_formed(text))


def without_thoughts(text: str) -> str:
    """Return text without what a model thought aloud between `<think>` and `</think>`, finished or not."""
    if "think" not in text.lower():
        return text
    return _THOUGHTS.sub("", _THOUGHTS_BEFORE.sub("", text)).lstrip()


def string_of(value: Any) -> str:
    """Return a string; anything else is an empty one."""
    return value if isinstance(value, str) else ""


def count_of(value: Any) -> int | None:
    """Return a count of 0 or more; anything else, and what no model can have counted, is None."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_COUNTED else None


def well_formed(text: str) -> str:
    """Return text that UTF-8 can carry: paired surrogates joined, lone ones replaced."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
