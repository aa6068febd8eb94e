"""Ids of runs and sweeps that begin in one second."""

from pathlib import Path

import pytest
from sweep_rows import level

from evaluation import run_ids
from evaluation.store import Store
from evaluation.sweeps import SweepLevel, SweepTable


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The digits that are drawn one after the other, all in the same second."""
    digits = ["aaaa", "aaaa", "aaaa", "bbbb"]
    monkeypatch.setattr(run_ids, "second", lambda: "20260101-000000")
    monkeypatch.setattr(run_ids, "digits", lambda: digits.pop(0))
    return digits


def test_two_runs_of_one_second_never_share_an_id(tmp_path: Path, drawn: list[str]) -> None:
    store = Store(tmp_path / "runs.db")
    planned = [{"number": 0, "scenario_id": "x", "locale": "ko", "trial": 0, "channel": "text", "digest": ""}]
    found = [
        store.begin_run({"suite": "tests", "trials": 1, "planned_sessions": 1}, {"seed": 0}, planned) for _ in range(2)
    ]
    assert found == ["20260101-000000-aaaa", "20260101-000000-bbbb"]
    assert [len(store.planned(run_id)) for run_id in found] == [1, 1]
    assert drawn == []
    store.close()


def test_nor_do_two_sweeps(tmp_path: Path, drawn: list[str]) -> None:
    store = Store(tmp_path / "runs.db")
    levels = (SweepLevel(level("snr_db", "clean"), {"channel": "text"}),)
    found = [SweepTable(store).begin("snr_db", levels, {"seed": 3}, {}) for _ in range(2)]
    assert found == ["sweep-20260101-000000-aaaa", "sweep-20260101-000000-bbbb"]
    store.close()
