"""Every rule-checked policy of the reference, once kept and once broken."""

from typing import Any

import pytest
from carbench_mini import (
    HERE,
    MOORLAND,
    MOORLAND_TO_TALHEIM,
    SPEAKS,
    TALHEIM,
    TO_MOORLAND,
    TO_TALHEIM,
    calls,
    score,
    task,
)

from evaluation.profiles.replaying import Message
from evaluation.profiles.rescoring import policy_tags
from simulator.world.imported import ImportedWorld

Messages = list[Message]

WEATHER = ("get_weather", {"location_or_poi_id": HERE, "month": 5, "day": 6, "time_hour_24hformat": 14})
SHADE = ("open_close_sunshade", {"percentage": 100})
ROOF = ("open_close_sunroof", {"percentage": 40})
FRONT = ("set_window_defrost", {"on": True, "defrost_window": "FRONT"})
FAN = ("set_fan_speed", {"level": 3})
WINDSHIELD = ("set_fan_airflow_direction", {"direction": "WINDSHIELD"})
COOL = ("set_air_conditioning", {"on": True})
FOG = ("set_fog_lights", {"on": True})
HIGH = ("set_head_lights_high_beams", {"on": True})
SHUT = ("open_close_window", {"window": "ALL", "percentage": 0})
GO = ("set_new_navigation", {"route_ids": [TO_TALHEIM]})
REPLACE = (
    "navigation_replace_final_destination",
    {"new_destination_id": MOORLAND, "route_id_leading_to_new_destination": TO_MOORLAND},
)
DELETE_LAST = ("navigation_delete_destination", {"destination_id_to_delete": TALHEIM})
DRIVING: dict[str, Any] = {
    "navigation_active": True,
    "waypoints_id": [HERE, TALHEIM],
    "routes_to_final_destination_id": [TO_TALHEIM],
}
DRIVING_ON: dict[str, Any] = {
    "navigation_active": True,
    "waypoints_id": [HERE, MOORLAND, TALHEIM],
    "routes_to_final_destination_id": [TO_MOORLAND, MOORLAND_TO_TALHEIM],
}
FROM_ELSEWHERE: dict[str, Any] = {
    "navigation_active": True,
    "waypoints_id": [MOORLAND, TALHEIM],
    "routes_to_final_destination_id": [MOORLAND_TO_TALHEIM],
}

BROKEN: list[tuple[str, dict[str, Any], Messages]] = [
    ("005", {}, [calls(WEATHER), calls(ROOF)]),
    ("009", {}, [calls(SHADE, ROOF)]),
    ("010", {"fan_airflow_direction": "WINDSHIELD", "air_conditioning": True}, [calls(FAN), calls(FRONT)]),
    ("010", {"fan_speed": 1, "air_conditioning": True}, [calls("get_climate_settings"), calls(WINDSHIELD, FRONT)]),
    ("011", {}, [calls("get_vehicle_window_positions"), calls(COOL)]),
    ("011", {"window_driver_position": 21}, [calls(COOL)]),
    ("011", {"fan_speed": 0}, [calls(COOL)]),
    ("013", {}, [calls(FOG)]),
    ("013", {"head_lights_low_beams": False}, [calls("get_exterior_lights_status"), calls(FOG)]),
    ("014", {}, [calls(HIGH)]),
    ("014", {"fog_lights": True}, [calls("get_exterior_lights_status"), calls(HIGH)]),
    ("016", {}, [calls(("set_new_navigation", {"route_ids": [MOORLAND_TO_TALHEIM]}))]),
    ("017", {}, [calls(REPLACE)]),
    ("018", DRIVING, [calls(GO)]),
    ("018", DRIVING, [calls(REPLACE, REPLACE)]),
    ("019", DRIVING, [calls(DELETE_LAST)]),
    ("023", {}, [calls(("get_entries_from_calendar", {"month": 5, "day": 7}))]),
    ("024", {}, [calls(("get_weather", WEATHER[1] | {"day": 7}))]),
]

KEPT: list[tuple[str, dict[str, Any], Messages]] = [
    ("005", {}, [calls(WEATHER), calls(SHADE, ROOF)]),
    ("009", {}, [calls(WEATHER), calls(SHADE), calls(ROOF)]),
    ("010", {}, [calls(FAN, WINDSHIELD, COOL), calls(FRONT)]),
    ("010", {}, [calls(("set_window_defrost", {"on": True, "defrost_window": "REAR"}))]),
    ("011", {}, [calls("get_climate_settings", "get_vehicle_window_positions"), calls(SHUT, FAN, COOL)]),
    ("013", {}, [calls("get_exterior_lights_status"), calls(FOG)]),
    ("014", {}, [calls("get_exterior_lights_status"), calls(HIGH)]),
    ("016", {}, [calls(GO)]),
    ("017", DRIVING, [calls(REPLACE)]),
    ("018", DRIVING, [calls(REPLACE), calls(REPLACE)]),
    ("018", DRIVING, [calls("delete_current_navigation"), calls(GO)]),
    ("019", DRIVING_ON, [calls(DELETE_LAST)]),
    ("023", {}, [calls(("get_entries_from_calendar", {"month": 5, "day": 6}))]),
    ("024", {}, [calls(WEATHER)]),
]


@pytest.mark.parametrize(("policy", "state", "messages"), BROKEN)
def test_a_breach_is_found_once(policy: str, state: dict[str, Any], messages: Messages, world: ImportedWorld) -> None:
    found = score(world, task(**state), [*messages, SPEAKS])
    assert policy_tags(found.policy_aut_errors) == {policy: 1}
    assert found.r_policy == 0.0
    assert found.reward == 0.0


@pytest.mark.parametrize(("policy", "state", "messages"), KEPT)
def test_obeying_is_no_breach(policy: str, state: dict[str, Any], messages: Messages, world: ImportedWorld) -> None:
    found = score(world, task(**state), [*messages, SPEAKS])
    assert found.policy_aut_errors == []
    assert found.r_policy == 1.0


def test_both_halves_of_a_rule_can_be_broken(world: ImportedWorld) -> None:
    found = score(world, task(head_lights_low_beams=False), [calls(FOG), SPEAKS])
    assert policy_tags(found.policy_aut_errors) == {"013": 2}


def test_an_edit_of_a_route_that_starts_elsewhere_breaks_016_though_it_is_written(world: ImportedWorld) -> None:
    edit = ("navigation_delete_destination", {"destination_id_to_delete": TALHEIM})
    state = FROM_ELSEWHERE | {
        "waypoints_id": [MOORLAND, HERE, TALHEIM],
        "routes_to_final_destination_id": ["rll_mor_ost_1", TO_TALHEIM],
    }
    found = score(world, task(actions=[edit], **state), [calls(edit), SPEAKS])
    assert found.r_actions_final == 1.0
    # Once for the assistant and once for the ground truth, whose errors land in the same list.
    assert policy_tags(found.policy_aut_errors) == {"016": 2}


def test_looks_in_the_same_message_come_too_late(world: ImportedWorld) -> None:
    found = score(world, task(), [calls(WEATHER, SHADE, ROOF), SPEAKS])
    assert policy_tags(found.policy_aut_errors) == {"009": 1}


def test_closing_the_sunroof_needs_no_look(world: ImportedWorld) -> None:
    shut = ("open_close_sunroof", {"percentage": 0})
    assert score(world, task(sunroof_position=50), [calls(shut), SPEAKS]).policy_aut_errors == []
