"""The line of pitch over one breath group of Korean: accentual phrases, declination and the final tone.

Source: Jun (2005): each accentual phrase is LHLH, or HHLH after a tense, aspirated or fricative onset; the last
one of a statement falls to L%, of a question rises to H%.
"""

from collections.abc import Sequence

from voice.tts.hn1 import Phone
from voice.tts.korean_prosody_style import Prosody

Tone = tuple[float, float]


def tones(phones: Sequence[Phone], *, rises: bool, prosody: Prosody) -> list[Tone]:
    """Return the pitch in Hz at the start and at the end of each syllable."""
    firsts: list[Phone] = []
    for phone in phones:
        if phone.syllable == len(firsts):
            firsts.append(phone)
    levels = _levels(firsts, prosody)
    result: list[Tone] = []
    for index, level in enumerate(levels[:-1]):
        result.append((level, level + (levels[index + 1] - level) * prosody.glide))
    if rises:
        return [*result, (prosody.low_hz, prosody.question_hz)]
    return [*result, (prosody.end_hz * 1.12, prosody.end_hz)]


def _levels(firsts: Sequence[Phone], prosody: Prosody) -> list[float]:
    """Return the level each syllable aims at, by the first phone of each."""
    accents: dict[int, list[Phone]] = {}
    for phone in firsts:
        accents.setdefault(phone.accent, []).append(phone)
    levels: list[float] = []
    for accent, syllables in accents.items():
        is_last = accent == firsts[-1].accent
        levels += _accent(len(syllables), _is_raised(syllables[0]), is_last, prosody)
    steps = max(1, len(levels) - 1)
    return [level * (1 - prosody.declination * index / steps) for index, level in enumerate(levels)]


def _is_raised(first: Phone) -> bool:
    return first.kind in ("tense", "aspirated", "s", "h")


def _accent(length: int, raised: bool, is_last: bool, prosody: Prosody) -> list[float]:
    """Return the levels of one accentual phrase before declination: LHLH or HHLH, undershot when it is short."""
    low, high, top = prosody.low_hz, prosody.high_hz, prosody.raised_hz
    if length == 1:
        return [top if raised else (low + high) / 2]
    levels = [low + 0.7 * (high - low)] * length
    levels[-1] = low if is_last else high
    if length > 3:
        levels[-2] = low + 0.35 * (high - low)
    if length > 2:
        levels[1] = (top + high) / 2 if raised else high
    levels[0] = top if raised else low
    return levels
