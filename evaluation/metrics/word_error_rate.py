"""How many words were misheard, in English."""

from functools import partial

from evaluation.conditions import ONE_LANGUAGE
from evaluation.metrics.error_rates import error_rate
from evaluation.spec import Measured, metric
from scenarios.schema import Scenario
from simulator.language.alignment import align_words
from simulator.trajectory import Trajectory

NAME = "wer"
RAW = "wer_raw"


@metric(NAME, locales=("en",), direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_word_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Word error rate of what was heard, after normalisation; 0 is perfect, above 1 is possible.

    Errors and words of all utterances are summed before dividing. Source: WER = (S + D + I) / N.
    """
    return error_rate(NAME, trajectory, partial(align_words, locale="en"))


@metric(RAW, locales=("en",), direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_raw_word_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Word error rate of what was heard as it was written: case, punctuation and number forms count.

    Source: WER = (S + D + I) / N.
    """
    return error_rate(RAW, trajectory, partial(align_words, locale="en", raw=True))
