"""The languages a driver may speak."""

from typing import Literal

Locale = Literal["ko", "en"]
