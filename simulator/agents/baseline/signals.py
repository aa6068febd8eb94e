"""What planning can end in besides a plan: something to look up, to ask, to wait for or to admit."""

from dataclasses import dataclass, field
from typing import Any

from simulator.agents.baseline.frames import Intent
from simulator.agents.spec import CallRequest


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to say, without its words; the speech modules turn `key` and `slots` into a sentence."""

    key: str
    slots: dict[str, Any] = field(default_factory=dict)


class Look(Exception):
    """Planning needs these look-ups first."""

    def __init__(self, calls: list[CallRequest]) -> None:
        super().__init__(", ".join(call.name for call in calls))
        self.calls = calls


class Unable(Exception):
    """The wish cannot be met; `line` says why."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.key)
        self.line = line


class Wait(Exception):
    """The wish depends on another one that has to be settled first."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of several things to choose from: what choosing it stands for, and the names it goes by."""

    value: Any
    names: tuple[str, ...]


class Ask(Exception):
    """The driver has to say something first.

    `kind` is value (a slot of the car is missing), choose (several things of the car fit), confirm (a yes is
    needed), option (one of `options`, or what `words` names), place, person, text or number. `key` names what a yes
    agrees to or which choice of the goal the answer makes; `proposal` is the wish a yes stands for when it differs
    from the one asked about.
    """

    def __init__(
        self,
        kind: str,
        line: Line,
        key: str = "",
        proposal: Intent | None = None,
        options: tuple[Option, ...] = (),
    ) -> None:
        super().__init__(line.key)
        self.kind = kind
        self.line = line
        self.key = key
        self.proposal = proposal
        self.options = options


@dataclass(slots=True)
class Recall:
    """What the driver can refer back to: places told last; the place, city, meeting place, people spoken of last."""

    places: list[dict[str, Any]] = field(default_factory=list)
    place: dict[str, Any] | None = None
    city: tuple[str, str] | None = None
    meeting: str = ""
    people: tuple[str, ...] = ()

    @property
    def has_place(self) -> bool:
        """Whether there is a place that `there` can mean."""
        return bool(self.places or self.place or self.city or self.meeting)

    def chose(self, place: dict[str, Any]) -> None:
        """Note a place as spoken of last."""
        self.place, self.city, self.meeting = place, None, ""

    def told(self, places: list[dict[str, Any]]) -> None:
        """Note places that are told for the driver to choose from; any of them may be meant next."""
        self.places, self.place, self.city, self.meeting = places, None, None, ""

    def named(self, city_id: str, name: str) -> None:
        """Note a city as spoken of last."""
        self.city, self.meeting = (city_id, name), ""
