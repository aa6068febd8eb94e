"""Notation of more than one number, read as Korean says it: dates, clock times, telephones, ranges, scores."""

import re

from simulator.language.counters import (
    BY_WORD,
    SYMBOLS_LONGEST_FIRST,
    WORDS_LONGEST_FIRST,
)
from simulator.language.numbers_korean import by_digit, native, parse_korean, sino

NUMBER = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?"
SYMBOL = "|".join(re.escape(symbol) for symbol in SYMBOLS_LONGEST_FIRST)
COUNTER = "|".join(WORDS_LONGEST_FIRST)
_SPECIAL_MONTHS = {6: "유", 10: "시"}
_CURRENCY = {"₩": "원", "$": "달러", "€": "유로"}
# One number and the next as one word: 2~3개 → 두세 개.
_ABOUT = {1: "한두", 2: "두세", 3: "서너", 4: "네다섯", 5: "대여섯", 6: "예닐곱", 7: "일고여덟", 8: "여덟아홉"}

PHONE = re.compile(
    r"(?<![0-9-])(?P<country>\+[0-9]{1,3}[ -])?(?P<groups>[0-9]{2,4}(?:-[0-9]{2,4}){1,2}-[0-9]{4})(?![0-9-])|"
    r"(?<![0-9.-])(?P<spaced>01[016-9][ .][0-9]{3,4}[ .][0-9]{4})(?![0-9-])|"
    r"(?<![0-9.-])(?P<run>0[0-9]{8,10})(?![0-9])|(?<![0-9-])(?P<service>1[0-9]{3}-[0-9]{4})(?![0-9-])"
)
SHORT_PHONE = re.compile(
    r"(?<![0-9])(?P<run>112|119|114|120|129|131|1330)(?=(?:번)?(?:에|로|으로)?\s?(?:전화|신고|연결))"
)
PLATE = re.compile(
    r"(?<![0-9])([0-9]{2,3})\s?([가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주아바사자배하허호])"
    r"\s?([0-9]{4})(?!\s?(?:[0-9]|년|원|킬로|미터|km|m|번|개|명|분|초|시))"
)
DATE = re.compile(r"(?<![0-9])([12][0-9]{3})([-./])\s?(1[0-2]|0?[1-9])\2\s?(3[01]|[12][0-9]|0?[1-9])(?![0-9])\.?")
DAY = re.compile(r"(?<![0-9/])(1[0-2]|0?[1-9])/(3[01]|2[0-9]|1[3-9])(?![0-9/])")
CLOCK = re.compile(r"(?<![0-9:])([01]?[0-9]|2[0-4]):([0-5][0-9])(?::([0-5][0-9]))?(?![0-9:])")
CLOCK_RANGE = re.compile(r"(?<![0-9:])([0-9]{1,2}:[0-5][0-9])\s?[~∼〜–-]\s?(?=[0-9]{1,2}:[0-5][0-9])")
SCORE = re.compile(r"(?<![0-9:])([0-9]{1,3}):([0-9]{1,3})(?![0-9:])")
VERSION = re.compile(r"(?<![0-9.])[0-9]+(?:\.[0-9]+){2,}")
LOT = re.compile(
    r"(?<![0-9-])([0-9]{1,4})-([0-9]{1,4})(?=\s?(?:번|호(?![가-힣])))|"
    r"(?<=[로길리동] )([0-9]{1,4})-([0-9]{1,4})(?![0-9-])"
)
FRACTION = re.compile(r"(?<![0-9/])([0-9]{1,3})/([0-9]{1,3})(?![0-9/])")
SPOKEN_FRACTION = re.compile(r"(?<![0-9.,])([0-9]{1,4})\s?분의\s?([0-9]{1,4})(?![0-9])")
RANGE = re.compile(
    rf"(?<![0-9.~-])(?P<low>{NUMBER})\s?(?P<low_unit>{SYMBOL}|{COUNTER})?\s?"
    rf"(?:[~∼〜–]\s?(?P<high>{NUMBER})(?:\s?(?P<unit>{SYMBOL}|{COUNTER}))?|"
    rf"-\s?(?P<dashed>{NUMBER})\s?(?P<dashed_unit>{SYMBOL}|{COUNTER}))"
)
STRETCH = re.compile(r"(?<=[가-힣]{2})[~∼〜](?=[가-힣]{2,8}\s(?:경로|구간|거리|노선|사이))")
LIST = re.compile(r"(?<![0-9.,])([0-9]{1,2})[,·]\s?([0-9]{1,2})(?=\s?(?:번|호선|층|단|열|월)(?!째))")
LARGE = re.compile(
    r"(?<![0-9.,])[0-9]{1,4}(?:억|만|천|백)(?:\s?[0-9]{1,4}(?:만|천|백))*(?:[0-9]{1,4})?"
    rf"(?=\s?(?:{COUNTER})|$|[^가-힣0-9])"
)
MONEY = re.compile(rf"([₩$€])\s?({NUMBER})")
_PARTICLE = re.compile(
    r"(?:으로|로|에서|에는|에|을|를|은|는|이랑|이나|이요|이에요|예요|요|까지|부터|쯤|만|과|와|의|정도|씩|보다|이야|야|이|가)(?![가-힣]{2})"
)


def is_glued(match: re.Match[str]) -> bool:
    """Tell whether a particle follows directly: it stays on its number (22로 → 이십이로)."""
    return bool(_PARTICLE.match(match.string[match.end() : match.end() + 8]))


def hour(value: int) -> str:
    """Return an hour of the clock: native numerals up to twelve, Sino-Korean beyond."""
    return native(value) if 1 <= value <= 12 else sino(value)


def month(value: int) -> str:
    """Return a month's numeral; June and October lose their last sound (유월, 시월)."""
    return _SPECIAL_MONTHS.get(value, sino(value))


def _gap(match: re.Match[str]) -> str:
    return "" if is_glued(match) else " "


def read_phone(match: re.Match[str]) -> str:
    """Read a telephone number digit by digit, in its groups."""
    found = match.groupdict()
    digits = found.get("groups") or found.get("spaced") or found.get("run") or found.get("service") or ""
    if digits.startswith("01") and digits.isdigit() and len(digits) == 11:
        digits = f"{digits[:3]}-{digits[3:7]}-{digits[7:]}"
    country = found.get("country")
    spoken = f"플러스 {by_digit(country)} " if country else ""
    return f" {spoken}{' '.join(by_digit(group) for group in re.split('[- .]', digits))}{_gap(match)}"


def read_plate(match: re.Match[str]) -> str:
    """Read a number plate: the class as a number, the serial digit by digit."""
    return f" {sino(int(match[1]))} {match[2]} {by_digit(match[3])}{_gap(match)}"


def _day_of(month_value: int, day: int) -> str:
    spoken = month(month_value)
    return f"{spoken}{'' if month_value in _SPECIAL_MONTHS else ' '}월 {sino(day)} 일"


def read_date(match: re.Match[str]) -> str:
    """Read a full date in digits."""
    return f" {sino(int(match[1]))} 년 {_day_of(int(match[3]), int(match[4]))}{_gap(match)}"


def read_day(match: re.Match[str]) -> str:
    """Read month and day with a stroke between them; the day is too large for an everyday fraction."""
    return f" {_day_of(int(match[1]), int(match[2]))}{_gap(match)}"


def read_clock(match: re.Match[str]) -> str:
    """Read a time of day."""
    spoken = f" {hour(int(match[1]))} 시"
    if int(match[2]):
        spoken += f" {sino(int(match[2]))} 분"
    if match[3] and int(match[3]):
        spoken += f" {sino(int(match[3]))} 초"
    return spoken + _gap(match)


def read_clock_range(match: re.Match[str]) -> str:
    """Name the start of a span of time; both times are read afterwards."""
    return f"{match[1]}에서 "


def read_score(match: re.Match[str]) -> str:
    """Read a score or ratio that is no time of day."""
    return f" {sino(int(match[1]))} 대 {sino(int(match[2]))}{_gap(match)}"


def read_version(match: re.Match[str]) -> str:
    """Read a version number, every part a number."""
    return f" {' 점 '.join(sino(int(part)) for part in match.group(0).split('.'))}{_gap(match)}"


def read_lot(match: re.Match[str]) -> str:
    """Read a lot or bus number with a dash."""
    plot, part = match[1] or match[3], match[2] or match[4]
    return f" {sino(int(plot))} 다시 {sino(int(part))}{' ' if match[1] else _gap(match)}"


def read_fraction(match: re.Match[str]) -> str:
    """Read a fraction, denominator first."""
    return f" {sino(int(match[2]))}분의 {sino(int(match[1]))}{_gap(match)}"


def read_spoken_fraction(match: re.Match[str]) -> str:
    """Read a fraction already written with 분의."""
    return f" {sino(int(match[1]))}분의 {sino(int(match[2]))}{_gap(match)}"


def read_range(match: re.Match[str]) -> str:
    """Name the low end of a range; its numbers are read afterwards.

    Two neighbours with a native counter become one word (2~3개 → 두세 개); other native counters are said twice.
    """
    low, high = match["low"], match["high"] or match["dashed"]
    unit, low_unit = match["unit"] or match["dashed_unit"] or "", match["low_unit"] or ""
    is_native = unit in BY_WORD and BY_WORD[unit].numerals == "native"
    if is_native and not low_unit:
        neighbours = low.isdigit() and high.isdigit() and int(high) == int(low) + 1
        if neighbours and int(low) in _ABOUT and unit not in ("시", "번째"):
            return f" {_ABOUT[int(low)]} {unit}"
        low_unit = unit
    return f"{low}{low_unit}에서 {high}{unit}"


def read_list(match: re.Match[str]) -> str:
    """Read two numbers that share what follows (1,2번)."""
    return f" {sino(int(match[1]))} {sino(int(match[2]))} "


def read_large(match: re.Match[str]) -> str:
    """Write digits mixed with 만, 천 or 백 as digits only, which are read with their counter afterwards."""
    value = parse_korean(match.group(0))
    return match.group(0) if value is None else str(int(value))


def read_money(match: re.Match[str]) -> str:
    """Move a currency sign behind its amount, which is read afterwards."""
    return f" {match[2]}{_CURRENCY[match[1]]}"
