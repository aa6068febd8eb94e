"""Whether the car was only ever on the way to where it should be."""

from evaluation.metrics.end_states import MOST_EXPECTED_SET_CALLS, not_comparable, tell
from evaluation.replay import Reachable, Replay, follows_requests, moments, nearest_state
from evaluation.spec import STATE_KINDS, Measured, failed, metric, passed, unscored
from scenarios.schema import Scenario
from simulator.trajectory import Trajectory

NAME = "r_actions_intermediate"


@metric(NAME, kinds=STATE_KINDS, component=True)
def score_intermediate_states(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """1 if after each step of the assistant some subset of the calls asked for so far explains the state, else 0.

    The subset may come in any order; what people, the scenario and the clock did is applied when it happened.
    Source: CAR-bench `r_actions_intermediate`, native profile: the reference samples at speech only and asks for a
    prefix of the listed order.
    """
    reason = not_comparable(trajectory, scenario)
    if reason:
        return unscored(NAME, reason)
    replay = Replay(scenario, trajectory.started.seed)
    if len(replay.expected) > MOST_EXPECTED_SET_CALLS:
        return unscored(NAME, f"more than {MOST_EXPECTED_SET_CALLS} expected calls change the car")
    reachable = Reachable(replay, by_request=follows_requests(trajectory))
    for moment in moments(trajectory):
        if moment.outside is not None:
            reachable.move(moment.outside)
        elif moment.request is not None:
            reachable.ask(moment.request)
        elif moment.state not in reachable:
            wrong = nearest_state(moment.state, reachable.states())
            return failed(NAME, f"after step {moment.step} {tell(wrong)}", (f"step {moment.step}",))
    return passed(NAME)
