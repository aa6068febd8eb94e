"""The cities of the generated world: names, true positions, land masses."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import assets
from simulator.world.model import Place
from simulator.world.rows import LocationRow

EARTH_RADIUS_KM = 6371.0
KM_PER_DEGREE = math.pi * EARTH_RADIUS_KM / 180

Point = tuple[float, float]
"""Longitude and latitude in degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class City:
    """A city and what the generator needs to know of it.

    `index` counts from 1 in the order of the table. `code` is three letters, unique, and stands in route ids. Roads
    join cities of one `land`. `style` chooses the language of names, `phone` is the prefix of its telephone numbers.
    There is one object per city, so identity is equality.
    """

    index: int
    place: Place
    code: str
    country: str
    land: str
    style: str
    phone: str

    @property
    def point(self) -> Point:
        """Where it lies."""
        return self.place.longitude, self.place.latitude


def table(name: str) -> list[list[str]]:
    """Return the rows of a table of the world's assets without its heading."""
    return [line.split("\t") for line in assets.text(f"world/{name}.tsv").splitlines()[1:] if line]


@cache
def cities() -> tuple[City, ...]:
    """Return all cities in the order of the table."""
    found = []
    for index, row in enumerate(table("places"), 1):
        place_id, code, name, name_ko, longitude, latitude, country, land, style, phone = row
        place = Place(place_id, name, name_ko, float(longitude), float(latitude))
        found.append(City(index, place, code, country, land, style, phone))
    return tuple(found)


@cache
def cities_by_id() -> Mapping[str, City]:
    """Return the cities by their ids."""
    return {city.place.id: city for city in cities()}


@cache
def places() -> Mapping[str, Place]:
    """Return the known cities by id."""
    return {city.place.id: city.place for city in cities()}


@cache
def location_rows(locale: str) -> Mapping[str, LocationRow]:
    """Return the cities by id in the reference's shape, named in a language."""
    return {
        place.id: {
            "id": place.id,
            "name": place.name_ko if locale == "ko" else place.name,
            "position": {"longitude": place.longitude, "latitude": place.latitude},
            "iso2": city.country,
        }
        for city in cities()
        for place in (city.place,)
    }


def distance_km(start: Point, end: Point) -> float:
    """Return the great-circle distance. Source: haversine formula on a sphere of 6,371 km."""
    first, second = math.radians(start[1]), math.radians(end[1])
    across, up = math.radians(end[0] - start[0]) / 2, (second - first) / 2
    root = math.sin(up) ** 2 + math.cos(first) * math.cos(second) * math.sin(across) ** 2
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(root))


def nearest_city(land: str, point: Point) -> City:
    """Return the city of a land mass nearest to a point."""
    return min((city for city in cities() if city.land == land), key=lambda city: distance_km(city.point, point))
