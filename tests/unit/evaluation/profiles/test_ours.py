"""Official tasks in our own sessions: played, scored by either rules, written and read back."""

import asyncio
import json
from typing import Any

import pytest
from carbench_mini import tasks
from drives import Drive, scenario

from evaluation.formats.carbench import read_entry
from evaluation.formats.carbench_export import entry_of
from evaluation.profiles.native import native_score, official_session, script_of
from evaluation.profiles.quirks import CARBENCH, CARBENCH_UPSTREAM
from evaluation.profiles.recording import Batch, Judged, Speech
from evaluation.profiles.rescoring import NotScorable, Rescorer
from evaluation.profiles.stored import NotComparable, recording_of_ours, score_ours
from scenarios.carbench import COLUMNS
from scenarios.carbench_scenario import OfficialScenario, official_scenario, stored_scenario
from simulator.agents.oracle import Oracle
from simulator.agents.probes import PROBES
from simulator.events import Termination
from simulator.session import Label, Limits
from simulator.trajectory import Trajectory
from simulator.users.scripted import ScriptedUser
from simulator.world.imported import ImportedWorld


def played(name: str, world: ImportedWorld, agent: str = "oracle") -> tuple[Trajectory, OfficialScenario]:
    """Return a task played by an assistant that knows the answer, or by a probe."""
    scenario = official_scenario(tasks()[name], world)
    assistant = Oracle(scenario, "en") if agent == "oracle" else PROBES[agent](scenario, "en")
    driver = ScriptedUser(scenario, "en")
    session = official_session(scenario, assistant, driver, Label(agent, "scripted", "text", trial=2), Limits())

    async def go() -> Trajectory:
        trajectory = Trajectory()
        async for event in session.run():
            trajectory.append(event)
        return trajectory

    return asyncio.run(go()), scenario


def written(name: str, world: ImportedWorld, agent: str = "oracle") -> dict[str, Any]:
    trajectory, scenario = played(name, world, agent)
    return entry_of(trajectory, scenario, score_ours(trajectory, scenario, CARBENCH), task_index=0)


@pytest.mark.parametrize("name", ["base_0", "base_2", "base_4", "disambiguation_0", "disambiguation_2"])
def test_the_ground_truth_passes_by_either_rules_and_silence_by_none(name: str, world: ImportedWorld) -> None:
    trajectory, scenario = played(name, world)
    assert native_score(trajectory, scenario, None).reward == 1.0
    assert score_ours(trajectory, scenario, CARBENCH).reward in (1.0, None)
    trajectory, scenario = played(name, world, "silent")
    assert native_score(trajectory, scenario, None).reward == 0.0
    assert score_ours(trajectory, scenario, CARBENCH).reward == 0.0


@pytest.mark.parametrize("name", list(tasks()))
@pytest.mark.parametrize("agent", ["oracle", "silent", "premature"])
def test_what_is_written_is_scored_alike_when_read_back(name: str, agent: str, world: ImportedWorld) -> None:
    entry = written(name, world, agent)
    rescored = Rescorer(tasks(), world, CARBENCH).score(read_entry(json.dumps(entry).encode()))
    assert rescored.differs == ()
    assert rescored.entry.trial == 2


def test_an_entry_holds_the_dialogue_and_the_task(world: ImportedWorld) -> None:
    entry = written("base_4", world)
    assert entry["info"]["task"] == tasks()["base_4"].columns()
    roles = [message["role"] for message in entry["traj"]]
    assert roles == ["system", "user", *["assistant", "tool"] * 3]
    names = [action["name"] for action in entry["info"]["reward_info"]["actions"]]
    assert names == ["get_contact_id_by_contact_name", "get_contact_information", "call_phone_by_number"]


def test_a_recorded_session_is_played_again_by_our_rules(world: ImportedWorld) -> None:
    entry = read_entry(json.dumps(written("base_0", world)).encode())
    rescored = Rescorer(tasks(), world, None).score(entry)
    assert rescored.score is not None
    assert (rescored.score.reward, rescored.score.r_policy, rescored.differs) == (1.0, 1.0, ())


def test_our_rules_hold_hallucination_tasks_to_the_policies_and_name_no_difference_for_it(world: ImportedWorld) -> None:
    entry = read_entry(json.dumps(written("hallucination_0", world)).encode())
    rescored = Rescorer(tasks(), world, None).score(entry)
    assert rescored.score is not None
    assert (entry.recorded["r_policy"], rescored.score.r_policy) == (None, 0.0)
    assert rescored.differs == ("reward",)


def test_judged_policies_come_from_the_recording_where_our_rules_leave_them_open(world: ImportedWorld) -> None:
    # Whether a route was presented as it should be is for a judge to say.
    entry = written("base_2", world)
    components = entry["info"]["reward_info"]["info"]
    for errors, wanted in (([], 1.0), (["the toll was not mentioned"], 0.0)):
        components["policy_llm_errors"] = errors
        rescored = Rescorer(tasks(), world, CARBENCH).score(read_entry(json.dumps(entry).encode()))
        assert rescored.score is not None
        assert rescored.score.r_policy == wanted


def test_a_task_the_dataset_lacks_is_taken_from_the_entry(world: ImportedWorld) -> None:
    entry = read_entry(json.dumps(written("base_0", world)).encode())
    assert Rescorer({}, world, CARBENCH).score(entry).differs == ()
    bare = written("base_0", world)
    bare["info"]["task"] = {"persona": "someone"}
    with pytest.raises(NotScorable, match="task base_0 is not in the dataset, and the entry's own is unusable"):
        Rescorer({}, world, CARBENCH).score(read_entry(json.dumps(bare).encode()))


def test_an_unknown_end_word_cannot_be_scored_by_our_rules(world: ImportedWorld) -> None:
    entry = written("base_0", world)
    entry["info"]["reward_info"]["info"]["end_conversation_keyword"] = "BORED"
    with pytest.raises(NotScorable, match="unknown word: 'BORED'"):
        Rescorer(tasks(), world, None).score(read_entry(json.dumps(entry).encode()))


def test_calls_that_succeeded_elsewhere_and_fail_here_name_what_the_data_lack(world: ImportedWorld) -> None:
    entry = written("base_2", world)
    call = entry["traj"][2]["tool_calls"][0]["function"]
    call["arguments"] = json.dumps({"start_id": "loc_tal_100002", "destination_id": "loc_mor_100003"})
    rescored = Rescorer(tasks(), world, CARBENCH).score(read_entry(json.dumps(entry).encode()))
    assert "r_tool_execution" in rescored.differs
    assert rescored.gaps == (
        "get_routes_from_start_to_destination(start_id='loc_tal_100002', destination_id='loc_mor_100003')",
    )


def test_an_unknown_tool_is_named_and_not_scored(world: ImportedWorld) -> None:
    entry = written("base_0", world)
    entry["traj"][2]["tool_calls"][0]["function"]["name"] = "fly"
    rescored = Rescorer(tasks(), world, CARBENCH).score(read_entry(json.dumps(entry).encode()))
    assert rescored.unknown_tools == ("fly",)
    assert rescored.score is not None
    assert rescored.score.r_tool_execution == 1.0


def test_a_crash_has_no_score(world: ImportedWorld) -> None:
    entry = written("base_0", world) | {"traj": [], "info": {"error": "boom", "traceback": ""}}
    rescored = Rescorer(tasks(), world, CARBENCH).score(read_entry(json.dumps(entry).encode()))
    assert (rescored.score, rescored.differs, rescored.row()["error"]) == (None, (), "boom")


FAN = ("set_fan_speed", {"level": 3})


def test_a_session_of_ours_becomes_a_recording() -> None:
    of = scenario(FAN)
    trajectory = Drive(of).hear("More air, please.").step(("get_climate_settings", {}), FAN).say("Done.").end()
    found = recording_of_ours(trajectory, of)
    assert [type(move) for move in found.moves] == [Batch, Speech]
    assert [call.name for batch in found.batches() for call in batch.calls] == ["get_climate_settings", "set_fan_speed"]
    assert found.final.flat()["fan_speed"] == 3
    assert (found.finished, found.end_word, found.judged) == (True, None, Judged())
    assert score_ours(trajectory, of, CARBENCH_UPSTREAM).reward == 1.0


def test_a_person_at_the_controls_counts_as_the_assistant_there() -> None:
    of = scenario(FAN)
    drive = Drive(of).hear("More air, please.").step(FAN)
    trajectory = drive.person("set_seat_heating", level=2, seat_zone="DRIVER").say("Done.").end()
    assert score_ours(trajectory, of, CARBENCH).r_actions_final == 0.0


def test_our_rules_stand_in_for_the_judge() -> None:
    of = scenario(FAN)
    drive = Drive(of).hear("More air, please.").step(FAN)
    trajectory = drive.say("It is 68 degrees Fahrenheit outside.").end()
    found = score_ours(trajectory, of, CARBENCH)
    assert found.policy_llm_errors is not None
    assert found.policy_llm_errors[0].startswith("LLM-POL:002: ")
    assert found.reward == 0.0


def test_a_session_at_its_limit_has_no_components() -> None:
    of = scenario(FAN)
    trajectory = Drive(of).hear("More air, please.").step(FAN).end(None, Termination.MAX_STEPS)
    found = score_ours(trajectory, of, CARBENCH)
    assert (found.reward, found.r_actions_final) == (0.0, None)
    assert entry_of(trajectory, of, found, task_index=0)["info"]["reward_info"] is None


def test_a_scenario_of_ours_is_written_in_the_columns_of_the_reference() -> None:
    of = scenario(FAN, kind="disambiguation")
    trajectory = Drive(of).hear("More air, please.").step(FAN).say("Done.").end()
    columns = entry_of(trajectory, of, score_ours(trajectory, of, CARBENCH), task_index=3)["info"]["task"]
    assert tuple(columns) == COLUMNS
    assert len(columns["context_init_config"]) == 43
    assert (columns["task_type"], columns["disambiguation_element_user"]) == ("disambiguation_user", "which one")


def test_dialogue_scenarios_have_no_counterpart() -> None:
    of = scenario(FAN)
    trajectory = Drive(of).hear("More air, please.").end()
    with pytest.raises(NotComparable, match="no dialogue tasks"):
        recording_of_ours(trajectory, of.model_copy(update={"kind": "dialogue"}))


def test_a_stored_official_scenario_comes_back(world: ImportedWorld) -> None:
    scenario = official_scenario(tasks()["hallucination_2"], world)
    again = stored_scenario(scenario.model_dump_json())
    assert isinstance(again, OfficialScenario)
    assert again.official == scenario.official
    assert again.build_state() == scenario.build_state()
    assert again.in_world(world).build_world(7) is world


def test_what_follows_a_phone_call_is_no_utterance() -> None:
    dialogue: list[dict[str, Any]] = [
        {"role": "user", "content": "call Mila"},
        {"role": "assistant", "content": "", "tool_calls": [{}]},
        {"role": "tool", "content": "{}"},
        {"role": "user", "content": "{}"},
    ]
    assert script_of(dialogue, ()).utterances == ("call Mila",)


def test_an_undecided_judge_leaves_our_reward_open(world: ImportedWorld) -> None:
    trajectory, scenario = played("base_0", world)
    assert native_score(trajectory, scenario, Judged(undecided=("nobody asked",))).reward == 1.0
