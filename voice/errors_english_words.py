"""Which English words sound alike, and which words a recogniser confuses whatever they sound like.

Source: confusions of Whisper base on synthetic in-car commands; our own lists of words and names.
"""

import re
from functools import lru_cache
from importlib.resources import files

FUNCTION_WORDS = frozenset(
    (
        *("a", "an", "the", "to", "of", "in", "on", "at", "for", "by", "is", "it", "and", "me", "my", "i", "be"),
        *("this", "that", "with", "from", "up", "as", "or", "are", "do", "can", "you", "please", "some", "both"),
    )
)
NUMBER_WORDS = frozenset(
    (
        *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
        *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
        *("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred"),
    )
)
# Numbers are mistaken for numbers: the stressed ending, or a rhyme.
NUMBER_CONFUSIONS: dict[str, tuple[str, ...]] = {
    **{f"{stem}teen": (f"{stem}ty",) for stem in ("six", "seven", "eigh", "nine")},
    **{f"{stem}ty": (f"{stem}teen",) for stem in ("six", "seven", "eigh", "nine")},
    **{"thirteen": ("thirty", "fourteen"), "thirty": ("thirteen", "forty"), "forty": ("fourteen", "fifty")},
    **{"fourteen": ("forty", "fifteen"), "fifteen": ("fifty", "sixteen"), "fifty": ("fifteen", "sixty")},
    **{"one": ("won", "nine"), "two": ("too", "ten"), "three": ("free", "tree"), "four": ("for", "five")},
    **{"five": ("four", "nine"), "six": ("sick", "fix"), "seven": ("eleven", "even"), "eight": ("ate", "a")},
    **{"nine": ("five", "mine"), "ten": ("then", "two"), "eleven": ("seven", "even"), "twelve": ("two",)},
    **{"twenty": ("plenty", "thirty"), "zero": ("sierra", "hero"), "hundred": ("under",)},
}
SIMILAR_DIGIT = {
    **{"0": "68", "1": "79", "2": "30", "3": "28", "4": "51", "5": "94", "6": "38", "7": "14", "8": "36", "9": "51"},
}
# Short unstressed words are heard as other short words.
FUNCTION_CONFUSIONS: dict[str, tuple[str, ...]] = {
    **{"a": ("the", "of", "to"), "an": ("a", "and", "in"), "the": ("a", "that", "of"), "to": ("the", "of", "two")},
    **{"of": ("the", "a", "off"), "in": ("and", "at", "on"), "on": ("in", "and", "of"), "at": ("that", "and", "it")},
    **{"for": ("four", "from", "of"), "by": ("my", "the", "bye"), "is": ("it's", "as", "this"), "it": ("that", "is")},
    **{"and": ("in", "then", "a"), "me": ("my", "the", "be"), "my": ("the", "by", "our"), "i": ("I'd", "a", "I'll")},
    **{"be": ("me", "the", "we"), "this": ("the", "these", "is"), "that": ("the", "it", "at"), "with": ("which", "of")},
    **{"from": ("for", "in"), "up": ("at", "a", "off"), "as": ("is", "us"), "or": ("are", "and"), "are": ("or", "our")},
    **{"do": ("to", "you"), "can": ("can't", "could"), "you": ("your", "to", "we"), "some": ("the", "someone")},
    **{"please": ("place", "these"), "both": ("about", "but"), "i'm": ("I", "I'll", "and"), "yes": ("yeah", "just")},
    **{"it's": ("its", "is", "that's"), "that's": ("that", "it's"), "i'll": ("I", "I will", "all")},
}

_SOUNDS = (
    *(("tion", "Sn"), ("sion", "Sn"), ("tch", "S"), ("dge", "J"), ("igh", "a"), ("eigh", "e"), ("ough", "o")),
    *(("ph", "f"), ("th", "T"), ("sh", "S"), ("ch", "S"), ("ck", "k"), ("wh", "w"), ("qu", "kw"), ("ng", "N")),
    *(("kn", "n"), ("wr", "r"), ("ee", "i"), ("ea", "i"), ("oo", "u"), ("ou", "u"), ("ow", "o"), ("ai", "e")),
    *(("ay", "e"), ("oa", "o"), ("au", "o"), ("aw", "o"), ("er", "r"), ("ir", "r"), ("ur", "r"), ("ce", "s")),
    *(("ci", "si"), ("ge", "J"), ("x", "ks"), ("c", "k"), ("q", "k"), ("j", "J"), ("y", "i")),
)
_SOUND_RE = re.compile("|".join(spelling for spelling, _ in _SOUNDS))
_SOUND_OF = dict(_SOUNDS)
# Sounds a recogniser mixes up share a class: voiced with unvoiced, nasals, liquids, near vowels.
_CLASS = str.maketrans("pbtdkgfvszTJSmnNlrwhieaou", "ppttkkffsstSSnnnllwhiiaoo")


_KEPT = 6


@lru_cache(maxsize=8192)
def neighbours(word: str, *, name: bool = False) -> tuple[str, ...]:
    """Return up to six known words (or names) that sound like `word`, nearest first, never the word itself.

    For a word longer than all of them they sound like its beginning.
    """
    from rapidfuzz.distance import Levenshtein

    coarse, fine = sound_classes(word), _sounds(word)
    ranked = sorted(
        (
            Levenshtein.distance(coarse, classes)
            + 0.4 * Levenshtein.distance(fine, sounds)
            + 0.4 * Levenshtein.distance(word, other) / max(4, len(word)),
            other,
        )
        for other, (classes, sounds) in (_names() if name else vocabulary()).items()
        if other != word and abs(len(classes) - len(coarse)) <= 3
    )
    found = tuple(other for _, other in ranked[:_KEPT])
    # What is longer than every known word, an address say, is heard by its beginning.
    return found or (neighbours(word[: len(word) // 2], name=name) if word else ())


@lru_cache(maxsize=1)
def vocabulary() -> dict[str, tuple[str, str]]:
    """Return the known words with their coarse and their fine sounds."""
    return _listed("words_en.txt")


@lru_cache(maxsize=1)
def _names() -> dict[str, tuple[str, str]]:
    return _listed("names_en.txt")


def _listed(name: str) -> dict[str, tuple[str, str]]:
    text = (files("voice") / "data" / name).read_text(encoding="utf-8")
    return {word: (sound_classes(word), _sounds(word)) for word in text.split()}


def sound_classes(word: str) -> str:
    """Reduce an English spelling to a string of coarse sound classes: "pen" and "ban" come out alike."""
    return re.sub(r"(.)\1+", r"\1", _sounds(word).translate(_CLASS))


def _sounds(word: str) -> str:
    folded = re.sub(r"[^a-z]", "", word.casefold())
    silent = folded[:-1] if len(folded) > 3 and folded.endswith("e") and folded[-2] not in "aeiouc" else folded
    return _SOUND_RE.sub(lambda match: _SOUND_OF[match.group(0)], silent)
