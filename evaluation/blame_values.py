"""What a lost slot named, and whether what was heard in its place exists, is impossible, or is missing."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from evaluation.blame_reading import Reading, Sign
from evaluation.blame_slots import Utterance, heard_instead
from evaluation.validity_concepts import Concept, concepts_in
from scenarios.schema import ExpectedCall, Scenario
from simulator.channel import Locale
from simulator.language.numbers import NumberSpan, find_numbers
from simulator.language.slots import slots_missed
from simulator.tools.catalogue import all_tools
from simulator.world.generated import GeneratedWorld

# A share in percent ends at all of it, and the clock at 24; no tool has to say so.
_UNIT_BOUNDS = {"percent": (0.0, 100.0), "oclock": (0.0, 24.0)}


def read_slot(utterance: Utterance, slot: str, scenario: Scenario) -> Reading:
    """Return what the loss of a slot looked like, by what it names: one number, a person or place, or a thing.

    The rules are those that `blame_signs.read` tells.
    """
    locale = utterance.locale
    calls = _expected(scenario, utterance.request)
    numbers = find_numbers(slot, locale)
    if len(numbers) == 1:
        return _number(utterance, numbers[0], calls)
    for kind, names in _names_in(slot, locale).items():
        if names:
            return _name(utterance, slot, kind)
    return _thing(utterance, slot, calls)


def _name(utterance: Utterance, slot: str, kind: str) -> Reading:
    if _names_in(utterance.heard, utterance.locale)[kind] - _names_in(utterance.intended, utterance.locale)[kind]:
        return Reading(plausible=True)
    instead = heard_instead(slot, utterance.intended, utterance.heard, utterance.locale)
    if instead is None:
        return Reading()
    return Reading((Sign.UNKNOWN_NAME if instead else Sign.MISSING,))


def _expected(scenario: Scenario, request: int | None) -> Sequence[ExpectedCall]:
    return [call for call in scenario.expected if request is None or call.turn == request]


def _percent(span: NumberSpan) -> NumberSpan:
    """Return a fraction as percent: a quarter of something is twenty-five percent of it."""
    return span._replace(value=100 * span.value, unit="percent") if span.unit == "fraction" else span


def _number(utterance: Utterance, meant: NumberSpan, calls: Sequence[ExpectedCall]) -> Reading:
    meant = _percent(meant)
    heard = [_percent(span) for span in find_numbers(utterance.heard, utterance.locale)]
    spoken = [_percent(span) for span in find_numbers(utterance.intended, utterance.locale)]
    before = [(span.value, span.unit) for span in spoken]
    alike = [
        span
        for span in heard
        if (span.value, span.unit) not in before and (span.unit == meant.unit or None in (span.unit, meant.unit))
    ]
    if any(span.value == meant.value for span in alike):
        # Only its unit was lost; what that changes depends on the assistant.
        return Reading()
    fields = list(_fields_of(meant.value, calls))
    if not alike and any(concept.role == "value" for concept in _new_things(utterance)):
        # As far as it goes, which is no number.
        return Reading(plausible=True)
    if not alike:
        needed = any(required for _, required in fields) and len(heard) < len(before)
        return Reading((Sign.MISSING,) if needed else ())
    value = alike[0].value
    low, high = _UNIT_BOUNDS.get(meant.unit or "", (float("-inf"), float("inf")))
    if not low <= value <= high or any(not _fits(value, schema) for schema, _ in fields):
        return Reading((Sign.OUT_OF_RANGE,))
    return Reading(plausible=True)


def _fields_of(value: float, calls: Sequence[ExpectedCall]) -> Iterator[tuple[Mapping[str, Any], bool]]:
    """Iterate over the schemas of the arguments that hold a number, and whether they are required."""
    for call in calls:
        schema = _schemas().get(call.tool, {})
        for name, argument in call.arguments.items():
            if isinstance(argument, int | float) and not isinstance(argument, bool) and argument == value:
                yield schema.get("properties", {}).get(name, {}), name in schema.get("required", ())


def _fits(value: float, schema: Mapping[str, Any]) -> bool:
    step = schema.get("multipleOf")
    return (
        schema.get("minimum", value) <= value <= schema.get("maximum", value)
        and value in schema.get("enum", (value,))
        and (step is None or (value / step).is_integer())
    )


def _thing(utterance: Utterance, slot: str, calls: Sequence[ExpectedCall]) -> Reading:
    heard = _things_in(utterance.heard, utterance.locale)
    lost = _things_in(slot, utterance.locale) - heard
    if not lost:
        return Reading(kept=all(_things_in(word, utterance.locale) for word in slot.split()))
    roles = {concept.role for concept in lost}
    if any(concept.role in roles for concept in _new_things(utterance)):
        return Reading(plausible=True)
    left = {concept.role for concept in heard}
    chosen = "value" in roles and "value" not in left and any(_requires_a_choice(call) for call in calls)
    return Reading((Sign.MISSING,) if chosen or ("topic" in roles and "topic" not in left) else ())


def _things_in(text: str, locale: Locale) -> frozenset[Concept]:
    """Return the things that a text names and the car has, and the options it names."""
    return frozenset(concept for concept in concepts_in(text, locale) if concept.role == "value" or concept.tools)


def _new_things(utterance: Utterance) -> frozenset[Concept]:
    return _things_in(utterance.heard, utterance.locale) - _things_in(utterance.intended, utterance.locale)


def _requires_a_choice(call: ExpectedCall) -> bool:
    schema = _schemas().get(call.tool, {})
    fields = schema.get("properties", {})
    return any(len(fields.get(name, {}).get("enum", ())) > 2 for name in schema.get("required", ()))


@lru_cache(maxsize=1)
def _schemas() -> Mapping[str, Mapping[str, Any]]:
    return {spec.name: spec.bare_parameters for spec in all_tools()}


@lru_cache(maxsize=2)
def _known_names(locale: Locale) -> Mapping[str, tuple[str, ...]]:
    """Return the names there are in every generated world of a language; Korean ones of two syllables or more."""
    world = GeneratedWorld(locale=locale)
    towns = {place.name_ko if locale == "ko" and place.name_ko else place.name for place in world.places()}
    people: set[str] = set()
    for contact in world.contacts():
        first, last = contact["name"]["first_name"], contact["name"]["last_name"]
        people |= {first, last, f"{last}{first}" if locale == "ko" else f"{first} {last}"}
    return {
        "place": tuple(sorted(name for name in towns if len(name) > 1)),
        "person": tuple(sorted(name for name in people if len(name) > 1)),
    }


@lru_cache(maxsize=1024)
def _names_in(text: str, locale: Locale) -> Mapping[str, frozenset[str]]:
    return {
        kind: frozenset(name for name in names if not slots_missed((name,), text, locale))
        for kind, names in _known_names(locale).items()
    }


def names_something(text: str, locale: Locale) -> bool:
    """Return whether a text names anything that the car, its driver or its map knows, or a number."""
    return bool(_things_in(text, locale) or find_numbers(text, locale) or any(_names_in(text, locale).values()))
