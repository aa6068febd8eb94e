"""Every route and POI of the default map, counted and fixed by a hash: scenarios rely on them across versions."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import pytest

from simulator.world.generated import GeneratedWorld
from simulator.world.ids import CATEGORY_CODES, pairs
from simulator.world.places import City, cities

ROUTES = 2_750_150
POIS = 195_212
GOLDEN = "de43ae90f3dad9b1c2148f34756ab6a4"
"""Changes only together with a note in CHANGELOG.md: ids, lengths, times or places are then no longer the same."""


def everything(world: GeneratedWorld) -> Iterator[tuple[str, Any]]:
    """Iterate over all POIs and routes, each once."""
    for city in cities():
        for category in CATEGORY_CODES:
            for poi in world.pois_at(city.place.id, category):
                yield "poi", poi
                for other in cities():
                    yield from routes_both_ways(world, other, poi["id"])
    for pair in pairs():
        ends = pair.first, pair.second
        there = world.routes(pair.first.place.id, pair.second.place.id)
        for route in (*there, *world.routes(pair.second.place.id, pair.first.place.id)):
            yield "route", route
        for category in CATEGORY_CODES:
            for poi in world.pois_along(there[0]["route_id"], category):
                yield "poi", poi
                for city in ends:
                    yield from routes_both_ways(world, city, poi["id"])


def routes_both_ways(world: GeneratedWorld, city: City, poi_id: str) -> Iterator[tuple[str, Any]]:
    for ends in ((city.place.id, poi_id), (poi_id, city.place.id)):
        for route in world.routes(*ends):
            yield "route", route


@pytest.mark.slow
def test_the_whole_world_is_large_and_never_changes_unnoticed() -> None:
    counts = {"route": 0, "poi": 0}
    known = blake2b(digest_size=16)
    for kind, row in everything(GeneratedWorld()):
        counts[kind] += 1
        known.update(repr(row).encode())
    assert counts["poi"] >= 130_000
    assert counts["route"] >= 1_700_000
    assert (counts["route"], counts["poi"], known.hexdigest()) == (ROUTES, POIS, GOLDEN)
