"""A question that is answered with yes or no."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.keys import key, told
from simulator.dashboard.phrases import Phrase

YES = Phrase("Yes (y)", "예 (y)")
NO = Phrase("No (n)", "아니요 (n)")


class Confirm(ModalScreen[bool]):
    """Asks one question; Escape means no, and so does Enter unless yes was chosen."""

    DEFAULT_CSS = """
    Confirm { align: center middle; }
    Confirm > Vertical { width: auto; max-width: 76; height: auto; border: round $accent; padding: 1 2; }
    Confirm Static { width: auto; max-width: 70; }
    Confirm Horizontal { width: auto; height: auto; margin-top: 1; }
    Confirm Button { margin-right: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("y", "answer(True)"),
        key("n,escape", "answer(False)"),
        key("left,right", "other"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """What keys do now."""
        return {name: told(active, self) for name, active in super().active_bindings.items()}

    def compose(self) -> ComposeResult:
        """Lay out the question and two buttons."""
        app = dashtalk_app(self)
        with Vertical():
            yield Static(self.question, markup=False)
            with Horizontal():
                yield Button(app.say(YES), id="yes")
                yield Button(app.say(NO), id="no")

    def on_mount(self) -> None:
        """Stand on the harmless answer."""
        self.query_one("#no", Button).focus()

    def action_other(self) -> None:
        """Go to the other button."""
        self.focus_next()

    def action_answer(self, yes: bool) -> None:
        """Answer."""
        self.dismiss(yes)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with a button."""
        self.dismiss(event.button.id == "yes")
