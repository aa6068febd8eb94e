"""Whether what a driver asks for is one of the scenario's requests, and not only near to them."""

import re
from functools import lru_cache

from evaluation.validity_concepts import concepts_in, served_by
from evaluation.validity_fault import FaultKind
from evaluation.validity_progress import Line, left_open
from evaluation.validity_speech import Finding
from evaluation.validity_values import allowance
from evaluation.validity_words import ALSO, ASKS, content, sentences, shared, without_ignorance
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.language.acts import Act, recognise

# Words with which anything is asked for; alone they are no new request.
_ANY_DEED: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"^(?:check|confirm|repeat|wait|try|sorry|understand|mean|said|ask|hear|sure|believe|happen|work|go|went|"
        r"already|"
        r"sent|set|done|finish|start|drop|come|coming|shoot|proper|correct|right|wrong|instead|bit|thank|alright|"
        r"e-?mail|mail|say|tell|writ|messag|inform|back|"
        r"switch|turn|close|shut|open|move|put|adjust|change|bring|direct|guid)\w*$"
    ),
    "ko": re.compile(
        r"^(?:찾아|켜|꺼|끄|닫|열|보여|틀어|맞춰|맞추|바꿔|바꾸|걸어|보내|보낸|알려|해|했|설정|시작|안내|확인|부탁|"
        r"진행|"
        r"완료|제대로|됐|되었|잘못|말한|말했|얘기|달라|해달|그렇|맞아|맞습|서둘|빨리)"
    ),
}
# Says that any option, or every one, will do.
_ANY_OPTION: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"^\W*(?:(?:oh|well|hm+|just|um|uh|i|the)[, ]+)*(?:both|all|every one|whichever|any(?: one)?|either|whatever|"
        r"don't (?:mind|care)|doesn't matter|you (?:choose|decide|pick)|your (?:call|choice)|surprise me)\b|"
        r"\b(?:you (?:choose|decide|pick)|up to you|all (?:of them|two|three|four)|"
        r"(?:either|any) (?:one )?(?:is|will|would)|doesn't matter|don't (?:mind|care) which)\b",
        re.I,
    ),
    "ko": re.compile(
        r"아무 ?(?:거나|데나|곳이나|쪽이나|나)|상관 ?없|알아서|네가 (?:골라|정해)|다 (?:불러|걸어|열어|켜|해)|"
        r"(?:둘|셋|넷|모두|전부) ?다|전부|모두|마음대로|편한 ?(?:대로|걸로)"
    ),
}

_OR_ELSE: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\bor (?:if|else)\b|\b(?:otherwise|failing that)\b|\bif (?:he|she|they|that|it)(?:'s| is| does| are)", re.I
    ),
    "ko": re.compile(r"아니면|(?:안 ?(?:되|받)|없|못 ?하)으?면"),
}
_FEWEST_NEW_WORDS, _MOSTLY = 4, 0.75
_FEWEST_OTHERS: dict[Locale, int] = {"en": 1, "ko": 2}
_CAUSE: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:because|due to|thanks to|owing to|on account of)\b", re.I),
    "ko": re.compile(r"때문에|바람에|느라|탓에|이유로"),
}
# Other words for what is to be written are few; more of them are another message.
_FEWEST_WRITTEN_WORDS: dict[Locale, int] = {"en": 2, "ko": 3}


def request_faults(line: Line, locale: Locale, scenario: Scenario, speeches: list[str]) -> list[Finding]:
    """Return what an utterance asks for besides the requests of one of our own scenarios.

    Official instructions only sum up what is said, so nothing can be held against them word by word.
    """
    if isinstance(scenario, OfficialScenario):
        return []
    if line.asked and _takes_any(line, locale, scenario):
        return [(FaultKind.LEFT_INSTRUCTION, "the driver leaves open what the scenario's driver decides")]
    wishes = wishes_of(scenario, locale)
    known = f"{wishes}\n{left_open(speeches, locale)}"
    for sentence in sentences(line.text):
        if _beside(sentence, locale, scenario, wishes, speeches):
            return [(FaultKind.LEFT_INSTRUCTION, f"only the scenario's background leads to: {sentence}")]
        said = without_ignorance(sentence, locale) if line.asked else sentence
        if _mostly_new(said, locale, "\n".join((allowance(scenario, locale).text, *speeches))):
            return [(FaultKind.LEFT_INSTRUCTION, f"hardly a word of it is the scenario's: {sentence}")]
        if _one_more(sentence, line, locale, scenario, known):
            return [(FaultKind.LEFT_INSTRUCTION, f"everything was asked for before: {sentence}")]
        if _falls_back(sentence, locale, known):
            return [(FaultKind.LEFT_INSTRUCTION, f"the scenario knows no such second best: {sentence}")]
        if _writes_more(sentence, locale, scenario, known):
            return [(FaultKind.INVENTED_VALUE, f"the scenario's message says nothing of the kind: {sentence}")]
        if line.asked and _added(sentence, locale, known):
            return [(FaultKind.LEFT_INSTRUCTION, f"the answer asks for more: {sentence}")]
    return []


@lru_cache(maxsize=1024)
def _asking(line: str, locale: Locale) -> tuple[str, ...]:
    parts = sentences(line)
    return tuple(part for part in parts if ASKS[locale].search(part)) or parts


def wishes_of(scenario: Scenario, locale: Locale) -> str:
    """Return what a scenario's driver asks for and answers, without the background of its requests."""
    turns = scenario.driver[locale].turns
    says = [part for turn in turns for part in _asking(turn.say, locale)]
    rest = [line for turn in turns for line in (turn.again, *(reply.say for reply in turn.replies)) if line]
    return "\n".join((*says, *rest))


def new_words(sentence: str, locale: Locale, known: str) -> list[str]:
    """Return the words of a sentence that nobody has used and that say more than that something is to be done."""
    named = concepts_in(known, locale)
    return [
        word
        for word in content(sentence, locale)
        if not _ANY_DEED[locale].search(word)
        and not shared(word, known, locale)
        and not concepts_in(word, locale) & named
    ]


def _beside(sentence: str, locale: Locale, scenario: Scenario, wishes: str, speeches: list[str]) -> bool:
    """Whether a request names a thing that only the background of the scenario names."""
    if not ASKS[locale].search(sentence):
        return False
    named = {concept for concept in concepts_in(sentence, locale) if concept.role == "topic"}
    known = concepts_in("\n".join((wishes, *speeches)), locale) | served_by(allowance(scenario, locale).tools)
    return bool(named) and not named & known and len(new_words(sentence, locale, wishes)) > 0


def _mostly_new(sentence: str, locale: Locale, known: str) -> bool:
    """Whether a request is made of words of its own but for a few."""
    if not ASKS[locale].search(sentence) or concepts_in(sentence, locale) & concepts_in(known, locale):
        return False
    new = new_words(sentence, locale, known)
    telling = [word for word in content(sentence, locale) if not _ANY_DEED[locale].search(word)]
    return len(new) >= _FEWEST_NEW_WORDS and len(new) >= _MOSTLY * len(telling)


def _one_more(sentence: str, line: Line, locale: Locale, scenario: Scenario, known: str) -> bool:
    """Whether a driver asks for something new after the last request was put and reported done."""
    if line.asked or line.own < len(scenario.driver[locale].turns) or not ASKS[locale].search(sentence):
        return False
    if not line.speech or {Act.LIMIT, Act.REPEAT} & set(recognise(line.speech, locale).acts):
        return False
    if line.puts - line.before:
        return False
    topics = {c for c in concepts_in(sentence, locale) if c.role == "topic"} - concepts_in(known, locale)
    return bool(topics) or bool(new_words(sentence, locale, known))


def _added(sentence: str, locale: Locale, known: str) -> bool:
    return ALSO[locale].search(sentence) is not None and bool(new_words(sentence, locale, known))


def _writes_more(sentence: str, locale: Locale, scenario: Scenario, known: str) -> bool:
    """Whether a driver puts more into a message than the scenario's driver has to say."""
    if not any(call.tool == "send_email" for call in scenario.expected):
        return False
    if not any(concept.name == "mail" for concept in concepts_in(sentence, locale)):
        return False
    fewest = (
        1 if _CAUSE[locale].search(sentence) and not _CAUSE[locale].search(known) else _FEWEST_WRITTEN_WORDS[locale]
    )
    return len(new_words(sentence, locale, known)) >= fewest


def _falls_back(sentence: str, locale: Locale, known: str) -> bool:
    """Whether a driver says what is to be done if its wish fails, which the scenario does not."""
    if _OR_ELSE[locale].search(sentence) is None or not ASKS[locale].search(sentence):
        return False
    return len(new_words(sentence, locale, known)) >= _FEWEST_OTHERS[locale]


def _takes_any(line: Line, locale: Locale, scenario: Scenario) -> bool:
    """Whether a driver who alone can settle what is ambiguous takes any option, or all of them."""
    if scenario.ambiguity is None or scenario.ambiguity.resolved_by != "user":
        return False
    if recognise(line.speech, locale).question not in (Act.CHOOSE, Act.VALUE):
        return False
    replies = [reply.say for turn in scenario.driver[locale].turns for reply in turn.replies]
    return _ANY_OPTION[locale].search(line.text) is not None and not any(
        _ANY_OPTION[locale].search(reply) for reply in replies
    )
