"""One spelling for what sounds the same, so that recognition is scored on words and not on notation."""

import itertools
import re
import unicodedata
from functools import lru_cache

from simulator.language.locale import Locale
from simulator.language.normalise_english import english_readings
from simulator.language.numbers_korean import by_digit, native, sino
from simulator.language.reading import read_korean

# Raise this with every change that can alter a score; it is stored with the scores.
NORMALISER_VERSION = "5"

_MOST_READINGS = 32
_NOT_KOREAN_WORD = re.compile(r"[^가-힣]+")
# Two everyday names of one unit or thing; the longer name is the normal form.
_SHORT_FORMS = (
    (re.compile(r"(?<=[영일이삼사오육칠팔구십백]) ?프로(?=$| |로|만|까지|씩|쯤|정도|에서|나|도|야|예|이)"), " 퍼센트"),
    (re.compile(r"(?<=[영일이삼사오육칠팔구십백천만]) ?킬로(?=$| |로|만|까지|쯤|정도|나|도|야|예|이|를)"), " 킬로미터"),
    (re.compile(r"(?<=[영일이삼사오육칠팔구십백]) ?센티(?=$| |로|만|까지|쯤|정도|나|를)"), " 센티미터"),
    (re.compile(r"(?<![가-힣])티비"), "티브이"),
)
_MINUS = re.compile(r"(?<![0-9A-Za-z가-힣])[-−]$")
_DIGITS = re.compile(r"(?<![0-9.,:])[0-9]{1,8}(?![0-9]|[.,:][0-9])")


def normalise(text: str, locale: Locale) -> str:
    """Return the normal form of `text`: single-spaced words without case, punctuation or number notation.

    Korean: everything as it is spoken, numbers in words (22도 → 이십이 도). English: numbers in digits,
    units in words, contractions opened, American spelling ("Twenty-two °C" → "22 degrees").
    """
    return readings(text, locale)[0]


def space_free(text: str) -> str:
    """Return `text` in NFC without any white space; Korean spacing varies and is not compared."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFC", text))


@lru_cache(maxsize=4096)
def readings(text: str, locale: Locale) -> tuple[str, ...]:
    """Return every normal form of `text`, the usual one first.

    A written number may have been spoken in several ways: 3번 as 세 번 or 삼 번, 112 as 일일이 or 백십이,
    1130 as "eleven thirty". Scoring compares all of them and takes the smallest distance. At most 32 forms;
    beyond that the rarest ways of reading the last numbers are left out.
    """
    if locale == "en":
        return english_readings(text, _MOST_READINGS)
    return tuple(dict.fromkeys(_korean_word_form(variant) for variant in _korean_variants(text)))


def _korean_word_form(text: str) -> str:
    form = _NOT_KOREAN_WORD.sub(" ", read_korean(text)).strip()
    for pattern, usual in _SHORT_FORMS:
        form = pattern.sub(usual, form)
    return form


def _korean_variants(text: str) -> list[str]:
    composed = unicodedata.normalize("NFC", text)
    numbers = list(_DIGITS.finditer(composed))
    choices = [
        _ways_below_zero(match.group(0)) if _MINUS.search(composed[: match.start()]) else _ways_to_say(match.group(0))
        for match in numbers
    ]
    variants = []
    for combination in itertools.islice(itertools.product(*choices), _MOST_READINGS):
        pieces, end = [], 0
        for match, words in zip(numbers, combination, strict=True):
            pieces += [composed[end : match.start()], words]
            end = match.end()
        variants.append("".join([*pieces, composed[end:]]))
    return variants


# Digits in a row that are no number anybody says.
_LONGEST_NUMBER = 18


def _ways_below_zero(digits: str) -> list[str]:
    """List the ways to say a number behind a minus, none of which leaves the minus out."""
    if len(digits) > _LONGEST_NUMBER:
        return [digits]
    return [digits, f" 영하 {sino(int(digits))} ", f" 마이너스 {sino(int(digits))} "]


def _ways_to_say(digits: str) -> list[str]:
    """List the digits themselves (the usual reading in their place) and the other ways to say them."""
    if len(digits) > _LONGEST_NUMBER:
        return [digits]
    value = int(digits)
    ways = [digits, f" {sino(value)} "]
    if 0 < value < 100 and digits[0] != "0":
        ways.append(f" {native(value)} ")
    if len(digits) > 1 or value == 0:
        ways.append(f" {by_digit(digits)} ")
    return ways
