"""A trajectory as it is looked at: every event with the car as it stood then, ready to be scrubbed."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.dashboard.facts import AnswerFacts, RoleCost
from simulator.events import (
    ClockMoved,
    ConditionChanged,
    ConditionName,
    DefectRecorded,
    DriverSpoke,
    Event,
    PolicyBreached,
    Score,
    SessionEnded,
    SessionStarted,
    SpeechRecognised,
    ToolReturned,
)
from simulator.language.alignment import sentence_exact
from simulator.trajectory import Trajectory
from simulator.vehicle.change import Change
from simulator.vehicle.state import VehicleState
from simulator.world.model import World

MarkKind = Literal["breach", "fault", "misheard", "defect", "failed"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A place worth jumping to: `index` counts events from 0."""

    index: int
    kind: MarkKind


@dataclass(frozen=True, slots=True)
class Scoring:
    """The scores of a session up to a moment, and what still differs from the car that the scenario expects.

    `remaining` is None where nothing is expected of the car; before is how it stands, after how it should. `outcome` is
    "" while the session goes on. `costs` has an entry for each role whose models were asked. `answers` tells of every
    answer until then how it was said.
    """

    scores: tuple[Score, ...] = ()
    remaining: tuple[Change, ...] | None = None
    outcome: str = ""
    reasons: tuple[str, ...] = ()
    costs: tuple[RoleCost, ...] = ()
    answers: tuple[AnswerFacts, ...] = ()

    @property
    def cost_usd(self) -> float | None:
        """The whole cost in US dollars; None where a part of it is unknown or in another currency."""
        known = [cost.amount for cost in self.costs if cost.amount is not None and cost.currency == "USD"]
        return sum(known) if len(known) == len(self.costs) else None


class Story:
    """The events of one session in order, each with the vehicle state after it; grows at its end only."""

    def __init__(self, scenario: Scenario, locale: Locale, world: World, *, session_id: str = "") -> None:
        self.scenario = scenario
        self.locale: Locale = locale
        self.world = world
        self.session_id = session_id
        self.trajectory = Trajectory()
        self.states: list[VehicleState] = []
        self.turn_starts: list[int] = []
        self.marks: list[Mark] = []
        self._scored_at: list[int] = []
        self._scorings: list[Scoring] = []
        self._intended = ""
        self._switches: list[tuple[int, ConditionChanged]] = []

    @classmethod
    def of(
        cls, events: Iterable[Event], scenario: Scenario, locale: Locale, world: World, *, session_id: str = ""
    ) -> "Story":
        """Return the story of a whole session."""
        story = cls(scenario, locale, world, session_id=session_id)
        for event in events:
            story.append(event)
        return story

    @property
    def events(self) -> Sequence[Event]:
        """All events so far."""
        return self.trajectory.events

    def __len__(self) -> int:
        return len(self.trajectory.events)

    def append(self, event: Event) -> None:
        """Add the newest event."""
        index = len(self)
        self.trajectory.append(event)
        self.states.append(self._state_after(event))
        if event.turn >= len(self.turn_starts):
            self.turn_starts += [index] * (event.turn + 1 - len(self.turn_starts))
        self._mark(index, event)
        if isinstance(event, ConditionChanged):
            self._switches.append((index, event))

    def _state_after(self, event: Event) -> VehicleState:
        if isinstance(event, SessionStarted):
            return VehicleState.model_validate(event.state)
        state = self.states[-1] if self.states else self.scenario.build_state()
        match event:
            case ToolReturned(result=result) if result.changes:
                return state.apply(result.changes)
            case ClockMoved(changes=changes) if changes:
                return state.apply(changes)
        return state

    def _mark(self, index: int, event: Event) -> None:
        kind: MarkKind | None = None
        match event:
            case DriverSpoke(intended=intended):
                self._intended = intended
            case SpeechRecognised(heard=heard, measurable=None) if self._misheard(heard.text):
                kind = "misheard"
            case ToolReturned(step=int(), result=result) if result.fault is not None:
                kind = "fault"
            case PolicyBreached():
                kind = "breach"
            case DefectRecorded():
                kind = "defect"
            case SessionEnded(end_word=word) if word is not None and word.failure:
                kind = "failed"
        if kind is not None:
            self.marks.append(Mark(index, kind))

    def _misheard(self, heard: str) -> bool:
        """Whether other words were heard than were meant; how a recogniser writes them does not count."""
        if heard.split() == self._intended.split():
            return False
        return sentence_exact(self._intended, heard, self.locale) is False

    def score(self, scoring: Scoring, position: int | None = None) -> None:
        """Keep what the session scores after `position` of its events, by default after all so far.

        Scores may come late and in any order; newer ones of the same position take the place of those before.
        """
        at = len(self) if position is None else position
        found = bisect_left(self._scored_at, at)
        if found < len(self._scored_at) and self._scored_at[found] == at:
            self._scorings[found] = scoring
        else:
            self._scored_at.insert(found, at)
            self._scorings.insert(found, scoring)

    def scoring_at(self, position: int) -> Scoring | None:
        """Return the scores of the latest scored place that is no later than `position` events."""
        found = bisect_right(self._scored_at, position)
        return self._scorings[found - 1] if found else None

    def switched_at(self, name: ConditionName, position: int) -> ConditionChanged | None:
        """Return the newest change of a condition within the first `position` events; None: it is as at the start."""
        return next((one for index, one in reversed(self._switches) if index < position and one.name == name), None)

    def turn_at(self, position: int) -> int:
        """Return the turn that the last of `position` events belongs to; 0 before the first."""
        return self.events[position - 1].turn if position else 0

    def turn_span(self, turn: int) -> tuple[int, int]:
        """Return the first event of a turn and the one after its last."""
        start = self.turn_starts[turn] if turn < len(self.turn_starts) else len(self)
        end = self.turn_starts[turn + 1] if turn + 1 < len(self.turn_starts) else len(self)
        return start, end

    def state_at(self, position: int) -> VehicleState:
        """Return the car after `position` events."""
        if not self.states:
            return self.scenario.build_state()
        return self.states[min(max(position, 1), len(self)) - 1]

    def now_at(self, position: int) -> datetime:
        """Return the session's local time after `position` events."""
        when = self.state_at(1).surroundings.current_datetime
        start = datetime(when.year, when.month, when.day, when.hour, when.minute)
        return start + timedelta(milliseconds=self.events[position - 1].at_ms if position else 0)
