"""Rain on a roof and a windscreen."""

from typing import TYPE_CHECKING

from voice.noise_shape import band, coloured, generator, unit

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

# Source: docs/voice.md, Noise: impacts at random times, log-normal sizes, 0.7 to 6.5 kHz.
_LOW_HZ, _HIGH_HZ = 700.0, 6500.0
_DROP_S = 0.004
_HISS = {300.0: -12.0, 1000.0: 0.0, 5000.0: 0.0, 8000.0: -10.0}


def rain_noise(intensity: float, samples: int, rate_hz: int, seed: int) -> "NDArray[numpy.float64]":
    """Return rain of RMS 1: single drops when it drizzles (intensity near 0), a roar when it pours (1)."""
    import numpy

    draw = generator(seed, "rain")
    drops = draw.poisson((30 + 900 * intensity**1.5) * samples / rate_hz)
    impulses = numpy.zeros(max(1, samples))
    places = draw.integers(0, max(1, samples), drops)
    sizes = draw.lognormal(0.0, 0.8, drops) * draw.choice((-1.0, 1.0), drops)
    numpy.add.at(impulses, places, sizes)
    ring = numpy.arange(round(_DROP_S * rate_hz))
    splash = numpy.exp(-6 * ring / ring.size) * draw.standard_normal(ring.size)
    length = impulses.size + splash.size
    wet = numpy.fft.irfft(numpy.fft.rfft(impulses, length) * numpy.fft.rfft(splash, length), length)[:samples]
    heard = unit(band(wet, rate_hz, _LOW_HZ, _HIGH_HZ, order=4))
    return unit(heard + (0.15 + 0.5 * intensity) * coloured(samples, rate_hz, _HISS, draw))
