"""Reads a stretch of a WAV file of any rate, width and number of channels, however long the file is."""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from simulator.registry import UsageError
from voice.audio import HIGHEST_RATE_HZ, LOWEST_RATE_HZ

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_WIDTHS = {_PCM: (1, 2, 3, 4), _FLOAT: (4, 8)}


@dataclass(frozen=True, slots=True)
class WavFile:
    """Where the samples of a WAV file lie and how they are written; `frames` counts samples per channel."""

    path: Path
    rate_hz: int
    channels: int
    width: int
    is_float: bool
    data_offset: int
    frames: int


def open_wav(path: Path) -> WavFile:
    """Read a file's headers; raises UsageError, one line with the file's name, when it is no WAV with sound in it."""
    try:
        with path.open("rb") as source:
            return _headers(path, source)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except struct.error:
        raise _bad(path, "its headers end too early") from None


def read_stretch(wav: WavFile, start_frame: int, frames: int) -> "NDArray[numpy.float64]":
    """Return frames from `start_frame` on, mixed down to one channel, as values in [-1, 1].

    Fewer than asked for come where the file ends. Raises UsageError when the file has become unreadable.
    """
    import numpy

    size = wav.width * wav.channels
    try:
        with wav.path.open("rb") as source:
            source.seek(wav.data_offset + start_frame * size)
            content = source.read(min(frames, wav.frames - start_frame) * size)
    except OSError as error:
        raise UsageError(f"{wav.path}: cannot be read: {error.strerror}") from None
    content = content[: len(content) // size * size]
    if wav.is_float:
        values = numpy.frombuffer(content, dtype=f"<f{wav.width}").astype(numpy.float64)
        values = numpy.nan_to_num(values, posinf=0.0, neginf=0.0)
    elif wav.width == 1:
        values = (numpy.frombuffer(content, dtype="u1").astype(numpy.float64) - 128) / 128
    elif wav.width == 3:
        parts = numpy.frombuffer(content, dtype="u1").reshape(-1, 3).astype(numpy.int32)
        values = ((parts[:, 0] << 8 | parts[:, 1] << 16 | parts[:, 2] << 24) >> 8) / float(1 << 23)
    else:
        values = numpy.frombuffer(content, dtype=f"<i{wav.width}") / float(1 << (8 * wav.width - 1))
    return numpy.asarray(values.reshape(-1, wav.channels).mean(axis=1))


def _headers(path: Path, source: BinaryIO) -> WavFile:
    size = path.stat().st_size
    riff, _, kind = struct.unpack("<4sI4s", source.read(12))
    if (riff, kind) != (b"RIFF", b"WAVE"):
        raise _bad(path, "it does not begin as one")
    form: tuple[int, int, int, int] | None = None
    while True:
        head = source.read(8)
        if len(head) < 8:
            raise _bad(path, "no samples in it")
        name, length = struct.unpack("<4sI", head)
        if name == b"fmt ":
            form = _form(source.read(length))
        elif name == b"data":
            break
        else:
            source.seek(length, 1)
        source.seek(length % 2, 1)
    if form is None:
        raise _bad(path, "its samples come before their description")
    code, channels, rate_hz, bits = form
    width = bits // 8
    plausible = LOWEST_RATE_HZ <= rate_hz <= HIGHEST_RATE_HZ
    if width not in _WIDTHS.get(code, ()) or bits % 8 or not channels or not plausible:
        raise _bad(path, f"format {code} with {bits} bits, {channels} channels and {rate_hz} Hz is not read")
    offset = source.tell()
    # A file that was written as a stream, or cut off, says another length than it has.
    frames = min(length, size - offset) // (width * channels)
    if frames < 1:
        raise _bad(path, "no samples in it")
    return WavFile(path, rate_hz, channels, width, code == _FLOAT, offset, frames)


def _form(chunk: bytes) -> tuple[int, int, int, int]:
    code, channels, rate_hz, _, _, bits = struct.unpack("<HHIIHH", chunk[:16])
    if code == _EXTENSIBLE:
        (code,) = struct.unpack("<H", chunk[24:26])
    return code, channels, rate_hz, bits


def _bad(path: Path, why: str) -> UsageError:
    return UsageError(f"{path}: not a WAV file dashtalk can read ({why}); convert it or move it out of the folder")
