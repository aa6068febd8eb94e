"""The microphone: opened at its own rate, heard as frames for the detector, missed when it is gone."""

import asyncio
import atexit
import os
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from voice.audio import RECOGNITION_RATE_HZ, from_floats
from voice.devices import AudioDevice
from voice.live.detector import FRAME_BYTES, FRAME_SAMPLES
from voice.live.patience import bounded, calls_lost, library_lock
from voice.live.ring import RingBuffer
from voice.live.trouble import DeviceGone, DeviceTrouble, explain

# A sound server's default of up to two seconds would make every answer late. Source: docs/voice.md, 'Talking live'.
_LATENCY_VARIABLE = "PULSE_LATENCY_MSEC"
_LATENCY_MS = "30"
_RING_S = 5
# A device that delivers nothing for this long is gone: blocks come every few milliseconds, the first one later.
_SILENT_S = 2.0
_SILENT_AT_FIRST_S = 6.0
_CHECK_S = 0.25


@dataclass(frozen=True, slots=True)
class Frame:
    """32 ms of sound at 16 kHz; `at` is when its last sample was recorded, on `time.perf_counter`'s clock."""

    samples: bytes
    at: float


class FrameSource(Protocol):
    """Whatever sound comes from."""

    name: str

    def frames(self) -> AsyncGenerator[Frame]:
        """Yield frames until closed; raises DeviceTrouble when it cannot be opened, DeviceGone when it is gone."""
        ...


def sound_library() -> Any:
    """Import the sound library with buffers short enough to talk; raises DeviceTrouble when it is not there."""
    os.environ.setdefault(_LATENCY_VARIABLE, _LATENCY_MS)
    try:
        import sounddevice
    except (ImportError, OSError) as error:
        raise DeviceTrouble(f"the sound library cannot be used: {error}") from None
    _prepare_to_leave()
    return sounddevice


@cache
def _prepare_to_leave() -> None:
    # The last one registered is the first one asked: before the library's own.
    atexit.register(_leave)


def _leave() -> None:
    """Keep the library from waiting, when the program ends, for a call that never comes back."""
    if calls_lost():
        import sounddevice

        atexit.unregister(sounddevice._exit_handler)


class Microphone:
    """One input device; each call of `frames` opens it anew."""

    def __init__(self, device: AudioDevice) -> None:
        self.name = device.name
        self._device = device

    async def frames(self) -> AsyncGenerator[Frame]:
        """Yield frames of 16 kHz mono; raises DeviceTrouble or DeviceGone."""
        import soxr

        rate_hz = self._device.rate_hz
        arrived = _Arrivals(rate_hz)
        stream, channels = await bounded(
            lambda: self._open(arrived), f"microphone '{self.name}'", undo=lambda opened: _discard(opened[0])
        )
        resampler = None if rate_hz == RECOGNITION_RATE_HZ else soxr.ResampleStream(rate_hz, RECOGNITION_RATE_HZ, 1)
        pending = b""
        try:
            while True:
                block, at = await arrived.next(self.name)
                pending += _converted(block, channels, resampler)
                behind = len(pending) // FRAME_BYTES
                for number in range(behind):
                    later_s = (len(pending) // 2 - (number + 1) * FRAME_SAMPLES) / RECOGNITION_RATE_HZ
                    yield Frame(pending[number * FRAME_BYTES : (number + 1) * FRAME_BYTES], at - later_s)
                pending = pending[behind * FRAME_BYTES :]
        finally:
            with suppress(DeviceTrouble):
                await bounded(lambda: _close(stream), f"microphone '{self.name}'")

    def _open(self, arrived: "_Arrivals") -> tuple[Any, int]:
        with library_lock():
            return self._opened(arrived)

    def _opened(self, arrived: "_Arrivals") -> tuple[Any, int]:
        library = sound_library()
        problem: Exception | None = None
        for channels in dict.fromkeys((1, min(2, self._device.input_channels))):
            arrived.channels = channels
            try:
                stream = library.RawInputStream(
                    samplerate=self._device.rate_hz,
                    device=self._device.index,
                    channels=channels,
                    dtype="int16",
                    latency="low",
                    callback=arrived.callback,
                    finished_callback=arrived.finished,
                )
                stream.start()
            except library.PortAudioError as error:
                problem = error
            else:
                return stream, channels
        assert problem is not None
        raise DeviceTrouble(explain(problem, f"microphone '{self.name}'")) from None


class _Arrivals:
    """Blocks on their way from the device's own thread to the event loop, through a ring that never makes it wait."""

    def __init__(self, rate_hz: int) -> None:
        self.channels = 1
        self._rate_hz = rate_hz
        self._ring: RingBuffer | None = None
        self._read = 0
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._over = False
        self._at = time.perf_counter()

    def callback(self, data: Any, frames: int, moment: Any, status: Any) -> None:
        """Take a block from the device; runs on the device's thread."""
        self._at = time.perf_counter()
        if self._ring is None:
            self._ring = RingBuffer(_RING_S * self._rate_hz * self.channels)
        self._ring.write(bytes(data))
        self._tell()

    def finished(self) -> None:
        """Note that the device stopped by itself."""
        self._over = True
        self._tell()

    def _tell(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    async def next(self, name: str) -> tuple[bytes, float]:
        """Return what arrived since the last call and when its end was recorded; raises DeviceGone."""
        while True:
            if self._ring is not None and self._ring.end > self._read:
                end, at = self._ring.end, self._at
                block = self._ring.read(self._read, end)
                self._read = end
                return block, at
            patience_s = _SILENT_AT_FIRST_S if self._ring is None else _SILENT_S
            if self._over or time.perf_counter() - self._at > patience_s:
                raise DeviceGone(f"the microphone '{name}' is gone")
            self._news.clear()
            try:
                async with asyncio.timeout(_CHECK_S):
                    await self._news.wait()
            except TimeoutError:
                continue


def _converted(block: bytes, channels: int, resampler: Any) -> bytes:
    import numpy

    values = numpy.frombuffer(block, dtype="<i2").astype(numpy.float32) / 32768.0
    if channels > 1:
        values = values[: len(values) // channels * channels].reshape(-1, channels).mean(axis=1)
    if resampler is not None:
        values = resampler.resample_chunk(values)
    return from_floats(values, RECOGNITION_RATE_HZ).samples


def _close(stream: Any) -> None:
    try:
        stream.abort(ignore_errors=True)
    finally:
        stream.close(ignore_errors=True)


def _discard(stream: Any) -> None:
    """Close a stream that came too late, while nobody lists devices anew."""
    with library_lock():
        _close(stream)


def look_again() -> None:
    """Let the library see what was plugged in since it was loaded; every stream must be closed by then.

    PortAudio lists devices once, when it starts; sounddevice offers no public way to start it again. While a call
    is lost inside, as when its sound server left in the middle of it, the list stays as it is: a device that goes
    by the name of its server is found there all the same.
    """
    library = sound_library()
    if calls_lost():
        return
    try:
        library._terminate()
        library._initialize()
    except library.PortAudioError as error:
        raise DeviceTrouble(f"the sound devices cannot be listed ({error})") from None


OpenSource = Callable[[], FrameSource]
"""Looks for the microphone again, as after it was plugged in once more; raises DeviceTrouble."""
