"""What was intended laid over what was heard, word by word, readable without colour."""

import unicodedata
from dataclasses import dataclass
from typing import Literal

from rich.text import Text

from simulator.channel import Locale
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import Palette
from simulator.language.alignment import align, sentence_exact

Fate = Literal["same", "intended", "heard"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring words of one fate: the same on both sides, only intended, or only heard."""

    kind: Fate
    words: tuple[str, ...]


def _core(word: str) -> str:
    """Return what has to agree for two words to be the same: letters and digits, whatever their case."""
    kept = "".join(letter for letter in word if unicodedata.category(letter)[0] in "LNM")
    return (kept or word).casefold()


def differs(intended: str, heard: str, locale: Locale) -> bool:
    """Whether other words were heard than were meant; punctuation, case and spelling of numbers do not count."""
    one, other = unicodedata.normalize("NFC", intended), unicodedata.normalize("NFC", heard)
    if [_core(word) for word in one.split()] == [_core(word) for word in other.split()]:
        return False
    return not sentence_exact(one, other, locale)


def word_diff(intended: str, heard: str) -> list[Piece]:
    """Return both sentences as pieces in order; of words that were taken for others the intended ones come first.

    Source: Levenshtein alignment of words; Korean words carry their particles.
    """
    meant = unicodedata.normalize("NFC", intended).split()
    found = unicodedata.normalize("NFC", heard).split()
    aligned = align([_core(word) for word in meant], [_core(word) for word in found])
    pieces: list[Piece] = []
    lost: list[str] = []
    added: list[str] = []
    same: list[str] = []
    left, right = iter(meant), iter(found)

    def put(kind: Fate, words: list[str]) -> None:
        if words:
            before = pieces.pop().words if pieces and pieces[-1].kind == kind else ()
            pieces.append(Piece(kind, (*before, *words)))
            words.clear()

    def close() -> None:
        put("same", same)
        # Other spaces between the same letters are no other words.
        if "".join(map(_core, lost)) == "".join(map(_core, added)):
            added.clear()
            put("same", lost)
        put("intended", lost)
        put("heard", added)

    for expected, got in aligned.pairs:
        if expected is not None and expected == got:
            if lost or added:
                close()
            same.append(next(left))
            next(right)
            continue
        if same:
            close()
        if expected is not None:
            lost.append(next(left))
        if got is not None:
            added.append(next(right))
    close()
    return pieces


def diff_text(intended: str, heard: str, palette: Palette) -> Text:
    """Return the diff as one line: `[-meant-]` was not heard, `{+heard+}` was not meant."""
    line = Text()
    for number, piece in enumerate(word_diff(intended, heard)):
        words = one_line(" ".join(piece.words))
        if number:
            line.append(" ")
        match piece.kind:
            case "same":
                line.append(words, palette.text)
            case "intended":
                line.append(f"[-{words}-]", palette.bad)
            case "heard":
                line.append(f"{{+{words}+}}", palette.warn)
    return line
