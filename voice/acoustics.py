"""What happens to an utterance between the mouth and the recogniser: cabin, noise, microphone and link."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from simulator.channel import CabinSituation, NoiseRecord
from simulator.registry import UsageError, nearest
from voice.audio import Pcm, from_floats
from voice.cabin import Cabin, cabin_noise
from voice.impairments import Impairments, parse_impairments
from voice.mixing import limiting_gain, mix
from voice.noise import Noise, make_noise, parse_noise
from voice.noise_babble import Speak
from voice.speech_level import WEIGHTINGS, Weighting, rms_level_db

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_LOWEST_SNR_DB, _HIGHEST_SNR_DB = -30.0, 60.0
# The car against which a moving one is louder or quieter: 100 km/h on asphalt, everything closed, the fan low.
_REFERENCE = Cabin(speed_kmh=100.0, hvac=0.2)


@dataclass(frozen=True, slots=True)
class Acoustics:
    """A noise at a ratio in dB, A-weighted or not, and impairments; without any of them nothing is changed.

    With the noise `vehicle` the ratio is the one at 100 km/h with everything closed: a louder or quieter car moves it
    by the difference of the two cars' levels.
    """

    noise: Noise | None = None
    snr_db: float = 10.0
    weighting: Weighting = "A"
    impairments: Impairments = field(default_factory=Impairments)

    @property
    def changes_nothing(self) -> bool:
        """Whether speech reaches the recogniser as it was said."""
        return self.noise is None and not self.impairments.items

    def applied(
        self,
        speech: Pcm,
        seed: int,
        *,
        situation: CabinSituation | None = None,
        echo: Pcm | None = None,
        texts: Sequence[str] = (),
        speak: Speak | None = None,
    ) -> tuple[Pcm, NoiseRecord | None]:
        """Return what the recogniser gets of `speech`, as long as it is and at its rate, and what was done to it.

        `seed` decides everything random. `situation` is the car for `vehicle`, `echo` what the assistant last said, at
        the same rate; `texts` and `speak` make babble. Raises UsageError when the noise cannot be made.
        """
        if self.changes_nothing or not speech.samples:
            return speech, None
        rate_hz = speech.rate_hz
        values = self.impairments.in_cabin(_doubles(speech), rate_hz, None if echo is None else _doubles(echo))
        snr_db, detail = None, ""
        if self.noise is None:
            values = values * limiting_gain(values)
        else:
            cabin = None if situation is None else cabin_of(situation)
            noise, detail = make_noise(
                self.noise, values.size, rate_hz, seed, texts=texts, speak=speak, cabin=cabin or Cabin(speed_kmh=0)
            )
            snr_db = self.snr_db
            if self.noise.kind == "vehicle":
                snr_db, detail = self._moving_snr_db(noise, cabin or Cabin(speed_kmh=0), rate_hz)
            values = mix(values, noise, rate_hz, snr_db, self.weighting).samples
        values = self.impairments.after_noise(values, rate_hz, seed)
        record = NoiseRecord(
            kind="" if self.noise is None else self.noise.text,
            snr_db=snr_db,
            weighting=None if self.noise is None else self.weighting,
            seed=seed,
            detail=detail,
            impairments=self.impairments.acting(echo=echo is not None).text,
        )
        return from_floats(values.astype("float32"), rate_hz), record

    def _moving_snr_db(self, noise: "NDArray[numpy.float64]", cabin: Cabin, rate_hz: int) -> tuple[float, str]:
        level_db = rms_level_db(noise, rate_hz, self.weighting)
        louder_db = 0.0 if level_db is None else level_db - _reference_db(rate_hz, self.weighting)
        facts = [f"{cabin.speed_kmh:g} km/h"]
        named = (("windows", cabin.window), ("fan", cabin.hvac), ("rain", cabin.rain))
        facts += [f"{name} {share:g}" for name, share in named if share]
        return round(min(_HIGHEST_SNR_DB, self.snr_db - louder_db), 2), ", ".join(facts)


def cabin_of(situation: CabinSituation) -> Cabin:
    """Return the cabin noise of a car in that situation; the simulated car is electric."""
    return Cabin(
        speed_kmh=situation.speed_kmh,
        hvac=situation.fan,
        window=min(situation.windows, 5.0),
        surface="wet" if situation.rain else "asphalt",
        rain=situation.rain,
    )


def parse_acoustics(noise: str, snr_db: float, weighting: str, impairments: str) -> Acoustics:
    """Read the settings of those names, `noise` and `impairments` "" for none; raises UsageError, one line."""
    checked_snr_db(snr_db)
    known = next((word for word in WEIGHTINGS if word == weighting.upper()), None)
    if known is None:
        close = nearest(weighting, WEIGHTINGS)
        told = f"did you mean '{close}'?" if close else "A (as the ear hears) or Z (unweighted)"
        raise UsageError(f"unknown noise_weighting '{weighting}': {told}")
    return Acoustics(parse_noise(noise) if noise.strip() else None, snr_db, known, parse_impairments(impairments))


def checked_snr_db(snr_db: float) -> float:
    """Return a ratio of speech to noise in dB; raises UsageError when it is out of range."""
    if not math.isfinite(snr_db) or not _LOWEST_SNR_DB <= snr_db <= _HIGHEST_SNR_DB:
        raise UsageError(f"snr_db: {snr_db:g} must lie between {_LOWEST_SNR_DB:g} and {_HIGHEST_SNR_DB:g}")
    return snr_db


def utterance_seed(seed: int, utterance: int, kind: str) -> int:
    """Return the seed of one utterance's noise: the same at every level, so that curves over levels are paired."""
    digest = hashlib.sha256(f"{seed}:{utterance}:{kind}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


@lru_cache(maxsize=8)
def _reference_db(rate_hz: int, weighting: Weighting) -> float:
    level_db = rms_level_db(cabin_noise(_REFERENCE, 4 * rate_hz, rate_hz, 0), rate_hz, weighting)
    assert level_db is not None
    return level_db


def _doubles(pcm: Pcm) -> "NDArray[numpy.float64]":
    import numpy

    return pcm.floats().astype(numpy.float64)
