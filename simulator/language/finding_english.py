"""Numbers inside English utterances, spoken or written."""

import re
from collections.abc import Iterator

from simulator.language.counters import SYMBOLS, SYMBOLS_LONGEST_FIRST
from simulator.language.numbers_english import (
    DIGIT_VALUE,
    NUMBER_WORDS,
    ORDINAL_VALUE,
    digit_run,
    parse_english,
)
from simulator.language.spans import NumberSpan, Taken, composed_with_places

_WORD = re.compile(r"[A-Za-z]+|[0-9][0-9,]*(?:\.[0-9]+)?(?:st|nd|rd|th)?(?![0-9])")
_SYMBOL = re.compile(rf"\s?(?P<symbol>{'|'.join(map(re.escape, SYMBOLS_LONGEST_FIRST))})(?![A-Za-z0-9])")
_PHONE = re.compile(r"(?<![0-9-])\+?[0-9]{2,4}(?:-[0-9]{2,4})?-[0-9]{4}(?![0-9-])|(?<![0-9.-])0[0-9]{7,10}(?![0-9])")
_CLOCK = re.compile(r"(?<![0-9:])([01]?[0-9]|2[0-4]):([0-5][0-9])(?![0-9:])")
_UNITS = {
    "degree": "degree",
    "percent": "percent",
    "hour": "hour",
    "minute": "minute",
    "min": "minute",
    "second": "second",
    "sec": "second",
    "kilometer": "kilometre",
    "kilometre": "kilometre",
    "km": "kilometre",
    "meter": "metre",
    "metre": "metre",
    "mile": "mile",
    "time": "times",
    "person": "person",
    "people": "person",
    "day": "day",
    "week": "week",
    "month": "month",
    "year": "year",
    "won": "won",
    "dollar": "dollar",
    "notch": "level",
    "step": "level",
    "level": "level",
    "floor": "floor",
    "kilowatt": "kilowatt",
    "watt": "watt",
    "liter": "litre",
    "litre": "litre",
    "car": "vehicle",
    "item": "item",
}
_BEFORE = {"level": "level", "speed": "level", "stage": "level", "setting": "level", "floor": "floor"}
_AFTER = re.compile(
    r"\s?(?:-\s?)?(?P<phrase>kilowatt[\s-]hours?|kilometers? (?:per|an) hour|kilometres? (?:per|an) hour|"
    r"miles? (?:per|an) hour|per ?cent|o'?\s?clock|degrees? fahrenheit|[ap]\.?m\b|[a-z]+)",
    re.IGNORECASE,
)
_PHRASES = (
    (re.compile(r"kilowatt[\s-]hour"), "kilowatt_hour"),
    (re.compile(r"kilomet(?:er|re)s? (?:per|an) hour"), "kmh"),
    (re.compile(r"miles? (?:per|an) hour"), "mph"),
    (re.compile(r"per ?cent"), "percent"),
    (re.compile(r"o'?\s?clock|[ap]\.?m$"), "oclock"),
    (re.compile(r"degrees? fahrenheit"), "fahrenheit"),
)
# After these, "one" stands for a thing, not for a number.
_PRONOUN_BEFORE = frozenset(
    (
        *("that", "this", "the", "which", "each", "every", "any", "another", "other", "no", "some", "first"),
        *("second", "third", "last", "next", "right", "left", "same", "nearest", "closest", "fastest"),
        *("shortest", "cheapest", "good", "new"),
    )
)
_HALF = re.compile(r"\s(?:and\s)?a\s?half\b", re.IGNORECASE)
_HALF_WORD = re.compile(r"\b(?:a )?half(?:way)?\b(?! past)", re.IGNORECASE)


def find_english(text: str) -> list[NumberSpan]:
    """Find the numbers of an English utterance; see `numbers.find_numbers`.

    "the second one" and "third" have the unit ordinal; "eleven thirty" after at/by/until/for or before
    am/pm is an hour and minutes.
    """
    composed, places = composed_with_places(text)
    taken = Taken(len(composed))
    for span in _candidates(composed):
        taken.add(span)
    return [span._replace(start=places[span.start], end=places[span.end]) for span in taken.spans]


def _candidates(text: str) -> Iterator[NumberSpan]:
    for match in _PHONE.finditer(text):
        digits = re.sub("[^0-9]", "", match.group(0))
        yield NumberSpan(match.start(), match.end(), float(digits), "digits", digits)
    for match in _CLOCK.finditer(text):
        yield NumberSpan(match.start(1), match.end(1), float(match[1]), "oclock")
        yield NumberSpan(match.start(2), match.end(2), float(match[2]), "minute")
    words = list(_WORD.finditer(text))
    index = 0
    while index < len(words):
        spans, used = _number_at(text, words, index)
        yield from spans
        index += used or 1
    for match in _HALF_WORD.finditer(text):
        yield NumberSpan(match.start(), match.end(), 0.5, "fraction")


def _number_at(text: str, words: list[re.Match[str]], index: int) -> tuple[list[NumberSpan], int]:
    """Return the spans of the longest number that starts at word `index`, and how many words it takes."""
    if not _starts_number(words[index].group(0)):
        return [], 0
    run = _digits_at(text, words, index)
    if run:
        first, last = words[index], words[index + run - 1]
        digits = digit_run([word.group(0).casefold() for word in words[index : index + run]])
        return [NumberSpan(first.start(), last.end(), float(digits), "digits", digits)], run
    for used in range(min(12, len(words) - index), 0, -1):
        if not _adjacent(text, words, index, used):
            continue
        start, end = words[index].start(), words[index + used - 1].end()
        spoken = [word.group(0).casefold() for word in words[index : index + used]]
        if spoken[-1] in ("and", "a", "point") or "o" in spoken or "oh" in spoken:
            continue
        value = parse_english(text[start:end])
        if value is not None:
            return _spans(text, words, index, used, value)
    return [], 0


def _starts_number(word: str) -> bool:
    folded = word.casefold()
    return (
        folded[0].isdigit() or folded in NUMBER_WORDS or folded in ORDINAL_VALUE or folded in ("a", "double", "triple")
    )


def _digits_at(text: str, words: list[re.Match[str]], index: int) -> int:
    """Return how many words from `index` are single spoken digits, when there are at least four."""
    used = 0
    while index + used < len(words) and used < 16:
        folded = words[index + used].group(0).casefold()
        doubled = folded in ("double", "triple")
        if not (folded in DIGIT_VALUE or doubled) or not _adjacent(text, words, index, used + 1):
            break
        used += 1
    while used and words[index + used - 1].group(0).casefold() in ("double", "triple"):
        used -= 1
    return used if used >= 4 else 0


def _adjacent(text: str, words: list[re.Match[str]], index: int, used: int) -> bool:
    return all(
        re.fullmatch(r"\s?-\s?|\s+", text[words[at].end() : words[at + 1].start()])
        for at in range(index, index + used - 1)
    )


def _spans(text: str, words: list[re.Match[str]], index: int, used: int, value: float) -> tuple[list[NumberSpan], int]:
    start, end = words[index].start(), words[index + used - 1].end()
    first = words[index].group(0).casefold()
    before = words[index - 1].group(0).casefold() if index else ""
    if used == 2 and first == "a" and value in (0.5, 0.25):
        return [NumberSpan(start, end, value, "fraction")], used
    if first == "one" and used == 1 and before in _PRONOUN_BEFORE:
        return [], 1
    last = words[index + used - 1].group(0).casefold()
    if last in ORDINAL_VALUE or re.search(r"\d(?:st|nd|rd|th)$", last):
        # "seconds" is never an ordinal and "a second" / "one second" is a time.
        if last == "second" and before in ("a", "one", "wait", "per"):
            return [], 1
        return [NumberSpan(start, end, value, "ordinal")], used
    if re.search(r"(?:^|\s)[-−]$", text[:start]):
        start, value = start - 1, -value
    elif before in ("minus", "negative"):
        start, value = words[index - 1].start(), -value
    if half := _HALF.match(text, end):
        end, value = half.end(), value + 0.5
    unit, unit_end = _unit_after(text, end)
    if unit is None and before in _BEFORE:
        unit = _BEFORE[before]
    clock = _minutes_after(text, words, index + used, value, before) if unit is None else None
    if clock:
        return [NumberSpan(start, end, value, "oclock"), clock[0]], used + clock[1]
    if unit and (half := _HALF.match(text, unit_end)):
        unit_end, value = half.end(), value + 0.5
    if used == 1 and first == "one" and unit is None and text[end : end + 3] == " of":
        return [], 1
    return [NumberSpan(start, unit_end if unit else end, value, unit)], used


def _unit_after(text: str, end: int) -> tuple[str | None, int]:
    if match := _SYMBOL.match(text, end):
        symbol = SYMBOLS[match["symbol"]]
        # A bare letter after a space is a word of the sentence ("22 A"), not a unit.
        if not (match.group(0).startswith(" ") and len(match["symbol"]) == 1 and match["symbol"].isalpha()):
            return symbol.unit, match.end()
    match = _AFTER.match(text, end)
    if match is None:
        return None, end
    phrase = match["phrase"].casefold()
    for pattern, unit in _PHRASES:
        if pattern.match(phrase):
            return unit, match.end()
    singular = phrase if phrase in _UNITS else phrase.removesuffix("s").replace("notche", "notch")
    return (_UNITS[singular], match.end()) if singular in _UNITS else (None, end)


def _minutes_after(
    text: str, words: list[re.Match[str]], index: int, hour: float, before: str
) -> tuple[NumberSpan, int] | None:
    """Read the minutes of "eleven thirty" where the words around make it a time of day."""
    if not 1 <= hour <= 24 or hour != int(hour) or index >= len(words):
        return None
    for used in (2, 1):
        if index + used > len(words) or not _adjacent(text, words, index - 1, used + 1):
            continue
        start, end = words[index].start(), words[index + used - 1].end()
        spoken = [word.group(0).casefold() for word in words[index : index + used]]
        if spoken[0] in ("oh", "o") and used == 2:
            spoken = spoken[1:]
        value = parse_english(" ".join(spoken))
        if value is None or not 1 <= value <= 59 or spoken[-1] in ORDINAL_VALUE:
            continue
        unit, unit_end = _unit_after(text, end)
        if unit == "oclock" or (unit is None and before in ("at", "by", "until", "till", "before", "after")):
            return NumberSpan(start, unit_end if unit else end, value, "minute"), used
    return None
