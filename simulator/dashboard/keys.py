"""Keys whose meaning the footer tells in the interface's language, and screens that are left with Escape or q."""

from dataclasses import replace

from textual.binding import ActiveBinding, Binding
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


def told(active: ActiveBinding, screen: Screen[ScreenResultType]) -> ActiveBinding:
    """Return a key that does something now with its meaning in the interface's language."""
    phrase = _PHRASES.get(active.binding.description)
    if phrase is None:
        return active
    return active._replace(binding=replace(active.binding, description=dashtalk_app(screen).say(phrase)))


class KeyScreen(Screen[None]):
    """A screen with such keys; leaving the last one ends the app."""

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


class KeyModal(ModalScreen[None]):
    """A window over a screen, with such keys."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """What keys do now."""
        return {name: told(active, self) for name, active in super().active_bindings.items()}
