"""How many of the words that matter were lost."""

from evaluation.conditions import ONE_LANGUAGE
from evaluation.metrics.heard_pairs import heard_pairs
from evaluation.spec import Measured, metric, ratio, unscored
from scenarios.schema import Scenario
from simulator.language.slots import slots_missed
from simulator.trajectory import Trajectory

NAME = "slot_error_rate"
RAW = "slot_error_rate_raw"


@metric(NAME, direction="lower", steady=ONE_LANGUAGE)
def score_slot_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Share of the names, numbers and seats that were lost on the way to the assistant; 0 is perfect.

    Source: voice test set: required slot strings missing after normalisation.
    """
    return _lost(NAME, trajectory, raw=False)


@metric(RAW, direction="lower", steady=ONE_LANGUAGE)
def score_raw_slot_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Share of the names, numbers and seats that were not heard just as they are written; 0 is perfect.

    Source: voice test set: required slot strings missing from the text as heard.
    """
    return _lost(RAW, trajectory, raw=True)


def _lost(name: str, trajectory: Trajectory, *, raw: bool) -> Measured:
    pairs, reason = heard_pairs(trajectory)
    locale = trajectory.started.locale
    total = sum(len(pair.slots) for pair in pairs)
    if not total:
        return unscored(name, reason or "no utterance names a word that must survive")
    missed = tuple(slot for pair in pairs for slot in slots_missed(pair.slots, pair.heard, locale, raw=raw))
    return ratio(name, len(missed), total, missed)
