"""Runs on disk: what is kept, what is refused, and that nothing of anybody else's is touched."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from drives import WEATHER, Drive, scenario

import evaluation.store_file
from evaluation.migrations import MIGRATIONS, TABLES
from evaluation.spec import SCORING_VERSION, Measured
from evaluation.store import Recorder, Store, default_path
from simulator.events import AssistantSpoke, DriverSpoke
from simulator.registry import UsageError
from simulator.trajectory import Trajectory


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "runs.db"


def begin(store: Store, **facts: Any) -> str:
    return store.begin_run({"suite": "tests", "trials": 1, "planned_sessions": 1} | facts, {"seed": 0})


def session_of(store: Store, run_id: str, number: int = 0) -> str:
    return store.begin_session(run_id, number, {"scenario_id": "by-hand", "kind": "base", "locale": "ko", "trial": 0})


def trajectory() -> Trajectory:
    drive = Drive(scenario(("set_fan_speed", {"level": 3})), "ko").hear("바람 3단이요.", "바람 삼단 이요")
    drive.step(WEATHER, ("set_fan_speed", {"level": 3})).step(("set_fan_speed", {"level": "x"}))
    return drive.person("drive", speed_kph=12.5).say("다 됐어요.").end()


def test_a_run_comes_back_as_it_was(path: Path) -> None:
    store = Store(path)
    run_id = begin(store)
    session_id = session_of(store, run_id)
    kept = trajectory()
    recorder = Recorder(store, session_id)
    for event in kept.events:
        recorder(event)
    scores = [
        Measured(metric="wer", value=0.25, numerator=1, denominator=4, evidence=("가", "b")),
        Measured(metric="r_policy", value=None, reason="nobody looked"),
    ]
    store.finish_session(session_id, {"outcome": "passed", "partial": 1}, scores, SCORING_VERSION)
    store.finish_run(run_id, "finished")
    store.close()
    again = Store(path, create=False)
    assert again.trajectory(session_id).events == kept.events
    assert again.trajectory(session_id).digest() == kept.digest()
    assert again.scores(session_id) == scores
    (row,) = again.runs()
    assert (row["id"], row["status"], row["sessions"], row["passed"], row["failed"]) == (run_id, "finished", 1, 1, 0)
    assert row["finished_at"] >= row["created_at"]


def test_scoring_again_replaces_scores_and_keeps_what_it_does_not_name(path: Path) -> None:
    store = Store(path)
    session_id = session_of(store, begin(store))
    first, second = Measured(metric="wer", value=0.5), Measured(metric="cer", value=0.1)
    store.finish_session(session_id, {"outcome": "passed", "wall_ms": 3.5}, [first], "0")
    store.finish_session(session_id, {"outcome": "failed"}, [second], "1")
    assert store.scores(session_id) == [second]
    row = store.session(session_id)
    assert row is not None
    assert (row["outcome"], row["wall_ms"]) == ("failed", 3.5)


def test_a_commit_a_turn(path: Path) -> None:
    store, reader = Store(path), Store(path)
    session_id = session_of(store, begin(store))
    recorder = Recorder(store, session_id)
    for event in trajectory().events:
        recorder(event)
        seen = reader.trajectory(session_id).events
        if isinstance(event, AssistantSpoke):
            assert seen[-1] == event
        elif isinstance(event, DriverSpoke):
            assert [kept.type for kept in seen] == ["session_started"]


def test_what_could_not_be_stored_is_not_tried_again(path: Path) -> None:
    store = Store(path)
    session_id = session_of(store, begin(store))
    recorder = Recorder(store, session_id)
    event = trajectory().events[1].model_copy(update={"seq": 0})
    recorder(event)
    recorder.flush()
    recorder(event)
    with pytest.raises(UsageError):
        recorder.flush()
    recorder.flush()
    assert store.trajectory(session_id).events == [event]
    assert not store.db.conn.in_transaction


def test_finding_a_run(path: Path) -> None:
    store = Store(path)
    with pytest.raises(UsageError, match="no runs are stored yet"):
        store.run(None)
    first, second = begin(store), begin(store)
    assert store.run(None)["id"] == second
    assert store.run(first)["id"] == first
    assert store.run(second[: len(second) - 1] if first[:-1] != second[:-1] else second)["id"] == second
    assert store.run(first[-5:])["id"] == first
    with pytest.raises(UsageError, match="unknown run or session"):
        store.run(first[-2:])
    with pytest.raises(UsageError, match="fits 2 runs"):
        store.run(first[:2])
    with pytest.raises(UsageError, match=f"unknown run or session '{first}x': did you mean '{first}'"):
        store.run(f"{first}x")
    assert store.session("absent") is None


def test_a_store_that_must_be_there(path: Path) -> None:
    with pytest.raises(UsageError, match="no runs are stored there yet"):
        Store(path, create=False)
    assert not path.exists()


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"DASHTALK_STORE": "/a/b.db", "XDG_DATA_HOME": "/x"}, "/a/b.db"),
        ({"XDG_DATA_HOME": "/x"}, "/x/dashtalk/runs.db"),
        ({"HOME": "/h"}, "/h/.local/share/dashtalk/runs.db"),
    ],
)
def test_where_runs_are_kept(variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DASHTALK_STORE", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert str(default_path()) == expected


def sqlite_file(path: Path, *statements: str) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return path.read_bytes()


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        (["CREATE TABLE songs (id)"], "an SQLite file, but not dashtalk's"),
        (["CREATE TABLE songs (id)", f"PRAGMA user_version={len(MIGRATIONS)}"], "an SQLite file, but not dashtalk's"),
        (["CREATE TABLE songs (id)", "PRAGMA user_version=900"], "an SQLite file, but not dashtalk's"),
        (["CREATE TABLE runs (id)"], "an SQLite file, but not dashtalk's"),
        (
            [*(f"CREATE TABLE {name} (id)" for name in sorted(TABLES)), f"PRAGMA user_version={len(MIGRATIONS) + 1}"],
            "written by a newer dashtalk",
        ),
    ],
)
@pytest.mark.parametrize("create", [True, False])
def test_files_that_are_not_ours_stay_untouched(statements: list[str], told: str, create: bool, path: Path) -> None:
    before = sqlite_file(path, *statements)
    with pytest.raises(UsageError, match=told) as caught:
        Store(path, create=create)
    assert str(caught.value).startswith(f"{path}: ")
    assert path.read_bytes() == before
    assert [kept.name for kept in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("content", [b"no database at all, just text " * 50, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_damaged_file_stays_untouched(content: bytes, path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(UsageError, match="not a usable store"):
        Store(path)
    assert path.read_bytes() == content


def test_a_store_damaged_in_the_middle_is_told_when_it_shows(path: Path) -> None:
    store = Store(path)
    session_id = session_of(store, begin(store))
    store.add_events(session_id, trajectory().events)
    store.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(UsageError, match="not a usable store"):
        Store(path).run(None)
    assert path.read_bytes() == bytes(content)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be used"):
        Store(tmp_path)


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x")
    with pytest.raises(UsageError, match=r"Not a directory|File exists"):
        Store(tmp_path / "data" / "runs.db")


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    assert Store(path).runs() == []


def test_a_locked_store_is_told_and_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(path)
    run_id = begin(store)
    monkeypatch.setattr(evaluation.store_file, "BUSY_TIMEOUT_S", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UsageError, match="another process holds the lock"):
            begin(Store(path))
        assert Store(path).run(None)["id"] == run_id
        other.execute("ROLLBACK")
    begin(Store(path))


def test_a_store_nobody_else_may_even_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(path).close()
    monkeypatch.setattr(evaluation.store_file, "BUSY_TIMEOUT_S", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UsageError, match="another process holds the lock"):
            Store(path)


def test_a_migration_that_breaks_leaves_no_half_store(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaking(_: Any) -> None:
        raise RuntimeError("half way")

    monkeypatch.setattr(evaluation.store_file, "MIGRATIONS", (*MIGRATIONS, breaking))
    with pytest.raises(RuntimeError):
        Store(path)
    monkeypatch.undo()
    assert Store(path).runs() == []


def test_writing_ahead_and_how_carefully(path: Path) -> None:
    assert Store(path).db.conn.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert Store(path).db.conn.execute("PRAGMA synchronous").fetchone()[0] == 1
    assert Store(path, durable=True).db.conn.execute("PRAGMA synchronous").fetchone()[0] == 2
