"""Searching for places in a city and along a route."""

import json
from datetime import datetime
from typing import Any

import pytest
from small_world import BERLIN, DINER, FAR, HALFWAY, LOST, MUN_BER, MUNICH, STATION, call, car

from simulator.events import FaultKind
from simulator.tools.places import is_open
from simulator.tools.quirks import Quirk

ALONG = "search_poi_along_the_route"
AT = "search_poi_at_location"
OPEN, FREE, DC = "any::currently_open", "charging_stations::has_available_plug", "charging_stations::has_dc_plug"
NEAREST = "any::sort_by_distance"


@pytest.mark.parametrize(
    ("hours", "clock", "expected"),
    [
        ("08:00h - 20:00h", "08:00", True),
        ("08:00h - 20:00h", "20:00", True),
        ("08:00h - 20:00h", "20:01", False),
        ("08:00h - 20:00h", "07:59", False),
        ("00:00h - 24:00h", "23:59", True),
        ("18:00h - 02:00h", "01:00", True),
        ("18:00h - 02:00h", "12:00", False),
        ("08:00h - 08:00h", "03:00", True),
        ("always", "12:00", False),
        ("8 - 20", "12:00", False),
    ],
)
def test_opening_hours(hours: str, clock: str, expected: bool) -> None:
    time = datetime.strptime(clock, "%H:%M")
    assert is_open(hours, time.hour, time.minute) is expected


def found(result: Any) -> list[str]:
    assert result.fault is None, result.content
    (pois,) = result.value.values()
    return [poi["id"] for poi in pois]


@pytest.mark.parametrize(
    ("category", "filters", "ids"),
    [
        ("restaurants", None, [DINER]),
        ("restaurants", [OPEN], [DINER]),
        ("restaurants", [DC], []),
        ("charging_stations", [FREE, DC, OPEN], [STATION]),
        ("bakery", None, []),
    ],
)
def test_places_in_a_city(category: str, filters: list[str] | None, ids: list[str]) -> None:
    arguments = {} if filters is None else {"filters": filters}
    assert found(call(car(), AT, location_id=MUNICH, category_poi=category, **arguments)) == ids


def test_open_is_what_is_open_at_the_session_time() -> None:
    target = car(current_datetime={"year": 2025, "month": 2, "day": 14, "hour": 19, "minute": 50})
    arguments = {"location_id": MUNICH, "category_poi": "restaurants", "filters": [OPEN]}
    assert found(call(target, AT, **arguments)) == [DINER]
    target.advance(11 * 60_000)
    assert found(call(target, AT, **arguments)) == []


def test_a_city_without_such_places_is_no_failure_but_an_unknown_city_is() -> None:
    assert found(call(car(), AT, location_id=BERLIN, category_poi="bakery")) == []
    for place in ("loc_xxx_1", DINER):
        result = call(car(), AT, location_id=place, category_poi="bakery")
        assert result.fault is not None
        assert (result.fault.code, result.fault.kind) == ("SEARCH_POI_AT_LOC_004", FaultKind.CHECKED)
    told = json.loads(call(car(Quirk.NO_STATUS), AT, location_id=DINER, category_poi="bakery").content)
    assert list(told) == ["errors"]


def test_a_search_needs_the_id_of_a_place() -> None:
    fault = call(car(), AT, location_id="Munich", category_poi="bakery").fault
    assert fault is not None
    assert fault.code == "SEARCH_POI_AT_LOC_001"


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ({"at_kilometer": 125}, [HALFWAY, FAR]),
        ({"at_kilometer": 75}, [HALFWAY]),
        ({"at_kilometer": 176}, []),
        ({"at_kilometer": 125, "filters": [FREE]}, [FAR]),
        ({"at_kilometer": 125, "filters": [NEAREST]}, [FAR, HALFWAY]),
        ({"at_kilometer": 125, "filters": [DC, OPEN]}, [HALFWAY, FAR]),
    ],
)
def test_places_along_a_route_by_detour(arguments: dict[str, Any], ids: list[str]) -> None:
    assert found(call(car(), ALONG, route_id=MUN_BER, category_poi="charging_stations", **arguments)) == ids


def test_a_detour_is_what_the_way_there_and_on_takes_longer() -> None:
    result = call(car(), ALONG, route_id=MUN_BER, category_poi="charging_stations", at_kilometer=125)
    halfway, far = result.value["pois_found_along_route"]
    assert far["detour_from_route_km"] == {"detour": 1.5, "unit": "km"}
    assert far["detour_from_route_time"] == {"hour": 0, "minutes": 12}
    assert halfway["detour_from_route_km"] == {"detour": 4.0, "unit": "km"}
    assert halfway["detour_from_route_time"] == {"hour": 0, "minutes": 8}
    original = car().world.poi(FAR)
    assert original is not None
    assert "detour_from_route_km" not in original


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"route_id": MUNICH, "category_poi": "bakery"}, "SEARCH_POI_ATR_002"),
        ({"route_id": MUN_BER, "category_poi": "charging_stations"}, "SEARCH_POI_ATR_007"),
        ({"route_id": "rll_xxx_yyy_1", "category_poi": "bakery"}, "SEARCH_POI_ATR_004"),
        ({"route_id": "rlp_mun_res_200001", "category_poi": "restaurants"}, "SEARCH_POI_ATR_006"),
        ({"route_id": MUN_BER, "category_poi": "airports"}, "SEARCH_POI_ATR_007"),
    ],
)
def test_searches_along_a_route_that_cannot_be_made(arguments: dict[str, Any], code: str) -> None:
    result = call(car(), ALONG, **arguments)
    assert result.fault is not None
    assert (result.fault.code, result.fault.kind) == (code, FaultKind.CHECKED)
    assert json.loads(result.content)["status"] == "FAILURE"
    quirky = call(car(Quirk.NO_STATUS), ALONG, **arguments)
    assert quirky.fault == result.fault
    assert "status" not in json.loads(quirky.content)


def test_a_place_no_route_of_which_follows_the_main_one() -> None:
    arguments = {"route_id": MUN_BER, "category_poi": "charging_stations", "at_kilometer": 70}
    assert found(call(car(), ALONG, **(arguments | {"at_kilometer": 90}))) == [HALFWAY]
    result = call(car(Quirk.ALONG_ROUTE_SILENT), ALONG, **arguments)
    assert result.fault is not None
    assert (result.fault.code, result.fault.kind) == ("SEARCH_POI_ATR_005", FaultKind.SILENT)
    assert LOST in result.fault.message


def test_unknown_filters() -> None:
    filters = ["any::cheap"]
    city = {"location_id": MUNICH, "category_poi": "bakery", "filters": filters}
    route = {"route_id": MUN_BER, "category_poi": "charging_stations", "at_kilometer": 150, "filters": filters}
    for name, arguments in ((AT, city), (ALONG, route)):
        fault = call(car(), name, **arguments).fault
        assert fault is not None
        assert fault.kind is FaultKind.INVALID_ARGUMENTS
    loose = (Quirk.UNCHECKED_ARGUMENTS, Quirk.ALONG_ROUTE_SILENT)
    at_city, on_route = call(car(*loose), AT, **city).fault, call(car(*loose), ALONG, **route).fault
    assert at_city is not None
    assert on_route is not None
    assert (at_city.code, at_city.kind) == ("SEARCH_POI_AT_LOC_003", FaultKind.CHECKED)
    assert (on_route.code, on_route.kind) == ("SEARCH_POI_ATR_006", FaultKind.SILENT)
    scored = call(car(Quirk.UNCHECKED_ARGUMENTS), ALONG, **route).fault
    assert scored is not None
    assert scored.kind is FaultKind.CHECKED


@pytest.mark.parametrize(
    ("category", "city", "route"), [("", "003", "003"), (7, "003", "003"), ("cinemas", None, "007")]
)
def test_categories_nobody_checked(category: Any, city: str | None, route: str) -> None:
    target = car(Quirk.UNCHECKED_ARGUMENTS)
    at_city = call(target, AT, location_id=MUNICH, category_poi=category).fault
    on_route = call(target, ALONG, route_id=MUN_BER, category_poi=category).fault
    assert (at_city and at_city.code) == (city and f"SEARCH_POI_AT_LOC_{city}")
    assert at_city is None or at_city.kind is FaultKind.SILENT
    assert on_route is not None
    assert (on_route.code, on_route.kind) == (f"SEARCH_POI_ATR_{route}", FaultKind.CHECKED)
    native = call(car(), AT, location_id=MUNICH, category_poi=category).fault
    assert native is not None
    assert native.kind is FaultKind.INVALID_ARGUMENTS
