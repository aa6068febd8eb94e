"""What a metric is: a pure function of a trajectory and its scenario, with a name, a direction and a source."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from evaluation.conditions import ONE_ASSISTANT, Conditions, unsteady
from evaluation.majority import Judgements
from evaluation.remembered import remembered
from scenarios.schema import Kind, Scenario
from simulator.channel import LOCALES, Locale
from simulator.events import DefectRecorded, Score, Termination
from simulator.registry import Registry
from simulator.trajectory import Trajectory

SCORING_VERSION = "6"
"""Grows whenever a change makes scores of older runs incomparable; the changelog says which."""

ALL_KINDS: tuple[Kind, ...] = ("base", "hallucination", "disambiguation", "dialogue")
CARBENCH_KINDS: tuple[Kind, ...] = ("base", "hallucination", "disambiguation")
STATE_KINDS: tuple[Kind, ...] = ("base", "disambiguation")

Direction = Literal["higher", "lower"]
Scale = Literal["share", "count", "rate", "grade"]


class Measured(Score):
    """A score with what it was computed from.

    For ratios `numerator / denominator == value`, so that scores can be pooled over sessions (errors over reference
    words); both are None for anything else.
    """

    numerator: float | None = None
    denominator: float | None = None


Function = Callable[[Trajectory, Scenario], Measured | None]
JudgedFunction = Callable[[Trajectory, Scenario, Judgements], Measured | None]
F = TypeVar("F", bound=Function)
J = TypeVar("J", bound=JudgedFunction)


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric.

    `kinds` and `locales` say where it applies; elsewhere it is absent, which is not the same as unscored.
    `direction` says which way is better. `scale`: a share is 0..1, a rate 0 or more (word error rate), a count a whole
    number, a grade 1..3. `component` metrics take part in the verdict of a session. `judged` is the function of metrics
    that take stored judgements into account; none of them ever asks a judge. `title` is what tables call it where its
    name says too little. `steady` are the conditions that must stay what they are for the whole session: a person who
    changes one in mid-session leaves it unscored. Every score speaks of one assistant or of none.
    """

    name: str
    function: Function
    summary: str
    kinds: tuple[Kind, ...]
    locales: tuple[Locale, ...]
    direction: Direction
    scale: Scale
    component: bool
    judged: JudgedFunction | None = None
    title: str = ""
    steady: Conditions = ONE_ASSISTANT

    def score(self, trajectory: Trajectory, scenario: Scenario, judgements: Judgements = ()) -> Measured | None:
        """Return the score, unscored when the session cannot be judged, or None where the metric does not apply."""
        if scenario.kind not in self.kinds or trajectory.started.locale not in self.locales:
            return None
        reason = obstacle(trajectory)
        if reason:
            return unscored(self.name, reason)
        scored = (
            self.function(trajectory, scenario)
            if self.judged is None
            else self.judged(trajectory, scenario, judgements)
        )
        # Where it does not apply it stays absent.
        reason = unsteady(trajectory, self.steady) if scored is not None else ""
        return unscored(self.name, reason) if reason else scored


METRICS: Registry[Metric] = Registry("metric")


def metric(
    name: str,
    *,
    kinds: tuple[Kind, ...] = ALL_KINDS,
    locales: tuple[Locale, ...] = LOCALES,
    direction: Direction = "higher",
    scale: Scale = "share",
    component: bool = False,
    title: str = "",
    steady: Conditions = ONE_ASSISTANT,
) -> Callable[[F], F]:
    """Register a function as a metric; the first line of its docstring is the summary people read."""

    def register(function: F) -> F:
        summary = (function.__doc__ or name).strip().splitlines()[0]
        METRICS.add(
            name,
            Metric(name, function, summary, kinds, locales, direction, scale, component, title=title, steady=steady),
        )
        return function

    return register


def judged_metric(
    name: str,
    *,
    kinds: tuple[Kind, ...] = ALL_KINDS,
    locales: tuple[Locale, ...] = LOCALES,
    scale: Scale = "share",
    component: bool = False,
    title: str = "",
    steady: Conditions = ONE_ASSISTANT,
) -> Callable[[J], J]:
    """Register a function of a trajectory, its scenario and the stored judgements of it as a metric."""

    def register(function: J) -> J:
        summary = (function.__doc__ or "").strip().splitlines()[0]
        unjudged: JudgedFunction = function

        def alone(trajectory: Trajectory, scenario: Scenario) -> Measured | None:
            return unjudged(trajectory, scenario, ())

        METRICS.add(
            name, Metric(name, alone, summary, kinds, locales, "higher", scale, component, function, title, steady)
        )
        return function

    return register


def unscored(name: str, reason: str, evidence: tuple[str, ...] = ()) -> Measured:
    """Build a score that could not be determined; `reason` is one plain sentence."""
    return Measured(metric=name, value=None, reason=reason, evidence=evidence)


def passed(name: str, evidence: tuple[str, ...] = ()) -> Measured:
    """Build a full score."""
    return Measured(metric=name, value=1.0, evidence=evidence)


def failed(name: str, reason: str, evidence: tuple[str, ...] = ()) -> Measured:
    """Build a score of zero; `reason` is one plain sentence saying what went wrong."""
    return Measured(metric=name, value=0.0, reason=reason, evidence=evidence)


def ratio(name: str, numerator: float, denominator: float, evidence: tuple[str, ...] = ()) -> Measured:
    """Build a score that can be pooled; raises ZeroDivisionError for an empty denominator, which is unscored."""
    return Measured(
        metric=name,
        value=numerator / denominator,
        evidence=evidence,
        numerator=numerator,
        denominator=denominator,
    )


@remembered
def obstacle(trajectory: Trajectory) -> str:
    """Return why a session cannot be judged at all, or "" when it can."""
    for event in trajectory.of(DefectRecorded):
        return f"a defect ended the session: {event.where}: {event.message}"
    ended = trajectory.ended
    if ended is None:
        return "the session was cut off before its end"
    match ended.termination:
        case Termination.DEFECT:
            return f"a defect ended the session: {ended.detail or 'no details recorded'}"
        case Termination.USER_ERROR:
            return f"the simulated driver could not go on: {ended.detail or 'no details recorded'}"
        case Termination.INTERRUPTED:
            return "the session was interrupted"
        case Termination.TIMEOUT:
            return f"the session ran into the time limit{f': {ended.detail}' if ended.detail else ''}"
        case _:
            return ""
