"""The ordered events of one session, and what each party may see of them."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from simulator.channel import Locale
from simulator.events import (
    AssistantSpoke,
    DriverJudged,
    DriverSpoke,
    Event,
    EventBase,
    ExchangeGiven,
    ModelCalled,
    SessionEnded,
    SessionStarted,
    SpeechLevel,
    SpeechRecognised,
    SpeechSynthesised,
    StepClosed,
    Timed,
    ToolCall,
    ToolCalled,
    ToolResult,
    ToolReturned,
    TurnTimed,
)

E = TypeVar("E", bound=EventBase)

# Wall times and paths say nothing about what happened; neither does the number, which counts timing events too.
_OF_THIS_MACHINE: dict[str, Any] = {
    "seq": True,
    "heard": {"recognition_ms": True},
    "spoken": {"synthesis_ms": True},
}


@dataclass(frozen=True, slots=True)
class DriverSaid:
    """The driver's words as the recogniser heard them; `confidence` is 0..1 or None.

    `given` words were said before the session began.
    """

    heard: str
    confidence: float | None = None
    given: bool = False


@dataclass(frozen=True, slots=True)
class AssistantCalled:
    """The assistant's batch of calls of one step."""

    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, slots=True)
class ToolReplied:
    """The text a tool answered with."""

    call_id: str
    name: str
    content: str


@dataclass(frozen=True, slots=True)
class AssistantSaid:
    """The assistant's own speech; `given` speech was said before the session began."""

    text: str
    given: bool = False


Message = DriverSaid | AssistantCalled | ToolReplied | AssistantSaid


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """One tool as the assistant is shown it: `parameters` is a JSON schema with descriptions.

    `effect` is get, set or none; `requires_confirmation` tools need the driver's clear yes first.
    """

    name: str
    description: str
    parameters: dict[str, Any]
    effect: str
    requires_confirmation: bool = False


@dataclass(frozen=True, slots=True)
class AssistantView:
    """All an assistant may know: heard words, its own calls and their results, the offered tools, place and time.

    `location` is `{"id", "name", "position": {"longitude", "latitude"}}`; `now` is the local session time.
    """

    locale: Locale
    speech_level: SpeechLevel | None
    tools: tuple[OfferedTool, ...]
    location: dict[str, Any]
    now: datetime
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One assistant message's calls with their results, in order."""

    number: int
    turn: int
    calls: tuple[ToolCall, ...]
    results: tuple[ToolResult, ...]


class Trajectory:
    """The events of one session in order; everything else about it is derived."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events: list[Event] = []
        self._messages: list[Message] = []
        self._calls: list[ToolCall] = []
        self._replies: list[ToolReplied] = []
        for event in events:
            self.append(event)

    def append(self, event: Event) -> None:
        """Add the newest event."""
        self.events.append(event)
        self._note(event)

    def of(self, kind: type[E]) -> Iterator[E]:
        """Iterate over the events of one kind."""
        return iter([event for event in self.events if isinstance(event, kind)])

    @property
    def started(self) -> SessionStarted:
        """The first event; raises ValueError on an empty trajectory."""
        # It is asked for more often than anything else.
        for event in self.events:
            if isinstance(event, SessionStarted):
                return event
        raise ValueError("the trajectory has no beginning")

    @property
    def ended(self) -> SessionEnded | None:
        """The end, or None while the session runs or when it was cut off."""
        for event in reversed(self.events):
            if isinstance(event, SessionEnded):
                return event
        return None

    @property
    def turns(self) -> int:
        """How many utterances the driver spoke."""
        return sum(1 for _ in self.of(DriverSpoke))

    def digest(self) -> str:
        """Return the SHA-256 of everything that happened; how long it took, what it cost and kept sound is left out."""
        digest = hashlib.sha256()
        for event in self.events:
            if not isinstance(event, Timed | ModelCalled | TurnTimed | DriverJudged):
                digest.update(_unrecorded(event).model_dump_json(exclude=_OF_THIS_MACHINE).encode())
        return digest.hexdigest()

    def steps(self) -> list[Step]:
        """Return the assistant's steps, the calls of each with their results."""
        calls: dict[int, list[ToolCall]] = {}
        results: dict[int, list[ToolResult]] = {}
        turns: dict[int, int] = {}
        for event in self.events:
            if isinstance(event, ToolCalled) and event.step is not None:
                calls.setdefault(event.step, []).append(event.call)
                turns[event.step] = event.turn
            elif isinstance(event, ToolReturned) and event.step is not None:
                results.setdefault(event.step, []).append(event.result)
        return [
            Step(number, turns[number], tuple(calls[number]), tuple(results.get(number, ())))
            for number in sorted(calls)
        ]

    def messages(self) -> tuple[Message, ...]:
        """Return the dialogue as the assistant saw it: heard words only, a step's calls before their results."""
        return (*self._messages, *self._open_step())

    def _open_step(self) -> list[Message]:
        return [AssistantCalled(tuple(self._calls)), *self._replies] if self._calls else []

    def _note(self, event: Event) -> None:
        """Keep the dialogue up to date, so that asking for it does not cost a walk over all events."""
        match event:
            case ToolCalled(step=int(), call=call):
                # A copy: an assistant that changes what it is shown must not change what is recorded.
                self._calls.append(call.model_copy(update={"arguments": _own(call.arguments)}))
            case ToolReturned(step=int(), result=result):
                self._replies.append(ToolReplied(result.call_id, result.name, result.content))
            case ExchangeGiven(driver=driver, assistant=assistant):
                self._messages += [DriverSaid(driver, given=True), AssistantSaid(assistant, given=True)]
            case SpeechRecognised() | AssistantSpoke() | StepClosed():
                self._messages += self._open_step()
                self._calls.clear()
                self._replies.clear()
                if isinstance(event, SpeechRecognised):
                    self._messages.append(DriverSaid(event.heard.text, event.heard.confidence))
                elif isinstance(event, AssistantSpoke):
                    self._messages.append(AssistantSaid(event.text))


def _own(value: Any) -> Any:
    """Return a plain JSON value with containers of its own."""
    if isinstance(value, dict):
        return {name: _own(item) for name, item in value.items()}
    return [_own(item) for item in value] if isinstance(value, list) else value


def _unrecorded(event: Event) -> Event:
    """Return an event as it would be had nobody kept its sound."""
    if not isinstance(event, SpeechSynthesised) or event.spoken.audio is None:
        return event
    return event.model_copy(update={"spoken": event.spoken.model_copy(update={"audio": None})})
