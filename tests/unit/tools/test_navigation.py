"""Looking up cities and routes, and what is told about the route that is set."""

import json
from typing import Any

import pytest
from small_world import (
    BER_STU,
    BERLIN,
    BUSAN,
    DINER,
    FAR,
    HALFWAY,
    MUN_BER,
    MUN_BER_SLOW,
    MUNICH,
    PARIS,
    STUTTGART,
    call,
    car,
    driving,
)

from simulator.events import FaultKind
from simulator.tools.quirks import Quirk


def test_routes_come_in_the_order_of_the_world_with_all_they_are() -> None:
    result = call(car(), "get_routes_from_start_to_destination", start_id=MUNICH, destination_id=BERLIN)
    routes = result.value["routes"]
    assert [route["route_id"] for route in routes] == [MUN_BER, MUN_BER_SLOW]
    assert routes[0]["duration_hours"] == 6
    assert json.loads(result.content)["result"] == {"routes": routes}


@pytest.mark.parametrize(
    ("start", "destination", "code", "kind"),
    [
        ("Munich", BERLIN, "GET_ROUTES_001", FaultKind.CHECKED),
        (MUNICH, "rll_mun_ber_100001", "GET_ROUTES_002", FaultKind.CHECKED),
        (DINER, HALFWAY, "GET_ROUTES_003", FaultKind.CHECKED),
        (BUSAN, BERLIN, "GET_ROUTES_004", FaultKind.SILENT),
        (BUSAN, DINER, "GET_ROUTES_005", FaultKind.SILENT),
        (DINER, BUSAN, "GET_ROUTES_006", FaultKind.SILENT),
    ],
)
def test_pairs_without_routes(start: str, destination: str, code: str, kind: FaultKind) -> None:
    arguments = {"start_id": start, "destination_id": destination}
    fault = call(car(), "get_routes_from_start_to_destination", **arguments).fault
    assert fault is not None
    assert (fault.code, fault.kind) == (code, kind)
    strict = call(car(Quirk.NO_ROUTES_IS_AN_ERROR), "get_routes_from_start_to_destination", **arguments).fault
    assert strict is not None
    assert (strict.code, strict.kind) == (code, FaultKind.CHECKED)


@pytest.mark.parametrize(
    ("name", "city"),
    [
        ("Munich", MUNICH),
        ("munich", MUNICH),
        (" Muni", MUNICH),
        ("Berlim", BERLIN),
        ("뮌헨", MUNICH),
        ("부산", BUSAN),
        ("부산시", BUSAN),
        ("부산광역시", BUSAN),
        ("부싼", BUSAN),
        ("Busan", BUSAN),
        ("Pariss", PARIS),
    ],
)
def test_names_of_cities_in_both_languages(name: str, city: str) -> None:
    assert call(car(), "get_location_id_by_location_name", location=name).value == {"id": city}


@pytest.mark.parametrize("name", ["Mun", "Bari", "Andorra", "광주", "시", "독일"])
def test_names_of_no_city(name: str) -> None:
    fault = call(car(), "get_location_id_by_location_name", location=name).fault
    assert fault is not None
    assert (fault.code, fault.kind) == ("GET_LOCATION_ID_BY_LOCATION_NAME_004", FaultKind.CHECKED)


def test_a_city_needs_a_name() -> None:
    fault = call(car(), "get_location_id_by_location_name", location="").fault
    assert fault is not None
    assert fault.code == "GET_LOCATION_ID_BY_LOCATION_NAME_002"


@pytest.mark.parametrize(
    ("name", "city"), [("Muni", MUNICH), ("Bari", PARIS), ("Mun", None), ("뮌헨", None), ("Stutgard", STUTTGART)]
)
def test_names_of_cities_as_the_reference_reads_them(name: str, city: str | None) -> None:
    result = call(car(Quirk.PLAIN_NAMES), "get_location_id_by_location_name", location=name)
    assert (result.value or {}).get("id") == city


def test_the_state_of_the_navigation() -> None:
    assert call(car(), "get_current_navigation_state").value == {
        "navigation_active": False,
        "waypoints_id": [],
        "routes_to_final_destination_id": [],
    }
    target = driving(through=(MUNICH, FAR, "loc_xxx_1"), by=(MUN_BER, "rpl_xxx_yyy_1"))
    plain = call(target, "get_current_navigation_state", detailed_information=False).value
    detailed = call(target, "get_current_navigation_state", detailed_information=True).value
    assert "details" not in plain
    assert plain["waypoints_id"] == [MUNICH, FAR, "loc_xxx_1"]
    waypoints, routes = detailed["details"]["waypoints"], detailed["details"]["routes"]
    assert [waypoint and waypoint["id"] for waypoint in waypoints] == [MUNICH, FAR, None]
    assert routes[0]["route_id"] == MUN_BER
    assert routes[1]["id"] == "rpl_xxx_yyy_1"
    assert routes[1]["error"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"time_minutes": 180}, {"distance_km": 300.0}),
        ({"distance_km": 100}, {"time_minutes": 60.0}),
        ({"distance_km": 0}, {"time_minutes": 0.0}),
        ({"time_minutes": 360}, {"distance_km": 600.0}),
    ],
)
def test_distance_and_time_are_proportional(arguments: dict[str, int], told: dict[str, float]) -> None:
    assert call(car(), "convert_route_distance_and_time", route_id=MUN_BER, **arguments).value == told


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"route_id": MUNICH, "distance_km": 1}, "CONVERT_RTDT_001"),
        ({"route_id": MUN_BER, "distance_km": 1, "time_minutes": 1}, "CONVERT_RTDT_002"),
        ({"route_id": MUN_BER}, "CONVERT_RTDT_003"),
        ({"route_id": "rll_xxx_yyy_1", "distance_km": 1}, "CONVERT_RTDT_004"),
        ({"route_id": MUN_BER, "time_minutes": 361}, "CONVERT_RTDT_005"),
        ({"route_id": MUN_BER, "distance_km": 601}, "CONVERT_RTDT_006"),
    ],
)
def test_conversions_that_make_no_sense(arguments: dict[str, Any], code: str) -> None:
    fault = call(car(), "convert_route_distance_and_time", **arguments).fault
    assert fault is not None
    assert (fault.code, fault.kind) == (code, FaultKind.CHECKED)


def test_a_route_without_length_cannot_be_converted() -> None:
    target = car()
    route = target.world.route(BER_STU)
    assert route is not None
    route["distance_km"] = 0
    fault = call(target, "convert_route_distance_and_time", route_id=BER_STU, distance_km=1).fault
    assert fault is not None
    assert fault.code == "CONVERT_RTDT_011"
