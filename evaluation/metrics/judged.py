"""What judges say of a session besides the policies; these never take part in the verdict."""

import re
from collections.abc import Iterable

from evaluation.conditions import ONE_ASSISTANT, unsteady
from evaluation.majority import Judgements, majority
from evaluation.rubric import OWN_PREFIX, Likert, Rubric
from evaluation.spec import ALL_KINDS, METRICS, Measured, Metric, judged_metric, obstacle, unscored
from scenarios.schema import Scenario
from simulator.channel import LOCALES
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


def _score(
    name: str, trajectory: Trajectory, judgements: Judgements, driver: dict[EndWord, float], *, graded: bool = False
) -> Measured:
    found = majority(name, judgements, graded=graded)
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


_OWN_NAME = re.compile(re.escape(OWN_PREFIX) + r"[a-z][a-z0-9_]*")


def is_own(name: str) -> bool:
    """Return whether a metric is a rubric of a user's own, by its name."""
    return _OWN_NAME.fullmatch(name) is not None


def described(name: str) -> Metric:
    """Return a metric by name; a rubric of a user's own, which no registry knows, is a share of its best grade.

    Raises UsageError for an unknown name.
    """
    if not is_own(name):
        return METRICS[name]
    summary = f"What judges said to the rubric {name.removeprefix(OWN_PREFIX)}."
    return Metric(name, lambda trajectory, scenario: None, summary, ALL_KINDS, LOCALES, "higher", "share", False)


def score_own(
    own: Iterable[Rubric], trajectory: Trajectory, scenario: Scenario, judgements: Judgements
) -> tuple[Measured, ...]:
    """Score a session by the rubrics of a user's own that are asked of its kind; without judges they are unscored."""
    return tuple(_own_score(rubric, trajectory, judgements) for rubric in own if scenario.kind in rubric.kinds)


def _own_score(rubric: Rubric, trajectory: Trajectory, judgements: Judgements) -> Measured:
    reason = obstacle(trajectory) or unsteady(trajectory, ONE_ASSISTANT)
    if reason:
        return unscored(rubric.name, reason)
    return _score(rubric.name, trajectory, judgements, {}, graded=isinstance(rubric.scale, Likert))
