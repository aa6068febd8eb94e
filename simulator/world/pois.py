"""Points of interest of the generated world: in cities, and along the fastest road of each pair of cities."""

import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal

from simulator.world.draw import Draw
from simulator.world.ids import CATEGORY_CODES, CityPoi, Pair, RoadPoi, city_route_id, poi_id
from simulator.world.names import BothNames, poi_name
from simulator.world.places import KM_PER_DEGREE, City, Point, table
from simulator.world.roads import city_at
from simulator.world.routes import city_alternatives
from simulator.world.rows import PlugRow, PoiRow

# Source for counts, distances, opening hours and plugs: reference data generation.
CITY_POIS_PER_CATEGORY = 2
_CITY_RADIUS_DEGREES = (0.03, 0.06)
_ROAD_DETOUR_KM = (1.0, 5.0)
_MAX_PLUGS = 5
_AC_KW = (11, 22)
_DC_KW = (50, 100, 150, 200, 250, 300, 350)
_OPENS_AND_CLOSES: Mapping[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "bakery": ((6, 8), (12, 16)),
    "fast_food": ((6, 8), (18, 24)),
    "supermarkets": ((6, 8), (18, 24)),
    "restaurants": ((8, 13), (17, 22)),
    "parking": ((0, 8), (20, 24)),
}

Availability = Literal["available", "occupied", "maintenance"]


@cache
def _airports() -> Mapping[str, tuple[BothNames, Point]]:
    return {
        code: ((name, name_ko), (float(longitude), float(latitude)))
        for code, name, name_ko, longitude, latitude in table("airports")
    }


def city_poi_count(city: City, category: str) -> int:
    """Return how many POIs of a category a city has."""
    if category == "airports":
        return int(city.code in _airports())
    return CITY_POIS_PER_CATEGORY if category in CATEGORY_CODES else 0


def city_pois(city: City, category: str) -> Sequence[CityPoi]:
    """Return the POIs of a category in a city."""
    return tuple(CityPoi(category, city, ordinal) for ordinal in range(1, city_poi_count(city, category) + 1))


def road_poi_count(geography: int, pair: Pair, category: str, spacing_km: float) -> int:
    """Return how many POIs of a category lie along the fastest road of a pair, one every `spacing_km`."""
    if category == "airports" or category not in CATEGORY_CODES:
        return 0
    return max(0, math.ceil(city_alternatives(geography, pair)[0].km / spacing_km) - 1)


def kilometres(geography: int, pair: Pair, ordinal: int, spacing_km: float) -> tuple[float, float]:
    """Return how far a POI lies along the fastest road of a pair, from its first city and from its second."""
    along_km = round(ordinal * spacing_km, 2)
    return along_km, round(city_alternatives(geography, pair)[0].km - along_km, 2)


def detour_km(geography: int, poi: RoadPoi) -> float:
    """Return how far a POI lies off the road."""
    return round(_Facts(geography, poi).detour_km, 2)


class _Facts:
    """What is drawn for a POI, in an order that is fixed."""

    __slots__ = ("detour_km", "direction", "draw", "share")

    def __init__(self, geography: int, poi: CityPoi | RoadPoi) -> None:
        self.draw = Draw(f"{geography}:{poi_id(poi)}")
        self.direction = self.draw.between(0, 2 * math.pi)
        self.share = self.draw.between(0, 1)
        low, high = _ROAD_DETOUR_KM
        self.detour_km = low + (high - low) * self.share


def city_poi_point(geography: int, poi: CityPoi) -> Point:
    """Return where a city's POI lies."""
    if poi.category == "airports":
        return _airports()[poi.city.code][1]
    facts = _Facts(geography, poi)
    low, high = _CITY_RADIUS_DEGREES
    radius = low + (high - low) * facts.share
    return _moved(poi.city.point, radius, facts.direction)


def _moved(point: Point, degrees: float, direction: float) -> Point:
    shrink = math.cos(math.radians(point[1]))
    return (
        round(point[0] + degrees * math.cos(direction) / shrink, 5),
        round(point[1] + degrees * math.sin(direction), 5),
    )


def _opening_hours(category: str, draw: Draw) -> str:
    if category not in _OPENS_AND_CLOSES:
        return "00:00h - 24:00h"
    (opens, opens_last), (closes, closes_last) = _OPENS_AND_CLOSES[category]
    opening = opens + draw.below(opens_last - opens + 1)
    closing = closes + draw.below(closes_last - closes + 1)
    return f"{opening:02d}:00h - {closing:02d}:00h"


def _phone_number(prefix: str, draw: Draw) -> str:
    # No subscriber's number begins with 0, so nobody can be called by accident.
    return f"{prefix} 0{draw.below(100):02d} {draw.below(10_000):04d}"


def _plugs(digits: str, draw: Draw) -> list[PlugRow]:
    plugs: list[PlugRow] = []
    for ordinal in range(1, 2 + draw.below(_MAX_PLUGS)):
        fast = draw.below(2) == 0
        drawn = draw.below(20)
        availability: Availability = "available" if drawn < 12 else "occupied" if drawn < 19 else "maintenance"
        plugs.append(
            {
                "plug_id": f"plg_cha_{digits}{ordinal}",
                "power_type": "DC" if fast else "AC",
                "power_kw": draw.pick(_DC_KW if fast else _AC_KW),
                "availability": availability,
            }
        )
    return plugs


def _row(poi: CityPoi | RoadPoi, where: Point, near: City, names: BothNames | None, locale: str, draw: Draw) -> PoiRow:
    drawn = poi_name(near.style, poi.category, draw) if names is None else names
    row: PoiRow = {
        "id": poi_id(poi),
        "name": drawn[1] if locale == "ko" else drawn[0],
        "category": poi.category,
        "position": {"longitude": where[0], "latitude": where[1]},
        "opening_hours": _opening_hours(poi.category, draw),
        "phone_number": _phone_number(near.phone, draw),
    }
    return row


def city_poi_row(geography: int, poi: CityPoi, locale: str) -> PoiRow:
    """Return a POI of a city in the reference's shape."""
    draw = _Facts(geography, poi).draw
    names = _airports()[poi.city.code][0] if poi.category == "airports" else None
    row = _row(poi, city_poi_point(geography, poi), poi.city, names, locale, draw)
    row["corresponding_location_id"] = poi.city.place.id
    if poi.category == "charging_stations":
        row["charging_plugs"] = _plugs(poi.digits, draw)
    return row


@lru_cache(maxsize=512)
def _route_ids(pair: Pair) -> list[str]:
    """Return the ids of all routes of a pair, forward and backward; shared by the rows that name them."""
    ends = ((pair.first, pair.second), (pair.second, pair.first))
    return [city_route_id(start, end, pair, alternative) for start, end in ends for alternative in (1, 2, 3)]


def road_poi_row(geography: int, poi: RoadPoi, spacing_km: float, locale: str) -> PoiRow:
    """Return a POI along a road in the reference's shape."""
    pair = poi.pair
    fastest = city_alternatives(geography, pair)[0]
    facts = _Facts(geography, poi)
    along_km, back_km = kilometres(geography, pair, poi.ordinal, spacing_km)
    on_road, code = fastest.journey.at(along_km / fastest.km)
    where = _moved(on_road, facts.detour_km / KM_PER_DEGREE, facts.direction)
    row = _row(poi, where, city_at(code, pair.first.land), None, locale, facts.draw)
    route_ids = _route_ids(pair)
    row["corresponding_route_ids"] = route_ids
    row["route_positions"] = {
        route_ids[0][:11]: {"at_route_kilometer": along_km},
        route_ids[-1][:11]: {"at_route_kilometer": back_km},
    }
    if poi.category == "charging_stations":
        row["charging_plugs"] = _plugs(poi.digits, facts.draw)
    return row
