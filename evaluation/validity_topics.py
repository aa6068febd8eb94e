"""Whether a driver keeps to the scenario's wishes: no talk of other things, no wish taken back."""

import re

from evaluation.validity_concepts import concepts_in, served_by
from evaluation.validity_fault import FaultKind
from evaluation.validity_speech import Finding
from evaluation.validity_values import Allowance
from evaluation.validity_words import ALSO, ASKS, content, sentences, shared, without_ignorance
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.language.acts import Act, recognise
from simulator.language.numbers import find_numbers

_CHAT: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\bwhat do you think (?:about|of)\b|\bwho (?:made|built|created|programmed) you\b|\bwhat(?:'s|"
        r" is) your name\b|"
        r"\bare you (?:a |an )?(?:real|robot|human|person|ai|machine)\b|\bhow old are you\b|\babout yourself\b|"
        r"\bhow long have you been\b|\bwhat(?:'s| is) your (?:opinion|favou?rite)\b|\bdo you (?:ever|like|believe)\b|"
        r"\bhow (?:was|is) your day\b",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"어떻게 생각(?:하|해)|(?:네|너|니|너의|당신의?)(?:는|도|은)? ?이름|누가 (?:너|널|당신)[을를]? ?만들|"
        r"너(?:는|도) (?:누구|사람|로봇)|"
        r"(?:너|넌|당신은?) 몇 살|네 생각은|기분이? 어때|(?:너|넌) (?:뭐|무엇)[을를]? ?좋아"
    ),
}
# A Korean sentence has its verb among its words, and a verb alone is no other thing to talk of.
_FEWEST_STRANGE_WORDS: dict[Locale, int] = {"en": 1, "ko": 2}
DECLINES: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"^\W*(?:(?:oh|hm+|well|actually|wait)[, .]+)*(?:no|nope|nah|don't|never mind|"
        r"forget it)\b",
        re.I,
    ),
    "ko": re.compile(
        r"^\W*(?:(?:아|음|어|저기)[, .]+)*(?:아니(?:요|야|오)?|아뇨|됐어|됐습|괜찮(?:아|습)|하지 ?마)(?![가-힣]*라)"
    ),
}
_TAKEN_BACK: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\bleave (?:it|them|that|the [\w ]+?) (?:off|closed|open|on|as|alone|the way)\b|\b(?:don't|do not) (?:\w+ )?"
        r"(?:open|close|turn|switch|send|call|change|set|start|do|need|want)\b|\b(?:never mind|forget it|"
        r"changed my mind|"
        r"cancel (?:it|that)|let's not|rather not|no longer)\b|\bon second thou?ght",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"(?:안|하지|[가-힣]지) ?(?:마|말|않)|안 [가-힣]{1,3}는 게|그냥 (?:두|놔|냅)|그대로 (?:두|놔)|됐(?:어|"
        r"습|으)|취소|생각해 ?보니|마음이 바뀌|"
        r"필요 ?없"
    ),
}

_NARROWS: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:just|only)\b", re.I),
    "ko": re.compile(r"만(?![가-힣])"),
}


def topic_faults(
    text: str, locale: Locale, scenario: Scenario, allowed: Allowance, speeches: list[str]
) -> list[Finding]:
    """Return what an utterance brings up, or takes back, against the scenario."""
    heard = "\n".join(speeches)
    known = f"{allowed.text}\n{heard}"
    if _CHAT[locale].search(text) and not _CHAT[locale].search(known):
        return [(FaultKind.LEFT_INSTRUCTION, "the driver chatted with the assistant about something else")]
    for sentence in sentences(text):
        if _strange(sentence, locale, scenario, allowed, known):
            return [(FaultKind.LEFT_INSTRUCTION, f"nothing in the scenario leads to: {sentence}")]
    if speeches and _takes_back(text, locale, scenario, allowed, speeches[-1]):
        return [(FaultKind.LEFT_INSTRUCTION, "the driver took back what the scenario wants")]
    return []


def _strange(sentence: str, locale: Locale, scenario: Scenario, allowed: Allowance, known: str) -> bool:
    """Whether a sentence asks for something and shares no word, number or thing with scenario and assistant."""
    if not ASKS[locale].search(sentence):
        return False
    words = content(without_ignorance(sentence, locale), locale)
    if len(words) < _FEWEST_STRANGE_WORDS[locale] or find_numbers(sentence, locale):
        return False
    if concepts_in(sentence, locale) & (concepts_in(known, locale) | served_by(allowed.tools)):
        return False
    return not any(shared(word, known, locale) for word in words)


def _takes_back(text: str, locale: Locale, scenario: Scenario, allowed: Allowance, speech: str) -> bool:
    """Whether the driver declines, for good, exactly what the scenario wants done and the assistant asks about."""
    if not DECLINES[locale].search(text) or not _TAKEN_BACK[locale].search(text):
        return False
    if _TAKEN_BACK[locale].search(allowed.text) or DECLINES[locale].search(allowed.deferred):
        return False
    if any(DECLINES[locale].search(line) for line in allowed.deferred.splitlines()):
        return False
    if recognise(speech, locale).question is not Act.CONFIRM:
        return False
    asked = concepts_in(" ".join(part for part in sentences(speech) if "?" in part) or speech, locale)
    left = concepts_in(text, locale) & asked
    # "Only the glass" narrows what is to be done; it does not take it back.
    if _NARROWS[locale].search(text) and left and left != asked:
        return False
    # An extra that the assistant offers is nobody's wish.
    if asked and ALSO[locale].search(speech) and not asked & concepts_in(allowed.text, locale):
        return False
    if isinstance(scenario, OfficialScenario) and not scenario.expected:
        return False
    wanted = served_by(frozenset(call.tool for call in scenario.expected if not call.tool.startswith("get_")))
    return bool((asked or concepts_in(speech, locale)) & wanted)
