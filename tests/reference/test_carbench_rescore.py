"""Recorded sessions scored again: the recorded components come out, under either of the reference's profiles."""

from collections import Counter
from pathlib import Path

import pytest

from evaluation.formats.carbench import read_entry
from evaluation.formats.carbench_stream import raw_entries
from evaluation.profiles.quirks import CARBENCH, CARBENCH_UPSTREAM
from evaluation.profiles.rescoring import Rescored, Rescorer
from evaluation.statistics import pass_at, pass_power
from scenarios.carbench_folder import read_tasks
from simulator.world.import_official import import_official
from simulator.world.imported import ImportedWorld

DATA = Path(__file__).parents[3] / "shared/data/carbench"
FILES = {
    "base": "base_train__claude-sonnet-4-5.jsonl",
    "hallucination": "hallucination_train__gpt-5.2.jsonl",
    "disambiguation": "disambiguation_train__claude-sonnet-4-6.jsonl",
}
MISSING = "get_routes_from_start_to_destination(start_id='loc_ess_699309', destination_id='loc_man_660365')"
EXECUTION = ("r_tool_execution", "tool_execution_errors")

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the official data are not here")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> ImportedWorld:
    target = tmp_path_factory.mktemp("world") / "official.sqlite"
    import_official(DATA, target)
    return ImportedWorld(target)


def rescored(rescorer: Rescorer, family: str) -> list[Rescored]:
    return [rescorer.score(read_entry(raw.body)) for raw in raw_entries(DATA / "trajectories" / FILES[family])]


def test_all_191_recorded_verdicts_come_out(world: ImportedWorld) -> None:
    rescorer = Rescorer(read_tasks(DATA), world, CARBENCH)
    found = [row for family in FILES for row in rescored(rescorer, family)]
    assert len(found) == 191
    differing = [row for row in found if row.differs]
    assert {row.differs for row in differing} == {EXECUTION}
    # The one pair of places that the partial data have no routes for, asked for by the ground truth of two tasks.
    assert {(row.entry.task_id, row.gaps) for row in differing} == {
        ("base_96", (f"{MISSING} of the ground truth",)),
        ("disambiguation_53", (f"{MISSING} of the ground truth",)),
    }
    assert len(differing) == 4


def test_the_published_pass_table_comes_out(world: ImportedWorld) -> None:
    found = rescored(Rescorer(read_tasks(DATA), world, CARBENCH), "disambiguation")
    outcomes: dict[str, dict[int, bool | None]] = {}
    for row in found:
        assert row.score is not None
        outcomes.setdefault(row.entry.task_id, {})[row.entry.trial] = row.score.reward == 1.0
    values = (
        pass_power(outcomes, 1, "first_k").value,
        pass_power(outcomes, 3, "first_k").value,
        pass_at(outcomes, 3, "first_k").value,
    )
    assert [f"{value:.3f}" for value in values if value is not None] == ["0.581", "0.452", "0.710"]


def test_upstream_scores_the_calls_without_their_removed_parameter(world: ImportedWorld) -> None:
    found = rescored(Rescorer(read_tasks(DATA), world, CARBENCH_UPSTREAM), "hallucination")
    changed = {row.entry.task_id for row in found if row.differs}
    assert changed == {"hallucination_46", "hallucination_66", "hallucination_70", "hallucination_88"}


def test_our_own_rules_agree_on_most_rewards_and_never_on_nothing(world: ImportedWorld) -> None:
    rescorer = Rescorer(read_tasks(DATA), world, None)
    found = [row for family in FILES for row in rescored(rescorer, family)]
    agreement = Counter("reward" not in row.differs for row in found)
    assert agreement[True] / len(found) >= 0.95
    assert all(row.score is not None and row.score.reward is not None for row in found)
