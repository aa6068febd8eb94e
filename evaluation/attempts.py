"""Attempts at sessions that do not count: their events are kept under names of their own."""

from collections.abc import Iterator
from contextlib import suppress

from evaluation.store import DamagedSession, Store
from simulator.trajectory import Trajectory

MARK = "~"


def aside_names(store: Store, run_id: str) -> list[str]:
    """Return the names of all attempts of a run that were set aside, in order: `SESSION~N` or `SESSION~N.M`."""
    rows = store.read(
        "SELECT DISTINCT session_id FROM events WHERE session_id > ? AND session_id < ? AND instr(session_id, ?) > 0 "
        "ORDER BY session_id",
        f"{run_id}-",
        f"{run_id}.",
        MARK,
    )
    return [str(row["session_id"]) for row in rows]


def aside_trajectories(store: Store, run_id: str, session_id: str | None = None) -> Iterator[Trajectory]:
    """Yield the attempts of a run, or of one of its sessions, that were set aside and can be read."""
    for name in aside_names(store, run_id):
        if session_id in (None, name.partition(MARK)[0]):
            with suppress(DamagedSession):
                yield store.trajectory(name)
