"""Whether a driver tells, unasked, the details that its part keeps for a question."""

from functools import lru_cache

from evaluation.validity_concepts import concepts_in
from evaluation.validity_fault import FaultKind
from evaluation.validity_numbers import numbers_in
from evaluation.validity_progress import Line
from evaluation.validity_speech import Finding
from evaluation.validity_values import Allowance
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.language.acts import Act, recognise

# What stands for "all of it" in one wording is "all the way" in another.
_COUNTING = frozenset({"ordinal", "item", "times", "person"})
_WORDING = frozenset({"as far as it goes", "front"})


def early_faults(line: Line, locale: Locale, scenario: Scenario, allowed: Allowance, spoken: str) -> list[Finding]:
    """Return the details of scripted answers that a driver gives before it was asked anything.

    `spoken` is all that was said before by both sides. Source: the driver's own prompt, which keeps such details back.
    """
    if isinstance(scenario, OfficialScenario) or line.asked:
        return []
    # What nobody can place may have been a question.
    if line.speech and recognise(line.speech, locale).acts != (Act.DONE,):
        return []
    told = sorted(withheld_in(line.text, locale, scenario, allowed, spoken))
    return [(FaultKind.GAVE_AWAY_VALUE, f"kept for a question, and told unasked: {', '.join(told)}")] if told else []


def withheld_in(text: str, locale: Locale, scenario: Scenario, allowed: Allowance, spoken: str) -> set[str]:
    """Return what a text names of the details that only scripted answers hold and nobody has spoken of."""
    free = f"{allowed.at_once}\n{spoken}"
    concepts = {c for c in concepts_in(text, locale) if c.name not in _WORDING}
    told = {c.name for c in (concepts & concepts_in(allowed.deferred, locale)) - concepts_in(free, locale)}
    given = _values(free, locale)
    late = late_numbers(scenario, locale) - given
    numbers = {(value, unit) for value, unit in numbers_in(text, locale) if unit not in _COUNTING}
    return told | {f"{value:g}" for value, unit in numbers if value in late and (unit or value > 3)}


def _values(text: str, locale: Locale) -> set[float]:
    """Return the numbers of a text but those that only count or order."""
    return {value for value, unit in numbers_in(text, locale) if unit not in _COUNTING}


@lru_cache(maxsize=256)
def _late(lines: tuple[tuple[str, tuple[str, ...]], ...], locale: Locale) -> frozenset[float]:
    free: set[float] = set()
    late: set[float] = set()
    for wish, replies in lines:
        free |= _values(wish, locale) - late
        late |= {value for reply in replies for value in _values(reply, locale)} - free
    return frozenset(late)


def late_numbers(scenario: Scenario, locale: Locale) -> frozenset[float]:
    """Return the numbers that only answers hold; a later request may take one up that was an answer before."""
    turns = scenario.driver[locale].turns
    wishes = tuple((f"{turn.say}\n{turn.again}", tuple(reply.say for reply in turn.replies)) for turn in turns)
    return _late(wishes, locale)
