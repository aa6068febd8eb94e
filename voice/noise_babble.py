"""Several people talking at once, made from speech that the suite's own voices said."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from voice.noise_shape import generator, unit

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

TALKERS = 6
_PAUSE_S = 0.15
# Played faster or slower a voice becomes another one; so many semitones either way.
_SEMITONES = 2.5

Speak = Callable[[str], "NDArray[numpy.float64]"]


def babble_noise(
    texts: Sequence[str], speak: Speak, talkers: int, samples: int, rate_hz: int, seed: int
) -> "NDArray[numpy.float64]":
    """Return `talkers` voices over each other, RMS 1, or silence when `speak` says nothing.

    `speak` returns one text as samples at `rate_hz`. Every talker says texts in an order of their own, at a pitch, a
    loudness and a starting point of their own.
    """
    import numpy

    total = numpy.zeros(samples)
    for talker in range(talkers):
        draw = generator(seed, "babble", talker)
        speed = 2 ** (draw.uniform(-_SEMITONES, _SEMITONES) / 12)
        skipped = int(draw.uniform(0, 2.0) * rate_hz)
        stream = _stream([texts[index] for index in draw.permutation(len(texts))], speak, skipped + samples, speed)
        pause = numpy.zeros(int(_PAUSE_S * rate_hz))
        said = numpy.concatenate([part for sound in stream for part in (unit(sound), pause)] or [pause])
        heard = said[skipped : skipped + samples]
        total[: heard.size] += heard * 10 ** (draw.uniform(-4, 4) / 20)
    return unit(total)


def _stream(texts: Sequence[str], speak: Speak, samples: int, speed: float) -> "list[NDArray[numpy.float64]]":
    """Return sounds of the texts in turn until there are enough samples, or none when nothing is said."""
    import numpy

    sounds: list[NDArray[numpy.float64]] = []
    have = 0
    while have < samples:
        before = have
        for text in texts:
            sound = speak(text)
            if sound.size < 2:
                continue
            places = numpy.arange(0, sound.size - 1, speed)
            sounds.append(numpy.interp(places, numpy.arange(sound.size), sound))
            have += places.size
            if have >= samples:
                break
        if have == before:
            return []
    return sounds
