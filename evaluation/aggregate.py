"""From the rows of scored sessions to the figures of a run."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from evaluation.catalogue import metrics
from evaluation.spec import CARBENCH_KINDS, METRICS, Measured
from evaluation.statistics import headline, pass_at, pass_power
from evaluation.summary import Counts, LanguageSlice, MetricSummary, PassSummary, SessionRow, Slice, Summary
from evaluation.verdict import Outcome
from scenarios.schema import Kind
from simulator.channel import Locale

__all__ = ["SPEECH_METRICS", "SessionRow", "Summary", "summarise"]

LOCALES: tuple[Locale, ...] = ("ko", "en")
SPEECH_METRICS = ("wer", "cer", "slot_error_rate", "sentence_exact")


def summarise(rows: Iterable[SessionRow], trials: int | None = None) -> Summary:
    """Return the figures of a run; `trials` is how often each scenario was to run, by default as the rows show.

    Unscored, invalid and defect sessions are counted and shown, and are in no denominator. What rests on nothing is
    None, never 0.
    """
    every = list(rows)
    tried = trials if trials is not None else 1 + max((row.trial for row in every), default=0)
    languages = {
        locale: LanguageSlice(**_language(some, tried))
        for locale in LOCALES
        if (some := [row for row in every if row.locale == locale])
    }
    speech = {
        locale: {name: found for name in SPEECH_METRICS if (found := part.metrics.get(name)) is not None}
        for locale, part in languages.items()
    }
    return Summary(**_language(every, tried), trials=tried, languages=languages, speech=speech)


def _language(rows: Sequence[SessionRow], trials: int) -> dict[str, Any]:
    by_kind = {kind: [row for row in rows if row.kind == kind] for kind in _kinds(rows)}
    outcomes: dict[str, dict[Hashable, dict[int, bool | None]]] = {k: _outcomes(some) for k, some in by_kind.items()}
    return _slice(rows, trials) | {
        "score": headline(outcomes, trials, CARBENCH_KINDS),
        "kinds": {kind: Slice(**_slice(some, trials)) for kind, some in by_kind.items()},
    }


def _kinds(rows: Sequence[SessionRow]) -> list[Kind]:
    order: tuple[Kind, ...] = (*CARBENCH_KINDS, "dialogue")
    return [kind for kind in order if any(row.kind == kind for row in rows)]


def _slice(rows: Sequence[SessionRow], trials: int) -> dict[str, Any]:
    counts = _counts(rows)
    decided = counts.passed + counts.failed
    outcomes = _outcomes(rows)
    passes = tuple(
        PassSummary.of(estimate(outcomes, k, definition))
        for k in range(1, trials + 1)
        for estimate in (pass_power, pass_at)
        for definition in ("unbiased", "first_k")
    )
    return {
        "sessions": counts,
        "pass_rate": counts.passed / decided if decided else None,
        "metrics": _metrics(rows),
        "passes": passes,
    }


def _counts(rows: Sequence[SessionRow]) -> Counts:
    number = Counter(row.outcome for row in rows)
    return Counts(
        total=len(rows),
        passed=number[Outcome.PASSED],
        partial=sum(1 for row in rows if row.outcome is Outcome.PASSED and row.partial),
        failed=number[Outcome.FAILED],
        unscored=number[Outcome.UNSCORED],
        invalid=number[Outcome.INVALID],
        defects=number[Outcome.DEFECT],
    )


def _outcomes(rows: Sequence[SessionRow]) -> dict[Hashable, dict[int, bool | None]]:
    known = {Outcome.PASSED: True, Outcome.FAILED: False}
    outcomes: dict[Hashable, dict[int, bool | None]] = {}
    for row in rows:
        outcomes.setdefault((row.scenario, row.locale), {})[row.trial] = known.get(row.outcome)
    return outcomes


def _metrics(rows: Sequence[SessionRow]) -> dict[str, MetricSummary]:
    found: dict[str, list[Measured]] = {}
    for row in rows:
        for score in row.scores:
            found.setdefault(score.metric, []).append(score)
    return {entry.name: _metric(found[entry.name]) for entry in metrics() if entry.name in found}


def _metric(scores: Sequence[Measured]) -> MetricSummary:
    entry = METRICS[scores[0].metric]
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
