"""Speech and noise at a ratio: measured again, never clipped, the speech untouched but for the common gain."""

from typing import Any

import pytest
from noise_levels import active_level_db, rms_level_db

from voice.mixing import HIGHEST_PEAK, NOMINAL_SPEECH_DB, mix
from voice.speech_level import Weighting

numpy = pytest.importorskip("numpy")
RATE_HZ = 16_000


def speech(gain: float = 1.0) -> Any:
    draw = numpy.random.default_rng(3)
    at_s = numpy.arange(3 * RATE_HZ) / RATE_HZ
    return gain * 0.15 * numpy.clip(numpy.sin(2 * numpy.pi * 3 * at_s), 0, 1) * draw.standard_normal(at_s.size)


def noise() -> Any:
    """Bass-heavy noise, as in a car."""
    draw = numpy.random.default_rng(4)
    return numpy.cumsum(draw.standard_normal(3 * RATE_HZ)) / 50


@pytest.mark.parametrize("weighting", ["A", "Z"])
@pytest.mark.parametrize("snr_db", [20.0, 5.0, 0.0, -5.0])
@pytest.mark.parametrize("gain", [0.2, 3.0])
def test_the_ratio_that_was_asked_for_is_there(snr_db: float, weighting: Weighting, gain: float) -> None:
    said = speech(gain)
    mixture = mix(said, noise(), RATE_HZ, snr_db, weighting)
    under = mixture.samples / mixture.common_gain - said
    measured = active_level_db(said, RATE_HZ, weighting) - rms_level_db(under, RATE_HZ, weighting)
    assert measured == pytest.approx(snr_db, abs=0.1)
    assert numpy.abs(mixture.samples).max() <= HIGHEST_PEAK + 1e-9


def test_a_quiet_sum_is_not_turned_down() -> None:
    mixture = mix(speech(0.1), noise(), RATE_HZ, 20, "A")
    assert mixture.common_gain == 1.0


def test_unweighted_noise_of_a_car_masks_less() -> None:
    z, a = (mix(speech(), noise(), RATE_HZ, 0, weighting).noise_gain for weighting in ("Z", "A"))
    assert a > 1.5 * z


def test_noise_over_silence_has_the_level_it_would_have_under_speech() -> None:
    mixture = mix(numpy.zeros(3 * RATE_HZ), noise(), RATE_HZ, 10, "Z")
    assert rms_level_db(mixture.samples, RATE_HZ) == pytest.approx(NOMINAL_SPEECH_DB - 10, abs=0.1)


def test_silent_noise_and_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="silent"):
        mix(speech(), numpy.zeros(3 * RATE_HZ), RATE_HZ, 10)
    with pytest.raises(ValueError, match="cannot be mixed"):
        mix(speech(), noise()[1:], RATE_HZ, 10)
