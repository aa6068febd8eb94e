"""What both state metrics share: when states cannot be compared, and how a difference is told."""

from evaluation.remembered import remembered
from evaluation.replay import final_state
from scenarios.schema import Scenario
from simulator.trajectory import Trajectory
from simulator.vehicle.change import Change

MOST_DIFFERENCES_TOLD = 4
MOST_EXPECTED_SET_CALLS = 12


@remembered
def not_comparable(trajectory: Trajectory, scenario: Scenario) -> str:
    """Return why states cannot be compared, or "" when they can."""
    if scenario.build_state().digest() != trajectory.started.digest:
        return "the scenario's initial state is not the one this session started from"
    ended = trajectory.ended
    if ended is not None and ended.digest and final_state(trajectory).digest() != ended.digest:
        return "the recorded changes do not lead to the recorded final state"
    return ""


def tell(changes: tuple[Change, ...]) -> str:
    """Say in words what differs: variable, found value, expected value."""
    told = [
        f"{change.path.partition('.')[2]} is {_shown(change.before)}, expected {_shown(change.after)}"
        for change in changes[:MOST_DIFFERENCES_TOLD]
    ]
    more = len(changes) - len(told)
    return "; ".join(told) + (f"; and {more} more" if more else "")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)
