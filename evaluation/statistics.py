"""Pass^k and Pass@k in both definitions in use, and the headline score."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb
from typing import Any, Literal

Definition = Literal["unbiased", "first_k"]
Measure = Literal["pass^k", "pass@k"]
Trials = Mapping[int, bool | None]
"""Outcome by trial number from 0: True passed, False failed, None not known (unscored, invalid, defect)."""


@dataclass(frozen=True, slots=True)
class PassEstimate:
    """One Pass^k or Pass@k.

    `value` is 0..1, None when no scenario had enough known trials. `scenarios` were counted with `sessions` known
    trials between them (a scenario in two languages counts twice); `excluded` scenarios had too few known trials.
    `fewest` and `most` are the known trials of a counted scenario, the n of the estimator; both are 0 when none was.
    """

    measure: Measure
    definition: Definition
    k: int
    value: float | None
    scenarios: int
    sessions: int
    excluded: int
    fewest: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class RetryDependency:
    """How much a result rests on being allowed to try again: 0 not at all, towards 1 when only some trials pass.

    `value` is the mean over k from 1 to `most_k` of Pass@k minus Pass^k; None when one of them has no value. `excluded`
    scenarios had too few known trials for the largest k, `scenarios` had enough.
    """

    definition: Definition
    most_k: int
    value: float | None
    scenarios: int
    excluded: int


def all_of_k(passed: int, known: int, k: int) -> float:
    """Return the chance that k trials drawn without replacement all passed: C(c, k) / C(n, k).

    Source: tau-bench pass^k; CAR-bench's console summary uses the same estimator.
    """
    return comb(passed, k) / comb(known, k)


def any_of_k(passed: int, known: int, k: int) -> float:
    """Return the chance that of k trials drawn without replacement at least one passed: 1 - C(n - c, k) / C(n, k).

    Source: the pass@k estimator of HumanEval.
    """
    return 1 - comb(known - passed, k) / comb(known, k)


def pass_power(outcomes: Mapping[Any, Trials], k: int, definition: Definition = "unbiased") -> PassEstimate:
    """Return Pass^k: how likely all of k trials of a scenario pass, averaged over scenarios; `k` from 1."""
    return _estimate("pass^k", outcomes, k, definition, all_of_k, all)


def pass_at(outcomes: Mapping[Any, Trials], k: int, definition: Definition = "unbiased") -> PassEstimate:
    """Return Pass@k: how likely at least one of k trials of a scenario passes, averaged over scenarios; `k` from 1."""
    return _estimate("pass@k", outcomes, k, definition, any_of_k, any)


def _estimate(
    measure: Measure,
    outcomes: Mapping[Any, Trials],
    k: int,
    definition: Definition,
    drawn: Callable[[int, int, int], float],
    first: Callable[[list[bool]], bool],
) -> PassEstimate:
    """Average over scenarios; `unbiased` uses every known trial, `first_k` trials 0 to k-1 and only if all are known.

    Source of `first_k`: CAR-bench's result analyser.
    """
    if k < 1:
        raise ValueError(f"k counts trials and begins at 1, got {k}")
    values: list[float] = []
    sizes: list[int] = []
    for trials in outcomes.values():
        if definition == "unbiased":
            known = [outcome for outcome in trials.values() if outcome is not None]
        else:
            known = [outcome for number in range(k) if (outcome := trials.get(number)) is not None]
        if len(known) < k:
            continue
        sizes.append(len(known))
        values.append(drawn(sum(known), len(known), k) if definition == "unbiased" else float(first(known)))
    value = sum(values) / len(values) if values else None
    return PassEstimate(
        measure,
        definition,
        k,
        value,
        scenarios=len(values),
        sessions=sum(sizes),
        excluded=len(outcomes) - len(values),
        fewest=min(sizes, default=0),
        most=max(sizes, default=0),
    )


def retry_dependency(
    outcomes: Mapping[Any, Trials], most_k: int, definition: Definition = "unbiased"
) -> RetryDependency:
    """Return the mean over k = 1 to `most_k` of Pass@k - Pass^k; `most_k` from 1.

    Source: the RDI of CAR-bench's result analyser.
    """
    if most_k < 1:
        raise ValueError(f"k counts trials and begins at 1, got {most_k}")
    gaps: list[float] = []
    for k in range(1, most_k + 1):
        power, at = pass_power(outcomes, k, definition), pass_at(outcomes, k, definition)
        if power.value is not None and at.value is not None:
            gaps.append(at.value - power.value)
    value = sum(gaps) / most_k if len(gaps) == most_k else None
    return RetryDependency(definition, most_k, value, power.scenarios, power.excluded)


def headline(by_kind: Mapping[str, Mapping[Any, Trials]], k: int, kinds: tuple[str, ...]) -> float | None:
    """Return the unweighted mean of Pass^k over the given kinds; None when one of them has no value.

    Source: CAR-bench SCORE, the mean over its three task types of Pass^3.
    """
    values = [pass_power(by_kind.get(kind, {}), k).value for kind in kinds]
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None
