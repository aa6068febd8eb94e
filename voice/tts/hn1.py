"""The sounds of the MBROLA database hn1: which phone each Korean sound is in its place.

Source: the database's own description (README.txt of hn1, release 4).
"""

from dataclasses import dataclass
from typing import Literal

from simulator.language.korean_pronunciation import Sound

SILENCE = "_"
Kind = Literal["lax", "voiced", "tense", "aspirated", "s", "h", "nasal", "tap", "lateral", "coda", "vowel"]

ONSETS = {
    "ㄱ": "k",
    "ㄲ": "k_>",
    "ㄴ": "n",
    "ㄷ": "t",
    "ㄸ": "t_>",
    "ㄹ": "4",
    "ㅁ": "m",
    "ㅂ": "p",
    "ㅃ": "p_>",
    "ㅅ": "s",
    "ㅆ": "s_>",
    "ㅈ": "ts\\",
    "ㅉ": "ts\\_>",
    "ㅊ": "ts\\_h",
    "ㅋ": "k_h",
    "ㅌ": "t_h",
    "ㅍ": "p_h",
    "ㅎ": "h",
}
VOICED = {"ㄱ": "g", "ㄷ": "d", "ㅂ": "b", "ㅈ": "dz\\"}
CODAS = {"ㄱ": "k_}", "ㄴ": "n_}", "ㄷ": "t_}", "ㄹ": "l_}", "ㅁ": "m_}", "ㅂ": "p_}", "ㅇ": "N"}
VOWELS = {
    "ㅏ": "a",
    "ㅐ": "E",
    "ㅑ": "ja",
    "ㅒ": "jE",
    "ㅓ": "V",
    "ㅔ": "e",
    "ㅕ": "jV",
    "ㅖ": "je",
    "ㅗ": "o",
    "ㅘ": "wa",
    "ㅙ": "wE",
    "ㅚ": "2",
    "ㅛ": "jo",
    "ㅜ": "u",
    "ㅝ": "wV",
    "ㅞ": "we",
    "ㅟ": "wi",
    "ㅠ": "ju",
    "ㅡ": "M",
    "ㅢ": "M\\i",
    "ㅣ": "i",
}


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone of the database, its place in the phrase and what kind of sound it is.

    `syllable` counts the phrase's syllables from 0; `starts_word` is that of its syllable.
    """

    name: str
    kind: Kind
    syllable: int
    starts_word: bool


def phones(sounds: list[Sound]) -> list[Phone]:
    """Return the phones of one phrase said in one breath, without silence around them."""
    found: list[Phone] = []
    for index, sound in enumerate(sounds):
        previous = sounds[index - 1] if index else None
        onset = _onset(sound, previous)
        if onset is not None:
            found.append(Phone(*onset, index, sound.starts_word))
        found.append(Phone(VOWELS[sound.vowel], "vowel", index, sound.starts_word))
        if sound.coda:
            found.append(Phone(CODAS[sound.coda], "coda", index, sound.starts_word))
    return found


def _onset(sound: Sound, previous: Sound | None) -> tuple[str, Kind] | None:
    letter = sound.onset
    if letter == "ㅇ":
        return None
    if letter == "ㄹ" and previous is not None and previous.coda == "ㄹ":
        return "l", "lateral"
    # Lax stops are voiced between voiced sounds.
    if letter in VOICED and previous is not None and previous.coda in ("", "ㄴ", "ㄹ", "ㅁ", "ㅇ"):
        return VOICED[letter], "voiced"
    return ONSETS[letter], _kind(letter)


def _kind(letter: str) -> Kind:
    if letter in "ㄲㄸㅃㅆㅉ":
        return "tense"
    if letter in "ㅋㅌㅍㅊ":
        return "aspirated"
    kinds: dict[str, Kind] = {"ㅅ": "s", "ㅎ": "h", "ㄴ": "nasal", "ㅁ": "nasal", "ㄹ": "tap"}
    return kinds.get(letter, "lax")
