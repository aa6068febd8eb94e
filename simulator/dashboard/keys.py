"""Keys whose meaning the footer tells in the interface's language, and screens that are left with Escape or q."""

from dataclasses import replace

from textual import events
from textual.binding import ActiveBinding, Binding
from textual.geometry import Size
from textual.screen import ModalScreen, Screen, ScreenResultType

from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.phrases import Phrase

# The app's empty first screen, and the one that it was started with.
_LAST_SCREENS = 2
# Textual's own key for its list of commands has a name already.
_PHRASES: dict[str, Phrase] = {"palette": Phrase("palette", "명령")}


def key(
    keys: str, action: str, told: Phrase | None = None, *, shown: str | None = None, first: bool = False
) -> Binding:
    """Return a binding that the footer tells where `told` is given, under the name `shown`.

    With `first` it goes before the keys of the widget that has the focus.
    """
    if told is not None:
        _PHRASES[told.en] = told
    return Binding(
        keys, action, "" if told is None else told.en, show=told is not None, key_display=shown, priority=first
    )


def phrase_of(binding: Binding) -> Phrase | None:
    """Return what the footer tells of a key, in both languages; None where it tells nothing."""
    return _PHRASES.get(binding.description)


def told(active: ActiveBinding, screen: Screen[ScreenResultType]) -> ActiveBinding:
    """Return a key that does something now with its meaning in the interface's language."""
    phrase = _PHRASES.get(active.binding.description)
    if phrase is None:
        return active
    return active._replace(binding=replace(active.binding, description=dashtalk_app(screen).say(phrase)))


class KeyScreen(Screen[None]):
    """A screen with such keys; leaving the last one ends the app."""

    _laid_out: Size | None = None

    def _screen_resized(self, size: Size) -> None:
        # Textual tells a screen of its size twice: by the terminal, and once it has been laid out.
        if size != self._laid_out and self.stack_updates and self.is_attached:
            self._laid_out = size
            super()._screen_resized(size)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """What keys do now."""
        return {name: told(active, self) for name, active in super().active_bindings.items()}

    def action_leave(self) -> None:
        """Go back to the screen before."""
        if len(self.app.screen_stack) > _LAST_SCREENS:
            self.app.pop_screen()
        else:
            self.app.exit()


class TypingScreen(KeyScreen):
    """A screen with a line to type on; what is typed anywhere on it goes there."""

    def before(self, event: events.Key | events.Paste) -> None:
        """Prepare for what was typed, before anything gets it."""


class KeyModal(ModalScreen[None]):
    """A window over a screen, with such keys."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """What keys do now."""
        return {name: told(active, self) for name, active in super().active_bindings.items()}
