"""The loudspeaker: plays what it is given, stops at once, and knows how much has left it."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from voice.audio import Pcm
from voice.devices import AudioDevice
from voice.live.microphone import sound_library
from voice.live.patience import library_lock, promptly
from voice.live.trouble import DeviceTrouble, explain

_BYTES_PER_SAMPLE = 2
# Enough for a busy machine to keep up without gaps, too little to be heard as a delay.
_LATENCY_S = 0.06
# Silence is asked for by somebody who speaks; a server that is gone must not hold up the rest.
_ABORT_S = 0.15
# A device that takes nothing for this much longer than the sound lasts is gone.
_STUCK_S = 3.0


class Playback:
    """One answer on its way out: pieces are added at one end and pulled at the other.

    `first_out` is when the first sample left, on `time.perf_counter`'s clock, None before.
    """

    def __init__(self, rate_hz: int) -> None:
        self.rate_hz = rate_hz
        self.first_out: float | None = None
        self._waiting: deque[memoryview] = deque()
        self._complete = False
        self._pulled_bytes = 0
        self._added_bytes = 0
        self._lock = threading.Lock()

    def add(self, pcm: Pcm) -> None:
        """Add a piece; raises ValueError when it has another rate."""
        if pcm.rate_hz != self.rate_hz:
            raise ValueError(f"{pcm.rate_hz} Hz cannot be played at {self.rate_hz} Hz: resample first")
        with self._lock:
            if not self._complete and pcm.samples:
                self._waiting.append(memoryview(pcm.samples))
                self._added_bytes += len(pcm.samples)

    def complete(self) -> None:
        """Say that nothing more will be added."""
        self._complete = True

    @property
    def is_complete(self) -> bool:
        """Whether nothing more will be added."""
        return self._complete

    def cut(self) -> None:
        """Throw away what has not left yet."""
        with self._lock:
            self._complete = True
            self._waiting.clear()

    def pull(self, size: int, delay_s: float = 0.0) -> tuple[bytes, bool]:
        """Return `size` bytes, silence where there is nothing, and whether all has left.

        `delay_s` is how long these bytes take to the air.
        """
        with self._lock:
            taken: list[memoryview] = []
            missing = size
            while missing and self._waiting:
                piece = self._waiting.popleft()
                taken.append(piece[:missing])
                if len(piece) > missing:
                    self._waiting.appendleft(piece[missing:])
                missing -= len(taken[-1])
            self._pulled_bytes += size - missing
            if taken and self.first_out is None:
                self.first_out = time.perf_counter() + delay_s
            done = self._complete and not self._waiting
        return b"".join(taken) + bytes(missing), done

    def played_ms(self, buffered_s: float = 0.0) -> int:
        """Return how much sound has left, less what still waits in the device when it is stopped now."""
        samples = self._pulled_bytes / _BYTES_PER_SAMPLE
        return max(0, round(1000 * (samples / self.rate_hz - buffered_s)))

    @property
    def waiting_ms(self) -> int:
        """How much sound still waits to be pulled."""
        return round((self._added_bytes - self._pulled_bytes) * 1000 / _BYTES_PER_SAMPLE / self.rate_hz)


class SoundSink(Protocol):
    """Whatever sound goes to; plays one thing at a time."""

    name: str
    rate_hz: int

    def open(self) -> None:
        """Get ready to play one answer; may take a moment. Raises DeviceTrouble."""
        ...

    def begin(self, playback: Playback, finished: Callable[[], None]) -> None:
        """Start to pull; `finished` is called from any thread when all is out. Raises DeviceTrouble."""
        ...

    def abort(self) -> float:
        """Fall silent at once; returns how many seconds of pulled sound nobody heard."""
        ...

    def close(self) -> None:
        """Release the device."""
        ...


class Loudspeaker:
    """One output device, opened at its own rate for each answer.

    A stream that a call is inside of is in nobody's hands meanwhile: to close it then would end the whole program.
    """

    def __init__(self, device: AudioDevice) -> None:
        self.name = device.name
        self.rate_hz = device.rate_hz
        self._device = device
        self._stream: Any = None
        self._channels = 1
        self._playback: Playback | None = None
        self._finished: Callable[[], None] = lambda: None
        self._delay_s = self._latency_s = 0.0

    def open(self) -> None:
        """Open the device anew: one that was open when its sound server left would never come back from a start."""
        library = sound_library()
        with library_lock():
            self.close()
            try:
                self._stream = self._open(library)
            except library.PortAudioError as error:
                raise DeviceTrouble(explain(error, f"loudspeaker '{self.name}'")) from None

    def begin(self, playback: Playback, finished: Callable[[], None]) -> None:
        """Start to play; raises DeviceTrouble."""
        library = sound_library()
        if self._stream is None:
            self.open()
        self._playback, self._finished = playback, finished
        stream, self._stream = self._stream, None
        try:
            stream.start()
        except library.PortAudioError as error:
            self._stream = stream
            self.close()
            raise DeviceTrouble(explain(error, f"loudspeaker '{self.name}'")) from None
        self._stream = stream

    def move(self, device: AudioDevice) -> None:
        """Play through another device from the next answer on, or through the same under a new number."""
        self.close()
        self.name, self.rate_hz, self._device = device.name, device.rate_hz, device

    def _open(self, library: Any) -> Any:
        problem: Exception | None = None
        for channels in dict.fromkeys((1, min(2, self._device.output_channels))):
            try:
                stream = library.RawOutputStream(
                    samplerate=self.rate_hz,
                    device=self._device.index,
                    channels=channels,
                    dtype="int16",
                    latency=_LATENCY_S,
                    callback=self._callback,
                    finished_callback=lambda: self._finished(),
                )
            except library.PortAudioError as error:
                problem = error
            else:
                self._channels, self._stop = channels, library.CallbackStop
                self._latency_s = float(stream.latency)
                return stream
        assert problem is not None
        raise problem

    def _callback(self, out: Any, frames: int, moment: Any, status: Any) -> None:
        playback = self._playback
        delay_s = moment.outputBufferDacTime - moment.currentTime
        # Some sound servers do not tell; then the stream's own estimate counts.
        self._delay_s = delay_s if 0 < delay_s < 1 else self._latency_s
        if playback is None:
            out[:] = bytes(len(out))
            raise self._stop
        samples, done = playback.pull(frames * _BYTES_PER_SAMPLE, self._delay_s)
        out[:] = samples if self._channels == 1 else _doubled(samples)
        if done:
            raise self._stop

    def abort(self) -> float:
        """Fall silent at once."""
        if self._playback is not None:
            self._playback.cut()
        stream, self._stream = self._stream, None
        if stream is None:
            return 0.0
        if promptly(lambda: stream.abort(ignore_errors=True) is None, _ABORT_S):
            self._stream = stream
        return self._delay_s

    def close(self) -> None:
        """Release the device; raises DeviceTrouble when the library does not answer."""
        if self._stream is None:
            return
        with library_lock():
            stream, self._stream = self._stream, None
            if stream is not None:
                stream.close(ignore_errors=True)


def _doubled(samples: bytes) -> bytes:
    """Return mono samples for two channels."""
    import numpy

    return numpy.repeat(numpy.frombuffer(samples, dtype="<i2"), 2).tobytes()


async def played_out(playback: Playback, done: asyncio.Event) -> bool:
    """Wait until the playback has left; False when the device stopped taking it."""
    while not done.is_set():
        before = playback.played_ms()
        try:
            async with asyncio.timeout(_STUCK_S):
                await done.wait()
        except TimeoutError:
            if playback.played_ms() != before:
                continue
            if playback.waiting_ms:
                return False
            if playback.is_complete:
                return True
    return True
