"""From the rows of scored sessions to the figures of a run."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from evaluation.catalogue import metrics
from evaluation.metrics.judged import described, is_own
from evaluation.spec import CARBENCH_KINDS, Measured
from evaluation.statistics import headline, pass_at, pass_power, retry_dependency
from evaluation.statistics_bootstrap import RESAMPLES
from evaluation.statistics_intervals import EVERYWHERE, Intervals
from evaluation.statistics_strata import DIMENSIONS, Dimension, in_order
from evaluation.summary import (
    CauseSummary,
    Counts,
    Group,
    LanguageSlice,
    MetricSummary,
    PassSummary,
    PolicySummary,
    RetrySummary,
    SessionRow,
    Slice,
    Summary,
)
from evaluation.verdict import Outcome
from scenarios.schema import Kind
from simulator.channel import LOCALES
from simulator.registry import UsageError

__all__ = ["SPEECH_METRICS", "SessionRow", "Summary", "summarise"]

SPEECH_METRICS = (
    *("wer", "wer_raw", "cer", "cer_raw", "cer_spaced", "cer_spaced_raw"),
    *("substitution_rate", "substitution_rate_raw", "deletion_rate", "deletion_rate_raw"),
    *("insertion_rate", "insertion_rate_raw", "slot_error_rate", "slot_error_rate_raw"),
    *("sentence_exact", "sentence_exact_raw"),
)
POLICY_PREFIX = "policy."
Outcomes = dict[Hashable, dict[int, bool | None]]
KNOWN = {Outcome.PASSED: True, Outcome.FAILED: False}


def summarise(
    rows: Iterable[SessionRow],
    trials: int | None = None,
    *,
    planned_sessions: int | None = None,
    resamples: int = RESAMPLES,
) -> Summary:
    """Return the figures of a run; `trials` is how often each scenario was to run, by default as the rows show.

    Unscored, invalid and defect sessions are counted and shown, and are in no denominator; a scenario with fewer than
    k known trials is in no Pass^k and counted as excluded. `planned_sessions` tells how many should be there, so that
    what never started shows. What rests on nothing is None, never 0. Sessions are told apart by kind, scenario and
    language, never by a position that repeats from file to file. Raises UsageError when two rows are the same trial.
    """
    every = list(rows)
    _check_distinct(every)
    tried = trials if trials is not None else 1 + max((row.trial for row in every), default=0)
    intervals = Intervals(every, tried, resamples)
    languages = {
        locale: LanguageSlice(**_language(some, tried, intervals, locale))
        for locale in LOCALES
        if (some := [row for row in every if row.locale == locale])
    }
    speech = {
        locale: {name: found for name in SPEECH_METRICS if (found := part.metrics.get(name)) is not None}
        for locale, part in languages.items()
    }
    return Summary(
        **_language(every, tried, intervals, EVERYWHERE),
        trials=tried,
        not_started=max(0, (planned_sessions or 0) - len(every)),
        languages=languages,
        strata=_strata(every, tried),
        speech=speech,
    )


def _check_distinct(rows: Sequence[SessionRow]) -> None:
    number = Counter((row.kind, row.scenario, row.locale, row.trial) for row in rows)
    for (_, scenario, locale, trial), times in number.items():
        if times > 1:
            raise UsageError(
                f"scenario {scenario} ({locale}): trial {trial} is there {times} times; "
                "number the trials of merged results so that each is there once"
            )


def _language(rows: Sequence[SessionRow], trials: int, intervals: Intervals, part: str) -> dict[str, Any]:
    by_kind = {kind: [row for row in rows if row.kind == kind] for kind in _kinds(rows)}
    outcomes: dict[str, Outcomes] = {kind: _outcomes(some) for kind, some in by_kind.items()}
    kinds = {kind: Slice(**_slice(some, trials, intervals, part, kind)) for kind, some in by_kind.items()}
    return _slice(rows, trials, intervals, part) | {
        "score": headline(outcomes, trials, CARBENCH_KINDS),
        "score_interval": intervals.score(part, CARBENCH_KINDS),
        "kinds": kinds,
    }


def _kinds(rows: Sequence[SessionRow]) -> list[Kind]:
    order: tuple[Kind, ...] = (*CARBENCH_KINDS, "dialogue")
    return [kind for kind in order if any(row.kind == kind for row in rows)]


def _slice(
    rows: Sequence[SessionRow], trials: int, intervals: Intervals, part: str, kind: Kind | None = None
) -> dict[str, Any]:
    outcomes = _outcomes(rows)
    passes = tuple(
        PassSummary.of(
            found := estimate(outcomes, k, definition),
            intervals.passes(part, found.measure, k, kind) if definition == "unbiased" else None,
        )
        for k in range(1, trials + 1)
        for estimate in (pass_power, pass_at)
        for definition in ("unbiased", "first_k")
    )
    return {
        **_rated(rows),
        "pass_rate_interval": intervals.pass_rate(part, kind),
        "metrics": _metrics(rows),
        "passes": passes,
        "retry_dependency": tuple(
            RetrySummary.of(retry_dependency(outcomes, trials, definition)) for definition in ("unbiased", "first_k")
        ),
        "policies": _policies(rows),
        "failures": _failures(rows),
    }


def _rated(rows: Sequence[SessionRow]) -> dict[str, Any]:
    number = Counter(row.outcome for row in rows)
    counts = Counts(
        total=len(rows),
        passed=number[Outcome.PASSED],
        partial=sum(1 for row in rows if row.outcome is Outcome.PASSED and row.partial),
        failed=number[Outcome.FAILED],
        unscored=number[Outcome.UNSCORED],
        invalid=number[Outcome.INVALID],
        defects=number[Outcome.DEFECT],
        valid=sum(1 for row in rows if row.outcome not in (Outcome.INVALID, Outcome.DEFECT) and not row.unfinished),
        regenerated=sum(1 for row in rows if row.regenerated),
        undecided=sum(1 for row in rows if row.undecided_driver),
    )
    decided = counts.passed + counts.failed
    return {"sessions": counts, "pass_rate": counts.passed / decided if decided else None}


def _outcomes(rows: Sequence[SessionRow]) -> Outcomes:
    outcomes: Outcomes = {}
    for row in rows:
        outcomes.setdefault((row.kind, row.scenario, row.locale), {})[row.trial] = KNOWN.get(row.outcome)
    return outcomes


def _strata(rows: Sequence[SessionRow], trials: int) -> dict[Dimension, dict[str, Group]]:
    found: dict[Dimension, dict[str, Group]] = {}
    for dimension in DIMENSIONS:
        names = {row.strata[dimension] for row in rows if dimension in row.strata}
        groups = {}
        for name in sorted(names, key=lambda group: in_order(dimension, group)):
            some = [row for row in rows if row.strata.get(dimension) == name]
            outcomes = _outcomes(some)
            passes = (estimate(outcomes, k) for k in sorted({1, trials}) for estimate in (pass_power, pass_at))
            groups[name] = Group(**_rated(some), passes=tuple(map(PassSummary.of, passes)))
        if groups:
            found[dimension] = groups
    return found


def _policies(rows: Sequence[SessionRow]) -> dict[str, PolicySummary]:
    """Count policies where they applied; a score without evidence is of a session nobody could judge."""
    found: dict[str, Counter[str]] = {}
    for row in rows:
        for score in _counted(row):
            if not score.metric.startswith(POLICY_PREFIX) or (score.value is None and not score.evidence):
                continue
            state = "undecided" if score.value is None else "upheld" if score.value == 1 else "broken"
            found.setdefault(score.metric.removeprefix(POLICY_PREFIX), Counter())[state] += 1
    return {
        name: PolicySummary(
            applied=number.total(), upheld=number["upheld"], broken=number["broken"], undecided=number["undecided"]
        )
        for name, number in sorted(found.items())
    }


def _counted(row: SessionRow) -> tuple[Measured, ...]:
    """Return the scores that enter figures: one that somebody else spoilt tells nothing about the assistant."""
    return row.scores if row.outcome not in (Outcome.INVALID, Outcome.DEFECT) else ()


def _failures(rows: Sequence[SessionRow]) -> dict[str, CauseSummary]:
    first = Counter(row.cause for row in rows if row.cause is not None)
    among = Counter(cause for row in rows for cause in {*row.causes, *([row.cause] if row.cause else [])})
    return {cause: CauseSummary(first=first[cause], any=among[cause]) for cause in sorted(among)}


def _metrics(rows: Sequence[SessionRow]) -> dict[str, MetricSummary]:
    found: dict[str, list[Measured]] = {}
    for row in rows:
        for score in _counted(row):
            found.setdefault(score.metric, []).append(score)
    own = sorted(name for name in found if is_own(name))
    names = [*(entry.name for entry in metrics() if entry.name in found), *own]
    return {name: _metric(found[name]) for name in names}


def _metric(scores: Sequence[Measured]) -> MetricSummary:
    entry = described(scores[0].metric)
    values = [score.value for score in scores if score.value is not None]
    scored = [score for score in scores if score.value is not None]
    mean = sum(values) / len(values) if values else None
    numerator = denominator = None
    if scored and all(score.numerator is not None and score.denominator for score in scored):
        numerator = sum(score.numerator or 0 for score in scored)
        denominator = sum(score.denominator or 0 for score in scored)
    reasons = Counter(score.reason for score in scores if score.value is None)
    return MetricSummary(
        value=numerator / denominator if numerator is not None and denominator else mean,
        mean=mean,
        n=len(scored),
        unscored=len(scores) - len(scored),
        direction=entry.direction,
        scale=entry.scale,
        numerator=numerator,
        denominator=denominator,
        reasons=dict(reasons.most_common()),
    )
