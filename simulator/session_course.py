"""What the two sides of a session share: where it stands, the gate to the car, the clock, and its end."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Literal, Protocol, runtime_checkable

from scenarios.schema import Scenario
from simulator.admission import Defect, explain, without_secrets
from simulator.channel import Channel, Locale
from simulator.environment import Environment
from simulator.events import (
    ClockMoved,
    EndWord,
    Event,
    FaultKind,
    ModelCalled,
    SpeechLevel,
    Termination,
    ToolCall,
    ToolResult,
)
from simulator.limits import Limits
from simulator.llm_meter import ModelUse, Patience
from simulator.trajectory import Trajectory


class Ended(Exception):
    """The session is over."""

    def __init__(self, termination: Termination, end_word: EndWord | None = None, detail: str = "") -> None:
        super().__init__(detail)
        self.termination = termination
        self.end_word = end_word
        self.detail = detail


@runtime_checkable
class Measuring(Protocol):
    """A channel that measures a turn itself and tells it once the assistant has spoken."""

    def measured(self, mark: Callable[[], dict[str, int]]) -> Iterator[Event]:
        """Yield what was measured; `mark` gives the common fields of the next event."""
        ...


class OverTime(Exception):
    """The session took longer than it may; `where` is the part that most of the time went to."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


class Course:
    """One session as it goes: its fixed parts, its events so far, and the number of the turn.

    `removed_call` is the driver's word for the first call of the assistant to something the scenario took away.
    `locale` and `speech_level` are how they stand now. `waits` while something outside is waited for; `disturbed` once
    a person at the controls has changed the car since the assistant's turn began.
    """

    def __init__(
        self, scenario: Scenario, locale: Locale, channel: Channel, environment: Environment, limits: Limits
    ) -> None:
        self.scenario = scenario
        self.locale: Locale = locale
        self.speech_level: SpeechLevel | None = scenario.driver[locale].level
        self.channel = channel
        self.environment = environment
        self.limits = limits
        self.trajectory = Trajectory()
        self.turn = 0
        self.waits = False
        self.disturbed = False
        self.removed_call: EndWord | None = None
        self._ends_at: float | None = None
        self._waited_s: defaultdict[str, float] = defaultdict(float)

    def record(self, event: Event) -> Event:
        """Add an event to what has happened, without secrets, and return it as it is kept."""
        event = without_secrets(event)
        self.trajectory.append(event)
        return event

    def mark(self) -> dict[str, int]:
        """Return the fields that every event has in common."""
        return {
            "seq": len(self.trajectory.events),
            "turn": self.turn,
            "at_ms": self.environment.clock.elapsed_ms,
        }

    @asynccontextmanager
    async def waiting(self, where: str) -> AsyncIterator[Patience]:
        """Give what is awaited inside as long as the session may still take; raises OverTime.

        While the limit that is handed out stands still, the session does not grow older.
        """
        now_s = asyncio.get_running_loop().time
        started = now_s()
        if self._ends_at is None:
            self._ends_at = started + self.limits.session_timeout_s
        if started >= self._ends_at:
            raise self._over_time()
        limit = asyncio.timeout_at(self._ends_at)
        patience = Patience(limit)
        self.waits = True
        try:
            async with limit:
                yield patience
        except TimeoutError:
            if not limit.expired():
                raise
            self._waited_s[where] += now_s() - started - patience.stood_s
            raise self._over_time() from None
        finally:
            self.waits = False
        self._ends_at += patience.stood_s
        self._waited_s[where] += now_s() - started - patience.stood_s

    def _over_time(self) -> OverTime:
        where = max(self._waited_s, key=lambda part: self._waited_s[part], default="session")
        limit_s = self.limits.session_timeout_s
        return OverTime(where, f"the session was not over after {limit_s:g} s; most of them went to the {where}")

    def models_called(self, role: Literal["assistant", "driver"], uses: list[ModelUse]) -> Iterator[Event]:
        """Yield the calls of language models that one side has made, and forget them."""
        for use in uses:
            yield ModelCalled.model_validate({**self.mark(), "role": role, **use.facts()})
        uses.clear()

    def measured(self) -> Iterator[Event]:
        """Yield what the channel measured of this turn."""
        if isinstance(self.channel, Measuring):
            yield from self.channel.measured(self.mark)

    def pass_gate(self, call: ToolCall) -> ToolResult:
        """Carry out a call, whoever makes it; raises Defect when the tool breaks."""
        try:
            result = self.environment.call(call)
        except Exception as error:
            raise Defect(f"tool {call.name}", explain(error)) from error
        if call.actor == "assistant":
            self._note_removed(result)
        return result

    def _note_removed(self, result: ToolResult) -> None:
        if result.fault is None or result.fault.kind is not FaultKind.REMOVED or self.removed_call is not None:
            return
        if result.name in self.environment.toolset.removed_tools:
            self.removed_call = EndWord.HALLUCINATION_ERROR_REMOVED_TOOL
        elif result.fault.code == "REMOVED_PARAMETER":
            self.removed_call = EndWord.HALLUCINATION_ERROR_REMOVED_PARAMETER

    def pass_time(self, duration_ms: int) -> Iterator[Event]:
        """Move the session's clock, and with it what changes by itself; raises Defect."""
        try:
            changes = self.environment.advance(duration_ms)
        except Exception as error:
            raise Defect("clock", explain(error)) from error
        if changes:
            yield ClockMoved(**self.mark(), changes=changes, digest=self.environment.digest)


def since_ms(started: float) -> float:
    """Return how long ago a reading of `time.perf_counter` was, in milliseconds."""
    return round((time.perf_counter() - started) * 1000, 3)
