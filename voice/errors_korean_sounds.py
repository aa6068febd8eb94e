"""How far Korean syllables lie apart by ear, and which common syllables and words lie near.

What is heard is made of syllables that Korean text is made of: whisper's mistakes are real syllables and mostly real
words, not letters at random. Source: confusions of Whisper base on synthetic in-car commands; our own list of words.
"""

from collections import Counter
from functools import lru_cache
from importlib.resources import files

from simulator.language.hangul import coda_sound, decompose

_PLACES = ("ㄱㄲㅋ", "ㄷㄸㅌ", "ㅂㅃㅍ", "ㅈㅉㅊ", "ㅅㅆ", "ㄴㄹ", "ㄴㅁ", "ㅁㅂ", "ㅎㅇ")
_STOPS = "ㄱㄲㅋㄷㄸㅌㅂㅃㅍㅈㅉㅊ"
_VOWELS_NEAR = (
    "ㅐㅔ",
    "ㅚㅙㅞ",
    "ㅒㅖ",
    "ㅓㅗ",
    "ㅜㅡ",
    "ㅢㅣ",
    "ㅏㅓ",
    "ㅕㅛ",
    "ㅛㅠ",
    "ㅖㅔ",
    "ㅘㅝ",
    "ㅟㅣ",
    "ㅕㅓ",
    "ㅑㅏ",
    "ㅗㅜ",
)
_CODAS_NEAR = ("ㄴㅁㅇ", "ㄱㄷㅂ", "ㄹㄴ")

# Costs on a scale where 1 is another sound altogether; the three parts of a syllable are added up.
_SAME_PLACE = 0.35
_OTHER_STOP = 0.7
_NEAR_VOWEL = 0.4
_NEAR_CODA = 0.35
_LOST_CODA = 0.55
_OTHER = 1.0
_RARE = 0.25
_MISSING_SYLLABLE = 1.1
# A word further away than this per syllable is not mistaken for another.
_FARTHEST = 0.95
_KEPT = 8


@lru_cache(maxsize=1)
def words() -> tuple[str, ...]:
    """Return the common words that may be heard in place of others."""
    return tuple(_listed("words_ko.txt"))


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Return the names of places and people that may be heard in place of other names."""
    return tuple(_listed("names_ko.txt"))


def _listed(name: str) -> list[str]:
    return (files("voice") / "data" / name).read_text(encoding="utf-8").split()


@lru_cache(maxsize=1)
def common_syllables() -> dict[str, int]:
    """Return how many of our words hold each syllable, for the syllables of at least two."""
    counts = Counter(syllable for word in words() for syllable in set(word))
    return {syllable: count for syllable, count in sorted(counts.items()) if count > 1}


@lru_cache(maxsize=200_000)
def distance(one: str, other: str) -> float:
    """Return how different two syllables sound: 0 for the same sound, up to 3."""
    if one == other:
        return 0.0
    first, second = decompose(one), decompose(other)
    if first is None or second is None:
        return 3.0
    return (
        _onset(first.onset, second.onset)
        + _vowel(first.vowel, second.vowel)
        + _coda(coda_sound(first.coda), coda_sound(second.coda))
    )


def _onset(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if any(one in group and other in group for group in _PLACES):
        return _SAME_PLACE
    return _OTHER_STOP if one in _STOPS and other in _STOPS else _OTHER


def _vowel(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if {one, other} == {"ㅐ", "ㅔ"}:
        return 0.1
    return _NEAR_VOWEL if any(one in group and other in group for group in _VOWELS_NEAR) else _OTHER


def _coda(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if not one or not other:
        return _LOST_CODA
    return _NEAR_CODA if any(one in group and other in group for group in _CODAS_NEAR) else _OTHER * 0.8


@lru_cache(maxsize=4096)
def near_syllables(syllable: str) -> tuple[str, ...]:
    """Return up to eight common syllables that sound like `syllable`, nearest first, never itself."""
    ranked = sorted(
        (distance(syllable, other) + _RARE / count, other)
        for other, count in common_syllables().items()
        if other != syllable
    )
    return tuple(other for _, other in ranked[:_KEPT])


@lru_cache(maxsize=16_384)
def near_words(word: str, *, name: bool = False) -> tuple[str, ...]:
    """Return up to eight words (or names) that sound like `word`, nearest first, never itself; may be empty."""
    farthest = _FARTHEST * len(word)
    ranked = []
    for size in (len(word) - 1, len(word), len(word) + 1) if len(word) > 2 else (len(word),):
        for other in _by_length(name).get(size, ()):
            # Words of another length are looked at only where they share a syllable, which spares most of the work.
            if other == word or (size != len(word) and not set(word) & set(other)):
                continue
            cost = sum(map(distance, word, other)) if size == len(word) else _edited(word, other)
            if cost <= farthest:
                ranked.append((cost, other))
    return tuple(other for _, other in sorted(ranked)[:_KEPT])


@lru_cache(maxsize=2)
def _by_length(name: bool) -> dict[int, tuple[str, ...]]:
    listed = names() if name else words()
    return {size: tuple(one for one in listed if len(one) == size) for size in {len(one) for one in listed}}


def _edited(one: str, other: str) -> float:
    """Return the least cost of turning one word into another of another length, syllable by syllable."""
    above = [_MISSING_SYLLABLE * column for column in range(len(other) + 1)]
    for row, syllable in enumerate(one, 1):
        current = [_MISSING_SYLLABLE * row]
        for column, heard in enumerate(other, 1):
            current.append(
                min(
                    above[column - 1] + distance(syllable, heard),
                    above[column] + _MISSING_SYLLABLE,
                    current[column - 1] + _MISSING_SYLLABLE,
                )
            )
        above = current
    return above[-1]


def pick(options: tuple[str, ...], choice: float, slope: float = 0.5) -> str:
    """Pick from a ranking: each rank is `slope` times as likely as the one before; `choice` is 0..1."""
    rank = 0
    share = 1.0 - slope
    while choice >= share and rank < len(options) - 1:
        rank, choice = rank + 1, (choice - share) / (1.0 - share)
    return options[rank]
