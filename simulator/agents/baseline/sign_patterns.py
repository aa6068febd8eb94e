"""Signs of what is said, written as one pattern for each kind and language."""

import re
from collections.abc import Mapping

from simulator.channel import Locale


def compiled(signs: Mapping[str, Mapping[Locale, str]]) -> dict[str, dict[Locale, re.Pattern[str]]]:
    """Return the patterns of every kind and language, compiled, for words in either case."""
    return {
        kind: {locale: re.compile(sign, re.IGNORECASE) for locale, sign in of_locale.items()}
        for kind, of_locale in signs.items()
    }


def plainly(heard: str) -> str:
    """Return words with the plain apostrophe that the patterns are written with."""
    return heard.replace("’", "'")
