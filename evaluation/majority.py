"""What several judges together say of one rubric."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from simulator.events import Judgement

Judgements = Sequence[Judgement]


@dataclass(frozen=True, slots=True)
class Majority:
    """The value more than half of all judges asked gave, or the median of their grades, or None with the reason.

    `evidence` names every judge with its answer and why; `votes` is how many of them gave a verdict.
    """

    value: float | None
    reason: str
    evidence: tuple[str, ...]
    votes: int


def majority(rubric: str, judgements: Judgements, *, graded: bool = False) -> Majority | None:
    """Return the majority on a rubric, None when nobody was asked.

    A judge without a usable answer counts as asked: two of three agreeing judges decide, one of two does not.
    `graded` is for scales: more than half of all judges asked must have given a grade, and the median of the grades
    decides; with an even number of them the two in the middle must be equal.
    """
    asked = [judgement for judgement in judgements if judgement.rubric == rubric]
    if not asked:
        return None
    evidence = tuple(f"{judgement.judge}: {_word(judgement)}: {judgement.rationale}" for judgement in asked)
    if graded:
        return _median(asked, evidence)
    votes = Counter(judgement.value for judgement in asked if judgement.value is not None)
    for value, count in votes.items():
        if 2 * count > len(asked):
            names = ", ".join(judgement.judge for judgement in asked if judgement.value == value)
            why = next(judgement.rationale for judgement in asked if judgement.value == value)
            told = f"{why} (judged by {names}, {count} of {len(asked)})"
            return Majority(value, told, evidence, votes.total())
    return _undecided(asked, votes, evidence, "majority")


def _median(asked: Judgements, evidence: tuple[str, ...]) -> Majority:
    graded = sorted(judgement.value for judgement in asked if judgement.value is not None)
    if 2 * len(graded) > len(asked):
        low, high = graded[(len(graded) - 1) // 2], graded[len(graded) // 2]
        if low == high:
            middle = [judgement for judgement in asked if judgement.value == low]
            why, names = middle[0].rationale, ", ".join(judgement.judge for judgement in middle)
            told = f"median of {len(graded)} grades; " if len(graded) > 1 else ""
            told = f"{why} ({told}judged by {names}, {len(middle)} of {len(asked)})"
            return Majority(low, told, evidence, len(graded))
    return _undecided(asked, Counter(graded), evidence, "median")


def _undecided(asked: Judgements, votes: Counter[float], evidence: tuple[str, ...], what: str) -> Majority:
    silent = [judgement for judgement in asked if judgement.value is None]
    if silent and len(asked) == 1:
        return Majority(None, f"{silent[0].judge} gave no verdict: {silent[0].rationale}", evidence, 0)
    counts = ", ".join(f"{count} for {value:g}" for value, count in sorted(votes.items()))
    without = f"{len(silent)} without a verdict ({silent[0].judge}: {silent[0].rationale})" if silent else ""
    split = "; ".join(part for part in (counts, without) if part)
    return Majority(None, f"no {what} among {len(asked)} judges: {split}", evidence, votes.total())


def _word(judgement: Judgement) -> str:
    return "no verdict" if judgement.value is None else f"{judgement.value:g}"
