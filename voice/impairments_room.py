"""What the cabin itself does to speech: short reverberation, and the assistant's own voice at the microphone."""

from functools import lru_cache
from typing import TYPE_CHECKING

from voice.speech_level import active_level_db

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_SPEED_OF_SOUND_MPS = 343.0
# Source: docs/voice.md, Noise: length, width and height of a mid-size cabin, the driver's mouth, a microphone at the
# mirror, in metres.
_CABIN_M = (2.6, 1.4, 1.2)
_MOUTH_M = (1.25, 0.42, 0.95)
_MICROPHONE_M = (1.75, 0.68, 1.08)
_CORRECTIONS = 8


def reverberant(samples: "NDArray[numpy.float64]", rate_hz: int, rt60_ms: float) -> "NDArray[numpy.float64]":
    """Return speech with a cabin's reflections, at the same length and about the same level."""
    import numpy

    if not samples.size:
        return samples
    response = impulse_response(rate_hz, rt60_ms)
    length = samples.size + response.size
    heard = numpy.fft.irfft(numpy.fft.rfft(samples, length) * numpy.fft.rfft(response, length), length)
    return heard[: samples.size]


@lru_cache(maxsize=16)
def impulse_response(rate_hz: int, rt60_ms: float) -> "NDArray[numpy.float64]":
    """Return the way from mouth to microphone in a box with equal walls, direct sound first, energy 1.

    The walls reflect so much that the sound falls by 60 dB in `rt60_ms`. Source: image source method (Allen and
    Berkley 1979), absorption from Eyring's formula and then corrected, since so small a box is no diffuse room.
    """
    import numpy

    length, width, height = _CABIN_M
    surface = 2 * (length * width + length * height + width * height)
    absorbed = 0.161 * length * width * height / (surface * rt60_ms / 1000)
    distance, bounces = _rays(1.5 * _SPEED_OF_SOUND_MPS * rt60_ms / 1000)
    places = numpy.round((distance - distance.min()) / _SPEED_OF_SOUND_MPS * rate_hz).astype(numpy.int64)
    response: NDArray[numpy.float64] = numpy.ones(1)
    for _ in range(_CORRECTIONS):
        arriving = numpy.exp(-absorbed / 2 * bounces) / distance
        response = numpy.asarray(numpy.bincount(places, arriving), dtype=numpy.float64)
        absorbed *= decay_ms(response, rate_hz) / rt60_ms
    return numpy.asarray(response / numpy.sqrt(numpy.sum(response**2)))


def decay_ms(response: "NDArray[numpy.float64]", rate_hz: int) -> float:
    """Return the time in which a response falls by 60 dB, from its fall between -5 and -25 dB. Source: ISO 3382."""
    import numpy

    left = numpy.cumsum(response[::-1] ** 2)[::-1]
    level_db = 10 * numpy.log10(numpy.maximum(left / left[0], 1e-12))
    return float((numpy.argmax(level_db < -25) - numpy.argmax(level_db < -5)) * 3 * 1000 / rate_hz)


def _rays(farthest_m: float) -> "tuple[NDArray[numpy.float64], NDArray[numpy.float64]]":
    """Return how far the images of the mouth are from the microphone, and how many walls each has met."""
    import numpy

    axes = [
        _images(size, mouth, microphone, farthest_m)
        for size, mouth, microphone in zip(_CABIN_M, _MOUTH_M, _MICROPHONE_M, strict=True)
    ]
    (x, along), (y, across), (z, up) = axes
    distance = numpy.sqrt(x[:, None, None] ** 2 + y[None, :, None] ** 2 + z[None, None, :] ** 2).ravel()
    bounces = (along[:, None, None] + across[None, :, None] + up[None, None, :]).ravel()
    near = distance <= farthest_m
    return distance[near], bounces[near]


def _images(
    size: float, mouth: float, microphone: float, farthest: float
) -> "tuple[NDArray[numpy.float64], NDArray[numpy.float64]]":
    """Return the distances along one axis to all images of the mouth, and how many walls each has met."""
    import numpy

    most = int(farthest / (2 * size)) + 1
    rooms = numpy.arange(-most, most + 1)
    even = 2 * rooms * size + mouth - microphone
    odd = 2 * rooms * size - mouth - microphone
    return numpy.concatenate((even, odd)), numpy.concatenate((numpy.abs(2 * rooms), numpy.abs(2 * rooms - 1)))


def with_echo(
    samples: "NDArray[numpy.float64]",
    echo: "NDArray[numpy.float64]",
    rate_hz: int,
    level_db: float,
    delay_ms: float,
) -> "NDArray[numpy.float64]":
    """Return the driver's speech with the assistant's under it, `level_db` relative to the driver's active level.

    The assistant's sound starts `delay_ms` after the recording and stops with it.
    """
    import numpy

    own_db = active_level_db(echo, rate_hz)
    driver_db = active_level_db(samples, rate_hz)
    if own_db is None or driver_db is None:
        return samples
    start = min(samples.size, round(delay_ms / 1000 * rate_hz))
    heard = numpy.zeros(samples.size)
    part = echo[: samples.size - start]
    heard[start : start + part.size] = part
    return numpy.asarray(samples + heard * 10 ** ((driver_db + level_db - own_db) / 20))
