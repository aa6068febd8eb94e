"""Whether every expected tool was used."""

from evaluation.spec import STATE_KINDS, Measured, failed, metric, passed
from scenarios.schema import Scenario
from simulator.trajectory import Trajectory

NAME = "r_tool_subset"


@metric(NAME, kinds=STATE_KINDS, component=True)
def score_tool_subset(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """1 if the assistant called every tool that the expected calls name, else 0.

    Reading tools count like setting ones; arguments, order and outcome do not matter.
    Source: CAR-bench `r_tool_subset`.
    """
    called = {call.name for step in trajectory.steps() for call in step.calls}
    missing = tuple(dict.fromkeys(call.tool for call in scenario.expected if call.tool not in called))
    if not missing:
        return passed(NAME)
    verb = "was" if len(missing) == 1 else "were"
    return failed(NAME, f"{', '.join(missing)} {verb} never called", missing)
