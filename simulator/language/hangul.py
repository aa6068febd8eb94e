"""Hangul syllables and their letters, by the arithmetic of the Unicode block.

Source: The Unicode Standard, chapter 3.12 (conjoining jamo behaviour).
"""

import unicodedata
from typing import NamedTuple

ONSETS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
CODAS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")

_FIRST = 0xAC00
_LAST = 0xD7A3
_PER_ONSET = len(VOWELS) * len(CODAS)

# How a coda is pronounced at the end of a word: seven sounds are left of twenty-seven letters.
# Source: Korean standard pronunciation, articles 8-11.
_CODA_SOUND = {
    "ㄱ": "ㄱㄲㄳㄺㅋ",
    "ㄴ": "ㄴㄵㄶ",
    "ㄷ": "ㄷㅅㅆㅈㅊㅌㅎ",
    "ㄹ": "ㄹㄼㄽㄾㅀ",
    "ㅁ": "ㅁㄻ",
    "ㅂ": "ㅂㅄㄿㅍ",
    "ㅇ": "ㅇ",
}
_SOUND_OF_CODA = {letter: sound for sound, letters in _CODA_SOUND.items() for letter in letters}
_CLUSTER = {
    "ㄳ": "ㄱㅅ",
    "ㄵ": "ㄴㅈ",
    "ㄶ": "ㄴㅎ",
    "ㄺ": "ㄹㄱ",
    "ㄻ": "ㄹㅁ",
    "ㄼ": "ㄹㅂ",
    "ㄽ": "ㄹㅅ",
    "ㄾ": "ㄹㅌ",
    "ㄿ": "ㄹㅍ",
    "ㅀ": "ㄹㅎ",
    "ㅄ": "ㅂㅅ",
}


class Syllable(NamedTuple):
    """The letters of one syllable as compatibility jamo; `coda` is empty for an open syllable."""

    onset: str
    vowel: str
    coda: str


def is_syllable(character: str) -> bool:
    """Tell whether `character` is one precomposed Hangul syllable."""
    return len(character) == 1 and _FIRST <= ord(character) <= _LAST


def is_hangul(text: str) -> bool:
    """Tell whether `text` is non-empty and made of precomposed syllables only, after NFC."""
    composed = unicodedata.normalize("NFC", text)
    return bool(composed) and all(is_syllable(character) for character in composed)


def has_hangul(text: str) -> bool:
    """Tell whether `text` holds at least one Hangul syllable, after NFC."""
    return any(is_syllable(character) for character in unicodedata.normalize("NFC", text))


def decompose(character: str) -> Syllable | None:
    """Return the letters of one syllable; None for anything that is not one precomposed syllable."""
    if not is_syllable(character):
        return None
    index = ord(character) - _FIRST
    return Syllable(
        ONSETS[index // _PER_ONSET],
        VOWELS[index % _PER_ONSET // len(CODAS)],
        CODAS[index % len(CODAS)],
    )


def compose(onset: str, vowel: str, coda: str = "") -> str:
    """Return the syllable of three compatibility jamo; raises ValueError for letters out of place."""
    if len(onset) != 1 or len(vowel) != 1 or onset not in ONSETS or vowel not in VOWELS or coda not in CODAS:
        raise ValueError(f"no syllable is made of '{onset}', '{vowel}' and '{coda}'")
    return chr(_FIRST + ONSETS.index(onset) * _PER_ONSET + VOWELS.index(vowel) * len(CODAS) + CODAS.index(coda))


def has_coda(character: str) -> bool:
    """Tell whether the last syllable of `character` ends in a consonant; False where there is no Hangul."""
    return bool(coda(character))


def coda(text: str) -> str:
    """Return the coda letter of the last syllable of `text`, empty when it is open or not Hangul."""
    syllable = decompose(unicodedata.normalize("NFC", text)[-1:])
    return syllable.coda if syllable else ""


def coda_sound(letter: str) -> str:
    """Return which of the seven final sounds a coda letter stands for; empty for no coda."""
    return _SOUND_OF_CODA.get(letter, "")


def split_cluster(letter: str) -> tuple[str, str]:
    """Split a coda into what stays and what moves to a following empty onset.

    A single consonant moves whole: ("", letter). No coda gives ("", "").
    """
    if letter in _CLUSTER:
        return _CLUSTER[letter][0], _CLUSTER[letter][1]
    return "", letter


def jamo(text: str) -> str:
    """Spell every syllable of `text` out in compatibility jamo; other characters stay as they are."""
    return "".join(
        "".join(syllable) if (syllable := decompose(character)) else character
        for character in unicodedata.normalize("NFC", text)
    )
