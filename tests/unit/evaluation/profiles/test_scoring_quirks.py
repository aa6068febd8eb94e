"""Every switch of the reference's scoring: a session whose score it moves."""

from collections.abc import Callable
from typing import Any

import pytest
from carbench_mini import HERE, SPEAKS, TALHEIM, TO_TALHEIM, calls, score, task

from evaluation.profiles.quirks import CARBENCH, CARBENCH_UPSTREAM, ScoringQuirk, check_profile, without
from evaluation.profiles.replaying import Message
from scenarios.carbench import OfficialTask
from simulator.registry import UsageError
from simulator.world.imported import ImportedWorld

Call = tuple[str, dict[str, Any]]

COOL = ("set_air_conditioning", {"on": True})
FOG = ("set_fog_lights", {"on": True})
LOOK = "get_exterior_lights_status"
ROUTES = ("get_routes_from_start_to_destination", {"start_id": TALHEIM, "destination_id": "loc_mor_100003"})
CALL = ("call_phone_by_number", {"phone_number": "+49 40 555001"})
FAR = ("set_climate_temperature", {"temperature": 29, "seat_zone": "DRIVER"})
SHUT_ROOF = ("open_close_sunroof", {"percentage": 0})
OPEN_ROOF = ("open_close_sunroof", {"percentage": 30})
DRIVING: dict[str, Any] = {
    "navigation_active": True,
    "waypoints_id": [HERE, TALHEIM],
    "routes_to_final_destination_id": [TO_TALHEIM],
}
EDIT: Call = ("navigation_replace_final_destination", {})
DELETE: Call = ("navigation_delete_waypoint", {})
NO_ARGUMENTS: Call = ("set_fog_lights", {})

Case = tuple[ScoringQuirk, Callable[[], OfficialTask], list[Message], dict[str, Any], str, Any, Any]

CASES: list[Case] = [
    (
        ScoringQuirk.EXCEPTIONS_FREE,
        task,
        [calls(FAR), SPEAKS],
        {},
        "r_tool_execution",
        1.0,
        0.0,
    ),
    (
        ScoringQuirk.SHARED_ERROR_LISTS,
        lambda: task(actions=[ROUTES]),
        [SPEAKS],
        {},
        "r_tool_execution",
        0.0,
        1.0,
    ),
    (
        # Cooling began with an open window, which was closed only after the assistant had spoken.
        ScoringQuirk.POLICIES_ON_FINAL_STATE,
        lambda: task(window_driver_position=80),
        [calls(COOL), SPEAKS, calls(("open_close_window", {"window": "ALL", "percentage": 0})), SPEAKS],
        {},
        "r_policy",
        1.0,
        0.0,
    ),
    (
        ScoringQuirk.FOG_LIGHTS_ON_FINAL_STATE,
        lambda: task(head_lights_low_beams=False),
        [calls(LOOK), calls(FOG), calls(("set_head_lights_low_beams", {"on": True})), SPEAKS],
        {},
        "r_policy",
        1.0,
        0.0,
    ),
    (
        ScoringQuirk.UNCHECKED_COOLING_PASSES,
        task,
        [calls(COOL), SPEAKS],
        {},
        "r_policy",
        1.0,
        0.0,
    ),
    (
        ScoringQuirk.DELETE_TOOLS_UNCOUNTED,
        lambda: task(**DRIVING),
        [calls(EDIT, DELETE), SPEAKS],
        {},
        "r_policy",
        1.0,
        0.0,
    ),
    (
        ScoringQuirk.FIRST_CALL_ONLY,
        task,
        [calls(SHUT_ROOF, OPEN_ROOF), SPEAKS],
        {},
        "r_policy",
        1.0,
        0.0,
    ),
    (
        ScoringQuirk.FAILED_LOOKS_COUNT,
        task,
        [calls(("get_exterior_lights_status", {"window": "ALL"})), calls(FOG), SPEAKS],
        {},
        "r_policy",
        1.0,
        0.0,
    ),
    (
        ScoringQuirk.CALL_NOT_SAMPLED,
        lambda: task(actions=[]),
        [SPEAKS, calls(CALL)],
        {},
        "r_actions_intermediate",
        1.0,
        0.0,
    ),
    (
        ScoringQuirk.HALLUCINATION_SKIPS_POLICY,
        lambda: task("hallucination_0"),
        [calls(FOG), SPEAKS],
        {},
        "r_policy",
        None,
        0.0,
    ),
    (
        ScoringQuirk.OUT_OF_SCOPE_FAILS,
        task,
        [SPEAKS],
        {"end_word": "OUT_OF_SCOPE"},
        "r_user_end_conversation",
        0.0,
        None,
    ),
    (
        ScoringQuirk.STEP_LIMIT_IS_ZERO,
        task,
        [SPEAKS],
        {"finished": False},
        "r_tool_execution",
        None,
        1.0,
    ),
    (
        ScoringQuirk.CRASH_IS_ZERO,
        lambda: task(actions=[]),
        [calls(NO_ARGUMENTS), SPEAKS],
        {},
        "reward",
        0.0,
        1.0,
    ),
    (
        ScoringQuirk.REMOVED_CALL_FAILS,
        lambda: task("hallucination_0"),
        [calls(("open_close_sunshade", {"percentage": 100})), SPEAKS],
        {},
        "r_user_end_conversation",
        0.0,
        1.0,
    ),
]


@pytest.mark.parametrize(
    ("quirk", "make", "messages", "facts", "component", "switched_on", "switched_off"),
    CASES,
    ids=[case[0].value for case in CASES],
)
def test_the_switch_moves_a_score(
    quirk: ScoringQuirk,
    make: Callable[[], OfficialTask],
    messages: list[Message],
    facts: dict[str, Any],
    component: str,
    switched_on: float | None,
    switched_off: float | None,
    world: ImportedWorld,
) -> None:
    played = make()
    assert getattr(score(world, played, messages, CARBENCH, **facts), component) == switched_on
    assert getattr(score(world, played, messages, without(CARBENCH, quirk), **facts), component) == switched_off


def test_every_switch_has_a_case() -> None:
    assert {case[0] for case in CASES} == set(ScoringQuirk)


def test_upstream_scores_exceptions_and_traces_the_beams(world: ImportedWorld) -> None:
    assert CARBENCH.scoring - CARBENCH_UPSTREAM.scoring == {
        ScoringQuirk.EXCEPTIONS_FREE,
        ScoringQuirk.FOG_LIGHTS_ON_FINAL_STATE,
    }
    found = score(world, task(actions=[FAR]), [calls(FAR), SPEAKS], CARBENCH_UPSTREAM)
    assert found.tool_execution_errors is not None
    # The ground truth's own exception lands in the same list.
    assert len(found.tool_execution_errors) == 2
    unknown = score(world, task(), [calls("fly"), SPEAKS], CARBENCH_UPSTREAM)
    assert unknown.tool_execution_errors == []


def test_upstream_counts_unknown_beams_as_a_breach(world: ImportedWorld) -> None:
    low = ("set_head_lights_low_beams", {"on": True})
    high = ("set_head_lights_high_beams", {"on": False})
    kept = score(world, task(), [calls(low, high), calls(FOG), SPEAKS], CARBENCH_UPSTREAM)
    assert kept.policy_aut_errors == []
    unknown = score(world, task(), [calls(low), calls(FOG), SPEAKS], CARBENCH_UPSTREAM)
    assert unknown.policy_aut_errors is not None
    assert len(unknown.policy_aut_errors) == 2


@pytest.mark.parametrize("name", ["carbench", "carbench-upstream", "native"])
def test_profiles_are_known_by_name(name: str) -> None:
    assert check_profile(name) == name


def test_a_misspelt_profile_or_quirk_is_explained() -> None:
    with pytest.raises(UsageError, match="did you mean 'carbench'"):
        check_profile("carbensch")
    with pytest.raises(UsageError, match="did you mean 'exceptions-free'"):
        without(CARBENCH, "exception-free")
