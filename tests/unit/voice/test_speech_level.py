"""Levels of speech and noise against slow references and against what the standards say."""

import math

import pytest
from noise_levels import active_level_db, rms_level_db

from voice import speech_level
from voice.speech_level import Weighting, a_curve, weighted

numpy = pytest.importorskip("numpy")
RATE_HZ = 16_000


def bursts(seconds: float = 3.0, seed: int = 1):  # type: ignore[no-untyped-def]
    """Noise with the rhythm of syllables and a pause, peak well below full scale."""
    draw = numpy.random.default_rng(seed)
    at_s = numpy.arange(int(seconds * RATE_HZ)) / RATE_HZ
    rhythm = numpy.clip(numpy.sin(2 * numpy.pi * 4 * at_s), 0, 1) * (numpy.abs(at_s - 1.6) > 0.35)
    return 0.1 * rhythm * draw.standard_normal(at_s.size)


def slow_active_level_db(samples) -> float:  # type: ignore[no-untyped-def]
    """ITU-T P.56 method B written sample by sample, as the standard tells it."""
    decay = math.exp(-1 / (RATE_HZ * 0.03))
    thresholds = [2.0**-power for power in range(15, 0, -1)]
    counts, hanging = [0] * len(thresholds), [3200] * len(thresholds)
    first = second = 0.0
    for value in samples.tolist():
        first = decay * first + (1 - decay) * abs(value)
        second = decay * second + (1 - decay) * first
        for place, threshold in enumerate(thresholds):
            if second >= threshold:
                counts[place] += 1
                hanging[place] = 0
            elif hanging[place] < 3200:
                counts[place] += 1
                hanging[place] += 1
    total = float(numpy.sum(samples**2))
    levels = [10 * math.log10(total / count) for count in counts if count]
    margins = [level - 20 * math.log10(threshold) for level, threshold in zip(levels, thresholds, strict=False)]
    above = next(place for place, margin in enumerate(margins) if margin <= 15.9)
    share = (margins[above - 1] - 15.9) / (margins[above - 1] - margins[above])
    return levels[above - 1] + share * (levels[above] - levels[above - 1])


def test_active_level_agrees_with_the_standard_sample_by_sample() -> None:
    samples = bursts()
    assert active_level_db(samples, RATE_HZ) == pytest.approx(slow_active_level_db(samples), abs=0.02)


@pytest.mark.parametrize("weighting", ["A", "Z"])
def test_silence_around_speech_hardly_changes_its_active_level(weighting: Weighting) -> None:
    samples = bursts()
    silent = numpy.zeros(RATE_HZ)
    padded = numpy.concatenate((silent, samples, silent))
    bare, around = (active_level_db(sound, RATE_HZ, weighting) for sound in (samples, padded))
    assert abs(bare - around) < 0.5
    plain, longer = (rms_level_db(sound, RATE_HZ, weighting) for sound in (samples, padded))
    assert plain - longer > 2


def test_active_level_follows_the_gain() -> None:
    samples = bursts()
    louder = active_level_db(2 * samples, RATE_HZ) - active_level_db(samples, RATE_HZ)
    assert louder == pytest.approx(20 * math.log10(2), abs=0.01)


def test_steady_sound_is_active_all_the_time() -> None:
    tone = 0.2 * numpy.sin(2 * numpy.pi * 1000 * numpy.arange(4 * RATE_HZ) / RATE_HZ)
    assert active_level_db(tone, RATE_HZ) == pytest.approx(rms_level_db(tone, RATE_HZ), abs=0.2)


def test_silence_has_no_level() -> None:
    for samples in (numpy.zeros(0), numpy.zeros(1000), numpy.full(1000, 1e-8)):
        assert speech_level.active_level_db(samples, RATE_HZ) is None
        assert speech_level.rms_level_db(samples, RATE_HZ) is None


@pytest.mark.parametrize(
    ("hz", "gain_db"),
    [(31.623, -39.4), (63.096, -26.2), (125.89, -16.1), (251.19, -8.6), (1000, 0.0), (3981.1, 1.0), (7943.3, -1.1)],
)
def test_the_a_curve_has_the_standards_values(hz: float, gain_db: float) -> None:
    """Source: IEC 61672-1, table of nominal A-weightings."""
    assert 20 * math.log10(float(a_curve(numpy.array([hz]))[0])) == pytest.approx(gain_db, abs=0.1)


def test_weighting_turns_down_the_bass_and_keeps_the_length() -> None:
    at_s = numpy.arange(2 * RATE_HZ) / RATE_HZ
    for hz, gain_db in ((100, -19.1), (1000, 0.0)):
        tone = 0.1 * numpy.sin(2 * numpy.pi * hz * at_s)
        heard = weighted(tone, RATE_HZ, "A")
        assert heard.size == tone.size
        changed = rms_level_db(heard[2000:-2000], RATE_HZ) - rms_level_db(tone[2000:-2000], RATE_HZ)
        assert changed == pytest.approx(gain_db, abs=0.15)
