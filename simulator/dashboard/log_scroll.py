"""The scrolling part of a log: only lines on the screen are made, so its length does not matter."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from simulator.dashboard.log_rows import LogRows
from simulator.dashboard.panel_view import SelfFitting, strip_of
from simulator.dashboard.spec import Log, Look, Moment

# A long story is read in pieces, none of which keeps the screen waiting.
_EVENTS_AT_ONCE = 100
_STRIPS_KEPT = 512


class LogScroll(SelfFitting, can_focus=True):
    """Shows the entries of one log up to a moment; it follows the newest one until somebody looks at older ones."""

    DEFAULT_CSS = """
    LogScroll { height: 1fr; overflow-x: hidden; scrollbar-gutter: stable; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "oldest", show=False),
        Binding("end", "follow", show=False),
        Binding("enter,space", "fold", show=False),
        Binding("plus", "fold_all(False)", show=False),
        Binding("minus", "fold_all(True)", show=False),
    ]

    class Chosen(Message):
        """Somebody chose the entry of event number `index`."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class Moved(Message):
        """Other entries are shown, or the newest ones came to be out of sight or back in it."""

    def __init__(self, log: Log, look: Look) -> None:
        super().__init__()
        self.rows = LogRows(log, look)
        self.following = True
        self._position = 0
        self._cursor: int | None = None
        # What a repaint begins with: style, rows that are shown, the one under the cursor, the first line.
        self._painting: tuple[Style, int, int | None, int] = (Style.null(), 0, None, 0)
        self._strips: dict[int, list[Strip]] = {}
        self._drawn_for: tuple[Style, int] | None = None

    @property
    def shown(self) -> int:
        """How many entries belong to the moment and hold what is looked for."""
        return self.rows.shown(self._position)

    @property
    def total(self) -> int:
        """How many entries belong to the moment."""
        return self.rows.of(self._position)

    @property
    def cursor(self) -> int | None:
        """The number of the entry under the cursor among those that are shown; None without a cursor."""
        if self._cursor is None:
            return None
        number = self.rows.shown(self._cursor)
        return number if number < self.shown and self.rows.index(number) == self._cursor else None

    def show(self, moment: Moment) -> None:
        """Show a moment of a story, which may be another one than before."""
        if moment.story is not self.rows.story:
            self.rows.begin(moment.story)
            self._cursor, self.following = None, True
        elif self.rows.read == len(moment.story) and self._position == moment.position:
            return
        self._position = moment.position
        self._take()

    def restyle(self, look: Look) -> None:
        """Use other styles or another language from now on."""
        before, self.rows.look = self.rows.look, look
        if before.lang != look.lang:
            self.rows.reread()
            self.rows.take()
            self._fit()
        elif before != look:
            self.rows.restyle()
            self.refresh()

    def look_for(self, words: str) -> None:
        """Show only entries that hold these words; "" shows all."""
        self.rows.look_for(words)
        self._fit()
        if not self.following and self.cursor is not None:
            self._reveal(self.cursor)

    def _take(self) -> None:
        width = self.scrollable_content_region.width
        if self.rows.story is None or width < 1:
            return
        self.rows.resize(width)
        if self.rows.take(_EVENTS_AT_ONCE):
            self.call_later(self._take)
        self._fit()

    def _fit(self) -> None:
        """Fit the length to the entries that are shown, and stay at the newest one when it is followed."""
        following = self.following
        self.fit(Size(self.rows.width, self.rows.top(self.shown)))
        if following or self.max_scroll_y == 0 or self.scroll_y > self.max_scroll_y:
            self.scroll_to(y=self.max_scroll_y, animate=False, force=True)
            self.following = True
        self.refresh()
        self.post_message(self.Moved())

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a part of the screen; what is the same for all of them is asked for once."""
        self._painting = self.rich_style, self.shown, self.cursor if self.has_focus else None, self.scroll_offset.y
        drawn_for = self._painting[0], self.rows.version
        if drawn_for != self._drawn_for:
            self._strips.clear()
            self._drawn_for = drawn_for
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        style, shown, cursor, seen = self._painting
        line = y + seen
        if line >= self.rows.top(shown):
            return Strip.blank(self.size.width, style)
        number = self.rows.at(line)
        inside = line - self.rows.top(number)
        strip = self._strips_of(number, style)[inside]
        if number == cursor and inside < self.rows.head_height(number):
            return Strip([Segment(segment.text, _reversed(segment.style)) for segment in strip], strip.cell_length)
        return strip

    def _strips_of(self, number: int, style: Style) -> list[Strip]:
        found = self._strips.get(number)
        if found is None:
            if len(self._strips) >= _STRIPS_KEPT:
                self._strips.clear()
            width = self.rows.width
            found = [strip_of(line, width).apply_style(style) for line in self.rows.lines(number)]
            self._strips[number] = found
        return found

    def on_resize(self, event: events.Resize) -> None:
        """Break lines for another width; the entry at the top stays there."""
        width = self.scrollable_content_region.width
        if self.following or width == self.rows.width or not self.shown:
            self._take()
            return
        first = self.rows.at(self.scroll_offset.y)
        self._take()
        self._go_to(self.rows.top(min(first, self.shown)))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Follow the newest entry as long as nobody looks at older ones."""
        super().watch_scroll_y(old_value, new_value)
        self._follow(new_value >= self.max_scroll_y)

    def _follow(self, following: bool) -> None:
        if following != self.following:
            self.following = following
            self.post_message(self.Moved())

    def on_click(self, event: events.Click) -> None:
        """Choose the entry that was clicked; a click on its head folds or unfolds it."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        line = offset.y + self.scroll_offset.y
        if not 0 <= line < self.rows.top(self.shown):
            return
        number = self.rows.at(line)
        self._cursor = self.rows.index(number)
        if line - self.rows.top(number) < self.rows.head_height(number):
            self.action_fold()
        else:
            self.refresh()

    def action_move(self, by: int) -> None:
        """Move the cursor to an entry further up or down; through one that is taller than the screen line by line."""
        shown, view = self.shown, self.scrollable_content_region.height
        if not shown:
            return
        if self.cursor is None:
            number = self.rows.at(min(self.scroll_offset.y + view, self.rows.top(shown)) - 1) if by < 0 else shown - 1
        else:
            top, end = self.rows.top(self.cursor), self.rows.top(self.cursor + 1)
            seen = self.scroll_offset.y
            if (by > 0 and seen <= top < seen + view < end) or (by > 0 and top < seen and seen + view < end):
                self._go_to(min(seen + 1, end - view))
                return
            if by < 0 and top < seen < end:
                self._go_to(seen - 1)
                return
            number = min(max(self.cursor + by, 0), shown - 1)
        self._choose(number)

    def action_page(self, by: int) -> None:
        """Move by one screen, and the cursor with it."""
        view = self.scrollable_content_region.height
        if not self.shown:
            return
        self._go_to(self.scroll_offset.y + by * max(view - 1, 1))
        line = self.scroll_offset.y + (0 if by < 0 else view - 1)
        number = self.rows.at(min(line, self.rows.top(self.shown) - 1))
        self._cursor = self.rows.index(number)
        self._follow(self.scroll_offset.y >= self.max_scroll_y)
        self.refresh()

    def action_oldest(self) -> None:
        """Go to the oldest entry."""
        if self.shown:
            self._choose(0)
            self._go_to(0)

    def action_follow(self) -> None:
        """Go to the newest entry and follow it."""
        self._cursor = None
        self.following = True
        self._fit()

    def action_fold(self) -> None:
        """Fold or unfold the entry under the cursor, and tell that it was chosen."""
        number = self.cursor
        if number is None:
            return
        self.rows.fold(number)
        self._refold(number)
        self.post_message(self.Chosen(self.rows.index(number)))

    def action_fold_all(self, folded: bool) -> None:
        """Fold or unfold every entry."""
        shown = self.shown
        if not shown:
            return
        number = self.cursor
        if number is None:
            number = shown - 1 if self.following else self.rows.at(self.scroll_offset.y)
        self.rows.fold_all(folded)
        self._refold(number)

    def _refold(self, number: int) -> None:
        self.following = False
        self._fit()
        self._reveal(number)
        self._follow(self.scroll_offset.y >= self.max_scroll_y)

    def _choose(self, number: int) -> None:
        self._cursor = self.rows.index(number)
        self._reveal(number)
        self._follow(number == self.shown - 1 and self.scroll_offset.y >= self.max_scroll_y)
        self.refresh()

    def _reveal(self, number: int) -> None:
        """Scroll as little as possible until an entry is seen; of one that is taller than the screen, its beginning."""
        top, end = self.rows.top(number), self.rows.top(number + 1)
        view, seen = self.scrollable_content_region.height, self.scroll_offset.y
        self._go_to(min(top, max(seen, end - view)))

    def _go_to(self, line: int) -> None:
        self.scroll_to(y=min(max(line, 0), self.max_scroll_y), animate=False, force=True)


def _reversed(style: Style | None) -> Style:
    return (style or Style()) + Style(reverse=True)
