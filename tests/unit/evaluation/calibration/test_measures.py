"""Every statistic against a worked example that somebody published, and what it says where it means nothing."""

import math
import statistics
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from evaluation.calibration import measures
from evaluation.calibration.figures import Figure, figure
from evaluation.calibration.measures import Pairs, Ratings

YES, NO = 1.0, 0.0


def value(found: Figure) -> float:
    assert found.value is not None, found.why
    return found.value


def raters(table: Sequence[Sequence[int]]) -> Ratings:
    """Return subjects, each given as how many raters chose each category."""
    rows = [tuple(float(kind) for kind, count in enumerate(row) for _ in range(count)) for row in table]
    return Counter(rows)


# Source: "Fleiss' kappa", Wikipedia, worked example: 14 raters, 10 subjects, 5 categories.
FOURTEEN_RATERS = (
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
)


def test_cohens_kappa() -> None:
    """Source: "Cohen's kappa", Wikipedia, simple example of 50 proposals: 0.40."""
    both: Pairs = {(YES, YES): 20, (YES, NO): 5, (NO, YES): 10, (NO, NO): 15}
    assert value(measures.cohen_kappa(both)) == pytest.approx(0.40)
    # Source: J. L. Fleiss, Statistical Methods for Rates and Proportions (1981), diagnoses of 100 subjects: 0.68.
    three: Pairs = {(0, 0): 75, (0, 1): 1, (0, 2): 4, (1, 0): 5, (1, 1): 4, (1, 2): 1, (2, 2): 10}
    table = [[three.get((row, column), 0) for column in range(3)] for row in range(3)]
    assert table == [[75, 1, 4], [5, 4, 1], [0, 0, 10]]
    from statsmodels.stats.inter_rater import cohens_kappa

    assert cohens_kappa(table, return_results=False) == pytest.approx(0.68, abs=0.005)


def test_quadratic_kappa() -> None:
    """Source: the documentation of Maple's EssayTools[QuadraticWeightedKappa], examples 1 and 2."""
    first = [9, 7, 8, 7, 6, 8, 3, 5, 10]
    for second, published in (
        ([8, 8, 6, 6, 7, 6, 1, 4, 8], 0.758620689655172),
        ([3, 5, 6, 6, 7, 6, 1, 4, 8], 0.438095238095238),
    ):
        grades = [step / 9 for step in range(10)]
        pairs = Counter(((one - 1) / 9, (other - 1) / 9) for one, other in zip(first, second, strict=True))
        assert value(measures.cohen_kappa(pairs, grades)) == pytest.approx(published)


def test_fleiss_kappa() -> None:
    assert value(measures.fleiss(raters(FOURTEEN_RATERS), range(5))) == pytest.approx(0.210, abs=0.0005)
    # Source: J. L. Fleiss, Measuring nominal scale agreement among many raters (1971): 30 patients, 6 psychiatrists.
    patients = (
        "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 "
        "00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006"
    )
    table = [[int(digit) for digit in patient] for patient in patients.split()]
    assert [sum(column) for column in zip(*table, strict=True)] == [26, 26, 30, 55, 43]
    assert value(measures.fleiss(raters(table), range(5))) == pytest.approx(0.430, abs=0.0005)


def test_pairwise_agreement() -> None:
    """Source: the same example; its mean agreement over subjects is 0.378."""
    assert value(measures.pairwise(raters(FOURTEEN_RATERS))) == pytest.approx(0.378, abs=0.0005)


def test_krippendorffs_alpha() -> None:
    """Source: K. Krippendorff, Computing Krippendorff's alpha-reliability (2011), examples A and C."""
    meg, owen = "0100000010", "1110010000"
    pairs: Ratings = Counter((float(one), float(other)) for one, other in zip(meg, owen, strict=True))
    assert value(measures.alpha(pairs)) == pytest.approx(0.095, abs=0.0005)
    observers = ("1233214 12___".replace(" ", ""), "123322412 5_3".replace(" ", ""), "_33323422 51_".replace(" ", ""))
    fourth = "12332441251_"
    units = zip(*observers, fourth, strict=True)
    ratings = Counter(tuple(None if label == "_" else float(label) for label in unit) for unit in units)
    assert value(measures.alpha(ratings)) == pytest.approx(0.743, abs=0.0005)
    assert value(measures.alpha(ratings, ordinal=True)) == pytest.approx(0.815, abs=0.0005)


def test_mcnemar_exact() -> None:
    """Source: Fagerland, Lydersen and Laake (2013), BMC Med Res Methodol 13:91, airways of 21 children: p = 0.070."""
    before = [True] + [True] + [False] * 7 + [False] * 12
    after = [True] + [False] + [True] * 7 + [False] * 12
    only_before, only_after, p = measures.mcnemar(before, after)
    assert (only_before, only_after) == (1, 7)
    assert value(p) == pytest.approx(0.070, abs=0.0005)


def test_rates_of_a_diagnostic_test() -> None:
    """Source: Altman and Bland, Diagnostic tests 1 and 2, BMJ 308 (1994): 344 liver scans."""
    scans: Pairs = {(YES, YES): 231, (YES, NO): 27, (NO, YES): 32, (NO, NO): 54}
    assert value(measures.recall(scans)) == pytest.approx(0.90, abs=0.005)
    assert value(measures.specificity(scans)) == pytest.approx(0.63, abs=0.005)
    assert value(measures.precision(scans)) == pytest.approx(0.88, abs=0.005)
    # Source: "Sensitivity and specificity", Wikipedia, worked example of 2030 people: F1 0.174, accuracy 90.64 %.
    screening: Pairs = {(YES, YES): 20, (YES, NO): 10, (NO, YES): 180, (NO, NO): 1820}
    assert value(measures.f1(screening)) == pytest.approx(0.174, abs=0.0005)
    assert value(measures.accuracy(screening)) == pytest.approx(0.9064, abs=0.00005)


def test_inverted_mean_squared_error() -> None:
    """Source: the documentation of scikit-learn's mean_squared_error: 0.375 for these four."""
    published = list(zip([3, -0.5, 2, 7], [2.5, 0.0, 2, 8], strict=True))
    assert value(measures.inverted_mse(Counter(published))) == pytest.approx(1 - 0.375)
    worst: Pairs = {(0.0, 1.0): 3, (1.0, 0.0): 2}
    assert value(measures.inverted_mse(worst)) == 0


def test_variance() -> None:
    """Source: the documentation of Python's statistics.variance: 1.3720238095238095."""
    sample = (2.75, 1.75, 1.25, 0.25, 0.5, 1.25, 3.5)
    assert value(measures.spread({sample: 1})) == pytest.approx(1.3720238095238095)


def _mean(counted: "Counter[float] | dict[float, int]") -> Figure:
    return figure(sum(one * count for one, count in counted.items()) / sum(counted.values()))


def test_bootstrap() -> None:
    """Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), treated mice: standard error 23.36."""
    mice = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0]
    found = measures.resampled(mice, lambda counted: _mean(dict(counted)), 4000)
    assert value(found) == pytest.approx(86.86, abs=0.005)
    assert found.low is not None
    assert found.high is not None
    # The interval of a mean is about as wide as 1.96 standard errors to both sides.
    assert (found.high - found.low) / (2 * 1.96) == pytest.approx(23.36, rel=0.05)
    assert found == measures.resampled(mice, lambda counted: _mean(dict(counted)), 4000)


def test_the_interval_narrows_with_the_number_of_instances() -> None:
    few = [(YES, YES)] * 8 + [(YES, NO)] * 2 + [(NO, NO)] * 8 + [(NO, YES)] * 2
    narrow, wide = (measures.resampled(pairs, measures.cohen_kappa) for pairs in (few * 10, few))
    assert value(narrow) == pytest.approx(value(wide))
    bounds = [(found.low or 0, found.high or 0) for found in (narrow, wide)]
    assert bounds[1][0] < bounds[0][0] < value(wide) < bounds[0][1] < bounds[1][1]


ONE_CLASS: Pairs = {(YES, YES): 5, (YES, NO): 2}
ALONE: Ratings = {(YES,): 3, (NO,): 2}
APART: Ratings = {(YES, None): 3, (None, NO): 2}
ALIKE: Ratings = {(YES, YES): 4}


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (measures.accuracy({}), "no instance has both"),
        (measures.inverted_mse({}), "no instance has both"),
        (measures.precision({}), "no instance has both"),
        (measures.precision({(YES, NO): 2}), "never says yes"),
        (measures.recall({(NO, NO): 2}), "people never say yes"),
        (measures.f1({(NO, YES): 2}), "people never say yes"),
        (measures.specificity(ONE_CLASS), "people never say no"),
        (measures.cohen_kappa({}), "no instance has both"),
        (measures.cohen_kappa(ONE_CLASS), "one class only"),
        (measures.cohen_kappa({(YES, YES): 5}), "one class only"),
        (measures.fleiss(ALONE), "one annotator only"),
        (measures.fleiss(APART), "labelled by all annotators"),
        (measures.fleiss(ALIKE), "one class only"),
        (measures.alpha(ALONE), "one annotator only"),
        (measures.alpha(APART), "labelled by two annotators"),
        (measures.alpha(ALIKE), "one class only"),
        (measures.pairwise(ALONE), "labelled by two annotators"),
        (measures.spread(APART), "labelled by two annotators"),
        (measures.mcnemar([], [])[2], "no instance has both"),
        (measures.mcnemar([True, False], [True, False])[2], "right and wrong in the same instances"),
        (figure(math.nan, "why not"), "why not"),
        (figure(math.inf, "why not"), "why not"),
    ],
)
def test_what_means_nothing_is_undefined(found: Figure, why: str) -> None:
    assert found.value is None
    assert why in found.why
    assert found.shown.startswith("undefined: ")
    assert found.as_json()["value"] is None


@pytest.mark.parametrize(
    ("pairs", "statistic", "why"),
    [
        ([(YES, YES)], measures.accuracy, "one instance only"),
        ([(YES, YES), (NO, NO)] * 5, measures.accuracy, "all draws are the same"),
        ([(YES, YES), (NO, NO)], measures.cohen_kappa, "draws give no number"),
    ],
)
def test_a_number_without_an_interval_says_why(
    pairs: list[tuple[float, float]], statistic: Callable[[Pairs], Figure], why: str
) -> None:
    found = measures.resampled(pairs, statistic)
    assert found.value == 1
    assert found.low is None
    assert why in found.no_interval


def test_a_judge_that_says_the_same_to_all_is_worth_nothing_beyond_chance() -> None:
    assert measures.cohen_kappa({(YES, YES): 6, (NO, YES): 4}).value == 0


def test_variance_is_that_of_the_standard_library() -> None:
    assert value(measures.spread({(0.0, 1.0, 1.0): 2, (0.0, 0.0, 0.0): 2})) == pytest.approx(
        statistics.variance([0, 1, 1]) / 2
    )
