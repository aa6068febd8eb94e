"""Noise from recordings: a random stretch of a random WAV file of a folder."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from simulator.registry import UsageError
from voice.noise_shape import generator
from voice.noise_wav import WavFile, open_wav, read_stretch

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_TRIES = 20
_SILENT = 1e-5
_JOINT_S = 0.02


@lru_cache(maxsize=8)
def noise_files(folder: Path) -> tuple[WavFile, ...]:
    """Return the WAV files below a folder, in the order of their paths; hidden ones are left out.

    Raises UsageError when there is none, or naming the first that cannot be read.
    """
    found = [path for path in folder.rglob("*") if path.suffix.lower() == ".wav" and path.is_file()]
    kept = [path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)]
    if not kept:
        raise UsageError(f"noise: no .wav file in the folder {folder} or below it")
    return tuple(open_wav(path) for path in sorted(kept, key=lambda path: path.relative_to(folder).as_posix()))


def folder_noise(folder: Path, samples: int, rate_hz: int, seed: int) -> "tuple[NDArray[numpy.float64], str]":
    """Return a stretch at `rate_hz` and the path within the folder it is from; equal seeds give equal stretches.

    A file that is too short is repeated, blended at the joints; silent stretches are passed over. Raises UsageError
    when only silence is found.
    """
    files = noise_files(folder)
    draw = generator(seed, "folder")
    for _ in range(_TRIES):
        wav = files[int(draw.integers(len(files)))]
        wanted = -(-samples * wav.rate_hz // rate_hz) + 1
        start = int(draw.integers(max(1, wav.frames - wanted + 1)))
        sound = _at_rate(read_stretch(wav, start, wanted), wav.rate_hz, rate_hz)
        if sound.size and float(abs(sound - sound.mean()).max()) > _SILENT:
            return _repeated(sound, samples, rate_hz), wav.path.relative_to(folder).as_posix()
    raise UsageError(f"noise: {_TRIES} stretches from the folder {folder} held only silence")


def _at_rate(sound: "NDArray[numpy.float64]", from_hz: int, to_hz: int) -> "NDArray[numpy.float64]":
    import numpy

    if from_hz == to_hz or not sound.size:
        return sound
    import soxr

    return numpy.asarray(soxr.resample(sound, from_hz, to_hz, quality="HQ"), dtype=numpy.float64)


def _repeated(sound: "NDArray[numpy.float64]", samples: int, rate_hz: int) -> "NDArray[numpy.float64]":
    """Return exactly `samples`, the sound again and again with each beginning blended into the end before it."""
    import numpy

    if sound.size >= samples:
        return sound[:samples]
    joint = min(round(_JOINT_S * rate_hz), sound.size // 4)
    if not joint:
        return numpy.resize(sound, samples)
    fade = numpy.sqrt(numpy.linspace(0, 1, joint))
    looped = sound[joint:].copy()
    looped[-joint:] = looped[-joint:] * fade[::-1] + sound[:joint] * fade
    return numpy.concatenate((sound[:joint], numpy.resize(looped, max(0, samples - joint))))
