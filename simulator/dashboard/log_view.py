"""The widget that shows a log, with a line to search it."""

from typing import ClassVar, Self

from textual import on
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from simulator.dashboard.log_scroll import LogScroll
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.spec import Log, Look, Moment
from simulator.dashboard.wrapping import wrapped

__all__ = ["LogView", "wrapped"]

_FOUND = Phrase("{} of {}", "{}/{}건")
_SEARCH = Phrase("search", "검색")
_NEWER = Phrase("▼ newer below (End)", "▼ 아래에 새 항목 (End)")


class LogView(Vertical):
    """Shows the entries of one log up to a moment; entries with details unfold, and `/` searches them.

    It follows the newest entry until somebody looks at older ones. While it is searched only entries that hold the
    words are shown.
    """

    DEFAULT_CSS = """
    LogView { height: 1fr; min-height: 3; padding: 0 1;
        border: round $border-blurred; border-title-color: $accent; }
    LogView:focus-within { border: heavy $accent; }
    LogView .log-search { height: 1; display: none; }
    LogView.-searching .log-search { display: block; }
    LogView .log-search Static { width: auto; }
    LogView .log-search Input { width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", show=False),
        Binding("escape", "leave_search", show=False),
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
        self.lines = LogScroll(log, look)
        self._words = Input(compact=True, placeholder=look.say(_SEARCH))
        self._count = Static(markup=False)

    def compose(self) -> ComposeResult:
        """Lay out the entries and the line below them."""
        yield self.lines
        with Horizontal(classes="log-search"):
            yield Static("/ ", markup=False)
            yield self._words
            yield self._count

    @property
    def searching(self) -> bool:
        """Whether the line to search is open."""
        return self.has_class("-searching")

    @property
    def shown(self) -> int:
        """How many entries are shown."""
        return self.lines.shown

    def show(self, moment: Moment) -> None:
        """Show a moment of a story, which may be another one than before."""
        self.lines.show(moment)

    def restyle(self, look: Look) -> None:
        """Use other styles or another language from now on."""
        self.look = look
        self.border_title = look.say(self.source.title)
        self._words.placeholder = look.say(_SEARCH)
        self.lines.restyle(look)
        self._tell()

    def search(self, words: str) -> int:
        """Show only entries that hold these words; "" shows all. Returns how many are left."""
        self.lines.look_for(words)
        self._tell()
        return self.lines.shown

    def focus(self, scroll_visible: bool = True, **named: bool) -> Self:
        """Give the entries the keyboard."""
        self.lines.focus(scroll_visible)
        return self

    def action_search(self) -> None:
        """Open the line to search, with what was looked for before."""
        self.add_class("-searching")
        self._words.focus()
        self._tell()

    def action_leave_search(self) -> None:
        """Show everything again; without a search the key is left to others."""
        if not self.searching:
            raise SkipAction
        self.remove_class("-searching")
        self._words.value = ""
        self.search("")
        self.lines.focus()

    @on(Input.Changed)
    def _look_for(self, event: Input.Changed) -> None:
        event.stop()
        if self.searching:
            self.search(event.value)

    @on(Input.Submitted)
    def _found(self, event: Input.Submitted) -> None:
        event.stop()
        self.lines.focus()

    @on(LogScroll.Moved)
    def _moved(self, event: LogScroll.Moved) -> None:
        event.stop()
        self._tell()

    @on(LogScroll.Chosen)
    def _chosen(self, event: LogScroll.Chosen) -> None:
        event.stop()
        self.post_message(self.Chosen(event.index))

    def _tell(self) -> None:
        self.border_subtitle = "" if self.lines.following else self.look.say(_NEWER)
        if self.searching:
            self._count.update(f" {self.look.say(_FOUND, self.lines.shown, self.lines.total)}")
