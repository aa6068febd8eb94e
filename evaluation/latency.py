"""Latency of a run's stages, from the wall times recorded beside the trajectories."""

import math
from collections.abc import Iterable, Iterator
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


class LatencyGathering:
    """Gathers the wall times of sessions that pass by, so that others can look at them in the same reading."""

    def __init__(self) -> None:
        self._found: dict[str, list[float]] = {}

    def passing(self, trajectories: Iterable[Trajectory]) -> Iterator[Trajectory]:
        """Hand on the trajectories of sessions."""
        for trajectory in trajectories:
            for timed in trajectory.of(Timed):
                self._found.setdefault(timed.stage, []).append(timed.duration_ms)
                if timed.waited_ms:
                    self._found.setdefault("wait", []).append(timed.waited_ms)
            yield trajectory

    def latencies(self) -> list[Latency]:
        """Return the stages of what has passed so far, in the order they occur in a turn.

        `wait` are the messages of the assistant for which a call waited for its turn at an endpoint, by how long; that
        time is in no other stage.
        """
        order = [stage for stage in ("hear", "wait", "agent", "say") if stage in self._found]
        return [
            Latency(stage, len(values), percentile(values, 0.5), percentile(values, 0.95))
            for stage in order
            for values in [sorted(self._found[stage])]
        ]
