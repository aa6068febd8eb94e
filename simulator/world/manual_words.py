"""The words by which sections of the manual are found, in Korean without an analyser."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from simulator.language.locale import Locale
from simulator.world.manual import search_words

HANGUL = re.compile(r"[가-힣]")
_WORD = re.compile(r"[가-힣]+|[a-z0-9]+")
_PARTICLES = re.compile(
    r"(?:에서는|으로는|에서도|까지는|이라는|에서|으로|까지|부터|에게|한테|처럼|보다|마다|이랑|이나|에는|에도|이란|"
    r"[을를이가은는에의도만로과와랑])$"
)
# Nouns of one syllable that mean something in a car; pairs of syllables cannot hold them.
_SHORT = re.compile(r"^([문물불눈김짐비등창손발열])(?:[을를이가은는에의도만로과와]|으로|에서|까지)?$")


@dataclass(frozen=True, slots=True)
class _Habits:
    """How drivers of one language put their questions."""

    idle: frozenset[str]
    endings: frozenset[str]
    names: Mapping[str, str]


@cache
def _habits(locale: Locale) -> _Habits:
    words = search_words(locale)
    names = {theirs.replace(" ", "") if locale == "ko" else theirs: ours for theirs, ours in words["names"].items()}
    return _Habits(frozenset(words["idle"].split()), frozenset(words["endings"].split()), names)


def tokens(text: str, locale: Locale) -> Iterator[str]:
    """Yield the pieces by which a text of the manual is found.

    In English these are its words. In Korean they are pairs of syllables, with Latin words and numbers whole: pairs
    hold words of two syllables, which trigrams miss, and make particles harmless, since 공기압을 holds what 공기압
    holds.
    """
    for word in _words(text, locale):
        if HANGUL.match(word):
            yield from _pairs(word)
        else:
            yield word


def asked_tokens(question: str, locale: Locale) -> dict[str, None]:
    """Return the pieces to search for, in order and each once: what carries a question, and the manual's names for it.

    Particles, idle words and endings are left out, since they would find by chance.
    """
    habits = _habits(locale)
    found: dict[str, None] = {}
    for word in _words(_in_our_words(question, locale, habits.names), locale):
        if word in habits.idle:
            continue
        if not HANGUL.match(word):
            found[word] = None
            continue
        bare = _PARTICLES.sub("", word)
        pairs = _pairs(bare if len(bare) > 1 else word)
        found.update(dict.fromkeys(pair for pair in pairs if pair not in habits.endings))
    return found


def composed(text: str) -> str:
    """Return a text with Korean syllables as single characters, which some keyboards and file systems take apart."""
    return unicodedata.normalize("NFC", text)


def _words(text: str, locale: Locale) -> list[str]:
    lowered = composed(text).lower()
    if locale == "en":
        # Neither an apostrophe nor the stroke of "A/C" parts a word.
        lowered = lowered.replace("'", "").replace("’", "").replace("a/c", "ac")
    return _WORD.findall(lowered)


def _pairs(word: str) -> Iterator[str]:
    if short := _SHORT.match(word):
        yield short[1]
    for start in range(len(word) - 1):
        yield word[start : start + 2]


def _in_our_words(question: str, locale: Locale, names: Mapping[str, str]) -> str:
    # Korean names hold no spaces, so they are looked for as they stand; English ones as whole words.
    edge, asked = "", composed(question).replace(" ", "")
    if locale == "en":
        edge, asked = " ", f" {' '.join(_words(question, locale))} "
    said = [f"{edge}{theirs}{edge}" for theirs in names if f"{edge}{theirs}{edge}" in asked]
    # A name within a longer one means something else: "ac" in "ac charging" is no air conditioning.
    whole = [name for name in said if not any(name in other for other in said if other != name)]
    return " ".join([question, *(names[name.strip()] for name in whole)])
