"""How a recogniser mishears English: words give way to words that sound like them, names above all.

Errors come in runs, and some utterances are heard much worse than others. Source: the mix of errors measured with
Whisper base on synthetic in-car commands: .76 substitutions, .10 deletions, .14 insertions per error.
"""

import math
import re
import unicodedata
from functools import lru_cache
from random import Random

from voice.errors_english_words import (
    FUNCTION_CONFUSIONS,
    FUNCTION_WORDS,
    NUMBER_CONFUSIONS,
    NUMBER_WORDS,
    SIMILAR_DIGIT,
    neighbours,
    sound_classes,
    vocabulary,
)

__all__ = ["corrupt_english", "sound_classes"]

_INSERTED = ("the", "a", "to", "and", "it", "in", "of", "that")
_CORE = re.compile(r"^(\W*)(.*?)(\W*)$", re.DOTALL)

# Chances per word relative to an ordinary one.
_NAME_WEIGHT = 2.8
_NUMBER_WEIGHT = 0.8
_AFTER_ERROR = 1.6
# The spread of the logarithm of how badly whole utterances are heard.
_DIFFICULTY = 0.5
_FUNCTION_DELETION = 6.0
_DELETION_SHARE = 0.045
_INSERTION = 0.12
# A long word falls apart into two this often: "gain non" for Gangnam, "pass and" for passenger.
_TWO_WORDS = 0.16
_LONG = 7
_LONG_NAME = 6
# A name is heard as another name more often than as a word.
_NAME_FOR_NAME = 0.65


def corrupt_english(text: str, intensity: float, draw: Random, difficulty: float | None = None) -> tuple[str, int]:
    """Return `text` as misheard and the number of words touched.

    `intensity` is the chance of error of an ordinary word, 0 to 3. Every word uses the same number of random draws
    whatever happens to it, so that a higher intensity only adds errors. `difficulty` is how badly this utterance is
    heard, in standard deviations; drawn when it is not given.
    """
    drawn = draw.gauss(0.0, 1.0)
    scale = intensity * math.exp(_DIFFICULTY * (drawn if difficulty is None else difficulty))
    words = unicodedata.normalize("NFC", text).split()
    out: list[str] = []
    touched = 0
    in_error = False
    begins = True
    for word in words:
        chance, kind, choice, second, extra = (draw.random() for _ in range(5))
        before, core, after = _split(word)
        if not core:
            out.append(word)
            continue
        folded = core.casefold()
        weight = _weight(core, folded, begins)
        begins = after[-1:] in (".", "!", "?")
        in_error = chance < min(0.97, scale * weight * (_AFTER_ERROR if in_error else 1.0))
        if in_error:
            touched += 1
            deletion = _DELETION_SHARE * (_FUNCTION_DELETION if folded in FUNCTION_WORDS else 1.0)
            if kind >= deletion:
                out.append(before + _substitute(core, folded, weight, choice, second) + after)
        else:
            out.append(word)
        if extra < min(0.3, scale * _INSERTION):
            touched += 1
            out.append(_INSERTED[int(choice * len(_INSERTED))])
    return (" ".join(out) if touched else text), touched


@lru_cache(maxsize=8192)
def _split(word: str) -> tuple[str, str, str]:
    match = _CORE.match(word)
    return (match[1], match[2], match[3]) if match else ("", word, "")


@lru_cache(maxsize=8192)
def _weight(core: str, folded: str, begins: bool) -> float:
    if folded in NUMBER_WORDS or any(character.isdigit() for character in folded):
        return _NUMBER_WEIGHT
    capitalised = core[:1].isupper() and not begins and core != "I" and not core.startswith(("I'", "I’"))
    return _NAME_WEIGHT if capitalised or not _known(folded) else 1.0


def _known(folded: str) -> bool:
    words = vocabulary()
    plain = folded.replace("'", "").replace("’", "")
    if plain in words:
        return True
    endings = ("s", "es", "ed", "d", "ing", "er", "ly", "ll", "re", "ve", "nt", "m")
    return any(plain.endswith(ending) and plain[: -len(ending)] in words for ending in endings)


def _substitute(core: str, folded: str, weight: float, choice: float, second: float) -> str:
    if any(character.isdigit() for character in core):
        return _other_digit(core, choice, second)
    if folded in NUMBER_CONFUSIONS and choice < 0.7:
        options = NUMBER_CONFUSIONS[folded]
        return options[int(second * len(options))]
    plain = folded.replace("’", "'")
    if plain in FUNCTION_CONFUSIONS and second < 0.8:
        heard = FUNCTION_CONFUSIONS[plain][int(choice * len(FUNCTION_CONFUSIONS[plain]))]
    elif plain.endswith("'s") and len(plain) > 4 and choice < 0.6:
        heard = folded[:-2]
    else:
        heard = _another_word(folded, choice, second, name=weight == _NAME_WEIGHT)
    return heard[:1].upper() + heard[1:] if core[:1].isupper() else heard


def _another_word(folded: str, choice: float, second: float, *, name: bool) -> str:
    if len(folded) >= (_LONG_NAME if name else _LONG) and second < _TWO_WORDS:
        middle = _middle(folded)
        head, tail = neighbours(folded[:middle]), neighbours(folded[middle:])
        return f"{_pick(head, choice)} {_pick(tail, (choice * 7) % 1)}"
    if name and second < _TWO_WORDS + (1 - _TWO_WORDS) * _NAME_FOR_NAME:
        return _pick(neighbours(folded, name=True), choice).capitalize()
    return _pick(neighbours(folded), choice)


def _other_digit(core: str, choice: float, second: float) -> str:
    places = [index for index, character in enumerate(core) if character in SIMILAR_DIGIT]
    if not places:
        return "a"
    place = places[int(choice * len(places))]
    options = SIMILAR_DIGIT[core[place]]
    return core[:place] + options[int(second * len(options))] + core[place + 1 :]


def _middle(word: str) -> int:
    """Return where a name breaks in two: before a consonant near its middle."""
    half = len(word) // 2
    candidates = [index for index in range(2, len(word) - 1) if word[index] not in "aeiou"]
    return min(candidates, key=lambda index: (abs(index - half), index), default=half)


def _pick(options: tuple[str, ...], choice: float) -> str:
    """Pick from a ranking; each rank is half as likely as the one before."""
    rank = 0
    while choice < 0.5 and rank < len(options) - 1:
        rank, choice = rank + 1, choice * 2
    return options[rank]
