"""A text that remembers where each of its characters came from."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

Replacement = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class Traced:
    """A text made of another one; `starts` and `ends` hold, for each character, the span it was made from."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def part(self, start: int, end: int) -> "Traced":
        """Return a stretch of the text."""
        return Traced(self.text[start:end], self.starts[start:end], self.ends[start:end])

    def stripped(self, characters: str | None = None) -> "Traced":
        """Return the text without the given characters (blanks) at both ends."""
        start = len(self.text) - len(self.text.lstrip(characters))
        return self.part(start, max(start, len(self.text.rstrip(characters))))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a stretch of the text stands in the original; an empty one stands where it would begin."""
        if not self.starts:
            return 0, 0
        if start >= end:
            at = self.starts[start] if start < len(self.starts) else self.ends[-1]
            return at, at
        return self.starts[start], self.ends[min(end, len(self.ends)) - 1]

    def sub(self, pattern: re.Pattern[str], replacement: Replacement) -> "Traced":
        """Return the text with every match replaced; new characters come from the whole stretch they replace."""
        found = list(pattern.finditer(self.text))
        if not found:
            return self
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        last = 0
        for match in found:
            pieces.append(self.text[last : match.start()])
            starts.extend(self.starts[last : match.start()])
            ends.extend(self.ends[last : match.start()])
            new = replacement(match) if callable(replacement) else match.expand(replacement)
            begin, end = self.span(match.start(), match.end())
            pieces.append(new)
            starts.extend([begin] * len(new))
            ends.extend([end] * len(new))
            last = match.end()
        pieces.append(self.text[last:])
        starts.extend(self.starts[last:])
        ends.extend(self.ends[last:])
        return Traced("".join(pieces), tuple(starts), tuple(ends))


def traced(text: str) -> Traced:
    """Return a text in composed form (NFC), each character traced to the letters it is composed of."""
    characters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    begin = 0
    for index in range(1, len(text) + 1):
        if index < len(text) and _joins(text[index]):
            continue
        composed = unicodedata.normalize("NFC", text[begin:index])
        characters.append(composed)
        starts.extend([begin] * len(composed))
        ends.extend([index] * len(composed))
        begin = index
    return Traced("".join(characters), tuple(starts), tuple(ends))


def _joins(character: str) -> bool:
    """Return whether a character may become one with what stands before it."""
    return unicodedata.combining(character) != 0 or "\u1160" <= character <= "\u11ff"
