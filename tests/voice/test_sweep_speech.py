"""A sweep over noise with real engines: the same noise at every level, and more of it does more harm."""

import json

import pytest

from evaluation.robustness import robustness
from evaluation.store import Store
from evaluation.sweep_sessions import level_sessions
from evaluation.sweeps import SweepTable
from scenarios.load import pick, suite
from simulator.events import SpeechRecognised, SpeechSynthesised
from simulator.settings import Settings
from simulator.sweep import Sweep, plan_sweep

pytestmark = pytest.mark.voice


@pytest.mark.usefixtures("engines")
async def test_noise_is_paired_and_its_harm_grows(tmp_path_factory: pytest.TempPathFactory) -> None:
    scenarios = list(pick(suite("first-drive"), ["base-trunk-groceries", "base-quarter-window"]))
    plan = plan_sweep(Settings(locale="en", max_turns=2), "snr_db", (20.0, -10.0), scenarios)
    assert any("1 of 2 sessions are not marked as spoken" in notice for notice in plan.notices)
    store = Store(tmp_path_factory.mktemp("sweep") / "runs.db")
    sweep = Sweep(plan, store)
    await sweep.execute()
    stored = SweepTable(store).find(sweep.id)
    (curve,) = robustness(level_sessions(store, stored), resamples=50).curves
    assert [point.level.name for point in curve.points] == ["clean", "quiet", "20", "-10"]
    doses = [point.dose.value for point in curve.points[1:] if point.dose is not None and point.dose.value is not None]
    assert len(doses) == 3
    assert doses[0] <= doses[1] < doses[2]
    assert curve.points[0].engines == ()
    assert all("→" in engine for point in curve.points[1:] for engine in point.engines)
    assert [point.noise for point in curve.points] == [(), (), ("cabin:100 (A-weighted)",), ("cabin:100 (A-weighted)",)]
    first = []
    for position in (2, 3):
        (row,) = store.sessions(stored.runs[position])
        spoken = next(iter(store.trajectory(row["id"]).of(SpeechSynthesised))).spoken
        assert spoken.noise is not None
        first.append((spoken.noise.seed, spoken.voice, row["seed"]))
    assert first[0] == first[1]
    heard = next(iter(store.trajectory(store.sessions(stored.runs[1])[0]["id"]).of(SpeechRecognised)))
    assert heard.heard.text
    assert json.loads(store.run(stored.runs[3])["settings"])["snr_db"] == -10
    store.close()
