"""Whether a driver who was asked to choose chooses what the scenario's driver does."""

import re

from evaluation.validity_concepts import concepts_in
from evaluation.validity_numbers import numbers_in
from evaluation.validity_topics import DECLINES
from evaluation.validity_values import Allowance
from evaluation.validity_words import content, shared, wanted_part
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.language.acts import Act, recognise

ENGLISH_NAME = re.compile(r"(?<![.!?:] )(?<!^)\b[A-Z][a-z]{2,}\b", re.MULTILINE)
# Source of the family names: Statistics Korea 2015.
_KOREAN_PERSON = re.compile(
    r"(?<![가-힣])[김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민][가-힣]{2}(?![가-힣]{2})"
)
_BY_ORDER: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:first|second|third|last|latter|former|next|other|mine|my|number \w+|[123])\b|n't\b", re.I),
    "ko": re.compile(r"번|첫|둘째|셋째|마지막|뒤엣|앞엣|아까|그거|그쪽|거기|모르|글쎄"),
}
_SHORT_KOREAN = re.compile(r"^[가-힣](?:로|을|를|은|는|이|가|도|만)$")


def other_option(text: str, locale: Locale, scenario: Scenario, allowed: Allowance, speeches: list[str]) -> str:
    """Return the option of the assistant's that the driver picks although the scenario's answer is another one."""
    if scenario.ambiguity is None or scenario.ambiguity.resolved_by != "user" or not speeches or "?" in text:
        return ""
    text = wanted_part(text, locale)
    if recognise(speeches[-1], locale).question not in (Act.CHOOSE, Act.VALUE) or DECLINES[locale].search(text):
        return ""
    answered = _unlike_the_answer(text, locale, scenario)
    if answered:
        return answered
    options = concepts_in(speeches[-1], locale) - concepts_in(allowed.text, locale)
    picked = [concept.name for concept in concepts_in(text, locale) & options]
    numbers = {value for value, _ in numbers_in(allowed.text, locale)}
    if numbers_in(allowed.deferred, locale):
        picked += [f"{value:g}" for value, _ in numbers_in(text, locale) if value not in numbers and value > 1]
    names = ENGLISH_NAME.findall(speeches[-1]) if locale == "en" else _KOREAN_PERSON.findall(speeches[-1])
    for name in names:
        called = name if locale == "en" else name[1:]
        if called not in allowed.text and called in text:
            picked.append(name)
    return ", ".join(sorted(set(picked)))


def _unlike_the_answer(text: str, locale: Locale, scenario: Scenario) -> str:
    """Return an answer that holds nothing of what the scenario's answers to the ambiguous question share."""
    turn = next((turn for turn in scenario.driver[locale].turns if any(r.on == "choose" for r in turn.replies)), None)
    said = content(text, locale)
    if turn is None or not said or _BY_ORDER[locale].search(text):
        return ""
    answers = [reply.say for reply in turn.replies if reply.on in ("choose", "value")]
    opening = f"{turn.say}\n{turn.again}"
    concepts = frozenset.intersection(*(concepts_in(line, locale) for line in answers)) - concepts_in(opening, locale)
    words = frozenset.intersection(*(content(line, locale) for line in answers)) - content(opening, locale)
    words = frozenset(word for word in words if not _SHORT_KOREAN.match(word))
    numbers = {value for line in answers for value, _ in numbers_in(line, locale)}
    if not (concepts or words or numbers):
        return ""
    known = bool(concepts & concepts_in(text, locale)) or bool(
        numbers & {value for value, _ in numbers_in(text, locale)}
    )
    known = known or any(shared(word, text, locale) or word[1:3] in text for word in words)
    options = {c for c in concepts_in(text, locale) if c.role == "value"} or ENGLISH_NAME.search(f" {text}")
    return "" if known or not (options or len(said) == 1) else text
