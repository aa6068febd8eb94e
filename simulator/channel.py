"""The path between two mouths and two ears: what was intended goes in, what was heard comes out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

from simulator.language.locale import LANGUAGES, LOCALES, Locale

__all__ = [
    "LANGUAGES",
    "LOCALES",
    "AudioReference",
    "CabinSituation",
    "Channel",
    "Heard",
    "Locale",
    "NoiseRecord",
    "Passage",
    "SituatedChannel",
    "Spoken",
    "TextChannel",
]


class AudioReference(BaseModel):
    """A recording named by path, digest and format; the samples stay on disk."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    sha256: str
    rate_hz: int
    duration_ms: int


class NoiseRecord(BaseModel):
    """What was done to one utterance between the mouth and the recogniser.

    `kind` is the noise as it was asked for, "" for none; `snr_db` the ratio of active speech to noise it was mixed at,
    both weighted alike; `detail` where the noise came from. `impairments` are written as they act, "" for none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str = ""
    snr_db: float | None = None
    weighting: Literal["A", "Z"] | None = None
    seed: int
    detail: str = ""
    impairments: str = ""


class Spoken(BaseModel):
    """How one utterance was made audible.

    `real_speech` is False for timed silence and placeholder voices, whose accuracy means nothing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    engine: str
    voice: str
    duration_ms: int
    synthesis_ms: int
    real_speech: bool
    audio: AudioReference | None = None
    noise: NoiseRecord | None = None


class Heard(BaseModel):
    """What the recogniser made of one utterance.

    `confidence` is 0..1 or None when the engine gives none; `recognition_ms` is the engine's own time.
    `error_rate_target` is set by the text-level error channel only.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    engine: str
    confidence: float | None = None
    recognition_ms: int = 0
    error_rate_target: float | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """One utterance's way through a channel; `spoken` is None where no speech was made."""

    intended: str
    heard: Heard
    spoken: Spoken | None = None
    notes: tuple[str, ...] = field(default=())


class Channel(Protocol):
    """Carries the driver's words to the assistant and the assistant's speech back.

    `accuracy_reason` is None when comparing intended with heard says something about a recogniser,
    else the plain reason why speech metrics of this channel are unscored.
    """

    name: str
    accuracy_reason: str | None

    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        """Carry the driver's utterance number `utterance` (0-based); `hints` are names the recogniser may expect."""
        ...

    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        """Carry the assistant's speech back; None when it was only shown."""
        ...

    async def aclose(self) -> None:
        """Release whatever the channel holds."""
        ...


@dataclass(frozen=True, slots=True)
class CabinSituation:
    """What decides how loud the car is at the moment, as plain facts; shares lie between 0 and 1.

    `windows` is the sum over the four windows and the roof, so that 1 is one of them open all the way.
    """

    speed_kmh: float = 0.0
    windows: float = 0.0
    fan: float = 0.0
    rain: float = 0.0


@runtime_checkable
class SituatedChannel(Protocol):
    """A channel whose sound depends on what the car is doing."""

    def ride_in(self, situation: Callable[[], CabinSituation]) -> None:
        """Take what tells the car's situation; it is asked whenever the driver begins to speak."""
        ...


class TextChannel:
    """A perfect channel: heard is what was intended, nothing is spoken."""

    name = "text"
    accuracy_reason: str | None = "text channel: nothing was recognised"

    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        """Return the utterance unchanged."""
        return Passage(intended=intended, heard=Heard(text=intended, engine="text"))

    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        """Show the speech only."""
        return None

    async def aclose(self) -> None:
        """Hold nothing."""
