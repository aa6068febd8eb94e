"""How a value of the owner's manual is written in the texts of either language."""

import re

from simulator.language.locale import Locale
from simulator.world.manual import Value

_WORDS: dict[str, dict[Locale, str]] = {
    "s": {"en": r" seconds?", "ko": "초"},
    "min": {"en": r" minutes?", "ko": "분"},
    "h": {"en": r" hours?", "ko": "시간"},
    "day": {"en": r" days?", "ko": "일"},
    "week": {"en": r" weeks?", "ko": "주"},
    "month": {"en": r" months?", "ko": "개월"},
    "year": {"en": r" years?", "ko": "년"},
    "age": {"en": r"(?: years?|-year-old)", "ko": "세"},
    "inch": {"en": r"[- ]inch(?:es)?", "ko": "인치"},
    "time": {"en": r" times?", "ko": "[번회]"},
    "count": {"en": r" [a-z]", "ko": r" ?[가-힣]"},
    "%": {"en": "%", "ko": "%"},
}
_LEVEL = {"en": (r"\blevel {}(?![\d.])", r"(?<![\d.]){} levels?"), "ko": (r"(?<![\d.]){}단계?",)}


def patterns(value: Value, locale: Locale) -> tuple[str, ...]:
    """Return what may stand for the value in a text; one of them is enough."""
    if value.text is not None:
        return (re.escape(value.text),)
    assert value.number is not None
    assert value.unit is not None
    number = re.escape(f"{value.number:,}")
    if value.unit == "level":
        return tuple(pattern.format(number) for pattern in _LEVEL[locale])
    words = _WORDS.get(value.unit)
    unit = words[locale] if words else " " + re.escape(value.unit) + r"(?![A-Za-z/])"
    return (rf"(?<![\d.,]){number}{unit}",)


def stands_in(value: Value, text: str, locale: Locale) -> bool:
    """Tell whether the text says the value."""
    return any(re.search(pattern, text) for pattern in patterns(value, locale))
