"""Intervals by resampling scenarios."""

import random
from itertools import product

import pytest

from evaluation.statistics_bootstrap import Resampled, quantile


def ones(*values: float) -> list[dict[str, tuple[float, float]]]:
    return [{"mean": (value, 1.0)} for value in values]


def test_quantile_interpolates() -> None:
    assert quantile([1, 2, 3, 4], 0) == 1
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    assert quantile([1, 2, 3, 4], 1) == 4
    assert quantile([7], 0.3) == 7


def test_all_alike_gives_a_point() -> None:
    found = Resampled({"base": ones(1, 1, 1)}, 50).interval("mean")
    assert found is not None
    assert (found.low, found.high, found.scenarios, found.resamples) == (1, 1, 3, 50)


def test_the_interval_is_close_to_what_all_draws_give() -> None:
    values = [0.0, 0.0, 1.0, 1.0, 1.0]
    every = sorted(sum(drawn) / 5 for drawn in product(values, repeat=5))
    found = Resampled({"base": ones(*values)}, 4000).interval("mean")
    assert found is not None
    assert found.low == pytest.approx(quantile(every, 0.025), abs=0.21)
    assert found.high == pytest.approx(quantile(every, 0.975), abs=0.01)


def test_it_covers_the_truth_about_as_often_as_it_says() -> None:
    source = random.Random(7)
    hits = 0
    for run in range(200):
        found = Resampled({"base": ones(*(float(source.random() < 0.6) for _ in range(60)))}, 200, seed=run)
        bounds = found.interval("mean")
        assert bounds is not None
        hits += bounds.low <= 0.6 <= bounds.high
    assert 0.88 <= hits / 200 <= 0.99


def test_trials_of_a_scenario_are_no_independent_evidence() -> None:
    alike = [{"rate": (3.0, 3.0)}] * 10 + [{"rate": (0.0, 3.0)}] * 10
    apart = [{"rate": (1.0, 1.0)}] * 30 + [{"rate": (0.0, 1.0)}] * 30
    wide, narrow = Resampled({"base": alike}).interval("rate"), Resampled({"base": apart}).interval("rate")
    assert wide is not None
    assert narrow is not None
    assert wide.high - wide.low > 1.4 * (narrow.high - narrow.low)


def test_order_does_not_matter_and_the_seed_does() -> None:
    values = [0.0, 1 / 3, 2 / 3, 1.0, 1.0, 0.0, 1.0]
    forward = Resampled({"base": ones(*values)}, 200).interval("mean")
    assert forward == Resampled({"base": ones(*reversed(values))}, 200).interval("mean")
    others = {Resampled({"base": ones(*values)}, 200, seed).interval("mean") for seed in range(5)}
    assert len(others) > 1


def test_one_scenario_has_no_interval() -> None:
    assert Resampled({"base": ones(1)}).interval("mean") is None
    assert Resampled({}).interval("mean") is None
    assert Resampled({"base": ones(1, 0)}).interval("another") is None
    assert Resampled({"base": [{}, {"mean": (1.0, 1.0)}]}).interval("mean") is None


def test_the_mean_over_strata_weighs_each_alike() -> None:
    both = Resampled({"base": ones(*[1.0] * 30), "hallucination": ones(0.0, 0.0)}, 50)
    mean = both.mean_interval("mean", ("base", "hallucination"))
    assert mean is not None
    assert (mean.low, mean.high) == (0.5, 0.5)
    pooled = both.interval("mean")
    assert pooled is not None
    assert pooled.low == pytest.approx(30 / 32)
    assert both.mean_interval("mean", ("base", "disambiguation")) is None
    assert both.mean_interval("mean", ()) is None


def test_resamples_are_needed() -> None:
    with pytest.raises(ValueError, match="resamples"):
        Resampled({"base": ones(1, 0)}, 0)


def test_drawn_figures_of_two_statistics_belong_to_the_same_drawn_runs() -> None:
    scenarios = [{"before": (float(number % 2), 1.0), "after": (float(number % 2) / 2, 1.0)} for number in range(9)]
    drawn = Resampled({"base": scenarios[:5], "hallucination": scenarios[5:]}, 60)
    before, after = drawn.drawn("before"), drawn.drawn("after")
    assert len(before) == len(after) == 60
    assert len(set(before)) > 1
    assert [None if value is None else value / 2 for value in before] == pytest.approx(after)
    means = drawn.mean_drawn("before", ("base", "hallucination"))
    parts = [drawn.drawn("before", (kind,)) for kind in ("base", "hallucination")]
    assert means == pytest.approx([((one or 0) + (other or 0)) / 2 for one, other in zip(*parts, strict=True)])
    interval = drawn.interval("before")
    assert interval is not None
    assert interval.low == pytest.approx(quantile(sorted(value for value in before if value is not None), 0.025))


def test_drawn_figures_are_none_where_nothing_carries_them() -> None:
    drawn = Resampled({"base": [{}, {"mean": (1.0, 1.0)}]}, 200)
    values = drawn.drawn("mean")
    assert set(values) == {None, 1.0}
    assert drawn.drawn("another") == [None] * 200
    assert drawn.mean_drawn("mean", ("base", "dialogue")) == [None] * 200
    assert Resampled({}, 3).drawn("mean") == [None] * 3
