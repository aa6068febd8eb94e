"""The numbers of what is said, so that one number in two wordings is the same."""

import re
from functools import lru_cache

from simulator.channel import Locale
from simulator.language.numbers import find_numbers

_SINO = {word: number for number, word in enumerate("일이삼사오육칠팔구십", 1)}
_FRACTION = re.compile(
    r"(?<!\d)(\d{1,9}|(?<![가-힣])[이삼사오육칠팔구십]) ?분의 ?(\d{1,9}(?!\d)|[일이삼사오육칠팔구])(?![가-힣]?분)"
)


def _as_percent(fraction: re.Match[str]) -> str:
    whole, part = (int(words) if words.isdigit() else _SINO[words] for words in fraction.groups())
    return f"{100 * part // whole}퍼센트" if whole else fraction[0]


@lru_cache(maxsize=2048)
def numbers_in(text: str, locale: Locale) -> tuple[tuple[float, str | None], ...]:
    """Return the numbers of a text with their units; half hours on the clock count as they are spoken."""
    if locale == "ko":
        plain = re.sub(r"(\d{1,2}) ?시 ?30 ?분", r"\1시 반", text.replace("하나도", "아무도"))
        plain = _FRACTION.sub(_as_percent, plain.replace("정오", "12시"))
    else:
        plain = re.sub(r"\b(\d{1,2}):30\b", r"half past \1", text)
        plain = re.sub(r"\b(\d{1,2}):00\b", r"\1 o'clock", re.sub(r"\bnoon\b", "12 o'clock", plain))
    return tuple((span.value, span.unit) for span in find_numbers(plain, locale))
