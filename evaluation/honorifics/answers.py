"""The yes or no that a reply begins with."""

import re
from collections.abc import Sequence

from evaluation.honorifics.forms import ALSO_OTHER_WORDS, PLAIN_INTERJECTIONS, POLITE_INTERJECTIONS
from simulator.language.kiwi import Morpheme

_WORD = re.compile(r"([가-힣]+)(?=(\s*(?:[,.!?~]|$))|\s)")


def yes_or_no(text: str, tokens: Sequence[Morpheme]) -> tuple[tuple[str, ...], int]:
    """Return the interjections at the beginning of a text, yes and no among them, and where they end.

    넵 and 넹 come in pieces or as nouns, so an answer is told by how it is written, not by its morphemes alone.
    """
    found: list[str] = []
    until = 0
    for token in tokens:
        if token.start < until or token.tag.startswith("S"):
            continue
        word = _WORD.match(text, token.start)
        if token.tag == "IC":
            found.append(token.form)
            until = token.end
        elif word is not None and _answers(word):
            found.append(word[1])
            until = word.end(1)
        else:
            break
    return tuple(found), until


def _answers(word: re.Match[str]) -> bool:
    known = word[1] in POLITE_INTERJECTIONS or word[1] in PLAIN_INTERJECTIONS
    return known and (word[1] not in ALSO_OTHER_WORDS or word[2] is not None)
