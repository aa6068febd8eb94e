"""The Korean particle that fits the word before it, also after digits, Latin letters and signs.

Source: National Institute of Korean Language, standard grammar of particles.
"""

import re

from simulator.language.hangul import coda, is_syllable
from simulator.language.reading import read_korean

# Each pair: the form after a consonant, the form after a vowel.
_PAIRS = (
    ("을", "를"),
    ("은", "는"),
    ("이", "가"),
    ("과", "와"),
    ("으로", "로"),
    ("아", "야"),
    ("이나", "나"),
    ("이랑", "랑"),
    ("이에요", "예요"),
    ("이라고", "라고"),
    ("이라는", "라는"),
    ("이라", "라"),
    ("이든", "든"),
    ("이며", "며"),
    ("이고", "고"),
    ("이었", "였"),
    ("이요", "요"),
    ("으로부터", "로부터"),
    ("으로서", "로서"),
    ("으로써", "로써"),
)
_NAMES = {
    **{f"{closed}/{opened}": (closed, opened) for closed, opened in _PAIRS},
    **{f"{opened}/{closed}": (closed, opened) for closed, opened in _PAIRS},
    **{"(으)로": ("으로", "로"), "(이)나": ("이나", "나"), "(이)랑": ("이랑", "랑"), "(이)": ("이", "")},
}
_TRAILING = re.compile(r"[^0-9A-Za-z가-힣%°]+$")
_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
_LAST_TOKEN = re.compile(r"[0-9A-Za-z가-힣.,:/%°+-]+$")


def particle(word: str, pair: str) -> str:
    """Return the form of `pair` that follows `word`: particle("50%", "으로/로") is "로".

    `pair` is written either way round ("을/를", "를/을") or with brackets ("(으)로"). The sound of the
    last syllable as spoken decides; closing quotes, brackets and their contents are skipped. A word with
    no readable sound takes the form after a vowel. Raises ValueError for a pair that is not known.
    """
    if pair not in _NAMES:
        raise ValueError(f"'{pair}' is no pair of particles: known are {', '.join(sorted(_NAMES))}")
    closed, opened = _NAMES[pair]
    final = coda(_last_syllable(word))
    if not final or (final == "ㄹ" and closed.startswith("으로")):
        return opened
    return closed


def attach(word: str, pair: str) -> str:
    """Return `word` with the fitting form of `pair` on it: attach("22도", "으로/로") is "22도로".

    Raises ValueError for a pair that is not known.
    """
    return word + particle(word, pair)


def _last_syllable(word: str) -> str:
    text = _TRAILING.sub("", _IN_BRACKETS.sub("", word) or word)
    if is_syllable(text[-1:]):
        return text[-1]
    token = _LAST_TOKEN.search(text)
    spoken = _TRAILING.sub("", read_korean(token.group(0) if token else text))
    return spoken[-1:]
