"""What the policies find of a step or a speech, whoever else has a hand in the car."""

from collections.abc import Callable
from dataclasses import replace

from simulator.admission import Defect, explain
from simulator.events import PolicyFinding
from simulator.policies.spec import Situation
from simulator.trajectory import Step
from simulator.vehicle.state import VehicleState

DISTURBED = "a person changed the car while the assistant was at work, which made the difference"

Judge = Callable[[Situation], tuple[PolicyFinding, ...]]


def findings_of(
    judge: Judge, situation: Situation, at_turn: VehicleState, disturbed: bool
) -> tuple[PolicyFinding, ...]:
    """Return what the policies find; raises Defect when one of them breaks.

    Where a person at the controls has `disturbed` the assistant's turn, which began with the car `at_turn`, a finding
    that would be another without that is undecided.
    """
    found = _judged(judge, situation)
    if not disturbed:
        return found
    speaks = situation.step is None
    before = _after(at_turn, situation.turn_steps if speaks else situation.turn_steps[:-1])
    after = before if situation.step is None else _after(before, (situation.step,))
    alone = replace(situation, before=at_turn if speaks else before, after=after)
    return _undisturbed(found, _judged(judge, alone))


def _judged(judge: Judge, situation: Situation) -> tuple[PolicyFinding, ...]:
    try:
        return judge(situation)
    except Exception as error:
        raise Defect("policies", explain(error)) from error


def _after(state: VehicleState, steps: tuple[Step, ...]) -> VehicleState:
    """Return a state with what the calls of some steps changed."""
    for step in steps:
        for result in step.results:
            state = state.apply(result.changes)
    return state


def _undisturbed(found: tuple[PolicyFinding, ...], alone: tuple[PolicyFinding, ...]) -> tuple[PolicyFinding, ...]:
    settled: list[PolicyFinding] = []
    for policy in sorted({finding.policy for finding in (*found, *alone)}):
        seen = [finding for finding in found if finding.policy == policy]
        other = [finding for finding in alone if finding.policy == policy]
        if [finding.upheld for finding in seen] == [finding.upheld for finding in other]:
            settled += seen
        else:
            settled.append(PolicyFinding(policy=policy, applicable=True, upheld=None, reason=DISTURBED))
    return tuple(settled)
