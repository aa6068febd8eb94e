"""English number words, written out and understood."""

import re

_ONES = (
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_ORDINALS = (
    *(
        "zeroth",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
    ),
    *(
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
    ),
    "nineteenth",
)
ONES_VALUE = {word: value for value, word in enumerate(_ONES)}
TENS_VALUE = {word: 10 * value for value, word in enumerate(_TENS) if word}
ORDINAL_VALUE = {
    **{word: value for value, word in enumerate(_ORDINALS) if value},
    **{word.removesuffix("y") + "ieth": value for word, value in TENS_VALUE.items()},
}
DIGIT_VALUE = {**{word: value for word, value in ONES_VALUE.items() if value < 10}, "oh": 0, "o": 0}
NUMBER_WORDS = frozenset({*ONES_VALUE, *TENS_VALUE, *_SCALES, "hundred"})
_NUMERAL = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,9})?")
_ORDINAL_NUMERAL = re.compile(r"([0-9]{1,6})(?:st|nd|rd|th)")
_HALF = re.compile(r"(?:^| )(?:and )?a half$")


def words(value: int) -> str:
    """Write a whole number in English words without "and": 122 → one hundred twenty two."""
    if value < 0:
        return "minus " + words(-value)
    if value < 20:
        return _ONES[value]
    if value < 100:
        rest = f" {_ONES[value % 10]}" if value % 10 else ""
        return _TENS[value // 10] + rest
    for scale, size in (*reversed(_SCALES.items()), ("hundred", 100)):
        if value >= size:
            rest = f" {words(value % size)}" if value % size else ""
            return f"{words(value // size)} {scale}{rest}" if value < 10**15 else by_digit(str(value))
    raise AssertionError("unreachable: every value of 100 or more has a scale")


_LONGEST_NUMBER = 200


def by_digit(digits: str) -> str:
    """Read a run of ASCII digits one by one; anything else is skipped."""
    return " ".join(_ONES[int(digit)] for digit in digits if digit in "0123456789")


def parse_english(token: str) -> float | None:
    """Understand one spoken or written English number; None when `token` is not one.

    "half" is 0.5; "and a half" adds a half; ordinals give their position; digits spoken one by one
    ("five five five") give the number they spell.
    """
    text = re.sub(r"[\s-]+", " ", token.casefold().replace(",", "").replace("−", "-minus ")).strip()
    sign = 1.0
    if token.strip().startswith("-"):
        sign = -1.0
    for prefix, factor in (("minus ", -1.0), ("negative ", -1.0), ("plus ", 1.0)):
        if text.startswith(prefix):
            sign, text = factor, text[len(prefix) :]
    if text in ("half", "a half", "one half"):
        return sign * 0.5
    if text in ("quarter", "a quarter"):
        return sign * 0.25
    half = 0.5 if _HALF.search(text) else 0.0
    value = _unsigned(_HALF.sub("", text).strip())
    return None if value is None else sign * (value + half)


def _unsigned(text: str) -> float | None:
    if len(text) > _LONGEST_NUMBER:
        # Nobody means a quantity by hundreds of digits, and no float holds it.
        return None
    if _NUMERAL.fullmatch(text):
        return float(text)
    if match := _ORDINAL_NUMERAL.fullmatch(text):
        return float(match[1])
    whole, point, fraction = text.partition(" point ")
    if point:
        before, digits = parse_whole(whole.split()), digit_run(fraction.split())
        if before is None or not digits:
            return None
        return before + int(digits) / float(10 ** len(digits))
    value = parse_whole(text.split())
    if value is None and (digits := digit_run(text.split())):
        value = int(digits)
    return None if value is None else float(value)


def parse_whole(tokens: list[str]) -> int | None:
    """Read number words left to right; None where they do not make one number ("five six")."""
    if not tokens or len(tokens) > 24:
        return None
    if tokens[-1] in ORDINAL_VALUE:
        head = parse_whole(tokens[:-1]) if len(tokens) > 1 else 0
        last = ORDINAL_VALUE[tokens[-1]]
        return None if head is None or (head and head % 10) else head + last
    total = group = 0
    room = 1000
    for position, token in enumerate(tokens):
        if token == "and" and 0 < position < len(tokens) - 1 and tokens[position - 1] in ("hundred", *_SCALES):
            continue
        if token == "a" and position == 0 and tokens[1:2] and tokens[1] in ("hundred", *_SCALES):
            group, room = 1, 1
        elif token.isascii() and token.isdigit() and len(token) < 16 and group == 0:
            group, room = int(token), 1
        elif token in ONES_VALUE and room > (1 if ONES_VALUE[token] < 10 else 10):
            group, room = group + ONES_VALUE[token], 1
        elif token in TENS_VALUE and room > 10:
            group, room = group + TENS_VALUE[token], 10
        elif token == "hundred" and 0 < group < 100:
            group, room = group * 100, 100
        elif token in _SCALES and group:
            total, group, room = total + group * _SCALES[token], 0, 1000
        else:
            return None
    return total + group


def digit_run(tokens: list[str]) -> str:
    """Return the digits of words spoken one by one ("oh one oh" → "010"); empty when one is no digit."""
    digits = ""
    for position, token in enumerate(tokens):
        if token in ("double", "triple") and position + 1 < len(tokens):
            following = tokens[position + 1]
            if following not in DIGIT_VALUE:
                return ""
            digits += str(DIGIT_VALUE[following]) * (1 if token == "double" else 2)
        elif token in DIGIT_VALUE:
            digits += str(DIGIT_VALUE[token])
        elif token.isascii() and token.isdigit():
            digits += token
        else:
            return ""
    return digits
