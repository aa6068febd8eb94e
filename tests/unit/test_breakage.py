"""Things a hostile or unlucky user once broke."""

import json
from pathlib import Path

import pytest

from evaluation.rows import run_rows
from evaluation.store import DamagedSession, Store
from scenarios.load import parse
from simulator.commands.output import check_writable, write_json
from simulator.language.alignment import wer
from simulator.language.numbers import find_numbers, parse_number
from simulator.language.slots import slots_missed
from simulator.registry import UsageError
from simulator.suite import rescore


def test_a_report_never_replaces_a_store(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    Store(path).close()
    with pytest.raises(UsageError, match="is a store of runs"):
        check_writable(str(path), "--json")
    with pytest.raises(UsageError, match="is a store of runs"):
        write_json(str(path), {})


@pytest.mark.parametrize(
    "arguments",
    ["[" * 40 + "]" * 40, "&a [" + ", ".join(["1"] * 200) + "]\n    more: [" + ", ".join(["*a"] * 200) + "]"],
)
def test_a_document_that_grows_without_end_is_refused(arguments: str) -> None:
    with pytest.raises(UsageError, match=r"own\.yaml: more than"):
        parse(f"id: own\nexpected:\n  - tool: set_fan_speed\n    arguments: {arguments}\n", "own.yaml")


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_endless_digits_are_no_number(locale: str) -> None:
    endless = "1" * 8000
    assert find_numbers(f"{endless} 22", locale) != []  # type: ignore[arg-type]
    assert parse_number(endless, locale) is None  # type: ignore[arg-type]
    assert wer(endless, endless, locale) == 0  # type: ignore[arg-type]


def test_a_possessive_is_heard() -> None:
    assert slots_missed(("driver", "passenger"), "Heat the driver's seat, not the passenger's.", "en") == []
    assert slots_missed(("driver",), "Heat the drive seat.", "en") == ["driver"]


def test_a_session_with_a_hole_is_told_and_never_scored(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs.db")
    run = store.begin_run({"planned_sessions": 1, "trials": 1}, {})
    facts = {"scenario_id": "a", "kind": "base", "locale": "en", "trial": 0, "scenario": "{}", "outcome": "passed"}
    session = store.begin_session(run, 0, facts)
    store.db.conn.execute("INSERT INTO events VALUES (?, 1, 0, 'timed', '{}')", (session,))
    with pytest.raises(DamagedSession, match="event 0 is missing"):
        store.trajectory(session)
    assert rescore(store, run) == 0
    stored = store.session(session)
    assert stored is not None
    assert stored["outcome"] == "unscored"
    assert "is damaged" in json.loads(stored["reasons"])[0]


def test_a_row_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs.db")
    run = store.begin_run({"planned_sessions": 1, "trials": 1}, {})
    facts = {"scenario_id": "a", "kind": "nonsense", "locale": "en", "trial": 0, "scenario": "{}", "outcome": "passed"}
    store.begin_session(run, 0, facts)
    with pytest.raises(DamagedSession, match="its row cannot be read"):
        run_rows(store, run)
