"""The four ways in which a recogniser fails altogether: nothing, a loop, a stock phrase, another language.

Source: failures of Whisper reported in public and reproduced on synthetic in-car commands.
"""

import unicodedata
from random import Random

from simulator.channel import Locale
from simulator.language.hangul import CODAS, ONSETS, VOWELS, coda_sound, decompose
from simulator.language.reading import read_korean

# Chance per utterance once the layer is on; not part of the calibrated error rate.
CATASTROPHE_CHANCE = 0.03

_STOCK: dict[Locale, tuple[str, ...]] = {
    "ko": ("시청해 주셔서 감사합니다.", "구독과 좋아요 부탁드립니다.", "감사합니다.", "다음 영상에서 만나요."),
    "en": ("Thank you.", "Thanks for watching!", "Thank you for watching.", "Please subscribe."),
}
_ROMAN_ONSETS = ("g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h")
_ROMAN_VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i"
_ROMAN_CODAS = {"ㄱ": "k", "ㄴ": "n", "ㄷ": "t", "ㄹ": "l", "ㅁ": "m", "ㅂ": "p", "ㅇ": "ng"}


def catastrophe(text: str, locale: Locale, draw: Random) -> tuple[str, str]:
    """Return what is heard instead of `text` and the name of the failure.

    The names are "empty", "loop", "stock phrase" and "wrong language".
    """
    kind = draw.choice(("empty", "loop", "stock phrase", "wrong language"))
    if kind == "empty":
        return "", kind
    if kind == "loop":
        words = text.split()
        start = draw.randrange(max(1, len(words) - 1))
        piece = " ".join(words[start : start + 2]).rstrip(".,!?")
        return ", ".join([piece] * draw.randint(6, 20)), kind
    if kind == "stock phrase":
        return draw.choice(_STOCK[locale]), kind
    return (romanised(text) if locale == "ko" else read_korean(text)), kind


def romanised(text: str) -> str:
    """Write Hangul in Latin letters, syllable by syllable, the way an English ear spells it."""
    onsets = dict(zip(ONSETS, _ROMAN_ONSETS, strict=True))
    vowels = dict(zip(VOWELS, _ROMAN_VOWELS.split(), strict=True))
    codas = {coda: _ROMAN_CODAS.get(coda_sound(coda), "") for coda in CODAS}
    return "".join(
        onsets[syllable.onset] + vowels[syllable.vowel] + codas[syllable.coda]
        if (syllable := decompose(character))
        else character
        for character in unicodedata.normalize("NFC", text)
    )
