"""How concise judges find the answer of a dialogue, beside the estimate of the rule."""

from evaluation.conditions import ONE_TONGUE
from evaluation.majority import Judgements, majority
from evaluation.spec import Measured, judged_metric, ratio, unscored
from scenarios.schema import Scenario
from simulator.trajectory import Trajectory

NAME = "conciseness_judged"
RUBRIC = "kpi_conciseness"
LOWEST, HIGHEST = 1, 3
"""The grades of the rubric, those of the rule as well. Source: LoCar, KPI conciseness."""


@judged_metric(NAME, kinds=("dialogue",), scale="grade", title="conciseness, 1 to 3 (judges)", steady=ONE_TONGUE)
def score_conciseness_judged(
    trajectory: Trajectory, scenario: Scenario, judgements: Judgements = ()
) -> Measured | None:
    """Median grade of the judges, 3 concise to 1 too long; absent where none was asked. Source: LoCar, conciseness."""
    told = majority(RUBRIC, judgements, graded=True)
    if told is None:
        return None
    if told.value is None:
        return unscored(NAME, f"judges: {told.reason}", told.evidence)
    return ratio(NAME, LOWEST + told.value * (HIGHEST - LOWEST), 1, told.evidence)
