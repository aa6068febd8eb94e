"""How many utterances came through whole."""

from evaluation.conditions import ONE_LANGUAGE
from evaluation.metrics.heard_pairs import heard_pairs
from evaluation.spec import Measured, metric, ratio, unscored
from scenarios.schema import Scenario
from simulator.language.alignment import sentence_exact
from simulator.trajectory import Trajectory

NAME = "sentence_exact"
RAW = "sentence_exact_raw"


@metric(NAME, steady=ONE_LANGUAGE)
def score_exact_sentences(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Share of the driver's utterances in which nothing was misheard, after normalisation; 1 is perfect.

    Source: sentence accuracy, the complement of the sentence error rate.
    """
    return _exact(NAME, trajectory, raw=False)


@metric(RAW, steady=ONE_LANGUAGE)
def score_raw_exact_sentences(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Share of the driver's utterances that were heard exactly as they were written; 1 is perfect.

    Source: sentence accuracy, the complement of the sentence error rate.
    """
    return _exact(RAW, trajectory, raw=True)


def _exact(name: str, trajectory: Trajectory, *, raw: bool) -> Measured:
    pairs, reason = heard_pairs(trajectory)
    locale = trajectory.started.locale
    answers = [sentence_exact(pair.intended, pair.heard, locale, raw=raw) for pair in pairs]
    compared = [answer for answer in answers if answer is not None]
    if not compared:
        return unscored(name, reason or "the driver said nothing that can be compared")
    return ratio(name, sum(compared), len(compared))
