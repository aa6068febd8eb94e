"""What kind of errors were heard: substitutions, deletions and insertions, normalised and as written.

The unit is the language's own: words in English, characters without spaces in Korean. The numerator of each score is
the count, the denominator the reference units.
"""

from functools import partial

from evaluation.conditions import ONE_LANGUAGE
from evaluation.metrics.error_rates import Align, Count, error_rate
from evaluation.spec import Measured, metric
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.language.alignment import Alignment, align_space_free, align_words
from simulator.trajectory import Trajectory


def _substitutions(alignment: Alignment) -> int:
    return alignment.substitutions


def _deletions(alignment: Alignment) -> int:
    return alignment.deletions


def _insertions(alignment: Alignment) -> int:
    return alignment.insertions


def _align(locale: Locale, *, raw: bool) -> Align:
    return partial(align_space_free if locale == "ko" else align_words, locale=locale, raw=raw)


def _rate(name: str, trajectory: Trajectory, count: Count, *, raw: bool = False) -> Measured:
    return error_rate(name, trajectory, _align(trajectory.started.locale, raw=raw), count)


@metric("substitution_rate", direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_substitutions(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Words (Korean: characters) heard as others, after normalisation, per unit the driver said.

    Source: S / N of the cheapest alignment.
    """
    return _rate("substitution_rate", trajectory, _substitutions)


@metric("deletion_rate", direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_deletions(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Words (Korean: characters) not heard, after normalisation, per unit the driver said.

    Source: D / N of the cheapest alignment.
    """
    return _rate("deletion_rate", trajectory, _deletions)


@metric("insertion_rate", direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_insertions(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Words (Korean: characters) heard that nobody said, after normalisation, per unit the driver said.

    Source: I / N of the cheapest alignment.
    """
    return _rate("insertion_rate", trajectory, _insertions)


@metric("substitution_rate_raw", direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_raw_substitutions(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Words (Korean: characters) heard as others, as written, per unit the driver said.

    Source: S / N of the cheapest alignment.
    """
    return _rate("substitution_rate_raw", trajectory, _substitutions, raw=True)


@metric("deletion_rate_raw", direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_raw_deletions(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Words (Korean: characters) not heard, as written, per unit the driver said.

    Source: D / N of the cheapest alignment.
    """
    return _rate("deletion_rate_raw", trajectory, _deletions, raw=True)


@metric("insertion_rate_raw", direction="lower", scale="rate", steady=ONE_LANGUAGE)
def score_raw_insertions(trajectory: Trajectory, scenario: Scenario) -> Measured:
    """Words (Korean: characters) heard that nobody said, as written, per unit the driver said.

    Source: I / N of the cheapest alignment.
    """
    return _rate("insertion_rate_raw", trajectory, _insertions, raw=True)
