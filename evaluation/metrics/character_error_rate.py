"""How many syllables were misheard, in Korean."""

from evaluation.metrics.heard_pairs import heard_pairs
from evaluation.spec import Measured, metric, ratio, unscored
from scenarios.schema import Scenario
from simulator.language.alignment import align_space_free
from simulator.trajectory import Trajectory

NAME = "cer"


@metric(NAME, locales=("ko",), direction="lower", scale="rate")
def score_character_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Character error rate without spaces, after normalisation; 0 is perfect, above 1 is possible.

    Spacing varies among Korean writers, so it is no error. Errors and characters of all utterances are summed before
    dividing. Source: CER = (S + D + I) / N.
    """
    pairs, reason = heard_pairs(trajectory)
    aligned = [align_space_free(pair.intended, pair.heard, "ko") for pair in pairs]
    characters = sum(alignment.reference_length for alignment in aligned)
    if not characters:
        return unscored(NAME, reason or "the driver said nothing that can be compared")
    wrong = tuple(
        f"{pair.intended!r} heard as {pair.heard!r}"
        for pair, alignment in zip(pairs, aligned, strict=True)
        if alignment.errors
    )
    return ratio(NAME, sum(alignment.errors for alignment in aligned), characters, wrong)
