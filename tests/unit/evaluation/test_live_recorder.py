"""What a person says in a drive is kept at once, in order, without waiting for a store that others hold."""

import sqlite3
from pathlib import Path

import pytest
from drives import Drive, scenario

from evaluation.live_recorder import LiveRecorder, patiently
from evaluation.store import Store
from evaluation.store_file import StoreBusy, StoreFull
from simulator.trajectory import Trajectory


def given() -> Trajectory:
    drive = Drive(scenario(("set_fan_speed", {"level": 3}))).hear("Fan three, please.")
    return drive.step(("set_fan_speed", {"level": 3})).say("Done.").end()


def session_in(store: Store) -> str:
    run = store.begin_run({}, {})
    return store.begin_session(run, 0, {"scenario_id": "by-hand", "kind": "base", "locale": "en", "trial": 0})


class Locked:
    """A store in which another connection holds the lock inside the block."""

    def __init__(self, path: Path) -> None:
        self._other = sqlite3.connect(path, isolation_level=None)

    def __enter__(self) -> None:
        self._other.execute("BEGIN IMMEDIATE")

    def __exit__(self, *_: object) -> None:
        self._other.execute("ROLLBACK")


def test_a_driver_s_words_are_kept_before_the_assistant_is_asked(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs.db")
    session = session_in(store)
    recorder = LiveRecorder(store, session)
    for event in given().events[:3]:
        recorder(event)
    assert [event.type for event in store.trajectory(session).events][-1] == "speech_recognised"


def test_a_locked_store_is_not_waited_for_and_nothing_is_lost(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs.db")
    session = session_in(store)
    recorder = LiveRecorder(store, session)
    events = given().events
    with Locked(store.path):
        for event in events:
            recorder(event)
        recorder.try_again()
        with pytest.raises(StoreBusy, match="another process holds the lock"):
            recorder.flush()
        assert not store.trajectory(session).events
    recorder.try_again()
    assert [event.seq for event in store.trajectory(session).events] == [event.seq for event in events]


def test_a_full_disk_is_told_and_loses_the_order_of_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs.db")
    session = session_in(store)
    recorder = LiveRecorder(store, session)
    events = given().events
    recorder(events[0])
    pages = store.read("PRAGMA page_count")[0]["page_count"]
    store.read(f"PRAGMA max_page_count={pages}")
    for number in range(1, 200):
        recorder(events[1].model_copy(update={"seq": number, "intended": "long " * 200}))
    with pytest.raises(StoreFull, match="the disk is full"):
        recorder.flush()
    store.read("PRAGMA max_page_count=1000000")
    recorder.flush()
    kept = [event.seq for event in store.trajectory(session).events]
    assert kept == list(range(200))


async def test_what_must_be_written_is_tried_until_the_store_is_free(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs.db")
    lock = Locked(store.path)
    tries: list[int] = []
    lock.__enter__()

    def write() -> str:
        tries.append(1)
        if len(tries) == 3:
            lock.__exit__()
        return store.begin_run({}, {})

    assert await patiently(store, write)
    assert len(tries) == 3


async def test_patience_ends_with_the_store_s_own_reason(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs.db")
    with Locked(store.path), pytest.raises(StoreBusy):
        await patiently(store, lambda: store.begin_run({}, {}), within_s=0.0)
    assert store.read("PRAGMA busy_timeout")[0]["timeout"] > 0
