"""All policies, and what they find in a situation."""

from simulator.events import PolicyFinding
from simulator.policies import (  # noqa: F401  (importing a domain registers its policies)
    climate,
    communication,
    conversation,
    lights,
    navigation,
    openings,
    routes,
    today,
)
from simulator.policies.spec import POLICIES, Policy, Situation, When, checks


def policies() -> tuple[Policy, ...]:
    """Return every policy once, in order of id; `sentence` is what an assistant is told."""
    return tuple(sorted(POLICIES.values(), key=lambda entry: entry.id))


def step_findings(situation: Situation) -> tuple[PolicyFinding, ...]:
    """Return what the policies find that a closed step decides, in order of id; rules that do not apply are absent."""
    return _findings("step", situation)


def speech_findings(situation: Situation) -> tuple[PolicyFinding, ...]:
    """Return what the policies find that are decided when the assistant speaks, in order of id."""
    return _findings("speech", situation)


def _findings(when: When, situation: Situation) -> tuple[PolicyFinding, ...]:
    found = (entry.finding(situation) for entry in checks(when))
    return tuple(finding for finding in found if finding is not None)
