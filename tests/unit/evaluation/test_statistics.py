"""Pass^k and Pass@k against figures worked out by hand."""

import pytest

from evaluation.statistics import headline, pass_at, pass_power, retry_dependency

P, F, X = True, False, None


def trials(*outcomes: bool | None) -> dict[int, bool | None]:
    return dict(enumerate(outcomes))


THREE = {"a": trials(P, P, P), "b": trials(P, F, P), "c": trials(F, F, P), "d": trials(F, F, F)}


@pytest.mark.parametrize(
    ("k", "power", "at"),
    [
        (1, (1 + 2 / 3 + 1 / 3 + 0) / 4, (1 + 2 / 3 + 1 / 3 + 0) / 4),
        (2, (1 + 1 / 3 + 0 + 0) / 4, (1 + 1 + 2 / 3 + 0) / 4),
        (3, 1 / 4, 3 / 4),
    ],
)
def test_unbiased(k: int, power: float, at: float) -> None:
    assert pass_power(THREE, k).value == pytest.approx(power)
    assert pass_at(THREE, k).value == pytest.approx(at)


@pytest.mark.parametrize(("k", "power", "at"), [(1, 2 / 4, 2 / 4), (2, 1 / 4, 2 / 4), (3, 1 / 4, 3 / 4)])
def test_first_k(k: int, power: float, at: float) -> None:
    assert pass_power(THREE, k, "first_k").value == pytest.approx(power)
    assert pass_at(THREE, k, "first_k").value == pytest.approx(at)


def test_unknown_trials_are_excluded_and_counted_never_failures() -> None:
    outcomes = {"a": trials(P, X, P), "b": trials(X, X, X), "c": trials(P, P)}
    one = pass_power(outcomes, 1)
    assert (one.value, one.scenarios, one.sessions, one.excluded) == (1, 2, 4, 1)
    three = pass_power(outcomes, 3)
    assert (three.value, three.scenarios, three.excluded) == (None, 0, 3)
    first = pass_power(outcomes, 2, "first_k")
    assert (first.value, first.scenarios, first.excluded) == (1, 1, 2)


def test_first_k_needs_trial_zero() -> None:
    assert pass_power({"a": {2: P}}, 1, "first_k").value is None
    assert pass_power({"a": {2: P}}, 1).value == 1


def test_nothing_is_none() -> None:
    assert pass_power({}, 1).value is None
    assert pass_at({}, 3, "first_k").value is None


def test_k_begins_at_one() -> None:
    with pytest.raises(ValueError, match="begins at 1"):
        pass_power(THREE, 0)


def test_headline_weighs_kinds_and_not_scenarios() -> None:
    kinds = ("base", "hallucination", "disambiguation")
    by_kind = {
        "base": {name: trials(P) for name in "abcdef"},
        "hallucination": {"g": trials(F)},
        "disambiguation": {"h": trials(P), "i": trials(F)},
    }
    assert headline(by_kind, 1, kinds) == pytest.approx((1 + 0 + 0.5) / 3)
    assert headline(by_kind | {"hallucination": {"g": trials(X)}}, 1, kinds) is None
    assert headline({"base": {"a": trials(P)}}, 1, kinds) is None
    assert headline(by_kind, 2, kinds) is None


def test_every_estimate_says_how_many_trials_it_rests_on() -> None:
    found = pass_power({"a": trials(P, X, P), "b": trials(P, F, P), "c": trials(X)}, 2)
    assert (found.k, found.fewest, found.most, found.scenarios, found.sessions, found.excluded) == (2, 2, 3, 2, 5, 1)
    nothing = pass_power({"c": trials(X)}, 2)
    assert (nothing.fewest, nothing.most, nothing.excluded) == (0, 0, 1)


def test_retry_dependency_is_the_mean_gap() -> None:
    found = retry_dependency(THREE, 3)
    assert found.value == pytest.approx((0 + ((2 + 2 / 3) / 4 - (1 + 1 / 3) / 4) + (3 / 4 - 1 / 4)) / 3)
    assert (found.definition, found.most_k, found.scenarios, found.excluded) == ("unbiased", 3, 4, 0)
    first = retry_dependency(THREE, 3, "first_k")
    assert first.value == pytest.approx((0 + (2 / 4 - 1 / 4) + (3 / 4 - 1 / 4)) / 3)


def test_retry_dependency_has_no_value_when_a_k_has_none() -> None:
    found = retry_dependency({"a": trials(P, F), "b": trials(P, X)}, 3)
    assert (found.value, found.scenarios, found.excluded) == (None, 0, 2)
    with pytest.raises(ValueError, match="begins at 1"):
        retry_dependency(THREE, 0)
