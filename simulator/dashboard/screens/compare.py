"""Two sessions side by side, turn by turn, and where they part."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from simulator.dashboard.comparison import Pair, compared
from simulator.dashboard.comparison_lines import ASPECTS, Told, lines_of
from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.key_line import KeyLine
from simulator.dashboard.keys import KeyScreen, key
from simulator.dashboard.mark_words import OUTCOMES, scenario_name
from simulator.dashboard.panel_view import strip_of
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.readings import fitted, padded
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.spec import Look
from simulator.dashboard.story import Story

TITLE = Phrase("COMPARE", "비교")
PARTS = Phrase("they first differ in turn {0}: {1}", "턴 {0}에서 처음 달라짐: {1}")
SIGNS = Phrase("≠ differs  ~ other words  │ the same", "≠ 다름  ~ 표현만 다름  │ 동일")
ALIKE = Phrase("nothing that was heard, called or changed differs", "인식한 말, 호출, 변화가 모두 같음")
NO_MORE = Phrase("no difference further down", "이후에는 차이가 없습니다")
NO_MORE_ABOVE = Phrase("no difference further up", "이전에는 차이가 없습니다")


def first_difference(pairs: list[Pair], look: Look) -> Text:
    """Return in one line where two sessions part."""
    found = next((pair for pair in pairs if pair.differs), None)
    if found is None:
        return Text(f"✓ {look.say(ALIKE)}", style=look.palette.good)
    names = ", ".join(look.say(ASPECTS[aspect]) for aspect in ASPECTS if aspect in found.differs)
    return Text(f"≠ {look.say(PARTS, found.turn + 1, names)}", style=look.palette.warn)


def named(story: Story, look: Look) -> str:
    """Return a session in a few words."""
    scoring = story.scoring_at(len(story))
    outcome = ""
    if scoring is not None and scoring.outcome in OUTCOMES:
        sign, word = OUTCOMES[scoring.outcome]
        outcome = f"{sign} {look.say(word)} · "
    return f"{outcome}{scenario_name(story.scenario.id, look.lang)} · {story.locale} · {story.session_id}"


class ComparisonView(ScrollView, can_focus=True):
    """Shows the lines of a comparison; only those on the screen are rendered."""

    # Room for the scroll bar is kept from the start: lines are made for the width that is left.
    DEFAULT_CSS = """
    ComparisonView { height: 1fr; padding: 0 1; overflow-x: hidden; scrollbar-gutter: stable;
        scrollbar-size-vertical: 1; }
    """

    def __init__(self, pairs: list[Pair], told: tuple[Told, Told], look: Look) -> None:
        super().__init__(id="comparison")
        self.look = look
        self.turn = 0
        self._pairs = pairs
        self._told = told
        self._lines: list[Text] = []
        self._tops: list[int] = []

    def on_resize(self, event: events.Resize) -> None:
        """Make the lines anew for another width."""
        self.make()

    def make(self) -> None:
        """Make all lines."""
        width = self.scrollable_content_region.width
        if width < 1:
            return
        self._lines, self._tops = lines_of(self._pairs, self._told, width, self.look)
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def see(self, turn: int) -> None:
        """Scroll to a turn and mark it."""
        self.turn = turn
        if turn < len(self._tops):
            self.scroll_to(y=self._tops[turn], animate=False, immediate=True, force=True)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one line of the screen."""
        line, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if line >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        text = self._lines[line]
        if self.turn < len(self._tops) and line == self._tops[self.turn]:
            text = Text.assemble(("▶", self.look.palette.accent), text[1:])
        return strip_of(text, width).apply_style(self.rich_style)


class Compare(KeyScreen):
    """Shows two sessions beside each other."""

    DEFAULT_CSS = """
    Compare .heading { height: 1; padding: 0 1; background: $panel; }
    Compare #compare-names { height: 1; padding: 0 1; }
    Compare #compare-first { height: 1; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("n", "next(1)", Phrase("Next difference", "다음 차이"), shown="n/N"),
        key("N,shift+n", "next(-1)"),
        key("right_square_bracket", "turn(1)", Phrase("Turn", "턴"), shown="[ ]"),
        key("left_square_bracket", "turn(-1)"),
        key("1", "replay(0)", Phrase("Replay left", "왼쪽 다시 보기")),
        key("2", "replay(1)", Phrase("Replay right", "오른쪽 다시 보기")),
        key("escape,q", "leave", Phrase("Back", "뒤로"), shown="Esc"),
    ]

    def __init__(self, left: Story, right: Story) -> None:
        super().__init__()
        self.stories = (left, right)
        self.pairs = compared(left, right)

    def compose(self) -> ComposeResult:
        """Lay out heading, names, the first difference and the turns."""
        look = dashtalk_app(self).look
        left, right = self.stories
        heading = Text.assemble((look.say(TITLE), look.palette.accent), f"  {look.say(SIGNS)}")
        yield Static(heading, classes="heading")
        yield Static(id="compare-names")
        yield Static(first_difference(self.pairs, look), id="compare-first")
        yield ComparisonView(self.pairs, (Told(left.locale, left.world), Told(right.locale, right.world)), look)
        yield KeyLine(commands=False)

    def on_mount(self) -> None:
        """Begin at the first difference."""
        dashtalk_app(self).theme_changed_signal.subscribe(self, lambda theme: self.restyle())
        self.query_one(ComparisonView).focus()
        first = next((pair.turn for pair in self.pairs if pair.differs), 0)
        self.call_after_refresh(self.query_one(ComparisonView).see, first)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the names to another width."""
        self._tell_names(event.size.width)

    def _tell_names(self, width: int) -> None:
        look, half = dashtalk_app(self).look, (width - 5) // 2
        left, right = (Text(named(story, look)) for story in self.stories)
        self.query_one("#compare-names", Static).update(Text.assemble(padded(left, half), " │ ", fitted(right, half)))

    def restyle(self) -> None:
        """Show everything in the app's present look."""
        view = self.query_one(ComparisonView)
        view.look = dashtalk_app(self).look
        view.make()
        self.query_one("#compare-first", Static).update(first_difference(self.pairs, view.look))
        self._tell_names(self.size.width)
        self.refresh_bindings()

    def action_next(self, by: int) -> None:
        """Go to the next turn in which they differ, or to the last one before."""
        view = self.query_one(ComparisonView)
        turns = [pair.turn for pair in self.pairs if pair.differs and (pair.turn - view.turn) * by > 0]
        if turns:
            view.see(min(turns) if by > 0 else max(turns))
        else:
            self.notify(dashtalk_app(self).say(NO_MORE if by > 0 else NO_MORE_ABOVE), timeout=2)

    def action_turn(self, by: int) -> None:
        """Go to the next or the last turn."""
        view = self.query_one(ComparisonView)
        view.see(min(max(view.turn + by, 0), max(len(self.pairs) - 1, 0)))

    def action_replay(self, which: int) -> None:
        """Replay one of the two from the turn on that is marked."""
        story = self.stories[which]
        start, _ = story.turn_span(self.query_one(ComparisonView).turn)
        self.app.push_screen(Replay(story, position=start + 1))
