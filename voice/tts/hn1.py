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
    # ㅔ and ㅐ have merged in today's Seoul speech.
    "ㅔ": "E",
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
    """One phone of the database, its place in the breath group and what kind of sound it is.

    `syllable` and `accent` (the accentual phrase) count from 0 through the breath group; `ends_word` and
    `ends_accent` are those of the phone's syllable.
    """

    name: str
    kind: Kind
    syllable: int
    accent: int
    ends_word: bool
    ends_accent: bool


def phones(*accents: list[Sound]) -> list[Phone]:
    """Return the phones of one breath group, given its accentual phrases, without silence around it."""
    sounds = [(sound, accent) for accent, phrase in enumerate(accents) for sound in phrase]
    found: list[Phone] = []
    for index, (sound, accent) in enumerate(sounds):
        previous, before = sounds[index - 1] if index else (None, -1)
        following, after = sounds[index + 1] if index + 1 < len(sounds) else (None, -1)
        ends_accent = after != accent
        ends_word = ends_accent or following is None or following.starts_word
        onset = _onset(sound, previous, starts_accent=before != accent)
        names: list[tuple[str, Kind]] = [] if onset is None else [onset]
        names.append((VOWELS[sound.vowel], "vowel"))
        if sound.coda:
            names.append((CODAS[sound.coda], "coda"))
        found += [Phone(name, kind, index, accent, ends_word, ends_accent) for name, kind in names]
    return found


def _onset(sound: Sound, previous: Sound | None, *, starts_accent: bool) -> tuple[str, Kind] | None:
    letter = sound.onset
    coda = None if previous is None else previous.coda
    if letter == "ㅇ":
        return None
    if letter == "ㅎ" and not starts_accent and coda in ("ㄴ", "ㄹ", "ㅁ", "ㅇ"):
        # Between voiced sounds ㅎ all but vanishes: 전화, 은행.
        return None
    if letter == "ㄹ" and coda == "ㄹ":
        return "l", "lateral"
    # Lax stops are voiced between voiced sounds inside an accentual phrase. At its start they are not, but the
    # database joins no voiceless lax stop to ㅇ and ㄹ.
    voiced_after = ("ㄹ", "ㅇ") if starts_accent else ("", "ㄴ", "ㄹ", "ㅁ", "ㅇ")
    if letter in VOICED and coda in voiced_after:
        return VOICED[letter], "voiced"
    return ONSETS[letter], _kind(letter)


def _kind(letter: str) -> Kind:
    if letter in "ㄲㄸㅃㅆㅉ":
        return "tense"
    if letter in "ㅋㅌㅍㅊ":
        return "aspirated"
    kinds: dict[str, Kind] = {"ㅅ": "s", "ㅎ": "h", "ㄴ": "nasal", "ㅁ": "nasal", "ㄹ": "tap"}
    return kinds.get(letter, "lax")
