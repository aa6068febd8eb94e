"""What dashboard tests look at: sessions that were really played, and a garage and stored runs that hold them.

Wall-clock times in the recorded events are replaced by fixed ones, so that a screen made of them never changes.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from typing import Any

from textual.app import App, ComposeResult

from scenarios.load import catalogue
from scenarios.schema import Scenario
from simulator.assembly import AGENTS, ChannelChoice, build_session
from simulator.channel import Channel, Locale, TextChannel
from simulator.dashboard.app import MEDIUM_CELLS, WIDE_CELLS
from simulator.dashboard.deck import Deck
from simulator.dashboard.look import look_of
from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.sources import (
    Conditions,
    Control,
    Drive,
    DriveChoice,
    Figures,
    Mode,
    RunRow,
    SessionRow,
    Talk,
)
from simulator.dashboard.spec import Moment
from simulator.dashboard.story import Scoring, Story
from simulator.dashboard.themes import use_theme
from simulator.events import Event, SpeechRecognised, Timed
from simulator.registry import UsageError
from simulator.settings import Settings

SESSION = "base-quarter-window"
"""Two requests, and somebody opens a window by hand in between."""
ALL_LOCALES: tuple[Locale, ...] = ("en", "ko")
_FIXED_MS = {"agent": 240.0, "tools": 3.0, "user": 1.0, "hear": 120.0, "say": 80.0}
_RUN = "run-1"


def timeless(event: Event) -> Event:
    """Return an event with fixed instead of measured times of this machine."""
    match event:
        case Timed(stage=stage):
            return event.model_copy(update={"duration_ms": _FIXED_MS[stage], "waited_ms": 0.0})
        case SpeechRecognised(heard=heard) if heard.recognition_ms:
            return event.model_copy(update={"heard": heard.model_copy(update={"recognition_ms": 120})})
    return event


async def _play(scenario: Scenario, locale: Locale, agent: str, channel: ChannelChoice) -> list[Event]:
    settings = Settings(agent=agent, seed=7)
    session = build_session(settings, scenario, locale, 0, make_agent=AGENTS[agent](settings), channel=channel)
    return [timeless(event) async for event in session.run()]


@cache
def recorded(
    scenario_id: str = SESSION, locale: Locale = "en", agent: str = "baseline", error_rate: float = 0.0
) -> tuple[Event, ...]:
    """Return the events of a session that was really played, once per process."""
    scenario = catalogue()[scenario_id]

    def mishearing(seed: int) -> Channel:
        from voice.errors import ErrorChannel

        return ErrorChannel(error_rate, seed)

    build: Callable[[int], Channel] = mishearing if error_rate else lambda seed: TextChannel()
    choice = ChannelChoice("errors" if error_rate else "text", build)
    # Tests run inside a loop of their own, which cannot be entered again.
    with ThreadPoolExecutor(1) as thread:
        return tuple(thread.submit(asyncio.run, _play(scenario, locale, agent, choice)).result())


def story(
    scenario_id: str = SESSION,
    locale: Locale = "en",
    agent: str = "baseline",
    *,
    error_rate: float = 0.0,
    events: Sequence[Event] | None = None,
) -> Story:
    """Return a story of a played session, a new one each time; `events` are told instead where given."""
    scenario = catalogue()[scenario_id]
    found = recorded(scenario_id, locale, agent, error_rate) if events is None else events
    return Story.of(found, scenario, locale, scenario.build_world(7, locale), session_id=f"{scenario_id}-{locale}")


def moment(of: Story | None = None, position: int | None = None, **more: Any) -> Moment:
    """Return the end of a story, or what it was after `position` events."""
    told = of or story()
    return Moment(told, len(told) if position is None else position, **more)


class DeckApp(App[None]):
    """All panels and logs at a moment, and nothing else."""

    CSS_PATH = "../../simulator/dashboard/dashboard.tcss"

    def __init__(self, shown: Moment, lang: UiLang = "en", theme: str = "dark") -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (MEDIUM_CELLS, "-medium"), (WIDE_CELLS, "-wide")]
        self._shown = shown
        self._lang = lang
        use_theme(self, theme)

    def compose(self) -> ComposeResult:
        """Show the deck."""
        yield Deck(look_of(self, self._lang))

    def on_mount(self) -> None:
        """Show the moment once there is a place for it."""
        deck = self.query_one(Deck)
        self.call_after_refresh(deck.show, self._shown)


class FakeDrive:
    """A drive whose assistant answers every line with a played session's next turn."""

    def __init__(self, choice: DriveChoice, events: Sequence[Event]) -> None:
        self.story = story(choice.scenario or SESSION, choice.locale, events=())
        self.human = choice.user == "human"
        self.hears = False
        self.mode: Mode = "push-to-talk"
        self.conditions = Conditions("baseline", choice.locale, "haeyo" if choice.locale == "ko" else None)
        self.agents: Sequence[str] = ("baseline", "silent")
        self.controls: Sequence[Control] = (
            Control(
                Phrase("Windows", "창문"),
                Phrase("Driver's window: open", "운전석 창문 열기"),
                "open_close_window",
                {"window": "DRIVER", "percentage": 100},
            ),
        )
        self.rescored: Callable[[], None] = lambda: None
        self.suggestions: Sequence[str] = ("Open the window a quarter.",)
        self.typed: list[str] = []
        self.done: list[tuple[str, dict[str, Any]]] = []
        self.interrupted = 0
        self.left = False
        self.content: bool | None = None
        self._events = list(events)
        self._lines: asyncio.Queue[str] = asyncio.Queue()

    async def run(self, watch: Callable[[Event], None]) -> None:
        """Tell a turn for every line that is typed; a driver who is not a person needs none."""
        turn = -1
        for event in self._events:
            if self.human and event.turn > turn and event.type == "driver_spoke":
                await self._lines.get()
                if self.left:
                    return
            turn = max(turn, event.turn) if event.type == "driver_spoke" else turn
            self.story.append(event)
            watch(event)

    def talk(self) -> Talk:
        """Return that it waits for a line."""
        return Talk()

    def type(self, text: str) -> None:
        """Keep a line and go on."""
        self.typed.append(text)
        self._lines.put_nowait(text)

    def press(self) -> None:
        """Refuse: there is no microphone."""
        raise UsageError("no microphone here")

    def interrupt(self) -> None:
        """Count."""
        self.interrupted += 1

    def hands_free(self, on: bool) -> None:
        """Switch."""
        self.mode = "hands-free" if on else "push-to-talk"

    def leave(self, content: bool = True) -> None:
        """End."""
        self.left, self.content = True, content
        self._lines.put_nowait("")

    def do(self, tool: str, arguments: dict[str, Any]) -> None:
        """Keep what was asked for."""
        self.done.append((tool, arguments))

    def change(self, name: str, value: str | float) -> None:
        """Change a condition."""
        if not hasattr(self.conditions, name):
            raise UsageError(f"no such condition: {name}")
        changed: dict[str, Any] = {name: value}
        self.conditions = replace(self.conditions, **changed)


class FakeGarage:
    """Makes drives of played sessions and remembers them."""

    def __init__(self) -> None:
        self.drives: list[FakeDrive] = []

    def drive(self, choice: DriveChoice) -> Drive:
        """Return a drive that plays the recorded session of its scenario and language."""
        made = FakeDrive(choice, recorded(choice.scenario or SESSION, choice.locale))
        self.drives.append(made)
        return made

    def scenarios(self) -> Sequence[Scenario]:
        """Return the shipped ones."""
        return list(catalogue().values())


class FakeRuns:
    """One run of two sessions, one in each language; told are what was begun and stopped."""

    agent = "baseline"

    def __init__(self) -> None:
        self.begun: list[tuple[str, ...]] = []
        self.stopped: list[str] = []
        self.row = RunRow(_RUN, "2026-11-30T12:00:00", "finished", "first-drive", "baseline", "text", 2, passed=2)
        self.rows: tuple[SessionRow, ...] = tuple(
            SessionRow(f"{SESSION}-{locale}", SESSION, "base", locale, 0, "passed", 2) for locale in ALL_LOCALES
        )

    def runs(self) -> Sequence[RunRow]:
        """Return the run."""
        return (self.row,)

    def run(self, run_id: str) -> RunRow:
        """Return the run."""
        if run_id != self.row.id:
            raise UsageError(f"no run {run_id}")
        return self.row

    def sessions(self, run_id: str) -> Sequence[SessionRow]:
        """Return its sessions."""
        return self.rows if run_id == self.row.id else ()

    def story(self, session_id: str) -> Story:
        """Return a played session."""
        for row in self.rows:
            if row.id == session_id:
                return story(row.scenario, row.locale)
        raise UsageError(f"no session {session_id}")

    def scoring(self, story: Story, position: int) -> Scoring:
        """Return that nothing is scored."""
        return Scoring()

    def figures(self, run_id: str) -> Sequence[Figures]:
        """Return what all passed comes to."""
        return (Figures("all", 1.0, None),)

    def begin(self, flags: Sequence[str]) -> str:
        """Keep what was asked for."""
        self.begun.append(tuple(flags))
        return _RUN

    def stop(self, run_id: str) -> None:
        """Keep what was asked for."""
        self.stopped.append(run_id)
