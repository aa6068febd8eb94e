"""A slider for the keyboard and the mouse."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Slider(Widget, can_focus=True):
    """Chooses a number between two bounds; arrows move it by a step, page keys by five, the mouse anywhere."""

    DEFAULT_CSS = """
    Slider { height: 1; width: 1fr; }
    Slider:focus { text-style: bold; }
    Slider:disabled { text-style: dim; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,down", "move(-1)", show=False),
        Binding("right,up", "move(1)", show=False),
        Binding("pagedown", "move(-5)", show=False),
        Binding("pageup", "move(5)", show=False),
        Binding("home", "least", show=False),
        Binding("end", "most", show=False),
    ]
    value: reactive[float] = reactive(0.0)

    class Moved(Message):
        """The slider was moved."""

        def __init__(self, slider: "Slider", value: float) -> None:
            super().__init__()
            self.slider = slider
            self.value = value

        @property
        def control(self) -> "Slider":
            """The slider that was moved."""
            return self.slider

    def __init__(
        self, value: float, least: float, most: float, step: float, *, unit: str = "", id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.least, self.most, self.step, self.unit = least, most, step, unit
        self.set_reactive(Slider.value, self.within(value))

    def within(self, value: float) -> float:
        """Return the nearest value that can be chosen."""
        steps = round((min(max(value, self.least), self.most) - self.least) / self.step)
        return round(self.least + steps * self.step, 6)

    def render(self) -> Text:
        """Return the track with the knob and the number."""
        number = f" {self.value:g}{self.unit}".rjust(8)
        cells = max(self.content_size.width - len(number), 3)
        at = round((self.value - self.least) / (self.most - self.least) * (cells - 1))
        knob = "◆" if self.has_focus else "●"
        return Text("━" * at + knob + "─" * (cells - 1 - at) + number)

    def _move_to(self, value: float) -> None:
        value = self.within(value)
        if value != self.value:
            self.value = value
            self.post_message(self.Moved(self, value))

    def action_move(self, by: int) -> None:
        """Move by some steps."""
        self._move_to(self.value + by * self.step)

    def action_least(self) -> None:
        """Move to the lower bound."""
        self._move_to(self.least)

    def action_most(self) -> None:
        """Move to the upper bound."""
        self._move_to(self.most)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Move to where the mouse is, and follow it."""
        self.capture_mouse()
        self._at(event.x)

    def on_mouse_up(self) -> None:
        """Follow the mouse no longer."""
        self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse while its button is held."""
        if self.app.mouse_captured is self:
            self._at(event.x)

    def _at(self, x: int) -> None:
        cells = max(self.content_size.width - 8, 3)
        self._move_to(self.least + min(max(x, 0), cells - 1) / (cells - 1) * (self.most - self.least))
