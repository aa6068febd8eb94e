"""The world a session takes place in, as tools may ask for it."""

from dataclasses import dataclass
from typing import Literal, Protocol

WeatherCondition = Literal[
    "sunny",
    "partly_cloudy",
    "cloudy",
    "cloudy_and_rain",
    "cloudy_and_rain_and_hail",
    "cloudy_and_rain_and_thunderstorm",
    "cloudy_and_fog",
]


@dataclass(frozen=True, slots=True)
class Place:
    """A city with its id, names by language and position in degrees."""

    id: str
    name: str
    name_ko: str
    longitude: float
    latitude: float


@dataclass(frozen=True, slots=True)
class WeatherSlot:
    """The weather of some hours of a day: start inclusive, end exclusive, 24 h clock."""

    start_hour: int
    end_hour: int
    temperature_c: int
    wind_speed_kph: int
    humidity_percent: int
    condition: WeatherCondition

    def row(self) -> dict[str, str | int]:
        """Return the slot in the reference's shape."""
        return {
            "start_time": f"{self.start_hour:02d}:00",
            "end_time": f"{self.end_hour:02d}:00",
            "temperature_c": self.temperature_c,
            "wind_speed_kph": self.wind_speed_kph,
            "humidity_percent": self.humidity_percent,
            "condition": self.condition,
        }


class World(Protocol):
    """Read-only facts outside the car."""

    def place(self, place_id: str) -> Place | None:
        """Return the place of an id, or None when there is none."""
        ...

    def weather(self, place_id: str) -> tuple[WeatherSlot, ...] | None:
        """Return the day's weather at a place, eight slots of three hours, or None for an unknown place."""
        ...
