"""The line through a dose-response curve, and where the curve has fallen to half."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

_TOLERANCE = 1e-12


@dataclass(frozen=True, slots=True)
class Line:
    """`y = intercept + slope * x`; `fit` is R², None when all y are equal."""

    slope: float
    intercept: float
    fit: float | None


def least_squares(points: Sequence[tuple[float, float]]) -> Line | None:
    """Return the line through points (x, y) that all weigh the same; None when x does not vary.

    Source: ordinary least squares; slope = cov(x, y) / var(x), R² = 1 - residual / total sum of squares.
    """
    number = len(points)
    if number < 2:
        return None
    mean_x, mean_y = sum(x for x, _ in points) / number, sum(y for _, y in points) / number
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    if spread <= _TOLERANCE:
        return None
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    intercept = mean_y - slope * mean_x
    total = sum((y - mean_y) ** 2 for _, y in points)
    residual = sum((y - intercept - slope * x) ** 2 for x, y in points)
    return Line(slope, intercept, 1 - residual / total if total > _TOLERANCE else None)


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where a curve first comes down to half of its start.

    It lies between the points `before` and `after`, `share` of the way from one to the other.
    """

    before: int
    after: int
    share: float

    def at(self, values: Sequence[float | None]) -> float | None:
        """Return the place on a scale given by one value per point; None when one of the two has none."""
        left, right = values[self.before], values[self.after]
        if self.share == 1 and right is not None:
            return right
        return None if left is None or right is None else left + self.share * (right - left)


def half_crossing(scores: Sequence[float]) -> Crossing | None:
    """Return where scores first fall to half of the first one, straight from point to point; None when they never do.

    A curve that recovers afterwards has still been there. Raises ValueError when the first score is not positive, since
    nothing has no half.

    Source: linear interpolation between neighbouring levels.
    """
    if scores[0] <= 0:
        raise ValueError(f"the first score must be positive, got {scores[0]}")
    half = scores[0] / 2
    for number in range(1, len(scores)):
        above, below = scores[number - 1], scores[number]
        if below <= half + _TOLERANCE:
            share = 1.0 if above - below <= _TOLERANCE else min(1.0, (above - half) / (above - below))
            return Crossing(number - 1, number, share)
    return None


def nearest_rank(ordered: Sequence[float], share: float) -> float:
    """Return the smallest value with at least `share` of the values at or below it; infinite ones may be among them.

    Source: Hyndman and Fan 1996, type 1, which never mixes two values.
    """
    return ordered[max(0, math.ceil(share * len(ordered) - 1e-9) - 1)]


def unseen_share(scenarios: int) -> float:
    """Return the share of differing scenarios so large that one sweep in twenty would still show no difference.

    Source: 1 - 0.05 ** (1 / n), whose approximation 3 / n is the rule of three (Hanley and Lippman-Hand 1983).
    """
    return 1 - math.pow(0.05, 1 / scenarios)
