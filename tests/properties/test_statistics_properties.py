"""What must hold of Pass^k and Pass@k whatever happened."""

from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.statistics import Definition, pass_at, pass_power, retry_dependency
from evaluation.statistics_bootstrap import Resampled

DEFINITIONS: tuple[Definition, ...] = ("unbiased", "first_k")
Runs = list[list[bool]]


@st.composite
def complete_runs(draw: st.DrawFn) -> Runs:
    count = draw(st.integers(1, 6))
    return draw(st.lists(st.lists(st.booleans(), min_size=count, max_size=count), min_size=1, max_size=8))


def table(runs: Runs) -> dict[object, dict[int, bool | None]]:
    return {scenario: dict(enumerate(outcomes)) for scenario, outcomes in enumerate(runs)}


@pytest.mark.parametrize("definition", DEFINITIONS)
@given(runs=complete_runs())
def test_power_falls_and_at_rises_with_k(definition: Definition, runs: Runs) -> None:
    outcomes = table(runs)
    power = [pass_power(outcomes, k, definition).value for k in range(1, len(runs[0]) + 1)]
    at = [pass_at(outcomes, k, definition).value for k in range(1, len(runs[0]) + 1)]
    assert power[0] == pytest.approx(at[0])
    for values in (power, at):
        assert all(value is not None and -1e-9 <= value <= 1 + 1e-9 for value in values)
    known_power = [value for value in power if value is not None]
    known_at = [value for value in at if value is not None]
    assert all(later <= sooner + 1e-9 for sooner, later in pairwise(known_power))
    assert all(later >= sooner - 1e-9 for sooner, later in pairwise(known_at))


@given(runs=complete_runs())
def test_both_definitions_agree_when_k_is_all(runs: Runs) -> None:
    outcomes, k = table(runs), len(runs[0])
    assert pass_power(outcomes, k).value == pytest.approx(pass_power(outcomes, k, "first_k").value)
    assert pass_at(outcomes, k).value == pytest.approx(pass_at(outcomes, k, "first_k").value)


@given(outcomes=st.lists(st.booleans(), min_size=1, max_size=6), data=st.data())
def test_the_estimator_is_the_share_of_draws(outcomes: list[bool], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(outcomes)))
    draws = list(combinations(outcomes, k))
    one = {"scenario": dict[int, bool | None](enumerate(outcomes))}
    assert pass_power(one, k).value == pytest.approx(float(Fraction(sum(map(all, draws)), len(draws))))
    assert pass_at(one, k).value == pytest.approx(float(Fraction(sum(map(any, draws)), len(draws))))


@pytest.mark.parametrize("definition", DEFINITIONS)
@given(
    runs=st.lists(st.lists(st.sampled_from([True, False, None]), max_size=5), max_size=8),
    k=st.integers(1, 5),
)
def test_unknown_trials_change_the_count_and_never_the_value(
    definition: Definition, runs: list[list[bool | None]], k: int
) -> None:
    outcomes = {scenario: dict(enumerate(trials)) for scenario, trials in enumerate(runs)}
    estimate = pass_power(outcomes, k, definition)
    assert estimate.scenarios + estimate.excluded == len(runs)
    assert (estimate.value is None) == (estimate.scenarios == 0)
    padded = outcomes | {"never known": {0: None, 1: None}}
    again = pass_power(padded, k, definition)
    assert (again.value, again.excluded) == (estimate.value, estimate.excluded + 1)


@given(runs=st.lists(st.lists(st.sampled_from([True, False, None]), max_size=4), max_size=8), most=st.integers(1, 4))
def test_retry_dependency_is_a_share_and_zero_for_a_single_trial(runs: list[list[bool | None]], most: int) -> None:
    outcomes = {scenario: dict(enumerate(trials)) for scenario, trials in enumerate(runs)}
    found = retry_dependency(outcomes, most)
    assert found.scenarios + found.excluded == len(runs)
    if found.value is not None:
        assert -1e-9 <= found.value <= 1 + 1e-9
    once = retry_dependency(outcomes, 1).value
    assert once is None or once == pytest.approx(0)


@given(values=st.lists(st.floats(0, 1), min_size=2, max_size=12), seed=st.integers(0, 100))
def test_an_interval_lies_within_what_was_seen(values: list[float], seed: int) -> None:
    units = [{"mean": (value, 1.0)} for value in values]
    found = Resampled({"base": units}, 40, seed).interval("mean")
    assert found is not None
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
    assert found == Resampled({"base": list(reversed(units))}, 40, seed).interval("mean")
