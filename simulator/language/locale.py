"""The languages a driver may speak."""

from collections.abc import Mapping
from typing import Literal, get_args

Locale = Literal["ko", "en"]
LOCALES: tuple[Locale, ...] = get_args(Locale)
"""All of them, in the order they are shown."""
LANGUAGES: Mapping[str, str] = {"ko": "Korean", "en": "English"}
"""What each is called."""
