"""Whether a driver ties together what the scenario ties together: a deed and a name, a place and a number."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from evaluation.validity_choice import ENGLISH_NAME, other_option
from evaluation.validity_concepts import concepts_in
from evaluation.validity_fault import FaultKind
from evaluation.validity_numbers import numbers_in
from evaluation.validity_progress import closes, mentions
from evaluation.validity_speech import Finding
from evaluation.validity_values import Allowance
from evaluation.validity_words import content, sentences, shared, wanted_part
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import DriverTurn, Scenario
from simulator.channel import Locale
from simulator.language.acts import Act, recognise
from simulator.world.generated import places

# What is done to somebody or to a stop: the deed's own words, and all that may stand for it in a script.
_DEEDS: dict[Locale, tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]] = {
    "en": (
        (
            "leave out",
            re.compile(
                r"\b(?:skip|remove|cancel|delete|leave out|take out|cut out|forget|scrap|lose|strike|"
                r"drop(?! (?:\w+ ){1,5}an? ))\b",
                re.I,
            ),
            re.compile(
                r"\b(?:skip|remov|cancel|delet|leav|out\b|cut|forget|drop|off\b|go(?:es)?\b|without|than\b|"
                r"instead|in place of|straight|scrap|swap|chang|replac)",
                re.I,
            ),
        ),
        ("call", re.compile(r"\b(?:call|phone|ring|dial)\b", re.I), re.compile(r"call|phone|ring|dial|through", re.I)),
        ("write to", re.compile(r"\b(?:e-?mail|mail|write)\b", re.I), re.compile(r"mail|writ|note|line|to ", re.I)),
    ),
    "ko": (
        (
            "leave out",
            re.compile(r"빼(?:자|줘| 줘| 주|고)|건너뛰|생략|취소|지워|삭제"),
            re.compile(r"빼|건너|생략|취소|지워|삭제|바로|대신|바꾸|바꿔|말고|(?<![가-힣])안 들|끝|꺼"),
        ),
        ("call", re.compile(r"전화|통화"), re.compile(r"전화|통화|연결|걸")),
        ("write to", re.compile(r"메일"), re.compile(r"메일|써|쓰|보내|적어|쏴|넣어")),
    ),
}
_KOREAN_NAME = re.compile(r"([가-힣]{2,4}?)이?(?: ?(?:씨|님|과장|부장|소장|주무관|대리)님?)?(?:한테|에게|께)")
_NO_NAMES = frozenset(
    {"친구", "아내", "남편", "엄마", "아빠", "동료", "사람", "상대", "그쪽", "그분", "걔네", "다들", "모두"}
)
_CLAUSE: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(r"[,.;:!?]\s|\band\b|\bbut\b|\bthen\b", re.I),
    "ko": re.compile(r"[,.;:!?]\s?|(?<=고) |그리고"),
}
_MEASURES = frozenset({"level", "percent", "degree", None})
_PLACES = frozenset({"wheel heating", "driver's place", "passenger's place", "rear", "left", "right"})
# Asks for more words in a message than the scenario gives.
_ADDS: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:add|include|also (?:say|mention|write|tell|ask)|mention|p\.?s\.?|put in|ask (?:him|her|them))\b", re.I
    ),
    "ko": re.compile(
        r"(?:말|내용|얘기|이야기|인사|문장|것|거|다고|자고|라고|냐고)[도을를]? ?(?:좀 |꼭 |같이 |함께 )?"
        r"(?:넣|덧붙|추가|적어|써|전해)"
    ),
}
_LEFT_AS_IT_IS: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\bleave (?:it|them|that|(?:the|my) [\w ]+?) "
        r"(?:like (?:that|this)|as (?:it|they) (?:is|are)|alone|open|off|on)\b|"
        r"\b(?:don't|do not) bother\b",
        re.I,
    ),
    "ko": re.compile(r"그대로 (?:두|놔|냅|둬)|그냥 (?:두|놔|냅|둬)|내버려 ?(?:두|둬)"),
}
_LEAVES: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(r"\bleave (?:it|them|that|the \w+)(?: as\b| and\b|[,.])", re.I),
    "ko": re.compile(r"그대로 (?:두|놔|냅|둬)|그냥 (?:두|놔|냅|둬)"),
}
_OTHERWISE: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:actually|on second thought|come to think of it|changed my mind|scratch that)\b|"
        r"\binstead\b(?! of)|\blet's (?:just )?(?:do|make it)\b",
        re.I,
    ),
    "ko": re.compile(
        r"생각해 ?보니|다시 ?생각|마음이? ?바뀌|(?:아니다|됐어|됐고|됐습니다|됐어요)[,. ]|그냥 [가-힣]+(?:로|으로)|"
        r"말고|대신|차라리"
    ),
}
# Contrary deeds: as a request, as anything in a script that may stand for it, and as values of the ground truth.
_CONTRARY: dict[Locale, tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]] = {
    "en": (
        (
            "open",
            re.compile(r"(?:^|\b(?:please|and|then|now|you|also|just|can|could) )open\b", re.I),
            re.compile(r"open|pop|lower|down|drop|slid|pull|air|wide", re.I),
        ),
        (
            "close",
            re.compile(r"(?:^|\b(?:please|and|then|now|you|also|just|can|could) )(?:close|shut)\b(?! off)", re.I),
            re.compile(r"clos|shut|up\b|too far", re.I),
        ),
        (
            "off",
            re.compile(r"\b(?:turn|switch|shut|put)\b[^,.?!]*\boff\b", re.I),
            re.compile(r"\boff\b|\bout\b|kill|cancel|stop|dim", re.I),
        ),
    ),
    "ko": (
        ("open", re.compile(r"열어(?!져| 놓| 놨)|열자"), re.compile(r"열|내려|내리|걷|통하")),
        ("close", re.compile(r"닫아|닫자"), re.compile(r"닫|올려|올리|열렸|열려|너무|맞춰")),
        ("off", re.compile(r"꺼 ?(?:줘|주|줄|라|봐|요)|꺼\W*$|끄자"), re.compile(r"끄|꺼|끌|취소|그만|멈")),
    ),
}
_THANKS: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(r"\bthank|\bcheers\b", re.I),
    "ko": re.compile(r"고맙|고마|감사|수고"),
}
_THANKED_IN_WORDS = 2
_LEAST_NEW_WORDS: dict[Locale, int] = {"en": 1, "ko": 2}


def binding_faults(
    text: str, locale: Locale, scenario: Scenario, allowed: Allowance, speeches: list[str]
) -> list[Finding]:
    """Return what an utterance ties together otherwise than the scenario and the assistant do.

    Official instructions only sum up what is said, so nothing can be held against them word by word.
    """
    if isinstance(scenario, OfficialScenario):
        return []
    wishes = [_lines(turn) for turn in scenario.driver[locale].turns]
    heard = [part for speech in speeches for part in sentences(speech)]
    for part in sentences(text):
        for deed, name in _deeds_in(part, locale, wishes, heard):
            if deed == "leave out" and _only_offered(name, wishes, speeches):
                continue
            if not any(_tied(group, deed, name, locale) for group in (*wishes, heard)):
                return [(FaultKind.LEFT_INSTRUCTION, f"nobody wants to {deed} {name}")]
    swapped = _swapped(text, locale, [line for group in wishes for line in group], heard)
    if swapped:
        return [(FaultKind.INVENTED_VALUE, f"the scenario has another number for: {swapped}")]
    chosen = other_option(text, locale, scenario, allowed, speeches)
    if chosen:
        return [(FaultKind.INVENTED_VALUE, f"the scenario's driver chooses something else than: {chosen}")]
    contrary = _contrary(text, locale, scenario, f"{allowed.text}\n{' '.join(speeches)}")
    if contrary:
        return [(FaultKind.LEFT_INSTRUCTION, f"nothing in the scenario is to be done so: {contrary}")]
    if speeches and _adds_words(text, locale, scenario, allowed, heard):
        return [(FaultKind.LEFT_INSTRUCTION, "the message is to say more than the scenario wants")]
    kept = _LEFT_AS_IT_IS[locale]
    left = [found[0] for found in kept.finditer(text) if found[0] not in allowed.text]
    if _LEAVES[locale].search(allowed.text):
        left = [words for words in left if not concepts_in(words, locale) & concepts_in(allowed.text, locale)]
    if speeches and "?" not in speeches[-1] and left:
        return [(FaultKind.LEFT_INSTRUCTION, "the driver leaves as it is what the scenario wants done")]
    if speeches and _otherwise(text, locale, scenario, allowed, speeches):
        return [(FaultKind.LEFT_INSTRUCTION, "the driver wants something else than before")]
    return []


def _only_offered(name: str, wishes: list[list[str]], speeches: list[str]) -> bool:
    """Whether the assistant alone brings a name up, in what it asks just before."""
    asked = [part for part in sentences(speeches[-1]) if "?" in part] if speeches else []
    wanted = any(name in line for group in wishes for line in group)
    return not wanted and any(name in part for part in asked)


def _lines(turn: DriverTurn) -> list[str]:
    return [line for line in (turn.say, turn.again, *(reply.say for reply in turn.replies)) if line]


def _deeds_in(sentence: str, locale: Locale, wishes: list[list[str]], heard: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the deeds of a sentence with the names they are to be done to, of those that somebody brought up."""
    spoken = "\n".join(heard)
    known = _names("\n".join(line for group in wishes for line in group), locale)
    known |= _names(spoken, locale)
    if locale == "ko":
        known |= {name for name in _KOREAN_NAME.findall(sentence) if name in spoken}
        known -= _NO_NAMES
    for deed, narrow, _ in _DEEDS[locale]:
        for clause in _CLAUSE[locale].split(sentence):
            if narrow.search(clause):
                yield from ((deed, name) for name in sorted(known) if name in clause)


@lru_cache(maxsize=512)
def _names(text: str, locale: Locale) -> frozenset[str]:
    if locale == "en":
        return frozenset(ENGLISH_NAME.findall(text))
    cities = (place.name_ko for place in places().values() if len(place.name_ko) >= 2)
    return frozenset([*(city for city in cities if city in text), *_KOREAN_NAME.findall(text)])


def _tied(lines: Iterable[str], deed: str, name: str, locale: Locale) -> bool:
    wide = next(pattern for known, _, pattern in _DEEDS[locale] if known == deed)
    return any(name in line and wide.search(line) is not None for line in lines)


def _pairs(text: str, locale: Locale) -> dict[str, set[float]]:
    """Return the numbers that stand in one clause with a place, and with no other place or number."""
    found: dict[str, set[float]] = {}
    for clause in _CLAUSE[locale].split(text):
        numbers = {value for value, unit in numbers_in(clause, locale) if unit in _MEASURES}
        named = [concept.name for concept in concepts_in(clause, locale) if concept.name in _PLACES]
        if len(numbers) == 1 and len(named) == 1:
            found.setdefault(named[0], set()).update(numbers)
    return found


def _swapped(text: str, locale: Locale, wishes: list[str], heard: list[str]) -> str:
    """Return the place whose number the scenario gives to another one only, "" where there is none."""
    given: dict[str, set[float]] = {}
    for line in (*wishes, *heard):
        for name, numbers in _pairs(line, locale).items():
            given.setdefault(name, set()).update(numbers)
    for name, numbers in _pairs(text, locale).items():
        others = {number for other, those in given.items() if other != name for number in those}
        if name in given and not numbers & given[name] and numbers <= others:
            return name
    return ""


def _contrary(text: str, locale: Locale, scenario: Scenario, known: str) -> str:
    """Return a deed that neither words nor ground truth of the scenario hold, "" where there is none."""
    wanted = [value for call in scenario.expected for value in call.arguments.values()]
    levels = [value for value in wanted if isinstance(value, int | float) and not isinstance(value, bool)]
    by_truth = {
        "open": any(value > 0 for value in levels),
        "close": any(value == 0 for value in levels),
        "off": any(value is False for value in wanted) or any(value == 0 for value in levels),
    }
    for deed, narrow, wide in _CONTRARY[locale]:
        asked = any(narrow.search(part) for part in sentences(text))
        if asked and not by_truth[deed] and not wide.search(known):
            return deed
    return ""


def _adds_words(text: str, locale: Locale, scenario: Scenario, allowed: Allowance, heard: list[str]) -> bool:
    if not any(call.tool == "send_email" for call in scenario.expected):
        return False
    known = "\n".join([allowed.text, *heard])
    for part in sentences(text):
        if _ADDS[locale].search(part):
            new = [word for word in content(part, locale) if not shared(word, known, locale)]
            if len(new) >= _LEAST_NEW_WORDS[locale]:
                return True
    return False


def _otherwise(text: str, locale: Locale, scenario: Scenario, allowed: Allowance, speeches: list[str]) -> bool:
    """Whether a driver changes its mind where no request of the scenario does."""
    if all(found[0] in allowed.text for found in _OTHERWISE[locale].finditer(text)):
        return False
    if _THANKS[locale].search(text) and closes(text, locale) and len(content(text, locale)) <= _THANKED_IN_WORDS:
        return False
    if "?" in speeches[-1] and len(content(text, locale)) < _LEAST_NEW_WORDS[locale]:
        return False
    if _corrects(text, locale, allowed, speeches[-1]):
        return False
    turns = scenario.driver[locale].turns
    for turn in turns[1:]:
        others = "\n".join(other.say for other in turns if other is not turn)
        if mentions(text, turn, others, locale):
            return False
    return Act.LIMIT not in recognise(speeches[-1], locale).acts


def _corrects(text: str, locale: Locale, allowed: Allowance, speech: str) -> bool:
    """Whether a driver sets right what the assistant misunderstood: nothing but the scenario's own is asked for.

    "Not the window, the trunk": the thing turned down is the assistant's, and the other one is wanted anyway.
    """
    text = " ".join(part for part in sentences(text) if _OTHERWISE[locale].search(part))
    kept = wanted_part(text, locale)
    wanted, named = concepts_in(allowed.text, locale), concepts_in(kept, locale)
    turned_down = concepts_in(text, locale) - named
    meant = "?" in speech or (bool(turned_down) and turned_down <= concepts_in(speech, locale))
    if kept == text or not named or not named <= wanted or not meant:
        return False
    numbers = {value for value, _ in numbers_in(text, locale)} - {
        value for value, _ in numbers_in(allowed.text, locale)
    }
    new = [word for word in content(kept, locale) if not shared(word, f"{allowed.text}\n{speech}", locale)]
    return not numbers and not new
