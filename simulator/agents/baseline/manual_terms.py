"""What a text is about, as pieces that can be compared: word stems, numbers and the units they come in."""

import re
from collections.abc import Iterator
from functools import lru_cache

from simulator.agents.baseline import lexicon_manual_en, lexicon_manual_ko
from simulator.channel import Locale
from simulator.language.numbers import find_numbers

_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_IDLE_KO = frozenset(lexicon_manual_ko.IDLE.split())
_NOUNS = ("NNG", "NNP", "XR", "SL")
_VERBS = ("VV", "VA")
_IDLE_EN = frozenset(lexicon_manual_en.IDLE.split())
_ENDINGS_EN = re.compile(r"(?:ing|ied|ies|ed|es|e|s|y|ly)$")
_HOW_MUCH = re.compile(r"\bhow [a-z]+\b")
_SPELLED_EN = {"tire": "tyre", "tires": "tyre", "tyres": "tyre", "color": "colour", "colors": "colour"}
"""Words that the manual spells otherwise, or that are too short for their ending to be taken off."""
_LONG_ENOUGH = 4
_LONG_NOUN = 3


@lru_cache(maxsize=4096)
def terms(text: str, locale: Locale) -> frozenset[str]:
    """Return the pieces of what a text is about: pairs of syllables of long Korean nouns, whole words and stems.

    Figures stand as they are written, marked as such; words that only put a question are left out.
    """
    figures = (f"#{figure}" for figure in _FIGURE.findall(text.replace(",", "")))
    return frozenset((*figures, *(piece for word in words(text, locale) for piece in pieces(word))))


def words(text: str, locale: Locale) -> list[str]:
    """Return the words of a text that say what it is about, in order and each once.

    Korean nouns stand as they are and verbs with 다, English words without their ending.
    """
    return list(dict.fromkeys(_korean(text) if locale == "ko" else _english(text)))


def _korean(text: str) -> Iterator[str]:
    from simulator.language.kiwi import morphemes

    for found in morphemes(text):
        if found.tag in _NOUNS and found.form not in _IDLE_KO:
            yield found.form.lower()
        elif found.tag.startswith(_VERBS) and f"{found.form}다" not in _IDLE_KO:
            yield f"{found.form}다"


def _english(text: str) -> Iterator[str]:
    plain = _HOW_MUCH.sub(" ", text.lower()).replace("'", "").replace("’", "").replace("a/c", "ac")
    for word in _WORD.findall(plain):
        if word not in _IDLE_EN:
            word = _SPELLED_EN.get(word, word)
            yield word if len(word) <= _LONG_ENOUGH else _ENDINGS_EN.sub("", word)


def is_verb(word: str) -> bool:
    """Say whether a word as returned by `words` is a Korean verb or adjective."""
    return len(word) > 1 and word.endswith("다")


def pieces(word: str) -> Iterator[str]:
    """Yield the pieces of one word."""
    if not "가" <= word[0] <= "힣" or len(word) < _LONG_NOUN or is_verb(word):
        yield word
        return
    for start in range(len(word) - 1):
        yield word[start : start + 2]


def said_numbers(text: str, locale: Locale) -> frozenset[tuple[float, str | None]]:
    """Return the numbers a text names, in figures or in words, each with its unit where one is known."""
    return frozenset((float(span.value), span.unit) for span in find_numbers(text.replace(",", ""), locale))


# What a question says of the kind of number it wants, and how that number is written.
_UNITS: tuple[tuple[str, str], ...] = (
    (r"몇 ?도|온도|degrees|temperature|how (?:hot|cold|warm)", r"\d ?(?:°C|도|degrees)"),
    (r"시속|속도|빨리|빠르|how fast|speed", r"\d ?km/h"),
    (
        r"몇 ?(?:분|시간|초)|얼마나 ?걸|얼마 ?동안|오래|how long|how many (?:minutes|hours|seconds)",
        r"\d ?(?:분|시간|초|일|min|h|s|minutes?|hours?|seconds?|days?)\b",
    ),
    (r"무게|무거|몇 ?(?:kg|킬로(?!미터|와트))|weigh|heavy|kilos|kg", r"\d ?kg"),
    (r"몇 ?(?:km|킬로미터)|거리|얼마나 ?(?:가|달|멀)|how far|kilomet|distance", r"\d ?km(?!/)"),
    (r"몇 ?(?:%|퍼센트|프로)|잔량|(?:what|how many|at what) (?:percent|charge)", r"\d ?(?:%|퍼센트|percent)"),
    (r"출력|몇 ?(?:kw|킬로와트|와트)|power|output|watts?", r"\d ?k?W\b"),
    (r"공기압|압력|pressure", r"\d ?kPa"),
    (
        r"길이|높이|너비|폭|깊|두께|몇 ?(?:cm|mm|센티|밀리)|how (?:deep|high|wide|tall|close)|width|height|length",
        r"\d ?(?:[cm]?m)\b",
    ),
    (
        r"얼마마다|얼마 ?만에|주기|언제마다|언제 ?(?:다시 ?)?(?:갈|교체|바꾸|바꿔|점검)|교체해야|몇 ?(?:년|개월|달)|"
        r"how often|interval|when (?:do|should|must) i (?:change|replace)",
        r"\d ?(?:개월|년|주|일|km|months?|years?|weeks?)",
    ),
    (r"용량|몇 ?리터|capacity|volume|lit(?:re|er)s", r"\d ?(?:L|kWh|Ah)\b"),
    (r"몇 ?단|단계|level", r"\d ?(?:단|level)|[lL]evel \d"),
    (r"몇 ?(?:살|세)|나이|how old|age", r"\d ?(?:세|살|years)"),
)
_COUNTER = re.compile(r"몇 ?(번|개|대|명|단|장|가지|배|칸|세|초|분)")
_ANY_NUMBER = re.compile(r"몇|얼마|how (?:much|many|long|fast|far|high|heavy|often|deep|old)", re.IGNORECASE)


def measures(text: str, found: str) -> float:
    """Return how well a passage names the kind of number that a question asks for: 1 its unit, 0.5 any number."""
    hinted = [unit for hint, unit in _UNITS if re.search(hint, text, re.IGNORECASE)]
    hinted += [rf"\d ?{counter}" for counter in _COUNTER.findall(text)]
    if any(re.search(unit, found) for unit in hinted):
        return 1.0
    return 0.5 if _ANY_NUMBER.search(text) and not hinted and re.search(r"\d", found) else 0.0


def asks_amount(text: str) -> bool:
    """Say whether a question asks how much or how many in so many words."""
    return bool(_ANY_NUMBER.search(text))


def asks_number(text: str) -> bool:
    """Say whether a question wants a number."""
    return bool(_ANY_NUMBER.search(text)) or any(re.search(hint, text, re.IGNORECASE) for hint, _ in _UNITS)
