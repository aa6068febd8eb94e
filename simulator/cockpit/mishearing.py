"""Recognition errors whose rate can be changed while a session goes on."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from simulator.channel import Channel, Locale, Passage, Spoken
from simulator.registry import UsageError

if TYPE_CHECKING:
    from voice.errors import ErrorChannel

# Somebody who moves a slider is done with it when it stood still for so long.
_SETTLED_S = 0.4


class Mishearing:
    """A channel that carries words as `inner` does until a rate above 0 was set, and from then on with errors.

    Once there were errors, utterances at a rate of 0 count as well: they were heard without one. What was really spoken
    into `inner` stays as its recogniser heard it.

    Finding out how strongly to disturb for a rate takes seconds of work, which a thread does beforehand where it can.
    """

    def __init__(self, name: str, inner: Channel, errors: "ErrorChannel", locale: Locale) -> None:
        self.name = name
        self.accuracy_reason = inner.accuracy_reason
        self._inner = inner
        self._errors = errors
        self._mishears = name == errors.name or errors.error_rate > 0
        self._locale: Locale = locale
        self._preparing: asyncio.Task[None] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    @property
    def rate(self) -> float:
        """The share of words (en) or syllables (ko) that are misheard."""
        return self._errors.error_rate

    def mishear_at(self, rate: float) -> None:
        """Mishear so much from the next utterance on; raises UsageError when it is out of range."""
        self._errors.error_rate = checked_rate(rate)
        self._mishears = self._mishears or rate > 0
        self.prepare(_SETTLED_S)

    def prepare(self, after_s: float = 0.0) -> None:
        """Get ready for the present rate in the background."""
        if self._preparing is not None:
            self._preparing.cancel()
        self._preparing = asyncio.create_task(self._prepared(after_s))

    async def _prepared(self, after_s: float) -> None:
        await asyncio.sleep(after_s)
        if self.rate:
            # Whatever cannot be reached is told where it is needed.
            with suppress(UsageError):
                await asyncio.to_thread(self._errors.mishear, "", locale=self._locale, utterance=0)

    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        """Carry an utterance of the driver."""
        self._locale = locale
        passage = await self._inner.hear(intended, locale=locale, utterance=utterance, hints=hints)
        if not self._mishears or passage.spoken is not None:
            self.accuracy_reason = self._inner.accuracy_reason
            return passage
        self.accuracy_reason = self._errors.accuracy_reason
        return await asyncio.to_thread(self._errors.mishear, intended, locale=locale, utterance=utterance)

    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        """Carry the answer back as the inner channel does."""
        return await self._inner.say(text, locale=locale, utterance=utterance)

    async def aclose(self) -> None:
        """Release what the inner channel holds."""
        if self._preparing is not None:
            self._preparing.cancel()
        await self._inner.aclose()


def checked_rate(value: float) -> float:
    """Return a share of words to mishear; raises UsageError when it is out of range."""
    from voice.errors import HIGHEST_ERROR_RATE

    if not 0 <= value <= HIGHEST_ERROR_RATE:
        raise UsageError(f"error_rate: {value:g} must lie between 0 and {HIGHEST_ERROR_RATE:g}")
    return value
