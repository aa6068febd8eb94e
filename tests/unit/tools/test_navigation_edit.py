"""Setting and editing the navigation: what each tool writes, and every reason it refuses for."""

from typing import Any

import pytest
from small_world import (
    BER_PAR,
    BER_STU,
    BERLIN,
    DINER,
    MUN_BER,
    MUN_PAR,
    MUN_STU,
    MUNICH,
    PARIS,
    STU_BER,
    STU_PAR,
    STUTTGART,
    call,
    car,
    driving,
)

from simulator.events import FaultKind

THREE = ((MUNICH, STUTTGART, BERLIN), (MUN_STU, STU_BER))
FOUR = ((MUNICH, STUTTGART, BERLIN, PARIS), (MUN_STU, STU_BER, BER_PAR))
NOWHERE, NO_ROUTE, BAD = "loc_xxx_1", "rll_xxx_yyy_1", "Munich"

ADD = {
    "waypoint_id_to_add": STUTTGART,
    "waypoint_id_before_new_waypoint": MUNICH,
    "route_id_leading_to_new_waypoint": MUN_STU,
    "waypoint_id_after_new_waypoint": BERLIN,
    "route_id_leading_away_from_new_waypoint": STU_BER,
}
EXTEND = {
    "waypoint_id_to_add": PARIS,
    "waypoint_id_before_new_waypoint": BERLIN,
    "route_id_leading_to_new_waypoint": BER_PAR,
}
REPLACE = {
    "waypoint_id_to_replace": STUTTGART,
    "new_waypoint_id": BERLIN,
    "route_id_leading_to_new_waypoint": MUN_BER,
    "route_id_leading_away_from_new_waypoint": BER_PAR,
}
BY_STUTTGART = ((MUNICH, STUTTGART, PARIS), (MUN_STU, STU_PAR))
DESTINATION = {"new_destination_id": PARIS, "route_id_leading_to_new_destination": MUN_PAR}
DELETE = {"waypoint_id_to_delete": STUTTGART, "route_id_without_waypoint": MUN_BER}


def test_a_new_navigation_chains_its_routes() -> None:
    target = car()
    result = call(target, "set_new_navigation", route_ids=[MUN_STU, STU_BER])
    assert result.value == {
        "navigation_set": True,
        "start_id": MUNICH,
        "waypoints": [MUNICH, STUTTGART, BERLIN],
        "destination_id": BERLIN,
    }
    navigation = target.state.navigation
    assert navigation.navigation_active
    assert (navigation.waypoints_id, navigation.routes_to_final_destination_id) == (
        [MUNICH, STUTTGART, BERLIN],
        [MUN_STU, STU_BER],
    )


@pytest.mark.parametrize(
    ("route_ids", "code"),
    [
        ([BAD], "SET_NAVIGATION_002"),
        ([NO_ROUTE], "SET_NAVIGATION_003"),
        ([MUN_BER, NO_ROUTE], "SET_NAVIGATION_004"),
        ([MUN_BER, STU_PAR], "SET_NAVIGATION_005"),
        ([], "SET_NAVIGATION_006"),
    ],
)
def test_routes_that_make_no_navigation(route_ids: list[str], code: str) -> None:
    target = car()
    result = call(target, "set_new_navigation", route_ids=route_ids)
    assert result.fault is not None
    assert (result.fault.code, result.fault.kind, result.fault.policy) == (code, FaultKind.CHECKED, None)
    assert not target.state.navigation.navigation_active


def test_a_new_navigation_needs_an_inactive_one() -> None:
    result = call(driving(), "set_new_navigation", route_ids=[MUN_BER])
    assert result.fault is not None
    assert (result.fault.code, result.fault.policy) == ("SET_NAVIGATION_001", "AUT-POL:018")


@pytest.mark.parametrize(
    ("route", "name", "arguments", "waypoints", "routes"),
    [
        (
            ((MUNICH, BERLIN), (MUN_BER,)),
            "navigation_add_one_waypoint",
            ADD,
            [MUNICH, STUTTGART, BERLIN],
            [MUN_STU, STU_BER],
        ),
        (
            ((MUNICH, BERLIN), (MUN_BER,)),
            "navigation_add_one_waypoint",
            EXTEND,
            [MUNICH, BERLIN, PARIS],
            [MUN_BER, BER_PAR],
        ),
        (
            BY_STUTTGART,
            "navigation_replace_one_waypoint",
            REPLACE,
            [MUNICH, BERLIN, PARIS],
            [MUN_BER, BER_PAR],
        ),
        (
            ((MUNICH, BERLIN), (MUN_BER,)),
            "navigation_replace_final_destination",
            DESTINATION,
            [MUNICH, PARIS],
            [MUN_PAR],
        ),
        (THREE, "navigation_delete_waypoint", DELETE, [MUNICH, BERLIN], [MUN_BER]),
        (FOUR, "navigation_delete_waypoint", DELETE, [MUNICH, BERLIN, PARIS], [MUN_BER, BER_PAR]),
        (
            THREE,
            "navigation_delete_destination",
            {"destination_id_to_delete": BERLIN},
            [MUNICH, STUTTGART],
            [MUN_STU],
        ),
    ],
)
def test_edits(
    route: tuple[tuple[str, ...], tuple[str, ...]],
    name: str,
    arguments: dict[str, Any],
    waypoints: list[str],
    routes: list[str],
) -> None:
    target = driving(through=route[0], by=route[1])
    result = call(target, name, **arguments)
    assert result.fault is None, result.content
    navigation = target.state.navigation
    assert (navigation.waypoints_id, navigation.routes_to_final_destination_id) == (waypoints, routes)
    assert list(result.value.values()) == [True, waypoints, routes]


@pytest.mark.parametrize(
    ("base", "other", "code"),
    [
        (ADD, {"waypoint_id_to_add": BAD}, "NAV_ADD_WP_001"),
        (ADD, {"waypoint_id_before_new_waypoint": BAD}, "NAV_ADD_WP_002"),
        (ADD, {"waypoint_id_after_new_waypoint": BAD}, "NAV_ADD_WP_003"),
        (ADD, {"route_id_leading_to_new_waypoint": BAD}, "NAV_ADD_WP_004"),
        (ADD, {"route_id_leading_away_from_new_waypoint": BAD}, "NAV_ADD_WP_005"),
        (ADD, {"waypoint_id_before_new_waypoint": STUTTGART}, "NAV_ADD_WP_007"),
        (EXTEND, {"waypoint_id_before_new_waypoint": MUNICH}, "NAV_ADD_WP_008"),
        (ADD, {"waypoint_id_after_new_waypoint": PARIS}, "NAV_ADD_WP_009"),
        (EXTEND, {"waypoint_id_after_new_waypoint": PARIS}, "NAV_ADD_WP_009"),
        (ADD, {"route_id_leading_to_new_waypoint": NO_ROUTE}, "NAV_ADD_WP_009"),
        (ADD, {"route_id_leading_away_from_new_waypoint": NO_ROUTE}, "NAV_ADD_WP_010"),
        (ADD, {"route_id_leading_to_new_waypoint": BER_STU}, "NAV_ADD_WP_011"),
        (ADD, {"waypoint_id_to_add": PARIS}, "NAV_ADD_WP_012"),
        (ADD, {"route_id_leading_away_from_new_waypoint": BER_PAR}, "NAV_ADD_WP_013"),
        (ADD, {"route_id_leading_away_from_new_waypoint": STU_PAR}, "NAV_ADD_WP_014"),
        (EXTEND, {"route_id_leading_away_from_new_waypoint": STU_PAR}, "NAV_ADD_WP_013"),
    ],
)
def test_a_waypoint_that_cannot_be_added(base: dict[str, Any], other: dict[str, Any], code: str) -> None:
    refuses(driving(), "navigation_add_one_waypoint", base | other, code)


@pytest.mark.parametrize(
    ("other", "number"),
    [
        ({"waypoint_id_to_replace": BAD}, "001"),
        ({"new_waypoint_id": BAD}, "002"),
        ({"route_id_leading_to_new_waypoint": BAD}, "003"),
        ({"route_id_leading_away_from_new_waypoint": BAD}, "004"),
        ({"route_id_leading_to_new_waypoint": NO_ROUTE}, "006"),
        ({"route_id_leading_away_from_new_waypoint": NO_ROUTE}, "007"),
        ({"route_id_leading_to_new_waypoint": MUN_STU}, "008"),
        ({"route_id_leading_away_from_new_waypoint": STU_PAR}, "009"),
        ({"waypoint_id_to_replace": MUNICH}, "010"),
        ({"waypoint_id_to_replace": PARIS}, "010"),
        ({"waypoint_id_to_replace": NOWHERE}, "011"),
        ({"route_id_leading_to_new_waypoint": STU_BER}, "012"),
        ({"route_id_leading_away_from_new_waypoint": BER_STU}, "013"),
    ],
)
def test_a_waypoint_that_cannot_be_replaced(other: dict[str, Any], number: str) -> None:
    target = driving(through=BY_STUTTGART[0], by=BY_STUTTGART[1])
    refuses(target, "navigation_replace_one_waypoint", REPLACE | other, f"NAVIGATION_REPLACE_ONE_WAYPOINT_{number}")


@pytest.mark.parametrize(
    ("other", "number"),
    [
        ({"new_destination_id": BAD}, "001"),
        ({"route_id_leading_to_new_destination": BAD}, "002"),
        ({"route_id_leading_to_new_destination": NO_ROUTE}, "005"),
        ({"new_destination_id": STUTTGART}, "006"),
        ({"route_id_leading_to_new_destination": BER_PAR}, "010"),
    ],
)
def test_a_destination_that_cannot_be_replaced(other: dict[str, Any], number: str) -> None:
    code = f"NAVIGATION_REPLACE_ONE_WAYPOINT_{number}"
    refuses(driving(), "navigation_replace_final_destination", DESTINATION | other, code)


def test_the_destination_cannot_be_the_start() -> None:
    target = driving(through=(STUTTGART, MUNICH), by=("rll_stu_mun_1",))
    arguments = {"new_destination_id": STUTTGART, "route_id_leading_to_new_destination": MUN_STU}
    refuses(target, "navigation_replace_final_destination", arguments, "NAVIGATION_REPLACE_ONE_WAYPOINT_008")


@pytest.mark.parametrize(
    ("other", "number"),
    [
        ({"waypoint_id_to_delete": BAD}, "001"),
        ({"route_id_without_waypoint": BAD}, "002"),
        ({"route_id_without_waypoint": NO_ROUTE}, "004"),
        ({"waypoint_id_to_delete": DINER}, "005"),
        ({"route_id_without_waypoint": MUN_PAR}, "006"),
        ({"route_id_without_waypoint": STU_BER}, "007"),
        ({"waypoint_id_to_delete": MUNICH}, "008"),
        ({"waypoint_id_to_delete": BERLIN}, "008"),
    ],
)
def test_a_waypoint_that_cannot_be_deleted(other: dict[str, Any], number: str) -> None:
    target = driving(through=THREE[0], by=THREE[1])
    refuses(target, "navigation_delete_waypoint", DELETE | other, f"NAVIGATION_DELETE_WAYPOINT_{number}")


@pytest.mark.parametrize(
    ("through", "destination", "number", "policy"),
    [
        (THREE[0], BAD, "001", None),
        ((MUNICH, BERLIN), BERLIN, "003", "AUT-POL:019"),
        (THREE[0], STUTTGART, "004", None),
    ],
)
def test_a_destination_that_cannot_be_deleted(
    through: tuple[str, ...], destination: str, number: str, policy: str | None
) -> None:
    target = driving(through=through, by=THREE[1][: len(through) - 1])
    arguments = {"destination_id_to_delete": destination}
    code = f"NAVIGATION_DELETE_DESTINATION_{number}"
    refuses(target, "navigation_delete_destination", arguments, code, policy)


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("navigation_add_one_waypoint", ADD, "NAV_ADD_WP_006"),
        ("navigation_replace_one_waypoint", REPLACE, "NAVIGATION_REPLACE_ONE_WAYPOINT_005"),
        ("navigation_replace_final_destination", DESTINATION, "NAVIGATION_REPLACE_ONE_WAYPOINT_003"),
        ("navigation_delete_waypoint", DELETE, "NAVIGATION_DELETE_WAYPOINT_003"),
        ("navigation_delete_destination", {"destination_id_to_delete": BERLIN}, "NAVIGATION_DELETE_DESTINATION_002"),
    ],
)
def test_nothing_is_edited_while_no_navigation_is_active(name: str, arguments: dict[str, Any], code: str) -> None:
    refuses(car(waypoints_id=[MUNICH, STUTTGART, BERLIN]), name, arguments, code, "AUT-POL:017")


def test_ending_the_navigation_empties_it_whatever_it_was() -> None:
    for target in (car(), driving()):
        result = call(target, "delete_current_navigation")
        assert result.value == {"navigation_active": False, "new_waypoints": [], "new_routes": []}
        assert target.state.navigation.model_dump() == {
            "navigation_active": False,
            "waypoints_id": [],
            "routes_to_final_destination_id": [],
        }


def refuses(target: Any, name: str, arguments: dict[str, Any], code: str, policy: str | None = None) -> None:
    before = target.digest
    result = call(target, name, **arguments)
    assert result.fault is not None, result.content
    assert (result.fault.code, result.fault.kind, result.fault.policy) == (code, FaultKind.CHECKED, policy)
    assert result.changes == ()
    assert target.digest == before
