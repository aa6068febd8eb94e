"""Why a session failed: the first decisive cause and all causes, by rules, with the events they rest on."""

from collections.abc import Iterable
from dataclasses import dataclass

from evaluation.spec import Measured
from evaluation.taxonomy_causes import MEANINGS, Cause
from evaluation.taxonomy_rules import findings
from evaluation.taxonomy_session import view_of_session
from evaluation.taxonomy_view import View
from scenarios.schema import Scenario
from simulator.trajectory import Trajectory

__all__ = ["MEANINGS", "Cause", "Classification", "Evidence", "classify", "classify_session"]

_AT_ONCE = (
    Cause.POLICY,
    Cause.EXECUTION,
    Cause.FABRICATED,
    Cause.CONCEALED,
    Cause.PREMATURE,
    Cause.LOGIC,
)
"""Which of several causes at the same moment comes first: what is certain before what is concluded."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One cause with the event it was found at and one sentence saying what was found."""

    cause: Cause
    event: str
    reason: str


@dataclass(frozen=True, slots=True)
class Classification:
    """The first decisive cause, all causes in the order they came about, and the evidence for each.

    `first` is UNDETERMINED, and `causes` empty, where no rule names one; `evidence` then says what is known about it,
    if anything is.
    """

    first: Cause
    causes: tuple[Cause, ...]
    evidence: tuple[Evidence, ...]


def classify(view: View) -> Classification:
    """Return why a failed session failed, by the rules of `taxonomy_rules`.

    The first decisive cause is the earliest one that alone brought a scored component to 0. A session in which
    nothing was scored 0 is undetermined.
    """
    found = sorted(findings(view), key=lambda finding: (finding.position, _rank(finding.cause)))
    evidence = tuple(Evidence(finding.cause, _event(view, finding.position), finding.reason) for finding in found)
    causes = tuple(dict.fromkeys(item.cause for item in evidence if item.cause is not Cause.UNDETERMINED))
    return Classification(causes[0] if causes else Cause.UNDETERMINED, causes, evidence)


def classify_session(trajectory: Trajectory, scenario: Scenario, scores: Iterable[Measured]) -> Classification:
    """Return why a session played here failed."""
    return classify(view_of_session(trajectory, scenario, scores))


def _rank(cause: Cause) -> int:
    return _AT_ONCE.index(cause) if cause in _AT_ONCE else len(_AT_ONCE)


def _event(view: View, position: int) -> str:
    return view.moments[position].event if position < len(view.moments) else "end"
