"""The widget that shows a panel: drawn only when what it depends on changes."""

from rich.console import Console
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from simulator.dashboard.spec import Look, Moment, Panel

# Never written to; Rich wants one to split a text into its styled pieces.
_CONSOLE = Console(width=400, color_system="truecolor", legacy_windows=False)


def strip_of(text: Text, width: int) -> Strip:
    """Return one line of exactly `width` cells; a wide character that would stick out gives way to a space."""
    segments = list(text.render(_CONSOLE, end=""))
    if text.style and not text.spans:
        # Rich leaves the style of a text out where no part of it has one of its own.
        segments = list(Segment.apply_style(segments, _CONSOLE.get_style(text.style)))
    return Strip(segments, text.cell_len).adjust_cell_length(width)


def _alike(one: Text, other: Text) -> bool:
    """Return whether two lines look the same; their own comparison leaves out the style of the whole."""
    return one == other and one.style == other.style


class SelfFitting(ScrollView):
    """A view whose own length changes often: that moves its scrollbar, and lays out nothing anew."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), layout=False)

    def fit(self, size: Size) -> None:
        """Take another length."""
        if size != self.virtual_size:
            self.virtual_size = size
            self._scroll_update(size)


class PanelView(SelfFitting, can_focus=True):
    """Shows one panel; `show` may be called for every event."""

    DEFAULT_CSS = """
    PanelView { height: auto; min-height: 3; padding: 0 1;
        border: round $border-blurred; border-title-color: $accent; }
    PanelView:focus { border: heavy $accent; }
    """

    def __init__(self, panel: Panel, look: Look) -> None:
        super().__init__(id=f"panel-{panel.key}")
        self.panel = panel
        self.look = look
        self._moment: Moment | None = None
        self._drawn_for: tuple[object, int, int, Look] | None = None
        self._lines: list[Text] = []
        self.border_title = look.say(panel.title)

    def show(self, moment: Moment) -> None:
        """Show a moment."""
        self._moment = moment
        self._draw()

    def restyle(self, look: Look) -> None:
        """Use other styles or another language from now on."""
        self.look = look
        self.border_title = look.say(self.panel.title)
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew for another width."""
        self._draw()

    def _draw(self) -> None:
        width, height = self.scrollable_content_region.size
        if self._moment is None or not self.display or width < 1:
            return
        wanted = (self.panel.depends(self._moment), width, height, self.look)
        if wanted == self._drawn_for:
            return
        like_before = self._drawn_for is not None and self._drawn_for[1:] == wanted[1:]
        self._drawn_for = wanted
        before, self._lines = self._lines, self.panel.draw(self._moment, width, height, self.look)
        self.fit(Size(width, len(self._lines)))
        if len(before) != len(self._lines):
            # A panel that is as tall as its lines grows and shrinks with them, unless it has just been laid out so.
            self.refresh(layout=self.styles.is_auto_height and self.content_size.height != len(self._lines))
        elif not like_before:
            self.refresh()
        else:
            self._refresh_changed(before)

    def _refresh_changed(self, before: list[Text]) -> None:
        """Draw only lines that are not what they were: most events change one or two."""
        width, height = self.scrollable_content_region.size
        top = self.scroll_offset.y
        seen = range(top, min(top + height, len(before)))
        regions = [Region(0, y - top, width, 1) for y in seen if not _alike(before[y], self._lines[y])]
        if regions:
            self.refresh(*regions)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines there are, so that `height: auto` fits them."""
        if self._moment is None:
            return 1
        return len(self.panel.draw(self._moment, width, 0, self.look))

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        _, top = self.scroll_offset
        width = self.scrollable_content_region.width
        if y + top >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        return strip_of(self._lines[y + top], width).apply_style(self.rich_style)
