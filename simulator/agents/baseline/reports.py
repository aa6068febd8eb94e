"""Calls that were made, grouped into what one sentence reports."""

from dataclasses import dataclass, field
from typing import Any

_PLACE = {"open_close_window": "window", "set_reading_light": "position"}


@dataclass(slots=True)
class Deed:
    """One or several calls of a tool that differ only in their seat, and whether they failed."""

    tool: str
    arguments: dict[str, Any]
    places: list[str] = field(default_factory=list)
    failed: bool = False


def deeds(done: list[tuple[str, dict[str, Any], bool]]) -> list[Deed]:
    """Group (tool, arguments, succeeded) of one step; order of first appearance is kept."""
    grouped: list[Deed] = []
    for tool, arguments, succeeded in done:
        place = _PLACE.get(tool)
        rest = {name: value for name, value in arguments.items() if name != place}
        if not succeeded:
            if not any(deed.failed and deed.tool == tool for deed in grouped):
                grouped.append(Deed(tool, arguments, failed=True))
            continue
        same = [deed for deed in grouped if deed.tool == tool and not deed.failed and place and deed.arguments == rest]
        if same:
            same[0].places.append(str(arguments[place or ""]))
        else:
            grouped.append(Deed(tool, rest if place else arguments, [str(arguments[place])] if place else []))
    return grouped
