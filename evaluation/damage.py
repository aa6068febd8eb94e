"""What of a store can no longer be read, told in one line that names it."""

import json
from collections.abc import Mapping
from typing import Any

from evaluation.rows import session_row
from evaluation.store import DamagedSession, Store
from evaluation.summary import SessionRow
from evaluation.verdict import Outcome
from scenarios.carbench_scenario import stored_scenario
from simulator.registry import UsageError
from simulator.trajectory import Trajectory


def recorded_settings(run: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings a run was begun with; raises UsageError when they cannot be read."""
    try:
        found = json.loads(run["settings"])
    except (TypeError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise UsageError(
            f"run {run['id']} is damaged: its settings cannot be read; its sessions can still be looked at, one by one,"
            " with 'dashtalk show SESSION'"
        )
    return found


def sound_trajectory(store: Store, row: Mapping[str, Any]) -> Trajectory:
    """Return what is stored of a session; raises DamagedSession, also when the end of a finished one is gone.

    A session that broke off has no end, and no damage.
    """
    trajectory, line = examined(store, row)
    if trajectory is None or line:
        raise DamagedSession(f"{store.path}: {line}")
    return trajectory


def examined(store: Store, row: Mapping[str, Any]) -> tuple[Trajectory | None, str]:
    """Return what can be read of a session, None for nothing, and in one line what is damaged, "" for nothing."""
    try:
        trajectory = store.trajectory(str(row["id"]))
    except DamagedSession as error:
        return None, str(error).removeprefix(f"{store.path}: ")
    if row["termination"] is not None and trajectory.ended is None:
        return trajectory, f"session {row['id']} is damaged: its last events are missing"
    return trajectory, ""


def damage_of(store: Store, row: Mapping[str, Any]) -> str:
    """Return in one line what of a session can no longer be read, be it events, scenario, verdict or scores, or ""."""
    _, line = examined(store, row)
    if line:
        return line
    try:
        stored_scenario(row["scenario"])
    except (ValueError, TypeError):
        return f"session {row['id']} is damaged: its scenario cannot be read"
    try:
        session_row(store, row)
    except DamagedSession as error:
        return str(error).removeprefix(f"{store.path}: ")
    return ""


def without_verdict(row: Mapping[str, Any], line: str) -> SessionRow | None:
    """Return a damaged session as one without a verdict, as scoring it again would; None when its row says nothing."""
    try:
        return SessionRow(
            session=row["id"],
            scenario=row["scenario_id"],
            kind=row["kind"],
            locale=row["locale"],
            trial=row["trial"],
            outcome=Outcome.UNSCORED,
            reasons=(line,),
            unfinished=True,
        )
    except ValueError:
        return None
