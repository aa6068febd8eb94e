"""The figures of a run, as they are printed and written to JSON."""

from typing import Literal

from pydantic import Field

from evaluation.spec import SCORING_VERSION, Direction, Measured, Scale
from evaluation.statistics import PassEstimate, RetryDependency
from evaluation.statistics_bootstrap import Bounds, telling
from evaluation.statistics_strata import Dimension
from evaluation.verdict import Outcome
from scenarios.dialogue import Domain, Kpi
from scenarios.schema import Kind
from simulator.channel import Locale
from simulator.events import Frozen

# Sums of floats may differ in their last digit where the draws do not differ.


class SessionRow(Frozen):
    """One scored session; `trial` counts from 0.

    `strata` are the groups it belongs to (see `strata_of`). `cause` is the first decisive cause of a failure and
    `causes` all of them, by the names of the failure taxonomy; None and empty for sessions that were not classified.
    `regenerated` attempts came before it in which the simulated driver went wrong. `undecided_driver`: judges were
    asked about that driver and came to no majority. `unfinished`: nobody knows its end, since it was interrupted or cut
    off, or cannot be read. `kpi` and `domain` are those of a dialogue.
    """

    session: str
    scenario: str
    kind: Kind
    locale: Locale
    trial: int
    outcome: Outcome
    partial: bool = False
    unscored: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    scores: tuple[Measured, ...] = ()
    strata: dict[Dimension, str] = Field(default_factory=dict)
    cause: str | None = None
    causes: tuple[str, ...] = ()
    regenerated: int = 0
    undecided_driver: bool = False
    unfinished: bool = False
    kpi: Kpi | None = None
    domain: Domain | None = None


class Counts(Frozen):
    """How sessions ended; `partial` ones are among the passed.

    In `valid` sessions nobody but the assistant decided the outcome; one that was broken off is none of them.
    `regenerated` sessions, valid or invalid, were run again because the simulated driver went wrong. In `undecided`
    ones judges came to no majority on that driver, who counts as valid then.
    """

    total: int = 0
    passed: int = 0
    partial: int = 0
    failed: int = 0
    unscored: int = 0
    invalid: int = 0
    defects: int = 0
    valid: int = 0
    regenerated: int = 0
    undecided: int = 0

    @property
    def coverage(self) -> float | None:
        """The share of all sessions that count, passed or failed; None where there are none."""
        return (self.passed + self.failed) / self.total if self.total else None


class Interval(Frozen):
    """A percentile bootstrap interval over scenarios: `low` to `high` at `level`; see `Resampled`."""

    low: float
    high: float
    level: float
    resamples: int
    scenarios: int

    @classmethod
    def of(cls, bounds: Bounds | None) -> "Interval | None":
        """Take over bounds that tell something, if there are any; see `telling`."""
        bounds = telling(bounds)
        if bounds is None:
            return None
        return cls(
            low=bounds.low,
            high=bounds.high,
            level=bounds.level,
            resamples=bounds.resamples,
            scenarios=bounds.scenarios,
        )


class MetricSummary(Frozen):
    """One metric over sessions.

    `value` is what counts: pooled over sessions (`numerator / denominator`) where the metric is a ratio, else the
    mean; None when nothing was scored. `n` sessions were scored, `unscored` were not: `reasons` tells why, with how
    often. `mean` is the plain mean of the sessions' scores.
    """

    value: float | None
    mean: float | None
    n: int
    unscored: int
    direction: Direction
    scale: Scale
    numerator: float | None = None
    denominator: float | None = None
    reasons: dict[str, int] = Field(default_factory=dict)


class PassSummary(Frozen):
    """One Pass^k or Pass@k with what it rests on; see `PassEstimate`. `interval` is given for the headline's k only."""

    measure: Literal["pass^k", "pass@k"]
    definition: Literal["unbiased", "first_k"]
    k: int
    value: float | None
    scenarios: int
    sessions: int
    excluded: int
    fewest: int = 0
    most: int = 0
    interval: Interval | None = None

    @classmethod
    def of(cls, estimate: PassEstimate, interval: Interval | None = None) -> "PassSummary":
        """Take over an estimate."""
        return cls(
            measure=estimate.measure,
            definition=estimate.definition,
            k=estimate.k,
            value=estimate.value,
            scenarios=estimate.scenarios,
            sessions=estimate.sessions,
            excluded=estimate.excluded,
            fewest=estimate.fewest,
            most=estimate.most,
            interval=interval,
        )


class RetrySummary(Frozen):
    """The retry dependency in one definition with what it rests on; see `RetryDependency`."""

    definition: Literal["unbiased", "first_k"]
    most_k: int
    value: float | None
    scenarios: int
    excluded: int

    @classmethod
    def of(cls, found: RetryDependency) -> "RetrySummary":
        """Take over a value."""
        return cls(
            definition=found.definition,
            most_k=found.most_k,
            value=found.value,
            scenarios=found.scenarios,
            excluded=found.excluded,
        )


class PolicySummary(Frozen):
    """One policy over the sessions that could be judged: in `applied` of them it applied.

    `applied` is `upheld + broken + undecided`; undecided is what neither a rule nor a judge has settled.
    """

    applied: int
    upheld: int
    broken: int
    undecided: int


class CauseSummary(Frozen):
    """How often a cause was the first decisive one of a failed session, and how often it was among the causes."""

    first: int
    any: int


class Group(Frozen):
    """Sessions that have something in common. `pass_rate` is passed / (passed + failed), None when there are none."""

    sessions: Counts
    pass_rate: float | None
    passes: tuple[PassSummary, ...]

    def passing(self, measure: str, k: int, definition: str = "unbiased") -> PassSummary | None:
        """Return one Pass^k or Pass@k, None when no scenario was tried that often."""
        found = (row for row in self.passes if (row.measure, row.k, row.definition) == (measure, k, definition))
        return next(found, None)


class Slice(Group):
    """Some sessions of a run with all that was measured in them."""

    metrics: dict[str, MetricSummary]
    pass_rate_interval: Interval | None = None
    retry_dependency: tuple[RetrySummary, ...] = ()
    policies: dict[str, PolicySummary] = Field(default_factory=dict)
    failures: dict[str, CauseSummary] = Field(default_factory=dict)


class LanguageSlice(Slice):
    """The sessions of one language, or of all.

    `score` is the mean of Pass^K over base, hallucination and disambiguation at K = `trials` of the summary.
    """

    score: float | None
    score_interval: Interval | None = None
    kinds: dict[Kind, Slice]


class Summary(LanguageSlice):
    """A whole run.

    `not_started` planned sessions have no row at all, and are in no count and no denominator. `strata` groups all
    sessions by number of expected calls and by the driver's persona; sessions without one are in no group of it.
    """

    scoring_version: str = SCORING_VERSION
    trials: int
    not_started: int = 0
    languages: dict[Locale, LanguageSlice]
    strata: dict[Dimension, dict[str, Group]] = Field(default_factory=dict)
    speech: dict[Locale, dict[str, MetricSummary]]
    """The speech metrics of each language, pooled over its utterances."""
