"""The validity gate on recorded benchmark sessions, whose driver kept its part: false alarms are rare."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from validity_sessions import spoken_session

from evaluation.validity import check_validity, problem
from scenarios.carbench_folder import read_tasks
from scenarios.carbench_scenario import OfficialScenario, official_scenario
from scenarios.load import suite
from simulator.channel import Heard
from simulator.events import (
    AssistantSpoke,
    DriverSpoke,
    EndWord,
    SessionEnded,
    SessionStarted,
    SpeechRecognised,
    Termination,
    ToolCall,
    ToolCalled,
)
from simulator.trajectory import Trajectory
from simulator.world.generated import GeneratedWorld

DATA = Path(__file__).parents[3] / "shared/data/carbench"
STOP = "###STOP###"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the recorded sessions are not here")


def sessions() -> Iterator[dict[str, Any]]:
    for file in sorted((DATA / "trajectories").glob("*.jsonl")):
        for row in file.read_text(encoding="utf-8").splitlines():
            yield json.loads(row)


def recorded(row: dict[str, Any], scenario: OfficialScenario) -> Trajectory:
    """Return what was said and called; after a placed call the recording repeats a result as if the driver spoke."""
    trajectory, turn, step = Trajectory(), -1, 0

    def mark() -> dict[str, int]:
        return {"seq": len(trajectory.events), "turn": max(turn, 0), "at_ms": 0}

    start: dict[str, Any] = {"agent": "recorded", "user": "recorded", "channel": "text", "state": {}, "digest": ""}
    about: dict[str, Any] = {"scenario_id": scenario.id, "kind": scenario.kind, "locale": "en", "speech_level": None}
    trajectory.append(SessionStarted(**mark(), trial=0, seed=0, **start, **about))
    for message in row["traj"]:
        content = message.get("content") or ""
        if message["role"] == "user" and content != STOP and not content.startswith('{"status"'):
            turn += 1
            trajectory.append(DriverSpoke(**mark(), intended=content))
            trajectory.append(SpeechRecognised(**mark(), heard=Heard(text=content, engine="recorded")))
        elif message["role"] == "assistant" and message.get("tool_calls"):
            for called in message["tool_calls"]:
                call = ToolCall(id=called["id"], name=called["function"]["name"], arguments={})
                trajectory.append(ToolCalled(**mark(), step=step, call=call))
            step += 1
        elif message["role"] == "assistant":
            trajectory.append(AssistantSpoke(**mark(), text=content, digest=""))
    scored = (row["info"].get("reward_info") or {}).get("info") or {}
    good = EndWord.ACKNOWLEDGED if scenario.kind == "hallucination" else EndWord.STOP
    word = EndWord(scored["end_conversation_keyword"]) if scored.get("end_conversation_keyword") else good
    trajectory.append(SessionEnded(**mark(), termination=Termination.USER_STOP, end_word=word, digest=""))
    return trajectory


def test_at_most_two_in_a_hundred_recorded_sessions_are_called_invalid() -> None:
    tasks = read_tasks(DATA)
    seen, alarms = 0, []
    for row in sessions():
        name = row["task_id"] if isinstance(row["task_id"], str) else f"base_{row['task_id']}"
        scenario = official_scenario(tasks[name], GeneratedWorld(0))
        found = check_validity(recorded(row, scenario), scenario)
        seen += 1
        if not found.valid:
            alarms.append((name, *problem(found)))
    assert seen == 191
    assert len(alarms) / seen <= 0.02, alarms


@pytest.mark.parametrize(("name", "least"), [("validity_unseen.yaml", 0.95), ("validity_heldout.yaml", 0.9)])
def test_faults_planted_in_official_tasks_too_are_found(name: str, least: float) -> None:
    """All hundred of a set; the unit tests see those of them that need no dataset."""
    tasks = read_tasks(DATA)
    own = {scenario.id: scenario for suite_name in ("first-drive", "journeys") for scenario in suite(suite_name)}
    planted = yaml.safe_load((Path(__file__).parents[1] / "data" / name).read_text(encoding="utf-8"))
    missed = []
    for fault in planted:
        official = fault["scenario"].removeprefix("official:")
        scenario = own.get(official) or official_scenario(tasks[official], GeneratedWorld(0))
        end, calls = EndWord(fault["end"]), fault.get("calls", ())
        session = spoken_session(fault["locale"], fault["turns"], end, kind=scenario.kind, calls=calls)
        if check_validity(session, scenario).valid:
            missed.append(fault)
    assert len(planted) == 100
    assert 1 - len(missed) / len(planted) >= least, missed
