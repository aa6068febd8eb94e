"""The path between two mouths and two ears: what was intended goes in, what was heard comes out."""

from dataclasses import dataclass, field
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from simulator.language.locale import Locale

__all__ = ["AudioReference", "Channel", "Heard", "Locale", "Passage", "Spoken", "TextChannel"]


class AudioReference(BaseModel):
    """A recording named by path, digest and format; the samples stay on disk."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    sha256: str
    rate_hz: int
    duration_ms: int


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
