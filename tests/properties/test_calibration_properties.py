"""Figures of agreement over any labels at all: a number that means something, or a reason."""

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.calibration import measures
from evaluation.calibration.figures import Figure
from evaluation.calibration.measures import Pairs
from evaluation.judge_agreement import kappa

GRADES = (0.0, 0.5, 1.0)
# The libraries are imported when they are first needed.
UNHURRIED = settings(deadline=None)
labels = st.sampled_from((0.0, 1.0))
grades = st.sampled_from(GRADES)
binary_pairs = st.lists(st.tuples(labels, labels), max_size=30)
graded_pairs = st.lists(st.tuples(grades, grades), max_size=30)
tables = st.integers(0, 4).flatmap(lambda width: st.lists(st.tuples(*[st.none() | labels] * width), max_size=20))


def told(found: Figure, low: float = 0.0) -> None:
    """Check that it is a number within bounds, or says why there is none."""
    assert (found.value is None) == bool(found.why)
    if found.value is not None:
        assert math.isfinite(found.value)
        assert low - 1e-9 <= found.value <= 1 + 1e-9


@UNHURRIED
@given(binary_pairs)
def test_figures_of_a_judge(pairs: list[tuple[float, float]]) -> None:
    counted: Pairs = Counter(pairs)
    for statistic in (
        measures.accuracy, measures.inverted_mse, measures.precision, measures.recall, measures.f1,
        measures.specificity,
    ):  # fmt: skip
        told(statistic(counted))
    told(measures.cohen_kappa(counted), -1)
    # Calling yes no and no yes makes what was recall specificity.
    turned = Counter((1 - human, 1 - judge) for human, judge in pairs)
    assert measures.recall(turned).value == measures.specificity(counted).value


@UNHURRIED
@given(graded_pairs)
def test_kappa_is_that_of_the_scorecard_wherever_it_means_something(pairs: list[tuple[float, float]]) -> None:
    found = measures.cohen_kappa(Counter(pairs), GRADES)
    told(found, -1)
    if found.value is not None:
        assert found.value == pytest.approx(kappa(pairs))
    else:
        assert len({human for human, _ in pairs}) < 2


@UNHURRIED
@given(tables)
def test_figures_among_annotators(table: list[tuple[float | None, ...]]) -> None:
    counted = Counter(table)
    told(measures.pairwise(counted))
    told(measures.spread(counted))
    told(measures.fleiss(counted), -1)
    told(measures.alpha(counted), -1)


@UNHURRIED
@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=30))
def test_mcnemar_does_not_depend_on_the_order(right: list[tuple[bool, bool]]) -> None:
    first, second = [one for one, _ in right], [other for _, other in right]
    only_first, only_second, p = measures.mcnemar(first, second)
    told(p)
    assert measures.mcnemar(second, first) == (only_second, only_first, p)


@settings(UNHURRIED, max_examples=15)
@given(st.lists(st.tuples(labels, labels), min_size=2, max_size=30))
def test_an_interval_holds_possible_values_only(pairs: list[tuple[float, float]]) -> None:
    found = measures.resampled(pairs, measures.accuracy, 200)
    if found.low is not None and found.high is not None and found.value is not None:
        assert 0 <= found.low <= found.value <= found.high <= 1
    else:
        assert found.no_interval
