"""How a run goes: how much is done, how well, and when it will be over."""

from collections.abc import Sequence

from simulator.dashboard.sources import RunRow, SessionRow


def done(sessions: Sequence[SessionRow]) -> list[SessionRow]:
    """Return the sessions that are finished."""
    return [row for row in sessions if row.outcome]


def seconds_left(run: RunRow, sessions: Sequence[SessionRow]) -> float | None:
    """Return how long a run is still going to take; None where nothing tells, 0 when nothing is left.

    What is left takes as long on average as what is finished, as many sessions at a time as the run plays.
    """
    finished = done(sessions)
    if run.planned is None:
        return None
    left = run.planned - len(finished)
    if left <= 0:
        return 0.0
    walls = [row.wall_ms for row in finished if row.wall_ms is not None]
    if not walls or run.status != "running":
        return None
    return sum(walls) / len(walls) / 1000 * left / min(run.concurrency, left)


def worth_seeing(sessions: Sequence[SessionRow]) -> list[SessionRow]:
    """Return the finished sessions that failed or broke, in the order in which they were begun."""
    return [row for row in sessions if row.outcome in ("failed", "invalid", "defect")]
