"""The store's schema, one step after another; a store of any older version is brought up to date when opened."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database


def _runs_sessions_events_scores(db: "Database") -> None:
    db.table("runs").create(
        {
            "id": str,
            "created_at": str,
            "finished_at": str,
            "status": str,
            "suite": str,
            "agent": str,
            "user": str,
            "channel": str,
            "trials": int,
            "seed": int,
            "planned_sessions": int,
            "settings": str,
            "version": str,
            "scoring_version": str,
        },
        pk="id",
    )
    db.table("sessions").create(
        {
            "id": str,
            "run_id": str,
            "number": int,
            "scenario_id": str,
            "kind": str,
            "locale": str,
            "trial": int,
            "seed": int,
            "channel": str,
            "scenario": str,
            "outcome": str,
            "partial": int,
            "unscored": str,
            "reasons": str,
            "termination": str,
            "end_word": str,
            "turns": int,
            "wall_ms": float,
            "trajectory_digest": str,
        },
        pk="id",
        foreign_keys=[("run_id", "runs", "id")],
    )
    db.table("sessions").create_index(["run_id", "number"])
    db.table("events").create(
        {"session_id": str, "seq": int, "turn": int, "type": str, "body": str},
        pk=("session_id", "seq"),
        foreign_keys=[("session_id", "sessions", "id")],
    )
    db.table("scores").create(
        {
            "session_id": str,
            "metric": str,
            "value": float,
            "numerator": float,
            "denominator": float,
            "reason": str,
            "evidence": str,
            "scoring_version": str,
        },
        pk=("session_id", "metric"),
        foreign_keys=[("session_id", "sessions", "id")],
    )


def _causes_of_failure(db: "Database") -> None:
    db.table("sessions").add_column("cause", str)
    db.table("sessions").add_column("causes", str)


def _regenerated_sessions(db: "Database") -> None:
    db.table("sessions").add_column("regenerated", int)


def _judgements(db: "Database") -> None:
    db.table("judgements").create(
        {
            "session_id": str,
            "rubric": str,
            "judge": str,
            "value": float,
            "rationale": str,
            "digest": str,
            "counted": int,
        },
        pk=("session_id", "rubric", "judge"),
        foreign_keys=[("session_id", "sessions", "id")],
    )
    db.table("judgements").create_index(["digest"])


def _calls_of_judges(db: "Database") -> None:
    counts = ("prompt_tokens", "cached_tokens", "completion_tokens", "reasoning_tokens", "retries")
    kinds = {"status": str, "model": str, **dict.fromkeys(counts, int), "latency_ms": float, "calls": str}
    for name, kind in kinds.items():
        db.table("judgements").add_column(name, kind)
    db.table("rubrics").create(
        {"run_id": str, "name": str, "body": str},
        pk=("run_id", "name"),
        foreign_keys=[("run_id", "runs", "id")],
    )


def _resumable_runs(db: "Database") -> None:
    for name in ("process", "heartbeat", "request"):
        db.table("runs").add_column(name, str)
    db.table("planned").create(
        {
            "run_id": str,
            "number": int,
            "scenario_id": str,
            "locale": str,
            "trial": int,
            "channel": str,
            "digest": str,
        },
        pk=("run_id", "number"),
        foreign_keys=[("run_id", "runs", "id")],
    )


def _sweeps(db: "Database") -> None:
    db.table("sweeps").create(
        {"id": str, "created_at": str, "axis": str, "levels": str, "settings": str, "request": str}, pk="id"
    )
    db.table("sweep_runs").create(
        {"sweep_id": str, "position": int, "run_id": str},
        pk=("sweep_id", "position"),
        foreign_keys=[("sweep_id", "sweeps", "id"), ("run_id", "runs", "id")],
    )


def _annotations(db: "Database") -> None:
    db.table("annotations").create(
        {
            "session_id": str,
            "rubric": str,
            "annotator": str,
            "value": float,
            "ambiguous": int,
            "rationale": str,
            "digest": str,
            "scale": str,
            "given_at": str,
        },
        pk=("session_id", "rubric", "annotator"),
        foreign_keys=[("session_id", "sessions", "id")],
    )


TABLES = frozenset({"runs", "sessions", "events", "scores"})
"""What every version's store holds; an SQLite file without them is somebody else's."""

MIGRATIONS: tuple[Callable[["Database"], None], ...] = (
    _runs_sessions_events_scores,
    _causes_of_failure,
    _regenerated_sessions,
    _judgements,
    _calls_of_judges,
    _resumable_runs,
    _sweeps,
    _annotations,
)
