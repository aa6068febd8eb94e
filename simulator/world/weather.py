"""The weather of the generated world: one day per city and seed."""

import random
from functools import lru_cache

from simulator.world.model import Place, WeatherCondition, WeatherSlot

_BASES: tuple[tuple[WeatherCondition, int], ...] = (
    ("sunny", 30),
    ("partly_cloudy", 25),
    ("cloudy", 20),
    ("cloudy_and_rain", 13),
    ("cloudy_and_fog", 6),
    ("cloudy_and_rain_and_thunderstorm", 3),
    ("cloudy_and_rain_and_hail", 3),
)
# Source: reference data generation: eight slots of three hours, 15 % chance per slot of another condition.
SLOT_HOURS = 3
NEW_CONDITION_CHANCE = 0.15


@lru_cache(maxsize=1024)
def weather_day(seed: int, place: Place) -> tuple[WeatherSlot, ...]:
    """Return the day's weather at a city, eight slots of three hours."""
    draw = random.Random(f"{seed}:{place.id}:weather")
    names, weights = zip(*_BASES, strict=True)
    condition: WeatherCondition = draw.choices(names, weights)[0]
    noon_c = round(26 - abs(place.latitude) * 0.3 + draw.uniform(-6, 6))
    wind_kph = draw.randint(2, 20)
    humidity = draw.randint(45, 90)
    slots: list[WeatherSlot] = []
    for index in range(24 // SLOT_HOURS):
        start = index * SLOT_HOURS
        if index and draw.random() < NEW_CONDITION_CHANCE:
            condition = draw.choices(names, weights)[0]
        from_noon = abs(start + SLOT_HOURS / 2 - 13)
        slots.append(
            WeatherSlot(
                start,
                start + SLOT_HOURS,
                round(noon_c - from_noon * 0.7),
                max(0, min(35, wind_kph + draw.randint(-4, 4))),
                max(40, min(100, humidity + draw.randint(-6, 6))),
                condition,
            )
        )
    return tuple(slots)


def constant_weather(
    condition: WeatherCondition, temperature_c: int, wind_speed_kph: int = 8, humidity_percent: int = 60
) -> tuple[WeatherSlot, ...]:
    """Return a day on which the weather never changes; scenarios pin it this way."""
    return tuple(
        WeatherSlot(start, start + SLOT_HOURS, temperature_c, wind_speed_kph, humidity_percent, condition)
        for start in range(0, 24, SLOT_HOURS)
    )
