"""The entries of a log as lines: where each begins at a width, which of them hold the words that are looked for."""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from rich.cells import cell_len
from rich.text import Text

from simulator.dashboard.spec import Entry, Log, Look
from simulator.dashboard.story import Story
from simulator.dashboard.wrapping import line_count, wrapped

_GUTTER = 2
_INDENT = 4
_FOUND = "underline"


@dataclass(slots=True)
class Row:
    """What is kept of an entry: its event, its head, its words in lower case, and how many lines it takes at a width.

    Details are made again when they are shown, so that a long story takes little memory, and so is the head under
    other styles. `widest` is the widest of the details in cells.
    """

    index: int
    head: str
    cells: int
    details: int
    widest: int
    words: str
    width: int = 0
    head_lines: int = 1
    detail_lines: int = 0
    styled: Text | None = None


def _row(index: int, entry: Entry) -> Row:
    head, details = entry.head.plain, [detail.plain for detail in entry.details]
    widest = max(map(cell_len, details), default=0)
    words = "\n".join((head, *details)).casefold()
    return Row(index, head, cell_len(head), len(details), widest, words, styled=entry.head)


class LogRows:
    """The rows of one story in one log.

    Rows are numbered from 0 among those that hold the words that are looked for, lines from 0 at the first of them.
    `version` counts how often lines that were made before ceased to hold.
    """

    def __init__(self, log: Log, look: Look) -> None:
        self._log = log
        self.look = look
        self.story: Story | None = None
        self.width = 0
        self.wanted = ""
        self.open: set[int] = set()
        self.read = 0
        self.version = 0
        self._all: list[Row] = []
        self._kept: list[Row] = []
        self._heights: list[int] = []
        self._tops: list[int] = [0]
        self._entry = lru_cache(maxsize=256)(self._make_entry)
        self.lines = lru_cache(maxsize=256)(self._make_lines)

    def begin(self, story: Story) -> None:
        """Forget everything and turn to a story."""
        self.story = story
        self.open.clear()
        self.reread()

    def reread(self) -> None:
        """Forget what was read, for another language; what is unfolded or looked for stays so."""
        self.read = 0
        self._all, self._kept, self._heights, self._tops = [], [], [], [0]
        self.restyle()

    def restyle(self) -> None:
        """Make lines anew, for other styles."""
        for row in self._all:
            row.styled = None
        self._entry.cache_clear()
        self._forget_lines()

    def take(self, most: int | None = None) -> bool:
        """Read the events that are new, at most so many; tells whether any are left."""
        if self.story is None:
            return False
        end = len(self.story) if most is None else min(len(self.story), self.read + most)
        for index in range(self.read, end):
            entry = self._log.entry(self.story, index, self.look)
            if entry is None:
                continue
            row = _row(index, entry)
            self._all.append(row)
            if self.wanted in row.words:
                self._kept.append(row)
                self._heights.append(self._height(row))
                self._tops.append(self._tops[-1] + self._heights[-1])
        self.read = end
        return end < len(self.story)

    def look_for(self, words: str) -> None:
        """Keep only entries that hold these words, in whatever case; "" keeps all."""
        wanted = unicodedata.normalize("NFC", words).casefold()
        if wanted == self.wanted:
            return
        # What holds more letters is among what holds fewer.
        among = self._kept if self.wanted and self.wanted in wanted else self._all
        self.wanted = wanted
        self._kept = [row for row in among if wanted in row.words]
        self.measure()

    def resize(self, width: int) -> None:
        """Break lines for another width in cells."""
        if width != self.width:
            self.width = width
            self.measure()

    def measure(self) -> None:
        """Count the lines of every row again."""
        self._forget_lines()
        self._heights = [self._height(row) for row in self._kept]
        self._tops = [0, *accumulate(self._heights)]

    def fold(self, number: int) -> None:
        """Unfold a row, or fold it again."""
        row = self._kept[number]
        if row.details:
            self.open ^= {row.index}
            self._forget_lines()
            self._heights[number] = self._height(row)
            self._tops[number + 1 :] = list(accumulate(self._heights[number:], initial=self._tops[number]))[1:]

    def fold_all(self, folded: bool) -> None:
        """Fold or unfold all rows that are kept."""
        self.open = set() if folded else {row.index for row in self._kept if row.details}
        self.measure()

    def shown(self, position: int) -> int:
        """Return how many rows belong to the first `position` events."""
        return bisect_left(self._kept, position, key=lambda row: row.index)

    def of(self, position: int) -> int:
        """Return how many rows belong to the first `position` events, whatever is looked for."""
        return bisect_left(self._all, position, key=lambda row: row.index)

    def index(self, number: int) -> int:
        """Return the event that a row belongs to."""
        return self._kept[number].index

    def top(self, number: int) -> int:
        """Return the first line of a row; of the one after the last, how many lines there are."""
        return self._tops[number]

    def head_height(self, number: int) -> int:
        """Return how many lines the head of a row takes."""
        return self._kept[number].head_lines

    def at(self, line: int) -> int:
        """Return the row that a line belongs to."""
        return bisect_right(self._tops, line) - 1

    def _height(self, row: Row) -> int:
        if row.width != self.width:
            width = self.width - _GUTTER
            short = row.cells <= width and "\n" not in row.head
            row.head_lines = 1 if short else line_count(row.head, width, hanging=True)
            row.width, row.detail_lines = self.width, 0
        if row.index not in self.open:
            return row.head_lines
        if not row.detail_lines:
            width = self.width - _INDENT
            row.detail_lines = (
                row.details
                if row.widest <= width
                else sum(line_count(detail.plain, width, hanging=True) for detail in self._entry(row.index).details)
            )
        return row.head_lines + row.detail_lines

    def _forget_lines(self) -> None:
        self.version += 1
        self.lines.cache_clear()

    def _make_entry(self, index: int) -> Entry:
        entry = None if self.story is None else self._log.entry(self.story, index, self.look)
        return Entry(Text()) if entry is None else entry

    def _make_lines(self, number: int) -> list[Text]:
        row = self._kept[number]
        is_open = row.index in self.open
        if row.styled is None:
            row.styled = self._entry(row.index).head
        mark = ("▾ " if is_open else "▸ ") if row.details else "  "
        first, *others = wrapped(self._marked(row.styled), self.width - _GUTTER, hanging=True)
        lines = [Text.assemble(mark, first), *(Text.assemble(" " * _GUTTER, line) for line in others)]
        if is_open:
            for detail in self._entry(row.index).details:
                made = wrapped(self._marked(detail), self.width - _INDENT, hanging=True)
                lines += [Text.assemble(" " * _INDENT, line) for line in made]
        return lines

    def _marked(self, text: Text) -> Text:
        if not self.wanted:
            return text
        marked = text.copy()
        marked.highlight_regex(re.compile(re.escape(self.wanted), re.IGNORECASE), _FOUND)
        return marked
