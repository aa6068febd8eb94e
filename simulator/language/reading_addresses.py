"""Addresses of the network read aloud in Korean: e-mail and web."""

import re

from simulator.language import latin
from simulator.language.numbers_korean import by_digit

EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])([A-Za-z0-9._%+-]+)@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,})(?![A-Za-z0-9])"
)
WEB = re.compile(
    r"(?:https?://)?(?<![A-Za-z0-9.@-])((?:[A-Za-z0-9-]+\.)+(?:com|net|org|io|kr|co\.kr|or\.kr|go\.kr|ac\.kr))(?![A-Za-z0-9.-])"
)
_SIGNS = {".": "점", "_": "언더바", "-": "하이픈", "+": "플러스", "%": "퍼센트"}
_WHOLE_ENDINGS = {"com": "닷컴", "net": "닷넷", "org": "닷오알지"}
_PIECE = re.compile(r"[A-Za-z]+|[0-9]+|[._%+-]")


def read_email(match: re.Match[str]) -> str:
    """Read an e-mail address: its words, 골뱅이, its domain."""
    return f" {_words(match[1])} 골뱅이 {_domain(match[2])}"


def read_web(match: re.Match[str]) -> str:
    """Read a web address without its protocol."""
    return f" {_domain(match[1])}"


def _words(text: str) -> str:
    return " ".join(_spoken(piece) for piece in _PIECE.findall(text))


def _spoken(piece: str) -> str:
    if piece in _SIGNS:
        return _SIGNS[piece]
    return by_digit(piece) if piece.isdigit() else latin.read_word(piece)


def _domain(text: str) -> str:
    *labels, last = text.split(".")
    spoken = " 점 ".join(_words(label) for label in labels)
    ending = _WHOLE_ENDINGS.get(last.lower())
    return f"{spoken} {ending}" if ending else f"{spoken} 점 {latin.letters(last)}"
