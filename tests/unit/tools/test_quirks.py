"""Each peculiarity of the reference: what it changes, and that nothing changes without it."""

import json
from datetime import date
from typing import Any

import pytest
from small_world import (
    BERLIN,
    HALFWAY,
    MUN_STU,
    MUNICH,
    PARIS,
    STATION,
    STU_BER,
    STU_PAR,
    STUTTGART,
    call,
    car,
    driving,
)

from simulator.environment import Environment
from simulator.events import FaultKind, ToolResult
from simulator.tools.quirks import CARBENCH, NATIVE, Quirk

UNCHECKED = Quirk.UNCHECKED_ARGUMENTS
WEATHER = {"location_or_poi_id": MUNICH, "month": 2, "day": 14}


def test_the_two_profiles() -> None:
    assert frozenset() == NATIVE
    assert frozenset(Quirk) == CARBENCH


def weather(target: Environment, **other: Any) -> ToolResult:
    return call(target, "get_weather", **(WEATHER | other))


@pytest.mark.parametrize(
    ("hour", "current", "following", "reference"),
    [
        (0, "00:00", "03:00", "Error: 1"),
        (2, "00:00", "03:00", "Error: 1"),
        (4, "03:00", "06:00", "Error: 2"),
        (6, "06:00", "09:00", None),
        (23, "21:00", None, None),
    ],
)
def test_weather_slots(hour: int, current: str, following: str | None, reference: str | None) -> None:
    told = weather(car(), time_hour_24hformat=hour, time_minutes=59).value
    assert told["current_slot"]["start_time"] == current
    assert (told["next_slot"] or {}).get("start_time") == following
    quirky = weather(car(Quirk.WEATHER_SLOTS), time_hour_24hformat=hour)
    if reference is None:
        assert quirky.value == {"current_slot": told["current_slot"], "next_slot": None}
    else:
        assert quirky.content == reference
        assert quirky.fault is not None
        assert quirky.fault.kind is FaultKind.INVALID_ARGUMENTS


def test_weather_at_an_hour_that_does_not_exist() -> None:
    late = weather(car(Quirk.WEATHER_SLOTS, UNCHECKED), time_hour_24hformat="24")
    assert late.content.startswith("Error: ")
    assert weather(car(UNCHECKED), time_hour_24hformat="7").value["current_slot"]["start_time"] == "06:00"
    fault = weather(car(), time_hour_24hformat=24).fault
    assert fault is not None
    assert fault.kind is FaultKind.INVALID_ARGUMENTS


@pytest.mark.parametrize(
    ("other", "code", "policy"),
    [
        ({"day": 15}, "GET_WEATHER_001", "AUT-POL:024"),
        ({"month": 3}, "GET_WEATHER_001", "AUT-POL:024"),
        ({"location_or_poi_id": BERLIN}, "GET_WEATHER_002", None),
        ({"location_or_poi_id": HALFWAY}, "GET_WEATHER_002", None),
        ({"location_or_poi_id": "poi_cha_9"}, "GET_WEATHER_002", None),
    ],
)
def test_weather_that_is_not_known(other: dict[str, Any], code: str, policy: str | None) -> None:
    fault = weather(car(), time_hour_24hformat=12, **other).fault
    assert fault is not None
    assert (fault.code, fault.kind, fault.policy) == (code, FaultKind.CHECKED, policy)


def test_the_weather_of_a_place_is_that_of_its_city() -> None:
    told = weather(car(), time_hour_24hformat=12, location_or_poi_id=STATION)
    assert told.value == weather(car(), time_hour_24hformat=12).value


@pytest.mark.parametrize(
    ("temperature", "native", "reference"),
    [
        (29, FaultKind.CHECKED, FaultKind.INVALID_ARGUMENTS),
        (0, FaultKind.CHECKED, FaultKind.INVALID_ARGUMENTS),
        (101, FaultKind.CHECKED, FaultKind.CHECKED),
        (20.3, FaultKind.INVALID_ARGUMENTS, FaultKind.INVALID_ARGUMENTS),
    ],
)
def test_temperature_check(temperature: float, native: FaultKind, reference: FaultKind) -> None:
    arguments = {"temperature": temperature, "seat_zone": "DRIVER"}
    for quirks, kind in (((), native), ((Quirk.TEMPERATURE_CHECK, UNCHECKED), reference)):
        target = car(*quirks)
        fault = call(target, "set_climate_temperature", **arguments).fault
        assert fault is not None
        assert fault.kind is kind
        assert target.state.climate.climate_temperature_driver == 20


@pytest.mark.parametrize(
    ("name", "arguments", "content"),
    [
        ("set_air_conditioning", {"on": "yes"}, '{"status": "SUCCESS", "result": {"on": "yes"}}'),
        ("set_fog_lights", {"on": 1}, '{"status": "SUCCESS", "result": {"on": 1}}'),
        ("set_fan_speed", {"level": True}, '{"status": "SUCCESS", "result": {"level": true}}'),
        ("set_fan_speed", {"level": "3"}, "Error: "),
        ("set_fan_speed", {"level": 2.5}, "Error: "),
        ("set_fan_speed", {}, "Error: "),
        ("set_fan_speed", {"level": 9, "zone": "ALL"}, "Error: "),
        ("set_climate_temperature", {"temperature": 200}, "Error: "),
        ("set_air_circulation", {"mode": None}, '{"status": "FAILURE"'),
        ("set_air_circulation", {"mode": ["AUTO"]}, '{"status": "FAILURE"'),
        ("planning_tool", {"command": "fly"}, '{"status": "FAILURE", "errors": {"PLANNING_TOOL_001"'),
        ("planning_tool", {"command": "create", "plan_id": "p", "title": "t", "steps": [{}]}, '{"status": "FAILURE"'),
        ("calculate_math", {"expression": 7}, "Error: "),
        ("get_contact_information", {"contact_ids": 7}, "Error: "),
    ],
)
def test_unchecked_arguments(name: str, arguments: dict[str, Any], content: str) -> None:
    assert call(car(UNCHECKED), name, **arguments).content.startswith(content)
    native = call(car(), name, **arguments).fault
    assert native is not None
    assert native.kind is FaultKind.INVALID_ARGUMENTS or native.code == "SET_FAN_SPEED_001"


def test_what_an_unchecked_call_wrote_before_it_went_wrong_stays() -> None:
    target = car(UNCHECKED)
    result = call(target, "call_phone_by_number", phone_number=7)
    assert result.fault is not None
    assert target.state.outbox.phone_numbers_called == []
    result = call(target, "set_new_navigation", route_ids=[])
    assert result.fault is not None
    blind = car(Quirk.NAVIGATION_SET_BLINDLY)
    result = call(blind, "set_new_navigation", route_ids=[])
    assert result.fault is not None
    assert result.fault.kind is FaultKind.INVALID_ARGUMENTS
    assert [change.path for change in result.changes] == ["navigation.navigation_active"]
    assert blind.state.navigation.navigation_active
    assert result.digest == blind.state.digest()


def test_a_navigation_along_an_unknown_first_route() -> None:
    for target, kind in ((car(), FaultKind.CHECKED), (car(Quirk.NAVIGATION_SET_BLINDLY), FaultKind.INVALID_ARGUMENTS)):
        fault = call(target, "set_new_navigation", route_ids=["rll_xxx_yyy_1", MUN_STU]).fault
        assert fault is not None
        assert fault.kind is kind
        assert not target.state.navigation.navigation_active


def test_replacing_a_stop_tests_the_wrong_id() -> None:
    route = {"through": (MUNICH, STUTTGART, PARIS, BERLIN), "by": (MUN_STU, STU_PAR, "rll_par_ber_1")}
    arguments = {
        "waypoint_id_to_replace": PARIS,
        "new_waypoint_id": MUNICH,
        "route_id_leading_to_new_waypoint": "rll_stu_mun_1",
        "route_id_leading_away_from_new_waypoint": "rll_mun_ber_100001",
    }
    for quirks, code in (((), "012"), ((Quirk.REPLACE_TESTS_NEW_ID,), "010")):
        target = driving(*quirks, **route)
        target.world._routes["rll_stu_mun_1"] = {  # type: ignore[attr-defined]
            **target.world.route(STU_BER),  # type: ignore[dict-item]
            "start_id": PARIS,
            "destination_id": MUNICH,
        }
        fault = call(target, "navigation_replace_one_waypoint", **arguments).fault
        assert fault is not None
        assert fault.code == f"NAVIGATION_REPLACE_ONE_WAYPOINT_{code}"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("navigation_delete_waypoint", {"waypoint_id_to_delete": BERLIN, "route_id_without_waypoint": MUN_STU}),
        ("get_routes_from_start_to_destination", {"start_id": "loc", "destination_id": BERLIN}),
        ("get_routes_from_start_to_destination", {"start_id": "loc_mun", "destination_id": BERLIN}),
        ("convert_route_distance_and_time", {"route_id": "rll_mun_ber", "distance_km": 1}),
    ],
)
def test_index_errors(name: str, arguments: dict[str, Any]) -> None:
    for quirks, kind in (((), FaultKind.CHECKED), ((Quirk.INDEX_ERRORS,), FaultKind.INVALID_ARGUMENTS)):
        target = driving(*quirks, through=(MUNICH, STUTTGART, BERLIN), by=(MUN_STU, STU_BER))
        fault = call(target, name, **arguments).fault
        assert fault is not None
        assert fault.kind is kind


def test_an_active_navigation_without_stops() -> None:
    arguments = {"new_destination_id": PARIS, "route_id_leading_to_new_destination": STU_PAR}
    native = call(driving(through=(), by=()), "navigation_replace_final_destination", **arguments).fault
    quirky = call(driving(Quirk.INDEX_ERRORS, through=(), by=()), "navigation_replace_final_destination", **arguments)
    assert native is not None
    assert native.policy == "AUT-POL:017"
    assert quirky.content == "Error: list index out of range"


def test_trunk_words() -> None:
    for quirks, word in (((), "closed"), ((Quirk.TRUNK_WORDS,), "CLOSE")):
        target = car(*quirks)
        before = target.digest
        call(target, "open_close_trunk_door", action="OPEN")
        call(target, "open_close_trunk_door", action="CLOSE")
        assert call(target, "get_trunk_door_position").value == {"trunk_door_position": word}
        assert (target.digest == before) is (word == "closed")


def test_shared_plans() -> None:
    new = {"command": "create", "plan_id": "quirk-test", "title": "t", "steps": []}
    assert call(car(Quirk.PLANS_SHARED), "planning_tool", **new).fault is None
    assert call(car(Quirk.PLANS_SHARED), "planning_tool", **new).fault is not None
    assert call(car(), "planning_tool", **new).fault is None
    assert call(car(Quirk.PLANS_SHARED), "planning_tool", command="delete", plan_id="quirk-test").fault is None


def test_removed_tools_and_parameters_stay_executable() -> None:
    removed = ("set_fan_speed", "open_close_window.percentage")
    native, quirky = car(removed=removed), car(Quirk.REMOVED_STAYS_EXECUTABLE, UNCHECKED, removed=removed)
    for name, arguments in (("set_fan_speed", {"level": 2}), ("open_close_window", {"window": "ALL", "percentage": 5})):
        fault = call(native, name, **arguments).fault
        assert fault is not None
        assert fault.kind is FaultKind.REMOVED
        assert call(quirky, name, **arguments).changes
    lost = call(quirky, "open_close_window", window="ALL")
    assert lost.fault is not None
    assert lost.fault.kind is FaultKind.INVALID_ARGUMENTS
    assert "percentage is removed" in lost.content
    assert call(quirky, "open_close_window", window="ALL", percentage=101).content.startswith('{"status": "FAILURE"')
    assert quirky.toolset.removed_use("set_fan_speed", {}) == "tool"
    assert quirky.toolset.removed_use("open_close_window", {"percentage": 5}) == "parameter"
    assert quirky.toolset.removed_use("open_close_window", {"window": "ALL"}) is None


@pytest.mark.parametrize(
    ("day", "hours", "native", "reference"),
    [
        (14, 36, date(2025, 3, 15), date(2025, 3, 15)),
        (30, 24, date(2025, 3, 31), None),
        (31, 24, date(2025, 4, 1), None),
    ],
)
def test_date_calculator(day: int, hours: int, native: date, reference: date | None) -> None:
    for quirks, expected in (((), native), ((Quirk.DATETIME_OVERWRITES,), reference)):
        start = {"year": 2025, "month": 3, "day": day, "hour": 10, "minute": 30}
        adds = [{"hours": hours, "minutes": 0}, {"hours": 0, "minutes": 45}]
        content = call(car(*quirks), "calculate_datetime", original_datetime=start, times_to_add=adds).content
        if expected is None:
            assert content.startswith("Error: ")
        else:
            told = json.loads(content)
            assert date(told["year"], told["month"], told["day"]) == expected
        assert (start["day"] == day) is not bool(quirks)


def test_escaped_json_and_the_standing_clock() -> None:
    arguments = {"contact_first_name": "민준", "contact_last_name": "김"}
    plain, escaped = (
        call(car(*quirks), "get_contact_id_by_contact_name", **arguments) for quirks in ((), (Quirk.ESCAPED_JSON,))
    )
    assert "민준" in plain.content
    assert "민준" not in escaped.content
    assert json.loads(plain.content) == json.loads(escaped.content)
    for quirks, kind in (((), None), ((Quirk.STANDING_CLOCK,), "AUT-POL:024")):
        target = car(*quirks)
        target.advance(24 * 3_600_000)
        fault = weather(target, time_hour_24hformat=12, day=15).fault
        assert (fault and fault.policy) == kind
