"""Full-text search in the owner's manual, for Korean and English questions."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from simulator.language.locale import Locale
from simulator.world.manual import Category, Chapter, Section, manual
from simulator.world.manual_words import HANGUL, asked_tokens, composed, tokens

LONGEST_SNIPPET = 200
# A word in the title says more about a section than one in its text. In the order of the columns: title, headings of
# category and chapter, symptoms, all the rest.
_WEIGHTS = "8.0, 3.0, 5.0, 1.0"
_BEST = f"SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY bm25(pages, {_WEIGHTS}), rowid LIMIT ?"
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_STEM = 6


@dataclass(frozen=True, slots=True)
class Finding:
    """A section found by a search, with the sentence of it that answers best."""

    section: Section
    category: Category
    chapter: Chapter
    snippet: str


class ManualIndex:
    """The written sections of the manual in one language, in an in-memory full-text index."""

    def __init__(self, locale: Locale) -> None:
        self._locale = locale
        self._pages = tuple(page for page in manual().pages if page[2].body)
        # Several sessions of one process share it; nothing is written after this.
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        stems = "unicode61" if locale == "ko" else "porter unicode61"
        self._database.execute(
            f"CREATE VIRTUAL TABLE pages USING fts5(title, headings, symptoms, text, content='', tokenize='{stems}')"
        )
        self._database.executemany(
            "INSERT INTO pages(rowid, title, headings, symptoms, text) VALUES (?, ?, ?, ?, ?)",
            ((number, *self._columns(*page)) for number, page in enumerate(self._pages)),
        )
        self._database.commit()

    def _columns(self, chapter: Chapter, category: Category, section: Section) -> Iterator[str]:
        text = (*section.body, *section.steps, *section.warnings, *(value.name for value in section.values))
        for group in ((section.title,), (category.title, chapter.title), section.symptoms, text):
            yield " ".join(tokens(" ".join(words.of(self._locale) for words in group), self._locale))

    def search(self, question: str, limit: int) -> list[tuple[Chapter, Category, Section]]:
        """Return the sections that fit a question best, at most `limit`; none where it holds no word to search for."""
        asked = asked_tokens(question, self._locale)
        if not asked:
            return []
        rows = self._database.execute(_BEST, (" OR ".join(f'"{token}"' for token in asked), limit))
        return [self._pages[number] for (number,) in rows]


@cache
def index(locale: Locale) -> ManualIndex:
    """Return the index of a language, built at its first use."""
    return ManualIndex(locale)


def search(question: str, locale: Locale, limit: int) -> Sequence[Finding]:
    """Search the manual and return what is found in the language of `locale`, best first.

    A question with Hangul is looked up in the Korean texts, any other in those of `locale`, then in English.
    """
    ways: tuple[Locale, ...] = ("ko",) if HANGUL.search(composed(question)) else (locale, "en")
    for way in dict.fromkeys(ways):
        if pages := index(way).search(question, limit):
            return [
                Finding(section, category, chapter, _snippet(question, section, way, locale))
                for chapter, category, section in pages
            ]
    return ()


def _snippet(question: str, section: Section, asked_in: Locale, shown_in: Locale) -> str:
    """Return the sentence that shares most with the question; the first one where the languages differ."""
    sentences = [sentence for passage in section.passages(shown_in) for sentence in _SENTENCE.split(passage)]
    best = sentences[0]
    if asked_in == shown_in:
        asked = {token[:_STEM] for token in asked_tokens(question, asked_in)}
        best = max(sentences, key=lambda one: len(asked.intersection(token[:_STEM] for token in tokens(one, shown_in))))
    return best if len(best) <= LONGEST_SNIPPET else best[: LONGEST_SNIPPET - 1].rsplit(" ", 1)[0] + "…"
