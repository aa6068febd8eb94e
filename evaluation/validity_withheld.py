"""What a driver must not tell before the assistant asked for it, or ever."""

import re
from collections import Counter
from functools import lru_cache
from typing import Any

from evaluation.validity_concepts import concepts_in
from evaluation.validity_fault import FaultKind
from evaluation.validity_numbers import numbers_in
from evaluation.validity_speech import Finding
from evaluation.validity_values import FULL_NAME, SHARES, Allowance
from evaluation.validity_words import content, sentences, without_ignorance
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.language.acts import Act, recognise

_HABIT: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:stored|saved|preset) (?:preference|setting)|"
        r"\b(?:my|our) (?:\w+ )?(?:usual|preferences?|default|habit)\b|"
        r"\bas (?:i )?(?:always|usual)\b|(?<!if )\b(?:like|i|we) (?:always|usually|normally|generally|never|"
        r"tend to)\b|"
        r"\bmy preferred\b|\b(?:i|we)(?:'ve| have) (?:got |had )?(?:saved|stored|set up)\b|"
        r"\bi've got (?:it )?saved\b|"
        r"\bi like best\b|\bmy favou?rite\b|\b(?:the|my) usual\b|\bin (?:my|the) settings\b|\bmy profile\b",
        re.I,
    ),
    "ko": re.compile(
        r"(?:내가|제가|나의|저의|늘|자주) ?(?:좋아하|쓰던|쓰는|즐겨)|저장(?:된|해 둔|해 놓은|돼|되어)|선호(?:하는|"
        r"대로|도|를)|(?:내|제) (?:선호|설정|취향)|"
        r"설정(?:대로|돼 있|되어 있|에 있)|평소(?:처럼|대로|에)|(?:늘|항상|언제나|원래|보통|맨날|매번) ?[가-힣]"
    ),
}
# Said of the assistant or the car before it has said so itself.
_LACKS: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:you|the car|the system|the assistant|it|that)(?: probably| surely| likely| obviously)? "
        r"(?:can't|cannot|won't be able|aren't able|isn't able|are unable|don't have|doesn't have|lacks?|"
        r"can no longer)\b"
        r"(?![^.?!]*\?)|\bdoubt (?:that )?(?:you|it|the|your|this)\b|"
        r"\b(?:isn't|is not|not) (?:supported|available|working)\b(?![^.?!]*\?)|"
        r"\b(?:can't|cannot|don't|won't|couldn't|aren't able to)\b[^.?!]*, (?:can|do|will|could|are) you\b|"
        r"\byou(?:'ve| have) (?:got )?no (?:way|means|access|chance)\b|\bdon't suppose (?:you|it|the car|this)\b",
        re.I,
    ),
    "ko": re.compile(
        r"(?:못|안 ?되|안 ?될|없는|없을|없다|빠져|빠졌|막혀|제거|지원)[가-힣 ]{0,10}(?:알지만|알고 있|겠지만|"
        r"하던데|텐데|테지만|테니|걸로 아|"
        r"것으로 아|거 (?:알|아)|다는데|다던데|잖아)|"
        r"수(?:는|가|도)? ?없(?:으시|으신|으실)?(?:죠|지|지요|겠죠|겠지)|(?:안|못) ?[가-힣]{1,3}(?:죠|지|지요|"
        r"시죠)\?|"
        r"(?:안|못) ?(?:되|하|할|알)[가-힣]* ?(?:거|것) ?(?:같|아니)"
    ),
}
# A doubt and a denial in one sentence.
_DOUBTS: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:guess|suppose|assume|imagine|bet|suspect|expect|figure|heard|realise|realize|aware|know|probably|"
        r"likely|"
        r"might|may|even (?:if|though)|although|though)\b",
        re.I,
    ),
    "ko": re.compile(
        r"아마|혹시 모르|모르겠지만|모르지만|알지만|아는데|아는지만|거 같|것 같|텐데|테지만|듯하지만|듯한데|겠지만|"
        r"다던데|다는데|하던데|[거건] (?:알|아)"
    ),
}
_DENIES: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:you|the car|this car|it|that|the \w+|your [\w ]+?)(?: \w+)? (?:can't|cannot|can not|won't|doesn't|"
        r"don't|"
        r"isn't|not|lacks?|no longer|unable)\b|\bwithout\b|\b(?:impossible|unavailable|missing|broken|unsupported)\b|"
        r"\bnot (?:be )?(?:possible|able|supported|available|working|included|there)\b|\bno such\b|"
        r"\b(?:leaves?|leaving) (?:it |that |this )?out\b|\b(?:skips?|hides?|omits?|keeps? (?:it|that) from)\b",
        re.I,
    ),
    "ko": re.compile(
        r"안 ?[되될된돼]|안 [가-힣]|못 ?[가-힣]|없[는을다어지]|빠[지진져졌]|막[혀힌]|"
        r"고장|불가능|지원(?:하지|되지|이) ?(?:않|안)|제거"
    ),
}
# "Not the one in Geneva" narrows a choice down as an answer would.
_EXCLUDES: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:not|other than|except|rather than|instead of) (?:for )?(?:the )?(?:one (?:in|at) )?([A-Z]\w+)"
    ),
    "ko": re.compile(r"([가-힣]{2,}?)(?:이|가|은|는)? ?(?:말고|아니고|아닌|제외)"),
}
# A word that at least so many of the scenario's answers share is what they answer.
_SHARED_BY = 2


def withheld_faults(
    text: str, locale: Locale, scenario: Scenario, allowed: Allowance, speeches: list[str]
) -> list[Finding]:
    """Return what an utterance gives away."""
    heard = "\n".join(speeches)
    told: list[str] = []
    ambiguity = scenario.ambiguity
    if ambiguity is not None and ambiguity.resolved_by == "user" and not speeches:
        told = _answers_in(text, locale, scenario, allowed)
    elif ambiguity is not None and ambiguity.resolved_by == "internal":
        told = _internal(text, locale, scenario, allowed, heard)
        told += _resolved(text, locale, scenario, allowed, speeches)
        if _HABIT[locale].search(text) and not _HABIT[locale].search(f"{allowed.text}\n{heard}"):
            told.append("the stored preference")
    if told:
        return [(FaultKind.GAVE_AWAY_VALUE, f"told by the driver first: {', '.join(told)}")]
    if scenario.kind == "hallucination" and _tells_lack(text, locale, allowed, speeches):
        return [(FaultKind.GAVE_AWAY_VALUE, "the driver told what the assistant lacks")]
    return []


def _tells_lack(text: str, locale: Locale, allowed: Allowance, speeches: list[str]) -> bool:
    if not any(_lack_in(part, locale) for part in sentences(text)):
        return False
    if any(_lack_in(part, locale) for line in allowed.text.splitlines() for part in sentences(line)):
        return False
    return not any(Act.LIMIT in recognise(speech, locale).acts for speech in speeches)


def _lack_in(sentence: str, locale: Locale) -> bool:
    plain = without_ignorance(sentence, "en") if locale == "en" else sentence
    if _LACKS[locale].search(plain):
        return True
    return bool(_DOUBTS[locale].search(plain) and _DENIES[locale].search(plain))


def _resolved(text: str, locale: Locale, scenario: Scenario, allowed: Allowance, speeches: list[str]) -> list[str]:
    """Return the options with which a driver settles what the assistant had to settle by itself."""
    if isinstance(scenario, OfficialScenario):
        return []
    stored = _preferences(scenario, locale)
    at_once = concepts_in(allowed.at_once, locale)
    held_back = concepts_in(f"{allowed.deferred}\n{stored}", locale) - at_once
    named = concepts_in(text, locale)
    if not speeches or recognise(speeches[-1], locale).question not in (Act.CHOOSE, Act.VALUE):
        return sorted(c.name for c in (named & held_back) - concepts_in("\n".join(speeches), locale))
    # A question that offers options leaves the finding out to the assistant all the same.
    options = held_back | {c for c in concepts_in(speeches[-1], locale) if c.role == "value"}
    return sorted(c.name for c in named & (options - at_once))


def _preferences(scenario: Scenario, locale: Locale) -> str:
    """Return the stored preferences of a scenario, as far as they are in a language."""
    lines: list[str] = []
    left: list[Any] = [scenario.state.get("user_preferences")]
    while left:
        match left.pop():
            case dict() as inner:
                left += inner.values()
            case list() | tuple() as inner:
                left += inner
            case str() as line if (re.search(r"[가-힣]", line) is not None) == (locale == "ko"):
                lines.append(line)
    return "\n".join(lines)


def _answers_in(text: str, locale: Locale, scenario: Scenario, allowed: Allowance) -> list[str]:
    """Return the answers to the ambiguous question that an opening already holds."""
    if not allowed.deferred:
        return []
    held_back = concepts_in(allowed.deferred, locale) - concepts_in(allowed.at_once, locale)
    own = not isinstance(scenario, OfficialScenario)
    told = [c.name for c in concepts_in(text, locale) & held_back if own or c.role == "value"]
    late = _late_numbers(scenario, locale, allowed)
    told += [f"{value:g}" for value, unit in numbers_in(text, locale) if value in late and (unit or value > 3)]
    if own:
        if late and any(pattern.search(text) and not pattern.search(allowed.at_once) for _, pattern in SHARES[locale]):
            told.append("a share")
        opening = scenario.driver[locale].turns[0]
        excluded = {name for name in _EXCLUDES[locale].findall(text) if name not in f"{opening.say}\n{opening.again}"}
        told += [f"not {name}" for name in excluded if name in allowed.text]
        told += [word for word in _answers(scenario, locale, allowed.at_once) if _holds(text, word, locale)]
        told += [
            name
            for name in FULL_NAME.findall(allowed.deferred)
            if locale == "ko" and name[1:] in text and name[1:] not in allowed.at_once
        ]
    return sorted(set(told))


def _late_numbers(scenario: Scenario, locale: Locale, allowed: Allowance) -> set[float]:
    """Return the numbers that only answers hold; a later request may take one up that was an answer before."""
    if isinstance(scenario, OfficialScenario):
        told = {value for value, _ in numbers_in(allowed.at_once, locale)}
        return {value for value, _ in numbers_in(allowed.deferred, locale)} - told
    free: set[float] = set()
    late: set[float] = set()
    for turn in scenario.driver[locale].turns:
        free |= {value for value, _ in numbers_in(f"{turn.say}\n{turn.again}", locale)} - late
        late |= {value for reply in turn.replies for value, _ in numbers_in(reply.say, locale)} - free
    return late


@lru_cache(maxsize=256)
def _shared_words(lines: tuple[str, ...], locale: Locale) -> frozenset[str]:
    counted = Counter(word for line in lines for word in content(line, locale))
    return frozenset(word for word, count in counted.items() if count >= _SHARED_BY)


def _answers(scenario: Scenario, locale: Locale, at_once: str) -> list[str]:
    """Return the words that the scripted answers share and the requests lack."""
    answers: set[str] = set()
    for turn in scenario.driver[locale].turns:
        lines = tuple(reply.say for reply in turn.replies if reply.on in ("choose", "value", "confirm"))
        if any(reply.on in ("choose", "value") for reply in turn.replies):
            answers |= _shared_words(lines, locale)
    return sorted(word for word in answers if not _holds(at_once, word, locale))


def _holds(text: str, word: str, locale: Locale) -> bool:
    return word in text if locale == "ko" else word in content(text, "en")


def _internal(text: str, locale: Locale, scenario: Scenario, allowed: Allowance, heard: str) -> list[str]:
    """Return what the assistant had to find out by itself and has not named yet."""
    if isinstance(scenario, OfficialScenario):
        return _official(text, scenario, allowed, heard)
    before = f"{allowed.at_once}\n{heard}"
    told = [
        words
        for turn in scenario.driver[locale].turns
        for reply in turn.replies
        for words in reply.about
        if _names(text, words) and not _named_before(words, before, locale)
    ]
    return sorted(set(told))


def _named_before(words: str, before: str, locale: Locale) -> bool:
    """Whether words were said before, or others for the same option."""
    options = {concept for concept in concepts_in(words, locale) if concept.role == "value"}
    return _squeezed(words) in _squeezed(before) or bool(options & concepts_in(before, locale))


def _official(text: str, scenario: OfficialScenario, allowed: Allowance, heard: str) -> list[str]:
    """Return the options that the instruction names only as something to agree to."""
    late = [part for part in allowed.deferred.splitlines() if re.search(r"\b(?:confirm|agree|okay)\b", part, re.I)]
    others = "\n".join([allowed.at_once, *(part for part in allowed.deferred.splitlines() if part not in late), heard])
    held_back = concepts_in("\n".join(late), "en") - concepts_in(others, "en")
    told = [c.name for c in concepts_in(text, "en") & held_back if c.role == "value"]
    given = {value for value, _ in numbers_in(others, "en")}
    numbers = {value for value, _ in numbers_in("\n".join(late), "en")} - given
    told += [f"{value:g}" for value, unit in numbers_in(text, "en") if value in numbers and (unit or value > 3)]
    return sorted(set(told))


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _names(text: str, words: str) -> bool:
    """Whether a text holds words as such: "22" is not in "122"."""
    if words.isascii():
        return re.search(rf"(?<![\w.]){re.escape(words)}(?![\w])", text, re.IGNORECASE) is not None
    return re.search(rf"(?<!\d){re.escape(_squeezed(words))}", _squeezed(text)) is not None
