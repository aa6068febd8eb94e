"""An answer in pieces that can be said one after the other, and how much of it was heard."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

# A mark ends a sentence when a space follows; 22.5 and 11:30 stay whole.
_SENTENCE = re.compile(r"[^.?!…\n]*(?:[.?!…]++(?!\s|$)[^.?!…\n]*)*(?:[.?!…]+|\n|$)")
_CLAUSE = re.compile(r"[,;:]\s+")
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|No|approx|e\.g|i\.e)|\b[A-Z])\.$")
# Time to the first sound grows with the length of the first piece; about two seconds of speech are soon made.
_LONG_FIRST: dict[bool, int] = {True: 14, False: 36}
_SHORTEST_CLAUSE = 8
_HANGUL = re.compile(r"[가-힣]")


def spoken_pieces(text: str) -> tuple[str, ...]:
    """Return the sentences of a text; a long first one is cut at a comma, so that its beginning is soon heard."""
    sentences: list[str] = []
    for match in _SENTENCE.finditer(text):
        piece = match.group().strip()
        if not piece:
            continue
        if sentences and _ABBREVIATION.search(sentences[-1]):
            sentences[-1] = f"{sentences[-1]} {piece}"
        else:
            sentences.append(piece)
    if not sentences:
        return ()
    first, *rest = sentences
    return (*_clauses(first), *rest)


def _clauses(sentence: str) -> tuple[str, ...]:
    if len(sentence) <= _LONG_FIRST[bool(_HANGUL.search(sentence))]:
        return (sentence,)
    for match in _CLAUSE.finditer(sentence):
        before, after = sentence[: match.end()].rstrip(), sentence[match.end() :]
        if len(before) >= _SHORTEST_CLAUSE and len(after) >= _SHORTEST_CLAUSE:
            return before, after
    return (sentence,)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of an answer and how long saying it takes."""

    text: str
    duration_ms: int


def audible(pieces: Sequence[Piece], played_ms: int) -> str:
    """Return the words that were heard when the sound stopped after `played_ms` of it.

    Within a piece the words are taken to be spoken evenly; one that was cut off does not count.
    """
    heard: list[str] = []
    left_ms = played_ms
    for piece in pieces:
        if left_ms >= piece.duration_ms:
            heard.append(piece.text)
            left_ms -= piece.duration_ms
            continue
        words = piece.text.split()
        letters = sum(map(len, words))
        said = 0
        for word in words:
            said += len(word)
            if said * piece.duration_ms > left_ms * letters:
                break
            heard.append(word)
        break
    return " ".join(heard)
