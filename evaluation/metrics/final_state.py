"""Whether the car ends as it should."""

from evaluation.metrics.end_states import not_comparable, tell
from evaluation.replay import Replay, final_state, key, moments, nearest_state
from evaluation.spec import STATE_KINDS, Measured, failed, metric, passed, unscored
from scenarios.schema import Scenario
from simulator.trajectory import Trajectory

NAME = "r_actions_final"


@metric(NAME, kinds=STATE_KINDS, component=True)
def score_final_state(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """1 if the car's final state is the one the expected calls lead to, else 0.

    What people, the scenario and the clock did to the car is applied to the expected state too, at any place that
    keeps the order of both. Everything a tool can set is compared, exactly.
    Source: CAR-bench `r_actions_final`, native profile.
    """
    reason = not_comparable(trajectory, scenario)
    if reason:
        return unscored(NAME, reason)
    outside = tuple(moment.outside for moment in moments(trajectory) if moment.outside is not None)
    goals = Replay(scenario, trajectory.started.seed).goals(outside)
    if not goals:
        return unscored(NAME, "the scenario's expected calls cannot be carried out in its own car")
    state = final_state(trajectory)
    if key(state) in goals:
        return passed(NAME)
    wrong = nearest_state(state, goals.values())
    evidence = tuple(f"{change.path}: {change.before!r}, expected {change.after!r}" for change in wrong)
    return failed(NAME, f"at the end {tell(wrong)}", evidence)
