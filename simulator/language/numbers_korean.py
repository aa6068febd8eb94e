"""Korean number words: Sino-Korean and native numerals, written out and understood.

Source: National Institute of Korean Language, Korean orthography (numerals, articles 43-44).
"""

import re

DIGITS = "영일이삼사오육칠팔구"
_SMALL = ("", "십", "백", "천")
_LARGE = ("", "만", "억", "조", "경")
_NATIVE_ONES = ("", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉")
_NATIVE_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")
# Before a counter some native numerals lose their last sound: 하나 → 한 개, 스물 → 스무 개.
_BEFORE_COUNTER = {"하나": "한", "둘": "두", "셋": "세", "넷": "네"}

_SINO_VALUE = {**{word: value for value, word in enumerate(DIGITS)}, "공": 0, "륙": 6, "령": 0, "제로": 0}
_NATIVE_ONE_VALUE = {
    **{word: value for value, word in enumerate(_NATIVE_ONES) if word},
    **{"한": 1, "두": 2, "세": 3, "네": 4, "서": 3, "너": 4, "첫": 1, "석": 3, "넉": 4},
}
_NATIVE_TEN_VALUE = {**{word: 10 * value for value, word in enumerate(_NATIVE_TENS) if word}, "스무": 20}

SINO_LETTERS = DIGITS + "공륙령십백천만억조"
_NATIVE_ONE = "하나|다섯|여섯|일곱|여덟|아홉|둘|셋|넷|한|두|세|네"
_NATIVE_TEN = "스물|스무|서른|마흔|쉰|예순|일흔|여든|아흔|열"
NATIVE_PATTERN = rf"(?:(?:{_NATIVE_TEN})\s?(?:{_NATIVE_ONE})|{_NATIVE_TEN}|{_NATIVE_ONE})"

_NATIVE_RE = re.compile(rf"(?P<ten>{_NATIVE_TEN}|)(?P<one>{_NATIVE_ONE}|첫|서|너|석|넉|)")


def sino(value: int) -> str:
    """Write a whole number in Sino-Korean; groups of ten thousand are set apart by a space.

    Numbers of more than 20 digits have no everyday name and are read digit by digit.
    """
    if value < 0:
        return "마이너스 " + sino(-value)
    if value == 0:
        return "영"
    if value >= 10 ** (4 * len(_LARGE)):
        return by_digit(str(value))
    groups: list[str] = []
    for large in _LARGE:
        value, group = divmod(value, 10_000)
        if group:
            # 10,000 is 만, not 일만; from 억 on the one is spoken.
            name = "" if large == "만" and group == 1 and not value else _group(group)
            groups.append(name + large)
        if not value:
            break
    return " ".join(reversed(groups))


def _group(value: int) -> str:
    words = ""
    for place in (3, 2, 1, 0):
        digit = value // 10**place % 10
        if digit:
            words += ("" if digit == 1 and place else DIGITS[digit]) + _SMALL[place]
    return words


def native(value: int, *, before_counter: bool = True) -> str:
    """Write a whole number in native numerals; above 99 only the last two digits are native.

    `before_counter` chooses 한, 두, 스무 instead of 하나, 둘, 스물. Zero and negatives fall back to Sino.
    """
    if value <= 0:
        return sino(value)
    hundreds, rest = value - value % 100, value % 100
    tens, ones = _NATIVE_TENS[rest // 10], _NATIVE_ONES[rest % 10]
    if before_counter:
        ones = _BEFORE_COUNTER.get(ones, ones)
        if rest == 20:
            tens = "스무"
    return (sino(hundreds) if hundreds else "") + tens + ones


def by_digit(digits: str, *, zero: str = "공") -> str:
    """Read a run of digits one by one; anything that is not an ASCII digit is skipped."""
    return "".join(zero if digit == "0" else DIGITS[int(digit)] for digit in digits if digit in "0123456789")


def decimal(whole: str, fraction: str) -> str:
    """Read a decimal number: the whole part in Sino-Korean, 점, then the fraction digit by digit."""
    return f"{sino(int(whole or '0'))} 점 {by_digit(fraction, zero='영')}"


def parse_korean(token: str) -> float | None:
    """Understand one spoken or written Korean number; None when `token` is not one.

    Spaces inside are ignored. 반 and 절반 are 0.5; a trailing 반 adds a half (두 시간 반 is split by its
    counter before it comes here, but 스물둘 반 is 22.5).
    """
    text = re.sub(r"[\s,]+", "", token)
    if not text:
        return None
    sign = 1.0
    for prefix, factor in (
        ("마이너스", -1.0),
        ("영하", -1.0),
        ("플러스", 1.0),
        ("영상", 1.0),
        ("-", -1.0),
        ("+", 1.0),
    ):
        if text.startswith(prefix) and len(text) > len(prefix):
            sign, text = factor, text[len(prefix) :]
            break
    if text in ("반", "절반"):
        return sign * 0.5
    half = 0.5 if text.endswith("반") else 0.0
    value = _parse_unsigned(text[:-1] if half else text)
    return None if value is None else sign * (value + half)


def _parse_unsigned(text: str) -> float | None:
    if re.fullmatch(r"[0-9]{1,18}(?:\.[0-9]{1,9})?", text):
        return float(text)
    whole, point, fraction = text.partition("점")
    if point:
        before, digits = _parse_whole(whole), _digit_run(fraction)
        if before is None or not digits:
            return None
        return before + int(digits) / float(10 ** len(digits))
    value = _parse_whole(text)
    return None if value is None else float(value)


def _parse_whole(text: str) -> int | None:
    if not text or len(text) > 40:
        return None
    value = _parse_native(text)
    if value is None:
        value = _parse_sino(text)
    if value is None and (digits := _digit_run(text)):
        value = int(digits)
    return value


def _parse_native(text: str) -> int | None:
    match = _NATIVE_RE.fullmatch(text)
    if match is None:
        return None
    return _NATIVE_TEN_VALUE.get(match["ten"], 0) + _NATIVE_ONE_VALUE.get(match["one"], 0)


def _parse_sino(text: str) -> int | None:
    """Read place by place: 천·백·십 inside a group, 만·억·조 close groups; 3만 2천 mixes in digits."""
    total = group = 0
    digit: int | None = None
    last_place, last_large = 10_000, 10**20
    for piece in re.findall(r"[0-9]+|[^0-9]", text):
        if piece.isascii() and piece.isdigit():
            if digit is not None:
                return None
            digit = int(piece)
        elif piece in _SINO_VALUE:
            if digit is not None:
                return None
            digit = _SINO_VALUE[piece]
        elif piece in _SMALL[1:]:
            place = 10 ** _SMALL.index(piece)
            if place >= last_place:
                return None
            group += (1 if digit is None else digit) * place
            digit, last_place = None, place
        elif piece in _LARGE[1:]:
            large = 10 ** (4 * _LARGE.index(piece))
            if large >= last_large:
                return None
            group += digit or 0
            total += (group or 1) * large
            group, digit, last_place, last_large = 0, None, 10_000, large
        else:
            return _mixed(text)
    return total + group + (digit or 0)


def _mixed(text: str) -> int | None:
    """Understand 백다섯: Sino-Korean hundreds followed by a native rest."""
    for cut in range(1, len(text)):
        rest = _parse_native(text[cut:])
        if rest and text[cut - 1] in "백천만억":
            head = _parse_sino(text[:cut])
            return None if head is None else head + rest
    return None


def _digit_run(text: str) -> str:
    """Return the digits of 공일공 or 일이삼사 as a string; empty when a syllable is no digit."""
    digits = ""
    for character in text:
        if character.isascii() and character.isdigit():
            digits += character
        elif character in _SINO_VALUE:
            digits += str(_SINO_VALUE[character])
        else:
            return ""
    return digits


def digit_run(text: str) -> str:
    """Return the digits spoken one by one in `text` (공일공 → "010"); empty when it holds anything else."""
    return _digit_run(re.sub(r"[\s-]+", "", text))
