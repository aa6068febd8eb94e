"""The import of the reference's partial data: everything in it is found again, and what is not in it is told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simulator.world.import_official import ImportReport, import_official
from simulator.world.imported import ImportedWorld

DATA = Path(__file__).parents[3] / "shared/data/carbench"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the reference's data is not here")


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ImportReport, ImportedWorld]]:
    target = tmp_path_factory.mktemp("world") / "world.sqlite"
    report = import_official(DATA, target)
    world = ImportedWorld(target)
    yield report, world
    world.close()


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def test_missing_files_are_told(imported: tuple[ImportReport, ImportedWorld]) -> None:
    report, _ = imported
    assert [line.split(":")[0] for line in report.missing] == [
        "pois.jsonl",
        "routes_location_location.jsonl",
        "routes_location_poi.jsonl",
        "routes_poi_location.jsonl",
        "routes_metadata.jsonl",
        "routes_index.jsonl",
    ]
    assert report.rows == {
        "locations.jsonl": 48,
        "weather.jsonl": 48,
        "contacts.jsonl": 100,
        "calendars.jsonl": 100,
        "observed_pois.jsonl": 52,
        "observed_routes.jsonl": 223,
    }


def test_every_row_is_found_again_as_it_was(imported: tuple[ImportReport, ImportedWorld]) -> None:
    _, world = imported
    assert [world.location(row["id"]) for row in rows("locations.jsonl")] == rows("locations.jsonl")
    assert [place.id for place in world.places()] == [row["id"] for row in rows("locations.jsonl")]
    assert list(world.contacts()) == rows("contacts.jsonl")
    for row in rows("calendars.jsonl"):
        assert world.calendar(row["id"]) == row
    for row in rows("weather.jsonl"):
        slots = world.weather(row["location_id"])
        assert slots is not None
        assert [slot.row() for slot in slots] == row["weather"]
    for row in rows("observed_pois.jsonl"):
        assert world.poi(row["id"]) == row
    for row in rows("observed_routes.jsonl"):
        assert world.route(row["route_id"]) == row


def test_searches_keep_the_order_of_the_files(imported: tuple[ImportReport, ImportedWorld]) -> None:
    _, world = imported
    pois, routes = rows("observed_pois.jsonl"), rows("observed_routes.jsonl")
    for row in routes:
        ends = row["start_id"], row["destination_id"]
        wanted = [other for other in routes if (other["start_id"], other["destination_id"]) == ends]
        assert list(world.routes(*ends)) == wanted
    for row in pois:
        category = row["category"]
        for route_id in row.get("corresponding_route_ids", ()):
            along = [o for o in pois if o["category"] == category and route_id in o.get("corresponding_route_ids", ())]
            assert list(world.pois_along(route_id, category)) == along
            at_km = row["route_positions"][route_id[:11]]["at_route_kilometer"]
            near = [o for o in along if abs(o["route_positions"][route_id[:11]]["at_route_kilometer"] - at_km) <= 25]
            assert list(world.pois_along(route_id, category, (at_km - 25, at_km + 25))) == near
        place = row.get("corresponding_location_id")
        if place is not None:
            there = [o for o in pois if o["category"] == category and o.get("corresponding_location_id") == place]
            assert list(world.pois_at(place, category)) == there
