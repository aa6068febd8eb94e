"""How loud speech and noise are: the active level of speech, the plain level of noise, A-weighted or not.

Levels are in dB relative to full scale, where a square wave of peak 1.0 has 0 dB.
"""

import math
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

Weighting = Literal["A", "Z"]
WEIGHTINGS: tuple[Weighting, ...] = ("A", "Z")

# Source: ITU-T P.56, method B: two exponential averages of 30 ms, 200 ms hangover, 15.9 dB margin, thresholds a factor
# of two apart over 15 bits.
_TIME_CONSTANT_S = 0.03
_HANGOVER_S = 0.2
_MARGIN_DB = 15.9
_THRESHOLDS = 15
# Source: IEC 61672-1, the four corner frequencies of the A curve in Hz and its gain at 1 kHz in dB.
_A_CORNERS_HZ = (20.598997, 107.65265, 737.86223, 12194.217)
_A_GAIN_DB = 2.0


def weighted(samples: "NDArray[numpy.float64]", rate_hz: int, weighting: Weighting) -> "NDArray[numpy.float64]":
    """Return the samples through the A curve, with zero phase, or as they are for Z."""
    import numpy

    values = numpy.asarray(samples, dtype=numpy.float64)
    if weighting == "Z" or not values.size:
        return values
    # Zeros behind keep what rings at the end from coming round to the beginning.
    length = values.size + rate_hz // 10
    frequencies_hz = numpy.asarray(numpy.fft.rfftfreq(length, 1 / rate_hz), dtype=numpy.float64)
    spectrum = numpy.fft.rfft(values, length) * a_curve(frequencies_hz)
    return numpy.fft.irfft(spectrum, length)[: values.size]


def a_curve(frequencies_hz: "NDArray[numpy.float64]") -> "NDArray[numpy.float64]":
    """Return the amplitude gain of the A curve at each frequency; 1 at 1 kHz. Source: IEC 61672-1."""
    import numpy

    squared = numpy.asarray(frequencies_hz, dtype=numpy.float64) ** 2
    first, second, third, fourth = (corner**2 for corner in _A_CORNERS_HZ)
    below = (squared + first) * numpy.sqrt((squared + second) * (squared + third)) * (squared + fourth)
    return numpy.asarray(10 ** (_A_GAIN_DB / 20) * fourth * squared**2 / below)


def rms_level_db(samples: "NDArray[numpy.float64]", rate_hz: int, weighting: Weighting = "Z") -> float | None:
    """Return the level of the whole sound; None for digital silence."""
    import numpy

    values = weighted(samples, rate_hz, weighting)
    power = float(numpy.mean(values**2)) if values.size else 0.0
    return 10 * math.log10(power) if power > 1e-14 else None


def active_level_db(samples: "NDArray[numpy.float64]", rate_hz: int, weighting: Weighting = "Z") -> float | None:
    """Return the level of the parts that are speech; None when nothing rises above 16-bit noise.

    Silence around the speech hardly changes it, which is why ratios of speech to noise are taken from it.
    Source: ITU-T P.56, method B.
    """
    import numpy

    values = weighted(samples, rate_hz, weighting)
    total = float(numpy.sum(values**2))
    if not values.size or total <= 0:
        return None
    envelope = _envelope(numpy.abs(values), rate_hz)
    places = numpy.arange(envelope.size)
    hangover = round(_HANGOVER_S * rate_hz)
    level = margin = None
    for power in range(_THRESHOLDS, 0, -1):
        threshold = 2.0**-power
        last = numpy.maximum.accumulate(numpy.where(envelope >= threshold, places, -hangover - 1))
        active = int(numpy.count_nonzero(places - last <= hangover))
        if not active:
            return level
        lower, lower_margin = level, margin
        level = 10 * math.log10(total / active)
        margin = level - 20 * math.log10(threshold)
        if margin <= _MARGIN_DB:
            if lower is None or lower_margin is None:
                return level
            share = (lower_margin - _MARGIN_DB) / (lower_margin - margin)
            return lower + share * (level - lower)
    return level


def _envelope(rectified: "NDArray[numpy.float64]", rate_hz: int) -> "NDArray[numpy.float64]":
    """Smooth twice with one exponential average.

    Both averages together have the impulse response (1 - g)^2 (n + 1) g^n, here as one convolution.
    """
    import numpy

    decay = math.exp(-1 / (rate_hz * _TIME_CONSTANT_S))
    places = numpy.arange(round(25 * _TIME_CONSTANT_S * rate_hz))
    response = (1 - decay) ** 2 * (places + 1) * decay**places
    length = rectified.size + response.size
    smoothed = numpy.fft.irfft(numpy.fft.rfft(rectified, length) * numpy.fft.rfft(response, length), length)
    return smoothed[: rectified.size]
