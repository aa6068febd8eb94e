"""Runs on disk: SQLite, one commit a turn, so that a killed process loses at most the turn in flight."""

import json
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from evaluation.migrations import MIGRATIONS, TABLES
from evaluation.spec import Measured
from simulator.events import AssistantSpoke, Event, SessionEnded, SessionStarted
from simulator.registry import UsageError, nearest
from simulator.trajectory import Trajectory

if TYPE_CHECKING:
    from sqlite_utils import Database

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)
# A writer waits this long for another process before the store counts as locked.
BUSY_TIMEOUT_S = 15.0
RETRY_AFTER_S = 0.05


def default_path() -> Path:
    """Return where runs are kept unless told otherwise: DASHTALK_STORE, else the user's data folder."""
    named = os.environ.get("DASHTALK_STORE")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "dashtalk" / "runs.db"


def _database_type() -> "type[Database]":
    """Import sqlite-utils without numpy, which it loads wherever it is installed and which no store needs."""
    hidden = sys.modules.setdefault("numpy", None) is None  # type: ignore[arg-type]
    try:
        from sqlite_utils import Database
    finally:
        if hidden:
            del sys.modules["numpy"]
    return Database


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class DamagedSession(UsageError):
    """A stored session of which something is missing or unreadable."""


class Store:
    """All runs in one SQLite file.

    Raises UsageError, naming the file and what to do, when it is locked, damaged, from a newer version or not
    writable; such a file is never overwritten.
    """

    def __init__(self, path: Path, *, create: bool = True, durable: bool = False) -> None:
        self.path = path
        if not create and not path.exists():
            raise UsageError(f"{path}: no runs are stored there yet; 'dashtalk run' makes the first")
        with self._explained():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._refuse_foreign()
            connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
            self.db: Database = _database_type()(connection)
            self._use_wal()
            self.db.conn.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            self._migrate()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            text = str(error)
            if "locked" in text or "busy" in text:
                message = "another process holds the lock; wait for it, or name another file with --store"
            elif "disk" in text and "full" in text:
                message = "the disk is full; what was finished is kept"
            else:
                message = f"cannot be used ({text}); name another file with --store"
            raise UsageError(f"{self.path}: {message}") from None
        except sqlite3.DatabaseError as error:
            raise UsageError(
                f"{self.path}: not a usable store ({error}); move it away or name another file with --store"
            ) from None
        except OSError as error:
            raise UsageError(f"{self.path}: {error.strerror}; name another file with --store") from None

    def _refuse_foreign(self) -> None:
        """Look at a file that is there through a reading connection, so that what is not ours is never touched."""
        if not self.path.is_file() or not self.path.stat().st_size:
            return
        with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", BUSY_TIMEOUT_S, uri=True)) as reader:
            version = reader.execute("PRAGMA user_version").fetchone()[0]
            tables = {row[0] for row in reader.execute("SELECT name FROM sqlite_master WHERE type='table'")}
        if tables and not tables >= TABLES:
            raise UsageError(f"{self.path}: an SQLite file, but not dashtalk's; name another file with --store")
        if version > len(MIGRATIONS):
            raise UsageError(f"{self.path}: written by a newer dashtalk; upgrade dashtalk or name another --store")

    def _use_wal(self) -> None:
        """Switch to write-ahead logging; SQLite itself does not wait when another process is switching as well."""
        give_up = time.monotonic() + BUSY_TIMEOUT_S
        while True:
            try:
                self.db.conn.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > give_up:
                    raise
                time.sleep(RETRY_AFTER_S)
            else:
                return

    def _migrate(self) -> None:
        connection = self.db.conn
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version == len(MIGRATIONS):
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have migrated while this one waited for the lock.
            current = connection.execute("PRAGMA user_version").fetchone()[0]
            for step in MIGRATIONS[current:]:
                step(self.db)
            connection.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        if connection.in_transaction:
            connection.execute("COMMIT")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._explained():
            connection = self.db.conn
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the file."""
        self.db.conn.close()

    def begin_run(self, facts: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
        """Record a run that starts now and return its id, unique and in order of time."""
        run_id = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
        row = {"id": run_id, "created_at": _now(), "status": "running", "settings": json.dumps(dict(settings))}
        self._insert("runs", row | dict(facts))
        return run_id

    def finish_run(self, run_id: str, status: str) -> None:
        """Record how a run ended: finished, incomplete or interrupted."""
        with self._transaction() as connection:
            connection.execute("UPDATE runs SET status=?, finished_at=? WHERE id=?", (status, _now(), run_id))

    def begin_session(self, run_id: str, number: int, facts: Mapping[str, Any]) -> str:
        """Record a session that starts now and return its id."""
        session_id = f"{run_id}-{number:04d}"
        self._insert("sessions", {"id": session_id, "run_id": run_id, "number": number} | dict(facts))
        return session_id

    def _insert(self, table: str, row: Mapping[str, Any]) -> None:
        names = ", ".join(f"[{name}]" for name in row)
        marks = ", ".join("?" for _ in row)
        with self._transaction() as connection:
            connection.execute(f"INSERT INTO [{table}] ({names}) VALUES ({marks})", tuple(row.values()))

    def add_events(self, session_id: str, events: list[Event]) -> None:
        """Add events in one commit."""
        rows = [(session_id, e.seq, e.turn, e.type, e.model_dump_json()) for e in events]
        with self._transaction() as connection:
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)

    def set_aside(self, session_id: str, attempt: int) -> None:
        """Keep the events of an attempt that does not count under `<session>~<attempt>`; the session starts anew."""
        with self._transaction() as connection:
            connection.execute(
                "UPDATE events SET session_id=? WHERE session_id=?", (f"{session_id}~{attempt}", session_id)
            )

    def finish_session(
        self, session_id: str, facts: Mapping[str, Any], scores: Sequence[Measured], version: str
    ) -> None:
        """Record verdict and scores of a finished (or re-scored) session in one commit."""
        assignments = ", ".join(f"[{name}]=?" for name in facts)
        rows = [
            (
                session_id,
                score.metric,
                score.value,
                score.numerator,
                score.denominator,
                score.reason,
                json.dumps(score.evidence, ensure_ascii=False),
                version,
            )
            for score in scores
        ]
        with self._transaction() as connection:
            connection.execute(f"UPDATE sessions SET {assignments} WHERE id=?", (*facts.values(), session_id))
            connection.execute("DELETE FROM scores WHERE session_id=?", (session_id,))
            connection.executemany("INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def write(self, *statements: tuple[str, Sequence[Sequence[Any]]]) -> None:
        """Carry out statements, each once for every row of values, in one commit."""
        with self._transaction() as connection:
            for statement, rows in statements:
                connection.executemany(statement, rows)

    def read(self, query: str, *values: Any) -> list[dict[str, Any]]:
        """Return the rows of a query."""
        return self._rows(query, *values)

    def _rows(self, query: str, *values: Any) -> list[dict[str, Any]]:
        with self._explained():
            return list(self.db.query(query, list(values)))

    def runs(self) -> list[dict[str, Any]]:
        """Return all runs, newest first, with how many sessions they hold."""
        return self._rows(
            "SELECT runs.*, count(sessions.id) AS sessions, "
            "coalesce(sum(sessions.outcome = 'passed'), 0) AS passed, "
            "coalesce(sum(sessions.outcome = 'failed'), 0) AS failed, "
            "coalesce(sum(sessions.outcome = 'invalid'), 0) AS invalid, "
            "coalesce(sum(sessions.outcome = 'defect'), 0) AS defects "
            "FROM runs LEFT JOIN sessions ON sessions.run_id = runs.id GROUP BY runs.id ORDER BY runs.created_at DESC, "
            "runs.rowid DESC"
        )

    def run(self, name: str | None) -> dict[str, Any]:
        """Return one run by id or unambiguous beginning, the latest when `name` is None; raises UsageError."""
        runs = self.runs()
        if not runs:
            raise UsageError(f"{self.path}: no runs are stored yet; 'dashtalk run' makes the first")
        if name is None:
            return runs[0]
        matching = [run for run in runs if str(run["id"]).startswith(name)]
        exact = [run for run in matching if run["id"] == name]
        if exact or len(matching) == 1:
            return (exact or matching)[0]
        if matching:
            raise UsageError(f"'{name}' fits {len(matching)} runs; give more of the id ('dashtalk runs' lists them)")
        close = nearest(name, (str(run["id"]) for run in runs))
        raise UsageError(f"unknown run or session '{name}'" + (f": did you mean '{close}'?" if close else ""))

    def session(self, session_id: str) -> dict[str, Any] | None:
        """Return one session's row, or None."""
        rows = self._rows("SELECT * FROM sessions WHERE id=?", session_id)
        return rows[0] if rows else None

    def sessions(self, run_id: str) -> list[dict[str, Any]]:
        """Return the rows of a run's sessions in order."""
        return self._rows("SELECT * FROM sessions WHERE run_id=? ORDER BY number", run_id)

    def trajectory(self, session_id: str) -> Trajectory:
        """Return the stored events of a session; raises DamagedSession when some are missing or unreadable."""
        rows = self._rows("SELECT seq, body FROM events WHERE session_id=? ORDER BY seq", session_id)
        for expected, row in enumerate(rows):
            if row["seq"] != expected:
                raise DamagedSession(f"{self.path}: session {session_id} is damaged: event {expected} is missing")
        try:
            return Trajectory(_EVENT.validate_json(row["body"]) for row in rows)
        except ValueError:
            raise DamagedSession(f"{self.path}: session {session_id} is damaged: an event cannot be read") from None

    def scores(self, session_id: str) -> list[Measured]:
        """Return the stored scores of a session."""
        rows = self._rows("SELECT * FROM scores WHERE session_id=? ORDER BY rowid", session_id)
        try:
            return [_measured(row) for row in rows]
        except ValueError:
            raise DamagedSession(f"{self.path}: session {session_id} is damaged: a score cannot be read") from None


def _measured(row: Mapping[str, Any]) -> Measured:
    return Measured(
        metric=row["metric"],
        value=row["value"],
        numerator=row["numerator"],
        denominator=row["denominator"],
        reason=row["reason"],
        evidence=tuple(json.loads(row["evidence"])),
    )


class Recorder:
    """The sink that stores a session's events, committing at the end of every turn."""

    def __init__(self, store: Store, session_id: str) -> None:
        self._store = store
        self._session_id = session_id
        self._pending: list[Event] = []

    def __call__(self, event: Event) -> None:
        """Take one event."""
        self._pending.append(event)
        if isinstance(event, SessionStarted | AssistantSpoke | SessionEnded):
            self.flush()

    def flush(self) -> None:
        """Commit what is pending."""
        pending, self._pending = self._pending, []
        if pending:
            self._store.add_events(self._session_id, pending)
