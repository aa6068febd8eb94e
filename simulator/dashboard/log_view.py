"""The widget that shows a log: only lines on the screen are made, so its length does not matter."""

from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import ClassVar

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from simulator.dashboard.panel_view import strip_of
from simulator.dashboard.spec import Entry, Log, Look, Moment
from simulator.dashboard.story import Story

_CONSOLE = Console(width=400, color_system="truecolor", legacy_windows=False)
_INDENT = "    "


def wrapped(text: Text, width: int) -> list[Text]:
    """Return a text as lines of at most `width` cells, its own line breaks kept."""
    if text.cell_len <= width and "\n" not in text.plain:
        return [text]
    return list(text.wrap(_CONSOLE, max(width, 2), overflow="fold", no_wrap=False)) or [Text()]


class LogView(ScrollView, can_focus=True):
    """Shows the entries of one log up to a moment; entries with details unfold, and can be searched.

    It follows the newest entry until somebody scrolls up.
    """

    DEFAULT_CSS = """
    LogView { height: 1fr; min-height: 3; border: round $panel; border-title-color: $accent; padding: 0 1; }
    LogView:focus { border: round $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("enter,space", "fold", show=False),
        Binding("plus", "fold_all(False)", show=False),
        Binding("minus", "fold_all(True)", show=False),
        Binding("end", "follow", show=False),
    ]

    class Chosen(Message):
        """Somebody chose the entry of event number `index`."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, log: Log, look: Look) -> None:
        super().__init__(id=f"log-{log.key}")
        self.source = log
        self.look = look
        self.border_title = look.say(log.title)
        self._story: Story | None = None
        self._position = 0
        self._read = 0
        self._indices: list[int] = []
        self._entries: list[Entry] = []
        self._heights: list[int] = []
        # The first line of every entry, and at the end how many lines there are.
        self._tops: list[int] = [0]
        self._open: set[int] = set()
        self._cursor: int | None = None
        self._width = 0
        self._wanted = ""
        self._following = True
        self._lines = lru_cache(maxsize=512)(self._made)

    def show(self, moment: Moment) -> None:
        """Show a moment of a story, which may be another one than before."""
        if moment.story is not self._story:
            self._forget(moment.story)
        if self._read == len(moment.story) and self._position == moment.position:
            return
        self._position = moment.position
        self._take()

    def restyle(self, look: Look) -> None:
        """Use other styles or another language from now on."""
        if look != self.look and self._story is not None:
            self.look = look
            self._forget(self._story, keep=True)
            self._take()
        self.look = look
        self.border_title = look.say(self.source.title)

    def search(self, words: str) -> int:
        """Show only entries that hold these words; "" shows all. Returns how many are left."""
        self._wanted = words.casefold()
        if self._story is not None:
            self._forget(self._story, keep=True)
            self._take()
        return len(self._entries)

    def _forget(self, story: Story, *, keep: bool = False) -> None:
        self._story = story
        self._read = 0
        self._indices, self._entries, self._heights, self._tops = [], [], [], [0]
        if not keep:
            self._open.clear()
            self._cursor = None
            self._following = True
        self._lines.cache_clear()

    def _take(self) -> None:
        """Read the events that are new, and show as many entries as belong to the moment."""
        story, width = self._story, self.scrollable_content_region.width
        if story is None or width < 2:
            return
        if width != self._width:
            self._width = width
            self._lines.cache_clear()
            self._measure(0)
        for index in range(self._read, len(story)):
            entry = self.source.entry(story, index, self.look)
            if entry is not None and (not self._wanted or self._wanted in entry.plain.casefold()):
                self._indices.append(index)
                self._entries.append(entry)
        self._read = len(story)
        self._measure(len(self._heights))
        self._fit()

    def _measure(self, first: int) -> None:
        del self._heights[first:]
        del self._tops[first + 1 :]
        for number in range(first, len(self._entries)):
            self._heights.append(len(self._made(number)))
            self._tops.append(self._tops[-1] + self._heights[-1])

    @property
    def shown(self) -> int:
        """How many entries belong to the moment."""
        return bisect_left(self._indices, self._position)

    def _fit(self) -> None:
        self.virtual_size = Size(self._width, self._tops[self.shown])
        if self._following:
            self.scroll_end(animate=False, immediate=True, force=True, x_axis=False)
        self.refresh()

    def _made(self, number: int) -> list[Text]:
        entry, index = self._entries[number], self._indices[number]
        head = entry.head
        if entry.details:
            head = Text.assemble("▾ " if index in self._open else "▸ ", head)
        lines = wrapped(head, self._width)
        if index in self._open:
            for detail in entry.details:
                lines += [Text.assemble(_INDENT, line) for line in wrapped(detail, self._width - len(_INDENT))]
        return lines

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        line = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        shown = self.shown
        if line >= self._tops[shown]:
            return Strip.blank(width, self.rich_style)
        number = bisect_right(self._tops, line, 0, shown + 1) - 1
        strip = strip_of(self._lines(number)[line - self._tops[number]], width).apply_style(self.rich_style)
        if self.has_focus and number == self._cursor:
            return Strip([Segment(segment.text, _reversed(segment.style)) for segment in strip], width)
        return strip

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew for another width."""
        self._take()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Follow the newest entry as long as nobody looks at older ones."""
        super().watch_scroll_y(old_value, new_value)
        self._following = new_value >= self.max_scroll_y

    def on_click(self, event: events.Click) -> None:
        """Choose the entry that was clicked, and fold or unfold it."""
        line = int(event.get_content_offset_capture(self).y + self.scroll_offset.y)
        if 0 <= line < self._tops[self.shown]:
            self._cursor = bisect_right(self._tops, line, 0, self.shown + 1) - 1
            self.action_fold()

    def action_move(self, by: int) -> None:
        """Move the cursor to an entry further up or down."""
        if not self.shown:
            return
        start = self.shown if self._cursor is None else self._cursor
        self._cursor = min(max(start + by, 0), self.shown - 1)
        top, height = self._tops[self._cursor], self._heights[self._cursor]
        view = self.scrollable_content_region.height
        if top < self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, immediate=True)
        elif top + height > self.scroll_offset.y + view:
            self.scroll_to(y=top + height - view, animate=False, immediate=True)
        self.refresh()

    def action_fold(self) -> None:
        """Fold or unfold the entry under the cursor, and tell that it was chosen."""
        if self._cursor is None or self._cursor >= self.shown:
            return
        index = self._indices[self._cursor]
        self._open ^= {index}
        self._refold(self._cursor)
        self.post_message(self.Chosen(index))

    def action_fold_all(self, fold: bool) -> None:
        """Fold or unfold every entry."""
        self._open = set() if fold else set(self._indices)
        self._refold(0)

    def _refold(self, first: int) -> None:
        self._lines.cache_clear()
        self._measure(first)
        following, self._following = self._following, False
        self._fit()
        self._following = following

    def action_follow(self) -> None:
        """Go to the newest entry and follow it."""
        self._following = True
        self._fit()


def _reversed(style: Style | None) -> Style:
    return (style or Style()) + Style(reverse=True)
