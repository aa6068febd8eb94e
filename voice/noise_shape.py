"""The stuff noises are made of: coloured noise, slow changes, bands; all repeatable from a generator."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


def generator(*parts: object) -> "numpy.random.Generator":
    """Return a generator of random numbers that depends on the words and numbers given and on nothing else."""
    import hashlib

    import numpy

    digest = hashlib.sha256(":".join(str(part) for part in parts).encode()).digest()
    return numpy.random.default_rng(int.from_bytes(digest[:8], "big"))


def coloured(
    samples: int, rate_hz: int, levels_db: Mapping[float, float], draw: "numpy.random.Generator"
) -> "NDArray[numpy.float64]":
    """Return noise of RMS 1 whose spectrum follows a table of Hz and dB, straight lines over log frequency between.

    Below the first and above the last frequency the level stays.
    """
    import numpy

    spectrum = numpy.fft.rfft(draw.standard_normal(max(2, samples)))
    frequencies = numpy.maximum(numpy.fft.rfftfreq(max(2, samples), 1 / rate_hz), 1.0)
    table = sorted(levels_db.items())
    levels = numpy.interp(
        numpy.log(frequencies), numpy.log([hz for hz, _ in table]), numpy.array([level for _, level in table])
    )
    shaped = numpy.fft.irfft(spectrum * 10 ** (levels / 20), max(2, samples))[:samples]
    return unit(shaped)


def unit(samples: "NDArray[numpy.float64]") -> "NDArray[numpy.float64]":
    """Return the sound at RMS 1; silence stays silence."""
    import numpy

    power = float(numpy.mean(samples**2)) if samples.size else 0.0
    return samples / numpy.sqrt(power) if power > 0 else samples


def at_level(samples: "NDArray[numpy.float64]", level_db: float) -> "NDArray[numpy.float64]":
    """Return the sound at a level in dB above RMS 1."""
    loud: NDArray[numpy.float64] = unit(samples) * 10 ** (level_db / 20)
    return loud


def slow_gain(
    samples: int, rate_hz: int, depth_db: float, period_s: float, draw: "numpy.random.Generator"
) -> "NDArray[numpy.float64]":
    """Return a gain that wanders around 1 with a standard deviation of `depth_db` over times of `period_s`."""
    import numpy

    points = max(2, int(samples / rate_hz / period_s) + 2)
    levels = draw.standard_normal(points) * depth_db
    places = numpy.linspace(0, points - 1, max(1, samples)) if samples else numpy.zeros(0)
    return numpy.asarray(10 ** (numpy.interp(places, numpy.arange(points), levels) / 20))[:samples]


def band(
    samples: "NDArray[numpy.float64]", rate_hz: int, low_hz: float, high_hz: float, order: int = 8
) -> "NDArray[numpy.float64]":
    """Return what of the sound lies between two frequencies: Butterworth magnitudes of `order`, zero phase."""
    import numpy

    if not samples.size:
        return samples
    length = samples.size + rate_hz // 5
    frequencies = numpy.maximum(numpy.fft.rfftfreq(length, 1 / rate_hz), 1e-3)
    gain = 1 / numpy.sqrt(1 + (low_hz / frequencies) ** (2 * order)) if low_hz > 0 else numpy.ones(frequencies.size)
    gain = gain / numpy.sqrt(1 + (frequencies / high_hz) ** (2 * order))
    return numpy.fft.irfft(numpy.fft.rfft(samples, length) * gain, length)[: samples.size]
