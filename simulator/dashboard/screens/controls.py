"""The person's hands: everything in the car and around it that can be changed from the dashboard."""

import re
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Footer, Input, Label, OptionList
from textual.widgets.option_list import Option

from simulator.dashboard.keys import KeyModal, key
from simulator.dashboard.outside import shown_state
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.sources import Choice, Control, Drive
from simulator.dashboard.spec import Look, Moment
from simulator.registry import UsageError

TITLE = Phrase("By hand: the assistant is not told", "직접 조작: 어시스턴트에게 알리지 않습니다")
SEARCH = Phrase("Type to search", "검색어 입력")
NOW = Phrase("now {}", "현재 {}")
NONE_FOUND = Phrase("nothing by that name", "해당 항목 없음")


_SPLIT = re.compile(r"[^\w%.]+")


class Controls(KeyModal):
    """Chooses a control and what to set it to; `control` opens one of them at once."""

    DEFAULT_CSS = """
    Controls { align: center middle; }
    Controls > Vertical { width: 64; max-width: 100%; height: 80%; padding: 0 1; border: round $accent;
        background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "back", Phrase("Back", "뒤로")),
        key("f7", "app.pop_screen", Phrase("Close", "닫기")),
        key("down", "into_list"),
        key("pagedown", "turn_page(1)", first=True),
        key("pageup", "turn_page(-1)", first=True),
        key("end", "far(1)", first=True),
        key("home", "far(-1)", first=True),
    ]

    def __init__(self, drive: Drive, look: Look, control: str = "") -> None:
        super().__init__()
        self.drive = drive
        self.look = look
        self._open = next((one for one in drive.controls if one.id == control), None) if control else None
        self._found: dict[int, Choice] = {}
        self._sought: Choice | None = None
        self._direct = self._open is not None

    def compose(self) -> ComposeResult:
        """Lay out the search line over the list."""
        with Vertical():
            yield Label(self.look.say(TITLE))
            yield Label(id="control-open", markup=False)
            yield Input(placeholder=self.look.say(SEARCH), id="control-search")
            yield OptionList(id="control-list")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Show the controls, or the choices of the one that was asked for."""
        self._fill()
        self._focus()

    def _focus(self) -> None:
        self.query_one("#control-list" if self._open else "#control-search").focus()

    def _fill(self) -> None:
        listed = self.query_one(OptionList)
        listed.clear_options()
        self.query_one("#control-search").display = self._open is None
        opened = self.query_one("#control-open", Label)
        opened.display = self._open is not None
        if self._open is not None:
            opened.update(Text(self.look.say(self._open.title), style=self.look.palette.accent))
            state = shown_state(Moment(self.drive.story, len(self.drive.story)))
            now = self._open.chosen(state)
            for number, one in enumerate(self._open.choices):
                sign = "● " if one is now else "○ "
                listed.add_option(Option(Text(sign + self.look.say(one.title)), id=f"choice-{number}"))
            at = self._sought or now
            listed.highlighted = self._open.choices.index(at) if at in self._open.choices else 0
            return
        wanted = self.query_one("#control-search", Input).value.casefold().split()
        group: Phrase | None = None
        best: int | None = None
        self._found.clear()
        for number, control in enumerate(self.drive.controls):
            fit, choice = self._fit(control, wanted)
            if not fit:
                continue
            if choice is not None:
                self._found[number] = choice
            if control.group != group:
                group = control.group
                head = Text(self.look.say(group), style=self.look.palette.accent)
                listed.add_option(Option(head, disabled=True))
            if best is None and fit > 1:
                best = listed.option_count
            listed.add_option(Option(self._row(control, choice), id=f"control-{number}"))
        if listed.option_count:
            # The first line is the name of a group.
            listed.highlighted = best or 1
        else:
            listed.add_option(Option(self.look.say(NONE_FOUND), disabled=True))

    def _fit(self, control: Control, wanted: list[str]) -> tuple[int, Choice | None]:
        """Return how well a control fits the words, and the choice that they name.

        2 is for whole words, 1 for parts of words, 0 for what does not fit.
        """
        name = f"{self.look.say(control.group)} {self.look.say(control.title)}".casefold()
        if not wanted or all(word in name for word in wanted):
            return (2 if wanted and set(wanted) <= set(_words(name)) else 1), None
        best: tuple[int, Choice | None] = (0, None)
        for choice in control.choices:
            full = f"{name} {self.look.say(choice.title)}".casefold()
            if all(word in full for word in wanted):
                fit = 2 if set(wanted) <= set(_words(full)) else 1
                best = max(best, (fit, choice), key=lambda found: found[0])
        return best

    def _row(self, control: Control, sought: Choice | None = None) -> Text:
        row = Text("  " + self.look.say(control.title))
        if sought is not None:
            row.append(f": {self.look.say(sought.title)}", style=self.look.palette.accent)
        state = shown_state(Moment(self.drive.story, len(self.drive.story)))
        chosen, value = control.chosen(state), control.now(state)
        if chosen is not None or value is not None:
            told = self.look.say(chosen.title) if chosen is not None else f"{value:g}" if _number(value) else str(value)
            row.append("  " + self.look.say(NOW, told), style=self.look.palette.label)
        return row

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what holds the words."""
        if self._open is None:
            self._fill()

    def on_input_submitted(self) -> None:
        """Take the first control that was found."""
        listed = self.query_one(OptionList)
        if listed.highlighted is not None:
            listed.action_select()

    def action_into_list(self) -> None:
        """Go from the search line into the list."""
        self.query_one(OptionList).focus()

    def action_turn_page(self, by: int) -> None:
        """Go through the list screen by screen, from the search line too."""
        listed = self.query_one(OptionList)
        listed.focus()
        move: Callable[[], None] = listed.action_page_down if by > 0 else listed.action_page_up
        move()

    def action_far(self, end: int) -> None:
        """Go to an end of the list, unless the cursor is within the words that are looked for."""
        search, listed = self.query_one("#control-search", Input), self.query_one(OptionList)
        at = len(search.value) if end > 0 else 0
        if self.focused is search and search.cursor_position != at:
            raise SkipAction
        listed.focus()
        listed.action_last() if end > 0 else listed.action_first()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open a control, press it, or set it."""
        kind, _, number = (event.option_id or "").partition("-")
        if kind == "choice" and self._open is not None:
            self._do(*self._open.call(self._open.choices[int(number)]))
        elif kind == "control":
            control = self.drive.controls[int(number)]
            if control.choices:
                self._open, self._sought = control, self._found.get(int(number))
                self._fill()
                self._focus()
            else:
                self._do(*control.call())

    def _do(self, tool: str, arguments: dict[str, object]) -> None:
        try:
            self.drive.do(tool, arguments)
        except UsageError as error:
            self.notify(str(error), severity="warning")
        self.dismiss()

    def action_back(self) -> None:
        """Go back to the list of controls, or close."""
        if self._open is None or self._direct:
            self.dismiss()
            return
        self._open = self._sought = None
        self._fill()
        self._focus()


def _words(name: str) -> list[str]:
    return _SPLIT.split(name)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
