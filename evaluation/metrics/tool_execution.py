"""Whether the assistant's calls went through."""

from evaluation.spec import CARBENCH_KINDS, Measured, failed, metric, passed
from scenarios.schema import Scenario
from simulator.events import FaultKind
from simulator.trajectory import Trajectory

NAME = "r_tool_execution"


@metric(NAME, kinds=CARBENCH_KINDS, component=True)
def score_tool_execution(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """1 if no call of the assistant was refused for a fault of its own, else 0.

    Silent refusals never count. Using what a hallucination scenario took away is left to how the driver ends the
    session. Source: CAR-bench `r_tool_execution`; native counts bad arguments and unknown tools too.
    """
    forgiven = {FaultKind.SILENT} | ({FaultKind.REMOVED} if scenario.kind == "hallucination" else set())
    faults = tuple(
        f"{result.name}: {result.fault.message}"
        for step in trajectory.steps()
        for result in step.results
        if result.fault is not None and result.fault.kind not in forgiven
    )
    if not faults:
        return passed(NAME)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return failed(NAME, f"a call was refused: {faults[0]}{more}", faults)
