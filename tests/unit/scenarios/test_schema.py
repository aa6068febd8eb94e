"""What a scenario builds."""

from typing import Any

import pytest
from drives import HERE, scenario
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from scenarios.load import catalogue
from scenarios.schema import Scenario


def test_the_state_is_the_factory_car_at_the_scenarios_place_and_time() -> None:
    state = scenario(state={"fan_speed": 4}, time="2026-12-24 08:05:00").build_state()
    when = state.surroundings.current_datetime
    assert (when.month, when.day, when.hour, when.minute) == (12, 24, 8, 5)
    assert state.surroundings.current_location.id == HERE
    assert state.climate.fan_speed == 4


def test_pinned_weather_holds_all_day_at_the_cars_place_only() -> None:
    world = scenario(weather="cloudy_and_fog").build_world(3)
    assert {slot.condition for slot in world.weather(HERE) or ()} == {"cloudy_and_fog"}
    assert world.weather("loc_ber_0001") is None or world.weather("loc_ber_0001") != world.weather(HERE)


def test_weather_that_is_not_pinned_is_drawn_from_the_seed() -> None:
    made = scenario().model_copy(update={"weather": None})
    assert made.build_world(1).weather(HERE) == made.build_world(1).weather(HERE)
    drawn = {tuple(made.build_world(seed).weather(HERE) or ()) for seed in range(20)}
    assert len(drawn) > 1


def test_removals_reach_the_toolset() -> None:
    toolset = scenario(kind="hallucination", removed=["set_fan_speed", "open_close_window.percentage"]).build_toolset()
    assert "set_fan_speed" not in toolset.specs
    assert "percentage" not in toolset.schemas["open_close_window"]["properties"]


@pytest.mark.parametrize(
    "removed",
    [["set_fan_sped"], ["set_fan_speed.levle"], ["result.get_wether.x"], ["result"], ["."], ["set_fan_speed."], [""]],
)
def test_removing_what_does_not_exist(removed: list[str]) -> None:
    with pytest.raises(ValidationError, match="removed: "):
        scenario(kind="hallucination", removed=removed)


@pytest.mark.parametrize(
    "more",
    [
        {"driver": {}},
        {"driver": {"en": {"turns": []}}},
        {"driver": {"en": {"turns": [{"say": "a"}]}, "ko": {"level": "hae", "turns": [{"say": "가"}, {"say": "나"}]}}},
        {"events": [{"before_turn": 5, "tool": "drive", "arguments": {"speed_kph": 1}}]},
        {"events": [{"before_turn": 0, "tool": "fly"}]},
        {"guess": [{"tool": "set_fan_speed", "turn": 9}]},
        {"weather": {"condition": "snowing frogs"}},
        {"weather": {"condition": "sunny", "temperature_c": 99}},
        {"expected": [{"tool": "set_fan_speed", "arguments": {}, "turns": 0}]},
    ],
)
def test_scenarios_that_make_no_sense(more: dict[str, Any]) -> None:
    facts = scenario().model_dump(mode="json") | more
    with pytest.raises(ValidationError):
        Scenario.model_validate(facts)


def test_a_stored_scenario_comes_back_equal() -> None:
    for kept in catalogue().values():
        assert Scenario.model_validate_json(kept.model_dump_json()) == kept


def test_the_published_schema_takes_the_shipped_scenarios() -> None:
    validator = Draft202012Validator(Scenario.model_json_schema())
    for kept in catalogue().values():
        assert not list(validator.iter_errors(kept.model_dump(mode="json"))), kept.id
