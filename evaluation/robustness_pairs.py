"""The same sessions at several levels laid beside each other, scenario by scenario."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evaluation.robustness_spec import DOSES, Level, Measure, MissingPair
from evaluation.spec import CARBENCH_KINDS
from evaluation.statistics import all_of_k
from evaluation.statistics_bootstrap import Bounds, Resampled, Statistic
from evaluation.summary import SessionRow
from evaluation.verdict import Outcome
from scenarios.schema import Kind
from simulator.channel import Locale

Cell = tuple[str, Locale, int]
"""What makes two sessions a pair: scenario, language and trial; the seed follows from them."""

NOT_PLAYED = "it was not played"
_KNOWN = {Outcome.PASSED: True, Outcome.FAILED: False}


@dataclass(frozen=True, slots=True)
class LevelSessions:
    """The sessions of one level as they ended, with all that were planned; `engines` and `noise` by language.

    `damaged` names in one line each what cannot be read; those sessions have no verdict.
    """

    level: Level
    rows: tuple[SessionRow, ...]
    run: str = ""
    planned: tuple[Cell, ...] = ()
    engines: Mapping[Locale, tuple[str, ...]] = field(default_factory=dict)
    noise: Mapping[Locale, tuple[str, ...]] = field(default_factory=dict)
    damaged: tuple[str, ...] = ()


class Beside:
    """The sessions of one language by scenario, level and trial.

    What they add to each statistic is drawn, scenario by scenario, for all levels at once, so that whatever is computed
    from one drawn sweep is paired. `trials` is the K of Pass^K.
    """

    def __init__(self, levels: Sequence[LevelSessions], locale: Locale, trials: int, resamples: int) -> None:
        self._levels = levels
        self._locale = locale
        self._trials = trials
        self._rows: dict[tuple[str, int], dict[str, SessionRow]] = defaultdict(dict)
        self._kinds: dict[str, Kind] = {}
        for sessions in levels:
            for row in sessions.rows:
                if row.locale == locale:
                    self._rows[row.scenario, row.trial][sessions.level.name] = row
                    self._kinds[row.scenario] = row.kind
        names = [one.level.name for one in levels]
        self.played = tuple(name for name in names if any(self._verdict(key, name) is not None for key in self))
        """The levels at which at least one session passed or failed, mildest first."""
        self.complete = tuple(key for key in self if all(self._verdict(key, name) is not None for name in self.played))
        """The sessions with a verdict at all of them."""
        self._resamples = resamples

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(sorted(self._rows))

    def _verdict(self, key: tuple[str, int], level: str) -> bool | None:
        row = self._rows[key].get(level)
        return _KNOWN.get(row.outcome) if row is not None else None

    def pairs(self, level: str, reference: str) -> list[tuple[str, bool, bool]]:
        """Return scenario, verdict at the reference and verdict at the level of every session known at both."""
        found = []
        for key in self:
            before, after = self._verdict(key, reference), self._verdict(key, level)
            if before is not None and after is not None:
                found.append((key[0], before, after))
        return found

    def missing(self) -> tuple[MissingPair, ...]:
        """Return every session that has no verdict at some level, and why."""
        planned = {(cell[0], cell[2]) for one in self._levels for cell in one.planned if cell[1] == self._locale}
        found = []
        for scenario, trial in sorted(planned | set(self._rows)):
            for name in (one.level.name for one in self._levels):
                row = self._rows.get((scenario, trial), {}).get(name)
                if row is not None and row.outcome in _KNOWN:
                    continue
                why = NOT_PLAYED if row is None else _why(row)
                found.append(MissingPair(scenario=scenario, locale=self._locale, trial=trial, level=name, why=why))
        return tuple(found)

    def unmeasured(self, level: str) -> str:
        """Return why nothing that was heard at a level can be measured, "" when something can or none was played."""
        name = DOSES[self._locale]
        scores = [
            score
            for key in self
            if self._verdict(key, level) is not None
            for score in self._rows[key][level].scores
            if score.metric == name
        ]
        if not scores or any(score.value is not None for score in scores):
            return ""
        return scores[0].reason or "nothing that was heard can be measured"

    def differences(self, level: str, reference: str) -> "Shared":
        """Return what each scenario's pairs add to the difference of the two levels, reference minus level."""
        by_scenario: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
        for scenario, before, after in self.pairs(level, reference):
            by_scenario[scenario].append((before, after))
        found: dict[str, dict[Statistic, tuple[float, float]]] = {}
        for scenario, pairs in by_scenario.items():
            there, here = sum(before for before, _ in pairs), sum(after for _, after in pairs)
            known = len(pairs)
            shares: dict[Statistic, tuple[float, float]] = {"pass_rate": (float(there - here), float(known))}
            if known >= self._trials:
                drop = all_of_k(there, known, self._trials) - all_of_k(here, known, self._trials)
                shares["score"] = (drop, 1.0)
            found[scenario] = shares
        return self._shared(found)

    def curve(self) -> "Shared":
        """Return what the complete sessions add to score and dose at every level, as `(measure or "dose", level)`.

        The clean level, where nothing is recognised, has a dose of 0.
        """
        found: dict[str, dict[Statistic, tuple[float, float]]] = {}
        for scenario in dict.fromkeys(scenario for scenario, _ in self.complete):
            keys = [key for key in self.complete if key[0] == scenario]
            shares = found[scenario] = {}
            for level in self.played:
                passed = sum(bool(self._verdict(key, level)) for key in keys)
                shares["pass_rate", level] = (float(passed), float(len(keys)))
                if len(keys) >= self._trials:
                    shares["score", level] = (all_of_k(passed, len(keys), self._trials), 1.0)
                shares["dose", level] = self._dose(keys, level)
        return self._shared(found)

    def _dose(self, keys: Iterable[tuple[str, int]], level: str) -> tuple[float, float]:
        name = DOSES[self._locale]
        above = below = 0.0
        for key in keys:
            for score in self._rows[key][level].scores:
                if score.metric == name and score.numerator is not None and score.denominator is not None:
                    above, below = above + score.numerator, below + score.denominator
        return above, below

    def _shared(self, by_scenario: Mapping[str, Mapping[Statistic, tuple[float, float]]]) -> "Shared":
        strata: dict[str, list[Mapping[Statistic, tuple[float, float]]]] = defaultdict(list)
        for scenario in sorted(by_scenario):
            strata[self._kinds[scenario]].append(by_scenario[scenario])
        return Shared(strata, self._resamples)


class Shared:
    """Statistics over scenarios: their values, and the same in sweeps whose scenarios were drawn again.

    Those of measure `score` are the unweighted mean over base, hallucination and disambiguation, all others are pooled.
    """

    def __init__(self, strata: Mapping[str, Sequence[Mapping[Statistic, tuple[float, float]]]], resamples: int) -> None:
        self._strata = strata
        self._resampled = Resampled(strata, resamples)

    def value(self, name: Statistic, measure: Measure = "pass_rate") -> float | None:
        """Return a statistic; None when no scenario carries it, or for `score` when a kind is missing."""
        if measure == "pass_rate":
            return self._pooled(name, self._strata)
        parts = [self._pooled(name, (kind,)) for kind in CARBENCH_KINDS]
        known = [part for part in parts if part is not None]
        return sum(known) / len(parts) if len(known) == len(parts) else None

    def _pooled(self, name: Statistic, kinds: Iterable[str]) -> float | None:
        shares = [one[name] for kind in kinds for one in self._strata.get(kind, ()) if name in one]
        below = sum(share[1] for share in shares)
        return sum(share[0] for share in shares) / below if below else None

    def bounds(self, name: Statistic, measure: Measure = "pass_rate") -> Bounds | None:
        """Return the interval of a statistic, None when too few scenarios carry it."""
        if measure == "pass_rate":
            return self._resampled.interval(name)
        return self._resampled.mean_interval(name, CARBENCH_KINDS)

    def drawn(self, name: Statistic, measure: Measure = "pass_rate") -> list[float | None]:
        """Return a statistic in every drawn sweep, in the same order for all statistics."""
        if measure == "pass_rate":
            return self._resampled.drawn(name)
        return self._resampled.mean_drawn(name, CARBENCH_KINDS)

    @property
    def scenarios(self) -> int:
        """How many scenarios there are."""
        return sum(map(len, self._strata.values()))


def _why(row: SessionRow) -> str:
    reason = row.reasons[0] if row.reasons else ""
    return f"{row.outcome.value}: {reason}" if reason else row.outcome.value
