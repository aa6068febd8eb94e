"""What a driver must not tell before the assistant asked for it, or ever."""

import re
from collections import Counter
from functools import lru_cache

from evaluation.validity_concepts import concepts_in
from evaluation.validity_fault import FaultKind
from evaluation.validity_speech import Finding
from evaluation.validity_values import Allowance, numbers_in
from evaluation.validity_words import content, sentences
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.language.acts import Act, recognise

_HABIT: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:stored|saved|preset) (?:preference|setting)|\bmy (?:usual|preferences?|default)\b|"
        r"\bas (?:i )?always\b|"
        r"\blike (?:i )?always\b|\bmy preferred\b",
        re.I,
    ),
    "ko": re.compile(
        r"저장(?:된|해 둔|해 놓은)|내 선호|제 선호|선호(?:하는|대로)|평소(?:처럼|대로|에 하)|늘 ?하던|항상 ?하던"
    ),
}
# Said of the assistant or the car before it has said so itself.
_LACKS: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:you|the car|the system|the assistant|it|that)(?: probably| surely| likely| obviously)? "
        r"(?:can't|cannot|won't be able|aren't able|isn't able|are unable|don't have|doesn't have|lacks?|"
        r"can no longer)\b"
        r"(?![^.?!]*\?)|\b(?:isn't|is not|not) (?:supported|available|working)\b(?![^.?!]*\?)",
        re.I,
    ),
    "ko": re.compile(
        r"(?:못|안 ?되|안 ?될|없는|없을|없다|빠져|빠졌|막혀|제거|지원)[가-힣 ]{0,10}(?:알지만|알고 있|겠지만|"
        r"하던데|텐데|테지만|테니|걸로 아|"
        r"것으로 아|거 (?:알|아)|다는데|다던데|잖아)"
    ),
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
        if _HABIT[locale].search(text) and not _HABIT[locale].search(f"{allowed.text}\n{heard}"):
            told.append("the stored preference")
    if told:
        return [(FaultKind.GAVE_AWAY_VALUE, f"told by the driver first: {', '.join(told)}")]
    if scenario.kind == "hallucination" and _tells_lack(text, locale, allowed, speeches):
        return [(FaultKind.GAVE_AWAY_VALUE, "the driver told what the assistant lacks")]
    return []


def _tells_lack(text: str, locale: Locale, allowed: Allowance, speeches: list[str]) -> bool:
    if not any(_LACKS[locale].search(part) for part in sentences(text)) or _LACKS[locale].search(allowed.text):
        return False
    return not any(Act.LIMIT in recognise(speech, locale).acts for speech in speeches)


def _answers_in(text: str, locale: Locale, scenario: Scenario, allowed: Allowance) -> list[str]:
    """Return the answers to the ambiguous question that an opening already holds."""
    if not allowed.deferred:
        return []
    held_back = concepts_in(allowed.deferred, locale) - concepts_in(allowed.at_once, locale)
    told = [c.name for c in concepts_in(text, locale) & held_back if c.role == "value"]
    late = _late_numbers(scenario, locale, allowed)
    told += [f"{value:g}" for value, unit in numbers_in(text, locale) if value in late and (unit or value > 3)]
    if not isinstance(scenario, OfficialScenario):
        told += [word for word in _answers(scenario, locale, allowed.at_once) if _holds(text, word, locale)]
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
    before = _squeezed(f"{allowed.at_once}\n{heard}")
    told = []
    for turn in scenario.driver[locale].turns:
        for reply in turn.replies:
            told += [words for words in reply.about if _names(text, words) and _squeezed(words) not in before]
    return sorted(set(told))


def _official(text: str, scenario: OfficialScenario, allowed: Allowance, heard: str) -> list[str]:
    """Return the options that the instruction names only as something to agree to."""
    late = [part for part in allowed.deferred.splitlines() if re.search(r"\b(?:confirm|agree|okay)\b", part, re.I)]
    others = "\n".join([allowed.at_once, *(part for part in allowed.deferred.splitlines() if part not in late), heard])
    held_back = concepts_in("\n".join(late), "en") - concepts_in(others, "en")
    return sorted(c.name for c in concepts_in(text, "en") & held_back if c.role == "value")


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _names(text: str, words: str) -> bool:
    """Whether a text holds words as such: "22" is not in "122"."""
    if words.isascii():
        return re.search(rf"(?<![\w.]){re.escape(words)}(?![\w])", text, re.IGNORECASE) is not None
    return re.search(rf"(?<!\d){re.escape(_squeezed(words))}", _squeezed(text)) is not None
