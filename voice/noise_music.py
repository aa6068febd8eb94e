"""Music as a radio plays it: chords, a melody and drums, composed from the seed."""

from typing import TYPE_CHECKING

from voice.noise_shape import generator, unit

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_MAJOR = (0, 2, 4, 5, 7, 9, 11)
# Roots of the chords of a bar each, as steps of the scale.
_PROGRESSIONS = ((0, 4, 5, 3), (0, 5, 3, 4), (5, 3, 0, 4), (0, 3, 4, 3))


def music_noise(samples: int, rate_hz: int, seed: int) -> "NDArray[numpy.float64]":
    """Return music of RMS 1; equal seeds give equal pieces."""
    import numpy

    draw = generator(seed, "music")
    beat_s = 60 / draw.uniform(84, 132)
    tonic = 45 + int(draw.integers(0, 12))
    progression = _PROGRESSIONS[int(draw.integers(len(_PROGRESSIONS)))]
    # The excerpt begins somewhere within a bar, as a radio does.
    offset = int(draw.uniform(0, 4 * beat_s) * rate_hz)
    length = samples + offset
    total = numpy.zeros(length)
    step = 0
    for half_beat in range(int(length / rate_hz / beat_s * 2) + 1):
        start = int(half_beat * beat_s / 2 * rate_hz)
        root = progression[half_beat // 8 % len(progression)]
        if half_beat % 8 == 0:
            for degree in (0, 2, 4):
                _add(total, start, _tone(_pitch_hz(tonic, root + degree), 4 * beat_s, rate_hz, 0.16, 6))
            _add(total, start, _tone(_pitch_hz(tonic - 12, root), 4 * beat_s, rate_hz, 0.3, 4))
        if draw.random() < 0.7:
            step = int(numpy.clip(step + draw.integers(-2, 3), -3, 9))
            _add(total, start, _tone(_pitch_hz(tonic + 24, step), beat_s, rate_hz, 0.25, 5))
        strength = 0.5 if half_beat % 4 == 0 else 0.35 if half_beat % 4 == 2 else 0.12
        _add(total, start, _drum(half_beat % 4 == 0, strength, rate_hz, draw))
    return unit(total[offset : offset + samples])


def _pitch_hz(tonic: int, degree: int) -> float:
    note = tonic + _MAJOR[degree % 7] + 12 * (degree // 7)
    return float(440 * 2 ** ((note - 69) / 12))


def _tone(
    pitch_hz: float, duration_s: float, rate_hz: int, strength: float, harmonics: int
) -> "NDArray[numpy.float64]":
    import numpy

    at_s = numpy.arange(int(duration_s * rate_hz)) / rate_hz
    sound = numpy.zeros(at_s.size)
    for harmonic in range(1, harmonics + 1):
        if harmonic * pitch_hz < 0.45 * rate_hz:
            sound += numpy.sin(2 * numpy.pi * harmonic * pitch_hz * at_s) / harmonic**1.4
    return numpy.asarray(strength * sound * numpy.minimum(1, at_s / 0.01) * numpy.exp(-2.2 * at_s / duration_s))


def _drum(low: bool, strength: float, rate_hz: int, draw: "numpy.random.Generator") -> "NDArray[numpy.float64]":
    import numpy

    at_s = numpy.arange(int(0.14 * rate_hz)) / rate_hz
    if low:
        sweep = numpy.sin(2 * numpy.pi * (50 * at_s - 2.2 * numpy.exp(-30 * at_s)))
        return numpy.asarray(1.6 * strength * sweep * numpy.exp(-18 * at_s))
    return numpy.asarray(strength * draw.standard_normal(at_s.size) * numpy.exp(-40 * at_s))


def _add(total: "NDArray[numpy.float64]", start: int, sound: "NDArray[numpy.float64]") -> None:
    end = min(total.size, start + sound.size)
    if start < end:
        total[start:end] += sound[: end - start]
