"""Words of people, assistants and tools as a terminal may be shown them."""

import re
import unicodedata

from simulator.language.printable import printable

# Variants of signs and tones of skin, which terminals count differently: without them a sign is as wide as it looks.
_VARIANTS = re.compile("[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")


def one_line(text: str) -> str:
    """Return text on one line: composed, white space as single spaces, control characters made visible.

    Bidirectional marks count as control characters: they would reorder what stands around them.
    """
    return _shown(" ".join(text.split()))


def many_lines(text: str) -> list[str]:
    """Return text as lines, its own indentation kept, control characters made visible; nothing gives no line."""
    return [_shown(line.expandtabs(2)) for line in text.replace("\r\n", "\n").split("\n")] if text else []


def _shown(text: str) -> str:
    if text.isascii():
        return text if text.isprintable() else printable(text)
    composed = _VARIANTS.sub("", unicodedata.normalize("NFC", text))
    return composed if composed.isprintable() else printable(composed)
