"""A world without files to download: cities from a small table, weather as a pure function of a seed."""

import random
from collections.abc import Mapping, Sequence
from functools import cache

import assets
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


@cache
def places() -> Mapping[str, Place]:
    """Return the known cities by id."""
    rows = [line.split("\t") for line in assets.text("places.tsv").splitlines()[1:] if line]
    return {row[0]: Place(row[0], row[1], row[2], float(row[3]), float(row[4])) for row in rows}


class GeneratedWorld:
    """Places and weather that depend on nothing but the seed.

    `weather` pins the weather of named places; all others are drawn from the seed.
    """

    def __init__(self, seed: int = 0, weather: Mapping[str, Sequence[WeatherSlot]] | None = None) -> None:
        self._seed = seed
        self._pinned = {place: tuple(slots) for place, slots in (weather or {}).items()}

    def place(self, place_id: str) -> Place | None:
        """Return the place of an id, or None when there is none."""
        return places().get(place_id)

    def weather(self, place_id: str) -> tuple[WeatherSlot, ...] | None:
        """Return the day's weather at a place, eight slots of three hours, or None for an unknown place."""
        if place_id in self._pinned:
            return self._pinned[place_id]
        place = self.place(place_id)
        return None if place is None else _day(self._seed, place)


@cache
def _day(seed: int, place: Place) -> tuple[WeatherSlot, ...]:
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
