"""Screens that are a table to choose from: filtered, searched, and with a pane about the row under the cursor."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.coordinate import Coordinate
from textual.timer import Timer
from textual.widgets import DataTable, Input, Static

from simulator.dashboard.column_fit import column_widths
from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.fetching import fetched
from simulator.dashboard.filter_bar import Choice, FilterBar
from simulator.dashboard.key_line import KeyLine
from simulator.dashboard.keys import KeyScreen, key
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import fitted
from simulator.dashboard.spec import Look

Row = TypeVar("Row")
# Tables longer than this take too long to be filled after every letter.
MANY, TYPING_S = 300, 0.15
CURSOR = "▶ "
LOADING = Phrase("loading …", "불러오는 중 …")
NOTHING = Phrase("Nothing to show here yet.", "아직 표시할 항목이 없습니다.")
TABLE_KEYS: tuple[BindingType, ...] = (
    key("slash", "search", Phrase("Search", "검색"), shown="/"),
    key("f5", "reload", Phrase("Reload", "새로 고침"), shown="F5"),
    key("escape,q", "leave", Phrase("Back", "뒤로"), shown="Esc"),
)
"""The keys of every table; they stand behind the screen's own in the footer."""
NOTHING_LEFT = Phrase("Nothing fits the filters.", "조건에 맞는 항목이 없습니다.")


class TableScreen(KeyScreen, Generic[Row]):
    """Loads rows, shows those that the filters keep, and does something with the one that is chosen."""

    DEFAULT_CSS = """
    TableScreen .heading { height: 1; padding: 0 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    TableScreen #table-area { layout: horizontal; height: 1fr; }
    TableScreen DataTable { width: 1fr; height: 1fr; }
    TableScreen #about { width: 36%; height: 1fr; border-left: vkey $border-blurred; padding: 0 1; }
    TableScreen #about-text { width: 1fr; height: auto; }
    TableScreen.-narrow #table-area { layout: vertical; }
    TableScreen.-narrow #about { width: 1fr; height: 40%; border-left: none; border-top: hkey $border-blurred; }
    """
    CHOICES: ClassVar[tuple[Choice, ...]] = ()
    COLUMNS: ClassVar[tuple[Phrase, ...]] = ()
    ABOUT: ClassVar[bool] = True
    SHRINKS: ClassVar[Mapping[int, int]] = {}
    """To how few cells columns may shrink, by their numbers, the first one first."""
    DROPS: ClassVar[tuple[int, ...]] = ()
    """Which columns may be left out, the first one first; the pane tells what they would."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[Row] = ()
        self.shown: list[Row] = []
        self._loaded = False
        self._typing: Timer | None = None
        self._marked = -1
        self._firsts: list[Text] = []

    @abstractmethod
    def load(self) -> Sequence[Row]:
        """Return all rows; called off the loop, may raise UsageError."""

    @abstractmethod
    def id_of(self, row: Row) -> str:
        """Return what tells a row from all others."""

    @abstractmethod
    def cells(self, row: Row, look: Look) -> Sequence[Text]:
        """Return what the columns show of a row."""

    @abstractmethod
    def keeps(self, row: Row, chosen: Mapping[str, str]) -> bool:
        """Return whether the choices leave a row."""

    @abstractmethod
    def words_of(self, row: Row) -> str:
        """Return the text that is searched."""

    @abstractmethod
    def heading(self, look: Look) -> Text:
        """Return the line above all."""

    @abstractmethod
    def choose(self, row: Row) -> None:
        """Do what Enter does."""

    def about(self, row: Row, look: Look) -> Text:
        """Return what the pane tells about a row."""
        return Text()

    def compose(self) -> ComposeResult:
        """Lay out heading, filters, table, pane and footer."""
        look = dashtalk_app(self).look
        yield Static(self.heading(look), classes="heading", id="table-heading")
        yield FilterBar(self.CHOICES, look)
        with Container(id="table-area"):
            yield DataTable(id="table", cursor_type="row", zebra_stripes=False)
            if self.ABOUT:
                with VerticalScroll(id="about"):
                    yield Static(id="about-text")
        yield KeyLine(commands=False)

    @property
    def table(self) -> "DataTable[Text]":
        """The table."""
        return self.query_one("#table", DataTable)

    def on_mount(self) -> None:
        """Begin to load."""
        dashtalk_app(self).theme_changed_signal.subscribe(self, lambda theme: self.restyle())
        self.table.focus()
        self._tell(dashtalk_app(self).say(LOADING))
        self.action_reload()

    def action_reload(self) -> None:
        """Read the rows anew."""
        self.run_worker(self._load(), exclusive=True, group="load")

    async def _load(self) -> None:
        found = await fetched(self, self.load)
        if self._loaded and found == self.rows:
            return
        if found is not None and self.is_attached:
            self.rows = found
        self._loaded = True
        self.fill()

    def on_resize(self) -> None:
        """Fit the columns to another width once the table has its own."""
        self.call_after_refresh(self.fill)

    def restyle(self) -> None:
        """Show everything in the app's present look."""
        look = dashtalk_app(self).look
        self.query_one(FilterBar).restyle(look)
        self.refresh_bindings()
        self.fill()

    def fill(self) -> None:
        """Show the rows that are left, the cursor on the same one as before."""
        if not self.is_attached:
            return
        look, table, bar = dashtalk_app(self).look, self.table, self.query_one(FilterBar)
        before = self.current
        chosen, words = bar.chosen, bar.words
        self.shown = [
            row
            for row in self.rows
            if self.keeps(row, chosen) and (not words or words in self.words_of(row).casefold())
        ]
        self._marked = -1
        self._put([self.cells(row, look) for row in self.shown], look)
        ids = [self.id_of(row) for row in self.shown]
        if before is not None and self.id_of(before) in ids:
            table.move_cursor(row=ids.index(self.id_of(before)))
        self._mark()
        bar.count(len(self.shown), len(self.rows))
        self.query_one("#table-heading", Static).update(self.heading(look))
        self.tell_about()

    def _put(self, rows: Sequence[Sequence[Text]], look: Look) -> None:
        """Put the cells into the table, as many and as wide columns as there is room for."""
        table, titles = self.table, [look.say(title) for title in self.COLUMNS]
        titles[0] = " " * len(CURSOR) + titles[0]
        natural = [
            max((cell_len(title), *(row[number].cell_len for row in rows))) for number, title in enumerate(titles)
        ]
        natural[0] = max((cell_len(titles[0]), *(row[0].cell_len + len(CURSOR) for row in rows)))
        room = table.size.width - table.styles.scrollbar_size_vertical if table.size.width else sum(natural) * 2
        widths = column_widths(natural, room, self.SHRINKS, self.DROPS)
        table.clear(columns=True)
        for number, width in widths.items():
            table.add_column(Text(titles[number]), width=width)
        self._firsts = [fitted(row[0], widths[0] - len(CURSOR)) for row in rows]
        for row, first in zip(rows, self._firsts, strict=True):
            rest = (fitted(row[number], width) for number, width in widths.items() if number)
            table.add_row(Text(" " * len(CURSOR)).append_text(first), *rest)

    def _mark(self) -> None:
        """Put a sign before the row under the cursor: colours alone do not tell it."""
        table, number = self.table, self.table.cursor_row
        for row, sign in ((self._marked, " " * len(CURSOR)), (number, CURSOR)):
            if 0 <= row < min(table.row_count, len(self._firsts)):
                table.update_cell_at(Coordinate(row, 0), Text(sign).append_text(self._firsts[row]))
        self._marked = number

    @property
    def chosen(self) -> dict[str, str]:
        """The value of each choice, "" for those that leave everything."""
        return self.query_one(FilterBar).chosen

    @property
    def current(self) -> Row | None:
        """The row under the cursor."""
        number = self.table.cursor_row
        return self.shown[number] if 0 <= number < min(len(self.shown), self.table.row_count) else None

    def tell_about(self) -> None:
        """Show what there is to say about the row under the cursor."""
        app, row = dashtalk_app(self), self.current
        if row is not None:
            self._tell(self.about(row, app.look))
        elif self._loaded:
            self._tell(app.say(NOTHING_LEFT if self.rows else NOTHING))

    def _tell(self, text: Text | str) -> None:
        for pane in self.query("#about-text").results(Static):
            pane.update(text if isinstance(text, Text) else Text(text))

    def on_filter_bar_changed(self) -> None:
        """Show what is left now; a long table waits until nobody types."""
        if self._typing is not None:
            self._typing.stop()
            self._typing = None
        if len(self.rows) > MANY:
            self._typing = self.set_timer(TYPING_S, self.fill)
        else:
            self.fill()

    def on_data_table_row_highlighted(self) -> None:
        """Tell about another row."""
        self._mark()
        self.tell_about()

    def on_data_table_row_selected(self, message: "DataTable.RowSelected") -> None:
        """Do what Enter does."""
        row = self.current
        if row is not None:
            self.choose(row)

    def on_input_submitted(self) -> None:
        """Go from the words to what they found."""
        self.table.focus()

    def action_search(self) -> None:
        """Type words to look for."""
        self.query_one("#filter-words", Input).focus()

    def action_leave(self) -> None:
        """Leave the words first, then the screen."""
        if isinstance(self.focused, Input):
            self.table.focus()
        else:
            super().action_leave()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Enter to the words while they are typed."""
        return action != "choose" or not isinstance(self.focused, Input)

    def action_choose(self) -> None:
        """Do what Enter does with the row under the cursor."""
        if self.current is not None:
            self.choose(self.current)

    def action_turn(self, name: str) -> None:
        """Filter by another value."""
        self.query_one(FilterBar).turn(name)
