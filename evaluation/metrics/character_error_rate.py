"""How many characters were misheard: without spaces in Korean, with spaces in both languages."""

from functools import partial

from evaluation.conditions import ONE_LANGUAGE
from evaluation.metrics.error_rates import error_rate
from evaluation.spec import Measured, metric
from scenarios.schema import Scenario
from simulator.language.alignment import align_characters, align_space_free
from simulator.trajectory import Trajectory

NAME = "cer"
RAW = "cer_raw"
SPACED = "cer_spaced"
SPACED_RAW = "cer_spaced_raw"


@metric(NAME, locales=("ko",), direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_character_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Character error rate without spaces, after normalisation; 0 is perfect, above 1 is possible.

    Spacing varies among Korean writers, so it is no error. Errors and characters of all utterances are summed before
    dividing. Source: CER = (S + D + I) / N.
    """
    return error_rate(NAME, trajectory, partial(align_space_free, locale="ko"))


@metric(RAW, locales=("ko",), direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_raw_character_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Character error rate without spaces as it was written: punctuation and number forms count.

    Source: CER = (S + D + I) / N.
    """
    return error_rate(RAW, trajectory, partial(align_space_free, locale="ko", raw=True))


@metric(SPACED, direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_spaced_character_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Character error rate with the spaces between words, after normalisation; 0 is perfect.

    Source: CER = (S + D + I) / N, as general scoring tools count it.
    """
    return error_rate(SPACED, trajectory, partial(align_characters, locale=trajectory.started.locale))


@metric(SPACED_RAW, direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_raw_spaced_character_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Character error rate with the spaces between words as they were written; 0 is perfect.

    Source: CER = (S + D + I) / N, as general scoring tools count it.
    """
    return error_rate(SPACED_RAW, trajectory, partial(align_characters, locale=trajectory.started.locale, raw=True))
