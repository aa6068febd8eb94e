"""Whether a Korean word that could be a number is one: 이 도시, 일단 and 네 are not."""

import re

from simulator.language.counters import BY_WORD, SYMBOLS

_PARTICLES = (
    "으로|에서|에는|에|을|를|은|는|이요|이에요|예요|요|까지|부터|쯤|만|정도|씩|보다|이야|야|뒤|후|전|동안|간|입니다|"
    "인데|이면|더|올|내|낮|높|줄|짜리|이상|이하|반|째"
)
# After a longer number even particles that start other words (도+로, 도+와) can be trusted.
_AFTER_LONG = re.compile(rf"$|[^가-힣]|(?:로|이랑|이나|과|와|의|이|가|나|도|맞|켜|면|라고|다|설|해|{_PARTICLES})")
_AFTER_SHORT = re.compile(rf"$|[^가-힣]|(?:{_PARTICLES})")
_AFTER_BARE = re.compile(
    r"$|[^가-힣]|(?:으로|로|에|을|를|은|는|만|까지|부터|쯤|정도|이요|요|이에요|예요|이야|야|씩|보다|입니다)(?=$|[^가-힣])"
)
_CHANGE_FOLLOWS = re.compile(r"\s?(?:더|만|정도|쯤)?\s?(?:올|내|낮|높|더|줄|상승|하강)")
_SPAN_FOLLOWS = re.compile(r"\s?(?:뒤|후|전|동안|만|간|안에|거리|더|이상|이하|남)")

_SINO_COUNTERS = {counter for counter in BY_WORD if BY_WORD[counter].numerals == "sino"}
_NATIVE_WORD = re.compile(r"[한두세네첫하둘셋넷다여일아열스서마쉰예흔]")
_FULL_NATIVE = frozenset(["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"])
_SHORT_NATIVE = frozenset(["한", "두", "세", "네", "첫"])
# Written without a space these are other words: 한도 "limit", 한층 "all the more", 세대 "generation".
_GLUED_NATIVE_WORDS = frozenset(["한대", "세대", "한건", "세장", "네대", "한장", "한병", "세곳", "두통", "세통"])
_NOT_NUMBERS = frozenset(("만일", "천만", "백일", "천일", "만이", "백만이"))
_DEGREES_ALONE = "삼육칠팔십"
_ONE_SYLLABLE_GLUED = {
    "단": "삼사오육칠팔구십",
    "도": _DEGREES_ALONE,
    "분": "삼사오육칠팔구십",
    "층": "일이삼사오육칠팔구십",
    "월": "일이삼사오칠팔구",
    "번": "일삼사오육칠팔구십",
    "초": "일이삼사오육칠팔구십",
    "원": "십백천만",
    "회": "삼오육칠팔십",
    "년": "삼오육칠팔십",
}
_LARGEST = {"oclock": 24.0, "minute": 999.0, "month": 120.0}


def believable(number: str, value: float, spaced: bool, unit: str, after: str) -> bool:
    """Judge a number word before a unit word; `after` is the text that follows the unit.

    `number` has no spaces; `spaced` tells whether the unit stands apart from it.
    """
    name = SYMBOLS[unit].unit if unit in SYMBOLS else BY_WORD[unit].unit if unit in BY_WORD else None
    if name and value > _LARGEST.get(name, float("inf")):
        return False
    if number == "첫" or unit == "째":
        return unit in ("번째", "째") and number not in ("한", "하나", "이", "일")
    if unit == "번째":
        return True
    if _is_native(number):
        return _native(number, spaced, unit, after)
    if number[0] in "영공" and len(number) > 1 and "점" not in number:
        return False
    if len(number) == 1:
        return _one_syllable(number, spaced, unit, after)
    if not re.search("[십백천만억점]", number) or number in _NOT_NUMBERS:
        return False
    return bool(_AFTER_LONG.match(after))


def believable_bare(number: str, after: str) -> bool:
    """Judge a number word without a unit: 이십이로 is one; 이천 (a city) and 열 (heat) are not."""
    if not _AFTER_BARE.match(after):
        return False
    if _is_native(number):
        return number in _FULL_NATIVE or (len(number) > 1 and number not in ("하나하나",) and number != "예순")
    if number in _NOT_NUMBERS or number[0] in "영공":
        return "점" in number
    return ("십" in number and len(number) > 1) or "점" in number


def _is_native(number: str) -> bool:
    return bool(_NATIVE_WORD.match(number)) and not re.fullmatch("일[십백천만억영일이삼사오육칠팔구공점]*", number)


def _native(number: str, spaced: bool, unit: str, after: str) -> bool:
    if (
        number in _SHORT_NATIVE
        and not spaced
        and (number + unit in _GLUED_NATIVE_WORDS or (unit in _SINO_COUNTERS and unit not in ("단계", "주", "주일")))
    ):
        return False
    follows = _AFTER_SHORT if number in _SHORT_NATIVE or number == "열" else _AFTER_LONG
    return bool(follows.match(after)) or _takes_ro(unit, after)


def _takes_ro(unit: str, after: str) -> bool:
    """Tell whether 로 after a unit is the particle, as in 이 단계로; after one syllable it may be 도로, "road"."""
    return len(unit) > 1 and re.match(r"로(?=$|[^가-힣])", after) is not None


def _one_syllable(number: str, spaced: bool, unit: str, after: str) -> bool:
    """Judge 이, 일, 삼 … before a unit: each is also a particle, a noun or a verb."""
    if not _AFTER_SHORT.match(after) and not _takes_ro(unit, after):
        return False
    if unit == "도" and number not in _DEGREES_ALONE and not spaced:
        return bool(_CHANGE_FOLLOWS.match(after))
    if unit == "분" and number == "이":
        return bool(_SPAN_FOLLOWS.match(after))
    if number in "만천백공" and unit not in ("원", "킬로미터", "킬로", "미터", "년", "퍼센트"):
        return False
    if unit not in _SINO_COUNTERS and unit not in SYMBOLS:
        return number not in "이일만영" and spaced
    if number == "이" and unit in ("주", "인", "점", "호", "세", "위", "일", "등", "년"):
        return False
    if spaced or len(unit) > 1:
        return True
    if unit == "단" and number in "일이":
        return after.startswith("으로")
    return number in _ONE_SYLLABLE_GLUED.get(unit, "")
