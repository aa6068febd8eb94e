"""All panels and logs on one place: beside each other where there is room, else behind tabs."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import TabbedContent, TabPane

from simulator.dashboard.log_view import LogView
from simulator.dashboard.panel_view import PanelView
from simulator.dashboard.registered import log, panel
from simulator.dashboard.spec import Look, Moment

VEHICLE = ("car", "climate", "navigation", "charging")
HOOD_LOGS = ("calls", "policies")
HOOD_PANELS = ("timing", "scores", "speech")
DIALOGUE = "dialogue"
AREAS = ("vehicle", "talk", "hood")


class Deck(Container):
    """Vehicle, talk and hood: three areas side by side on a wide screen, two or one of them on smaller ones.

    `area` is the one that is seen where only one has room.
    """

    def __init__(self, look: Look) -> None:
        super().__init__(id="deck", classes="at-talk")
        self._look = look
        self._moment: Moment | None = None
        # Asking for them takes longer than showing most of them.
        self._views: list[PanelView | LogView] = []
        self.area = "talk"

    def compose(self) -> ComposeResult:
        """Lay everything out once; style rules decide what is seen at which size."""
        look = self._look
        with VerticalScroll(id="vehicle", can_focus=False):
            for key in VEHICLE:
                yield PanelView(panel(key), look)
        with Vertical(id="middle"):
            with Vertical(id="talk"):
                yield LogView(log(DIALOGUE), look)
            with Vertical(id="hood"), TabbedContent(id="hood-tabs"):
                for key in HOOD_LOGS:
                    one = log(key)
                    with TabPane(look.say(one.title), id=f"tab-{key}"):
                        yield LogView(one, look)
                for key in HOOD_PANELS:
                    other = panel(key)
                    with TabPane(look.say(other.title), id=f"tab-{key}"):
                        yield PanelView(other, look)

    def views(self) -> Iterable[PanelView | LogView]:
        """Return everything that shows moments."""
        if not self._views:
            self._views = [*self.query(PanelView), *self.query(LogView)]
        return self._views

    def show(self, moment: Moment) -> None:
        """Show a moment everywhere."""
        self._moment = moment
        for view in self.views():
            view.show(moment)

    def restyle(self, look: Look) -> None:
        """Use other styles or another language."""
        self._look = look
        for view in self.views():
            view.restyle(look)

    def see(self, area: str) -> None:
        """Bring one area to the front."""
        self.area = area
        for name in AREAS:
            self.set_class(name == area, f"at-{name}")
        self.call_after_refresh(self._show_again)

    def _show_again(self) -> None:
        # What is shown may be newer by then.
        if self._moment is not None:
            self.show(self._moment)

    def search(self) -> None:
        """Open the line to search in the log that is in front, by preference in the one with the keyboard."""
        seen = [view for view in self.query(LogView) if view.is_on_screen]
        if self.area == "hood":
            seen.sort(key=lambda view: view.source.key == DIALOGUE)
        seen.sort(key=lambda view: not view.has_focus_within)
        if seen:
            seen[0].action_search()

    def next_tab(self) -> None:
        """Bring the next tab of the hood to the front."""
        tabs = (*HOOD_LOGS, *HOOD_PANELS)
        active = self.query_one("#hood-tabs", TabbedContent).active.removeprefix("tab-")
        # The first press only brings the hood to the front where it was hidden.
        hidden = not self.query_one("#hood").display
        self.hood(active if hidden else tabs[(tabs.index(active) + 1) % len(tabs)])

    def hood(self, key: str) -> None:
        """Bring one tab of the hood to the front."""
        self.see("hood")
        self.query_one("#hood-tabs", TabbedContent).active = f"tab-{key}"
