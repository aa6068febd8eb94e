"""Latency of a run's stages, from the wall times recorded beside the trajectories."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from simulator.events import Timed
from simulator.trajectory import Trajectory


@dataclass(frozen=True, slots=True)
class Latency:
    """Median and 95th percentile in ms of `n` measurements of one stage, on the machine that made the run."""

    stage: str
    n: int
    p50_ms: float
    p95_ms: float


def percentile(ordered: list[float], share: float) -> float:
    """Return the nearest-rank percentile of a non-empty ascending list; `share` is 0 to 1."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def latencies(trajectories: Iterable[Trajectory]) -> list[Latency]:
    """Return the stages in the order they occur in a turn.

    `wait` are the messages of the assistant for which a call waited for its turn at an endpoint, by how long; that time
    is in no other stage.
    """
    found: dict[str, list[float]] = {}
    for trajectory in trajectories:
        for timed in trajectory.of(Timed):
            found.setdefault(timed.stage, []).append(timed.duration_ms)
            if timed.waited_ms:
                found.setdefault("wait", []).append(timed.waited_ms)
    order = [stage for stage in ("hear", "wait", "agent", "say") if stage in found]
    return [
        Latency(stage, len(values), percentile(values, 0.5), percentile(values, 0.95))
        for stage in order
        for values in [sorted(found[stage])]
    ]
