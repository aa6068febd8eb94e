"""The line of keys at the foot of a screen."""

from typing import Any

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Footer


class KeyLine(Footer):
    """Shows as many keys as fit on one line, in the order of the screen's bindings, and each whole.

    The others work all the same, and the list of commands, whose own key is always shown, tells them.
    """

    def __init__(self, *, commands: bool = True) -> None:
        super().__init__(compact=True, show_command_palette=commands)
        self._fitted_to = 0

    def compose(self) -> ComposeResult:
        """Yield the keys that fit."""
        self._fitted_to = self.app.size.width
        keys = list(super().compose())
        room = self._fitted_to - sum(_cells(key) for key in keys if _stays(key))
        for key in keys:
            if not _stays(key):
                room -= _cells(key)
                # A gap in the order would be harder to read than an early end.
                if room < 0:
                    continue
            yield key

    def on_resize(self, event: events.Resize) -> None:
        """Fit the keys to another width."""
        if event.size.width != self._fitted_to:
            self.call_after_refresh(self.recompose)


def _stays(key: Widget) -> bool:
    return key.has_class("-command-palette")


def _cells(key: Any) -> int:
    """Return how wide a key is: its sign, a space, its meaning, and a space or a border."""
    return cell_len(f"{key.key_display} {key.description}") + (2 if _stays(key) else 1)
