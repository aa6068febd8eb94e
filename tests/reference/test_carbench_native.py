"""The ground truths of base and disambiguation tasks, played one call a step, by our own rules."""

from pathlib import Path

import pytest

from evaluation.profiles.native import official_session
from evaluation.verdict import Outcome, score_session
from scenarios.carbench_folder import read_tasks
from scenarios.carbench_scenario import official_scenario
from simulator.agents.oracle import Oracle
from simulator.session import Label, Limits
from simulator.trajectory import Trajectory
from simulator.users.scripted import ScriptedUser
from simulator.world.import_official import import_official
from simulator.world.imported import ImportedWorld

DATA = Path(__file__).parents[3] / "shared/data/carbench"

# Each of these ground truths switches something on without having looked at what the rule wants known before; our
# profile holds it to that, while the reference never holds a ground truth to its rules.
UNKNOWN_BEFORE = {
    "base_26": "011: the air conditioning was switched on before the fan level was known",
    "base_40": "011: the air conditioning was switched on before the fan level and the windows were known",
    "base_44": "014: the high beams were switched on before the state of the fog lights was known",
    "base_46": "011: the air conditioning was switched on before the windows were known",
    "disambiguation_30": "011: the air conditioning was switched on before the windows were known",
}

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the official data are not here")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> ImportedWorld:
    target = tmp_path_factory.mktemp("world") / "official.sqlite"
    import_official(DATA, target)
    return ImportedWorld(target)


async def test_76_of_81_ground_truths_pass_and_five_break_a_rule(world: ImportedWorld) -> None:
    tasks = [task for task in read_tasks(DATA).values() if task.family != "hallucination"]
    assert len(tasks) == 81
    failed: dict[str, tuple[str, ...]] = {}
    for task in tasks:
        scenario = official_scenario(task, world)
        session = official_session(
            scenario,
            Oracle(scenario, "en"),
            ScriptedUser(scenario, "en"),
            Label("oracle", "scripted", "text"),
            Limits(),
        )
        trajectory = Trajectory()
        async for event in session.run():
            trajectory.append(event)
        assert all(len(step.calls) == 1 for step in trajectory.steps())
        verdict = score_session(trajectory, scenario)
        if verdict.outcome is not Outcome.PASSED:
            failed[task.task_id] = verdict.reasons
    assert failed == {name: (f"r_policy: policy {reason}",) for name, reason in UNKNOWN_BEFORE.items()}
