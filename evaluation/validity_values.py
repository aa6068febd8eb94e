"""Which things and values a simulated driver may name, and whether an utterance keeps to them."""

import re
from dataclasses import dataclass
from functools import lru_cache

from evaluation.validity_coinages import strange_kinds
from evaluation.validity_concepts import concepts_in, served_by
from evaluation.validity_fault import FaultKind
from evaluation.validity_numbers import numbers_in
from evaluation.validity_options import Concept
from evaluation.validity_speech import Finding
from evaluation.validity_words import ASKS, sentences, wanted_part
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.world.generated import places

_YOUR_PLACE = re.compile(r"\byour (?:own )?(?:\w+ )?(seat|side|window)s?\b", re.IGNORECASE)
_CONDITIONAL = re.compile(r"\b(?:if|when|once|unless|should)\b[^,.]*\bask", re.IGNORECASE)
_ALL = re.compile(
    r"\b(?:full\w*|complete\w*|all the way|max\w*|whole|entire\w*)\b|끝까지|완전히|최대|다 |활짝|전부|만충|가득", re.I
)
_NONE = re.compile(r"\b(?:clos\w+|off|shut)\b|닫|꺼|끄", re.I)
_QUARTER = re.compile(r"\b(?:a|one) quarter\b(?! (?:past|to|of an))", re.I)
_HALF = re.compile(r"\bhalf\w*\b|반|절반", re.I)
_IN_PERCENT = ((100.0, _ALL), (0.0, _NONE), (50.0, _HALF), (25.0, _QUARTER))
_UTMOST = "as far as it goes"
_TIMES_OF_DAY = frozenset({"oclock", "hour", "minute", None})
# A number of these is the same thing only in its own unit; where a unit is left out, it may be any.
_APART = frozenset({"oclock", "hour", "percent", "degree", "kilometre"})
_LONG_CODE = re.compile(r"(?<!\d)\+?\d(?:[ -]?\d){6,}(?!\d)|[\w.+-]+@[\w-]+\.[\w.]+")
_AT_LEVEL = re.compile(
    r"\b(?:to|on|at|level|a|setting) (one|two|three|[123])(?= (?:and|for|please)\b|\s*[,.?!]|$)", re.IGNORECASE
)
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_ASKED_FOR_BY_NAME = re.compile(r"([가-힣]{2,8})(?:님|씨)?(?:에게|한테|께) ?(?:전화|메일|이메일|문자|연락)")
# Three syllables, the first a family name: Source: the forty most frequent family names, Statistics Korea 2015.
FULL_NAME = re.compile(
    r"(?<![가-힣])([김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민][가-힣]{2})"
    r"(?: ?(?:님|씨|과장|부장|대리|차장|팀장|사장|소장|주무관|대표)님?)?(?:에게|한테|께)"
)
_STOPOVER = re.compile(r"(?<![가-힣])([가-힣]{2,8}?)(?:에)? (?:좀 |잠깐 |먼저 )?(?:들렀|들러|들르|들를)")
_KIND_OF_PLACE = re.compile(
    r"(?:집|소|점|역|마트|장|관|원|곳|데|게|도시|군데|거기|여기|중간|(?:하|사|타|보|먹|만나|데리|태우|찾|받|자|쉬|놀|"
    r"고치)러|잠깐|먼저|빨리|길|중|쯤|에|서|로|고|만|도)$"
)
_CAPITALISED = (
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August "
    "September October November December Celsius Fahrenheit English Korean Okay Ok Yes No Please God Hey Hi Hello "
    "Auto Wi Bluetooth Thanks"
)
_NO_NAMES = frozenset(_CAPITALISED.split())
_NOT_PERSONS = frozenset(
    {"그쪽", "거기", "사람", "친구", "상대방", "그분", "다들", "모두", "모두들", "참석자", "참석자들"}
)
_SMALL = {"one": 1, "two": 2, "three": 3, "1": 1, "2": 2, "3": 3}
_AT_HOUR = re.compile(
    r"\b(?:at|around|by|until|after|before) (one|two|three|[123])(?= (?:this|in the|tomorrow|tonight|pm|am|p\.m|"
    r"today)|"
    r"\s*[,.?!]|$| and\b)(?! (?:percent|degrees|level))",
    re.IGNORECASE,
)
_DAYS: dict[Locale, tuple[str, ...]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "ko": ("월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"),
}
SHARES: dict[Locale, tuple[tuple[str, re.Pattern[str]], ...]] = {
    "en": (
        ("a third", re.compile(r"\b(?:a|one|two) thirds?\b", re.I)),
        ("a quarter", re.compile(r"\b(?:a|one|three) quarters?\b(?! (?:past|to|of an))", re.I)),
        (
            "half",
            re.compile(r"(?<!and a )\b(?:half(?:way| way)?|midway)\b(?! (?:past|an?\b|hour|of (?:us|them)))", re.I),
        ),
        ("half an hour", re.compile(r"\bhalf an hour\b", re.I)),
        ("a quarter on the clock", re.compile(r"\bquarter (?:past|to|after)\b", re.I)),
        ("a quarter of an hour", re.compile(r"\bquarter of an hour\b", re.I)),
        ("one and a half", re.compile(r"\b(?:a|one) (?:\w+ )?and a half\b", re.I)),
    ),
    "ko": (
        ("a third", re.compile(r"(?:3|삼) ?분의 ?(?:1|2|일|이)|⅓|⅔")),
        ("a quarter", re.compile(r"(?:4|사) ?분의 ?(?:1|3|일|삼)|¼|¾")),
        ("half", re.compile(r"절반|(?<![가-힣0-9])반(?:만|쯤|만큼|까지| 정도|으로)")),
        ("half an hour", re.compile(r"반 ?시간|삼십 ?분|30분")),
        ("a quarter of an hour", re.compile(r"십오 ?분|15분")),
        ("one and a half", re.compile(r"(?:1|한|일) ?(?:시간|도|단계) ?반")),
    ),
}
_SHARE_VALUES = {
    "a third": {33.0, 66.0, 67.0},
    "a quarter": {25.0, 75.0, 0.25},
    "half": {50.0, 0.5},
    "half an hour": {30.0},
    "a quarter of an hour": {15.0, 0.25},
    "a quarter on the clock": {15.0, 45.0},
    "one and a half": {1.5},
}
_SIDE_OF = {"right": "passenger's place", "left": "driver's place"}
# So are lengths of time, and half an hour may be a word of its own.
_ABOUT_HOURS = 0.5
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
        parts = _sentences(scenario.official.instruction)
        late = [sentence for sentence in parts if _CONDITIONAL.search(sentence)]
        early = [sentence for sentence in parts if not _CONDITIONAL.search(sentence)]
        # Whoever plays "you" says "my window".
        late += [f"my {place}" for place in _YOUR_PLACE.findall(" ".join(late))]
        early += [f"my {place}" for place in _YOUR_PLACE.findall(" ".join(early))]
        return Allowance("\n".join([*early, scenario.official.persona]), "\n".join(late), tools)
    said = [text for turn in script.turns for text in (turn.say, turn.again, *turn.slots)]
    told = [text for turn in script.turns for reply in turn.replies for text in (reply.say, *reply.slots)]
    return Allowance("\n".join([script.persona, *said]), "\n".join(told), tools)


def value_faults(text: str, locale: Locale, scenario: Scenario, allowed: Allowance, speeches: str) -> list[Finding]:
    """Return what an utterance asks for or names although neither the scenario nor the assistant brought it up."""
    internal = scenario.ambiguity is not None and scenario.ambiguity.resolved_by == "internal"
    # What is told only in reply to an internal ambiguity is the assistant's to name first.
    free = allowed.at_once if internal and not speeches else allowed.text
    known = f"{free}\n{speeches}"
    found: list[Finding] = []
    given = concepts_in(known, locale) | concepts_in(free, "en")
    # What is "your seat" to the assistant is "my seat" to the driver.
    given |= concepts_in("\n".join(f"my {place}" for place in _YOUR_PLACE.findall(speeches)), "en")
    strange = concepts_in(wanted_part(text, locale), locale) - given
    named = {concept.name for concept in concepts_in(text, locale) & given}
    # Whoever sits behind the passenger sits on the right.
    strange = frozenset(concept for concept in strange if _SIDE_OF.get(concept.name, "") not in named)
    if isinstance(scenario, OfficialScenario) or _goes_to_an_end(scenario):
        strange = frozenset(concept for concept in strange if concept.name != _UTMOST)
    elif not any(
        ASKS[locale].search(p) and _UTMOST in {c.name for c in concepts_in(p, locale)} for p in sentences(text)
    ):
        # Somebody who has opened it all the way is told of, not asked for.
        strange = frozenset(concept for concept in strange if concept.name != _UTMOST)
    # An official instruction only sums up what a driver says; a script holds the words.
    served = _served(allowed, scenario)
    topics = sorted(concept.name for concept in strange - served if concept.role == "topic")
    if topics:
        found.append((FaultKind.LEFT_INSTRUCTION, f"not in the scenario: {', '.join(topics)}"))
    values = sorted(concept.name for concept in strange if concept.role == "value")
    values += [*_strange_numbers(text, known, locale, scenario), *_strange_shares(text, known, locale)]
    values += _strange_days(text, known, locale, scenario)
    if values:
        kind = FaultKind.GAVE_AWAY_VALUE if internal else FaultKind.INVENTED_VALUE
        found.append((kind, f"given by nobody: {', '.join(values)}"))
    names = [*_strange_names(text, known, locale), *strange_kinds(text, known, locale)]
    if names:
        found.append((FaultKind.INVENTED_VALUE, f"named by nobody: {', '.join(names)}"))
    return found


def _served(allowed: Allowance, scenario: Scenario) -> frozenset[Concept]:
    """Return the topics a driver may name because the scenario's tools serve them.

    Of our own scenarios only deeds count: a look-up or a search is the assistant's way, and the words are the script's.
    """
    if isinstance(scenario, OfficialScenario):
        return served_by(allowed.tools)
    deeds = frozenset(tool for tool in allowed.tools if not tool.startswith(("get_", "search_", "result")))
    return served_by(deeds, closely=True)


def _goes_to_an_end(scenario: Scenario) -> bool:
    """Whether the ground truth sets anything to nothing or to all of it, which nobody needs to say in words."""
    given = [value for call in scenario.expected for value in call.arguments.values()]
    return any(value in (0, 100) for value in given if isinstance(value, int | float) and not isinstance(value, bool))


def _strange_numbers(text: str, known: str, locale: Locale, scenario: Scenario) -> list[str]:
    heard = [*numbers_in(known, locale), *(numbers_in(known, "en") if locale == "ko" else ())]
    given = {round(value, 2) for value, _ in heard}
    given |= {value for value, pattern in _IN_PERCENT if pattern.search(known)}
    hours = {value for value, unit in numbers_in(known, locale) if unit in _TIMES_OF_DAY}
    strange = [code for code in _LONG_CODE.findall(text) if code not in known]
    for value, unit in numbers_in(text, locale):
        if unit in ("ordinal", "digits", "item", "person", "vehicle", "times", "floor", "day", "fraction"):
            continue
        if unit is None and value <= 3 and value not in _small(text):
            continue
        if _in_other_unit(value, unit, heard) or (unit == "hour" and not _lasts(value, heard)):
            strange.append(f"{value:g} {unit}")
            continue
        twins = {value - 12, value + 12} & hours if unit in _TIMES_OF_DAY and value <= 24 else set()
        near = value > _ROUNDED_FROM and any(abs(value - other) < _SLACK for other in given)
        if not near and value not in given and not twins:
            strange.append(f"{value:g}")
    return strange


def _in_other_unit(value: float, unit: str | None, heard: list[tuple[float, str | None]]) -> bool:
    """Whether a number was given, but only as a number of something else."""
    units = {other for number, other in heard if round(number, 2) == round(value, 2)}
    return unit in _APART and bool(units) and None not in units and unit not in units


def _lasts(hours: float, heard: list[tuple[float, str | None]]) -> bool:
    """Whether somebody gave so many hours as a length of time or as a number above those that mean anything."""
    return any(
        (unit == "hour" and abs(value - hours) <= _ABOUT_HOURS)
        or (unit == "minute" and abs(value / 60 - hours) <= _ABOUT_HOURS)
        or (unit is None and value == hours > 3)
        for value, unit in heard
    )


def _small(text: str) -> set[float]:
    """Return the small bare numbers that English puts as a time of day or as a level."""
    said = (*_AT_HOUR.finditer(text), *_AT_LEVEL.finditer(text))
    return {float(_SMALL[found[1].casefold()]) for found in said}


def _strange_shares(text: str, known: str, locale: Locale) -> list[str]:
    """Return shares such as a third or half an hour that nobody has given."""
    given = {name for name, pattern in SHARES[locale] if pattern.search(known)}
    numbers = {value for value, _ in numbers_in(known, locale)}
    return [
        name
        for name, pattern in SHARES[locale]
        if name not in given and pattern.search(text) and not numbers & _SHARE_VALUES[name]
    ]


def _strange_days(text: str, known: str, locale: Locale, scenario: Scenario) -> list[str]:
    """Return days of the week that are neither today's nor given by anybody."""
    today = {scenario.time.weekday(), (scenario.time.weekday() + 1) % 7}
    return [
        words[0]
        for number, words in enumerate(zip(*_DAYS.values(), strict=True))
        if number not in today
        and re.search(rf"{words[locale == 'ko']}", text, re.IGNORECASE)
        and not any(word.casefold() in known.casefold() for word in words)
    ]


def _strange_names(text: str, known: str, locale: Locale) -> list[str]:
    """Return cities and, where the writing shows them, other names that nobody has brought up."""
    folded = known.casefold()
    if locale == "ko":
        cities = [place.name_ko for place in places().values() if len(place.name_ko) >= 2]
        named = [city for city in cities if _named_in_korean(city, text)]
        people = [*_ASKED_FOR_BY_NAME.findall(text), *FULL_NAME.findall(text)]
        people = [name for name in people if name not in _NOT_PERSONS]
        stops = [name for name in _STOPOVER.findall(text) if not _KIND_OF_PLACE.search(name)]
        return sorted({name for name in (*named, *people, *stops) if name not in known})
    words = {word for name in _NAME.findall(text) for word in name.split()} - _NO_NAMES
    # "Nice." opens many a sentence and names no city.
    cities = [place.name for place in places().values() if re.search(rf"(?<=[\w,] ){re.escape(place.name)}\b", text)]
    return sorted({name for name in (*words, *cities) if name.casefold() not in folded})


def _named_in_korean(city: str, text: str) -> bool:
    """A city's name begins a word and is followed by nothing but a particle or a station's or airport's word."""
    ending = r"(?:으로|로|까지|에서|에|행|역|시|을|를|이|가|은|는|의|도|쪽|공항)?(?![가-힣])"
    return re.search(rf"(?<![가-힣]){city}{ending}", text) is not None
