"""Routes between the cities of the generated world and within them."""

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from simulator.world.draw import Draw
from simulator.world.ids import CityPoi, Pair, city_route_id, poi_id, poi_route_id
from simulator.world.names import BothNames, street_names
from simulator.world.places import City, Point, cities, distance_km
from simulator.world.roads import Journey, Taste, city_at, journey
from simulator.world.rows import RouteRow

# Few things change less often than which countries charge for their motorways by the kilometre.
_TOLL_COUNTRIES = frozenset({"FR", "IT", "PT", "HR"})
_COUNTRY_ROAD_SIGNS = {
    "DE": "B",
    "AT": "B",
    "FR": "D",
    "IT": "SS",
    "ES": "N-",
    "PT": "N",
    "NL": "N",
    "BE": "N",
    "LU": "N",
    "PL": "DK",
    "GB": "A",
    "IE": "N",
}
_MAX_ROADS = 4
_ALIASES = {
    (index, shortest): (*ordinals, "shortest") if shortest else ordinals
    for index, ordinals in enumerate((("fastest", "first"), ("second",), ("third",)))
    for shortest in (False, True)
}


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way between two ends, in one direction; names in both languages, in driving order."""

    km: float
    minutes: int
    names: tuple[str, ...]
    names_ko: tuple[str, ...]
    types: tuple[str, ...]
    toll: bool
    aliases: tuple[str, ...]
    journey: Journey

    def row(self, route_id: str, start_id: str, destination_id: str, locale: str, *, backwards: bool) -> RouteRow:
        """Return the way as a route; backwards it uses the same roads in reverse."""
        names = self.names_ko if locale == "ko" else self.names
        return {
            "route_id": route_id,
            "start_id": start_id,
            "destination_id": destination_id,
            "name_via": ", ".join(reversed(names) if backwards else names),
            "distance_km": self.km,
            "duration_hours": self.minutes // 60,
            "duration_minutes": self.minutes % 60,
            "road_types": list(self.types),
            "includes_toll": self.toll,
            "alias": list(self.aliases),
        }


@dataclass(slots=True)
class _Found:
    km: float
    minutes: int
    names: tuple[BothNames, ...]
    types: set[str]
    toll: bool
    journey: Journey


def _ranked(found: list[_Found]) -> tuple[Alternative, ...]:
    """Sort by duration and name the ranks. Source: reference data description, aliases."""
    found.sort(key=lambda way: way.minutes)
    for before, after in pairwise(found):
        after.minutes = max(after.minutes, before.minutes + 1)
    shortest = found.index(min(found, key=lambda way: way.km))
    ranked: list[Alternative] = []
    for index, way in enumerate(found):
        types = sorted(way.types | {"includes toll road"} if way.toll else way.types)
        names, names_ko = zip(*way.names, strict=True)
        aliases = _ALIASES[index, index == shortest]
        ranked.append(Alternative(way.km, way.minutes, names, names_ko, tuple(types), way.toll, aliases, way.journey))
    return tuple(ranked)


def _hours(land: str, km: float, highway_share: float) -> float:
    """Return the time for a way: short ones crawl, long ones approach the speed of the open road."""
    highway_kmh = (92 if land == "korea" else 98) - 60 * math.exp(-km / 70)
    country_kmh = 62 - 30 * math.exp(-km / 60)
    return km * (highway_share / highway_kmh + (1 - highway_share) / country_kmh)


def _main_roads(way: Journey) -> tuple[BothNames, ...]:
    roads = way.roads
    if len(roads) > _MAX_ROADS:
        roads = roads[:2] + roads[-2:]
    return tuple([road.names for road in roads])


@cache
def _toll_codes() -> frozenset[str]:
    return frozenset(city.code for city in cities() if city.country in _TOLL_COUNTRIES)


def _country_roads(way: Journey, land: str, draw: Draw) -> tuple[BothNames, ...]:
    """Name country roads of the countries passed where the table has none."""
    passed = list(dict.fromkeys(city_at(code, land).country for code in way.codes))[: _MAX_ROADS - 1]
    names: list[BothNames] = []
    for country in passed if len(passed) > 1 else passed * 2:
        sign = f"{_COUNTRY_ROAD_SIGNS.get(country, '')}{draw.below(480) + 11}"
        names.append(
            (sign if sign[0].isalpha() else f"Road {sign}", f"{sign}번 도로" if sign.isdigit() else f"{sign} 국도")
        )
    return tuple(names)


def _way(pair: Pair, taste: Taste, draw: Draw) -> _Found:
    land = pair.first.land
    way = journey(pair.first.code, pair.second.code, taste)
    km = round(way.straight_km[-1] * draw.between(1.05, 1.14), 2)
    drawn_roads = land == "europe" and taste == "country"
    highway_share = 0.0 if drawn_roads else way.highway_share
    minutes = math.ceil(_hours(land, km, highway_share) * 60 * draw.between(0.97, 1.06))
    types = {kind for kind, share in (("highway", highway_share), ("country road", 1 - highway_share)) if share > 0}
    if km < 60 or draw.below(4) == 0:
        types.add("urban")
    if drawn_roads:
        return _Found(km, minutes, _country_roads(way, land, draw), types, False, way)
    toll = not _toll_codes().isdisjoint(way.codes) if land == "europe" else any(road.toll for road in way.roads)
    return _Found(km, minutes, _main_roads(way), types, toll, way)


def _through_town(way: _Found, others: list[_Found], pair: Pair) -> None:
    """Let a way that uses the roads of another leave them early and take the town streets, which takes longer."""
    streets = street_names(pair.second.style)
    turn = pair.number
    roads = way.names[: _MAX_ROADS - 1]
    while any(way.names == other.names for other in others):
        way.names = (*roads, streets[turn % len(streets)])
        turn += 1
    way.types.add("urban")
    way.minutes = max(way.minutes, *(other.minutes + 3 for other in others if other.names[: len(roads)] == roads))


@lru_cache(maxsize=512)
def city_alternatives(geography: int, pair: Pair) -> tuple[Alternative, ...]:
    """Return the three ways from the first city of a pair to the second, the fastest first."""
    draw = Draw(f"{geography}:{pair.digits}:ways")
    found: list[_Found] = []
    tastes: tuple[Taste, ...] = ("fast", "other", "country")
    for taste in tastes:
        way = _way(pair, taste, draw)
        if any(way.names == other.names for other in found):
            _through_town(way, found, pair)
        found.append(way)
    return _ranked(found)


def city_route(geography: int, pair: Pair, start: City, alternative: int, locale: str) -> RouteRow:
    """Return a route between cities; alternatives count from 1."""
    destination = pair.second if start is pair.first else pair.first
    way = city_alternatives(geography, pair)[alternative - 1]
    return way.row(
        city_route_id(start, destination, pair, alternative),
        start.place.id,
        destination.place.id,
        locale,
        backwards=start is pair.second,
    )


@lru_cache(maxsize=1024)
def local_alternatives(geography: int, poi: CityPoi, where: Point) -> tuple[Alternative, ...]:
    """Return the two ways from a city's centre to one of its own POIs, the faster first."""
    straight_km = distance_km(poi.city.point, where)
    streets = street_names(poi.city.style)
    draw = Draw(f"{geography}:{poi_id(poi)}:ways")
    first = draw.below(len(streets))
    inside = Journey((), (poi.city.code,), (0.0,), 0.0)
    found = []
    for turn in range(2):
        km = round(straight_km * draw.between(1.15, 1.5), 2)
        minutes = math.ceil(km / draw.between(24, 34) * 60)
        names = (streets[first], streets[(first + 1 + turn + draw.below(2)) % len(streets)])
        found.append(_Found(km, minutes, names if turn == 0 else names[1:], {"urban"}, False, inside))
    return _ranked(found)


def local_route(geography: int, poi: CityPoi, where: Point, alternative: int, locale: str, *, to_poi: bool) -> RouteRow:
    """Return a route between a city's centre and one of its own POIs; alternatives count from 1."""
    way = local_alternatives(geography, poi, where)[alternative - 1]
    ends = (poi.city.place.id, poi_id(poi)) if to_poi else (poi_id(poi), poi.city.place.id)
    return way.row(poi_route_id(poi.city, poi, alternative, to_poi=to_poi), *ends, locale, backwards=not to_poi)
