"""The figures of a run, as they are printed and written to JSON."""

from typing import Literal

from pydantic import Field

from evaluation.spec import SCORING_VERSION, Direction, Measured, Scale
from evaluation.statistics import PassEstimate
from evaluation.verdict import Outcome
from scenarios.schema import Kind
from simulator.channel import Locale
from simulator.events import Frozen


class SessionRow(Frozen):
    """One scored session; `trial` counts from 0."""

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


class Counts(Frozen):
    """How sessions ended; `partial` ones are among the passed."""

    total: int = 0
    passed: int = 0
    partial: int = 0
    failed: int = 0
    unscored: int = 0
    invalid: int = 0
    defects: int = 0


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
    """One Pass^k or Pass@k with what it rests on; see `PassEstimate`."""

    measure: Literal["pass^k", "pass@k"]
    definition: Literal["unbiased", "first_k"]
    k: int
    value: float | None
    scenarios: int
    sessions: int
    excluded: int

    @classmethod
    def of(cls, estimate: PassEstimate) -> "PassSummary":
        """Take over an estimate."""
        return cls(
            measure=estimate.measure,
            definition=estimate.definition,
            k=estimate.k,
            value=estimate.value,
            scenarios=estimate.scenarios,
            sessions=estimate.sessions,
            excluded=estimate.excluded,
        )


class Slice(Frozen):
    """Some sessions of a run. `pass_rate` is passed / (passed + failed), None when there are none of either."""

    sessions: Counts
    pass_rate: float | None
    metrics: dict[str, MetricSummary]
    passes: tuple[PassSummary, ...]

    def passing(self, measure: str, k: int, definition: str = "unbiased") -> PassSummary | None:
        """Return one Pass^k or Pass@k, None when no scenario was tried that often."""
        found = (row for row in self.passes if (row.measure, row.k, row.definition) == (measure, k, definition))
        return next(found, None)


class LanguageSlice(Slice):
    """The sessions of one language, or of all.

    `score` is the mean of Pass^K over base, hallucination and disambiguation at K = `trials` of the summary.
    """

    score: float | None
    kinds: dict[Kind, Slice]


class Summary(LanguageSlice):
    """A whole run."""

    scoring_version: str = SCORING_VERSION
    trials: int
    languages: dict[Locale, LanguageSlice]
    speech: dict[Locale, dict[str, MetricSummary]]
    """The speech metrics of each language, pooled over its utterances."""
