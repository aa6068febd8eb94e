"""Whether the words that matter in an utterance (names, numbers, seats) survived recognition."""

import re
import unicodedata
from collections.abc import Iterable

from simulator.language.locale import Locale
from simulator.language.normalise import readings
from simulator.language.numbers import NumberSpan, find_numbers
from simulator.language.numbers_korean import SINO_LETTERS

_NO_WORD: dict[Locale, str] = {"ko": "꿻", "en": "qqq"}
"""What stands for a number of another value; nobody says it."""
_WORD = re.compile(r"\w+")
_WITHIN_NUMBER = re.compile(r"\s+(?:(?:oh|o)\s+)?")
_NUMERALS_APART = re.compile(r"\d+(?:\s+\d+)+")
_ENDING = re.compile(
    r"(?<=[가-힣]{2})(?:\s?(?:님|씨))?(?:으로|로|에서|에게|한테|까지|부터|을|를|은|는|이|가|에|의|와|과|도|만)?$"
)


def slots_missed(slots: Iterable[str], heard: str, locale: Locale, *, raw: bool = False) -> list[str]:
    """Return the slots that `heard` lacks, in their order: after normalisation, or as written when `raw`.

    English looks for the slot's words in a row, also as a possessive. Korean looks for its syllables whatever the
    spacing (a single one only where a word begins), with or without a particle or a title (님, 씨) at its end. A slot
    that is a number matches by value and unit in either notation; one that is or holds a number never matches inside a
    longer one (2단 is not in 12단). A slot without any word is never missed.
    """
    if raw:
        composed = unicodedata.normalize("NFC", heard)
        return [slot for slot in slots if unicodedata.normalize("NFC", slot) not in composed]
    return [slot for slot in slots if not _holds(heard, slot, locale)]


def _holds(heard: str, slot: str, locale: Locale) -> bool:
    number = _whole_number(slot, locale)
    if number is not None and _has_number(heard, number, locale):
        return True
    texts = readings(_without_other_numbers(heard, slot, locale), locale)
    wanted = readings(slot, locale)
    if not wanted[0]:
        return True
    if not find_numbers(slot, locale):
        # The normal form may read a letter or a particle together with the number before it.
        texts = (*texts, _as_words(heard))
    if locale == "en":
        # Normal forms have no apostrophes: the driver's seat has become the drivers seat.
        return any(f" {form}{mark} " in f" {text} " for form in wanted for mark in ("", "s", " s") for text in texts)
    forms = {form for reading in wanted for form in (reading, _ENDING.sub("", reading))}
    return any(_in_korean(form, text, number is not None) for form in forms for text in texts)


def _without_other_numbers(heard: str, slot: str, locale: Locale) -> str:
    """Return what was heard with every number that is none of the slot's put out of sight.

    Without this the 두 of 열두 개, or the fifty of one hundred and fifty, would pass for the slot. Numbers in a row may
    be one of several words ("twenty twenty-four"): together they stay where any way to read them is one of the slot's.
    Numbers said digit by digit may be cut at other places than the slot's are, so a slot of that kind sees all of them.
    """
    wanted = find_numbers(slot, locale)
    if not wanted or any(span.digits for span in wanted):
        return heard
    values = {span.value for span in wanted}
    parts = (slot, *(slot[span.start : span.end] for span in wanted))
    forms = {form for part in parts for form in readings(part, locale)}
    left = heard
    for row in reversed(_rows(find_numbers(heard, locale), heard)):
        if forms & set(readings(heard[row[0].start : row[-1].end], locale)):
            continue
        for span in reversed(row):
            apart = _NUMERALS_APART.fullmatch(heard[span.start : span.end]) is not None
            if span.value not in values and span.digits is None and not apart:
                left = f"{left[: span.start]} {_NO_WORD[locale]} {left[span.end :]}"
    return left


def _rows(spans: Iterable[NumberSpan], heard: str) -> list[list[NumberSpan]]:
    """Return numbers that follow each other with nothing or a spoken zero between as one row."""
    rows: list[list[NumberSpan]] = []
    for span in sorted(spans, key=lambda one: one.start):
        if rows and _WITHIN_NUMBER.fullmatch(heard[rows[-1][-1].end : span.start]):
            rows[-1].append(span)
        else:
            rows.append([span])
    return rows


def _as_words(heard: str) -> str:
    """Return the words as they are, without case and punctuation."""
    return " ".join(_WORD.findall(unicodedata.normalize("NFC", heard).casefold().replace("'", "")))


def _whole_number(slot: str, locale: Locale) -> NumberSpan | None:
    spans = find_numbers(slot, locale)
    if len(spans) == 1 and slot[: spans[0].start].strip() == "" and slot[spans[0].end :].strip() == "":
        return spans[0]
    return None


def _has_number(heard: str, wanted: NumberSpan, locale: Locale) -> bool:
    return any(
        span.value == wanted.value
        and span.digits == wanted.digits
        and (wanted.unit is None or span.unit == wanted.unit)
        for span in find_numbers(heard, locale)
    )


def _in_korean(form: str, text: str, is_number: bool) -> bool:
    """Look for `form` in `text` whatever the spacing; a number must not be part of a longer one.

    A single syllable is looked for only where a word begins: 문 is not in 창문.
    """
    compact = form.replace(" ", "")
    pattern = r"\s?".join(re.escape(syllable) for syllable in compact)
    if len(compact) == 1 and not is_number:
        return re.search(rf"(?<!\S){pattern}", text) is not None
    if len(compact) == 1:
        # 일 is not in 월요일 일정: a number of one syllable stands alone, or before a unit or an ending.
        return re.search(rf"(?<!\S){pattern}(?=$|\s|이?요|으?로|이?야|이?에요|예요|입니다)", text) is not None
    numeral = f"[{SINO_LETTERS}]"
    if is_number:
        pattern = rf"(?<!{numeral}){pattern}" + (rf"(?!{numeral})" if compact[-1] in SINO_LETTERS else "")
    return re.search(pattern, text) is not None
