"""Written Korean turned into words a speaker says: numbers, units, letters and symbols."""

import re
import unicodedata
from collections.abc import Callable

from simulator.language import latin
from simulator.language import reading_addresses as addresses
from simulator.language import reading_notation as notation
from simulator.language.counters import BY_WORD, NUMBERED_AFTER_BEON, SYMBOLS
from simulator.language.numbers_korean import by_digit, decimal, native, sino
from simulator.language.reading_notation import COUNTER, NUMBER, SYMBOL, hour, is_glued, month

_KEPT_PUNCTUATION = ".,?!"
# Tens of years of age, not twenty vehicles.
_AGE_FOLLOWS = re.compile(r"\s?(?:남|여|청년|초반|중반|후반|운전자|고객|직장인|때)")
_MEASURE = re.compile(
    rf"(?P<sign>(?<![0-9A-Za-z])[-+−±])?(?P<number>{NUMBER})\s?(?P<unit>(?:{SYMBOL})(?![A-Za-z0-9])|(?:{COUNTER}))?"
)
_ALPHANUMERIC = re.compile(
    r"(?<![A-Za-z0-9])(?P<letters>[A-Za-z]{1,4})-?(?P<digits>[0-9]{1,4})(?![0-9.,:])(?P<tail>[A-Za-z]{0,2})(?![A-Za-z])"
)
_BASEMENT = re.compile(r"(?<![A-Za-z0-9])[Bb]([1-9])(?=\s?층)")
_GENERATION = re.compile(r"(?<![A-Za-z0-9.,])([2-9])(G|K|D|WD)(?![A-Za-z0-9/])")
_TIMES = re.compile(r"(?<=[가-힣])\s?×\s?(?=[가-힣])")
_AND = re.compile(r"(?<=[A-Za-z])\s?&\s?(?=[A-Za-z])")
_NUMBERED = re.compile(r"(?<![A-Za-z])No\.\s?(?=[0-9])")
_LATIN = re.compile(r"[Aa]/[Cc](?![A-Za-z])|[Ww]i-[Ff]i|[Ee]-mail|[A-Za-z]+")
_MARKS = {
    "&": " 앤드 ",
    "±": " 플러스마이너스 ",
    "+": " 플러스 ",
    "@": " 골뱅이 ",
    "#": " 샵 ",
    "%": " 퍼센트 ",
    "°": " 도 ",
    "=": " 는 ",
}
_JAMO_LETTERS = re.compile("[ᄀ-ᇿ\u3130-\u318f\ua960-\ua97f\ud7b0-\ud7ff]")


def read_korean(text: str) -> str:
    """Write `text` the way it is spoken in Korean: nothing but Hangul, spaces and the marks . , ? !

    Numbers take native or Sino-Korean numerals as their counter asks, units and Latin letters are named,
    telephone numbers are read digit by digit. Characters that have no reading (emoji, lone jamo, other
    scripts) become spaces. Spaces are single; a unit stands apart from its number (이십이 도).
    """
    text = _plain(text)
    for pattern, reading in _STAGES:
        text = pattern.sub(reading, text)
    for mark, spoken in _MARKS.items():
        text = text.replace(mark, spoken)
    text = "".join(character if _sayable(character) else " " for character in text)
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r" (?=[.,?!])", "", text)


def _plain(text: str) -> str:
    """Compose Hangul and bring full-width forms, ligatures and unit signs to their plain characters."""
    composed = unicodedata.normalize("NFC", text)
    composed = _JAMO_LETTERS.sub(" ", composed)
    return "".join(
        character if character.isascii() or "가" <= character <= "힣" else _compatible(character)
        for character in composed
    )


def _compatible(character: str) -> str:
    if character in "−∼〜–₩€±×":
        return character
    if unicodedata.category(character) == "Nl" and 0 < unicodedata.numeric(character, 0) < 100:
        return str(int(unicodedata.numeric(character)))
    plain = unicodedata.normalize("NFKC", character)
    # Digits of other scripts would pass isdigit() but not the ASCII patterns below.
    return "".join(
        str(unicodedata.decimal(part)) if not part.isascii() and part.isdecimal() else part for part in plain
    ).replace("⁄", "/")


def _sayable(character: str) -> bool:
    return "가" <= character <= "힣" or character in _KEPT_PUNCTUATION


def _measure(match: re.Match[str]) -> str:
    number, unit, before = match["number"].replace(",", ""), match["unit"] or "", _before(match)
    whole, _, fraction = number.partition(".")
    spoken_unit = SYMBOLS[unit].korean if unit in SYMBOLS else unit
    if fraction:
        spoken = decimal(whole, fraction)
    elif len(whole) > 1 and whole.startswith("0"):
        spoken = by_digit(whole)
    else:
        spoken = _counted(int(whole[:40]) if len(whole) <= 40 else 0, spoken_unit, match) or by_digit(whole)
    if unit in ("℉", "°F"):
        spoken, spoken_unit = "화씨 " + spoken, "도"
    if unit in ("km/h", "kmh", "kph", "mph") and not before.endswith("시속 "):
        spoken = "시속 " + spoken
    is_cold = spoken_unit == "도" and not before.rstrip().endswith(("영하", "마이너스"))
    minus = "영하 " if is_cold else "" if before.rstrip().endswith(("영하", "마이너스")) else "마이너스 "
    sign = {"-": minus, "−": minus, "+": "플러스 ", "±": "플러스마이너스 "}.get(match["sign"] or "", "")
    gap = "" if before.endswith("제") and not sign else " "
    joined = "" if spoken in ("유", "시") and spoken_unit == "월" else " "
    if not unit:
        return f"{gap}{sign}{spoken}" + " " * (not is_glued(match))
    # 반 is a word of its own after a unit: 1시간반 → 한 시간 반.
    half = " " if re.match(r"반(?:$|[^가-힣]|에|으로|쯤|만|정도|동안|뒤|후|전)", _after(match)) else ""
    return f"{gap}{sign}{spoken}{joined}{spoken_unit}{half}"


def _counted(value: int, counter: str, match: re.Match[str]) -> str:
    if counter == "월" and 1 <= value <= 12:
        return month(value)
    if counter == "시":
        return hour(value)
    if counter == "번째" and value == 1:
        return "첫"
    takes_native = counter in BY_WORD and BY_WORD[counter].numerals == "native"
    if counter == "번" and _after(match).lstrip().startswith(NUMBERED_AFTER_BEON):
        takes_native = False
    if counter == "시간" and value >= 24:
        takes_native = False
    if counter == "대" and value in range(10, 100, 10) and _AGE_FOLLOWS.match(_after(match)):
        takes_native = False
    return native(value) if takes_native and 0 < value < 1000 else sino(value)


def _before(match: re.Match[str]) -> str:
    return match.string[max(0, match.start() - 4) : match.start()]


def _after(match: re.Match[str]) -> str:
    return match.string[match.end() : match.end() + 8]


def _alphanumeric(match: re.Match[str]) -> str:
    if f"{match['letters']}".lower() in ("fm", "am"):
        return f"{latin.letters(match['letters'])} {match['digits']}{match['tail']}"
    digits = match["digits"]
    if len(digits) == 1:
        spoken = latin.DIGIT_NAMES[int(digits)]
    else:
        spoken = by_digit(digits) if digits.startswith("0") else sino(int(digits))
    tail = f" {latin.letters(match['tail'])}" if match["tail"] else ""
    return f"{latin.letters(match['letters'])} {spoken}{tail}" + " " * (not is_glued(match))


def _basement(match: re.Match[str]) -> str:
    return f" 지하 {match[1]}"


def _generation(match: re.Match[str]) -> str:
    """Read a single digit before capitals by its English name (5G, 3D, 4WD)."""
    return f" {latin.DIGIT_NAMES[int(match[1])]} {latin.letters(match[2])}" + " " * (not is_glued(match))


def _latin(match: re.Match[str]) -> str:
    word = match.group(0)
    if len(word) > 1 and word in SYMBOLS and word not in ("min", "bar"):
        return SYMBOLS[word].korean
    return latin.read_word(word)


_STAGES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (addresses.EMAIL, addresses.read_email),
    (addresses.WEB, addresses.read_web),
    (notation.PHONE, notation.read_phone),
    (notation.SHORT_PHONE, notation.read_phone),
    (notation.DATE, notation.read_date),
    (notation.PLATE, notation.read_plate),
    (notation.CLOCK_RANGE, notation.read_clock_range),
    (notation.CLOCK, notation.read_clock),
    (notation.SCORE, notation.read_score),
    (notation.VERSION, notation.read_version),
    (notation.LOT, notation.read_lot),
    (notation.DAY, notation.read_day),
    (notation.FRACTION, notation.read_fraction),
    (notation.SPOKEN_FRACTION, notation.read_spoken_fraction),
    (notation.LIST, notation.read_list),
    (notation.LARGE, notation.read_large),
    (notation.RANGE, notation.read_range),
    (notation.STRETCH, lambda match: "에서 "),
    (notation.MONEY, notation.read_money),
    (_AND, lambda match: " 앤 "),
    (_NUMBERED, lambda match: " 넘버 "),
    (_BASEMENT, _basement),
    (_GENERATION, _generation),
    (_ALPHANUMERIC, _alphanumeric),
    (_MEASURE, _measure),
    (_TIMES, lambda match: " 곱하기 "),
    (_LATIN, _latin),
)
