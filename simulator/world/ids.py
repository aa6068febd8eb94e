"""Ids of the generated world, which say where a thing comes from, so that nothing need be stored to find it again.

In the digits after the fixed prefix stand:
- a city's POI: city (3), ordinal (3): `poi_bak_001002`;
- a POI along a road: pair of cities (4), ordinal from the pair's first city (3 or more): `poi_cha_0001004`;
- a route between cities: pair (4), 1 from the pair's first city or 2 from its second, alternative:
  `rll_seo_bus_000011`;
- a route between a city and a city's POI: 3, city (3), the POI's digits, alternative;
- a route between a city and a POI along a road: 1 or 2 as above for the city, the POI's digits, alternative.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from simulator.world.places import City, cities

CATEGORY_CODES: Mapping[str, str] = {
    "airports": "air",
    "bakery": "bak",
    "fast_food": "fas",
    "parking": "par",
    "public_toilets": "pub",
    "restaurants": "res",
    "supermarkets": "sup",
    "charging_stations": "cha",
}
CATEGORIES_BY_CODE: Mapping[str, str] = {code: category for category, code in CATEGORY_CODES.items()}

_CITY_POI_DIGITS = 6
_PAIR_DIGITS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two cities of one land mass, the one earlier in the table first; `number` counts pairs from 0.

    There is one object per pair, so identity is equality.
    """

    number: int
    first: City
    second: City

    @property
    def digits(self) -> str:
        """The pair in ids."""
        return f"{self.number:0{_PAIR_DIGITS}d}"

    def end(self, city: City) -> int:
        """Return 1 for the first city and 2 for the second."""
        return 1 if city is self.first else 2


@dataclass(frozen=True, slots=True)
class CityPoi:
    """A POI in a city; ordinals count from 1."""

    category: str
    city: City
    ordinal: int

    @property
    def digits(self) -> str:
        """The digits of its id."""
        return f"{self.city.index:03d}{self.ordinal:03d}"


@dataclass(frozen=True, slots=True)
class RoadPoi:
    """A POI along the road of a pair of cities; ordinals count from 1, away from the first city."""

    category: str
    pair: Pair
    ordinal: int

    @property
    def digits(self) -> str:
        """The digits of its id."""
        return f"{self.pair.digits}{self.ordinal:03d}"


PoiKey = CityPoi | RoadPoi


def poi_id(poi: PoiKey) -> str:
    """Return the id of a POI."""
    return f"poi_{CATEGORY_CODES[poi.category]}_{poi.digits}"


@cache
def _pairs() -> tuple[Mapping[tuple[int, int], Pair], tuple[Pair, ...]]:
    listed: list[Pair] = []
    for second in cities():
        for first in cities()[: second.index - 1]:
            if first.land == second.land:
                listed.append(Pair(len(listed), first, second))
    return {(pair.first.index, pair.second.index): pair for pair in listed}, tuple(listed)


def pairs() -> tuple[Pair, ...]:
    """Return all pairs of cities that roads join, each once."""
    return _pairs()[1]


def pair_of(one: City, other: City) -> Pair | None:
    """Return the pair of two cities, or None where no road joins them."""
    key = (one.index, other.index) if one.index < other.index else (other.index, one.index)
    return _pairs()[0].get(key)


def _pair(digits: str) -> Pair | None:
    number = int(digits)
    return pairs()[number] if number < len(pairs()) else None


def _city(digits: str) -> City | None:
    index = int(digits)
    return cities()[index - 1] if 1 <= index <= len(cities()) else None


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def poi_key(category: str, digits: str) -> PoiKey | None:
    """Return what the digits of a POI's id stand for; its ordinal is not checked against what exists."""
    if not _is_digits(digits) or len(digits) < _CITY_POI_DIGITS:
        return None
    if len(digits) == _CITY_POI_DIGITS:
        city = _city(digits[:3])
        return None if city is None else CityPoi(category, city, int(digits[3:]))
    pair = _pair(digits[:_PAIR_DIGITS])
    # Only one spelling of a number is the id: leading zeros beyond three digits are none.
    if pair is None or (len(digits) > _PAIR_DIGITS + 3 and digits[_PAIR_DIGITS] == "0"):
        return None
    return RoadPoi(category, pair, int(digits[_PAIR_DIGITS:]))


def parse_poi_id(text: str) -> PoiKey | None:
    """Return what a POI's id stands for, or None when it is no id of this world."""
    category = CATEGORIES_BY_CODE.get(text[4:7])
    if category is None or text[:4] != "poi_" or text[7:8] != "_":
        return None
    return poi_key(category, text[8:])


def city_route_id(start: City, destination: City, pair: Pair, alternative: int) -> str:
    """Return the id of a route between cities; alternatives count from 1."""
    return f"rll_{start.code}_{destination.code}_{pair.digits}{pair.end(start)}{alternative}"


def poi_route_id(city: City, poi: PoiKey, alternative: int, *, to_poi: bool) -> str:
    """Return the id of a route between a city and a POI; alternatives count from 1."""
    code = CATEGORY_CODES[poi.category]
    lead = f"3{city.index:03d}" if isinstance(poi, CityPoi) else str(poi.pair.end(city))
    ends = f"rlp_{city.code}_{code}" if to_poi else f"rpl_{code}_{city.code}"
    return f"{ends}_{lead}{poi.digits}{alternative}"


def parse_city_route(text: str) -> tuple[City, City, int] | None:
    """Return start, destination and alternative of a route between cities, or None; check by spelling it again."""
    digits = text[12:]
    if len(digits) != _PAIR_DIGITS + 2 or not _is_digits(digits) or digits[-2] not in "12":
        return None
    pair = _pair(digits[:_PAIR_DIGITS])
    if pair is None:
        return None
    start, destination = (pair.first, pair.second) if digits[-2] == "1" else (pair.second, pair.first)
    alternative = int(digits[-1])
    return (start, destination, alternative) if city_route_id(start, destination, pair, alternative) == text else None


def parse_poi_route(text: str) -> tuple[City, PoiKey, int, bool] | None:
    """Return city, POI, alternative and whether it leads to the POI, or None when it is no id of this world."""
    to_poi = text[:4] == "rlp_"
    category = CATEGORIES_BY_CODE.get(text[8:11] if to_poi else text[4:7])
    digits = text[12:]
    if category is None or not _is_digits(digits):
        return None
    poi: PoiKey | None
    city: City | None
    if digits[0] == "3":
        city, poi = _city(digits[1:4]) if len(digits) > 4 else None, poi_key(category, digits[4:-1])
    else:
        poi = poi_key(category, digits[1:-1])
        if not isinstance(poi, RoadPoi):
            return None
        city = {"1": poi.pair.first, "2": poi.pair.second}.get(digits[0])
    if city is None or poi is None or isinstance(poi, CityPoi) != (digits[0] == "3"):
        return None
    alternative = int(digits[-1])
    return (city, poi, alternative, to_poi) if poi_route_id(city, poi, alternative, to_poi=to_poi) == text else None
