"""Judgements on disk: one row per rubric, session and judge, each there as soon as it was given."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from evaluation.judge import Asked
from evaluation.judge_answer import Status
from evaluation.questions import Question
from evaluation.rubric import Rubric
from evaluation.store import DamagedSession, Store
from simulator.events import Judgement, ModelCalled

PENDING = "not asked yet"
_TAKEN = ("prompt_tokens", "cached_tokens", "completion_tokens", "reasoning_tokens", "latency_ms", "retries")
_COLUMNS = ("session_id", "rubric", "judge", "value", "rationale", "digest", "counted", "status", "model", *_TAKEN)
_UPSERT = (
    f"INSERT INTO judgements ({', '.join((*_COLUMNS, 'calls'))}) VALUES ({', '.join('?' for _ in (*_COLUMNS, 0))}) "
    "ON CONFLICT (session_id, rubric, judge) DO UPDATE SET "
    + ", ".join(f"{name}=excluded.{name}" for name in (*_COLUMNS[3:], "calls"))
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored judgement that counts, with the session it is of and what became of the question."""

    session_id: str
    judgement: Judgement
    status: Status


class JudgementTable:
    """The judgements of a store, and the rubrics of a user's own that are asked of its runs.

    Only the judgements of the panel that was last set for a run count in its scores; the others are kept as a cache.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def counted(self, session_id: str) -> list[Judgement]:
        """Return the judgements of the panel, in order of rubric and judge."""
        return [kept.judgement for kept in self._kept("session_id=?", session_id)]

    def panel(self, run_id: str) -> list[Kept]:
        """Return all judgements of a run that count, in order of session, rubric and judge."""
        return self._kept("session_id IN (SELECT id FROM sessions WHERE run_id=?)", run_id)

    def _kept(self, where: str, value: str) -> list[Kept]:
        rows = self._store.read(
            f"SELECT * FROM judgements WHERE counted=1 AND {where} ORDER BY session_id, rubric, judge", value
        )
        with self._readable(rows):
            return [Kept(row["session_id"], _judgement(row), _status(row)) for row in rows]

    def all_of(self, session_id: str) -> list[Judgement]:
        """Return every judgement of a session that was given, also by judges that no longer count."""
        rows = self._store.read("SELECT * FROM judgements WHERE session_id=? ORDER BY rubric, judge", session_id)
        with self._readable(rows):
            return [_judgement(row) for row in rows if _status(row) is not Status.PENDING]

    def cached(self, digest: str) -> Judgement | None:
        """Return the judgement given before to the very same question by the same judge, None unless it had a value."""
        row = self._cached(digest)
        with self._readable([row] if row else []):
            return _judgement(row) if row else None

    def _cached(self, digest: str) -> dict[str, Any] | None:
        rows = self._store.read("SELECT * FROM judgements WHERE digest=? AND value IS NOT NULL LIMIT 1", digest)
        return rows[0] if rows else None

    def set_panel(self, run_id: str, asked: Sequence[tuple[str, Question]], judges: Sequence[str]) -> None:
        """Let only these judges count in a run, each with its cached judgement or as not asked yet.

        A judge that is never reached therefore still counts as asked, and half a panel decides nothing. What a cached
        judgement took was paid for where it was given, and is not counted again.
        """
        known = {(row["session_id"], row["rubric"], row["judge"]): row for row in self._rows_of(run_id)}
        kept, made = [], []
        for session_id, question in asked:
            for judge in judges:
                key, digest = (session_id, question.rubric.name, judge), question.digest(judge)
                here, cached = known.get(key), self._cached(digest)
                if here and here["digest"] == digest and (here["value"] is not None or not cached):
                    kept.append(key)
                    continue
                found = cached or {"value": None, "rationale": PENDING, "status": Status.PENDING, "model": None}
                values = (found["value"], found["rationale"], digest, 1, found["status"], found["model"])
                calls = here["calls"] if here else None
                made.append((*key, *values, *(None for _ in _TAKEN), calls))
        self._store.write(
            (
                "UPDATE judgements SET counted=0 WHERE session_id IN (SELECT id FROM sessions WHERE run_id=?)",
                [(run_id,)],
            ),
            ("UPDATE judgements SET counted=1 WHERE session_id=? AND rubric=? AND judge=?", kept),
            (_UPSERT, made),
        )

    def add(self, asked: Asked) -> None:
        """Keep one judgement that counts, in a commit of its own, with what it took."""
        found = asked.judgement
        key = (asked.session_id, found.rubric, found.judge)
        query = "SELECT calls, counted FROM judgements WHERE session_id=? AND rubric=? AND judge=?"
        before = self._store.read(query, *key)
        calls = [*_calls(before[0]["calls"] if before else None), *(asdict(use) for use in asked.calls)]
        taken = calls[-1] if asked.calls else {}
        # Another panel may have been set meanwhile: then this answer is kept, and does not count.
        counted = before[0]["counted"] if before else 1
        values = (found.value, found.rationale, found.digest, counted, asked.status.value, taken.get("model"))
        row = (*key, *values, *(taken.get(name) for name in _TAKEN), json.dumps(calls))
        self._store.write((_UPSERT, [row]))

    def calls(self, run_id: str, session_id: str | None = None) -> list[ModelCalled]:
        """Return every call of a model that judging a run, or one session of it, has taken, by whatever panel."""
        rows = [row for row in self._rows_of(run_id) if session_id in (None, row["session_id"])]
        with self._readable(rows):
            return self._calls(rows)

    @staticmethod
    def _calls(rows: Iterable[dict[str, Any]]) -> list[ModelCalled]:
        return [
            ModelCalled.model_validate(
                {name: call[name] for name in ModelCalled.model_fields if name in call}
                | {"seq": 0, "turn": 0, "at_ms": 0, "role": "judge"}
            )
            for row in rows
            for call in _calls(row["calls"])
        ]

    def deciders(self, run_id: str) -> tuple[str, ...]:
        """Return the models whose verdicts count in a run, in order of name."""
        rows = [row for row in self._rows_of(run_id) if row["counted"] and row["value"] is not None]
        return tuple(sorted({row["model"] or row["judge"] for row in rows}))

    @contextmanager
    def _readable(self, rows: Sequence[dict[str, Any]]) -> Iterator[None]:
        """Name what is damaged where a judgement cannot be read."""
        try:
            yield
        except (ValueError, TypeError, AttributeError, KeyError):
            sessions = ", ".join(sorted({str(row["session_id"]) for row in rows if _is_damaged(row)}))
            raise DamagedSession(
                f"{self._store.path}: judgements of {sessions or 'this run'} are damaged and cannot be read; "
                "'dashtalk judge --rules-only' scores without any"
            ) from None

    def _rows_of(self, run_id: str) -> list[dict[str, Any]]:
        return self._store.read(
            "SELECT * FROM judgements WHERE session_id IN (SELECT id FROM sessions WHERE run_id=?) "
            "ORDER BY session_id, rubric, judge",
            run_id,
        )

    def is_panel(self, run_id: str, judges: Iterable[str]) -> bool:
        """Return whether no judges but these count in a run."""
        return {row["judge"] for row in self._rows_of(run_id) if row["counted"]} <= set(judges)

    def add_rubrics(self, run_id: str, rubrics: Iterable[Rubric]) -> None:
        """Keep rubrics of a user's own with a run, so that no file is needed to score it again."""
        rows = [(run_id, rubric.name, rubric.model_dump_json()) for rubric in rubrics]
        self._store.write(("INSERT OR REPLACE INTO rubrics (run_id, name, body) VALUES (?, ?, ?)", rows))

    def rubrics(self, run_id: str) -> tuple[Rubric, ...]:
        """Return the rubrics of a user's own that are asked of a run, in order of name."""
        rows = self._store.read("SELECT name, body FROM rubrics WHERE run_id=? ORDER BY name", run_id)
        try:
            return tuple(Rubric.model_validate_json(row["body"]) for row in rows)
        except ValueError:
            raise DamagedSession(f"{self._store.path}: run {run_id} is damaged: a rubric cannot be read") from None


def _judgement(row: dict[str, Any]) -> Judgement:
    return Judgement(**{name: row[name] for name in Judgement.model_fields})


def _status(row: dict[str, Any]) -> Status:
    """Return the stored status; judgements of older stores have none, and the words tell."""
    if row["status"] is not None:
        return Status(row["status"])
    if row["value"] is not None:
        return Status.UNCHECKED
    return Status.PENDING if row["rationale"] == PENDING else Status.UNUSABLE


def _is_damaged(row: dict[str, Any]) -> bool:
    try:
        _judgement(row)
        _status(row)
        JudgementTable._calls([row])
    except (ValueError, TypeError, AttributeError, KeyError):
        return True
    return False


def _calls(stored: str | None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(stored or "[]")
    return found
