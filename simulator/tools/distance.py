"""How far apart two names are, as people and recognisers mix them up."""

from collections.abc import Callable
from functools import cache, lru_cache

from simulator.language.hangul import has_hangul, jamo

# Source: CAR-bench name look-ups: at most two letters apart.
MOST_LETTERS = 2
# Of a short name two letters are most of it: one letter in three may differ, of spelled-out Hangul one in four, since
# 부산 and 울산 are two letters apart and two cities.
LETTERS_PER_SLIP = 3
JAMO_PER_SLIP = 4
_CITY_SUFFIXES = ("특별자치시", "특별시", "광역시", "시")


def letters_apart(first: str, second: str) -> int | None:
    """Return the Levenshtein distance of two names regardless of case; None beyond MOST_LETTERS."""
    return _within(first.lower(), second.lower(), MOST_LETTERS)


@lru_cache(maxsize=4096)
def _spelled(name: str) -> tuple[str, int]:
    """Return a name in lower case with Hangul spelled out, and how many letters of it may differ."""
    folded = name.strip().lower()
    if has_hangul(folded):
        letters = jamo(folded)
        return letters, min(MOST_LETTERS, len(letters) // JAMO_PER_SLIP)
    return folded, min(MOST_LETTERS, len(folded) // LETTERS_PER_SLIP)


def slips_apart(asked: str, known: str) -> int | None:
    """Return how many letters differ, Hangul spelled out; None when too many for the length of the known name."""
    wanted, _ = _spelled(asked)
    name, limit = _spelled(known)
    return 0 if wanted == name else _within(wanted, name, limit)


def bare_city(name: str) -> str:
    """Return a Korean city's name without the word for city at its end."""
    for suffix in _CITY_SUFFIXES:
        if name.endswith(suffix) and len(name) > len(suffix) + 1:
            return name.removesuffix(suffix)
    return name


@cache
def _levenshtein() -> Callable[..., int]:
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance


def _within(first: str, second: str, limit: int) -> int | None:
    if abs(len(first) - len(second)) > limit:
        return None
    distance = _levenshtein()(first, second, score_cutoff=limit)
    return distance if distance <= limit else None
