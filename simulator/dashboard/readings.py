"""Readings of single variables: the value in words, how it was when the turn began, and lines that keep their width."""

from collections.abc import Callable, Iterable
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from simulator.dashboard.phrases import Phrase
from simulator.dashboard.spec import Look, Moment
from simulator.dashboard.wrapping import wrapped
from simulator.vehicle.change import Change

ON = Phrase("on", "켜짐")
OFF = Phrase("off", "꺼짐")
_HOURS = Phrase("{}:{:02d} h", "{}시간 {}분")
_MINUTES = Phrase("0:{:02d} h", "{}분")
LEAST_WIDTH = 20
"""Narrower than this nothing is drawn; what sticks out is cut off by the view."""
FULL, EMPTY = "▰", "▱"
_GAP = "  "


def fitted(text: Text, width: int) -> Text:
    """Return a line of at most `width` cells; what is left out is marked by an ellipsis, no wide letter is halved."""
    if text.cell_len > width:
        text = text.copy()
        text.truncate(width, overflow="ellipsis")
    return text


def padded(text: Text, width: int) -> Text:
    """Return a line of exactly `width` cells."""
    line = fitted(text, width).copy()
    line.append(" " * (width - line.cell_len))
    return line


def flowed(pieces: Iterable[Text], width: int, *, gap: str = _GAP, indent: str = "") -> list[Text]:
    """Return pieces in as few lines as possible; only a piece longer than a line is broken, between its words."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and lines[-1].cell_len + cell_len(gap) + piece.cell_len <= width:
            lines[-1].append(gap).append_text(piece)
            continue
        for line in wrapped(piece, width - cell_len(indent)):
            lines.append(Text(indent).append_text(line))
    return lines


def columns(left: Text, right: Text, width: int) -> list[Text]:
    """Return two texts side by side, the right one from the middle on, or below each other where one is too long."""
    half = width // 2
    if left.cell_len < half and right.cell_len <= width - half:
        return [padded(left, half).append_text(right)]
    if left.cell_len + len(_GAP) + right.cell_len <= width:
        return [left.copy().append(_GAP).append_text(right)]
    return flowed([left, right], width)


def touching(moment: Moment, *parts: str) -> tuple[tuple[Change, ...], frozenset[str]]:
    """Return what changed in the turn, and what is flashing, in some parts of the car."""
    starts = tuple(f"{part}." for part in parts)
    changed = tuple(change for path, change in moment.changed.items() if path.startswith(starts))
    return changed, frozenset(path for path in moment.flashing if path.startswith(starts))


def emphasis(moment: Moment, look: Look, *paths: str) -> str:
    """Return the style of what these variables tell: "" when none of them changed in this turn."""
    if not moment.flashing.isdisjoint(paths):
        return look.palette.flash
    return look.palette.changed if any(path in moment.changed for path in paths) else ""


def before(moment: Moment, path: str) -> Any:
    """Return the value of a variable when the turn began."""
    change = moment.changed.get(path)
    if change is not None:
        return change.before
    part, variable = path.split(".", 1)
    return getattr(getattr(moment.state, part), variable)


def transition(was: str, now: str, style: str, look: Look) -> Text:
    """Return old → new, or only the value where both read the same."""
    value = Text()
    if was != now:
        value.append(was, look.palette.label).append(" → ", look.palette.label)
    return value.append(now, style)


def reading(
    moment: Moment,
    path: str,
    look: Look,
    words: Callable[[Any], str],
    *,
    brief: Callable[[Any], str] | None = None,
    style: str = "",
    unit: str = "",
) -> Text:
    """Return a variable in words, old → new when it changed in this turn; the unit is told once.

    `brief` tells the old value in fewer words; `style` is that of a value that did not change.
    """
    part, variable = path.split(".", 1)
    now, was = words(getattr(getattr(moment.state, part), variable)), before(moment, path)
    then = now + unit if words(was) == now else (brief or words)(was)
    return transition(then, now + unit, emphasis(moment, look, path) or style or look.palette.text, look)


def labelled(label: str, value: Text, look: Look) -> Text:
    """Return a value behind its name."""
    return Text.assemble((label, look.palette.label), " ", value)


def switch(look: Look) -> Callable[[Any], str]:
    """Return how a switch is told: a mark and a word, so that neither depends on colour."""
    return lambda on: f"● {look.say(ON)}" if on else f"○ {look.say(OFF)}"


def bar(level: int, most: int) -> str:
    """Return a level as a row of full and empty marks."""
    return FULL * level + EMPTY * (most - level)


def level_of(look: Look, most: int) -> Callable[[Any], str]:
    """Return how a level from 0 (off) to `most` is told in a word."""
    return lambda level: f"{level}/{most}" if level else look.say(OFF)


def levels(look: Look, most: int) -> Callable[[Any], str]:
    """Return how a level from 0 (off) to `most` is told as a bar and a number."""
    word = level_of(look, most)
    return lambda level: f"{bar(level, most)} {word(level)}"


def duration(minutes: int, look: Look) -> str:
    """Return minutes as hours and minutes."""
    hours, rest = divmod(minutes, 60)
    return look.say(_HOURS, hours, rest) if hours else look.say(_MINUTES, rest)
