"""A transcript as data: quoted so that nothing said in a session can pass for an instruction to its judge."""

import hashlib
import json
import re
import string
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

OPEN, CLOSE = "<<<DATA", "DATA>>>"
# Letters that model templates, mark-up or our own marks are made of; harmless letters stay readable.
_MARKING = frozenset("<>[]{}`#|&")
_PLAIN = frozenset(string.ascii_letters + string.digits + " ")
# Brackets that look like those of a mark although no normalisation turns them into one.
_LOOK_ALIKE = frozenset("‹›«»〈〉《》⟨⟩⟪⟫❬❭❮❯❰❱≪≫⋘⋙˂˃ᐸᐳ⸢⸣〈〉꞉∣ǀ❴❵")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def quoted(lines: Iterable[Any]) -> str:
    """Return values as JSON, one a line, between an opening and a closing mark.

    Strings hold no line break, no invisible character and none of the letters marks are made of, nor any that look like
    them: all these are written as \\u escapes, so neither mark can occur inside, to whatever reader. The marks carry a
    digest of what is between them.
    """
    body = "\n".join(_line(value) for value in lines)
    number = hashlib.sha256(body.encode()).hexdigest()[:16]
    return f"{OPEN} {number}\n{body}\n{number} {CLOSE}"


def _line(value: Any) -> str:
    return _STRING.sub(lambda found: _escaped(found[0]), json.dumps(value, ensure_ascii=False, default=str))


def _escaped(text: str) -> str:
    return "".join(
        character if character in _PLAIN or not _is_risky(character) else _escape(character) for character in text
    )


@lru_cache(maxsize=4096)
def _is_risky(character: str) -> bool:
    if not character.isprintable() or character in _LOOK_ALIKE or unicodedata.category(character) == "Mn":
        return True
    return not _MARKING.isdisjoint(unicodedata.normalize("NFKC", character))


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[index]:02x}{units[index + 1]:02x}" for index in range(0, len(units), 2))
