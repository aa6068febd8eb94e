"""The line through a curve and the point at which it is halved."""

import math

import pytest

from evaluation.robustness_curve import half_crossing, least_squares, nearest_rank, unseen_share


def test_least_squares_is_what_a_textbook_gives() -> None:
    line = least_squares([(1, 2), (2, 3), (4, 4), (5, 7)])
    assert line is not None
    assert line.slope == pytest.approx(1.1)
    assert line.intercept == pytest.approx(0.7)
    assert line.fit == pytest.approx(12.1 / 14)


def test_a_level_curve_has_a_slope_and_no_fit() -> None:
    line = least_squares([(0, 0.5), (1, 0.5)])
    assert line is not None
    assert (line.slope, line.fit) == (0, None)


@pytest.mark.parametrize("points", [[], [(1.0, 1.0)], [(2.0, 1.0), (2.0, 3.0)]])
def test_no_line_without_two_places(points: list[tuple[float, float]]) -> None:
    assert least_squares(points) is None


def test_a_crossing_lies_where_the_straight_line_does() -> None:
    crossing = half_crossing([0.8, 0.6, 0.2])
    assert crossing is not None
    assert (crossing.before, crossing.after) == (1, 2)
    assert crossing.at([0, 10, 20]) == pytest.approx(15)
    assert crossing.at([0, None, 20]) is None


def test_a_level_that_is_half_exactly_is_the_place_whatever_came_before() -> None:
    crossing = half_crossing([1.0, 0.5, 0.0])
    assert crossing is not None
    assert crossing.at([None, 7, 9]) == 7


def test_a_curve_above_half_has_no_crossing_and_nothing_has_no_half() -> None:
    assert half_crossing([1.0, 0.51]) is None
    with pytest.raises(ValueError, match="positive"):
        half_crossing([0.0, 0.0])


def test_nearest_rank_never_mixes_finite_and_infinite() -> None:
    ordered = [0.1, 0.2, math.inf, math.inf]
    assert nearest_rank(ordered, 0.5) == 0.2
    assert nearest_rank(ordered, 0.51) == math.inf
    assert nearest_rank(ordered, 0.0) == 0.1


def test_what_may_go_unseen_is_about_three_over_n() -> None:
    assert unseen_share(100) == pytest.approx(0.03, abs=0.001)
    assert unseen_share(1) == pytest.approx(0.95)
