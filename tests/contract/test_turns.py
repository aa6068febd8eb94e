"""Turn metrics of a session as it runs and of its stored copy are the same."""

from pathlib import Path

import pytest
from sessions import FAN, Playing, calls, session
from turn_sessions import Turns

from evaluation.store import Recorder, Store
from evaluation.turn_metrics import TurnMetrics, turn_metrics
from evaluation.verdict import Outcome
from simulator.events import Event
from simulator.trajectory import Trajectory


def stored(events: list[Event], folder: Path) -> Trajectory:
    store = Store(folder / "runs.db")
    facts = dict.fromkeys(("suite", "agent", "user", "channel", "version", "scoring_version"), "x")
    run = store.begin_run({**facts, "trials": 1, "seed": 0, "planned_sessions": 1}, {})
    row = {"scenario_id": "s", "kind": "base", "locale": "en", "trial": 0, "seed": 0, "channel": "x", "scenario": "{}"}
    recorder = Recorder(store, store.begin_session(run, 0, row))
    for event in events:
        recorder(event)
    recorder.flush()
    return store.trajectory(f"{run}-0000")


def many(trajectory: Trajectory) -> TurnMetrics:
    """So many copies that every figure with an event is shown."""
    return turn_metrics([(trajectory, Outcome.PASSED)] * 10)


async def test_a_session_that_was_played(tmp_path: Path) -> None:
    made = session(Playing(calls(FAN), calls(FAN, FAN)))
    events = [event async for event in made.run()]
    live, again = many(made.trajectory), many(stored(events, tmp_path))
    assert live == again
    shown = {figure.name for figure in live.all if not figure.reason}
    assert {"response_latency_simulated", "assistant_message", "tools_of_a_step", "turns_per_goal"} <= shown


@pytest.mark.parametrize("mode", ["push-to-talk", "hands-free"])
def test_a_session_with_a_person(mode: str, tmp_path: Path) -> None:
    turns = Turns("live", "ko").driver(1500, 250).took(agent=10.125, tools=0.031).model(9.75, first_token_ms=3.5)
    turns.assistant("네, 껐어요.", 1200, "mbrola").cut(played_ms=700)
    turns.timed(mode, barge_in=True, speech_start=10.1, speech_end=1510.3, agent=1900, audio_out=1999.9, audio_end=2700)
    turns.driver(900).assistant("네.", 300, "mbrola").timed(mode, barge_in=True, speech_start=2600.5, speech_end=3500)
    turns.end()
    live, again = many(turns.trajectory), many(stored(turns.trajectory.events, tmp_path))
    assert live == again
    hidden = {figure.name for figure in live.all if figure.reason}
    assert hidden == {"response_latency_typed", "response_latency_simulated"}
