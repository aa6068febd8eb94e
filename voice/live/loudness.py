"""How loud a moment of sound is, for a meter."""

import math
from array import array

_QUIETEST_DBFS = -60.0
_FULL_SCALE = 32768.0


def loudness(samples: bytes) -> float:
    """Return the level of 16-bit samples between 0 (-60 dB of full scale or less) and 1 (full scale)."""
    values = array("h", samples)
    power = sum(value * value for value in values) / len(values) if values else 0.0
    if not power:
        return 0.0
    level_db = 10 * math.log10(power / _FULL_SCALE**2)
    return min(max(1 - level_db / _QUIETEST_DBFS, 0.0), 1.0)
