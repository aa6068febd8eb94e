"""Calls and their results as lines of a log."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.safe_text import many_lines, one_line
from simulator.dashboard.story import Story
from simulator.events import FaultKind, ToolCall, ToolCalled, ToolResult, ToolReturned

MOST_LINES = 60
MOST_CHARACTERS = 4000
_MOST_LAID_OUT = 100_000
_MOST_OF_A_VALUE = 40
_SHORT = 60
_ENCODER = json.JSONEncoder(ensure_ascii=False, default=str)
FAULT_KINDS: Mapping[FaultKind, Phrase] = {
    FaultKind.CHECKED: Phrase("refused by the tool", "도구가 거부함"),
    FaultKind.SILENT: Phrase("refused by the tool", "도구가 거부함"),
    FaultKind.INVALID_ARGUMENTS: Phrase("wrong arguments", "잘못된 인자"),
    FaultKind.UNKNOWN_TOOL: Phrase("no such tool", "없는 도구"),
    FaultKind.REMOVED: Phrase("taken away by the scenario", "시나리오에서 뺀 기능"),
}
_LEFT_OUT = Phrase("… {} more characters left out", "… {}자 생략")
_LINES_LEFT_OUT = Phrase("… {} more lines left out", "… {}줄 생략")


def called_for(story: Story, index: int) -> ToolCall | None:
    """Return the call that the result at `index` answers."""
    event = story.events[index]
    if not isinstance(event, ToolReturned):
        return None
    for other in reversed(story.events[max(index - 50, 0) : index]):
        if isinstance(other, ToolCalled) and other.call.id == event.result.call_id:
            return other.call
    return None


def joined(call: ToolCall) -> str:
    """Return a call on one line, as `open_close_window(window=DRIVER, percentage=50)`; long values are shortened."""
    told = ", ".join(f"{one_line(name)}={_short(value)}" for name, value in call.arguments.items())
    return f"{one_line(call.name)}({told})"


def _short(value: Any) -> str:
    text = one_line(value if isinstance(value, str) else _ENCODER.encode(value))
    return text if len(text) <= _MOST_OF_A_VALUE else text[: _MOST_OF_A_VALUE - 1] + "…"


def fault_line(result: ToolResult, lang: UiLang) -> str:
    """Return what failed and why, on one line."""
    fault = result.fault
    if fault is None:
        return one_line(result.name)
    return f"{one_line(result.name)}: {one_line(fault.message) or FAULT_KINDS[fault.kind].told(lang)}"


def pretty(value: Any, lang: UiLang) -> list[str]:
    """Return a value as indented JSON, or as the plain text it is; huge ones are cut and tell how much is missing."""
    if isinstance(value, str):
        # Much longer ones are shown as they came: laying out what is not shown would only take time.
        if value.lstrip()[:1] in ("{", "[") and len(value) <= _MOST_LAID_OUT:
            with suppress(ValueError, RecursionError):
                return _bounded(_laid_out(json.loads(value)), lang)
        lines = many_lines(value[:MOST_CHARACTERS])
        missing = len(value) - MOST_CHARACTERS
        if len(lines) > MOST_LINES:
            missing = len(value) - sum(map(len, value.split("\n", MOST_LINES)[:MOST_LINES])) - MOST_LINES
        return lines[:MOST_LINES] + ([_LEFT_OUT.told(lang, missing)] if missing > 0 else [])
    return _bounded(_laid_out(value), lang)


def _bounded(lines: list[str], lang: UiLang) -> list[str]:
    kept: list[str] = []
    room = MOST_CHARACTERS
    for line in lines[:MOST_LINES]:
        if len(line) > room:
            return [*kept, *many_lines(line[:room]), _LEFT_OUT.told(lang, sum(map(len, lines[len(kept) :])) - room)]
        kept += many_lines(line)
        room -= len(line)
    missing = len(lines) - MOST_LINES
    return kept if missing <= 0 else [*kept, _LINES_LEFT_OUT.told(lang, missing)]


def _laid_out(value: Any, indent: str = "", name: str = "", end: str = "") -> list[str]:
    """Return JSON that takes a line for what is short, and one for every member of what is long."""
    flat = _ENCODER.encode(value)
    if not isinstance(value, dict | list) or not value or len(indent) + len(name) + len(flat) <= _SHORT:
        return [f"{indent}{name}{flat}{end}"]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    lines = [f"{indent}{name}{opening}"]
    last = len(value) - 1
    members = value.items() if isinstance(value, dict) else (("", item) for item in value)
    for number, (key, item) in enumerate(members):
        label = f"{_ENCODER.encode(str(key))}: " if isinstance(value, dict) else ""
        lines += _laid_out(item, indent + "  ", label, "," if number < last else "")
    return [*lines, f"{indent}{closing}{end}"]
