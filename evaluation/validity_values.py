"""Which things and values a simulated driver may name, and whether an utterance keeps to them."""

import re
from dataclasses import dataclass
from functools import lru_cache

from evaluation.validity_concepts import concepts_in, served_by
from evaluation.validity_fault import FaultKind
from evaluation.validity_speech import Finding
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.language.numbers import find_numbers
from simulator.world.generated import places

_CONDITIONAL = re.compile(r"\b(?:if|when|once|unless|should)\b[^,.]*\bask", re.IGNORECASE)
_ALL = re.compile(
    r"\b(?:full\w*|complete\w*|all the way|max\w*|whole|entire\w*)\b|끝까지|완전히|최대|다 |활짝|전부|만충|가득", re.I
)
_NONE = re.compile(r"\b(?:clos\w+|off|shut)\b|닫|꺼|끄", re.I)
_HALF = re.compile(r"\bhalf\w*\b|반|절반", re.I)
_TIMES_OF_DAY = frozenset({"oclock", "hour", "minute", None})
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_ASKED_FOR_BY_NAME = re.compile(r"([가-힣]{2,8})(?:님|씨)?(?:에게|한테|께) ?(?:전화|메일|이메일|문자|연락)")
_CAPITALISED = (
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August "
    "September October November December Celsius Fahrenheit English Korean Okay Ok Yes No Please God Hey Hi Hello "
    "Auto Wi Bluetooth Thanks"
)
_NO_NAMES = frozenset(_CAPITALISED.split())
_NOT_PERSONS = frozenset(
    {"그쪽", "거기", "사람", "친구", "상대방", "그분", "다들", "모두", "모두들", "참석자", "참석자들"}
)
# Distances are spoken rounded.
_ROUNDED_FROM, _SLACK = 100, 1.0


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a driver may say: `at_once` without being asked, `deferred` when asked; `tools` serve the scenario."""

    at_once: str
    deferred: str
    tools: frozenset[str]

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.at_once}\n{self.deferred}"


@lru_cache(maxsize=256)
def _sentences(instruction: str) -> tuple[str, ...]:
    return tuple(re.split(r"(?<=[.!?])\s+", instruction))


def allowance(scenario: Scenario, locale: Locale) -> Allowance:
    """Return what the driver of a scenario may say in a language."""
    tools = frozenset(call.tool for call in scenario.expected) | {part.split(".")[0] for part in scenario.removed}
    script = scenario.driver[locale]
    if isinstance(scenario, OfficialScenario):
        sentences = _sentences(scenario.official.instruction)
        late = [sentence for sentence in sentences if _CONDITIONAL.search(sentence)]
        early = [sentence for sentence in sentences if not _CONDITIONAL.search(sentence)]
        return Allowance("\n".join([*early, scenario.official.persona]), "\n".join(late), tools)
    said = [text for turn in script.turns for text in (turn.say, turn.again, *turn.slots)]
    told = [text for turn in script.turns for reply in turn.replies for text in (reply.say, *reply.slots)]
    return Allowance("\n".join([script.persona, *said]), "\n".join(told), tools)


def value_faults(text: str, locale: Locale, scenario: Scenario, allowed: Allowance, speeches: str) -> list[Finding]:
    """Return what an utterance asks for or names although neither the scenario nor the assistant brought it up."""
    internal = scenario.ambiguity is not None and scenario.ambiguity.resolved_by == "internal"
    # Before the assistant has said anything, it cannot have asked for what is told only in reply.
    free = allowed.at_once if internal and not speeches else allowed.text
    known = f"{free}\n{speeches}"
    found: list[Finding] = []
    strange = concepts_in(text, locale) - concepts_in(known, locale) - concepts_in(free, "en")
    topics = sorted(concept.name for concept in strange - served_by(allowed.tools) if concept.role == "topic")
    if topics:
        found.append((FaultKind.LEFT_INSTRUCTION, f"not in the scenario: {', '.join(topics)}"))
    values = sorted(concept.name for concept in strange if concept.role == "value")
    values += _strange_numbers(text, known, locale, scenario)
    if values:
        kind = FaultKind.GAVE_AWAY_VALUE if internal else FaultKind.INVENTED_VALUE
        found.append((kind, f"given by nobody: {', '.join(values)}"))
    names = _strange_names(text, known, locale)
    if names:
        found.append((FaultKind.INVENTED_VALUE, f"named by nobody: {', '.join(names)}"))
    return found


def _strange_numbers(text: str, known: str, locale: Locale, scenario: Scenario) -> list[str]:
    given = {round(value, 2) for value, _ in _numbers(known, locale)}
    if locale == "ko":
        given |= {round(value, 2) for value, _ in _numbers(known, "en")}
    given |= {float(scenario.time.hour), float(scenario.time.minute), float(scenario.time.day)}
    given |= {value for value, pattern in ((100.0, _ALL), (0.0, _NONE), (50.0, _HALF)) if pattern.search(known)}
    strange = []
    for value, unit in _numbers(text, locale):
        if unit in ("ordinal", "digits", "item", "person", "vehicle", "times", "floor", "day", "fraction"):
            continue
        if unit is None and value <= 3:
            continue
        twins = {value, value - 12, value + 12} if unit in _TIMES_OF_DAY and value <= 24 else {value}
        near = value > _ROUNDED_FROM and any(abs(value - other) < _SLACK for other in given)
        if not near and not twins & given:
            strange.append(f"{value:g}")
    return strange


@lru_cache(maxsize=2048)
def _numbers(text: str, locale: Locale) -> tuple[tuple[float, str | None], ...]:
    return tuple((span.value, span.unit) for span in find_numbers(text, locale))


def _strange_names(text: str, known: str, locale: Locale) -> list[str]:
    """Return cities and, where the writing shows them, other names that nobody has brought up."""
    folded = known.casefold()
    if locale == "ko":
        cities = [place.name_ko for place in places().values() if len(place.name_ko) >= 2]
        named = [city for city in cities if _named_in_korean(city, text)]
        people = [name for name in _ASKED_FOR_BY_NAME.findall(text) if name not in _NOT_PERSONS]
        return [name for name in (*named, *people) if name not in known]
    words = {word for name in _NAME.findall(text) for word in name.split()} - _NO_NAMES
    cities = [place.name for place in places().values() if re.search(rf"\b{re.escape(place.name)}\b", text)]
    return sorted({name for name in (*words, *cities) if name.casefold() not in folded})


def _named_in_korean(city: str, text: str) -> bool:
    """A city's name begins a word and is followed by nothing but a particle or a station's or airport's word."""
    ending = r"(?:으로|로|까지|에서|에|행|역|시|을|를|이|가|은|는|의|도|쪽|공항)?(?![가-힣])"
    return re.search(rf"(?<![가-힣]){city}{ending}", text) is not None


def early_faults(text: str, locale: Locale, scenario: Scenario, allowed: Allowance) -> list[Finding]:
    """Return what the opening of a scenario whose ambiguity the driver resolves tells before it was asked for."""
    ambiguity = scenario.ambiguity
    if ambiguity is None or ambiguity.resolved_by != "user" or not allowed.deferred:
        return []
    at_once = allowed.at_once
    held_back = concepts_in(allowed.deferred, locale) - concepts_in(at_once, locale)
    told = sorted(c.name for c in concepts_in(text, locale) & held_back if c.role == "value")
    late = {value for value, _ in _numbers(allowed.deferred, locale)} - {v for v, _ in _numbers(at_once, locale)}
    told += [f"{value:g}" for value, unit in _numbers(text, locale) if value in late and (unit or value > 3)]
    return [(FaultKind.GAVE_AWAY_VALUE, f"told before it was asked for: {', '.join(told)}")] if told else []
