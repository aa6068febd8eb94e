"""What a number found in an utterance is, in either language."""

import unicodedata
from typing import NamedTuple


class NumberSpan(NamedTuple):
    """One number and its unit at text[start:end].

    `unit` names the measured thing: degree, fahrenheit, percent, level, hour, oclock, minute, second,
    kilometre, metre, mile, kmh, mph, kilowatt, kilowatt_hour, times, ordinal, floor, item, person,
    vehicle, won, day, week, month, year, fraction (half of something), digits (a telephone number or the
    like: `digits` holds it with leading zeros), or None when nothing names it.
    """

    start: int
    end: int
    value: float
    unit: str | None = None
    digits: str | None = None


class Taken:
    """Collects spans so that an earlier, surer one keeps its place against later ones that overlap it."""

    def __init__(self, length: int) -> None:
        self._taken = bytearray(length)
        self._spans: list[NumberSpan] = []

    def add(self, span: NumberSpan) -> None:
        """Keep `span` unless any of its characters belongs to a span already kept."""
        if not any(self._taken[span.start : span.end]):
            self._taken[span.start : span.end] = b"\1" * (span.end - span.start)
            self._spans.append(span)

    @property
    def spans(self) -> list[NumberSpan]:
        """The spans kept, left to right."""
        return sorted(self._spans, key=lambda span: span.start)


def composed_with_places(text: str) -> tuple[str, list[int]]:
    """Return `text` in NFC and, for each position in it and its end, the matching position in `text`."""
    composed = unicodedata.normalize("NFC", text)
    if composed == text:
        return composed, list(range(len(text) + 1))
    places: list[int] = []
    start = 0
    pieces: list[str] = []
    for end in range(1, len(text) + 1):
        if end < len(text):
            joined = unicodedata.normalize("NFC", text[start : end + 1])
            apart = unicodedata.normalize("NFC", text[start:end]) + unicodedata.normalize("NFC", text[end])
            if unicodedata.combining(text[end]) or joined != apart:
                continue
        piece = unicodedata.normalize("NFC", text[start:end])
        pieces.append(piece)
        places.extend([start] * len(piece))
        start = end
    return "".join(pieces), [*places, len(text)]
