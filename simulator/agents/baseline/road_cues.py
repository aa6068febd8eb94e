"""The known words of one clause about the road or people, and the numbers it holds."""

import re
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType

from simulator.agents.baseline import lexicon_en, lexicon_ko, lexicon_road_en, lexicon_road_ko, spoken_en, spoken_ko
from simulator.agents.baseline.spoken_en import Names
from simulator.agents.baseline.spotting import normalised, spot
from simulator.channel import Locale

_HALF_HOUR = 30
_NO_CAR = ("weather", "clock", "thanks", "help", "preferences")


@dataclass(slots=True)
class Clause:
    """One clause: its words, the cues found in them, and what it names.

    `numbers` are (value, unit) in order.
    """

    text: str
    searched: str
    locale: Locale
    cues: frozenset[str] = frozenset()
    kind: str = ""
    route: str = ""
    which: str = ""
    filters: tuple[str, ...] = ()
    reference: str = ""
    names: Names = field(default_factory=Names)
    people: tuple[str, ...] = ()
    numbers: tuple[tuple[float, str | None], ...] = ()
    gasoline: bool = False
    other_day: bool = False
    car: bool = False

    def has(self, *cues: str) -> bool:
        """Tell whether any of these cues is there."""
        return not self.cues.isdisjoint(cues)

    def number(self, *units: str | None) -> float | None:
        """Return the first number with one of these units, or None."""
        return next((value for value, unit in self.numbers if unit in units), None)

    def all_numbers(self, *units: str | None) -> list[float]:
        """Return all numbers with one of these units."""
        return [value for value, unit in self.numbers if unit in units]

    @property
    def place(self) -> str:
        """The place a clause is about: a name, else a reference."""
        return self.names.place or self.reference

    @property
    def minutes(self) -> float | None:
        """A duration in minutes, or None."""
        if "half an hour" in self.searched or "반시간" in self.searched:
            return float(_HALF_HOUR)
        hours, minutes = self.number("hour"), self.number("minute")
        if hours is None and minutes is None:
            return None
        return (hours or 0.0) * 60 + (minutes or 0.0)


def clause_of(text: str, locale: Locale) -> Clause:
    """Return what the words of one clause mean by themselves."""
    words: ModuleType = lexicon_road_ko if locale == "ko" else lexicon_road_en
    spoken = normalised(text, locale).strip(" ,;.!?") + ("?" if text.strip().endswith("?") else "")
    searched = re.sub(r"\s", "", spoken) if locale == "ko" else spoken
    tables = {name: _meanings(name, searched, locale) for name in ("CUES", "ROUTES", "KINDS", "FILTERS", "WHICH")}
    kinds = "|".join(words.KINDS.values())
    car = _car_words(text, locale)
    reader = spoken_ko if locale == "ko" else spoken_en
    no_names = "|".join((kinds, *(re.escape(word) for word in car if len(word) > 1)))
    names = reader.names_in(_without_numbers(spoken.rstrip("?"), locale), no_names)
    days = lexicon_ko if locale == "ko" else lexicon_en
    return Clause(
        text,
        searched,
        locale,
        frozenset(tables["CUES"]),
        _longest("KINDS", searched, locale),
        tables["ROUTES"][0] if tables["ROUTES"] else "",
        tables["WHICH"][0] if tables["WHICH"] else "",
        tuple(sorted(tables["FILTERS"], key=("open", "dc", "free", "nearest").index)),
        _reference(searched, locale),
        names,
        reader.people_in(text.strip(" ,;.!?").lower().replace("’", "'")),
        _numbers(spoken, locale),
        _found(words.GASOLINE, searched, locale),
        bool(re.search(days.OTHER_DAY, searched)),
        bool(car),
    )


def _without_numbers(spoken: str, locale: Locale) -> str:
    from simulator.language.numbers import find_numbers

    for span in reversed(find_numbers(spoken, locale)):
        if locale == "ko" and span.unit is None and not any(sign.isdigit() for sign in spoken[span.start : span.end]):
            continue
        spoken = f"{spoken[: span.start]}0{spoken[span.end :]}"
    return spoken


def _car_words(text: str, locale: Locale) -> list[str]:
    """Return the parts of the car a clause names."""
    searched, mentions = spot(text, locale)
    return [
        searched[found.start : found.end]
        for found in mentions
        if found.kind == "device" and found.meaning not in _NO_CAR
    ]


@cache
def _pattern(alternatives: str, locale: Locale) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{alternatives})(?!\w)" if locale == "en" else alternatives)


def _found(alternatives: str, searched: str, locale: Locale) -> bool:
    return _pattern(alternatives, locale).search(searched) is not None


def _meanings(table: str, searched: str, locale: Locale) -> list[str]:
    words: ModuleType = lexicon_road_ko if locale == "ko" else lexicon_road_en
    rows: dict[str, str] = getattr(words, table)
    return [meaning for meaning, alternatives in rows.items() if _found(alternatives, searched, locale)]


def _longest(table: str, searched: str, locale: Locale) -> str:
    """Return the meaning with the longest match: a fast charging station is no fast food."""
    words: ModuleType = lexicon_road_ko if locale == "ko" else lexicon_road_en
    rows: dict[str, str] = getattr(words, table)
    found = [
        (max(len(match[0]) for match in matches), meaning)
        for meaning, alternatives in rows.items()
        if (matches := list(_pattern(alternatives, locale).finditer(searched)))
    ]
    return max(found)[1] if found else ""


def _reference(searched: str, locale: Locale) -> str:
    words: ModuleType = lexicon_road_ko if locale == "ko" else lexicon_road_en
    for name, alternatives in words.REFERENCES.items():
        if _found(alternatives, searched, locale):
            return str(name)
    return ""


def _numbers(spoken: str, locale: Locale) -> tuple[tuple[float, str | None], ...]:
    from simulator.language.numbers import find_numbers

    found: list[tuple[float, str | None]] = []
    for span in find_numbers(spoken, locale):
        before, after = spoken[: span.start].rstrip(), spoken[span.end :].lstrip()
        unit: str | None = span.unit
        if unit is None and (before.endswith(("kilometer", "kilometre", "km")) or re.match(r"(?:킬로|키로|km)", after)):
            unit = "kilometre"
        if unit is None and re.match(r"(?:퍼센트|퍼|프로|%|percent)", after):
            unit = "percent"
        found.append((span.value, unit))
        if re.match(r"반", after) and unit in ("hour",):
            found[-1] = (span.value + _HALF_HOUR / 60, unit)
    return tuple(found)
