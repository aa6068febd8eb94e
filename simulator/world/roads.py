"""The roads of the generated world: which ones a journey between two cities uses, and where it passes."""

import heapq
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from typing import Literal

from simulator.world.names import BothNames
from simulator.world.places import City, Point, cities, distance_km, nearest_city, table

RoadKind = Literal["highway", "country road"]
Taste = Literal["fast", "other", "country"]
"""What a driver looks for: motorways, different motorways, or none if it can be helped."""

# A road in the way of a taste counts as longer than it is; so does every change of road, by some km.
_COUNTRY_ROAD_FACTOR: Mapping[Taste, float] = {"fast": 2.3, "other": 2.0, "country": 1.0}
_HIGHWAY_FACTOR: Mapping[Taste, float] = {"fast": 1.0, "other": 1.0, "country": 2.5}
_CHANGE_KM = 8.0


@dataclass(frozen=True, slots=True)
class Road:
    """A road with its names in Latin letters and Korean, and the codes of the cities and junctions along it."""

    number: int
    kind: RoadKind
    names: BothNames
    toll: bool
    codes: tuple[str, ...]

    def factor(self, taste: Taste) -> float:
        """Return how much longer than it is the road counts."""
        factor = _COUNTRY_ROAD_FACTOR[taste] if self.kind == "country road" else _HIGHWAY_FACTOR[taste]
        # Uneven but fixed, so that the second choice finds other roads than the first.
        return factor * (1 + self.number * 7 % 5 * 0.2) if taste == "other" else factor


@dataclass(frozen=True, slots=True)
class Journey:
    """The roads in order and the codes passed, ends included, with the km from the start along straight legs.

    `highway_share` is the part of them on motorways, 0 to 1.
    """

    roads: tuple[Road, ...]
    codes: tuple[str, ...]
    straight_km: tuple[float, ...]
    highway_share: float

    def at(self, fraction: float) -> tuple[Point, str]:
        """Return the point after a fraction of the way and the code of the nearest place passed."""
        wanted = fraction * self.straight_km[-1]
        leg = min(max(1, bisect_left(self.straight_km, wanted)), len(self.codes) - 1)
        begun, ended = self.straight_km[leg - 1], self.straight_km[leg]
        share = (wanted - begun) / (ended - begun)
        points = _points()
        before, after = self.codes[leg - 1], self.codes[leg]
        (start_x, start_y), (end_x, end_y) = points[before], points[after]
        point = start_x + (end_x - start_x) * share, start_y + (end_y - start_y) * share
        return point, before if share < 0.5 else after


@cache
def _points() -> Mapping[str, Point]:
    junctions = {code: (float(longitude), float(latitude)) for code, longitude, latitude in table("junctions")}
    return junctions | {city.code: city.point for city in cities()}


@cache
def _edges() -> Mapping[str, tuple[tuple[str, float, Road], ...]]:
    edges: dict[str, list[tuple[str, float, Road]]] = {}
    for number, row in enumerate(table("roads")):
        kind: RoadKind = "highway" if row[0] == "highway" else "country road"
        road = Road(number, kind, (row[1], row[2]), row[3] == "y", tuple(row[4].split()))
        for one, other in pairwise(road.codes):
            km = distance_km(_points()[one], _points()[other])
            edges.setdefault(one, []).append((other, km, road))
            edges.setdefault(other, []).append((one, km, road))
    return {code: tuple(listed) for code, listed in edges.items()}


@cache
def _tree(start: str, taste: Taste) -> Mapping[str, tuple[str, float, Road]]:
    """Return how each point is reached: the point before, the km from there and the road (Dijkstra's algorithm)."""
    edges = _edges()
    best: dict[str, float] = {start: 0.0}
    reached: dict[str, tuple[str, float, Road]] = {}
    settled: set[str] = set()
    queue = [(0.0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here in settled:
            continue
        settled.add(here)
        arriving = reached[here][2].names[0] if here in reached else ""
        for there, km, road in edges[here]:
            further = cost + km * road.factor(taste) + (0.0 if road.names[0] == arriving else _CHANGE_KM)
            if further < best.get(there, float("inf")):
                best[there] = further
                reached[there] = here, km, road
                heapq.heappush(queue, (further, there))
    return reached


@cache
def city_at(code: str, land: str) -> City:
    """Return the city of a code, or the one nearest to a junction."""
    return nearest_city(land, _points()[code])


def journey(start: str, destination: str, taste: Taste) -> Journey:
    """Return the way between two cities of one land mass, given by their codes."""
    reached = _tree(start, taste)
    codes: list[str] = [destination]
    legs_km: list[float] = []
    roads: list[Road] = []
    highway_km = country_km = 0.0
    while codes[-1] != start:
        before, km, road = reached[codes[-1]]
        codes.append(before)
        legs_km.append(km)
        if road.kind == "highway":
            highway_km += km
        else:
            country_km += km
        if not roads or roads[-1].names != road.names:
            roads.append(road)
    roads.reverse()
    codes.reverse()
    straight_km = tuple(accumulate(reversed(legs_km), initial=0.0))
    return Journey(tuple(roads), tuple(codes), straight_km, highway_km / (highway_km + country_km))
