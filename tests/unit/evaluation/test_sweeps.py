"""Sweeps on disk: found by any of their names, one run a level, and never two."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sweep_rows import level

from evaluation.migrations import MIGRATIONS
from evaluation.store import Store
from evaluation.sweeps import DamagedSweep, SweepLevel, SweepTable
from simulator.registry import UsageError

LEVELS = (
    SweepLevel(level("snr_db", "clean"), {"channel": "text"}),
    SweepLevel(level("snr_db", "-5"), {"snr_db": -5.0}),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "runs.db")
    yield made
    made.close()


def begun(store: Store) -> str:
    return SweepTable(store).begin("snr_db", LEVELS, {"seed": 3}, {"require": ["r_policy"]})


def test_what_is_stored_comes_back(store: Store) -> None:
    sweep_id = begun(store)
    table = SweepTable(store)
    table.add_run(sweep_id, 0, "run-a")
    found = table.find(sweep_id)
    assert (found.axis, found.levels, dict(found.settings)) == ("snr_db", LEVELS, {"seed": 3})
    assert (dict(found.runs), dict(found.request)) == ({0: "run-a"}, {"require": ["r_policy"]})
    assert table.by_run() == {"run-a": (sweep_id, "clean")}


def test_a_sweep_has_many_names(store: Store) -> None:
    first, second = begun(store), begun(store)
    table = SweepTable(store)
    table.add_run(first, 0, "run-a")
    table.add_run(first, 1, "run-b")
    for name in (first, first[-4:], "run-b"):
        assert table.find(name).id == first
    assert table.find("latest").id == table.find(None).id == second
    with pytest.raises(UsageError, match="fits 2 sweeps"):
        table.find("sweep-")
    with pytest.raises(UsageError, match="unknown sweep"):
        table.find("sweep-0")


def test_a_level_is_played_by_one_process(store: Store) -> None:
    sweep_id = begun(store)
    table = SweepTable(store)
    table.add_run(sweep_id, 0, "run-a")
    with pytest.raises(UsageError, match="another process plays it"):
        table.add_run(sweep_id, 0, "run-b")
    assert dict(table.find(sweep_id).runs) == {0: "run-a"}


def test_a_store_from_before_sweeps_gets_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(number for number, step in enumerate(MIGRATIONS) if step.__name__ == "_sweeps")
    with monkeypatch.context() as patched:
        patched.setattr("evaluation.store_file.MIGRATIONS", MIGRATIONS[:position])
        old = Store(tmp_path / "runs.db")
        run_id = old.begin_run({"suite": "s", "agent": "a", "trials": 1, "seed": 0}, {})
        old.close()
    today = Store(tmp_path / "runs.db")
    sweep_id = begun(today)
    SweepTable(today).add_run(sweep_id, 0, run_id)
    assert SweepTable(today).find(run_id).id == sweep_id


DAMAGES = (
    "levels='[{}'",
    "levels='[]'",
    "levels='[{}]'",
    "levels='{}'",
    "levels='null'",
    "levels=NULL",
    """levels='[{"axis": "snr_db", "name": "-5", "value": -5, "settings": {}}]'""",
    """levels='[{"axis": "snr_db", "name": "clean", "settings": 3}]'""",
    "axis='loudness'",
    "settings='['",
    "settings='[]'",
    """settings='{"trials": "x"}'""",
    "request='{'",
)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_sweep_is_told_in_one_line_and_hides_no_other(store: Store, damage: str) -> None:
    sound, broken = begun(store), begun(store)
    table = SweepTable(store)
    table.add_run(sound, 0, "run-a")
    table.add_run(broken, 1, "run-b")
    store.write((f"UPDATE sweeps SET {damage} WHERE id=?", [(broken,)]))
    assert table.find(sound).runs == {0: "run-a"}
    assert table.by_run() == {"run-a": (sound, "clean"), "run-b": (broken, "")}
    (line,) = table.damaged()
    assert line.startswith(f"{broken} is damaged: ")
    for name in (broken, broken[-4:], "run-b", "latest", None):
        with pytest.raises(DamagedSweep) as caught:
            table.find(name)
        assert str(caught.value) == line


def test_a_run_of_a_level_that_is_not_there_is_damage(store: Store) -> None:
    sweep_id = begun(store)
    table = SweepTable(store)
    assert table.damaged() == []
    table.add_run(sweep_id, 7, "run-a")
    assert table.by_run() == {"run-a": (sweep_id, "")}
    with pytest.raises(DamagedSweep):
        table.find(sweep_id)
