"""What a sweep found, in cells and sentences; every way of writing it down uses these."""

from collections.abc import Sequence

from evaluation.robustness_spec import (
    CLEAN,
    MEASURES,
    QUIET,
    Axis,
    Curve,
    Halving,
    Measure,
    Point,
    Robustness,
    Slope,
    Tax,
)
from evaluation.spec import METRICS
from evaluation.summary import Interval, MetricSummary
from evaluation.sweep_blame import LevelBlame
from evaluation.sweeps import StoredSweep
from simulator.channel import LANGUAGES
from simulator.language.counted import counted

AXES: dict[Axis, str] = {"error_rate": "simulated recognition errors", "snr_db": "speech in noise"}
DOSE_NAMES = {"wer": "WER", "cer": "CER"}
MEASURE_NAMES: dict[Measure, str] = {"pass_rate": "pass rate", "score": "SCORE"}
NONE = "-"
BLAME_HEADER = ("level", "", "heard", "failed", "ears", "brain", "undecided", "could ask", "could not", "slots lost")
BLAME_MEANING = (
    "ears: passes clean; brain: fails clean, too; could ask: of the ears' failures, those in which something that was "
    "heard showed that it was wrong. 'dashtalk blame RUN' tells more of one level."
)
FEW = 10
"""Below so many scenarios a percentile bootstrap covers the truth clearly less often than it says."""
_MOST_NAMED = 12


def figure(value: float | None) -> str:
    """Return a figure with three decimals, a dash for none."""
    return NONE if value is None else f"{value:.3f}"


def with_interval(value: float | None, low: float | None, high: float | None) -> str:
    """Return a figure with its interval, as `0.500 [0.31, 0.69]`."""
    if value is None or low is None or high is None:
        return figure(value)
    return f"{value:.3f} [{low:.2f}, {high:.2f}]"


def _spanned(value: float | None, interval: Interval | None) -> str:
    return with_interval(value, interval.low if interval else None, interval.high if interval else None)


def _measured(found: MetricSummary | None) -> str:
    return NONE if found is None else figure(found.value)


def _taxed(tax: Tax | None) -> str:
    return NONE if tax is None else with_interval(tax.value, tax.low, tax.high)


def has_score(curve: Curve) -> bool:
    """Return whether SCORE can be given at any level."""
    return any(point.score is not None for point in curve.points)


def header(curve: Curve, *, narrow: bool = False) -> list[str]:
    """Return the names of a curve's columns; a `narrow` header goes with narrow cells."""
    names = ["level", "n", "pass rate", *(["SCORE"] if has_score(curve) else []), "tax", "pairs", "lost/gained"]
    names += ["noise alone"] if _has_noise(curve) else []
    return [*names, DOSE_NAMES[curve.dose_name], "slots lost", *([] if narrow else ["heard exactly"])]


def cells(curve: Curve, point: Point, *, narrow: bool = False) -> list[str]:
    """Return one level's row, as wide as the header.

    A `narrow` one, for terminals, leaves out the intervals of SCORE and noise, and what was heard exactly.
    """
    tax, noise = point.tax(), next(iter(point.noise_taxes), None)
    known = str(point.known) if point.known == point.planned else f"{point.known} of {point.planned}"
    row = [point.level.title, known, _spanned(point.pass_rate, point.pass_rate_interval)]
    if has_score(curve):
        row.append(figure(point.score) if narrow else _spanned(point.score, point.score_interval))
    row += [_taxed(tax), str(tax.pairs) if tax else NONE]
    row.append(f"{tax.lost}/{tax.gained}" if tax and tax.value is not None else NONE)
    if _has_noise(curve):
        row.append(figure(noise.value if noise else None) if narrow else _taxed(noise))
    row += [_measured(point.dose), _measured(point.slot_error_rate)]
    return row if narrow else [*row, _measured(point.sentence_exact)]


def _has_noise(curve: Curve) -> bool:
    return any(point.noise_taxes for point in curve.points)


def metric_rows(curve: Curve) -> list[list[str]]:
    """Return one row per component of the verdict, its mean at every level; none where nothing was scored."""
    names = sorted(
        {name for point in curve.points for name in point.metrics if name in METRICS and METRICS[name].component}
    )
    rows = [[name, *(_measured(point.metrics.get(name)) for point in curve.points)] for name in [*names, "turns"]]
    return [row for row in rows if any(cell != NONE for cell in row[1:])]


def sentences(curve: Curve, axis: Axis) -> list[str]:
    """Return what follows from a curve, a sentence each: slope, halving level, and how far the figures go."""
    measures = MEASURES if has_score(curve) else MEASURES[:1]
    found = []
    for measure in measures:
        found += [slope_line(slope, curve) for slope in curve.slopes if slope.measure == measure]
        found += [halving_line(half, curve, axis) for half in curve.halvings if half.measure == measure]
    found += _few(curve)
    found += _reasons(curve)
    found += _unseen(curve)
    return found + _missing_lines(curve)


def slope_line(slope: Slope, curve: Curve) -> str:
    """Return the slope in a sentence."""
    name = MEASURE_NAMES[slope.measure]
    if slope.value is None:
        return f"slope of the {name}: unscored: {slope.reason}"
    span = ""
    if slope.low is not None and slope.high is not None:
        span = f" [{slope.low:.2f}, {slope.high:.2f}]"
    fit = f", R² {slope.fit:.2f}" if slope.fit is not None else ""
    return (
        f"slope: {slope.value:+.2f}{span} {name} per 1.0 of measured {DOSE_NAMES[curve.dose_name]} "
        f"(straight line through {slope.levels} levels, the same {slope.sessions} sessions of {slope.scenarios} "
        f"scenarios at each{fit})"
    )


def halving_line(half: Halving, curve: Curve, axis: Axis) -> str:
    """Return where the score is halved in a sentence."""
    name = f"half of the clean {MEASURE_NAMES[half.measure]}"
    unit = " dB" if axis == "snr_db" else ""
    if half.state == "unscored":
        return f"{name}: unscored: {half.reason}"
    dose = f", at a measured {DOSE_NAMES[curve.dose_name]} of {half.dose:.2f}" if half.dose is not None else ""
    span = _half_span(half, axis, unit)
    if half.state == "not reached":
        return f"{name}: not reached{span}"
    if half.value is None and half.span is not None:
        return f"{name}: between {_titled(half.span[0], unit)} and {_titled(half.span[1], unit)}{dose}{span}"
    return f"{name}: at {half.value:.3g}{unit}{dose}{span}"


def _titled(name: str, unit: str) -> str:
    return name if name in (CLEAN, QUIET) else f"{name}{unit}"


def _half_span(half: Halving, axis: Axis, unit: str) -> str:
    if not half.determined:
        return "; interval not determined"
    milder, harder = (half.high, half.low) if axis == "snr_db" else (half.low, half.high)
    mild = f"{milder:.3g}{unit}" if milder is not None else "before the first level with a number"
    hard = f"{harder:.3g}{unit}" if harder is not None else "beyond the last level"
    return f"; 95 % of drawn sweeps: {mild} to {hard}"


def _few(curve: Curve) -> list[str]:
    scenarios = max((point.scenarios for point in curve.points), default=0)
    if not 0 < scenarios < FEW:
        return []
    return [
        f"few scenarios ({scenarios}): intervals from drawing so few again are too short; play more of them before "
        "taking a difference for real"
    ]


def _reasons(curve: Curve) -> list[str]:
    told: dict[str, list[str]] = {}
    for point in curve.points:
        tax = point.tax()
        if tax is not None and tax.value is None:
            told.setdefault(tax.reason, []).append(point.level.title)
    return [f"tax at {', '.join(levels)}: unscored: {reason}" for reason, levels in told.items()]


def _unseen(curve: Curve) -> list[str]:
    told: dict[float, list[str]] = {}
    for point in curve.points:
        tax = point.tax()
        if tax is not None and tax.unseen is not None:
            told.setdefault(round(tax.unseen, 2), []).append(point.level.title)
    return [
        f"at {', '.join(levels)} no pair differed, as it would in one sweep of twenty if {share:.0%} of scenarios did"
        for share, levels in told.items()
    ]


def _missing_lines(curve: Curve) -> list[str]:
    told: dict[str, list[str]] = {}
    for one in curve.missing:
        told.setdefault(one.why, []).append(f"{one.scenario} trial {one.trial} at {one.level}")
    lines = []
    for why, names in told.items():
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        lines.append(f"no verdict, so no pair: {', '.join(names[:_MOST_NAMED])}{more}: {why}")
    return lines


def ways(curve: Curve) -> str:
    """Return which engines and which noise a curve is about, "" for none."""
    engines = sorted({name for point in curve.points for name in point.engines})
    noises = sorted({name for point in curve.points for name in point.noise})
    parts = [", ".join(engines), f"through {', '.join(noises)}" if noises else ""]
    return " ".join(part for part in parts if part)


def sweep_title(sweep: StoredSweep, status: str) -> str:
    """Return what a sweep is, in one line; `status` is told unless it is finished."""
    settings = sweep.settings
    trials = f", {settings['trials']} trials each" if settings.get("trials", 1) > 1 else ""
    more = "" if status == "finished" else f", {status}"
    return f"{sweep.id}: {settings.get('agent')} on {settings.get('suite')}, seed {settings.get('seed')}{trials}{more}"


def curve_title(curve: Curve, axis: Axis) -> str:
    """Return what a curve is about, in one line."""
    way = ways(curve) if axis == "snr_db" else ""
    scenarios = max((point.scenarios for point in curve.points), default=0)
    number = counted(scenarios, "scenario")
    return f"{LANGUAGES[curve.locale]}, {number}, {AXES[axis]}{f': {way}' if way else ''}"


def explanation(found: Robustness) -> list[str]:
    """Return how the figures are to be read."""
    doses = " and ".join(f"{DOSE_NAMES[name]} in {LANGUAGES[locale]}" for locale, name in _doses(found))
    trials = f" Pass^{found.trials} is used for SCORE." if found.trials > 1 else ""
    lines = [
        "tax: clean pass rate minus the pass rate here, over sessions with a verdict at both levels (same scenario, "
        "language, trial and seed). lost/gained: how many of these pairs passed only clean, or only here.",
        f"n: sessions that passed or failed. In brackets the middle 95 % of {found.resamples} sweeps whose scenarios "
        f"were drawn again, by kind; none where all of them agree.{trials}",
        f"Measured error: {doses or 'none'}. The slope is an ordinary least-squares line, every level weighing the "
        "same; half is interpolated between the two levels around it.",
    ]
    if found.axis == "snr_db":
        lines.append("clean: the words as meant; quiet: spoken and heard without noise; noise alone: quiet minus here.")
    return lines


def _doses(found: Robustness) -> list[tuple[str, str]]:
    return [(curve.locale, curve.dose_name) for curve in found.curves]


def blame_rows(blames: Sequence[LevelBlame]) -> list[list[str]]:
    """Return who failed, one row per level and language, as wide as `BLAME_HEADER`."""
    found = []
    for one in blames:
        for locale, group in one.groups.items():
            counts = (group.sessions, group.failed, group.ears, group.brain, group.undecided)
            asked = (group.could_ask, group.could_not_ask, group.lost_slots)
            found.append([one.level.title, LANGUAGES[locale], *map(str, (*counts, *asked))])
    return found
