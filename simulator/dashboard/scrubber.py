"""The bar under a replay: where one stands, where something happened, and a place to click on."""

from collections import Counter
from collections.abc import Iterable

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from simulator.dashboard.cursor import Cursor, clock
from simulator.dashboard.mark_words import MARKS, mark_style
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.spec import Look
from simulator.dashboard.story import Mark

WHERE = Phrase(
    "turn {turn}/{turns} · event {event}/{events} · {time}", "턴 {turn}/{turns} · 이벤트 {event}/{events} · {time}"
)
PLAYING = Phrase("▶ playing ×{0:g}", "▶ 재생 중 ×{0:g}")
PAUSED = Phrase("■ paused ×{0:g}", "■ 일시 정지 ×{0:g}")
HEIGHT = 3


def cell_of(index: int, count: int, width: int) -> int:
    """Return the cell of a bar that event number `index` of `count` falls on: the first on the first, the last last."""
    return min(max(round(index * (width - 1) / max(count - 1, 1)), 0), width - 1)


def index_of(cell: int, count: int, width: int) -> int:
    """Return the event that a cell of the bar stands for."""
    return min(max(round(cell * (count - 1) / max(width - 1, 1)), 0), max(count - 1, 0))


def told(cursor: Cursor, look: Look) -> str:
    """Return where a reader stands, in words."""
    story = cursor.story
    return look.say(
        WHERE,
        turn=min(story.turn_at(cursor.position) + 1, len(story.turn_starts)),
        turns=len(story.turn_starts),
        event=cursor.position,
        events=len(story),
        time=clock(cursor.at_ms),
    )


def marks_line(marks: Iterable[Mark], count: int, width: int, look: Look) -> Text:
    """Return the letters of marks above where they fall; the worst shows where several fall on one cell."""
    line = Text(" " * width)
    order = list(MARKS)
    for mark in sorted(marks, key=lambda mark: -order.index(mark.kind)):
        cell = cell_of(mark.index, count, width)
        letter = MARKS[mark.kind][0]
        line = Text.assemble(line[:cell], (letter, mark_style(mark.kind, look.palette)), line[cell + 1 :])
    return line


def bar_line(cursor: Cursor, width: int, look: Look) -> Text:
    """Return the bar itself: what has happened is thick, the place is a dot, and turns are ticks where they fit."""
    story = cursor.story
    cells = ["─"] * width
    head = cell_of(cursor.position - 1, len(story), width) if cursor.position else 0
    if len(story.turn_starts) * 3 <= width:
        for start in story.turn_starts:
            if start < len(story):
                cells[cell_of(start, len(story), width)] = "┼"
    for cell in range(head):
        cells[cell] = "╋" if cells[cell] == "┼" else "━"
    line = Text("".join(cells[:head]), style=look.palette.accent)
    line.append("●", style=look.palette.accent)
    line.append("".join(cells[head + 1 :]), style=look.palette.label)
    return line


def legend(marks: Iterable[Mark], look: Look) -> Text:
    """Return how many marks of each kind there are."""
    counted = Counter(mark.kind for mark in marks)
    parts = [
        Text.assemble((letter, mark_style(kind, look.palette)), f" {look.say(word)} {counted[kind]}")
        for kind, (letter, word) in MARKS.items()
        if counted[kind]
    ]
    return Text(" · ").join(parts)


class Scrubber(Widget, can_focus=True):
    """Shows where a replay stands and takes clicks on where it should go."""

    DEFAULT_CSS = f"""
    Scrubber {{ height: {HEIGHT}; padding: 0 1; }}
    """

    class Wanted(Message):
        """Somebody pointed at the moment after `position` events."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self, cursor: Cursor, look: Look) -> None:
        super().__init__(id="scrubber")
        self.look = look
        self._cursor = cursor
        self._status = ""
        self._known: tuple[object, ...] = ()
        self._marks = Text()

    def show(self, status: str) -> None:
        """Show where the cursor is, and what the replay is doing in one word."""
        self._status = status
        self.refresh()

    def render(self) -> Text:
        """Return marks, bar, and the place in words."""
        width = max(self.content_size.width, 1)
        story = self._cursor.story
        known = (len(story.marks), len(story), width, self.look)
        if known != self._known:
            self._known = known
            self._marks = marks_line(story.marks, len(story), width, self.look)
        words = Text.assemble(told(self._cursor, self.look), "  ", (self._status, self.look.palette.label))
        marks = legend(story.marks, self.look)
        if marks and words.cell_len + marks.cell_len + 2 <= width:
            words.append(" " * (width - words.cell_len - marks.cell_len)).append_text(marks)
        words.truncate(width, overflow="ellipsis")
        bar = bar_line(self._cursor, width, self.look)
        if self.has_focus:
            words.stylize(Style(bold=True), 0, len(told(self._cursor, self.look)))
        return Text("\n", no_wrap=True).join((self._marks, bar, words))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go where somebody points, and follow the mouse while it is held."""
        self.capture_mouse()
        self._point(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go."""
        self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse while its button is held."""
        if self.app.mouse_captured is self and event.button:
            self._point(event)

    def _point(self, event: events.MouseEvent) -> None:
        cell = event.get_content_offset_capture(self).x
        count = len(self._cursor.story)
        if count:
            self.post_message(self.Wanted(index_of(cell, count, self.content_size.width) + 1))
