"""Which system of units a speech uses: temperatures, distances, speeds and times of day."""

import re
import unicodedata
from dataclasses import dataclass

from simulator.channel import Locale
from simulator.language.numbers import NumberSpan, find_numbers

# Hotter than any weather or cabin in degrees Celsius, so the unit behind a bare "degrees" is in doubt.
HIGHEST_PLAIN_DEGREES = 50

_IMPERIAL = frozenset({"fahrenheit", "mile", "mph"})
_METRIC = frozenset({"degree", "kilometre", "metre", "kmh"})
_DIGITAL = re.compile(r"\d{1,2}:\d{2}")
_AFTER_NUMBER = re.compile(r"\s?-?(?:feet|foot|ft|yards?|inch(?:es)?)\b|\s?(?:피트|야드)", re.I)
_FAHRENHEIT_AFTER = re.compile(r"\s?°?\s?(?:F\b|fahrenheit)", re.I)
_FAHRENHEIT_BEFORE = re.compile(r"화씨\s?(?:영하\s?)?(?:로\s?)?$")
_CELSIUS_NEAR = re.compile(r"celsius|섭씨|°\s?C|℃", re.I)
_MERIDIEM = re.compile(r"[^\d]{0,16}?\b[ap]\.?\s?m\b", re.I)
_HALF_DAY_AFTER = re.compile(r"[^.,!?]{0,18}?\b(?:in the (?:afternoon|evening)|at night|tonight)\b", re.I)
_HALF_DAY_NEXT = re.compile(r"\s(?:in the (?:afternoon|evening)|at night)\b", re.I)
_MORNING_AFTER = re.compile(r"[^.,!?]{0,18}?\bin the morning\b", re.I)
_HALF_DAY_BEFORE = re.compile(r"(?P<part>오전|오후|저녁|밤|낮)(?:에)?\s?$")
_MORNING_BEFORE = re.compile(r"(?:새벽|아침)(?:에)?\s?$")
_SPOKEN_MERIDIEM = re.compile(
    r"\b(?:\d{1,2}(?::\d{2})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"(?:[\s-](?:o'?clock|oh|thirty|fifteen|twenty|forty|fifty|ten|five)){0,3}\s?(?:a\.?\s?m|p\.?\s?m)\b\.?",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Units:
    """Quantities of a speech as they were said: against the rule, in line with it, and in doubt."""

    foreign: tuple[str, ...]
    metric: tuple[str, ...]
    doubtful: tuple[str, ...]


def units_in(speech: str, locale: Locale) -> Units:
    """Sort the quantities of a speech into imperial or 12-hour ones, metric or 24-hour ones, and doubtful ones.

    Percentages, levels, durations and bare numbers have no system and are left out. An hour from 1 to 12 without
    minutes can be meant on either clock, so it is in doubt.
    """
    text = unicodedata.normalize("NFC", speech).replace("\u2019", "'")
    found: dict[str, list[str]] = {"foreign": [], "metric": [], "doubtful": []}
    meridiems = [match.span() for match in _SPOKEN_MERIDIEM.finditer(text)]
    for start, end in meridiems:
        found["foreign"].append(text[start:end].strip())
    for span in find_numbers(text, locale):
        if any(start <= span.start < end for start, end in meridiems):
            continue
        kind = _clock(text, span) if span.unit == "oclock" else _measure(text, span)
        if kind is not None:
            found[kind].append(text[max(0, span.start - 3 if locale == "ko" else span.start) : span.end + 6].strip())
    return Units(tuple(found["foreign"]), tuple(found["metric"]), tuple(found["doubtful"]))


def _measure(text: str, span: NumberSpan) -> str | None:
    if span.unit in _IMPERIAL:
        return "foreign"
    if span.unit is None:
        clock = 1 <= span.value <= 12.5 and _HALF_DAY_NEXT.match(text, span.end)
        return "foreign" if clock or _AFTER_NUMBER.match(text, span.end) else None
    if span.unit not in _METRIC:
        return None
    if span.unit == "degree":
        if _FAHRENHEIT_AFTER.match(text, span.end) or _FAHRENHEIT_BEFORE.search(text[: span.start]):
            return "foreign"
        around = text[max(0, span.start - 6) : span.end + 10]
        if span.value > HIGHEST_PLAIN_DEGREES and not _CELSIUS_NEAR.search(around):
            return "doubtful"
    return "metric"


def _clock(text: str, span: NumberSpan) -> str:
    before, twelve = text[: span.start], 1 <= span.value <= 12.5
    if not twelve:
        return "metric"
    if _MERIDIEM.match(text, span.end) or _HALF_DAY_AFTER.match(text, span.end):
        return "foreign"
    part = _HALF_DAY_BEFORE.search(before)
    if part is not None:
        # Noon is twelve on either clock.
        return "doubtful" if part["part"] in ("낮", "오후") and int(span.value) == 12 else "foreign"
    if _DIGITAL.match(text, span.start):
        return "metric"
    if _MORNING_BEFORE.search(before) or _MORNING_AFTER.match(text, span.end):
        return "metric"
    return "doubtful"
