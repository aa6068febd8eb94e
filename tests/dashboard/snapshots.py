"""Screens as text, and texts compared with the ones kept in `snapshots/`.

A changed screen fails with a difference; `DASHTALK_SNAPSHOTS=write` keeps the new one instead.
"""

import os
import unicodedata
from collections.abc import Iterable
from difflib import unified_diff
from itertools import groupby
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import App
from textual.strip import Strip
from textual.widgets import Input, TextArea

PLACE = Path(__file__).parent / "snapshots"
WRITE = "DASHTALK_SNAPSHOTS"


def matches(name: str, text: str) -> None:
    """Compare a text with the one kept under this name; spaces at the ends of lines do not count."""
    kept = PLACE / f"{name}.txt"
    found = "".join(f"{line.rstrip()}\n" for line in text.split("\n")).rstrip("\n") + "\n"
    if os.environ.get(WRITE) == "write":
        PLACE.mkdir(exist_ok=True)
        kept.write_text(found, encoding="utf-8")
        return
    if not kept.is_file():
        raise AssertionError(f"nothing is kept as {kept.name}; {WRITE}=write keeps this:\n{found}")
    wanted = kept.read_text(encoding="utf-8")
    if found != wanted:
        lines = unified_diff(wanted.splitlines(), found.splitlines(), f"{kept.name} (kept)", "now", lineterm="")
        raise AssertionError("\n".join(("", *lines, f"if this is right: {WRITE}=write")))


def columns(character: str) -> int:
    """Return how many columns a terminal gives a character.

    Source: Unicode Standard Annex 11: wide and fullwidth characters take two; marks and format characters take none.
    """
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def checked_line(pieces: Iterable[Segment], width: int, where: str) -> str:
    """Return a line's text; raises AssertionError where it does not take exactly `width` columns on a terminal."""
    text = "".join(piece.text for piece in pieces if not piece.control)
    for character in text:
        assert character.isprintable(), f"{where} holds {character!r}, which a terminal would obey: {text!r}"
        told, real = cell_len(character), columns(character)
        assert told == real, f"{where} holds {character!r}, laid out for {told} columns but {real} wide: {text!r}"
    took = sum(map(columns, text))
    assert took == width, f"{where} takes {took} columns instead of {width}: {text!r}"
    return text


def screen_text(app: App[Any], *, styles: bool = False) -> str:
    """Return what the app shows, line by line, a column per cell; with `styles` also how each cell is coloured.

    Styles come as a letter for each that occurs and runs of them per line: `3 a40 b2` is line 3, 40 cells in style a
    and two in b; lines that look alike are told once. Raises AssertionError where columns do not fit (see
    `checked_line`).
    """
    strips = app.screen._compositor.render_strips()
    width, height = app.size
    assert len(strips) == height, f"the screen has {len(strips)} lines instead of {height}"
    lines = [checked_line(strip, width, f"line {number}") for number, strip in enumerate(strips)]
    return "\n".join([*lines, *(_style_lines(strips) if styles else ())])


def drawn_text(lines: Iterable[Text], width: int) -> str:
    """Return lines that a panel drew; raises AssertionError where one is wider than `width` columns."""
    shown: list[str] = []
    for number, line in enumerate(lines):
        taken = sum(map(columns, line.plain))
        assert taken <= width, f"line {number} takes {taken} columns of {width}: {line.plain!r}"
        shown.append(checked_line([Segment(line.plain)], taken, f"line {number}"))
    return "\n".join(shown)


def _style_lines(strips: list[Strip]) -> list[str]:
    names: dict[str, str] = {}
    rows: list[str] = []
    for strip in strips:
        cells = [(told_style(piece.style), cell_len(piece.text)) for piece in strip]
        runs = ((style, sum(count for _, count in run)) for style, run in groupby(cells, key=lambda cell: cell[0]))
        rows.append(" ".join(f"{names.setdefault(style, _name(len(names)))}{count}" for style, count in runs if count))
    told = ["", "styles", *(f"{name} = {style}" for style, name in names.items())]
    first = 0
    for row, same in groupby(rows):
        count = len(list(same))
        told.append(f"{first if count == 1 else f'{first}-{first + count - 1}'} {row}")
        first += count
    return told


def _name(number: int) -> str:
    more, last = divmod(number, len(ascii_lowercase))
    return (_name(more - 1) if more else "") + ascii_lowercase[last]


def told_style(style: Style | None) -> str:
    """Return colours and attributes of a style in words, without links and what belongs to the mouse."""
    return "plain" if style is None else str(style.update_link(None))


def hold_still(app: App[Any]) -> None:
    """Stop what moves by itself, cursors that blink and animations, so that a picture of the screen is always one."""
    app.animation_level = "none"
    for line in app.screen.query(Input):
        line.cursor_blink = False
    for area in app.screen.query(TextArea):
        area.cursor_blink = False
