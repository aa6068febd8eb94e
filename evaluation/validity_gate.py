"""A session's verdict with the simulated driver's own faults taken into account."""

from collections.abc import Iterable

from evaluation.majority import Judgements
from evaluation.validity import TRUSTED_DRIVERS, check_validity, problem
from evaluation.verdict import Outcome, SessionVerdict, score_session
from scenarios.schema import Scenario
from simulator.trajectory import Trajectory


def gated_score(
    trajectory: Trajectory,
    scenario: Scenario,
    require: Iterable[str] = (),
    *,
    validity: bool = True,
    judgements: Judgements = (),
) -> SessionVerdict:
    """Score a session; one whose driver did not keep its part is invalid, with the driver's faults as reasons.

    `validity` False scores it as it is, which compares with benchmarks that have no such gate. `judgements` are those
    stored for the session; those of the driver stand among its events. Raises UsageError for an unknown name in
    `require`.
    """
    verdict = score_session(trajectory, scenario, require, judgements)
    settled = verdict.outcome in (Outcome.DEFECT, Outcome.INVALID)
    if not validity or settled or trajectory.started.user in TRUSTED_DRIVERS:
        return verdict
    found = check_validity(trajectory, scenario)
    if found.valid:
        return verdict
    return verdict.model_copy(update={"outcome": Outcome.INVALID, "partial": False, "reasons": problem(found)})
