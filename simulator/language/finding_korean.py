"""Numbers inside Korean utterances, spoken or written, whatever the spacing."""

import re
from collections.abc import Iterator

from simulator.language.believable_korean import believable, believable_bare
from simulator.language.counters import (
    BY_WORD,
    NUMBERED_AFTER_BEON,
    SYMBOLS,
    SYMBOLS_LONGEST_FIRST,
    WORDS_LONGEST_FIRST,
)
from simulator.language.numbers_korean import NATIVE_PATTERN, digit_run, parse_korean
from simulator.language.spans import NumberSpan, Taken, composed_with_places

_SINO = "[영일이삼사오육륙칠팔구공십백천만억]"
_UNIT = "|".join((*(re.escape(symbol) for symbol in SYMBOLS_LONGEST_FIRST), *WORDS_LONGEST_FIRST, "째"))
_SPOKEN_DIGIT = "[공영일이삼사오육칠팔구]"
_PHONES = (
    re.compile(r"(?<![0-9-])[0-9]{2,4}(?:-[0-9]{3,4})?-[0-9]{4}(?![0-9-])"),
    re.compile(r"(?<![0-9.-])0[0-9]{7,10}(?![0-9])"),
    re.compile(rf"(?<![가-힣]){_SPOKEN_DIGIT}(?:[\s-]?{_SPOKEN_DIGIT}){{6,10}}(?!\s?[십백천만])"),
)
_CLOCK = re.compile(r"(?<![0-9:])([01]?[0-9]|2[0-4]):([0-5][0-9])(?![0-9:])")
_SIGN = r"(?P<sign>(?<![0-9A-Za-z가-힣])[-−]|(?:영하|마이너스)\s?)?"
_WRITTEN = re.compile(
    rf"{_SIGN}(?P<number>[0-9]{{1,3}}(?:,[0-9]{{3}})+|[0-9]{{1,18}}(?:\.[0-9]{{1,9}})?)"
    rf"(?P<large>\s?[만천백](?:\s?[0-9]{{1,4}}[천백]?)?(?=\s?(?:원|킬로|미터|명|개|$)))?(?:\s?(?P<unit>(?:{_UNIT})(?![A-Za-z0-9])))?"
)
_SPOKEN = re.compile(
    rf"(?<![가-힣]){_SIGN}(?P<number>{NATIVE_PATTERN}|첫|{_SINO}(?:\s?{_SINO})*(?:\s?점\s?{_SPOKEN_DIGIT}+)?)"
    rf"(?P<gap>\s?)(?P<unit>{_UNIT})?"
)
_FRACTION = re.compile(r"(?<![가-힣])(?:절반|반(?=\s?(?:만|쯤|정도|으로|까지|을|$)))")
_HALF = re.compile(r"\s?반(?=$|[^가-힣]|에|으로|까지|부터|쯤|이나|만|이요|이야)")
_ANSWER_ENDING = re.compile(r"(?:이요|요|으로요|으로|로|이에요|예요|입니다|이야|야)?[\s.!?~]*$")


def find_korean(text: str) -> list[NumberSpan]:
    """Find the numbers of a Korean utterance; see `numbers.find_numbers`.

    A trailing 반 adds a half in the unit before it (두 시 반 is 2.5 o'clock).
    """
    composed, places = composed_with_places(text)
    taken = Taken(len(composed))
    for span in _candidates(composed):
        taken.add(span)
    spans = taken.spans or list(_bare_answer(composed))
    return [span._replace(start=places[span.start], end=places[span.end]) for span in spans]


def _candidates(text: str) -> Iterator[NumberSpan]:
    for phone in _PHONES:
        for match in phone.finditer(text):
            if digits := digit_run(match.group(0)):
                yield NumberSpan(match.start(), match.end(), float(digits), "digits", digits)
    for match in _CLOCK.finditer(text):
        yield NumberSpan(match.start(1), match.end(1), float(match[1]), "oclock")
        yield NumberSpan(match.start(2), match.end(2), float(match[2]), "minute")
    for match in _WRITTEN.finditer(text):
        value = parse_korean(match["number"] + (match["large"] or "").strip())
        if value is not None:
            yield _with_half(text, match, -value if match["sign"] else value, match.start())
    for match in _SPOKEN.finditer(text):
        yield from _spoken(text, match)
    for match in _FRACTION.finditer(text):
        yield NumberSpan(match.start(), match.end(), 0.5, "fraction")


def _spoken(text: str, match: re.Match[str]) -> Iterator[NumberSpan]:
    """Believe the longest tail of the words matched that is a number: 이 이십이 도 holds 이십이."""
    words, gap, unit = match["number"], match["gap"], match["unit"] or ""
    start = match.start("number")
    for offset in (0, *(space.end() for space in re.finditer(r"\s", words))):
        number = words[offset:]
        value = parse_korean(number)
        if value is None:
            continue
        after = text[match.end() :]
        if unit and believable(re.sub(r"\s", "", number), value, bool(gap), unit, after):
            at = match.start() if offset == 0 else start + offset
            yield _with_half(text, match, -value if match["sign"] else value, at)
            return
        if believable_bare(re.sub(r"\s", "", number), text[match.end("number") :]):
            at = match.start() if offset == 0 else start + offset
            yield NumberSpan(at, match.end("number"), -value if match["sign"] else value)
            return


def _with_half(text: str, match: re.Match[str], value: float, start: int) -> NumberSpan:
    word = match["unit"] or ""
    unit = _unit_name(word, text[match.end() :])
    end = match.end() if word else match.end("number")
    if unit and (half := _HALF.match(text, end)):
        return NumberSpan(start, half.end(), value + 0.5, unit)
    if match.groupdict().get("large") and not word:
        end = match.end("large")
    return NumberSpan(start, end, value, unit)


def _unit_name(word: str, after: str) -> str | None:
    if word == "째":
        return "ordinal"
    if word == "번" and after.lstrip().startswith(NUMBERED_AFTER_BEON):
        return "ordinal"
    if word in SYMBOLS:
        return SYMBOLS[word].unit
    return BY_WORD[word].unit if word in BY_WORD else None


def _bare_answer(text: str) -> Iterator[NumberSpan]:
    """Take a whole utterance that is nothing but a number: 삼이요. The word 네 alone is a yes."""
    body = _ANSWER_ENDING.sub("", text)
    stripped = body.strip()
    if stripped in ("네", "한", "두", "세", "") or len(stripped) > 40:
        return
    value = parse_korean(stripped)
    if value is not None:
        start = body.index(stripped)
        yield NumberSpan(start, start + len(stripped), value, "fraction" if value == 0.5 else None)
