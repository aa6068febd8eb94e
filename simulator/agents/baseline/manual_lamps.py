# ruff: noqa: E501 - one pattern per line: wrapping one would hide what belongs together
"""Lamps of the dashboard as the manual calls them: their colours, its words for them, and its section about all."""

import re

from simulator.agents.baseline.manual_pages import Page, Passage
from simulator.agents.baseline.manual_terms import words
from simulator.channel import Locale

_COLORS: dict[Locale, dict[str, str]] = {
    "ko": {
        "red": "빨간|빨강|붉은",
        "amber": "노란|노랑|주황",
        "green": "초록|녹색",
        "blue": "파란|파랑|푸른",
        "white": "하얀|흰",
    },
    "en": {
        "red": r"\bred\b",
        "amber": r"\b(?:yellow|amber|orange)\b",
        "green": r"\bgreen\b",
        "blue": r"\bblue\b",
        "white": r"\bwhite\b",
    },
}
_CALLED = {"red": "빨간색", "amber": "노란색", "green": "초록색", "blue": "파란색", "white": "흰색"}
_QUIET = frozenset({"green", "blue", "white"})
"""Colours that only tell what is on; the manual has another word for such lamps."""
_LIGHT_KO = re.compile(r"(?<![가-힣])불(?=[이은도]?(?:\s|$|[.,?!]))")
_LIGHT_EN = re.compile(r"\blights?\b", re.IGNORECASE)
_IDLE: dict[Locale, str] = {
    "ko": "빨간색 노란색 초록색 파란색 흰색 경고등 표시등 경고 표시 등 불 계기판 색 색깔 켜지다 켜다 들어오다 뜨다 나타나다 보이다 나오다 깜빡이다 깜박이다 갑자기 끄다 계속 그냥 달리다 운전하다 운전 주행",
    "en": "red amber green blue white warning lamp lamps light lights indicator indicators dash dashboard cluster instrument instruments panel symbol sign icon came comes coming went lit lights showing shows show shown appeared appears flashing flashes blinking blinks suddenly see drive driving continue safe ok okay",
}
"""Words of a report that do not tell which lamp it is."""


def colors(text: str, locale: Locale) -> frozenset[str]:
    """Return the colours of lamps that a text names."""
    return frozenset(color for color, said in _COLORS[locale].items() if re.search(said, text, re.IGNORECASE))


def tells_of_lamp(text: str, locale: Locale) -> bool:
    """Say whether a sentence of the manual is about a lamp."""
    return bool(re.search("경고등|표시등" if locale == "ko" else r"\b(?:lamp|indicator)\b", text))


def tells_to_stop(text: str, locale: Locale) -> bool:
    """Say whether a sentence of the manual forbids to drive on."""
    return bool(re.search("운전하지 마" if locale == "ko" else "do not drive", text))


def in_manual_words(heard: str, locale: Locale) -> str:
    """Return the report of a lamp with the manual's words for colours and lamps."""
    quiet = bool(colors(heard, locale) & _QUIET)
    for color, said in _COLORS[locale].items():
        if locale == "ko":
            heard = re.sub(rf"(?:{said})(?:색깔|색)?\s*", f"{_CALLED[color]} ", heard)
        elif color == "amber":
            heard = re.sub(said, color, heard, flags=re.IGNORECASE)
    if locale == "ko":
        return _LIGHT_KO.sub("표시등" if quiet else "경고등", heard)
    return _LIGHT_EN.sub("indicator" if quiet else "lamp", heard)


def about_any(heard: str, locale: Locale) -> str:
    """Return what to look up where a report, in the manual's words, does not tell which lamp it is; else nothing."""
    if set(words(heard, locale)) - set(words(_IDLE[locale], locale)):
        return ""
    named = colors(heard, locale)
    if named & _QUIET:
        color = min(named & _QUIET)
        return f"{_CALLED[color]} 표시등의 의미" if locale == "ko" else f"What {color} indicators mean"
    return "빨간색 경고등의 의미" if locale == "ko" else "What red lamps mean"


def of_colors(home: Page, seen: frozenset[str], locale: Locale) -> tuple[Passage, ...]:
    """Return what a section says of lamps of the colours that were seen; of red and amber ones where none was told."""
    wanted = sorted(seen) or ["red", "amber"]
    named = (next((one for one in home.passages if color in colors(one.text, locale)), None) for color in wanted)
    return tuple(dict.fromkeys(one for one in named if one is not None)) or home.passages[:1]
