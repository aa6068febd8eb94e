"""Numbers in both languages: read aloud, understood, and found inside an utterance."""

import re

from simulator.language.finding_english import find_english
from simulator.language.finding_korean import find_korean
from simulator.language.locale import Locale
from simulator.language.numbers_english import parse_english
from simulator.language.numbers_korean import parse_korean
from simulator.language.reading import read_korean
from simulator.language.spans import NumberSpan

_ENDLESS = re.compile(r"\d{19,}")

__all__ = ["Locale", "NumberSpan", "find_numbers", "parse_number", "read_korean"]


def parse_number(token: str, locale: Locale) -> float | None:
    """Understand one number, spoken or written, without its unit; None when `token` is not a number.

    이십이, 스물둘, 22, "twenty-two" → 22.0; 반, "half" → 0.5; "twenty two and a half" → 22.5.
    """
    return parse_korean(_sane(token)) if locale == "ko" else parse_english(_sane(token))


def find_numbers(text: str, locale: Locale) -> list[NumberSpan]:
    """Find the numbers of an utterance with their units, left to right, never overlapping.

    Positions index `text` as given. Words that only look like numbers (일단, 이 도시, "that one") are
    left out.
    """
    return find_korean(_sane(text)) if locale == "ko" else find_english(_sane(text))


def _sane(text: str) -> str:
    """Blot out digits in a row that are no number anybody says; positions stay."""
    return _ENDLESS.sub(lambda match: "#" * len(match[0]), text)
