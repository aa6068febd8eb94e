"""Two sessions turn by turn: what was heard, called and changed in each, and in what they differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from simulator.dashboard.spec import changes_of
from simulator.dashboard.story import Story
from simulator.events import (
    AssistantSpoke,
    DriverSpoke,
    SessionEnded,
    SpeechRecognised,
    ToolCall,
    ToolCalled,
    ToolReturned,
)
from simulator.vehicle.change import Change

Aspect = Literal["heard", "calls", "changes", "outcome", "turn"]
"""In what two turns differ; "turn" means that one session has no such turn."""


@dataclass(frozen=True, slots=True)
class Called:
    """One call of the assistant; `refused` is the message of its fault, "" for none."""

    call: ToolCall
    refused: str = ""

    @property
    def what(self) -> tuple[str, Mapping[str, Any], bool]:
        """What has to agree with another call."""
        return self.call.name, self.call.arguments, bool(self.refused)


@dataclass(frozen=True, slots=True)
class Side:
    """One turn of one session; `changes` are those of the whole turn, by path, without what went back again."""

    intended: str = ""
    heard: str = ""
    calls: tuple[Called, ...] = ()
    changes: tuple[Change, ...] = ()
    said: tuple[str, ...] = ()
    ended: SessionEnded | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """The turns of a number, None where a session has no such turn."""

    turn: int
    left: Side | None
    right: Side | None
    differs: frozenset[Aspect] = field(default_factory=frozenset)


def compared(left: Story, right: Story) -> list[Pair]:
    """Return the turns of two sessions beside each other."""
    count = max(len(left.turn_starts), len(right.turn_starts))
    pairs = []
    for turn in range(count):
        sides = _side(left, turn), _side(right, turn)
        pairs.append(Pair(turn, *sides, differs=_differences(*sides)))
    return pairs


def _side(story: Story, turn: int) -> Side | None:
    start, end = story.turn_span(turn)
    events = story.events[start:end]
    if not events:
        return None
    intended = heard = ""
    calls: dict[str, ToolCall] = {}
    refused: dict[str, str] = {}
    changes: dict[str, Change] = {}
    said: list[str] = []
    ended: SessionEnded | None = None
    for event in events:
        match event:
            case DriverSpoke():
                intended = event.intended
            case SpeechRecognised():
                heard = event.heard.text
            case ToolCalled(step=int()):
                calls[event.call.id] = event.call
            case ToolReturned(step=int(), result=result) if result.fault is not None:
                refused[result.call_id] = result.fault.message
            case AssistantSpoke():
                said.append(event.text)
            case SessionEnded():
                ended = event
        for change in changes_of(event):
            first = changes.get(change.path)
            changes[change.path] = change if first is None else first.model_copy(update={"after": change.after})
    scoring = story.scoring_at(len(story))
    last = turn == len(story.turn_starts) - 1
    return Side(
        intended=intended,
        heard=heard,
        calls=tuple(Called(call, refused.get(name, "")) for name, call in calls.items()),
        changes=tuple(change for change in changes.values() if change.before != change.after),
        said=tuple(said),
        ended=ended,
        outcome=scoring.outcome if last and scoring is not None else "",
    )


def _differences(left: Side | None, right: Side | None) -> frozenset[Aspect]:
    if left is None or right is None:
        return frozenset({"turn"})
    found: set[Aspect] = set()
    if left.heard.split() != right.heard.split():
        found.add("heard")
    if [called.what for called in left.calls] != [called.what for called in right.calls]:
        found.add("calls")
    if _after(left.changes) != _after(right.changes):
        found.add("changes")
    if _end(left) != _end(right):
        found.add("outcome")
    return frozenset(found)


def _after(changes: Sequence[Change]) -> dict[str, Any]:
    return {change.path: change.after for change in changes}


def _end(side: Side) -> object:
    return side.outcome, side.ended and (side.ended.termination, side.ended.end_word)
