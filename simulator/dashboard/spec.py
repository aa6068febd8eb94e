"""What panels are and what they are given: a moment of a story, and how it should look."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from rich.text import Text

from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.story import Story
from simulator.events import ClockMoved, Event, ToolReturned
from simulator.registry import Registry
from simulator.vehicle.change import Change
from simulator.vehicle.state import VehicleState


@dataclass(frozen=True, slots=True)
class Palette:
    """Rich styles by meaning; nothing a panel says may depend on them alone."""

    text: str = ""
    label: str = "dim"
    accent: str = "bold"
    good: str = "green"
    bad: str = "bold red"
    warn: str = "yellow"
    driver: str = "cyan"
    assistant: str = "green"
    changed: str = "bold"
    flash: str = "bold reverse"


@dataclass(frozen=True, slots=True)
class Look:
    """How things are shown: the interface's language and its styles."""

    lang: UiLang = "en"
    palette: Palette = field(default_factory=Palette)

    def say(self, phrase: Phrase, *values: object, **named: object) -> str:
        """Return a phrase in the interface's language."""
        return phrase.told(self.lang, *values, **named)


@dataclass(frozen=True)
class Moment:
    """A story after `position` of its events.

    `flashing` are the paths of variables that changed just now; `revealed` tells whether what the scenario expects may
    be seen, which a person who drives it should not.
    """

    story: Story
    position: int
    flashing: frozenset[str] = frozenset()
    revealed: bool = True

    @property
    def state(self) -> VehicleState:
        """The car."""
        return self.story.state_at(self.position)

    @property
    def turn(self) -> int:
        """The number of the driver's utterance, from 0."""
        return self.story.turn_at(self.position)

    @cached_property
    def changed(self) -> dict[str, Change]:
        """What changed in this turn, by path: how it was when the turn began and how it is now."""
        start, _ = self.story.turn_span(self.turn)
        found: dict[str, Change] = {}
        for event in self.story.events[start : self.position]:
            for change in changes_of(event):
                first = found.get(change.path)
                found[change.path] = change if first is None else first.model_copy(update={"after": change.after})
        return {path: change for path, change in found.items() if change.before != change.after}

    def turn_events(self, turn: int | None = None) -> Sequence[Event]:
        """Return the events of a turn that have happened by now, of the present one by default."""
        start, end = self.story.turn_span(self.turn if turn is None else turn)
        return self.story.events[start : min(end, self.position)]


def changes_of(event: Event) -> tuple[Change, ...]:
    """Return what an event did to the car."""
    match event:
        case ToolReturned(result=result):
            return result.changes
        case ClockMoved(changes=changes):
            return changes
    return ()


class Panel(Protocol):
    """A part of the screen that is drawn whole: it renders a moment and holds no state of its own."""

    key: str
    title: Phrase

    def depends(self, moment: Moment) -> object:
        """Return what the drawing depends on; while it is equal, nothing is drawn again."""
        ...

    def draw(self, moment: Moment, width: int, height: int, look: Look) -> list[Text]:
        """Return lines of at most `width` cells each; more than `height` of them can be scrolled."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log: a head that always shows, details that unfold, and what it is for filters."""

    head: Text
    details: tuple[Text, ...] = ()
    kind: str = ""

    @property
    def plain(self) -> str:
        """All its text, for searching."""
        return "\n".join((self.head.plain, *(detail.plain for detail in self.details)))


class Log(Protocol):
    """A part of the screen that grows: an entry or none for every event, which later events never change."""

    key: str
    title: Phrase

    def entry(self, story: Story, index: int, look: Look) -> Entry | None:
        """Return what is shown of event number `index`."""
        ...


PANELS: Registry[Panel] = Registry("panel")
LOGS: Registry[Log] = Registry("log")
