"""How long words take to say, estimated from their letters."""

import unicodedata

# Source: voice measurements: the Korean voice speaks about 5 syllables a second, the English one about 15 letters.
SYLLABLE_MS = 200
LETTER_MS = 67
PAUSE_MS = 250


def speech_ms(text: str) -> int:
    """Estimate the time in ms it takes to say `text` in either language; 0 for no speech."""
    total = 0
    for character in unicodedata.normalize("NFC", text):
        if "가" <= character <= "힣":
            total += SYLLABLE_MS
        elif character.isalnum():
            total += LETTER_MS
        elif character in ".?!,;:":
            total += PAUSE_MS
    return total
