"""The question at the end of a drive: how it went, or whether it goes on after all."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.keys import key, told
from simulator.dashboard.phrases import Phrase

QUESTION = Phrase("End the drive?", "주행을 끝낼까요?")
CONTENT = Phrase("1  end it, content", "1  만족하고 끝내기")
GAVE_UP = Phrase("2  end it, I give up on the assistant", "2  어시스턴트에게 실망하고 끝내기")
DRIVE_ON = Phrase("Esc  drive on", "Esc  계속 주행")


class Farewell(ModalScreen[bool | None]):
    """Returns whether the driver is content, None for one who drives on."""

    DEFAULT_CSS = """
    Farewell { align: center middle; }
    Farewell > Vertical { width: 48; max-width: 100%; height: auto; border: round $accent; padding: 0 2; }
    Farewell Static { margin-bottom: 1; }
    Farewell Button { width: 100%; height: 1; min-width: 0; border: none;
        text-align: left; content-align: left middle; }
    Farewell Button:focus { text-style: bold reverse; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("1", "answer(True)"),
        key("2", "answer(False)"),
        key("escape,3", "answer(None)"),
        key("down", "app.focus_next"),
        key("up", "app.focus_previous"),
    ]

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """What keys do now."""
        return {name: told(active, self) for name, active in super().active_bindings.items()}

    def compose(self) -> ComposeResult:
        """Lay out the question and the three answers."""
        app = dashtalk_app(self)
        with Vertical():
            yield Static(app.say(QUESTION), markup=False)
            yield Button(app.say(CONTENT), id="content", compact=True)
            yield Button(app.say(GAVE_UP), id="gave-up", compact=True)
            yield Button(app.say(DRIVE_ON), id="drive-on", compact=True)

    def action_answer(self, content: bool | None) -> None:
        """Answer."""
        self.dismiss(content)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with a button."""
        self.dismiss({"content": True, "gave-up": False}.get(str(event.button.id)))
