"""What of a table is shown: choices that a key or a click turns, and words to look for."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from simulator.dashboard.phrases import Phrase
from simulator.dashboard.spec import Look

SEARCH = Phrase("/ search", "/ 검색")


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to filter by; a key goes through its values, of which the first shows everything.

    With no title of their own for values it is simply on or off.
    """

    name: str
    key: str
    title: Phrase
    values: tuple[tuple[str, Phrase | None], ...] = (("", None), ("on", None))


class Chip(Static):
    """Shows one choice and takes clicks."""

    DEFAULT_CSS = "Chip { width: auto; height: 1; margin-right: 2; }"

    class Turned(Message):
        """The choice has another value."""

    def __init__(self, choice: Choice, look: Look) -> None:
        super().__init__(id=f"chip-{choice.name}")
        self.choice = choice
        self.look = look
        self._number = 0

    @property
    def value(self) -> str:
        """The value that is chosen."""
        return self.choice.values[self._number][0]

    def render(self) -> Text:
        """Return key, title and value."""
        look, (_, word) = self.look, self.choice.values[self._number]
        line = Text.assemble((self.choice.key, look.palette.accent), f" {look.say(self.choice.title)} ")
        style = look.palette.accent if self._number else ""
        if word is None:
            return line.append("●" if self._number else "○", style=style)
        return line.append(look.say(word), style=style)

    def turn(self) -> None:
        """Take the next value."""
        self._number = (self._number + 1) % len(self.choice.values)
        self.refresh(layout=True)
        self.post_message(self.Turned())

    def on_click(self) -> None:
        """Take the next value."""
        self.turn()


class FilterBar(Horizontal):
    """Choices, a line for words, and how much is left."""

    DEFAULT_CSS = """
    FilterBar { height: 1; padding: 0 1; }
    FilterBar Input { width: 1fr; min-width: 10; height: 1; border: none; padding: 0 1; }
    FilterBar #filter-count { width: auto; margin-left: 1; }
    """

    class Changed(Message):
        """Something else is to be shown."""

    def __init__(self, choices: Sequence[Choice], look: Look) -> None:
        super().__init__(id="filter-bar")
        self.look = look
        self._choices = choices

    def compose(self) -> ComposeResult:
        """Lay out everything in one line."""
        for choice in self._choices:
            yield Chip(choice, self.look)
        yield Input(placeholder=self.look.say(SEARCH), id="filter-words", select_on_focus=False, compact=True)
        yield Static(id="filter-count", markup=False)

    @property
    def chosen(self) -> dict[str, str]:
        """The value of each choice, "" for those that leave everything."""
        return {chip.choice.name: chip.value for chip in self.query(Chip)}

    @property
    def words(self) -> str:
        """What to look for, in small letters."""
        return self.query_one("#filter-words", Input).value.casefold().strip()

    def turn(self, name: str) -> None:
        """Take the next value of a choice."""
        self.query_one(f"#chip-{name}", Chip).turn()

    def count(self, shown: int, total: int) -> None:
        """Tell how many rows are left of all."""
        self.query_one("#filter-count", Static).update(f"{shown}/{total}")

    def restyle(self, look: Look) -> None:
        """Use other styles or another language from now on."""
        self.look = look
        for chip in self.query(Chip):
            chip.look = look
            chip.refresh(layout=True)

    def on_chip_turned(self, message: Chip.Turned) -> None:
        """Tell that something else is to be shown."""
        message.stop()
        self.post_message(self.Changed())

    def on_input_changed(self, message: Input.Changed) -> None:
        """Tell that something else is to be shown."""
        message.stop()
        self.post_message(self.Changed())
