"""A picture of the screen as SVG, every character on its own columns whatever fonts the viewer has."""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from typing import Any

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME
from textual.app import App

# In pixels of the picture; the ratios are those of common fonts, whose boxes then join without gaps.
CELL_WIDTH, CELL_HEIGHT, FONT_SIZE, BASELINE = 9.6, 19.0, 16.0, 14.6
FONTS = (
    "'DejaVu Sans Mono','Noto Sans Mono',Menlo,Consolas,'Noto Sans Mono CJK KR','Noto Sans CJK KR',D2Coding,monospace"
)


def svg(app: App[Any], title: str) -> str:
    """Return the app's screen as an SVG document that loads nothing from elsewhere."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    ground = _hex(app.screen.background_colors[1].rich_color, foreground=False)
    body = "".join("".join(_line(line, row, ground)) for row, line in enumerate(lines))
    pixels = f"{width * CELL_WIDTH:g} {height * CELL_HEIGHT:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {pixels}" role="img" aria-label="{escape(title)}"'
        f' font-family="{FONTS}" font-size="{FONT_SIZE:g}">\n<title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" fill="{ground}"/>\n{body}</svg>\n'
    )


def _line(pieces: Iterable[Segment], row: int, ground: str) -> Iterator[str]:
    top = row * CELL_HEIGHT
    column = 0
    for piece in pieces:
        cells = cell_len(piece.text)
        style = piece.style or Style()
        ink, paper = _inks(style, ground)
        if paper != ground:
            yield (
                f'<rect x="{column * CELL_WIDTH:g}" y="{top:g}" width="{cells * CELL_WIDTH:g}"'
                f' height="{CELL_HEIGHT:g}" fill="{paper}"/>\n'
            )
        for text in _runs(piece.text):
            wide = cell_len(text)
            if text.strip():
                yield (
                    f'<text {_place(text, column)} y="{top + BASELINE:g}" fill="{ink}"{_manner(style)}'
                    f' xml:space="preserve">{escape(text, quote=False)}</text>\n'
                )
            column += wide


def _runs(text: str) -> Iterator[str]:
    """Split a text where spaces, letters of common fonts, wide characters and all others meet."""
    return ("".join(run) for _, run in groupby(text, key=_kind))


def _place(text: str, column: int) -> str:
    """Return where a run stands: letters by the width of all, every other character by a place of its own."""
    if _kind(text[0]) == "letter":
        return f'x="{column * CELL_WIDTH:g}" textLength="{len(text) * CELL_WIDTH:g}"'
    inset = (2 * CELL_WIDTH - FONT_SIZE) / 2 if _kind(text[0]) == "wide" else 0
    places: list[str] = []
    for character in text:
        places.append(f"{round(column * CELL_WIDTH + inset, 1):g}" if cell_len(character) else places[-1])
        column += cell_len(character)
    return f'x="{" ".join(places)}"'


def _kind(character: str) -> str:
    if character == " ":
        return "space"
    if character.isascii():
        return "letter"
    return "wide" if cell_len(character) == 2 else "single"


def _manner(style: Style) -> str:
    weight = ' font-weight="bold"' if style.bold else ""
    slant = ' font-style="italic"' if style.italic else ""
    under = ' text-decoration="underline"' if style.underline else ""
    return weight + slant + under + (' opacity="0.66"' if style.dim else "")


def _inks(style: Style, ground: str) -> tuple[str, str]:
    ink = _hex(style.color, foreground=True) if style.color else "#eeeeee"
    paper = _hex(style.bgcolor, foreground=False) if style.bgcolor and not style.bgcolor.is_default else ground
    return (paper, ink) if style.reverse else (ink, paper)


def _hex(color: Color, *, foreground: bool) -> str:
    return color.get_truecolor(SVG_EXPORT_THEME, foreground=foreground).hex
