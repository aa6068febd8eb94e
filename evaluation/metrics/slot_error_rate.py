"""How many of the words that matter were lost."""

from evaluation.metrics.heard_pairs import heard_pairs
from evaluation.spec import Measured, metric, ratio, unscored
from scenarios.schema import Scenario
from simulator.language.slots import slots_missed
from simulator.trajectory import Trajectory

NAME = "slot_error_rate"


@metric(NAME, direction="lower")
def score_slot_errors(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Share of the names, numbers and seats that were lost on the way to the assistant; 0 is perfect.

    Source: voice test set: required slot strings missing after normalisation.
    """
    pairs, reason = heard_pairs(trajectory)
    locale = trajectory.started.locale
    total = sum(len(pair.slots) for pair in pairs)
    if not total:
        return unscored(NAME, reason or "no utterance names a word that must survive")
    missed = tuple(slot for pair in pairs for slot in slots_missed(pair.slots, pair.heard, locale))
    return ratio(NAME, len(missed), total, missed)
