"""Saying an answer piece by piece, one piece ahead, so that it can be heard early and stopped at any moment."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from simulator.channel import Locale
from voice.audio import Pcm, concatenate, first, resampled
from voice.live.loudspeaker import Playback, SoundSink, played_out
from voice.live.patience import bounded
from voice.live.sentences import Piece, audible, spoken_pieces
from voice.live.trouble import DeviceGone, DeviceTrouble
from voice.spec import Synthesizer

Interrupter = Literal["voice", "button", "typing"]
# The next piece is made once no more than this is left to play: one piece ahead, and little thrown away when cut.
_AHEAD_MS = 4000
_LOOK_S = 0.05


@dataclass(frozen=True, slots=True)
class Said:
    """What became of an answer.

    `audible` is the text that was heard, `played_ms` how much sound that was, `made_ms` how much was made; moments
    are on `time.perf_counter`'s clock, None where they never came. `by` says what cut it off; `sound` is what was
    played.
    """

    audible: str
    played_ms: int
    made_ms: int
    synthesis_ms: int
    at_sound: float | None
    at_out: float | None
    by: Interrupter | None = None
    at_cut: float | None = None
    at_silent: float | None = None
    sound: Pcm | None = None


class Speaker:
    """One voice at one loudspeaker; says one answer at a time."""

    def __init__(self, synthesizer: Synthesizer, sink: SoundSink) -> None:
        self._synthesizer = synthesizer
        self._sink = sink
        self._playback: Playback | None = None
        self._by: Interrupter | None = None
        self._at_cut: float | None = None
        self._at_silent: float | None = None
        self._unheard_s = 0.0
        self._cut = asyncio.Event()
        self._pieces: list[Piece] = []

    @property
    def speaking(self) -> bool:
        """Whether an answer is being said."""
        return self._playback is not None

    @property
    def audible(self) -> str:
        """The words that have left the loudspeaker by now, of the answer that is being said."""
        return audible(self._pieces, self._playback.played_ms()) if self._playback is not None else ""

    def interrupt(self, by: Interrupter) -> bool:
        """Fall silent at once; False when nothing was being said."""
        playback = self._playback
        if playback is None or self._cut.is_set():
            return False
        self._by, self._at_cut = by, time.perf_counter()
        playback.cut()
        self._unheard_s = self._sink.abort()
        self._at_silent = time.perf_counter()
        self._cut.set()
        return True

    async def say(self, text: str, locale: Locale) -> Said:
        """Say a text to its end or until interrupted; raises DeviceTrouble without a working loudspeaker."""
        playback = self._playback = Playback(self._sink.rate_hz)
        self._by = self._at_cut = self._at_silent = None
        self._unheard_s = 0.0
        self._cut = asyncio.Event()
        done = asyncio.Event()
        loop = asyncio.get_running_loop()
        pieces = self._pieces = []
        self._sounds: list[Pcm] = []

        def finished() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(done.set)

        making = asyncio.create_task(self._make(text, locale, playback, pieces, finished))
        try:
            return await self._finished(playback, pieces, making, done)
        finally:
            making.cancel()
            self._playback = None
            with suppress(DeviceTrouble):
                await bounded(self._sink.close, f"loudspeaker '{self._sink.name}'")

    async def _finished(
        self, playback: Playback, pieces: list[Piece], making: "asyncio.Task[_Made]", done: asyncio.Event
    ) -> Said:
        cut = asyncio.create_task(self._cut.wait())
        try:
            await asyncio.wait({making, cut}, return_when=asyncio.FIRST_COMPLETED)
            made = await making if making.done() else None
            if made is not None and made.at_sound is not None and not self._cut.is_set():
                leaving = asyncio.create_task(played_out(playback, done))
                await asyncio.wait({leaving, cut}, return_when=asyncio.FIRST_COMPLETED)
                if not leaving.done():
                    leaving.cancel()
                elif not leaving.result():
                    raise DeviceGone(f"the loudspeaker '{self._sink.name}' is gone")
        finally:
            cut.cancel()
        played_ms = playback.played_ms(self._unheard_s)
        return Said(
            audible=audible(pieces, played_ms) if self._by else " ".join(piece.text for piece in pieces),
            played_ms=played_ms,
            made_ms=sum(piece.duration_ms for piece in pieces),
            synthesis_ms=made.synthesis_ms if made else self._synthesis_ms,
            at_sound=self._at_sound,
            at_out=playback.first_out,
            by=self._by,
            at_cut=self._at_cut,
            at_silent=self._at_silent,
            sound=self._heard(played_ms),
        )

    def _heard(self, played_ms: int) -> Pcm | None:
        """Return what left the loudspeaker: all that was made, or what came before the cut."""
        if not self._sounds:
            return None
        whole = concatenate(self._sounds, self._sink.rate_hz)
        return first(whole, played_ms) if self._by else whole

    async def _make(
        self, text: str, locale: Locale, playback: Playback, pieces: list[Piece], finished: Callable[[], None]
    ) -> "_Made":
        self._at_sound: float | None = None
        self._synthesis_ms = 0
        device = f"loudspeaker '{self._sink.name}'"
        # The device gets ready while the first piece is made.
        opening = asyncio.create_task(bounded(self._sink.open, device))
        # One that is cut off before the device is needed never learns what is wrong with it.
        opening.add_done_callback(lambda task: task.cancelled() or task.exception())
        for piece in spoken_pieces(text):
            while playback.waiting_ms > _AHEAD_MS:
                await asyncio.sleep(_LOOK_S)
            started = time.perf_counter()
            sound = await asyncio.to_thread(self._sound, piece, locale, playback.rate_hz)
            self._synthesis_ms += round((time.perf_counter() - started) * 1000)
            if self._cut.is_set():
                break
            if not sound.samples:
                continue
            pieces.append(Piece(piece, sound.duration_ms))
            self._sounds.append(sound)
            playback.add(sound)
            if self._at_sound is None:
                self._at_sound = time.perf_counter()
                await opening
                await bounded(lambda: self._sink.begin(playback, finished), device)
        playback.complete()
        await opening
        return _Made(self._at_sound, self._synthesis_ms)

    def _sound(self, piece: str, locale: Locale, rate_hz: int) -> Pcm:
        return resampled(self._synthesizer.synthesize(piece, locale), rate_hz)


@dataclass(frozen=True, slots=True)
class _Made:
    """When the first piece was sound and how long making took in all."""

    at_sound: float | None
    synthesis_ms: int
