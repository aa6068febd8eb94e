"""Error rates over all utterances of a session, for the speech metrics."""

from collections.abc import Callable

from evaluation.metrics.heard_pairs import heard_pairs
from evaluation.spec import Measured, ratio, unscored
from simulator.language.alignment import Alignment
from simulator.trajectory import Trajectory

Align = Callable[[str, str], Alignment]
Count = Callable[[Alignment], int]


def _errors(alignment: Alignment) -> int:
    return alignment.errors


def error_rate(name: str, trajectory: Trajectory, align: Align, count: Count = _errors) -> Measured:
    """Return the errors of all utterances over their reference units, so that sessions can be pooled.

    `align` lays what was intended beside what was heard; `count` says which errors count, by default all. Unscored when
    nothing was spoken and heard, or no reference has a unit. Source: (S + D + I) / N.
    """
    pairs, reason = heard_pairs(trajectory)
    aligned = [align(pair.intended, pair.heard) for pair in pairs]
    units = sum(alignment.reference_length for alignment in aligned)
    if not units:
        return unscored(name, reason or "the driver said nothing that can be compared")
    wrong = tuple(
        f"{pair.intended!r} heard as {pair.heard!r}"
        for pair, alignment in zip(pairs, aligned, strict=True)
        if count(alignment)
    )
    return ratio(name, sum(map(count, aligned)), units, wrong)
