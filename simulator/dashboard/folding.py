"""Texts folded behind a mark, and pieces that flow from line to line."""

from collections.abc import Iterable

from rich.text import Text

from simulator.dashboard.wrapping import wrapped

FEWEST_CELLS = 8
"""A text that is folded behind a mark keeps at least this much room."""


def folded(mark: Text | str, body: Text | str, width: int, style: str = "") -> list[Text]:
    """Return a text as lines of at most `width` cells, the first behind a mark, the others as far to the right.

    Where the mark leaves too little room, the text begins on a line of its own.
    """
    head = Text(mark) if isinstance(mark, str) else mark
    text = Text(body, style) if isinstance(body, str) else body
    indent = head.cell_len
    if width - indent < FEWEST_CELLS:
        return [*wrapped(head, width), *wrapped(text, width)]
    first, *others = wrapped(text, width - indent)
    return [Text.assemble(head, first), *(Text.assemble(" " * indent, line) for line in others)]


def flowing(pieces: Iterable[Text], width: int, *, gap: str = "  ", indent: str = "") -> list[Text]:
    """Return pieces in as few lines as possible; only a piece that is longer than a line is broken."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and lines[-1].cell_len + len(gap) + piece.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], gap, piece)
        else:
            lines += folded(indent, piece, width)
    return lines
