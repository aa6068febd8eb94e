"""The sound inside a car that drives: tyres, wind, engine, fan, open windows, rain on the roof.

Levels are in dB like sound pressure levels. The formulas' constants are engineering choices of plausible order, no fit
to a measured car: only differences between two states of this model mean something.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from voice.noise_shape import at_level, coloured, generator, slow_gain

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

Surface = Literal["smooth", "asphalt", "rough", "wet"]
SURFACES: tuple[Surface, ...] = ("smooth", "asphalt", "rough", "wet")

# Around a parked car with everything off there is still a quiet street.
AMBIENT_DB = 36.0
_SURFACE_DB: dict[Surface, float] = {"smooth": -3.0, "asphalt": 0.0, "rough": 5.0, "wet": 2.0}
# Tyres: a peak at 30 to 110 Hz, the tyre's cavity at 220 Hz, about 10 dB per octave less from 500 Hz on.
_ROAD = {15.0: -18.0, 30.0: 0.0, 110.0: 0.0, 190.0: -8.0, 220.0: -3.0, 260.0: -9.0, 500.0: -13.0, 8000.0: -53.0}
_SPRAY = {300.0: -30.0, 1000.0: -8.0, 3000.0: 0.0, 6000.0: -3.0, 8000.0: -8.0}
_WIND = {20.0: 0.0, 500.0: 0.0, 8000.0: -28.0}
_FAN = {60.0: -18.0, 300.0: 0.0, 1500.0: 0.0, 8000.0: -24.0}
_BUFFET = {5.0: -10.0, 10.0: 0.0, 30.0: 0.0, 60.0: -20.0, 8000.0: -80.0}
_RUSH = {40.0: -6.0, 200.0: 0.0, 2000.0: -4.0, 8000.0: -16.0}
_STREET = {30.0: 0.0, 200.0: -6.0, 8000.0: -40.0}
_ENGINE_ORDERS = tuple(order / 2 for order in range(1, 25))
_CYLINDERS = 4


@dataclass(frozen=True, slots=True)
class Cabin:
    """What the car is doing: speed in km/h, engine speed (None for an electric car), the rest from 0 to 1.

    `window` is how far windows and roof are open, 1 being one window all the way; `rain` how hard it rains.
    """

    speed_kmh: float = 100.0
    rpm: float | None = None
    hvac: float = 0.2
    window: float = 0.0
    surface: Surface = "asphalt"
    rain: float = 0.0


def cabin_noise(cabin: Cabin, samples: int, rate_hz: int, seed: int) -> "NDArray[numpy.float64]":
    """Return the sound in the cabin, its parts at their levels in dB above RMS 1; equal seeds give equal samples.

    Source: docs/voice.md, Noise: road 66 + 30 log10(v/100), wind 60 + 55 log10(v/100), engine 58 dB at 2200 rpm,
    fan 38 + 28 h, open window +15 dB over the wind.
    """
    import numpy

    draw = {name: generator(seed, name) for name in ("street", "road", "spray", "wind", "engine", "fan", "window")}
    total = at_level(coloured(samples, rate_hz, _STREET, draw["street"]), AMBIENT_DB)
    if cabin.speed_kmh >= 1:
        speed = cabin.speed_kmh / 100
        road_db = 66 + 30 * math.log10(speed) + _SURFACE_DB[cabin.surface]
        patches = slow_gain(samples, rate_hz, 1.5, 0.4, draw["road"])
        total = total + at_level(coloured(samples, rate_hz, _ROAD, draw["road"]) * patches, road_db)
        if cabin.surface == "wet":
            total = total + at_level(coloured(samples, rate_hz, _SPRAY, draw["spray"]), 50 + 35 * math.log10(speed))
        gusts = slow_gain(samples, rate_hz, 2.0, 0.7, draw["wind"])
        wind_db = 60 + 55 * math.log10(speed)
        total = total + at_level(coloured(samples, rate_hz, _WIND, draw["wind"]) * gusts, wind_db)
    if cabin.window > 0:
        total = total + _open_window(cabin, samples, rate_hz, draw["window"])
    if cabin.rpm:
        total = total + at_level(_engine(cabin.rpm, samples, rate_hz, draw["engine"]), _engine_db(cabin.rpm))
    if cabin.hvac > 0:
        total = total + fan_noise(cabin.hvac, samples, rate_hz, draw["fan"])
    if cabin.rain > 0:
        from voice.noise_rain import rain_noise

        faster = 6 * min(cabin.speed_kmh, 130) / 130
        total = total + at_level(rain_noise(cabin.rain, samples, rate_hz, seed), 48 + 16 * cabin.rain + faster)
    return numpy.asarray(total)


def fan_noise(setting: float, samples: int, rate_hz: int, draw: "numpy.random.Generator") -> "NDArray[numpy.float64]":
    """Return a ventilation fan at its level, 38 + 28 x setting dB, with the weak tone of its blades."""
    import numpy

    air = coloured(samples, rate_hz, _FAN, draw)
    blades = numpy.sin(2 * numpy.pi * (180 + 320 * setting) * numpy.arange(samples) / rate_hz + draw.uniform(0, 6.28))
    return at_level(air + 0.12 * blades, 38 + 28 * setting)


def _open_window(cabin: Cabin, samples: int, rate_hz: int, draw: "numpy.random.Generator") -> "NDArray[numpy.float64]":
    """Return what comes in: buffeting and rushing air of the speed, and the street when the car stands."""
    gusts = slow_gain(samples, rate_hz, 3.0, 0.3, draw)
    opening_db = 20 * math.log10(max(cabin.window, 0.02))
    if cabin.speed_kmh < 1:
        return at_level(coloured(samples, rate_hz, _STREET, draw) * gusts, 52 + opening_db)
    wind_db = 60 + 15 + 45 * math.log10(cabin.speed_kmh / 100) + opening_db
    buffet = at_level(coloured(samples, rate_hz, _BUFFET, draw) * gusts, wind_db + 3)
    return buffet + at_level(coloured(samples, rate_hz, _RUSH, draw) * gusts, wind_db - 3)


def _engine_db(rpm: float) -> float:
    return 58 + 25 * math.log10(rpm / 2200)


def _engine(rpm: float, samples: int, rate_hz: int, draw: "numpy.random.Generator") -> "NDArray[numpy.float64]":
    """Return a combustion engine's orders: the firing order is strongest, each order above it 2.2 dB weaker."""
    import numpy

    wander = slow_gain(samples, rate_hz, 0.12, 0.5, draw)
    turns = numpy.cumsum(rpm / 60 * wander) / rate_hz
    firing = _CYLINDERS / 2
    total = numpy.zeros(samples)
    for order in _ENGINE_ORDERS:
        if order * rpm / 60 < rate_hz / 2:
            level_db = -2.2 * max(0.0, order - firing) - (0 if order % firing == 0 else 12)
            phase = draw.uniform(0, 2 * math.pi)
            total += 10 ** (level_db / 20) * numpy.sin(2 * numpy.pi * order * turns + phase)
    return total
