"""Robustness experiments: what speech, noise and recognition errors cost an assistant, from paired sessions."""

from collections.abc import Sequence

from evaluation.aggregate import summarise
from evaluation.robustness_curve import unseen_share
from evaluation.robustness_fits import halving_of, slope_of
from evaluation.robustness_pairs import Beside, LevelSessions
from evaluation.robustness_spec import CLEAN, DOSES, MEASURES, NO_SCORE, QUIET, Curve, Point, Robustness, Tax
from evaluation.statistics_bootstrap import RESAMPLES, telling
from simulator.channel import LOCALES, Locale

__all__ = ["LevelSessions", "Robustness", "robustness"]


def robustness(levels: Sequence[LevelSessions], trials: int = 1, resamples: int = RESAMPLES) -> Robustness:
    """Return curves, differences, slopes and halving levels of a sweep; the clean level comes first, the hardest last.

    Sessions are compared with their own pair, never with an average: same scenario, language and trial. What has no
    pair is named. Scenarios are drawn again with all their levels and trials, by kind. Raises ValueError when the first
    level is not the clean one, UsageError when a level holds a session twice.

    Source: Efron's percentile bootstrap of paired differences, clustered by scenario.
    """
    if not levels or levels[0].level.name != CLEAN:
        raise ValueError("a sweep begins with its clean level")
    spoken = {row.locale for one in levels for row in one.rows}
    spoken |= {locale for one in levels for _, locale, _ in one.planned}
    return Robustness(
        axis=levels[0].level.axis,
        trials=trials,
        resamples=resamples,
        levels=tuple(one.level for one in levels),
        curves=tuple(_curve(levels, locale, trials, resamples) for locale in LOCALES if locale in spoken),
    )


def _curve(levels: Sequence[LevelSessions], locale: Locale, trials: int, resamples: int) -> Curve:
    beside = Beside(levels, locale, trials, resamples)
    shared = beside.curve()
    asked = {one.level.name: one.level for one in levels}
    played = [asked[name] for name in beside.played]
    return Curve(
        locale=locale,
        dose_name=DOSES[locale],
        points=tuple(_point(one, beside, locale, trials, resamples) for one in levels),
        slopes=tuple(slope_of(measure, beside, shared, played) for measure in MEASURES),
        halvings=tuple(halving_of(measure, beside, shared, played) for measure in MEASURES),
        complete=len(beside.complete),
        missing=beside.missing(),
    )


def _point(one: LevelSessions, beside: Beside, locale: Locale, trials: int, resamples: int) -> Point:
    name = one.level.name
    rows = [row for row in one.rows if row.locale == locale]
    figures = summarise(rows, trials, resamples=resamples).languages.get(locale)
    planned = sum(1 for _, wanted, _ in one.planned if wanted == locale)
    point = Point(
        level=one.level,
        run=one.run,
        engines=one.engines.get(locale, ()),
        noise=one.noise.get(locale, ()),
        planned=planned or len(rows),
        taxes=() if name == CLEAN else _taxes(beside, name, CLEAN),
        noise_taxes=_taxes(beside, name, QUIET) if one.level.value is not None and QUIET in beside.played else (),
    )
    if figures is None:
        return point
    return point.model_copy(
        update={
            "sessions": figures.sessions,
            "scenarios": len({row.scenario for row in rows}),
            "pass_rate": figures.pass_rate,
            "pass_rate_interval": figures.pass_rate_interval,
            "score": figures.score,
            "score_interval": figures.score_interval,
            "dose": None if name == CLEAN else figures.metrics.get(DOSES[locale]),
            "slot_error_rate": None if name == CLEAN else figures.metrics.get("slot_error_rate"),
            "sentence_exact": None if name == CLEAN else figures.metrics.get("sentence_exact"),
            "metrics": figures.metrics,
        }
    )


def _taxes(beside: Beside, level: str, reference: str) -> tuple[Tax, ...]:
    pairs = beside.pairs(level, reference)
    lost = sum(before and not after for _, before, after in pairs)
    gained = sum(after and not before for _, before, after in pairs)
    scenarios = len({scenario for scenario, _, _ in pairs})
    shared = beside.differences(level, reference)
    unmeasured = beside.unmeasured(level)
    found = []
    for measure in MEASURES:
        facts = {"against": reference, "measure": measure, "pairs": len(pairs), "scenarios": scenarios}
        value = shared.value(measure, measure)
        if unmeasured or value is None:
            told = NO_SCORE if pairs and measure == "score" else f"no session has a verdict both here and {reference}"
            found.append(Tax.model_validate(facts | {"value": None, "reason": unmeasured or told}))
            continue
        bounds = telling(shared.bounds(measure, measure))
        facts |= {"value": value, "lost": lost, "gained": gained}
        facts |= {"low": bounds.low, "high": bounds.high} if bounds else {}
        facts |= {} if lost or gained else {"unseen": unseen_share(scenarios)}
        found.append(Tax.model_validate(facts))
    return tuple(found)
