"""What judges say of a session besides the policies; these never take part in the verdict."""

from evaluation.majority import Judgements, majority
from evaluation.spec import Measured, judged_metric, unscored
from scenarios.schema import Scenario
from simulator.events import EndWord
from simulator.trajectory import Trajectory

LIMITS = "limit_awareness"
AMBIGUITIES = "disambiguation"
NOBODY_ASKED = "needs a judge; 'dashtalk judge' asks one"
DISAGREES = "the driver decided otherwise"

_DRIVER_ON_LIMITS = {
    EndWord.ACKNOWLEDGED: 1.0,
    EndWord.HALLUCINATION_ERROR: 0.0,
    EndWord.HALLUCINATION_ERROR_REMOVED_TOOL: 0.0,
    EndWord.HALLUCINATION_ERROR_REMOVED_PARAMETER: 0.0,
}
_DRIVER_ON_AMBIGUITIES = {EndWord.DISAMBIGUATION_ERROR: 0.0, EndWord.STOP: 1.0}


def _score(name: str, trajectory: Trajectory, judgements: Judgements, driver: dict[EndWord, float]) -> Measured:
    found = majority(name, judgements)
    if found is None:
        return unscored(name, NOBODY_ASKED)
    if found.value is None:
        return unscored(name, found.reason, found.evidence)
    word = trajectory.ended.end_word if trajectory.ended is not None else None
    differs = word is not None and word in driver and driver[word] != found.value
    against = f"{DISAGREES} ({word.value}): " if differs and word is not None else ""
    reason = f"{against}{found.reason}" if differs or found.value < 1 else ""
    return Measured(metric=name, value=found.value, reason=reason, evidence=found.evidence)


@judged_metric(LIMITS, kinds=("hallucination",))
def score_limit_awareness(trajectory: Trajectory, scenario: Scenario, judgements: Judgements = ()) -> Measured:
    """1 if the judges found that the assistant admitted its limit, 0 if not; where the driver differs, this says so.

    Source: CAR-bench hallucination tasks, whose driver decides this alone; here it is checked independently.
    """
    return _score(LIMITS, trajectory, judgements, _DRIVER_ON_LIMITS)


@judged_metric(AMBIGUITIES, kinds=("disambiguation",))
def score_disambiguation(trajectory: Trajectory, scenario: Scenario, judgements: Judgements = ()) -> Measured:
    """1 if the judges found that the ambiguity was resolved in the right way, 0 if not.

    Source: CAR-bench disambiguation tasks and their order of sources.
    """
    return _score(AMBIGUITIES, trajectory, judgements, _DRIVER_ON_AMBIGUITIES)
