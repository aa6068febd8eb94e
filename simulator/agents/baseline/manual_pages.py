"""Sections of the owner's manual as they were read, cut into passages that can be said."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simulator.agents.baseline.conjugation_ko import clauses
from simulator.agents.baseline.manual_terms import terms
from simulator.channel import Locale
from simulator.language.duration import speech_ms
from simulator.language.hangul import has_hangul

LONGEST_MS = 6_000
"""What a concise reply takes to say. Source: the limit of docs/conciseness.md."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_BARE = re.compile(r"[\d.,]+")


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence of a section, or one of its values with the name it goes by; `part` is where it stands."""

    text: str
    part: str
    name: str = ""
    severity: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A section as read."""

    title: str
    passages: tuple[Passage, ...]

    @property
    def whole(self) -> str:
        """All that the section says."""
        return " ".join((self.title, *(one.text for one in self.passages)))

    def terms(self, locale: Locale) -> frozenset[str]:
        """Return what the section is about."""
        return frozenset().union(
            terms(self.title, locale), *(terms(f"{one.name} {one.text}", locale) for one in self.passages)
        )


def page(result: dict[str, Any]) -> Page:
    """Return a section out of what the manual's tool gave."""
    return Page(str(result.get("title", "")), tuple(_passages(result)))


def _passages(result: dict[str, Any]) -> Iterator[Passage]:
    for part in ("text", "steps"):
        for text in result.get(part, ()):
            for sentence in _SENTENCE.split(text):
                yield Passage(sentence, part)
                if speech_ms(sentence) > LONGEST_MS and len(cut := _cut(sentence)) > 1:
                    yield from (Passage(clause, "text") for clause in cut)
    for warning in result.get("warnings", ()):
        for sentence in _SENTENCE.split(warning["text"]):
            yield Passage(sentence, "warnings", severity=warning["severity"])
    for value in result.get("values", ()):
        # A bare number of things says little; the text tells it in a sentence.
        if _BARE.fullmatch(value["value"]):
            continue
        yield Passage(value["value"], "values", name=value["name"])


def _cut(sentence: str) -> list[str]:
    if has_hangul(sentence):
        return clauses(sentence)
    parts = sentence.removesuffix(".").split("; ")
    return [f"{part[:1].upper()}{part[1:]}." for part in parts]
