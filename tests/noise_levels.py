"""Levels that tests compare: as the voice path measures them, of sounds that are known not to be silent."""

from typing import Any

from voice import speech_level
from voice.speech_level import Weighting


def active_level_db(samples: Any, rate_hz: int, weighting: Weighting = "Z") -> float:
    """Return the active level of speech."""
    found = speech_level.active_level_db(samples, rate_hz, weighting)
    assert found is not None
    return found


def rms_level_db(samples: Any, rate_hz: int, weighting: Weighting = "Z") -> float:
    """Return the plain level of a sound."""
    found = speech_level.rms_level_db(samples, rate_hz, weighting)
    assert found is not None
    return found
