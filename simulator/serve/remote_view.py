"""What an evaluator tells a remote assistant, read as the view our own assistants work from."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from simulator.agents.prompt import WORDINGS
from simulator.agents.spec import CallRequest
from simulator.channel import Locale
from simulator.events import SpeechLevel, ToolCall
from simulator.language.hangul import has_hangul
from simulator.limits import LONGEST_SPEECH
from simulator.tools.toolset import person_tools
from simulator.trajectory import (
    AssistantCalled,
    AssistantSaid,
    AssistantView,
    DriverSaid,
    Message,
    OfferedTool,
    ToolReplied,
)

_CLOCK = ("year", "month", "day", "hour", "minute")


class Conversation:
    """One evaluator's session as far as it has been told to us.

    The place and the time are the first JSON objects of that shape in the system prompt; without them the place is
    unknown and the time is this machine's. The language is Korean when the driver or the prompt writes Hangul.
    Raises ValueError when the first message is none.
    Source: the message forms of the CAR-bench competition kit.
    """

    def __init__(self, text: str, tools: Sequence[Any]) -> None:
        # From the right: the prompt itself may hold such a line.
        prompt, mark, words = text.rpartition("\n\nUser: ")
        if not mark or not prompt.startswith("System: "):
            raise ValueError("the first message of a context must read 'System: …', an empty line and 'User: …'")
        prompt, earlier = _earlier(prompt.removeprefix("System: "))
        self._locale: Locale = "ko" if has_hangul(words) or has_hangul(prompt) else "en"
        self._level = _speech_level(prompt, self._locale)
        objects = list(_objects(prompt))
        self._location = next((found for found in objects if {"id", "name", "position"} <= set(found)), {})
        self._now = _time(objects)
        self._tools = tuple(_offered(tool) for tool in tools)
        self._asked: tuple[CallRequest, ...] = ()
        self._number = 0
        self._messages: list[Message] = earlier
        self.heard(words)

    def heard(self, words: str) -> None:
        """Add the driver's words, of very long ones the beginning; the evaluator writes `none` for silence."""
        words = words[:LONGEST_SPEECH].strip()
        self._messages.append(DriverSaid("" if words == "none" else words))

    def answered(self, results: Sequence[Any]) -> None:
        """Add the tools' answers to the calls of the last message; raises ValueError when they do not belong there."""
        if len(results) != len(self._asked) or not all(isinstance(result, dict) for result in results):
            raise ValueError(f"{len(results)} tool results for {len(self._asked)} calls")
        calls: list[ToolCall] = []
        answers: list[Message] = []
        for request, result in zip(self._asked, results, strict=True):
            identifier = f"call-{self._number}-{len(calls)}"
            calls.append(ToolCall(id=identifier, name=request.name, arguments=request.arguments, actor="assistant"))
            answers.append(ToolReplied(identifier, request.name, str(result.get("content", ""))))
        self._messages += [AssistantCalled(tuple(calls)), *answers]
        self._asked = ()
        self._number += 1

    def asked(self, calls: tuple[CallRequest, ...]) -> None:
        """Keep the assistant's calls until their answers come."""
        self._asked = calls

    def said(self, speech: str) -> None:
        """Add the assistant's speech."""
        self._messages.append(AssistantSaid(speech))

    @property
    def locale(self) -> Locale:
        """The language of the conversation."""
        return self._locale

    def view(self) -> AssistantView:
        """Return everything told so far."""
        return AssistantView(
            locale=self._locale,
            speech_level=self._level,
            tools=self._tools,
            location=self._location,
            now=self._now or datetime.now().replace(second=0, microsecond=0),
            messages=tuple(self._messages),
        )


def _offered(tool: Any) -> OfferedTool:
    function = tool.get("function", tool) if isinstance(tool, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise ValueError("a tool is not in the form {'type': 'function', 'function': {'name', …}}")
    name, description = function["name"], str(function.get("description", ""))
    known = person_tools().get(name)
    return OfferedTool(
        name,
        description,
        _whole(function.get("parameters") or {}),
        known.effect if known else "none",
        description.startswith("REQUIRES_CONFIRMATION") or (known is not None and known.requires_confirmation),
    )


def _whole(value: Any) -> Any:
    """Return a schema with the whole numbers the protocol made floats of."""
    if isinstance(value, dict):
        return {name: _whole(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_whole(entry) for entry in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _objects(text: str) -> Iterator[dict[str, Any]]:
    decoder = json.JSONDecoder()
    start = text.find("{")
    while start >= 0:
        try:
            found, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            if isinstance(found, dict):
                yield found
        start = text.find("{", end)


def _time(objects: Iterable[dict[str, Any]]) -> datetime | None:
    for found in objects:
        if set(_CLOCK) <= set(found):
            try:
                year, month, day, hour, minute = (int(found[name]) for name in _CLOCK)
                return datetime(year, month, day, hour, minute)
            except (TypeError, ValueError, OverflowError):
                continue
    return None


def _speech_level(prompt: str, locale: Locale) -> SpeechLevel | None:
    for level, sentences in WORDINGS[locale].levels.items():
        if level is not None and sentences and all(sentence in prompt for sentence in sentences):
            return level
    return None


def _earlier(text: str) -> tuple[str, list[Message]]:
    """Split what was said before the session began off the end of a system prompt, where it stands in full pairs."""
    found: list[Message] = []
    while True:
        rest, mark, said = text.rpartition("\n\nAssistant: ")
        prompt, asked, heard = rest.rpartition("\n\nUser: ")
        if not mark or not asked:
            return text, found
        found[:0] = [DriverSaid(heard[:LONGEST_SPEECH], given=True), AssistantSaid(said[:LONGEST_SPEECH], given=True)]
        text = prompt
