"""A stored session, gone through event by event, turn by turn, or as fast as it happened."""

import time
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.timer import Timer
from textual.widgets import Input, Static

from simulator.dashboard.cursor import Cursor
from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.deck import AREAS, Deck
from simulator.dashboard.fetching import fetched
from simulator.dashboard.key_line import KeyLine
from simulator.dashboard.keys import KeyScreen, key
from simulator.dashboard.mark_words import MARKS, OUTCOMES, outcome_style, scenario_name
from simulator.dashboard.panel_view import PanelView
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.reasons import told_reasons
from simulator.dashboard.registered import panel
from simulator.dashboard.scrubber import PAUSED, PLAYING, Scrubber
from simulator.dashboard.spec import Look, Moment, changes_of
from simulator.dashboard.story import Story

FRAME_S = 0.05
RESTS_S = 0.2
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
NO_MARK_AFTER = Phrase("nothing wrong after this", "이후에는 문제가 없습니다")
NO_MARK_BEFORE = Phrase("nothing wrong before this", "이전에는 문제가 없습니다")
REPLAY = Phrase("REPLAY", "다시 보기")


def heading(story: Story, look: Look) -> Text:
    """Return which session it is and what became of it."""
    line = Text.assemble(
        (look.say(REPLAY), look.palette.accent), f" {story.session_id} · {scenario_name(story.scenario.id, look.lang)}"
    )
    line.append(f" · {story.locale}")
    scoring = story.scoring_at(len(story))
    if scoring is not None and scoring.outcome in OUTCOMES:
        sign, word = OUTCOMES[scoring.outcome]
        line.append(" · ").append(f"{sign} {look.say(word)}", style=outcome_style(scoring.outcome, look.palette))
    if scoring is not None and scoring.reasons:
        line.append(f": {told_reasons(scoring.reasons, look.lang)}", style=look.palette.label)
    return line


class Replay(KeyScreen):
    """Shows a session as it was at any moment of it."""

    DEFAULT_CSS = """
    #replay-heading { height: auto; max-height: 3; padding: 0 1; }
    Replay.-narrow #replay-heading { max-height: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("left", "step(-1)", Phrase("Event", "이벤트"), shown="←→", first=True),
        key("right", "step(1)", first=True),
        key("left_square_bracket,shift+left,ctrl+left", "turn(-1)", first=True),
        key("right_square_bracket,shift+right,ctrl+right", "turn(1)", Phrase("Turn", "턴"), shown="[ ]", first=True),
        key("n", "mark(1)", Phrase("Trouble", "문제"), shown="n/N", first=True),
        key("N,shift+n", "mark(-1)", first=True),
        key("space", "play", Phrase("Play", "재생"), shown="Space", first=True),
        key("plus,equals_sign,full_stop", "speed(1)", Phrase("Speed", "속도"), shown="+/-"),
        key("minus,comma", "speed(-1)"),
        key("home", "go(1)", first=True),
        key("end", "end", first=True),
        key("f2,v", "area", Phrase("View", "화면 전환")),
        key("f3,t", "hood", Phrase("Hood", "동작 기록")),
        key("slash,ctrl+f", "search", Phrase("Search", "검색"), shown="/"),
        key("f9", "reveal", Phrase("Expected", "정답")),
        key("escape,q", "leave", Phrase("Back", "뒤로"), shown="Esc"),
    ]

    def __init__(self, story: Story, *, position: int | None = None) -> None:
        super().__init__()
        self.story = story
        self.cursor = Cursor(story, position if position is not None else 1)
        self.speed = 1.0
        self.revealed = True
        self._timer: Timer | None = None
        self._resting: Timer | None = None
        self._scored: set[int] = set()
        self._played_ms = 0.0
        self._ticked_s = 0.0

    @property
    def playing(self) -> bool:
        """Whether time goes on by itself."""
        return self._timer is not None

    def compose(self) -> ComposeResult:
        """Lay out the heading, the deck and the bar."""
        look = dashtalk_app(self).look
        # Kept, since they are needed for every event, and looking for them takes longer than showing it.
        self._status, self._deck = PanelView(panel("status"), look), Deck(look)
        self._scrubber = Scrubber(self.cursor, look)
        yield Static(heading(self.story, look), id="replay-heading")
        yield self._status
        yield self._deck
        yield self._scrubber
        yield KeyLine(commands=False)

    def on_mount(self) -> None:
        """Show where it begins."""
        dashtalk_app(self).theme_changed_signal.subscribe(self, lambda theme: self.restyle())
        self._scrubber.focus()
        self.call_after_refresh(self.show)

    def restyle(self) -> None:
        """Show everything in the app's present look."""
        look = dashtalk_app(self).look
        self.query_one("#replay-heading", Static).update(heading(self.story, look))
        self._status.restyle(look)
        self._deck.restyle(look)
        self._scrubber.look = look
        self.refresh_bindings()
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave all keys to a line that is being typed."""
        return action == "leave" or not isinstance(self.focused, Input)

    def show(self, before: int | None = None) -> None:
        """Show the moment at the cursor; what changed since `before`, by default the last event, flashes."""
        if not self.is_attached:
            return
        position = self.cursor.position
        since = before if before is not None and before < position else max(position - 1, 0)
        paths = frozenset(change.path for event in self.story.events[since:position] for change in changes_of(event))
        moment = Moment(self.story, position, paths, self.revealed)
        self._status.show(moment)
        self._deck.show(moment)
        self._scrubber.show(dashtalk_app(self).say(PLAYING if self.playing else PAUSED, self.speed))

        self._score_when_resting()

    def _score_when_resting(self) -> None:
        """Ask for the scores of the turns so far once nobody moves on: scoring what is passed by would stutter."""
        end = self.cursor.last_answer
        if self._resting is not None:
            self._resting.stop()
            self._resting = None
        if end and end not in self._scored and end < len(self.story):
            self._resting = self.set_timer(RESTS_S, partial(self._begin_scoring, end))

    def _begin_scoring(self, position: int) -> None:
        self._scored.add(position)
        self.run_worker(self.score(position), group="scoring")

    async def score(self, position: int) -> None:
        """Show what the session scores after `position` of its events, once that is known."""
        stored_runs = dashtalk_app(self).stored_runs
        found = await fetched(self, lambda: stored_runs.scoring(self.story, position))
        if found is not None and self.is_attached:
            self.story.score(found, position)
            self.show()

    def action_step(self, by: int) -> None:
        """Go some events further."""
        self._jump(self.cursor.position + by)

    def action_go(self, position: int) -> None:
        """Go to a position."""
        self._jump(position)

    def action_end(self) -> None:
        """Go to the end."""
        self._jump(len(self.story))

    def action_turn(self, by: int) -> None:
        """Go to the beginning of the next turn, of this one or of the one before."""
        self.cursor.turn(by)
        self._jump(self.cursor.position)

    def action_mark(self, by: int) -> None:
        """Go to where something went wrong."""
        found = self.cursor.mark(by)
        app = dashtalk_app(self)
        if found is None:
            self.notify(app.say(NO_MARK_AFTER if by > 0 else NO_MARK_BEFORE), timeout=2)
            return
        self.notify(app.say(MARKS[found.kind][1]), timeout=2)
        self._jump(self.cursor.position)

    def _jump(self, position: int) -> None:
        self.cursor.go(position)
        self._played_ms = float(self.cursor.at_ms)
        self.show()

    def on_scrubber_wanted(self, message: Scrubber.Wanted) -> None:
        """Go where somebody pointed."""
        self._jump(message.position)

    def action_play(self) -> None:
        """Let time go on, or hold it; at the end it begins anew."""
        if self._timer is not None:
            self._hold()
        else:
            if self.cursor.position >= len(self.story):
                self.cursor.go(1)
            self._played_ms = float(self.cursor.at_ms)
            self._ticked_s = time.monotonic()
            self._timer = self.set_interval(FRAME_S, self._tick)
        self.show()

    def _hold(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        now = time.monotonic()
        self.advance((now - self._ticked_s) * 1000)
        self._ticked_s = now

    def advance(self, ms: float) -> None:
        """Let `ms` of real time go by while it plays; at the end it holds."""
        self._played_ms += ms * self.speed
        before = self.cursor.position
        self.cursor.go(max(self.cursor.at_time(self._played_ms), before))
        if self.cursor.position >= len(self.story):
            self._hold()
        if self.cursor.position != before or not self.playing:
            self.show(before)

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self.speed = SPEEDS[min(max(SPEEDS.index(self.speed) + by, 0), len(SPEEDS) - 1)]
        self.show()

    def action_area(self) -> None:
        """Bring the next area to the front."""
        self._deck.see(AREAS[(AREAS.index(self._deck.area) + 1) % len(AREAS)])

    def action_hood(self) -> None:
        """Bring the next tab of the hood to the front."""
        self._deck.next_tab()

    def action_search(self) -> None:
        """Search the log that is in front."""
        self._deck.search()

    def action_reveal(self) -> None:
        """Show or hide what the scenario expects."""
        self.revealed = not self.revealed
        self.show()
