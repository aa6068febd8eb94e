"""What a sweep's sessions say: differences of pairs, slopes, halving levels, and what is missing."""

import random

import pytest
from sweep_rows import both, sessions

from evaluation.robustness import robustness
from evaluation.robustness_spec import Curve, Halving, Robustness, Slope, Tax
from evaluation.spec import CARBENCH_KINDS
from scenarios.schema import Kind
from simulator.registry import UsageError

DRAWS = 400


def only(found: Robustness) -> Curve:
    (curve,) = found.curves
    return curve


def tax_at(found: Robustness, name: str, measure: str = "pass_rate") -> Tax:
    point = only(found).point(name)
    assert point is not None
    return next(tax for tax in point.taxes if tax.measure == measure)


def slope_of(found: Robustness, measure: str = "pass_rate") -> Slope:
    return next(slope for slope in only(found).slopes if slope.measure == measure)


def half_of(found: Robustness, measure: str = "pass_rate") -> Halving:
    return next(half for half in only(found).halvings if half.measure == measure)


def falling(*rates: tuple[str, int], number: int = 20, dose_per_level: float = 1.0) -> Robustness:
    """Return a sweep in which so many of `number` sessions pass at each level, measured as asked for."""
    levels = [sessions("clean", "+" * number)]
    for name, passed in rates:
        marks = "+" * passed + "-" * (number - passed)
        levels.append(sessions(name, marks, dose=float(name) * dose_per_level))
    return robustness(levels, resamples=DRAWS)


def test_the_same_outcomes_cost_nothing_and_say_how_little_that_proves() -> None:
    marks = "++-+-"
    tax = tax_at(robustness([sessions("clean", marks), sessions("0.1", marks, dose=0.1)], resamples=DRAWS), "0.1")
    assert (tax.value, tax.low, tax.high) == (0, None, None)
    assert (tax.pairs, tax.lost, tax.gained) == (5, 0, 0)
    # Of five scenarios drawn from a world in which 45 % differ, none differs once in twenty times.
    assert tax.unseen is not None
    assert tax.unseen == pytest.approx(0.451, abs=0.001)
    assert (1 - tax.unseen) ** 5 == pytest.approx(0.05)


def test_a_tax_is_clean_minus_heard_and_counts_both_ways() -> None:
    found = robustness([sessions("clean", "++++--"), sessions("0.1", "+---+-", dose=0.1)], resamples=DRAWS)
    tax = tax_at(found, "0.1")
    assert tax.value is not None
    assert tax.value == pytest.approx((4 - 2) / 6)
    assert (tax.lost, tax.gained, tax.pairs, tax.unseen) == (3, 1, 6, None)
    assert tax.low is not None
    assert tax.high is not None
    assert tax.low < tax.value < tax.high


def test_pairs_tell_more_than_two_separate_samples() -> None:
    # Scenarios differ much from each other and one in ten is lost: only a pairing can see it.
    clean = "+" * 20 + "-" * 20
    heard = "-" * 4 + "+" * 16 + "-" * 20
    paired = tax_at(robustness([sessions("clean", clean), sessions("0.1", heard, dose=0.1)], resamples=DRAWS), "0.1")
    draw = random.Random(3)
    apart = sorted(
        sum(draw.choices([mark == "+" for mark in clean], k=40)) / 40
        - sum(draw.choices([mark == "+" for mark in heard], k=40)) / 40
        for _ in range(DRAWS)
    )
    assert paired.low is not None
    assert paired.high is not None
    assert paired.low > 0
    assert apart[DRAWS // 40] < 0
    assert paired.high - paired.low < 0.6 * (apart[-DRAWS // 40] - apart[DRAWS // 40])


def test_a_session_that_is_missing_on_one_side_is_in_no_difference_and_is_named() -> None:
    found = robustness([sessions("clean", "++!+"), sessions("0.1", "-+- ", dose=0.1)], resamples=DRAWS)
    tax = tax_at(found, "0.1")
    assert (tax.value, tax.pairs) == (0.5, 2)
    told = [(one.scenario, one.level, one.why) for one in only(found).missing]
    assert told == [("s02", "clean", "defect: it broke"), ("s03", "0.1", "it was not played")]
    assert only(found).complete == 2


def test_a_level_that_was_not_begun_takes_nothing_from_the_others() -> None:
    begun = [sessions("clean", "++++"), sessions("0.1", "++--", dose=0.1), sessions("0.2", "+---", dose=0.2)]
    found = robustness([*begun, sessions("0.3", "    ")], resamples=DRAWS)
    assert tax_at(found, "0.3").value is None
    assert "no session has a verdict" in tax_at(found, "0.3").reason
    assert slope_of(found) == slope_of(robustness(begun, resamples=DRAWS))
    assert half_of(found).value == pytest.approx(0.1)


def test_the_slope_of_a_straight_curve_is_found() -> None:
    slope = slope_of(falling(("0.1", 18), ("0.2", 16), ("0.4", 12)))
    assert slope.value == pytest.approx(-1.0)
    assert slope.intercept == pytest.approx(1.0)
    assert slope.fit == pytest.approx(1.0)
    assert (slope.levels, slope.sessions, slope.scenarios) == (4, 20, 20)
    assert slope.low is not None
    assert slope.high is not None
    assert slope.low < -1 < slope.high < 0


def test_the_slope_is_against_what_was_measured_and_not_what_was_asked_for() -> None:
    slope = slope_of(falling(("0.1", 18), ("0.2", 16), ("0.4", 12), dose_per_level=2))
    assert slope.value == pytest.approx(-0.5)


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    # A scenario is lost once the dose passes what it can take, as when errors at a level contain those of a milder one.
    draw = random.Random(11)
    slopes = taxes = halves = 0
    for _ in range(40):
        limits = [draw.random() for _ in range(30)]
        levels = [sessions("clean", "".join("+" if limit < 0.9 else "-" for limit in limits))]
        for dose in (0.1, 0.2, 0.4, 0.6):
            marks = "".join("+" if limit < 0.9 - dose else "-" for limit in limits)
            levels.append(sessions(f"{dose:g}", marks, dose=dose))
        found = robustness(levels, resamples=150)
        slope, tax, half = slope_of(found), tax_at(found, "0.4"), half_of(found)
        slopes += (slope.low or 0) <= -1.0 <= (slope.high or -9)
        taxes += (tax.low or 0) <= 0.4 <= (tax.high or 0)
        halves += (half.low or 0) <= 0.45 <= (9 if half.high is None else half.high)
    assert min(slopes, taxes, halves) >= 33


def test_a_bent_curve_fits_less_than_a_straight_one() -> None:
    fit = slope_of(falling(("0.1", 10), ("0.2", 10), ("0.4", 10))).fit
    assert fit is not None
    assert 0 < fit < 0.6


@pytest.mark.parametrize(
    ("rates", "why"),
    [((("0.1", 10),), "a slope needs 3 levels"), ((), "a slope needs 3 levels")],
)
def test_too_few_levels_have_no_slope(rates: tuple[tuple[str, int], ...], why: str) -> None:
    slope = slope_of(falling(*rates))
    assert slope.value is None
    assert why in slope.reason


def test_without_a_difference_in_dose_there_is_no_slope() -> None:
    levels = [sessions(name, "++", dose=0.0) for name in ("0.1", "0.2")]
    slope = slope_of(robustness([sessions("clean", "++"), *levels], resamples=DRAWS))
    assert slope.value is None
    assert "same at every level" in slope.reason


def test_half_is_interpolated_between_levels() -> None:
    half = half_of(falling(("0.1", 16), ("0.2", 12), ("0.4", 4)))
    assert half.state == "reached"
    assert half.span == ("0.2", "0.4")
    assert half.value == pytest.approx(0.25)
    assert half.dose == pytest.approx(0.25)
    assert half.determined
    assert half.drawn == 1
    assert half.low is not None
    assert half.high is not None
    assert 0.1 < half.low < 0.25 < half.high <= 0.4


def test_half_counts_when_it_is_first_reached() -> None:
    assert half_of(falling(("0.1", 8), ("0.2", 15), ("0.4", 2))).value == pytest.approx(0.1 * 10 / 12)


def test_half_that_is_never_reached_is_said_so_with_an_open_end() -> None:
    half = half_of(falling(("0.1", 18), ("0.2", 12)))
    assert (half.state, half.value, half.dose) == ("not reached", None, None)
    assert half.determined
    assert half.high is None
    assert half.low is not None
    assert half.drawn is not None
    assert 0 < half.drawn < 0.5


def test_a_curve_that_never_falls_has_no_interval_for_its_half() -> None:
    half = half_of(falling(("0.1", 20), ("0.2", 20)))
    assert half.state == "not reached"
    assert not half.determined


def test_draws_that_all_agree_give_no_interval_of_half() -> None:
    half = half_of(robustness([sessions("clean", "+++"), sessions("0.2", "---", dose=0.2)], resamples=DRAWS))
    assert half.value == pytest.approx(0.1)
    assert (half.determined, half.low, half.high) == (False, None, None)


def test_a_clean_score_of_nothing_has_no_half() -> None:
    half = half_of(robustness([sessions("clean", "---"), sessions("0.1", "---", dose=0.1)], resamples=DRAWS))
    assert half.state == "unscored"
    assert "clean score is 0" in half.reason


def test_an_interval_of_half_is_not_determined_where_draws_often_have_nothing_to_halve() -> None:
    found = robustness([sessions("clean", "+---"), sessions("0.1", "----", dose=0.1)], resamples=DRAWS)
    half = half_of(found)
    assert half.state == "reached"
    assert not half.determined


def test_ratios_in_db_run_the_other_way_and_quiet_tells_speech_from_noise() -> None:
    def at(name: str, passed: int, dose: float | None) -> object:
        return sessions(name, "+" * passed + "-" * (20 - passed), dose=dose, axis="snr_db")

    levels = [at("clean", 20, None), at("quiet", 18, 0.05), at("10", 16, 0.1), at("0", 6, 0.4), at("-5", 0, 0.9)]
    found = robustness(levels, resamples=DRAWS)  # type: ignore[arg-type]
    point = only(found).point("0")
    assert point is not None
    assert tax_at(found, "quiet").value == pytest.approx(0.1)
    assert tax_at(found, "0").value == pytest.approx(0.7)
    assert point.noise_taxes[0].value == pytest.approx(0.6)
    half = half_of(found)
    assert half.value == pytest.approx(4.0)
    assert half.low is not None
    assert half.high is not None
    assert 0 <= half.low < 4 < half.high <= 10


def test_half_before_the_first_ratio_has_no_number() -> None:
    levels = [sessions("clean", "++++", axis="snr_db"), sessions("quiet", "+---", dose=0.5, axis="snr_db")]
    half = half_of(robustness([*levels, sessions("20", "----", dose=0.6, axis="snr_db")], resamples=DRAWS))
    assert half.state == "between"
    assert half.span == ("clean", "quiet")
    assert half.value is None
    assert half.dose == pytest.approx(0.5 * 2 / 3)


def test_a_voice_whose_accuracy_means_nothing_gives_no_tax_no_slope_and_no_half() -> None:
    placeholder = [
        sessions(name, "+-", axis="snr_db", reason="voice 'null' is a placeholder") for name in ("quiet", "5")
    ]
    found = robustness([sessions("clean", "++", axis="snr_db"), *placeholder], resamples=DRAWS)
    assert tax_at(found, "5").value is None
    assert tax_at(found, "5").reason == "voice 'null' is a placeholder"
    assert "placeholder" in slope_of(found).reason
    assert half_of(found).state == "unscored"


def test_score_weighs_kinds_alike_and_takes_all_trials() -> None:
    # Two base scenarios, one of each other kind; base loses a trial of each, so Pass^2 falls from 1 to 0.
    kinds: tuple[Kind, ...] = ("base", "base", "hallucination", "disambiguation")
    clean = sessions("clean", "++++++++", kinds=kinds, trials=2)
    found = robustness([clean, sessions("0.1", "+-+-++++", kinds=kinds, trials=2, dose=0.1)], trials=2, resamples=DRAWS)
    assert tax_at(found, "0.1").value == pytest.approx(2 / 8)
    assert tax_at(found, "0.1", "score").value == pytest.approx(1 / 3)
    point = only(found).point("0.1")
    assert point is not None
    assert point.score == pytest.approx(2 / 3)
    assert set(kinds) == set(CARBENCH_KINDS)


def test_score_is_unscored_where_a_kind_is_missing() -> None:
    found = falling(("0.1", 18), ("0.2", 10))
    assert tax_at(found, "0.1", "score").value is None
    assert "SCORE needs base, hallucination and disambiguation" in tax_at(found, "0.1", "score").reason
    assert half_of(found, "score").state == "unscored"
    assert slope_of(found, "score").value is None


def test_one_scenario_has_no_interval() -> None:
    clean = sessions("clean", "++++", trials=4)
    found = robustness([clean, sessions("0.1", "+---", trials=4, dose=0.1)], trials=4, resamples=DRAWS)
    tax = tax_at(found, "0.1")
    assert tax.value == 0.75
    assert tax.low is tax.high is None
    assert not half_of(found).determined


def test_languages_have_curves_of_their_own() -> None:
    clean = both(sessions("clean", "++"), sessions("clean", "++", locale="ko"))
    heard = both(sessions("0.1", "+-", dose=0.1), sessions("0.1", "++", locale="ko", dose=0.2))
    found = robustness([clean, heard], resamples=DRAWS)
    assert [(curve.locale, curve.dose_name) for curve in found.curves] == [("ko", "cer"), ("en", "wer")]
    taxes = [point.tax() for curve in found.curves for point in curve.points[1:]]
    assert [tax.value for tax in taxes if tax] == [0, 0.5]


def test_equal_input_gives_equal_output_in_whatever_order_sessions_come() -> None:
    clean, heard = sessions("clean", "+++-"), sessions("0.1", "-++-", dose=0.1)
    turned = type(heard)(heard.level, heard.rows[::-1], heard.run, heard.planned)
    assert robustness([clean, heard], resamples=DRAWS) == robustness([clean, turned], resamples=DRAWS)


def test_a_sweep_begins_clean_and_holds_a_session_once() -> None:
    with pytest.raises(ValueError, match="clean level"):
        robustness([sessions("0.1", "+", dose=0.1)])
    twice = sessions("clean", "+")
    with pytest.raises(UsageError, match="there 2 times"):
        robustness([type(twice)(twice.level, twice.rows * 2)])
