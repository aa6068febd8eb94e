"""How much a session took."""

from evaluation.spec import Measured, metric
from scenarios.schema import Scenario
from simulator.trajectory import Trajectory


def _count(name: str, number: int) -> Measured:
    return Measured(metric=name, value=float(number))


@metric("turns", direction="lower", scale="count")
def count_turns(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """How many times the driver spoke."""
    return _count("turns", trajectory.turns)


@metric("steps", direction="lower", scale="count")
def count_steps(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """How many messages with tool calls the assistant sent."""
    return _count("steps", len(trajectory.steps()))


@metric("calls", direction="lower", scale="count")
def count_calls(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """How many tools the assistant called, refused calls included."""
    return _count("calls", sum(len(step.calls) for step in trajectory.steps()))
