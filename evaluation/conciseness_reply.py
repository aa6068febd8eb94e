"""A whole reply measured for its conciseness, sentence by sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from evaluation.conciseness_english import english_content, english_parts
from evaluation.conciseness_korean import korean_content, korean_parts
from evaluation.conciseness_limits import COMMA_PAUSE_S, SENTENCE_PAUSE_S, SYLLABLES_PER_S, WORDS_PER_MINUTE
from evaluation.conciseness_parts import Parts
from evaluation.conciseness_text import decoration, numbered, sentences, unreadable
from simulator.language.locale import Locale

_ON_SCREEN = {
    "ko": re.compile(r"(?:나머지|더|외|그 ?밖|\d+ ?(?:개|곳|건)).{0,20}화면|화면.{0,20}(?:나머지|더|전체|모두)"),
    "en": re.compile(r"\b(?:more|rest|others?|all)\b.{0,40}\b(?:screen|display)\b", re.I),
}


@dataclass(frozen=True, slots=True)
class Amount:
    """What a reply amounts to up to the end of one of its sentences.

    `length` counts spoken syllables (Korean) or words (English), `filler` those of them that say nothing; `sentences`
    all but a bare yes or OK; `units` facts to be kept in mind by their weight; `items` entries of a list on lines of
    its own, `listed` the longest enumeration; `acting` sentences with an action, `telling` those without.
    """

    seconds: float = 0.0
    length: int = 0
    commas: int = 0
    pieces: int = 0
    sentences: int = 0
    filler: int = 0
    content: int = 0
    repeated: int = 0
    units: int = 0
    items: int = 0
    listed: int = 0
    actions: int = 0
    acting: int = 0
    telling: int = 0

    @property
    def filler_share(self) -> float:
        """The share of the length that says nothing."""
        return self.filler / self.length if self.length else 0.0

    @property
    def repeated_share(self) -> float:
        """The share of content words that the driver had said."""
        return self.repeated / self.content if self.content else 0.0

    @property
    def options(self) -> int:
        """What there is to choose from, or is counted up."""
        return max(self.items, self.listed)

    @property
    def steps(self) -> int:
        """What is to be done one after the other."""
        return max(self.items, self.acting)


@dataclass(frozen=True, slots=True)
class Measures:
    """A reply, measured: `amounts` up to the end of each sentence, the last of them the whole reply."""

    amounts: tuple[Amount, ...] = ()
    units: dict[str, int] = field(default_factory=dict)
    fillers: tuple[str, ...] = ()
    more_on_screen: bool = False
    unreadable: tuple[str, ...] = ()
    decoration: tuple[str, ...] = ()

    @property
    def whole(self) -> Amount:
        """The whole reply."""
        return self.amounts[-1] if self.amounts else Amount()


def measured(text: str, locale: Locale, said: str) -> Measures:
    """Measure a plain text (see `plain`) after the driver's words; its time is estimated."""
    amounts: list[Amount] = []
    amount = Amount()
    units: dict[str, int] = {}
    fillers: list[str] = []
    for parts, item in _parts(text, locale, said):
        news = {name: weight for name, weight in parts.units.items() if name not in units}
        units |= news
        fillers += parts.fillers
        amount = _with(amount, parts, item=item, news=sum(news.values()), locale=locale)
        amounts.append(amount)
    inline = numbered(text)
    if amounts and inline > amounts[-1].items:
        amounts[-1] = replace(amounts[-1], items=inline)
    return Measures(
        amounts=tuple(amounts),
        units=units,
        fillers=tuple(fillers),
        more_on_screen=_ON_SCREEN[locale].search(text) is not None,
        unreadable=unreadable(text),
        decoration=decoration(text),
    )


def _parts(text: str, locale: Locale, said: str) -> Iterator[tuple[Parts, bool]]:
    read, content = (korean_parts, korean_content) if locale == "ko" else (english_parts, english_content)
    known = content(said) if said.strip() else frozenset[str]()
    apologies = 0
    pieces = sentences(text)
    for number, sentence in enumerate(pieces, 1):
        parts, apologies = read(sentence.text, known, apologies, last=number == len(pieces))
        yield parts, sentence.item


def _with(before: Amount, parts: Parts, *, item: bool, news: int, locale: Locale) -> Amount:
    length, commas, pieces = before.length + parts.length, before.commas + parts.commas, before.pieces + 1
    speech = length / SYLLABLES_PER_S if locale == "ko" else length * 60 / WORDS_PER_MINUTE
    return Amount(
        seconds=speech + SENTENCE_PAUSE_S * (pieces - 1) + COMMA_PAUSE_S * commas,
        length=length,
        commas=commas,
        pieces=pieces,
        sentences=before.sentences + parts.sentences,
        filler=before.filler + parts.filler,
        content=before.content + len(parts.content),
        repeated=before.repeated + parts.repeated,
        units=before.units + news,
        items=before.items + item,
        listed=max(before.listed, parts.listed),
        actions=before.actions + parts.actions,
        acting=before.acting + (parts.actions > 0),
        telling=before.telling + (parts.actions == 0 and parts.sentences > 0 and bool(parts.content)),
    )
