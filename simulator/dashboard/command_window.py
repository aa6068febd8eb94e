"""The list of commands, which stays whole when the terminal shrinks or keys come faster than it closes."""

from contextlib import suppress

from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.errors import NoWidget
from textual.events import Click


class CommandWindow(CommandPalette):
    """Textual's own list; what it looks for on itself may be gone by then."""

    def _on_click(self, event: Click) -> None:  # type: ignore[override]
        event.prevent_default()
        try:
            hit = self.get_widget_at(event.screen_x, event.screen_y)[0]
        except NoWidget:
            # Beside everything: the terminal is smaller than it was when the mouse was pressed.
            hit = self
        if hit is self:
            self._action_escape()

    def _watch__list_visible(self) -> None:
        with suppress(NoMatches):
            super()._watch__list_visible()

    async def _watch__show_busy(self) -> None:
        with suppress(NoMatches):
            await super()._watch__show_busy()

    def _action_escape(self) -> None:
        # A second key must not close what lies below.
        if self.is_current:
            super()._action_escape()

    def _action_command_list(self, action: str) -> None:
        with suppress(NoMatches):
            super()._action_command_list(action)

    def _action_cursor_down(self) -> None:
        with suppress(NoMatches):
            super()._action_cursor_down()
