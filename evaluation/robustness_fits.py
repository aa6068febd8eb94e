"""Slope and halving level of a dose-response curve, with intervals from scenarios drawn again."""

import math
from collections.abc import Sequence

from evaluation.robustness_curve import half_crossing, least_squares, nearest_rank
from evaluation.robustness_pairs import Beside, Shared
from evaluation.robustness_spec import CLEAN, NO_SCORE, Halving, Level, Measure, Slope
from evaluation.statistics_bootstrap import FEWEST_SCENARIOS, LEVEL, NO_WIDTH, quantile

_TAIL = (1 - LEVEL) / 2
# A line through two points fits whatever it is given.
_FEWEST_LEVELS = 3


def slope_of(measure: Measure, beside: Beside, shared: Shared, played: Sequence[Level]) -> Slope:
    """Fit score against measured error rate over the levels, all of which weigh the same.

    Source: ordinary least squares through the levels' scores; the interval from refitting it to drawn scenarios.
    """
    facts = {"measure": measure, "levels": len(played), "sessions": len(beside.complete), "scenarios": shared.scenarios}

    def without(reason: str) -> Slope:
        return Slope.model_validate(facts | {"value": None, "reason": reason})

    if len(played) < _FEWEST_LEVELS:
        return without(f"a slope needs {_FEWEST_LEVELS} levels with verdicts, clean included; there are {len(played)}")
    if not beside.complete:
        return without("no session has a verdict at every level")
    for level in played[1:]:
        if reason := beside.unmeasured(level.name):
            return without(f"{level.name}: {reason}")
    doses = [_first_clean(shared.value(("dose", level.name)), level) for level in played]
    scores = [shared.value((measure, level.name), measure) for level in played]
    if None in scores:
        return without(NO_SCORE)
    line = least_squares(_points(doses, scores))
    if line is None or None in doses:
        return without("the measured error rate is the same at every level, or was not measured at one of them")
    doses_drawn = [_drawn_doses(shared, level) for level in played]
    scores_drawn = [shared.drawn((measure, level.name), measure) for level in played]
    lines = []
    for xs, ys in zip(zip(*doses_drawn, strict=True), zip(*scores_drawn, strict=True), strict=True):
        points = _points(xs, ys)
        if len(points) == len(played) and (drawn := least_squares(points)) is not None:
            lines.append(drawn.slope)
    found = facts | {"value": line.slope, "intercept": line.intercept, "fit": line.fit}
    if shared.scenarios >= FEWEST_SCENARIOS and lines:
        lines.sort()
        low, high = quantile(lines, _TAIL), quantile(lines, 1 - _TAIL)
        found |= {"low": low, "high": high} if high - low >= NO_WIDTH else {}
    return Slope.model_validate(found)


def _first_clean(dose: float | None, level: Level) -> float | None:
    return 0.0 if level.name == CLEAN else dose


def _drawn_doses(shared: Shared, level: Level) -> list[float | None]:
    drawn = shared.drawn(("dose", level.name))
    return [0.0] * len(drawn) if level.name == CLEAN else drawn


def _points(xs: Sequence[float | None], ys: Sequence[float | None]) -> list[tuple[float, float]]:
    return [(x, y) for x, y in zip(xs, ys, strict=True) if x is not None and y is not None]


def halving_of(measure: Measure, beside: Beside, shared: Shared, played: Sequence[Level]) -> Halving:
    """Find the level at which the score is half of the clean one, and how sure that is.

    In a drawn sweep that never gets there it lies beyond the last level, in one that gets there before the first level
    with a number it lies before that. A drawn sweep whose clean score is 0 has no half; where that is so in
    more than one of twenty there is no interval.
    Source: linear interpolation between levels; Efron's percentile bootstrap over scenarios.
    """
    facts: dict[str, object] = {"measure": measure, "state": "unscored"}
    scores = [shared.value((measure, level.name), measure) for level in played]
    known = [score for score in scores if score is not None]
    reason = ""
    if len(played) < 2 or not beside.complete or played[0].name != CLEAN:
        reason = "no session has a verdict clean and at another level"
    elif len(known) < len(scores):
        reason = NO_SCORE
    elif known[0] <= 0:
        reason = "the clean score is 0, which has no half"
    reason = reason or next((why for level in played[1:] if (why := beside.unmeasured(level.name))), "")
    if reason:
        return Halving.model_validate(facts | {"reason": reason})
    stresses = [level.stress for level in played]
    crossing = half_crossing(known)
    sign = -1 if played[0].axis == "snr_db" else 1
    if crossing is None:
        facts["state"] = "not reached"
    else:
        stress = crossing.at(stresses)
        facts["state"] = "between" if stress is None else "reached"
        facts["span"] = (played[crossing.before].name, played[crossing.after].name)
        facts["value"] = None if stress is None else sign * stress
        facts["dose"] = crossing.at([_first_clean(shared.value(("dose", level.name)), level) for level in played])
    if shared.scenarios < FEWEST_SCENARIOS:
        return Halving.model_validate(facts)
    columns = [shared.drawn((measure, level.name), measure) for level in played]
    drawn = _drawn_halves(list(zip(*columns, strict=True)), stresses)
    if len(drawn) < LEVEL * len(columns[0]):
        return Halving.model_validate(facts)
    ends = [nearest_rank(drawn, _TAIL), nearest_rank(drawn, 1 - _TAIL)]
    low, high = [None if math.isinf(end) else sign * end for end in ends][::sign]
    if low is not None and high is not None and abs(high - low) < NO_WIDTH:
        # Every drawn sweep said the same, which shows that there was nothing to draw from, not certainty.
        return Halving.model_validate(facts)
    reached = sum(1 for half in drawn if half != math.inf) / len(drawn)
    facts |= {"low": low, "high": high, "drawn": reached, "determined": low is not None or high is not None}
    return Halving.model_validate(facts)


def _drawn_halves(sweeps: Sequence[Sequence[float | None]], stresses: Sequence[float | None]) -> list[float]:
    """Return the stress at half in every drawn sweep that has one, ordered; infinite where beyond the levels."""
    found = []
    for scores in sweeps:
        known = [score for score in scores if score is not None]
        if len(known) < len(scores) or known[0] <= 0:
            continue
        crossing = half_crossing(known)
        stress = math.inf if crossing is None else crossing.at(stresses)
        found.append(-math.inf if stress is None else stress)
    return sorted(found)
