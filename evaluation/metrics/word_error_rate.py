"""How many words were misheard, in English."""

from evaluation.metrics.heard_pairs import heard_pairs
from evaluation.spec import Measured, metric, ratio, unscored
from scenarios.schema import Scenario
from simulator.language.alignment import align_words
from simulator.trajectory import Trajectory

NAME = "wer"


@metric(NAME, locales=("en",), direction="lower", scale="rate")
def score_word_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Word error rate of what was heard, after normalisation; 0 is perfect, above 1 is possible.

    Errors and words of all utterances are summed before dividing. Source: WER = (S + D + I) / N.
    """
    pairs, reason = heard_pairs(trajectory)
    aligned = [align_words(pair.intended, pair.heard, "en") for pair in pairs]
    words = sum(alignment.reference_length for alignment in aligned)
    if not words:
        return unscored(NAME, reason or "the driver said no word that can be compared")
    wrong = tuple(
        f"{pair.intended!r} heard as {pair.heard!r}"
        for pair, alignment in zip(pairs, aligned, strict=True)
        if alignment.errors
    )
    return ratio(NAME, sum(alignment.errors for alignment in aligned), words, wrong)
