"""How far several judges agree, rubric by rubric: what a majority is worth."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from evaluation.judge_answer import Status
from evaluation.judgements import Kept
from evaluation.majority import majority


@dataclass(frozen=True, slots=True)
class Pair:
    """Two judges on one rubric, over the `n` questions to which both gave a verdict.

    `agreement` is the share of equal verdicts. `kappa` is 1 for full agreement and 0 for what chance alone gives; None
    where chance cannot be told, since all verdicts were equal or there were none.
    """

    judges: tuple[str, str]
    n: int
    agreement: float | None
    kappa: float | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a panel made of one rubric.

    Of `questions`, `decided` had a majority, `split` had verdicts that differ and no majority, `without` had too few
    verdicts. `unanimous` is the share of questions in which all judges gave the same verdict; it, `agreement` (over all
    pairs of verdicts) and `kappa` (the mean over pairs of judges) are None for a single judge. `answers` counts what
    became of each question put to each judge.
    """

    rubric: str
    questions: int
    decided: int
    split: int
    without: int
    unanimous: float | None
    agreement: float | None
    kappa: float | None
    answers: dict[str, int]
    pairs: tuple[Pair, ...]


def agreements(kept: Sequence[Kept]) -> tuple[Agreement, ...]:
    """Return how far the judges of a run agree, in order of rubric."""
    names = sorted({_rubric(entry) for entry in kept})
    return tuple(_agreement(name, [entry for entry in kept if _rubric(entry) == name]) for name in names)


def _rubric(entry: Kept) -> str:
    """Return what a judgement is about; one of a single reply names the reply behind a mark."""
    return entry.judgement.rubric.partition("#")[0]


def as_json(kept: Sequence[Kept]) -> dict[str, Any] | None:
    """Return plain values, None when no judge was asked; null is what cannot be told."""
    if not kept:
        return None
    judges = sorted({entry.judgement.judge for entry in kept})
    return {"judges": judges, "rubrics": {found.rubric: asdict(found) for found in agreements(kept)}}


def _agreement(rubric: str, kept: Sequence[Kept]) -> Agreement:
    questions: dict[tuple[str, str], list[Kept]] = {}
    for entry in kept:
        questions.setdefault((entry.session_id, entry.judgement.rubric), []).append(entry)
    decided = split = unanimous = 0
    # A grade between the best and the worst shows a scale, on which the median decides.
    graded = any(entry.judgement.value not in (None, 0, 1) for entry in kept)
    for answers in questions.values():
        values = [entry.judgement.value for entry in answers]
        found = majority(answers[0].judgement.rubric, [entry.judgement for entry in answers], graded=graded)
        if found is not None and found.value is not None:
            decided += 1
        elif len({value for value in values if value is not None}) > 1:
            split += 1
        unanimous += None not in values and len(set(values)) == 1
    judges = sorted({entry.judgement.judge for entry in kept})
    pairs = [_pair(first, second, list(questions.values())) for first, second in combinations(judges, 2)]
    common = sum(pair.n for pair in pairs)
    kappas = [pair.kappa for pair in pairs if pair.kappa is not None]
    counts = Counter(entry.status for entry in kept)
    return Agreement(
        rubric=rubric,
        questions=len(questions),
        decided=decided,
        split=split,
        without=len(questions) - decided - split,
        unanimous=unanimous / len(questions) if len(judges) > 1 else None,
        agreement=math.fsum((pair.agreement or 0) * pair.n for pair in pairs) / common if common else None,
        kappa=math.fsum(kappas) / len(kappas) if kappas else None,
        answers={status.value: counts[status] for status in Status if counts[status]},
        pairs=tuple(pairs),
    )


def _pair(first: str, second: str, questions: Sequence[Sequence[Kept]]) -> Pair:
    both: list[tuple[float, float]] = []
    for answers in questions:
        value = {entry.judgement.judge: entry.judgement.value for entry in answers}
        one, other = value.get(first), value.get(second)
        if one is not None and other is not None:
            both.append((one, other))
    agreement = sum(one == other for one, other in both) / len(both) if both else None
    return Pair((first, second), len(both), agreement, kappa(both))


def kappa(both: Sequence[tuple[float, float]]) -> float | None:
    """Return Cohen's kappa of pairs of verdicts from 0 to 1, weighted by the square of their distance.

    For yes and no that is the plain kappa; on a scale, neighbouring grades count as nearly equal. None where chance
    alone would never differ.

    Source: J. Cohen, A coefficient of agreement for nominal scales (1960); Weighted kappa (1968).
    """
    if not both:
        return None
    observed = math.fsum((one - other) ** 2 for one, other in both) / len(both)
    ones, others = Counter(one for one, _ in both), Counter(other for _, other in both)
    chance = (
        math.fsum(
            (one - other) ** 2 * number * times for one, number in ones.items() for other, times in others.items()
        )
        / len(both) ** 2
    )
    return 1 - observed / chance if chance else None
