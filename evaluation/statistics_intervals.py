"""Intervals of a run's headline figures: all of them from one set of drawn runs."""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from evaluation.statistics import all_of_k, any_of_k
from evaluation.statistics_bootstrap import RESAMPLES, Bounds, Resampled, Shares
from evaluation.summary import Interval, SessionRow
from evaluation.verdict import Outcome
from scenarios.schema import Kind

EVERYWHERE = "all"
"""The part of a run that holds every language."""

_PASS_RATE = "pass_rate"


class Intervals:
    """The intervals of the pass rate, of Pass^k and Pass@k for k = 1 and all trials, and of the score.

    A scenario is drawn with all its languages and trials; a language has its own figures from the same draws. Nothing
    is drawn before the first question.
    """

    def __init__(self, rows: Iterable[SessionRow], trials: int, resamples: int = RESAMPLES) -> None:
        self._trials = trials
        self._resamples = resamples
        self._known: dict[str, dict[str, dict[str, list[bool]]]] = {}
        for row in rows:
            languages = self._known.setdefault(row.kind, {}).setdefault(row.scenario, {})
            outcomes = languages.setdefault(row.locale, [])
            if row.outcome in (Outcome.PASSED, Outcome.FAILED):
                outcomes.append(row.outcome is Outcome.PASSED)
        self._drawn: Resampled | None = None

    @property
    def _resampled(self) -> Resampled:
        if self._drawn is None:
            strata = {kind: [self._shares(one) for one in some.values()] for kind, some in self._known.items()}
            self._drawn = Resampled(strata, self._resamples)
        return self._drawn

    def _shares(self, languages: Mapping[str, Sequence[bool]]) -> Shares:
        found: dict[Hashable, tuple[float, float]] = {}
        for locale, outcomes in languages.items():
            for measure, share in self._measured(outcomes).items():
                for part in (locale, EVERYWHERE):
                    above, below = found.get((part, *measure), (0.0, 0.0))
                    found[part, *measure] = (above + share[0], below + share[1])
        return found

    def _measured(self, outcomes: Sequence[bool]) -> dict[tuple[str, int], tuple[float, float]]:
        passed, known = sum(outcomes), len(outcomes)
        if not known:
            return {}
        found: dict[tuple[str, int], tuple[float, float]] = {(_PASS_RATE, 0): (float(passed), float(known))}
        for k in {1, self._trials}:
            if known >= k:
                found["pass^k", k] = (all_of_k(passed, known, k), 1.0)
                found["pass@k", k] = (any_of_k(passed, known, k), 1.0)
        return found

    def pass_rate(self, part: str, kind: Kind | None = None) -> Interval | None:
        """Return the interval of the pass rate in one language, or `EVERYWHERE`, of one kind or of all."""
        return Interval.of(self._bounds((part, _PASS_RATE, 0), kind))

    def passes(self, part: str, measure: str, k: int, kind: Kind | None = None) -> Interval | None:
        """Return the interval of Pass^k or Pass@k; None for a k between 1 and the number of trials."""
        return Interval.of(self._bounds((part, measure, k), kind))

    def score(self, part: str, kinds: Sequence[Kind]) -> Interval | None:
        """Return the interval of the mean over kinds of Pass^k at k = all trials."""
        return Interval.of(self._resampled.mean_interval((part, "pass^k", self._trials), kinds))

    def _bounds(self, name: Hashable, kind: Kind | None) -> Bounds | None:
        return self._resampled.interval(name, None if kind is None else (kind,))
