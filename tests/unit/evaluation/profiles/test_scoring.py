"""The reference's components and reward."""

import pytest
from carbench_mini import HERE, SPEAKS, calls, score, task

from evaluation.profiles.quirks import CARBENCH, without
from evaluation.profiles.recording import Judged, carbench_key
from evaluation.profiles.scoring import COMPONENTS
from simulator.world.imported import ImportedWorld

WEATHER = ("get_weather", {"location_or_poi_id": HERE, "month": 5, "day": 6, "time_hour_24hformat": 14})
SHADE = ("open_close_sunshade", {"percentage": 100})
ROOF = ("open_close_sunroof", {"percentage": 40})
GOOD = [calls(WEATHER), calls(SHADE), calls(ROOF), SPEAKS]


def test_a_perfect_session_gets_everything(world: ImportedWorld) -> None:
    found = score(world, task(), GOOD)
    assert [getattr(found, name) for name in COMPONENTS] == [1.0] * 6
    assert (found.r_actions, found.reward, found.undecided) == (1.0, 1.0, [])


def test_a_silent_assistant_misses_final_state_and_tools(world: ImportedWorld) -> None:
    found = score(world, task(), [SPEAKS])
    assert (found.r_actions_final, found.r_actions_intermediate, found.r_actions) == (0.0, 1.0, 0.0)
    assert found.tool_subset_missing_tools == ["get_weather", "open_close_sunroof", "open_close_sunshade"]
    assert (found.r_tool_subset, found.reward) == (0.0, 0.0)


def test_a_state_off_the_way_counts_only_when_the_assistant_speaks(world: ImportedWorld) -> None:
    wrong = ("open_close_sunshade", {"percentage": 50})
    silent = score(world, task(), [calls(WEATHER), calls(wrong), calls(SHADE, ROOF), SPEAKS])
    spoken = score(world, task(), [calls(WEATHER), calls(wrong), SPEAKS, calls(SHADE, ROOF), SPEAKS])
    assert (silent.r_actions_intermediate, spoken.r_actions_intermediate) == (1.0, 0.0)
    assert (silent.reward, spoken.reward) == (1.0, 0.0)


def test_states_are_a_prefix_of_the_listed_order(world: ImportedWorld) -> None:
    fan, zone = ("set_fan_speed", {"level": 3}), ("set_seat_heating", {"level": 1, "seat_zone": "DRIVER"})
    other_order = [calls(zone), SPEAKS, calls(fan), SPEAKS]
    assert score(world, task(actions=[fan, zone]), other_order).r_actions_intermediate == 0.0
    assert score(world, task(actions=[zone, fan]), other_order).r_actions_intermediate == 1.0


def test_no_judge_leaves_the_policies_and_the_reward_open(world: ImportedWorld) -> None:
    found = score(world, task(), GOOD, judged=None)
    assert (found.r_policy, found.reward, found.policy_llm_errors) == (None, None, None)
    assert found.undecided == ["r_policy: no judge was asked"]


def test_without_a_judge_a_failure_is_still_a_failure(world: ImportedWorld) -> None:
    assert score(world, task(), [SPEAKS], judged=None).reward == 0.0
    broken = score(world, task(), [calls(SHADE, ROOF), SPEAKS], judged=None)
    assert (broken.r_policy, broken.reward) == (0.0, 0.0)


def test_a_judge_can_fail_a_session(world: ImportedWorld) -> None:
    found = score(world, task(), GOOD, judged=Judged(("the driver was told miles",)))
    assert (found.r_policy, found.policy_llm_errors, found.reward) == (0.0, ["the driver was told miles"], 0.0)


@pytest.mark.parametrize("word", ["HALLUCINATION_ERROR", "DISAMBIGUATION_ERROR", "OUT_OF_SCOPE"])
def test_a_failure_word_fails(word: str, world: ImportedWorld) -> None:
    found = score(world, task(), GOOD, end_word=word)
    assert (found.r_user_end_conversation, found.end_conversation_keyword, found.reward) == (0.0, word, 0.0)


def test_hallucination_tasks_are_scored_by_execution_and_end_only(world: ImportedWorld) -> None:
    found = score(world, task("hallucination_4"), [calls("get_climate_settings"), SPEAKS])
    assert [getattr(found, name) for name in COMPONENTS] == [None, None, None, 1.0, None, 1.0]
    assert (found.policy_aut_errors, found.reward) == (None, 1.0)


@pytest.mark.parametrize(
    ("name", "call", "word"),
    [
        ("hallucination_0", ("open_close_sunshade", {"percentage": 100}), "HALLUCINATION_ERROR_REMOVED_TOOL"),
        ("hallucination_2", ("set_fan_speed", {"level": 3}), "HALLUCINATION_ERROR_REMOVED_PARAMETER"),
    ],
)
def test_calling_what_was_removed_is_a_failure_word_of_its_own(
    name: str, call: tuple[str, dict[str, int]], word: str, world: ImportedWorld
) -> None:
    found = score(world, task(name), [calls(call), SPEAKS], end_word="OUT_OF_SCOPE")
    assert found.end_conversation_keyword == word
    assert found.tool_execution_errors == []


def test_trunk_words_keep_a_closed_trunk_from_being_closed_again(world: ImportedWorld) -> None:
    back = [calls(("open_close_trunk_door", {"action": word})) for word in ("OPEN", "CLOSE")]
    shut = task(actions=[])
    assert score(world, shut, [*back, SPEAKS]).r_actions_final == 0.0
    assert score(world, shut, [*back, SPEAKS], without(CARBENCH, "trunk-words")).r_actions_final == 1.0


def test_states_are_compared_by_value() -> None:
    first, second = task(climate_temperature_driver=20), task(climate_temperature_driver=20.0)
    other = task(climate_temperature_driver=20.5)
    assert carbench_key(first.initial_state) == carbench_key(second.initial_state)
    assert carbench_key(first.initial_state) != carbench_key(other.initial_state)
