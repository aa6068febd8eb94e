"""Written Korean turned into words a speaker says: numbers, units, letters and symbols."""

import re
import unicodedata
from collections.abc import Callable

from simulator.language import latin
from simulator.language.counters import (
    BY_WORD,
    NUMBERED_AFTER_BEON,
    SYMBOLS,
    SYMBOLS_LONGEST_FIRST,
    WORDS_LONGEST_FIRST,
)
from simulator.language.numbers_korean import by_digit, decimal, native, sino

_NUMBER = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?"
_SYMBOL = "|".join(re.escape(symbol) for symbol in SYMBOLS_LONGEST_FIRST)
_COUNTER = "|".join(WORDS_LONGEST_FIRST)
_SPECIAL_MONTHS = {6: "유", 10: "시"}
_KEPT_PUNCTUATION = ".,?!"

_PHONE = re.compile(
    r"(?<![0-9-])\+?[0-9]{2,4}(?:-[0-9]{2,4}){1,2}-[0-9]{4}(?![0-9-])|(?<![0-9.-])0[0-9]{8,10}(?![0-9])|(?<![0-9-])1[0-9]{3}-[0-9]{4}(?![0-9-])"
)
_SHORT_PHONE = re.compile(r"(?<![0-9])(?:112|119|114|120|129|131|1330)(?=(?:번)?(?:에|로|으로)?\s?(?:전화|신고|연결))")
_DATE = re.compile(r"(?<![0-9])([12][0-9]{3})([-./])\s?(1[0-2]|0?[1-9])\2\s?(3[01]|[12][0-9]|0?[1-9])(?![0-9])\.?")
_CLOCK = re.compile(r"(?<![0-9:])([01]?[0-9]|2[0-4]):([0-5][0-9])(?::([0-5][0-9]))?(?![0-9:])")
_VERSION = re.compile(r"(?<![0-9.])[0-9]+(?:\.[0-9]+){2,}")
_LOT = re.compile(
    r"(?<![0-9-])([0-9]{1,4})-([0-9]{1,4})(?=\s?(?:번지|호(?![가-힣])))|"
    r"(?<=[로길리동] )([0-9]{1,4})-([0-9]{1,4})(?![0-9-])"
)
_FRACTION = re.compile(r"(?<![0-9/])([0-9]{1,3})/([0-9]{1,3})(?![0-9/])")
_RANGE = re.compile(
    rf"(?<![0-9.~-])({_NUMBER})\s?({_SYMBOL}|{_COUNTER})?\s?[~∼〜–-]\s?(?=[0-9]+(?:\.[0-9]+)?\s?(?:{_SYMBOL}|{_COUNTER}))"
)
_MONEY = re.compile(rf"([₩$€])\s?({_NUMBER})")
_MEASURE = re.compile(
    rf"(?P<sign>(?<![0-9A-Za-z])[-+−])?(?P<number>{_NUMBER})\s?(?P<unit>(?:{_SYMBOL})(?![A-Za-z0-9])|(?:{_COUNTER}))?"
)
_ALPHANUMERIC = re.compile(
    r"(?<![A-Za-z0-9])(?P<letters>[A-Za-z]{1,4})-?(?P<digits>[0-9]{1,4})(?![0-9.,:])(?P<tail>[A-Za-z]{0,2})(?![A-Za-z])"
)
_LATIN = re.compile(r"[Aa]/[Cc](?![A-Za-z])|[Ww]i-[Ff]i|[Ee]-mail|[A-Za-z]+")
_CURRENCY = {"₩": "원", "$": "달러", "€": "유로"}
_MARKS = {
    "&": " 앤드 ",
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
    if character in "−∼〜–₩€":
        return character
    plain = unicodedata.normalize("NFKC", character)
    # Digits of other scripts would pass isdigit() but not the ASCII patterns below.
    return "".join(
        str(unicodedata.decimal(part)) if not part.isascii() and part.isdecimal() else part for part in plain
    ).replace("⁄", "/")


def _sayable(character: str) -> bool:
    return "가" <= character <= "힣" or character in _KEPT_PUNCTUATION


def _phone(match: re.Match[str]) -> str:
    return f" {_digit_groups(match.group(0))}" + " " * (not _glued(match))


def _digit_groups(text: str) -> str:
    digits = text.removeprefix("+")
    if "-" not in digits and digits.startswith("01") and len(digits) == 11:
        digits = f"{digits[:3]}-{digits[3:7]}-{digits[7:]}"
    return " ".join(by_digit(group) for group in digits.split("-"))


def _date(match: re.Match[str]) -> str:
    return f" {sino(int(match[1]))} 년 {_month(int(match[3]))} 월 {sino(int(match[4]))} 일 ".replace(
        "유 월", "유월"
    ).replace("시 월", "시월")


def _month(month: int) -> str:
    return _SPECIAL_MONTHS.get(month, sino(month))


def _clock(match: re.Match[str]) -> str:
    spoken = f" {_hour(int(match[1]))} 시"
    if int(match[2]):
        spoken += f" {sino(int(match[2]))} 분"
    if match[3] and int(match[3]):
        spoken += f" {sino(int(match[3]))} 초"
    return spoken + " " * (not _glued(match))


def _hour(hour: int) -> str:
    return native(hour) if 1 <= hour <= 12 else sino(hour)


def _version(match: re.Match[str]) -> str:
    parts = [sino(int(part)) for part in match.group(0).split(".")]
    return f" {' 점 '.join(parts)} "


def _lot(match: re.Match[str]) -> str:
    plot, part = match[1] or match[3], match[2] or match[4]
    return f"{plot} 다시 {part}"


def _fraction(match: re.Match[str]) -> str:
    return f" {sino(int(match[2]))}분의 {sino(int(match[1]))} "


def _range(match: re.Match[str]) -> str:
    unit = match[2] or ""
    return f"{match[1]}{unit}에서 "


def _money(match: re.Match[str]) -> str:
    return f" {match[2]}{_CURRENCY[match[1]]}"


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
    sign = {"-": "영하 " if spoken_unit == "도" else "마이너스 ", "−": "마이너스 ", "+": "플러스 "}.get(
        match["sign"] or "", ""
    )
    gap = "" if before.endswith("제") and not sign else " "
    joined = "" if spoken in ("유", "시") and spoken_unit == "월" else " "
    if not unit:
        return f"{gap}{sign}{spoken}" + " " * (not _glued(match))
    return f"{gap}{sign}{spoken}{joined}{spoken_unit}"


def _counted(value: int, counter: str, match: re.Match[str]) -> str:
    if counter == "월" and 1 <= value <= 12:
        return _month(value)
    if counter == "시":
        return _hour(value)
    if counter == "번째" and value == 1:
        return "첫"
    takes_native = counter in BY_WORD and BY_WORD[counter].numerals == "native"
    if counter == "번" and _after(match).lstrip().startswith(NUMBERED_AFTER_BEON):
        takes_native = False
    if counter == "시간" and value > 24:
        takes_native = False
    return native(value) if takes_native and 0 < value < 1000 else sino(value)


def _before(match: re.Match[str]) -> str:
    return match.string[max(0, match.start() - 4) : match.start()]


def _after(match: re.Match[str]) -> str:
    return match.string[match.end() : match.end() + 8]


def _glued(match: re.Match[str]) -> bool:
    """Tell whether a particle follows directly: it stays on its number (22로 → 이십이로)."""
    return bool(_PARTICLE.match(_after(match)))


_PARTICLE = re.compile(
    r"(?:으로|로|에서|에는|에|을|를|은|는|이랑|이나|이요|이에요|예요|요|까지|부터|쯤|만|과|와|의|정도|씩|보다|이야|야|이|가)(?![가-힣]{2})"
)


def _alphanumeric(match: re.Match[str]) -> str:
    if f"{match['letters']}".lower() in ("fm", "am"):
        return f"{latin.letters(match['letters'])} {match['digits']}{match['tail']}"
    digits = match["digits"]
    if len(digits) == 1:
        spoken = latin.DIGIT_NAMES[int(digits)]
    else:
        spoken = by_digit(digits) if digits.startswith("0") else sino(int(digits))
    tail = f" {latin.letters(match['tail'])}" if match["tail"] else ""
    return f"{latin.letters(match['letters'])} {spoken}{tail}" + " " * (not _glued(match))


def _latin(match: re.Match[str]) -> str:
    word = match.group(0)
    if len(word) > 1 and word in SYMBOLS and word not in ("min", "bar"):
        return SYMBOLS[word].korean
    return latin.read_word(word)


_STAGES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_PHONE, _phone),
    (_SHORT_PHONE, _phone),
    (_DATE, _date),
    (_CLOCK, _clock),
    (_VERSION, _version),
    (_LOT, _lot),
    (_FRACTION, _fraction),
    (_RANGE, _range),
    (_MONEY, _money),
    (_ALPHANUMERIC, _alphanumeric),
    (_MEASURE, _measure),
    (_LATIN, _latin),
)
