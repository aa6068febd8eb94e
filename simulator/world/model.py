"""The world a session takes place in, as tools may ask for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from simulator.language.locale import Locale
from simulator.world.rows import CalendarRow, ContactRow, LocationRow, PoiRow, RouteRow

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
    """Read-only facts outside the car; unknown ids give None or nothing, never an error.

    Rows are shared, not copied: whoever changes one copies it first. Sequences keep the order of the data, which
    decides ties.
    """

    @property
    def locale(self) -> Locale:
        """The language the world is told in: of names, and of the owner's manual."""
        ...

    def places(self) -> Sequence[Place]:
        """Return all cities."""
        ...

    def place(self, place_id: str) -> Place | None:
        """Return the city of an id."""
        ...

    def location(self, place_id: str) -> LocationRow | None:
        """Return the city of an id as a row."""
        ...

    def weather(self, place_id: str) -> tuple[WeatherSlot, ...] | None:
        """Return the day's weather at a city, eight slots of three hours."""
        ...

    def poi(self, poi_id: str) -> PoiRow | None:
        """Return the point of interest of an id."""
        ...

    def pois_at(self, place_id: str, category: str) -> Sequence[PoiRow]:
        """Return the points of interest of a category in a city."""
        ...

    def pois_along(self, route_id: str, category: str, span_km: tuple[float, float] | None = None) -> Sequence[PoiRow]:
        """Return the points of interest of a category along a route between two cities.

        `span_km` keeps those whose kilometre in the route's direction lies in it, ends included.
        """
        ...

    def has_category(self, category: str) -> bool:
        """Return whether any point of interest has the category."""
        ...

    def route(self, route_id: str) -> RouteRow | None:
        """Return the route of an id."""
        ...

    def routes(self, start_id: str, destination_id: str) -> Sequence[RouteRow]:
        """Return the alternatives from a start to a destination, the fastest first; none where no pair exists."""
        ...

    def contacts(self) -> Sequence[ContactRow]:
        """Return everybody the driver knows."""
        ...

    def contact(self, contact_id: str) -> ContactRow | None:
        """Return the contact of an id."""
        ...

    def calendar(self, calendar_id: str) -> CalendarRow | None:
        """Return a calendar day."""
        ...
