"""What a sweep over levels of trouble says: its levels, points, differences and curves."""

from typing import Literal

from pydantic import Field

from evaluation.summary import Counts, Interval, MetricSummary
from simulator.channel import Locale
from simulator.events import Frozen

Axis = Literal["error_rate", "snr_db"]
Measure = Literal["pass_rate", "score"]
MEASURES: tuple[Measure, ...] = ("pass_rate", "score")

CLEAN = "clean"
"""The level at which the assistant reads what the driver meant; every sweep has it."""
QUIET = "quiet"
"""The level at which sessions are spoken and heard without noise."""
NO_SCORE = "SCORE needs base, hallucination and disambiguation scenarios with a verdict in every trial"
DOSES: dict[Locale, str] = {"en": "wer", "ko": "cer"}
"""The error rate that counts as the dose: by word in English, by syllable without spaces in Korean."""


class Level(Frozen):
    """One level of a sweep; `value` is the error rate or the ratio in dB that was asked for.

    The value of the clean level is 0 where errors are swept; where noise is, clean and quiet have none.
    """

    axis: Axis
    name: str
    value: float | None = None

    @property
    def title(self) -> str:
        """The level as people read it."""
        return f"{self.name} dB" if self.axis == "snr_db" and self.value is not None else self.name

    @property
    def stress(self) -> float | None:
        """How hard the level is on the values' own scale, growing with the trouble; None where it is not on it."""
        return self.value if self.value is None or self.axis == "error_rate" else -self.value


class MissingPair(Frozen):
    """A session that could not be compared; `trial` counts from 0, `level` is where it has no verdict."""

    scenario: str
    locale: Locale
    trial: int
    level: str
    why: str


class Tax(Frozen):
    """What a level cost against another one: the score there minus the score here, over the pairs known at both.

    `value` is -1..1, None with a `reason`. `low` and `high` are the paired bootstrap interval at 95 %, None when fewer
    than two scenarios carry it. Of `pairs` sessions of `scenarios` scenarios, `lost` passed there and not here, and
    `gained` the other way round. `unseen` is given where no pair differs: a share of scenarios so large that differ
    would be missed by one sweep in twenty.
    """

    against: str
    measure: Measure
    value: float | None
    low: float | None = None
    high: float | None = None
    pairs: int = 0
    scenarios: int = 0
    lost: int = 0
    gained: int = 0
    unseen: float | None = None
    reason: str = ""


class Point(Frozen):
    """One level in one language.

    `score` is the mean over kinds of Pass^K as in a run, None where a kind is missing. `dose` is the error rate that
    was measured (see `DOSES`), None where nothing was recognised. `engines` and `noise` are what the sessions recorded.
    `taxes` are the differences to the clean level, `noise_taxes` those to the quiet one.
    """

    level: Level
    run: str
    engines: tuple[str, ...] = ()
    noise: tuple[str, ...] = ()
    planned: int = 0
    sessions: Counts = Counts()
    scenarios: int = 0
    pass_rate: float | None = None
    pass_rate_interval: Interval | None = None
    score: float | None = None
    score_interval: Interval | None = None
    dose: MetricSummary | None = None
    slot_error_rate: MetricSummary | None = None
    sentence_exact: MetricSummary | None = None
    metrics: dict[str, MetricSummary] = Field(default_factory=dict)
    taxes: tuple[Tax, ...] = ()
    noise_taxes: tuple[Tax, ...] = ()

    @property
    def known(self) -> int:
        """How many sessions passed or failed."""
        return self.sessions.passed + self.sessions.failed

    def tax(self, measure: Measure = "pass_rate") -> Tax | None:
        """Return the difference to the clean level; None at that level itself."""
        return next((tax for tax in self.taxes if tax.measure == measure), None)


class Slope(Frozen):
    """How the score falls with the measured error rate: `score = intercept + value * error rate`.

    `value` is per 1.0 of the error rate, None with a `reason`. `low` and `high` come from scenarios drawn again, None
    when fewer than two. `fit` is R², the share of the levels' variance that the line explains, None where there is
    none. The line rests on `levels` levels and the same `sessions` sessions at each of them.
    """

    measure: Measure
    value: float | None
    intercept: float | None = None
    low: float | None = None
    high: float | None = None
    fit: float | None = None
    levels: int = 0
    sessions: int = 0
    scenarios: int = 0
    reason: str = ""


Reached = Literal["reached", "between", "not reached", "unscored"]


class Halving(Frozen):
    """Where the score first falls to half of the clean one.

    `reached`: `value` is the level, interpolated, and `dose` the measured error rate there, None where that is not
    known. `between`: it happens between the two levels of `span`, one of which has no number. `unscored` has a
    `reason`. `low` and `high` are the interval at 95 % in order of the values; an end that is None lies beyond the
    levels played when `determined`, otherwise there is no interval. `drawn` is the share of the drawn sweeps in which
    it is reached, None without an interval.
    """

    measure: Measure
    state: Reached
    value: float | None = None
    dose: float | None = None
    span: tuple[str, str] | None = None
    low: float | None = None
    high: float | None = None
    determined: bool = False
    drawn: float | None = None
    reason: str = ""


class Curve(Frozen):
    """All levels of one language, mildest first, and what follows from them.

    Slope and halving rest on the `complete` sessions, those with a verdict at every level that was played.
    """

    locale: Locale
    dose_name: str
    points: tuple[Point, ...]
    slopes: tuple[Slope, ...] = ()
    halvings: tuple[Halving, ...] = ()
    complete: int = 0
    missing: tuple[MissingPair, ...] = ()

    def point(self, name: str) -> Point | None:
        """Return the point of a level."""
        return next((point for point in self.points if point.level.name == name), None)


class Robustness(Frozen):
    """The curves of a sweep by language; every scenario is to be played `trials` times at every level."""

    axis: Axis
    trials: int
    resamples: int
    levels: tuple[Level, ...]
    curves: tuple[Curve, ...]

    def curve(self, locale: Locale) -> Curve | None:
        """Return the curve of a language."""
        return next((curve for curve in self.curves if curve.locale == locale), None)
