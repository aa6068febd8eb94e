"""Texts broken into lines by words; a word that is longer than a line is broken between its characters."""

import re

from rich.cells import cell_len, chop_cells
from rich.text import Text

_WORD = re.compile(r"\S+\s*|\s+")
_NARROWEST = 2


def breaks(plain: str, width: int, hang: int = 0) -> list[int]:
    """Return where the second and every further line of a text begins; all but the first have `hang` cells less.

    Widths are cells; no wide character is cut in half. White space at the end of a line takes no room.
    """
    room, later = max(width, _NARROWEST), max(width - hang, _NARROWEST)
    if cell_len(plain) <= room:
        return []
    found: list[int] = []
    used = 0
    for match in _WORD.finditer(plain):
        token, start = match.group(), match.start()
        word = token.rstrip()
        size = cell_len(word)
        if used and used + size > room:
            found.append(start)
            used, room = 0, later
        while size > room:
            # Enough of the word for a line, however many combining marks it has; never all of a huge one.
            piece = chop_cells(word[: 4 * room + 16], room)[0] or word[0]
            start += len(piece)
            word = word[len(piece) :]
            size -= cell_len(piece)
            found.append(start)
            room = later
        used += size + cell_len(token[len(token.rstrip()) :])
    return found


def hang_of(plain: str, width: int) -> int:
    """Return how far further lines are set in: two cells more than the first one, a third of the width at most."""
    return min(len(plain) - len(plain.lstrip()) + 2, max(width // 3, 0))


def line_count(plain: str, width: int, *, hanging: bool = False) -> int:
    """Return how many lines `wrapped` makes of a text."""
    if "\n" not in plain:
        return len(breaks(plain, width, hang_of(plain, width) if hanging else 0)) + 1
    return sum(line_count(line, width, hanging=hanging) for line in plain.split("\n"))


def wrapped(text: Text, width: int, *, hanging: bool = False) -> list[Text]:
    """Return a text as lines of at most `width` cells, its own line breaks kept; `hanging` sets further lines in."""
    if "\n" in text.plain:
        return [line for part in text.split("\n", allow_blank=True) for line in wrapped(part, width, hanging=hanging)]
    hang = hang_of(text.plain, width) if hanging else 0
    ends = breaks(text.plain, width, hang)
    if not ends:
        return [text]
    first, *others = text.divide(ends)
    for line in (first, *others):
        line.rstrip()
    return [first, *(Text.assemble(" " * hang, line) if hang else line for line in others)]
