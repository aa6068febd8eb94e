"""A session as the failure taxonomy looks at it, whether it was played here or read from a result file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from simulator.channel import Locale

Effect = Literal["get", "set", "none"]


@dataclass(frozen=True, slots=True)
class Deed:
    """One call of the assistant: `refused` when it failed in a way that is scored, `reply` is the text it got."""

    name: str
    arguments: Mapping[str, Any]
    reply: str
    refused: bool
    failed: bool
    effect: Effect


@dataclass(frozen=True, slots=True)
class Said:
    """The driver or the assistant spoke; `event` names the place in the recording."""

    event: str
    speaker: Literal["driver", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Did:
    """The assistant's calls of one message; `event` names the place in the recording."""

    event: str
    deeds: tuple[Deed, ...]


Moment = Said | Did


@dataclass(frozen=True, slots=True)
class Wanted:
    """One call of the ground truth."""

    name: str
    arguments: Mapping[str, Any]
    effect: Effect


@dataclass(frozen=True, slots=True)
class Broken:
    """A policy that counts as broken; `position` is the moment where it became certain, None when nobody noted it."""

    policy: str | None
    reason: str
    position: int | None = None
    judged: bool = False


@dataclass(frozen=True)
class View:
    """What a failure may be explained from.

    `zero` names the components scored 0, `missing` the expected tools never called, `internal` says whether an
    ambiguity was the assistant's to resolve (None where there is none). `moments` are in order; the driver's last
    words that only end the session are left out.
    """

    kind: str
    locale: Locale
    internal: bool | None
    moments: tuple[Moment, ...]
    wanted: tuple[Wanted, ...]
    removed: tuple[str, ...]
    zero: frozenset[str]
    missing: tuple[str, ...]
    broken: tuple[Broken, ...]
    end_word: str | None

    def deeds(self, effect: Effect | None = None) -> Iterator[tuple[int, Deed]]:
        """Iterate over the assistant's calls with the position of their moment."""
        for position, moment in enumerate(self.moments):
            if isinstance(moment, Did):
                for deed in moment.deeds:
                    if effect is None or deed.effect == effect:
                        yield position, deed

    def spoken(self, speaker: str, before: int | None = None) -> list[tuple[int, str]]:
        """Return what one party said, with positions, before a position or in all."""
        until = len(self.moments) if before is None else before
        return [
            (position, moment.text)
            for position, moment in enumerate(self.moments[:until])
            if isinstance(moment, Said) and moment.speaker == speaker
        ]

    @cached_property
    def last_word(self) -> tuple[int, str] | None:
        """The assistant's last speech with its position, None when it never spoke."""
        spoken = self.spoken("assistant")
        return spoken[-1] if spoken else None

    @property
    def end(self) -> int:
        """The position after everything."""
        return len(self.moments)


def effect_of(name: str) -> Effect:
    """Return what a tool does: get, set or none; unknown tools count as setting, since nobody knows better."""
    from simulator.tools.catalogue import all_tools

    for spec in all_tools():
        if spec.name == name:
            return spec.effect
    return "set"
