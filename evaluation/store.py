"""Runs on disk: SQLite, one commit a turn, so that a killed process loses at most the turn in flight."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from evaluation.run_ids import new_id
from evaluation.run_parts import PARTS
from evaluation.running import BROKEN_OFF, is_running, now, process_mark, whereabouts
from evaluation.spec import Measured
from evaluation.store_file import StoreFile, default_path, store_path
from simulator.events import AssistantSpoke, Event, SessionEnded, SessionStarted
from simulator.language.counted import counted
from simulator.redaction import look_for_secrets, stored, stored_value
from simulator.registry import UsageError, nearest
from simulator.trajectory import Trajectory

__all__ = ["DamagedSession", "Recorder", "Store", "default_path", "store_path"]

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)

Claim = tuple[str | None, ...]
"""Which process a run belongs to, and since when."""


class DamagedSession(UsageError):
    """A stored session of which something is missing or unreadable."""


_SHORTEST_END = 3
_LONGEST_NUMBER = 5


class Store(StoreFile):
    """All runs in one SQLite file; raises UsageError as `StoreFile` does."""

    def begin_run(
        self,
        facts: Mapping[str, Any],
        settings: Mapping[str, Any],
        planned: Sequence[Mapping[str, Any]] = (),
        request: Mapping[str, Any] | None = None,
    ) -> str:
        """Record a run that starts now and return its id, unique and in order of time.

        `planned` are its sessions (number, scenario_id, locale, trial, channel, digest of the scenario) and `request`
        is what else was asked for; both are needed to go on with a run that stopped.
        """
        row = {"created_at": now(), "status": "running", "settings": json.dumps(dict(settings))}
        row |= {"process": process_mark(), "heartbeat": now(), "request": json.dumps(dict(request or {}))}
        names = ("number", "scenario_id", "locale", "trial", "channel", "digest")
        with self._transaction() as connection:
            run_id = new_id(
                lambda drawn: bool(connection.execute("SELECT 1 FROM runs WHERE id=?", (drawn,)).fetchone())
            )
            rows = [(run_id, *(session[name] for name in names)) for session in planned]
            self._add_row(connection, "runs", {"id": run_id} | row | dict(facts))
            connection.executemany("INSERT INTO planned VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        return run_id

    def planned(self, run_id: str) -> list[dict[str, Any]]:
        """Return the sessions a run was begun with, in order; empty for runs of versions that did not keep them."""
        return self._rows("SELECT * FROM planned WHERE run_id=? ORDER BY number", run_id)

    def request(self, run_id: str) -> dict[str, Any]:
        """Return what a run was begun with besides its settings."""
        rows = self._rows("SELECT request FROM runs WHERE id=?", run_id)
        try:
            found = json.loads(rows[0]["request"] or "{}")
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise UsageError(f"{self.path}: run {run_id} is damaged: what it was asked for cannot be read")
        return found

    def set_setting(self, run_id: str, name: str, value: Any) -> None:
        """Record another value for one setting that a run was made with."""
        with self._transaction() as connection:
            row = connection.execute("SELECT settings FROM runs WHERE id=?", (run_id,)).fetchone()
            settings = json.loads(row[0] or "{}") | {name: value}
            connection.execute("UPDATE runs SET settings=? WHERE id=?", (stored(json.dumps(settings)), run_id))

    def claim_of(self, run_id: str) -> Claim:
        """Return who has a run now, for `take_over`; raises UsageError when a process plays it."""
        with self._explained():
            return self._claim(self.db.conn, run_id)

    def take_over(self, run_id: str, seen: Claim, part: Mapping[str, Any] | None = None) -> None:
        """Make this process the one that plays a run; raises UsageError when another did so since `claim_of`.

        `part` is what is told of the part it plays, see `new_part`.
        """
        with self._transaction() as connection:
            if self._claim(connection, run_id) != seen:
                raise UsageError(f"run {run_id}: another process has played it meanwhile; look at it, and try again")
            connection.execute(
                "UPDATE runs SET status='running', finished_at=NULL, process=?, heartbeat=? WHERE id=?",
                (process_mark(), now(), run_id),
            )
            if part is not None:
                row = connection.execute("SELECT request FROM runs WHERE id=?", (run_id,)).fetchone()
                request = json.loads(row[0] or "{}")
                request.setdefault(PARTS, []).append(dict(part))
                connection.execute("UPDATE runs SET request=? WHERE id=?", (stored(json.dumps(request)), run_id))

    def parts(self, run_id: str) -> list[dict[str, Any]]:
        """Return what was recorded of the parts of a run that was taken up again, but the first."""
        found: list[dict[str, Any]] = self.request(run_id).get(PARTS, [])
        return found

    @staticmethod
    def _claim(connection: sqlite3.Connection, run_id: str) -> Claim:
        names = ("status", "process", "heartbeat", "finished_at")
        values = connection.execute(f"SELECT {', '.join(names)} FROM runs WHERE id=?", (run_id,)).fetchone()
        row = dict(zip(names, values, strict=True))
        if is_running(row):
            raise UsageError(f"run {run_id} is being played by {whereabouts(row)}; wait for it, or stop it first")
        return tuple(values)

    def beat(self, run_id: str) -> None:
        """Record that a run is alive."""
        with self._transaction() as connection:
            connection.execute("UPDATE runs SET heartbeat=? WHERE id=?", (now(), run_id))

    def finish_run(self, run_id: str, status: str) -> None:
        """Record how a run ended: finished, stopped, incomplete or interrupted."""
        with self._transaction() as connection:
            connection.execute("UPDATE runs SET status=?, finished_at=? WHERE id=?", (status, now(), run_id))

    def begin_session(self, run_id: str, number: int, facts: Mapping[str, Any]) -> str:
        """Record a session that starts now and return its id."""
        session_id = f"{run_id}-{number:04d}"
        self._insert("sessions", {"id": session_id, "run_id": run_id, "number": number} | dict(facts))
        return session_id

    def add_events(self, session_id: str, events: list[Event]) -> None:
        """Add events in one commit."""
        rows = [(session_id, e.seq, e.turn, e.type, stored(e.model_dump_json())) for e in events]
        with self._transaction() as connection:
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)

    def set_aside(self, session_id: str, attempt: int) -> None:
        """Keep the events of an attempt that does not count under `<session>~<attempt>`; the session starts anew."""
        with self._transaction() as connection:
            connection.execute(
                "UPDATE events SET session_id=? WHERE session_id=?", (f"{session_id}~{attempt}", session_id)
            )

    def reopen_session(self, session_id: str) -> int:
        """Let a session start anew that broke off or ended in a defect; returns which attempt that was.

        Its events are kept under `<session>~<attempt>.<n>`, with n counted from 0.
        """
        verdict = ("outcome", "partial", "unscored", "reasons", "termination", "end_word", "turns", "wall_ms")
        cleared = (*verdict, "trajectory_digest", "cause", "causes", "regenerated")
        with self._transaction() as connection:
            start = len(session_id) + 2
            aside = connection.execute(
                "SELECT DISTINCT substr(session_id, ?) FROM events WHERE session_id > ? AND session_id < ?",
                (start, f"{session_id}~", f"{session_id}~:"),
            )
            labels = [str(row[0]) for row in aside]
            attempt = sum(1 for label in labels if label.isdecimal())
            number = sum(1 for label in labels if label.startswith(f"{attempt}."))
            connection.execute(
                "UPDATE events SET session_id=? WHERE session_id=?", (f"{session_id}~{attempt}.{number}", session_id)
            )
            connection.execute("DELETE FROM scores WHERE session_id=?", (session_id,))
            assignments = ", ".join(f"[{name}]=NULL" for name in cleared)
            connection.execute(f"UPDATE sessions SET {assignments} WHERE id=?", (session_id,))
        return attempt

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
                stored(score.reason),
                stored(json.dumps(score.evidence, ensure_ascii=False)),
                version,
            )
            for score in scores
        ]
        with self._transaction() as connection:
            connection.execute(
                f"UPDATE sessions SET {assignments} WHERE id=?", (*map(stored_value, facts.values()), session_id)
            )
            connection.execute("DELETE FROM scores WHERE session_id=?", (session_id,))
            connection.executemany("INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def runs(self) -> list[dict[str, Any]]:
        """Return all runs, newest first, with how many sessions they hold; who plays them shows in the status."""
        found = self._rows(
            "SELECT runs.*, count(sessions.id) AS sessions, "
            "coalesce(sum(sessions.outcome = 'passed'), 0) AS passed, "
            "coalesce(sum(sessions.outcome = 'failed'), 0) AS failed, "
            "coalesce(sum(sessions.outcome = 'unscored'), 0) AS unscored, "
            "coalesce(sum(sessions.outcome = 'invalid'), 0) AS invalid, "
            "coalesce(sum(sessions.outcome = 'defect'), 0) AS defects "
            "FROM runs LEFT JOIN sessions ON sessions.run_id = runs.id GROUP BY runs.id ORDER BY runs.created_at DESC, "
            "runs.rowid DESC"
        )
        for run in found:
            if run["status"] == "running" and not is_running(run):
                run["status"] = BROKEN_OFF
            for name in ("process", "heartbeat", "request"):
                del run[name]
        return found

    def run(self, name: str | None) -> dict[str, Any]:
        """Return one run by id or unambiguous beginning or end, the latest for None or "latest"; raises UsageError."""
        runs = self.runs()
        if not runs:
            raise UsageError(f"{self.path}: no runs are stored yet; 'dashtalk run' makes the first")
        if name in (None, "latest"):
            return runs[0]
        if not name:
            raise UsageError("the name of the run is empty: name one, or leave it out for the latest")
        matching = [run for run in runs if str(run["id"]).startswith(name)]
        # Ids begin with the day, so that their end is what tells them apart and is quicker to type.
        matching = matching or [run for run in runs if len(name) >= _SHORTEST_END and str(run["id"]).endswith(name)]
        exact = [run for run in matching if run["id"] == name]
        if exact or len(matching) == 1:
            return (exact or matching)[0]
        if matching:
            raise UsageError(f"'{name}' fits {len(matching)} runs; give more of the id ('dashtalk runs' lists them)")
        if name.isdecimal() and len(name) <= _LONGEST_NUMBER:
            held = int(runs[0]["sessions"])
            raise UsageError(
                f"unknown run or session '{name}': the latest run, {runs[0]['id']}, has "
                f"{counted(held, 'session')}, counted from 0; name those of other runs by their whole ids"
            )
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
        # An assistant may have brought its key into the environment itself.
        look_for_secrets()

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
