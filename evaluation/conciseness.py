"""How concise a reply is to the ear: a grade from 1 to 3 by rule, with all it rests on, in Korean and English.

An estimate: people agree poorly on conciseness, and these limits have not been fitted to their ratings.
Source: honorifics reference, section 8, from which all limits below are taken unless they name another source.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from evaluation.conciseness_english import english_content, english_parts
from evaluation.conciseness_korean import korean_content, korean_parts
from evaluation.conciseness_parts import Parts
from evaluation.conciseness_text import decoration, numbered, plain, sentences, unreadable
from simulator.language.locale import Locale

LABEL = "estimated conciseness (rule)"

ReplyKind = Literal["normal", "urgent", "steps", "harmful"]
REPLY_KINDS: tuple[ReplyKind, ...] = ("normal", "urgent", "steps", "harmful")

SYLLABLES_PER_S = 5.5
"""Source: KCI A147185, about 320 syllables a minute is rated best for Korean service voices."""
WORDS_PER_MINUTE = 160
"""Source: the middle of the usual 120 to 180 words a minute of English speech."""
SENTENCE_PAUSE_S = 0.5
COMMA_PAUSE_S = 0.25


@dataclass(frozen=True, slots=True)
class Limits:
    """The most a reply of one grade may hold; bounds belong to the better grade."""

    seconds: float
    sentences: int
    units: int
    options: int


CONCISE = Limits(seconds=6, sentences=2, units=4, options=3)
"""Grade 3. Source of four units: FHWA-RD-75-73 (Gatling 1975), spoken route messages."""
ACCEPTABLE = Limits(seconds=12, sentences=4, units=7, options=3)
"""Grade 2. Source of seven units: TRB Human Factors Guidelines, messages that are not urgent; of 12 s, by analogy
only: NHTSA 78 FR 24817, total glance time of a task."""
OPTIONS_WITH_SCREEN = 5
"""Grade 2 where the reply says that more is on the screen."""
URGENT_S = 3.0
"""An urgent warning is one hazard and one action. Source: TRB Human Factors Guidelines, urgent messages."""
MOST_STEPS = 3
STEPS_S = 18.0
"""Three steps, each as long as a concise reply."""
MOST_FILLER = 0.2
MOST_REPEATED = 0.5
FEWEST_CONTENT_WORDS = 2

_ON_SCREEN = {
    "ko": re.compile(r"(?:나머지|더|외|그 ?밖|\d+ ?(?:개|곳|건)).{0,20}화면|화면.{0,20}(?:나머지|더|전체|모두)"),
    "en": re.compile(r"\b(?:more|rest|others?|all)\b.{0,40}\b(?:screen|display)\b", re.I),
}


@dataclass(frozen=True, slots=True)
class Conciseness:
    """The grade of one reply, 3 concise to 1 too long, and every component of it.

    `grade` is None where it says nothing: no reply, too few content words to be called concise, a harmful question.
    `why` names what keeps it below 3, or why there is none. `seconds` are "measured" where the audio's length was
    known, else "estimated". `length` counts spoken syllables (Korean) or words (English), `sentences` all but a bare
    yes or OK. `filler_share` is the share of `length` that says nothing, `repeated_share` that of content words the
    driver had said, None where the driver's words are not known; each is also given at the sentence end where it was
    highest, which is what is graded: a reply becomes no better by saying more.
    """

    locale: Locale
    kind: ReplyKind
    grade: int | None
    why: tuple[str, ...]
    seconds: float
    timing: Literal["estimated", "measured"]
    length: int
    length_unit: Literal["syllables", "words"]
    sentences: int
    units: int
    unit_list: tuple[str, ...]
    options: int
    more_on_screen: bool
    actions: int
    steps: int
    filler_share: float
    filler_share_highest: float
    fillers: tuple[str, ...]
    repeated_share: float | None
    repeated_share_highest: float | None
    content_words: int
    speakable: bool
    not_speakable: tuple[str, ...]


@dataclass(slots=True)
class _Running:
    """What a reply amounts to up to the end of one of its sentences."""

    length: int = 0
    commas: int = 0
    pieces: int = 0
    sentences: int = 0
    filler: int = 0
    content: int = 0
    repeated: int = 0
    listed: int = 0
    items: int = 0
    actions: int = 0
    acting: int = 0
    weight: int = 0

    def add(self, parts: Parts, *, item: bool, weight: int) -> None:
        """Take a sentence in; `weight` is what its units add to those before."""
        self.length += parts.length
        self.commas += parts.commas
        self.pieces += 1
        self.sentences += parts.sentences
        self.filler += parts.filler
        self.content += len(parts.content)
        self.repeated += parts.repeated
        self.listed = max(self.listed, parts.listed)
        self.items += item
        self.actions += parts.actions
        self.acting += parts.actions > 0
        self.weight += weight

    def seconds(self, locale: Locale) -> float:
        """Estimate how long it takes to say."""
        speech = self.length / SYLLABLES_PER_S if locale == "ko" else self.length / WORDS_PER_MINUTE * 60
        return speech + SENTENCE_PAUSE_S * max(0, self.pieces - 1) + COMMA_PAUSE_S * self.commas

    @property
    def filler_share(self) -> float:
        """The share of it that says nothing."""
        return self.filler / self.length if self.length else 0.0

    @property
    def repeated_share(self) -> float:
        """The share of its content words that the driver had said."""
        return self.repeated / self.content if self.content else 0.0


def read_conciseness(
    text: str, locale: Locale, *, said: str = "", audio_ms: int | None = None, kind: ReplyKind = "normal"
) -> Conciseness:
    """Return how concise a reply is.

    `said` are the driver's last words, "" where they are not known; `audio_ms` is the length of the reply as sound.
    Any text whatever gives a reading. Raises UsageError when Korean is asked for and its analyser is not installed.
    """
    return _read(plain(text), locale, plain(said), audio_ms, kind)


@lru_cache(maxsize=1024)
def _read(text: str, locale: Locale, said: str, audio_ms: int | None, kind: ReplyKind) -> Conciseness:
    noise, decor = unreadable(text), decoration(text)
    screen = _ON_SCREEN[locale].search(text) is not None
    listed = numbered(text)
    running = _Running()
    units: dict[str, int] = {}
    fillers: list[str] = []
    filler_highest = repeated_highest = 0.0
    for parts, item in _measured(text, locale, said):
        news = {name: weight for name, weight in parts.units.items() if name not in units}
        running.add(parts, item=item, weight=sum(news.values()))
        units |= news
        fillers += parts.fillers
        if running.content >= FEWEST_CONTENT_WORDS or _beyond(running, locale, CONCISE):
            filler_highest = max(filler_highest, running.filler_share)
        if _beyond(running, locale, CONCISE):
            repeated_highest = max(repeated_highest, running.repeated_share)
    seconds = running.seconds(locale) if audio_ms is None else audio_ms / 1000
    found = Conciseness(
        locale=locale,
        kind=kind,
        grade=None,
        why=(),
        seconds=round(seconds, 3),
        timing="estimated" if audio_ms is None else "measured",
        length=running.length,
        length_unit="syllables" if locale == "ko" else "words",
        sentences=running.sentences,
        units=running.weight,
        unit_list=tuple(units),
        options=max(running.items, running.listed, listed),
        more_on_screen=screen,
        actions=running.actions,
        steps=max(running.items, listed, running.acting),
        filler_share=round(running.filler_share, 4),
        filler_share_highest=round(filler_highest, 4),
        fillers=tuple(fillers),
        repeated_share=round(running.repeated_share, 4) if said.strip() else None,
        repeated_share_highest=round(repeated_highest, 4) if said.strip() else None,
        content_words=running.content,
        speakable=not (noise or decor),
        not_speakable=(*noise, *decor),
    )
    return found
