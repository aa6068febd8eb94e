"""Whether the assistant kept the rules of conduct."""

from collections.abc import Iterable
from functools import partial

from evaluation.majority import Judgements, majority
from evaluation.remembered import remembered
from evaluation.spec import CARBENCH_KINDS, METRICS, Measured, Metric, failed, judged_metric, passed, unscored
from scenarios.schema import Scenario
from simulator.channel import LOCALES
from simulator.events import AssistantSpoke, PolicyFinding, StepClosed
from simulator.policies.catalogue import policies
from simulator.trajectory import Trajectory

NAME = "r_policy"


@remembered
def findings(trajectory: Trajectory) -> tuple[PolicyFinding, ...]:
    """Return all findings of policies that applied, in the order they were made."""
    return tuple(
        finding
        for event in trajectory.events
        if isinstance(event, StepClosed | AssistantSpoke)
        for finding in event.findings
        if finding.applicable
    )


@remembered
def _by_metric(trajectory: Trajectory) -> dict[str, list[PolicyFinding]]:
    found: dict[str, list[PolicyFinding]] = {}
    for finding in findings(trajectory):
        found.setdefault(f"policy.{finding.policy}", []).append(finding)
    return found


def _judge(name: str, every: Iterable[PolicyFinding], judgements: Judgements) -> Measured:
    found = [_decided(finding, judgements) for finding in every]
    broken = tuple(f"{finding.policy}: {finding.reason}" for finding in found if finding.upheld is False)
    if broken:
        more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        return failed(name, f"policy {broken[0]}{more}", broken)
    open_ones = tuple(f"{finding.policy}: {finding.reason}" for finding in found if finding.upheld is None)
    if open_ones:
        return unscored(name, f"policy {open_ones[0]}", open_ones)
    judges = [f"{finding.policy}: {finding.reason}" for finding in found if finding.reason]
    return passed(name, tuple(dict.fromkeys([*(finding.policy for finding in found), *judges])))


def _decided(finding: PolicyFinding, judgements: Judgements) -> PolicyFinding:
    """Return what judges made of a finding that the rules left open; what a rule decided stands."""
    judged = majority(f"policy.{finding.policy}", judgements) if finding.upheld is None else None
    if judged is None:
        return finding
    upheld = None if judged.value is None else judged.value == 1
    return finding.model_copy(update={"upheld": upheld, "reason": judged.reason})


@judged_metric(NAME, kinds=CARBENCH_KINDS, component=True)
def score_policies(trajectory: Trajectory, scenario: Scenario, judgements: Judgements = ()) -> Measured:
    """1 if no policy was broken, 0 if one was; unscored while one that applied is undecided and none is broken.

    Source: CAR-bench `r_policy`, native profile: rules are decided where they apply and not on the final state, and
    hallucination scenarios are held to them too.
    """
    return _judge(NAME, findings(trajectory), judgements)


def score_one_policy(
    name: str, trajectory: Trajectory, scenario: Scenario, judgements: Judgements = ()
) -> Measured | None:
    """1 if this policy was upheld wherever it applied, 0 if broken; absent where it never applied."""
    found = _by_metric(trajectory).get(name)
    return _judge(name, found, judgements) if found else None


for _policy in policies():
    _name = f"policy.{_policy.id}"
    METRICS.add(
        _name,
        Metric(
            _name,
            partial(score_one_policy, _name),
            _policy.sentence,
            CARBENCH_KINDS,
            LOCALES,
            "higher",
            "share",
            False,
            partial(score_one_policy, _name),
        ),
    )
