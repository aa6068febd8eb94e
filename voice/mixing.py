"""Speech and noise in one sound, at a chosen ratio."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from voice.speech_level import Weighting, active_level_db, rms_level_db

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

HIGHEST_PEAK = 0.9
# What stands in for speech that is only silence: a usual level of telephone speech. Source: docs/voice.md, Noise.
NOMINAL_SPEECH_DB = -26.0


@dataclass(frozen=True, slots=True)
class Mixture:
    """Speech and noise together and the gains that made it: `(speech + noise_gain * noise) * common_gain`."""

    samples: "NDArray[numpy.float64]"
    noise_gain: float
    common_gain: float


def mix(
    speech: "NDArray[numpy.float64]",
    noise: "NDArray[numpy.float64]",
    rate_hz: int,
    snr_db: float,
    weighting: Weighting = "A",
) -> Mixture:
    """Add noise to speech so that their levels differ by `snr_db`; the noise is scaled, never the speech alone.

    Speech counts with its active level, noise with its plain level over the same span, both weighted alike. When the
    sum would rise above 0.9 of full scale, all of it is turned down by one gain, so that nothing clips and the ratio
    stays. Raises ValueError when the lengths differ or the noise is silent.
    """
    import numpy

    if speech.size != noise.size:
        raise ValueError(f"{speech.size} samples of speech and {noise.size} of noise cannot be mixed")
    noise_db = rms_level_db(noise, rate_hz, weighting)
    if noise_db is None:
        raise ValueError("the noise is silent")
    speech_db = active_level_db(speech, rate_hz, weighting)
    wanted_db = (NOMINAL_SPEECH_DB if speech_db is None else speech_db) - snr_db
    noise_gain = 10 ** ((wanted_db - noise_db) / 20)
    together = speech + noise_gain * noise
    common_gain = limiting_gain(together)
    return Mixture(numpy.asarray(together * common_gain), noise_gain, common_gain)


def limiting_gain(samples: "NDArray[numpy.float64]") -> float:
    """Return the gain, at most 1, that keeps the sound within 0.9 of full scale."""
    import numpy

    peak = float(numpy.max(numpy.abs(samples), initial=0.0))
    return min(1.0, HIGHEST_PEAK / peak) if peak else 1.0
