"""A shelf of stored runs for tests of the screens that pick, replay, compare and follow them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from dashboard.screens import FakeGarage, FakeRuns, story
from textual.pilot import Pilot
from textual.screen import Screen

from simulator.dashboard.app import DashtalkApp
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.sources import RunRow, SessionRow
from simulator.dashboard.story import Scoring, Story
from simulator.events import Breach, Event, EventBase, PolicyBreached
from simulator.registry import UsageError

RUN = RunRow("run-1", "2026-11-30T12:00:00", "finished", "first-drive", "baseline", "errors", 4, passed=2, failed=2)
OLDER = RunRow("run-0", "2026-11-29T12:00:00", "interrupted", "journeys", "chat", "text", 3, passed=1)
ROWS = (
    SessionRow("run-1-0000", "base-quarter-window", "base", "ko", 0, "passed", 3, wall_ms=900.0),
    SessionRow("run-1-0001", "base-quarter-window", "base", "en", 0, "passed", 2, (), frozenset({"misheard"}), 1100.0),
    SessionRow(
        "run-1-0002",
        "dis-too-hot",
        "disambiguation",
        "ko",
        0,
        "failed",
        2,
        ("창문을 잘못 열었다",),
        frozenset({"failed"}),
        1000.0,
    ),
    SessionRow(
        "run-1-0003",
        "dis-too-hot",
        "disambiguation",
        "en",
        1,
        "failed",
        1,
        ("r_policy: AUT-POL:005", "r_actions_final: fan"),
        frozenset({"failed", "breach", "misheard"}),
        1000.0,
    ),
)


def misheard(locale: Any = "en") -> Story:
    """Return a session in which words were misheard."""
    return story(locale=locale, error_rate=0.3)


def breached(locale: Any = "en") -> Story:
    """Return a session in which a policy is broken in the second turn and that failed."""
    events: list[Event] = list(story(locale=locale).events)
    start, _ = story(locale=locale).turn_span(1)
    place: EventBase = events[start]
    broken = PolicyBreached(
        seq=0, turn=place.turn, at_ms=place.at_ms, breach=Breach(policy="AUT-POL:005", reason="too much at once")
    )
    events.insert(start + 1, broken)
    told = story(locale=locale, events=[event.model_copy(update={"seq": seq}) for seq, event in enumerate(events)])
    told.score(Scoring(outcome="failed", reasons=("r_policy: AUT-POL:005",)))
    return told


class Shelf(FakeRuns):
    """Two runs, of which one has four sessions; one session of the other is damaged."""

    def __init__(self) -> None:
        super().__init__()
        self.row = RUN
        self.rows = ROWS
        self.asked = 0
        self.scored: list[int] = []

    def runs(self) -> Sequence[RunRow]:
        """Return both runs."""
        return (self.row, OLDER)

    def sessions(self, run_id: str) -> Sequence[SessionRow]:
        """Return the sessions of a run."""
        self.asked += 1
        if run_id == OLDER.id:
            return (replace(ROWS[0], id="run-0-0000"),)
        return super().sessions(run_id)

    def story(self, session_id: str) -> Story:
        """Return a session, or say that it is damaged."""
        if session_id.startswith(OLDER.id):
            raise UsageError(f"runs.db: session {session_id} is damaged: an event cannot be read")
        return super().story(session_id)

    def scoring(self, story: Story, position: int) -> Scoring:
        """Return scores that tell how much was asked for."""
        self.scored.append(position)
        return Scoring(reasons=(f"after {position}",))


def app_with(
    first: Callable[[], Screen[None]], lang: UiLang = "en", stored_runs: FakeRuns | None = None
) -> tuple[DashtalkApp, FakeRuns, FakeGarage]:
    """Return the app with one screen, its stored runs and its garage."""
    shelf, garage = stored_runs or Shelf(), FakeGarage()
    return DashtalkApp(garage, shelf, lambda app: first(), lang=lang), shelf, garage


async def settled(pilot: Pilot[None]) -> None:
    """Wait until everything that was asked for is there and shown."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
