"""How long each Korean sound lasts and how high it is: durations in context and the line of pitch.

Source: medians of the example files that come with hn1; Jun (2005), "Korean intonational phonology and
prosodic transcription": an accentual phrase rises, and starts high after a tense or aspirated onset.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from voice.tts.hn1 import Phone

# Milliseconds at the examples' pace, vowels and nasal codas lengthened by 15 %: see `Prosody.tempo`.
_VOWEL_MS = {"a": 97, "i": 76, "o": 94, "V": 78, "u": 78, "M": 71, "E": 92, "e": 97, "2": 103, "M\\i": 109}
_GLIDE_VOWEL_MS = 83
_CODA_MS = {"n_}": 74, "m_}": 71, "N": 69, "l_}": 50, "k_}": 60, "t_}": 70, "p_}": 55}
_ONSET_MS = {
    "n": 48,
    "m": 58,
    "4": 24,
    "l": 45,
    "h": 50,
    "s": 88,
    "s_>": 110,
    "g": 38,
    "d": 33,
    "b": 36,
    "dz\\": 66,
    "k": 66,
    "t": 62,
    "p": 66,
    "ts\\": 72,
    "k_>": 112,
    "t_>": 112,
    "p_>": 112,
    "ts\\_>": 118,
    "k_h": 112,
    "t_h": 112,
    "p_h": 112,
    "ts\\_h": 115,
}


@dataclass(frozen=True, slots=True)
class Prosody:
    """The parameters of a way of speaking; durations are factors, pitches Hz.

    The defaults were tuned on 80 in-car commands by how probable Whisper base found the intended words;
    `tempo` is about 4.5 syllables a second, slower than the newsreader of the examples.
    """

    tempo: float = 1.3
    word_final: float = 1.05
    phrase_final: float = 1.7
    phrase_final_coda: float = 1.3
    phrase_initial_onset: float = 1.25
    low_hz: float = 108
    high_hz: float = 132
    raised_hz: float = 142
    end_hz: float = 90
    question_hz: float = 185
    declination: float = 0.15


NEUTRAL = Prosody()


@dataclass(frozen=True, slots=True)
class Timed:
    """A phone with its duration and its pitch points as (per cent of the duration, Hz)."""

    name: str
    duration_ms: int
    pitch: tuple[tuple[int, int], ...] = ()


def is_question(text: str) -> bool:
    """Tell whether a phrase, with its final mark, is said with a rise."""
    return text.rstrip().endswith("?")


def timed(phones: Sequence[Phone], *, rises: bool, prosody: Prosody = NEUTRAL) -> list[Timed]:
    """Give one breath group its durations and pitch; `rises` when it ends in a question."""
    if not phones:
        return []
    tones = _tones(phones, rises, prosody)
    last = phones[-1].syllable
    result: list[Timed] = []
    for index, phone in enumerate(phones):
        following = phones[index + 1] if index + 1 < len(phones) else None
        word_ends = following is None or (following.starts_word and following.syllable != phone.syllable)
        duration = _duration(phone, index == 0, phone.syllable == last, word_ends, prosody)
        points: tuple[tuple[int, int], ...] = ()
        if phone.kind == "vowel":
            start, end = tones[phone.syllable]
            points = ((20, round(start)), (80, round(end)))
        result.append(Timed(phone.name, round(duration), points))
    return result


def _duration(phone: Phone, first: bool, final_syllable: bool, word_ends: bool, prosody: Prosody) -> float:
    if phone.kind == "vowel":
        duration = float(_VOWEL_MS.get(phone.name, _GLIDE_VOWEL_MS))
        if final_syllable:
            duration *= prosody.phrase_final
        elif word_ends:
            duration *= prosody.word_final
    elif phone.kind == "coda":
        duration = float(_CODA_MS[phone.name])
        if final_syllable:
            duration *= prosody.phrase_final_coda
    else:
        duration = float(_ONSET_MS[phone.name])
        if first:
            duration *= prosody.phrase_initial_onset
    return duration * prosody.tempo


def _tones(phones: Sequence[Phone], rises: bool, prosody: Prosody) -> list[tuple[float, float]]:
    """Return (start, end) pitch of each syllable; each word is one accentual phrase."""
    words: list[list[int]] = []
    raised: dict[int, bool] = {}
    for index, phone in enumerate(phones):
        if index == 0 or phone.syllable != phones[index - 1].syllable:
            if phone.starts_word or not words:
                words.append([])
            words[-1].append(phone.syllable)
            raised[phone.syllable] = phone.kind in ("tense", "aspirated") or phone.name in ("s", "h")
    total = sum(map(len, words))
    tones: list[tuple[float, float]] = []
    for number, word in enumerate(words):
        is_last = number == len(words) - 1
        for place, syllable in enumerate(word):
            fall = 1 - prosody.declination * syllable / max(1, total - 1)
            if is_last and syllable == total - 1:
                if rises:
                    tones.append((prosody.low_hz * fall, prosody.question_hz))
                else:
                    tones.append((prosody.end_hz * 1.12, prosody.end_hz))
                continue
            if place == 0:
                level = prosody.raised_hz if raised[syllable] else prosody.low_hz
            elif place == 1 or place == len(word) - 1:
                level = prosody.high_hz
            else:
                level = (prosody.low_hz + prosody.high_hz) / 2
            if is_last and place >= 2:
                level = prosody.low_hz
            tones.append((level * fall, level * fall))
    return tones
