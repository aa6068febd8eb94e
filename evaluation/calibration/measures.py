"""Agreement statistics, taken from scipy, statsmodels and krippendorff; what means nothing is undefined.

Verdicts are shares from 0 to 1 as judgements hold them: 0 and 1 for no and yes, even steps for the grades of a scale.
Instances that look alike are counted together, which is what makes thousands of draws quick.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from statistics import fmean, variance
from typing import Any, TypeVar
from warnings import catch_warnings, simplefilter

from evaluation.calibration.figures import Figure, figure, undefined
from evaluation.statistics_bootstrap import LEVEL, NO_WIDTH, RESAMPLES, SEED, quantile
from simulator.registry import UsageError

Profile = TypeVar("Profile", bound=Hashable)
Pairs = Mapping[tuple[float, float], int]
"""How often people said the first while a judge said the second."""
Ratings = Mapping[tuple[float | None, ...], int]
"""How often the annotators, one place for each, labelled an instance like this; None where one gave no label."""
YES_NO = (0.0, 1.0)
NOTHING_SHARED = "no instance has both"
# More draws without a number than this, and the interval would be one of a chosen part of them.
MOST_WITHOUT = 0.05
_DRAWS_AT_ONCE = 200


def need_libraries() -> None:
    """Raise UsageError, one line that says how to get them, unless the statistics libraries are installed."""
    try:
        import krippendorff  # noqa: F401
        import scipy.stats  # noqa: F401
        import statsmodels.stats.inter_rater  # noqa: F401
    except ImportError as error:
        raise UsageError(
            f"calibration needs {(error.name or 'a library').partition('.')[0]}, which is not installed: "
            "python -m pip install '.[calibrate]'"
        ) from None


def _share(counted: Pairs, of: Callable[[float, float], bool], hit: Callable[[float, float], bool], why: str) -> Figure:
    """Return the share of `hit` among the pairs `of` which there are any."""
    total = sum(count for pair, count in counted.items() if of(*pair))
    found = sum(count for pair, count in counted.items() if of(*pair) and hit(*pair))
    return figure(found / total) if total else undefined(why)


def accuracy(pairs: Pairs) -> Figure:
    """Return the share of equal verdicts."""
    return _share(pairs, lambda human, judge: True, lambda human, judge: human == judge, NOTHING_SHARED)


def inverted_mse(pairs: Pairs) -> Figure:
    """Return 1 minus the mean squared distance of grades as shares of their scale: 1 is perfect, 0 the worst possible.

    Source: LoCar reports conciseness as inverted mean squared error; bringing it to 0..1 like this is ours.
    """
    total = sum(pairs.values())
    if not total:
        return undefined(NOTHING_SHARED)
    return figure(1 - sum(count * (human - judge) ** 2 for (human, judge), count in pairs.items()) / total)


def precision(pairs: Pairs) -> Figure:
    """Return the share of people's yes among a judge's."""
    why = "the judge never says yes" if any(pairs.values()) else NOTHING_SHARED
    return _share(pairs, lambda human, judge: judge == 1, lambda human, judge: human == 1, why)


def recall(pairs: Pairs) -> Figure:
    """Return the share of people's yes to which the judge says yes as well."""
    why = "people never say yes" if any(pairs.values()) else NOTHING_SHARED
    return _share(pairs, lambda human, judge: human == 1, lambda human, judge: judge == 1, why)


def specificity(pairs: Pairs) -> Figure:
    """Return the share of people's no to which the judge says no as well."""
    why = "people never say no" if any(pairs.values()) else NOTHING_SHARED
    return _share(pairs, lambda human, judge: human != 1, lambda human, judge: judge != 1, why)


def f1(pairs: Pairs) -> Figure:
    """Return the harmonic mean of precision and recall."""
    humans = sum(count for (human, _), count in pairs.items() if human == 1)
    if not humans:
        return undefined("people never say yes" if any(pairs.values()) else NOTHING_SHARED)
    judges = sum(count for (_, judge), count in pairs.items() if judge == 1)
    return figure(2 * sum(count for pair, count in pairs.items() if pair == (1, 1)) / (humans + judges))


def cohen_kappa(pairs: Pairs, grades: Sequence[float] = YES_NO) -> Figure:
    """Return Cohen's kappa; with more than two grades distances count by their square.

    It is undefined where people gave a single grade: it would be 0, or nothing, whatever the judge says.

    Source: J. Cohen, A coefficient of agreement for nominal scales (1960); Weighted kappa (1968).
    """
    kept = [human for (human, _), count in pairs.items() if count]
    if len(set(kept)) < 2:
        return undefined("people gave one class only" if kept else NOTHING_SHARED)
    from statsmodels.stats.inter_rater import cohens_kappa

    weights = "quadratic" if len(grades) > 2 else None
    found = cohens_kappa(confusion(pairs, grades), wt=weights, return_results=False)
    return figure(found, "chance alone would never differ")


def fleiss(ratings: Ratings, grades: Sequence[float] = YES_NO) -> Figure:
    """Return Fleiss' kappa over the instances that all annotators labelled.

    Source: J. L. Fleiss, Measuring nominal scale agreement among many raters (1971).
    """
    if max(map(len, ratings), default=0) < 2:
        return undefined("one annotator only")
    whole = [row for row in _each(ratings) if None not in row]
    if not whole:
        return undefined("no instance was labelled by all annotators")
    if len({label for row in whole for label in row}) < 2:
        return undefined("annotators gave one class only")
    from statsmodels.stats.inter_rater import fleiss_kappa

    return figure(fleiss_kappa([[row.count(grade) for grade in grades] for row in whole], method="fleiss"))


def alpha(ratings: Ratings, *, ordinal: bool = False) -> Figure:
    """Return Krippendorff's alpha over the instances that at least two annotators labelled.

    Source: K. Krippendorff, Computing Krippendorff's alpha-reliability (2011).
    """
    if max(map(len, ratings), default=0) < 2:
        return undefined("one annotator only")
    shared = [row for row in _each(ratings) if len(row) - row.count(None) > 1]
    if not shared:
        return undefined("no instance was labelled by two annotators")
    if len({label for row in shared for label in row if label is not None}) < 2:
        return undefined("annotators gave one class only")
    import krippendorff

    units = [[math.nan if label is None else label for label in row] for row in shared]
    by_annotator = list(zip(*units, strict=True))
    return figure(krippendorff.alpha(by_annotator, level_of_measurement="ordinal" if ordinal else "nominal"))


def pairwise(ratings: Ratings) -> Figure:
    """Return the share of equal labels over all pairs of annotators within an instance, averaged over instances."""
    return _mean(ratings, lambda labels: fmean(one == other for one, other in combinations(labels, 2)))


def spread(ratings: Ratings) -> Figure:
    """Return the mean over instances of the sample variance of their labels, as shares of the scale; 0: all agree."""
    return _mean(ratings, variance)


def _mean(ratings: Ratings, value: Callable[[list[float]], float]) -> Figure:
    total, summed = 0, 0.0
    for row, count in ratings.items():
        labels = [label for label in row if label is not None]
        if len(labels) > 1:
            total, summed = total + count, summed + count * value(labels)
    return figure(summed / total) if total else undefined("no instance was labelled by two annotators")


def _each(ratings: Ratings) -> Iterator[tuple[float | None, ...]]:
    for row, count in ratings.items():
        for _ in range(count):
            yield row


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> tuple[int, int, Figure]:
    """Return how often only the first and only the second is right, and the exact two-sided p of such a difference.

    Source: Q. McNemar (1947); exact, as the binomial test of the instances in which they differ.
    """
    cells = Counter(zip(first, second, strict=True))
    only_first, only_second = cells[True, False], cells[False, True]
    if not cells:
        return 0, 0, undefined(NOTHING_SHARED)
    if not only_first + only_second:
        return 0, 0, undefined("they are right and wrong in the same instances")
    from statsmodels.stats.contingency_tables import mcnemar as exact

    table = [[cells[True, True], only_first], [only_second, cells[False, False]]]
    return only_first, only_second, figure(exact(table, exact=True).pvalue)


def confusion(pairs: Pairs, grades: Sequence[float] = YES_NO) -> list[list[int]]:
    """Return counts with a row for each grade that people gave and a column for each that the judge gave."""
    return [[pairs.get((human, judge), 0) for judge in grades] for human in grades]


def resampled(
    profiles: Sequence[Profile], statistic: Callable[[Mapping[Profile, int]], Figure], resamples: int = RESAMPLES
) -> Figure:
    """Return a statistic of instances, each given as its profile, with its percentile bootstrap interval over them.

    Equal input gives equal output. Source: Efron's percentile bootstrap.
    """
    whole = statistic(Counter(profiles))
    if whole.value is None:
        return whole
    if len(profiles) < 2:
        return whole.without("one instance only")
    from scipy.stats import bootstrap

    kinds = list(dict.fromkeys(profiles))
    codes = {profile: code for code, profile in enumerate(kinds)}

    @cache
    def value(counts: tuple[int, ...]) -> float:
        found = statistic({kind: count for kind, count in zip(kinds, counts, strict=True) if count}).value
        return math.nan if found is None else found

    def drawn(sample: Any, axis: int) -> list[float]:
        counts = [(sample == code).sum(axis=axis).tolist() for code in range(len(kinds))]
        return [value(drawing) for drawing in zip(*counts, strict=True)]

    with catch_warnings():
        # It warns of draws without a number, which are counted below.
        simplefilter("ignore")
        done = bootstrap(
            ([codes[profile] for profile in profiles],),
            drawn,
            vectorized=True,
            n_resamples=resamples,
            batch=_DRAWS_AT_ONCE,
            method="percentile",
            rng=SEED,
        )
    values = sorted(float(value) for value in done.bootstrap_distribution if math.isfinite(value))
    if len(values) < resamples * (1 - MOST_WITHOUT):
        return whole.without(f"{resamples - len(values)} of {resamples} draws give no number")
    if values[-1] - values[0] < NO_WIDTH:
        return whole.without("all draws are the same")
    tail = (1 - LEVEL) / 2
    return whole.within(quantile(values, tail), quantile(values, 1 - tail))
