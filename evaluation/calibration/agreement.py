"""How far judges, one by one and together, agree with people, KPI by KPI."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from evaluation.calibration import measures
from evaluation.calibration.figures import Figure
from evaluation.calibration.labels import Instance, Scale
from simulator.registry import UsageError

ENSEMBLE = "ensemble"
"""How the majority of all judges is called."""


@dataclass(frozen=True, slots=True)
class JudgeFigures:
    """One judge, or the ensemble, against the majority of people.

    `compared` instances have both; in `without` the judge was asked and gave no verdict, or the ensemble had no
    majority. `confusion` has a row for each grade of people and a column for each of the judge, from worst to best.
    """

    name: str
    compared: int
    without: int
    figures: dict[str, Figure]
    confusion: list[list[int]]


@dataclass(frozen=True, slots=True)
class Duel:
    """Two judges on the `n` instances in which both have a verdict, by who agrees with people (McNemar)."""

    first: str
    second: str
    n: int
    only_first: int
    only_second: int
    p: Figure


@dataclass(frozen=True, slots=True)
class KpiAgreement:
    """One KPI, or all of one scale.

    Of `instances`, `ambiguous`, `unlabelled` and `split` (no majority among people) are left out and `used` remain.
    `grades` counts the majorities of people by verdict. `agreement`, `variance`, `fleiss_kappa` and `alpha` are among
    annotators.
    """

    name: str
    scale: Scale
    instances: int
    ambiguous: int
    unlabelled: int
    split: int
    used: int
    grades: dict[str, int]
    annotators: tuple[str, ...]
    agreement: Figure
    variance: Figure
    fleiss_kappa: Figure
    alpha: Figure
    judges: tuple[JudgeFigures, ...]
    duels: tuple[Duel, ...]

    def as_json(self) -> dict[str, Any]:
        """Return plain values; null is what cannot be told."""
        return {
            "scale": str(self.scale),
            "instances": self.instances,
            "ambiguous": self.ambiguous,
            "unlabelled": self.unlabelled,
            "without_majority": self.split,
            "used": self.used,
            "verdicts": self.grades,
            "annotators": list(self.annotators),
            **{name: getattr(self, name).as_json() for name in ("agreement", "variance", "fleiss_kappa", "alpha")},
            "judges": {
                found.name: {
                    "compared": found.compared,
                    "without_verdict": found.without,
                    "confusion": found.confusion,
                    **{name: value.as_json() for name, value in found.figures.items()},
                }
                for found in self.judges
            },
            "mcnemar": [
                {
                    "judges": [duel.first, duel.second],
                    "compared": duel.n,
                    "only_first_right": duel.only_first,
                    "only_second_right": duel.only_second,
                    "p": duel.p.as_json(),
                }
                for duel in self.duels
            ],
        }


def usable(instances: Sequence[Instance]) -> list[Instance]:
    """Return the instances that people decided and nobody marked as ambiguous."""
    return [found for found in instances if not found.ambiguous and found.human is not None]


def judges_of(instances: Sequence[Instance]) -> tuple[str, ...]:
    """Return all judges in the order in which they first occur; raises UsageError for one called as the ensemble."""
    found = tuple(dict.fromkeys(given.judge for instance in instances for given in instance.judges))
    if ENSEMBLE in found:
        raise UsageError(f"a judge cannot be called '{ENSEMBLE}', which is what all judges together are called")
    return found


def annotators_of(instances: Sequence[Instance]) -> tuple[str, ...]:
    """Return all annotators in the order in which they first occur."""
    return tuple(dict.fromkeys(given.judge for instance in instances for given in instance.humans))


def agreements(instances: Sequence[Instance]) -> tuple[KpiAgreement, ...]:
    """Return the figures of every KPI in order of the table, then those of all of one scale where there are several."""
    kpis = dict.fromkeys(instance.kpi for instance in instances)
    found = [kpi_agreement(kpi, [one for one in instances if one.kpi == kpi]) for kpi in kpis]
    for scale in dict.fromkeys(one.scale for one in found):
        if sum(one.scale == scale for one in found) > 1:
            pooled = [one for one in instances if one.scale == scale]
            found.append(kpi_agreement(f"all of scale {scale}", pooled))
    return tuple(found)


def kpi_agreement(name: str, instances: Sequence[Instance]) -> KpiAgreement:
    """Return the figures of instances of one scale."""
    clear = [one for one in instances if not one.ambiguous]
    used = usable(instances)
    scale, people = instances[0].scale, annotators_of(clear)
    shares = scale.shares
    ratings = [tuple(one.label(person) for person in people) for one in clear if one.humans]
    judges = judges_of(instances)
    told: dict[str, tuple[str, ...]] = {judge: (judge,) for judge in judges}
    if len(judges) > 1:
        told[ENSEMBLE] = judges
    counted = Counter(one.human for one in used)
    return KpiAgreement(
        name=name,
        scale=scale,
        instances=len(instances),
        ambiguous=len(instances) - len(clear),
        unlabelled=sum(not one.humans for one in clear),
        split=sum(bool(one.humans) and one.human is None for one in clear),
        used=len(used),
        grades={scale.word(share): counted[share] for share in reversed(shares)},
        annotators=people,
        agreement=measures.resampled(ratings, measures.pairwise),
        variance=measures.resampled(ratings, measures.spread),
        fleiss_kappa=measures.resampled(ratings, partial(measures.fleiss, grades=shares)),
        alpha=measures.resampled(ratings, partial(measures.alpha, ordinal=scale.graded)),
        judges=tuple(judge_figures(judge, members, used, scale) for judge, members in told.items()),
        duels=tuple(duel(used, told, first, second) for first, second in combinations(told, 2)),
    )


def judge_figures(name: str, members: Sequence[str], used: Sequence[Instance], scale: Scale) -> JudgeFigures:
    """Return what judges together are worth on instances that people decided."""
    shares = scale.shares
    asked = [one for one in used if any(one.asked(judge) for judge in members)]
    pairs = [
        (human, verdict)
        for one in asked
        if (verdict := one.verdict(members)) is not None and (human := one.human) is not None
    ]
    figures = {kind: measures.resampled(pairs, measure) for kind, measure in _measures(scale).items()}
    return JudgeFigures(name, len(pairs), len(asked) - len(pairs), figures, measures.confusion(Counter(pairs), shares))


def _measures(scale: Scale) -> dict[str, Callable[[measures.Pairs], Figure]]:
    kappa = partial(measures.cohen_kappa, grades=scale.shares)
    if scale.graded:
        return {"inverted_mse": measures.inverted_mse, "exact": measures.accuracy, "kappa": kappa}
    return {
        "accuracy": measures.accuracy,
        "precision": measures.precision,
        "recall": measures.recall,
        "f1": measures.f1,
        "specificity": measures.specificity,
        "kappa": kappa,
    }


def duel(used: Sequence[Instance], told: Mapping[str, Sequence[str]], first: str, second: str) -> Duel:
    """Return which of two, each one judge or several together, agrees with people where they differ."""
    right: list[tuple[bool, bool]] = []
    for instance in used:
        one, other = instance.verdict(told[first]), instance.verdict(told[second])
        if one is not None and other is not None:
            right.append((one == instance.human, other == instance.human))
    only_first, only_second, p = measures.mcnemar([pair[0] for pair in right], [pair[1] for pair in right])
    return Duel(first, second, len(right), only_first, only_second, p)
