"""Setting and editing routes."""

import pytest
from drives import HERE, Call, Drive, scenario
from trips import (
    ADD_DAEJEON,
    BUSAN,
    DAEJEON,
    DROP_BUSAN,
    DROP_DAEJEON,
    LOOK_BUSAN,
    ON_TO_BUSAN,
    SET_BOTH,
    SET_BUSAN,
    TO_ULSAN,
    set_route,
)

END: Call = ("delete_current_navigation", {})
ELSEWHERE = {
    "navigation_active": True,
    "waypoints_id": [DAEJEON, BUSAN],
    "routes_to_final_destination_id": [ON_TO_BUSAN["route_id"]],
}


def start(**state: object) -> Drive:
    return Drive(scenario(state=dict(state))).hear("Guide me.")


def test_a_route_that_starts_elsewhere() -> None:
    driven = start().step(set_route(ON_TO_BUSAN))
    assert driven.found("016") == [False]
    assert HERE in driven.reasons("016")


def test_each_write_of_a_route_counts_and_ending_it_does_not() -> None:
    driven = start().step(SET_BOTH).step(DROP_DAEJEON).step(END)
    assert driven.found("016") == [True, True]


def test_the_worst_of_two_routes_in_one_step_counts() -> None:
    assert start().step(SET_BUSAN, END, set_route(ON_TO_BUSAN)).found("016") == [False]


def test_editing_a_route_that_somebody_else_let_start_elsewhere_is_no_breach() -> None:
    driven = start(**ELSEWHERE).step(TO_ULSAN)
    assert driven.found("017") == [True]
    assert driven.found("016") == []


@pytest.mark.parametrize("edit", [ADD_DAEJEON, DROP_DAEJEON, DROP_BUSAN, TO_ULSAN])
def test_no_edit_without_an_active_navigation(edit: Call) -> None:
    driven = start().step(edit)
    assert driven.found("017") == [False]
    assert driven.found("016") == driven.found("018") == []


@pytest.mark.parametrize("edit", [DROP_DAEJEON, DROP_BUSAN, TO_ULSAN])
def test_an_edit_of_an_active_navigation(edit: Call) -> None:
    driven = start().step(SET_BOTH).step(edit)
    assert driven.found("017") == [True]
    assert driven.found("018") == [True, True]


def test_an_edit_refused_for_another_reason_says_nothing() -> None:
    wrong = ("navigation_delete_destination", {"destination_id_to_delete": DAEJEON})
    driven = start().step(SET_BOTH).step(wrong)
    assert driven.found("017") == driven.found("019") == []


def test_an_end_in_the_same_step_makes_the_edit_after_it_a_breach() -> None:
    assert start().step(SET_BOTH).step(END, DROP_BUSAN).found("017") == [False]


def test_a_new_navigation_while_one_is_active() -> None:
    driven = start().step(SET_BUSAN).step(SET_BOTH)
    assert driven.found("018") == [True, False]
    assert start().step(SET_BUSAN).step(END).step(SET_BOTH).found("018") == [True, True]
    assert start().step(SET_BUSAN).step(END, SET_BOTH).found("018") == [True, True]


@pytest.mark.parametrize("edits", [(DROP_DAEJEON, TO_ULSAN), (DROP_BUSAN, ADD_DAEJEON), (DROP_BUSAN, DROP_BUSAN)])
def test_edits_in_one_step_even_when_they_delete_or_fail(edits: tuple[Call, ...]) -> None:
    driven = start().step(SET_BOTH).step(*edits)
    assert driven.found("018") == [True, False]
    assert "in one step" in driven.reasons("018")


def test_a_tool_that_is_not_offered_is_no_edit() -> None:
    of = scenario(kind="hallucination", removed=["navigation_delete_waypoint"])
    driven = Drive(of).hear("Drop the stop.").step(SET_BOTH).step(DROP_DAEJEON, DROP_BUSAN)
    assert driven.found("018") == [True, True]


def test_the_last_leg_cannot_be_deleted() -> None:
    driven = start().step(SET_BUSAN).step(DROP_BUSAN)
    assert driven.found("019") == [False]
    assert start().step(SET_BOTH).step(DROP_BUSAN).found("019") == [True]


def test_looking_routes_up_is_no_setting() -> None:
    driven = start().step(LOOK_BUSAN)
    assert not [finding for finding in driven.findings if finding.policy in ("016", "017", "018", "019")]
