"""How long each Korean sound lasts in its place, and when which pitch is reached.

Source: a log-linear fit to the durations of the example files that come with hn1 (355 phones; context explains
half of the variance of vowels): vowels are longer at the end of a phrase and without an onset, shorter in closed
syllables and before nasals; onsets are longer at the start of an accentual phrase.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from voice.tts.hn1 import SILENCE, Phone
from voice.tts.korean_prosody_pitch import tones
from voice.tts.korean_prosody_style import NEUTRAL, Prosody

__all__ = ["NEUTRAL", "Prosody", "Timed", "timed"]

# Milliseconds at the examples' pace of about 7 syllables a second; `Prosody.tempo` makes it a driver's.
_VOWEL_MS = {"a": 81, "i": 63, "o": 77, "V": 70, "u": 68, "M": 60, "E": 79, "e": 81, "2": 88, "M\\i": 88}
_GLIDE_VOWEL_MS = {"ja": 95, "jV": 86, "jo": 92, "ju": 80, "je": 88, "jE": 92}
_GLIDE_VOWEL_MS |= {"wa": 98, "wV": 92, "we": 92, "wE": 96, "wi": 88}
_CODA_MS = {"n_}": 61, "m_}": 62, "N": 62, "l_}": 46, "k_}": 54, "t_}": 64, "p_}": 48}
_ONSET_MS = {"n": 40, "m": 49, "4": 21, "l": 40, "h": 38, "s": 66, "s_>": 86}
_ONSET_MS |= {"g": 36, "d": 31, "b": 32, "dz\\": 54, "k": 50, "t": 48, "p": 48, "ts\\": 54}
_ONSET_MS |= {"k_>": 80, "t_>": 80, "p_>": 80, "ts\\_>": 88, "k_h": 82, "t_h": 82, "p_h": 82, "ts\\_h": 86}
_SHORTEST_MS = 8


@dataclass(frozen=True, slots=True)
class Timed:
    """A phone with its duration and its pitch points as (per cent of the duration, Hz)."""

    name: str
    duration_ms: int
    pitch: tuple[tuple[int, int], ...] = ()


def timed(phones: Sequence[Phone], *, rises: bool, prosody: Prosody = NEUTRAL) -> list[Timed]:
    """Give one breath group its durations and pitch; `rises` when it ends in a question.

    A vowel that begins an accentual phrase is set apart from a coda before it by a short silence.
    """
    if not phones:
        return []
    line = tones(phones, rises=rises, prosody=prosody)
    result: list[Timed] = []
    for index, phone in enumerate(phones):
        previous = phones[index - 1] if index else None
        following = phones[index + 1] if index + 1 < len(phones) else None
        if phone.kind == "vowel" and previous is not None and previous.kind == "coda":
            result.append(Timed(SILENCE, prosody.gap_ms))
        is_final = phone.syllable == phones[-1].syllable
        duration_ms = max(_SHORTEST_MS, round(_duration_ms(phone, previous, following, is_final, prosody)))
        points: tuple[tuple[int, int], ...] = ()
        if phone.kind == "vowel":
            start, end = line[phone.syllable]
            points = ((15, round(start)), (85, round(end)))
        if following is None:
            # The final tone is held to the end; MBROLA would fall back to its own pitch.
            points = (*points, (100, round(line[-1][1])))
        result.append(Timed(phone.name, duration_ms, points))
    return result


def _duration_ms(
    phone: Phone, previous: Phone | None, following: Phone | None, is_final: bool, prosody: Prosody
) -> float:
    if phone.kind == "vowel":
        factor = _vowel_factor(phone, previous, following, is_final, prosody)
        return _VOWEL_MS.get(phone.name, _GLIDE_VOWEL_MS.get(phone.name, 90)) * factor * prosody.tempo
    if phone.kind == "coda":
        return _CODA_MS[phone.name] * _coda_factor(following, prosody) * prosody.tempo
    factor = {
        "tense": prosody.tense,
        "aspirated": prosody.aspirated,
        "s": prosody.fricative,
        "h": prosody.breath,
    }.get(phone.kind, 1.0)
    if previous is None:
        factor *= prosody.phrase_initial
    elif previous.accent != phone.accent:
        factor *= prosody.accent_initial
    return _ONSET_MS[phone.name] * factor * prosody.tempo


def _vowel_factor(
    phone: Phone, previous: Phone | None, following: Phone | None, is_final: bool, prosody: Prosody
) -> float:
    factor = 1.0
    if following is not None and following.kind == "coda" and following.syllable == phone.syllable:
        factor *= prosody.closed
    if previous is None or previous.syllable != phone.syllable:
        factor *= prosody.without_onset
    if following is not None and following.kind == "nasal":
        factor *= prosody.before_nasal
    if is_final:
        return factor * prosody.phrase_final
    if phone.ends_accent:
        return factor * prosody.accent_final
    return factor * (prosody.word_final if phone.ends_word else 1.0)


def _coda_factor(following: Phone | None, prosody: Prosody) -> float:
    if following is None:
        return prosody.coda_final
    return {
        "voiced": prosody.coda_before_voiced,
        "tense": prosody.coda_before_tense,
        "nasal": prosody.coda_before_nasal,
    }.get(following.kind, 1.0)
