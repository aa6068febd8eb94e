"""What of a stored session can no longer be read: told in one line, and counted as no verdict."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from drives import scenario

from evaluation.damage import damage_of, without_verdict
from evaluation.store import Store
from evaluation.verdict import Outcome
from simulator.settings import Settings
from simulator.suite import Run, make_plan

OF = scenario(
    ("set_fan_speed", {"level": 3}), driver={"en": {"turns": [{"say": "Set the fan to three.", "slots": ["three"]}]}}
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "runs.db")
    yield made
    made.close()


async def played(store: Store) -> str:
    run = Run(make_plan(Settings(agent="oracle", channel="text", locale="en"), (OF,)), store)
    await run.execute()
    return str(store.sessions(run.id)[0]["id"])


DAMAGES = (
    ("UPDATE events SET body='{\"type\": 1}' WHERE session_id=? AND seq=3", "an event cannot be read"),
    ("DELETE FROM events WHERE session_id=? AND seq=2", "event 2 is missing"),
    ("DELETE FROM events WHERE session_id=? AND type='session_ended'", "its last events are missing"),
    ("UPDATE sessions SET scenario='{' WHERE id=?", "its scenario cannot be read"),
    ("UPDATE sessions SET scenario=NULL WHERE id=?", "its scenario cannot be read"),
    ("UPDATE sessions SET outcome='bogus' WHERE id=?", "its row cannot be read"),
    ("UPDATE sessions SET reasons='[' WHERE id=?", "its row cannot be read"),
    ("UPDATE scores SET evidence='[' WHERE session_id=?", "a score cannot be read"),
)


@pytest.mark.parametrize(("statement", "told"), DAMAGES)
async def test_damage_is_one_line_and_no_verdict(store: Store, statement: str, told: str) -> None:
    session = await played(store)
    row = store.session(session)
    assert row is not None
    assert row["outcome"] == "passed"
    assert damage_of(store, row) == ""
    store.write((statement, [(session,)]))
    row = store.session(session)
    assert row is not None
    line = damage_of(store, row)
    assert line == f"session {session} is damaged: {told}"
    counted = without_verdict(row, line)
    assert counted is not None
    assert (counted.outcome, counted.reasons, counted.unfinished) == (Outcome.UNSCORED, (line,), True)


async def test_a_row_that_says_nothing_is_no_session(store: Store) -> None:
    session = await played(store)
    store.write(("UPDATE sessions SET locale='xx' WHERE id=?", [(session,)]))
    row = store.session(session)
    assert row is not None
    assert damage_of(store, row) == f"session {session} is damaged: its row cannot be read"
    assert without_verdict(row, "damaged") is None


async def test_a_session_that_broke_off_is_not_damaged(store: Store) -> None:
    session = await played(store)
    store.write(
        ("DELETE FROM events WHERE session_id=? AND type='session_ended'", [(session,)]),
        ("UPDATE sessions SET outcome=NULL, termination=NULL WHERE id=?", [(session,)]),
    )
    row = store.session(session)
    assert row is not None
    assert damage_of(store, row) == ""
