"""Session rows as the store keeps them, turned into what is summarised and shown."""

import json
from collections.abc import Mapping
from typing import Any

from evaluation.statistics_strata import Dimension, strata_of
from evaluation.store import DamagedSession, Store
from evaluation.summary import SessionRow
from evaluation.validity import left_undecided
from evaluation.verdict import Outcome
from simulator.events import DriverJudged, Termination


def session_row(store: Store, row: Mapping[str, Any]) -> SessionRow:
    """Return a stored session with its scores; one that never finished counts as unscored, with that reason."""
    try:
        return _row(store, row)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DamagedSession(f"{store.path}: session {row['id']} is damaged: its row cannot be read") from None


def _row(store: Store, row: Mapping[str, Any]) -> SessionRow:
    finished = row["outcome"] is not None
    scores = tuple(store.scores(row["id"]))
    return SessionRow(
        session=row["id"],
        scenario=row["scenario_id"],
        kind=row["kind"],
        locale=row["locale"],
        trial=row["trial"],
        outcome=Outcome(row["outcome"]) if finished else Outcome.UNSCORED,
        partial=bool(row["partial"]),
        unscored=tuple(json.loads(row["unscored"] or "[]")),
        reasons=tuple(json.loads(row["reasons"] or "[]")) if finished else ("the session did not finish",),
        scores=scores,
        strata=_strata(row),
        cause=row["cause"],
        causes=tuple(json.loads(row["causes"] or "[]")),
        regenerated=row["regenerated"] or 0,
        undecided_driver=_undecided(store, row["id"]),
        # Of one that cannot be read there is not a single score, not even an unscored one.
        unfinished=is_unfinished(row) or (row["outcome"] == Outcome.UNSCORED.value and not scores),
        **_dialogue(row),
    )


def is_unfinished(row: Mapping[str, Any]) -> bool:
    """Return whether a stored session was interrupted or cut off; one that a defect ended was not."""
    return row["outcome"] != Outcome.DEFECT.value and row["termination"] in (None, Termination.INTERRUPTED.value)


def _undecided(store: Store, session_id: str) -> bool:
    query = "SELECT body FROM events WHERE session_id=? AND type='driver_judged' ORDER BY seq"
    return left_undecided([DriverJudged.model_validate_json(found["body"]) for found in store.read(query, session_id)])


def _strata(row: Mapping[str, Any]) -> dict[Dimension, str]:
    scenario = json.loads(row["scenario"])
    driver = scenario["driver"].get(row["locale"], {})
    return strata_of(driver.get("persona", ""), len(scenario["expected"]))


def _dialogue(row: Mapping[str, Any]) -> dict[str, Any]:
    if row["kind"] != "dialogue":
        return {}
    found = json.loads(row["scenario"]).get("dialogue") or {}
    return {name: found.get(name) for name in ("kpi", "domain")}


def run_rows(store: Store, run_id: str) -> list[SessionRow]:
    """Return all sessions of a run in the order they were planned."""
    return [session_row(store, row) for row in store.sessions(run_id)]
