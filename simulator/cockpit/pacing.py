"""Simulated conversations at a pace that people can follow: what is said takes as long as saying it."""

import asyncio
from typing import Any

from simulator.channel import Channel, Locale, Passage, Spoken
from simulator.events import EndWord
from simulator.language.duration import speech_ms
from simulator.users.spec import Exchange, User, Utterance


class Pace:
    """How fast a watched session goes: `speed` 1 is as fast as people speak, 2 twice as fast, 0 does not wait at all.

    Measured times stay what they are: waiting happens only where nothing is measured.
    """

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        self._lasts_s = 0.0
        self._began_s = 0.0
        self._skip = asyncio.Event()

    def begin(self, duration_ms: int) -> None:
        """Say that something of this length is being said from now on."""
        self._skip.clear()
        self._began_s = asyncio.get_running_loop().time()
        self._lasts_s = duration_ms / 1000 / self.speed if self.speed else 0.0

    def skip(self) -> None:
        """Wait no longer for what is being said."""
        self._skip.set()

    def stop(self) -> None:
        """Never wait again."""
        self.speed = 0.0
        self._skip.set()

    @property
    def share(self) -> float:
        """How much of it has been said by now, 0..1."""
        if self._skip.is_set() or not self._lasts_s:
            return 1.0
        return min(max((asyncio.get_running_loop().time() - self._began_s) / self._lasts_s, 0.0), 1.0)

    async def over(self) -> None:
        """Wait until it has been said."""
        left_s = self._began_s + self._lasts_s - asyncio.get_running_loop().time()
        if left_s > 0 and not self._skip.is_set():
            try:
                async with asyncio.timeout(left_s):
                    await self._skip.wait()
            except TimeoutError:
                return


class PacedUser:
    """A simulated driver who lets the assistant finish, and who can be told to leave."""

    def __init__(self, inner: User, pace: Pace) -> None:
        self.name = inner.name
        self.leaves: EndWord | None = None
        self._inner = inner
        self._pace = pace

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        """Wait until the assistant has said its answer, then speak."""
        await self._pace.over()
        if self.leaves is not None:
            return Utterance(end=self.leaves)
        return await self._inner.speak(history, removed_call)


class PacedChannel:
    """A channel through which the driver's words take their time; all else is the inner channel's.

    A spoken channel takes it anyway, and what it takes is measured: there nothing is added.
    """

    def __init__(self, inner: Channel, pace: Pace) -> None:
        self._inner = inner
        self._pace = pace
        self.name = inner.name
        self.accuracy_reason = inner.accuracy_reason

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        """Carry the driver's utterance."""
        passage = await self._inner.hear(intended, locale=locale, utterance=utterance, hints=hints)
        if self.name != "voice":
            self._pace.begin(speech_ms(intended))
            await self._pace.over()
        return passage

    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        """Carry the answer; whoever speaks next waits until it is said."""
        spoken = await self._inner.say(text, locale=locale, utterance=utterance)
        self._pace.begin(spoken.duration_ms if spoken is not None else speech_ms(text))
        return spoken

    async def aclose(self) -> None:
        """Release what the inner channel holds."""
        await self._inner.aclose()
