"""A sheet of character cells that is written on in any order and read as lines."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

PLAIN = Style.null()
Piece = tuple[str, Style]
# The right half of a wide character: no text of its own.
_HALF = ""
_BLANK = " ", PLAIN


@lru_cache(maxsize=1024)
def clickable(style: str, control: str = "") -> Style:
    """Return a style under which a click opens a control; "" opens none."""
    shown = Style.parse(style)
    return shown + Style(meta={"@click": f"screen.hand({control!r})"}) if control else shown


def width_of(pieces: Sequence[Piece]) -> int:
    """Return how many cells pieces take."""
    return sum(cell_len(text) for text, _ in pieces)


def clipped(pieces: Sequence[Piece], width: int) -> list[Piece]:
    """Return pieces that take at most `width` cells; what is left out is marked by an ellipsis."""
    if width_of(pieces) <= width:
        return list(pieces)
    line = Text.assemble(*pieces, end="")
    line.truncate(max(width, 0), overflow="ellipsis")
    return [(line.plain, pieces[-1][1])]


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[tuple[str, int], ...]:
    return tuple((character, cell_len(character)) for character in text)


class Sheet:
    """Rows of cells; what would lie outside of them is not written, and no wide character is ever cut in half."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: list[list[Piece]] = [[_BLANK] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> int:
        """Write a text from a cell on; returns the cell after it."""
        if not 0 <= y < self.height:
            return x + cell_len(text)
        row = self._cells[y]
        for character, taken in _split(text):
            if taken and x >= 0 and x + taken <= self.width:
                self._free(row, x)
                self._free(row, x + taken - 1)
                row[x] = character, style
                if taken == 2:
                    row[x + 1] = _HALF, style
            x += taken
        return x

    def _free(self, row: list[Piece], x: int) -> None:
        """Blank the other half of a wide character that is about to lose one."""
        if row[x][0] == _HALF:
            row[x - 1] = _BLANK
        elif x + 1 < self.width and row[x + 1][0] == _HALF:
            row[x + 1] = _BLANK

    def left(self, x: int, y: int, pieces: Sequence[Piece], room: int) -> None:
        """Write pieces from a cell on, within `room` cells."""
        for text, style in clipped(pieces, room):
            x = self.put(x, y, text, style)

    def right(self, x: int, y: int, pieces: Sequence[Piece], room: int) -> None:
        """Write pieces so that they end before cell `x + room`."""
        kept = clipped(pieces, room)
        self.left(x + room - width_of(kept), y, kept, room)

    def centred(self, x: int, y: int, pieces: Sequence[Piece], room: int) -> None:
        """Write pieces in the middle of `room` cells."""
        kept = clipped(pieces, room)
        self.left(x + (room - width_of(kept)) // 2, y, kept, room)

    def lines(self) -> list[Text]:
        """Return the rows as texts, without the spaces at their ends."""
        return [_line(row) for row in self._cells]


def _line(row: list[Piece]) -> Text:
    end = len(row)
    while end and row[end - 1] == _BLANK:
        end -= 1
    line = Text(end="")
    # Styles come from a cache: those that are alike are one, which is quicker to see than that they are equal.
    for _, run in groupby(row[:end], key=lambda cell: id(cell[1])):
        cells = list(run)
        line.append("".join([text for text, _ in cells]), cells[0][1])
    return line
