"""Latency figures from recorded wall times."""

import pytest
from drives import Drive, scenario

from evaluation.latency import Latency, LatencyGathering, percentile
from simulator.events import Timed
from simulator.trajectory import Trajectory


@pytest.mark.parametrize(
    ("count", "share", "value"),
    [
        (1, 0.5, 1),
        (2, 0.5, 1),
        (3, 0.5, 2),
        (4, 0.5, 2),
        (100, 0.5, 50),
        (100, 0.95, 95),
        (20, 0.95, 19),
        (21, 0.95, 20),
    ],
)
def test_nearest_rank(count: int, share: float, value: float) -> None:
    assert percentile([float(number) for number in range(1, count + 1)], share) == value


def timed(*stages: tuple[str, float]) -> Trajectory:
    drive = Drive(scenario())
    for stage, duration_ms in stages:
        event = {"seq": 1, "turn": 0, "at_ms": 0, "type": "timed", "stage": stage, "duration_ms": duration_ms}
        drive.trajectory.append(Timed.model_validate(event))
    return drive.trajectory


def latencies(*trajectories: Trajectory) -> list[Latency]:
    gathering = LatencyGathering()
    assert list(gathering.passing(trajectories)) == list(trajectories)
    return gathering.latencies()


def test_stages_come_in_the_order_of_a_turn_and_pool_all_sessions() -> None:
    found = latencies(timed(("say", 3), ("agent", 9)), timed(("agent", 1), ("hear", 5), ("agent", 2)))
    assert found == [Latency("hear", 1, 5, 5), Latency("agent", 3, 2, 9), Latency("say", 1, 3, 3)]


def test_waiting_for_a_turn_is_a_row_of_its_own() -> None:
    drive = Drive(scenario())
    for waited_ms in (0.0, 900.0, 0.0):
        event = {"seq": 1, "turn": 0, "at_ms": 0, "stage": "agent", "duration_ms": 20.0, "waited_ms": waited_ms}
        drive.trajectory.append(Timed.model_validate(event))
    assert latencies(drive.trajectory) == [Latency("wait", 1, 900, 900), Latency("agent", 3, 20, 20)]


def test_nothing_measured_gives_no_row() -> None:
    assert latencies(timed()) == []
