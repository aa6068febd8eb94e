"""Samples with their rate: the one audio value of the voice path, and its WAV form."""

import hashlib
import io
import wave
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from simulator.registry import UsageError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

RECOGNITION_RATE_HZ = 16_000
LOWEST_RATE_HZ, HIGHEST_RATE_HZ = 4_000, 768_000
"""Rates of sound files; a header with any other is taken for damaged."""
_BYTES_PER_SAMPLE = 2
_STREAM_BYTES = 0x7FFF0000


@dataclass(frozen=True, slots=True)
class Pcm:
    """Mono signed 16-bit little-endian samples at `rate_hz`; raises ValueError on half a sample or no rate."""

    samples: bytes
    rate_hz: int

    def __post_init__(self) -> None:
        if self.rate_hz <= 0:
            raise ValueError(f"sample rate must be positive, got {self.rate_hz} Hz")
        if len(self.samples) % _BYTES_PER_SAMPLE:
            raise ValueError(f"{len(self.samples)} bytes do not hold whole 16-bit samples")

    @property
    def sample_count(self) -> int:
        """Number of samples."""
        return len(self.samples) // _BYTES_PER_SAMPLE

    @property
    def duration_ms(self) -> int:
        """Length in milliseconds, rounded to the nearest."""
        return round(self.sample_count * 1000 / self.rate_hz)

    @property
    def sha256(self) -> str:
        """Digest of the rate and the samples; equal sounds have equal digests."""
        digest = hashlib.sha256(f"s16le mono {self.rate_hz}\n".encode())
        digest.update(self.samples)
        return digest.hexdigest()

    def floats(self) -> "NDArray[numpy.float32]":
        """Return the samples as float32 in [-1, 1)."""
        import numpy

        return numpy.frombuffer(self.samples, dtype="<i2").astype(numpy.float32) / 32768.0


def silence(duration_ms: int, rate_hz: int) -> Pcm:
    """Return digital silence of the given length; raises ValueError when it is negative."""
    if duration_ms < 0:
        raise ValueError(f"silence cannot last {duration_ms} ms")
    return Pcm(bytes(_BYTES_PER_SAMPLE * round(duration_ms * rate_hz / 1000)), rate_hz)


def from_floats(values: "NDArray[numpy.float32]", rate_hz: int) -> Pcm:
    """Turn samples in [-1, 1] into 16 bits; what lies outside is clipped."""
    import numpy

    scaled = numpy.clip(numpy.round(numpy.asarray(values) * 32767.0), -32768, 32767)
    return Pcm(scaled.astype("<i2").tobytes(), rate_hz)


def concatenate(parts: Iterable[Pcm], rate_hz: int) -> Pcm:
    """Join sounds end to end; raises ValueError when one has another rate than `rate_hz`."""
    joined = list(parts)
    for part in joined:
        if part.rate_hz != rate_hz:
            raise ValueError(f"cannot join {part.rate_hz} Hz with {rate_hz} Hz: resample first")
    return Pcm(b"".join(part.samples for part in joined), rate_hz)


def first(pcm: Pcm, duration_ms: int) -> Pcm:
    """Return the beginning of a sound; all of it when it is no longer than that."""
    return Pcm(pcm.samples[: _BYTES_PER_SAMPLE * round(duration_ms * pcm.rate_hz / 1000)], pcm.rate_hz)


def padded(pcm: Pcm, *, before_ms: int, after_ms: int) -> Pcm:
    """Return `pcm` with silence around it."""
    return concatenate((silence(before_ms, pcm.rate_hz), pcm, silence(after_ms, pcm.rate_hz)), pcm.rate_hz)


def resampled(pcm: Pcm, rate_hz: int) -> Pcm:
    """Return `pcm` at another rate (band-limited); the same object when the rate is already right."""
    if pcm.rate_hz == rate_hz:
        return pcm
    if not pcm.samples:
        return Pcm(b"", rate_hz)
    import soxr

    return from_floats(soxr.resample(pcm.floats(), pcm.rate_hz, rate_hz, quality="HQ"), rate_hz)


def wav_bytes(pcm: Pcm) -> bytes:
    """Return the sound as a RIFF/WAVE file in memory."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(_BYTES_PER_SAMPLE)
        writer.setframerate(pcm.rate_hz)
        writer.writeframes(pcm.samples)
    return buffer.getvalue()


def parse_wav(content: bytes, name: str) -> Pcm:
    """Read 16-bit PCM WAV bytes, mixing several channels down to one.

    `name` is what an error calls the sound. Raises UsageError when the bytes are no 16-bit PCM WAV.
    """
    try:
        with wave.open(io.BytesIO(content), "rb") as reader:
            width, channels, rate_hz = reader.getsampwidth(), reader.getnchannels(), reader.getframerate()
            frames = reader.readframes(reader.getnframes())
    except (wave.Error, EOFError, RuntimeError) as error:
        why = str(error) or ("it ends too early" if content else "it is empty")
        raise UsageError(f"{name}: not a PCM WAV file ({why}); convert it to 16-bit PCM WAV") from None
    if width != _BYTES_PER_SAMPLE:
        raise UsageError(f"{name}: {8 * width}-bit samples; convert it to 16-bit PCM WAV")
    if not LOWEST_RATE_HZ <= rate_hz <= HIGHEST_RATE_HZ:
        raise UsageError(
            f"{name}: {rate_hz} samples a second, not {LOWEST_RATE_HZ} to {HIGHEST_RATE_HZ}: record or convert it again"
        )
    usable = len(frames) - len(frames) % (_BYTES_PER_SAMPLE * channels)
    if channels == 1:
        return Pcm(frames[:usable], rate_hz)
    import numpy

    mixed = numpy.frombuffer(frames[:usable], dtype="<i2").reshape(-1, channels).mean(axis=1)
    return Pcm(numpy.round(mixed).astype("<i2").tobytes(), rate_hz)


def missing_ms(content: bytes) -> int:
    """Return how much more sound the header of WAV bytes that `parse_wav` reads announces than there is.

    A header of a stream announces the largest length it can, and so nothing.
    """
    with wave.open(io.BytesIO(content), "rb") as reader:
        frame_bytes, announced = reader.getsampwidth() * reader.getnchannels(), reader.getnframes()
        if announced * frame_bytes > _STREAM_BYTES:
            return 0
        there = len(reader.readframes(announced)) // frame_bytes
        return round((announced - there) * 1000 / reader.getframerate())


def read_sound(path: Path) -> bytes:
    """Return what is in a file; raises UsageError when it is missing or unreadable."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot read the sound ({error.strerror})") from None


def read_wav(path: Path) -> Pcm:
    """Read a 16-bit PCM WAV file; raises UsageError when it is missing, unreadable or another format."""
    return parse_wav(read_sound(path), str(path))
