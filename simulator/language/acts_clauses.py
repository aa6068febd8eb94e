"""What both languages share: the acts, how strongly a clause states one, and how a reply falls into sentences."""

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum, StrEnum


class Act(StrEnum):
    """What one stretch of an assistant's speech does to the driver."""

    CONFIRM = "confirm"
    CHOOSE = "choose"
    VALUE = "value"
    DONE = "done"
    LIMIT = "limit"
    REPEAT = "repeat"
    OTHER = "other"


QUESTIONS = frozenset({Act.CONFIRM, Act.CHOOSE, Act.VALUE})


class Weight(Enum):
    """How a clause gives way to the rest of the reply.

    FIRM stands always. CONTEXT (a plain statement, a limit under a condition) gives way to a question;
    a conditional limit also to a reported deed. OFFER ("if you like, I could ...") gives way to a reported
    deed and to a firm question. PROMISE ("I'll open it", "say that again?") stands only where nothing else does.
    """

    FIRM = "firm"
    CONTEXT = "context"
    OFFER = "offer"
    PROMISE = "promise"


@dataclass(frozen=True, slots=True)
class Finding:
    """One act heard in one clause."""

    act: Act
    clause: str
    weight: Weight = Weight.FIRM


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence without its closing marks; `asks` if it ended in a question mark, `item` if a list entry."""

    text: str
    asks: bool
    item: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where in its reply a sentence stands."""

    reply: list[Sentence]
    at: int

    @property
    def items(self) -> int:
        """Return how many other list entries the reply holds."""
        return sum(sentence.item for sentence in self.reply) - self.reply[self.at].item

    @property
    def nearby(self) -> list[Sentence]:
        """Return the sentences that may name what is asked about: all before and the statement after."""
        after = self.reply[self.at + 1 : self.at + 2]
        return [*self.reply[: self.at], *(sentence for sentence in after if not sentence.asks)]


# A clause search may look across a whole sentence, so an endless one is cut to keep the work linear.
_LONGEST_SENTENCE = 600
_TYPOGRAPHY = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u02bc": "'",
        "\u00b4": "'",
        "`": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
        "\u300c": '"',
        "\u300d": '"',
        "\uff1f": "?",
        "\uff01": "!",
        "\uff0c": ",",
        "\u3002": ".",
        "\u2026": ".",
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
        "\u2003": " ",
        "\r": "\n",
        "\u2028": "\n",
        "\u2029": "\n",
    }
)
_PICTURES = re.compile(
    "[\u200b-\u200f\u2060\ufe00-\ufe0f\u2190-\u21ff\u2300-\u23ff\u2460-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\U0001f000-\U0001faff\U000e0000-\U000e007f]+"
)
_MARKUP = re.compile(r"\*+|_{2,}|(?<!\w)_|_(?!\w)|^\s*#{1,6}\s|^\s*>\s|~+|\|", re.MULTILINE)
# Words the assistant only cites, such as the draft of a mail, are nobody's act.
_CITED = re.compile(r'\u201c[^\u201d]{25,}\u201d|(?:^|(?<=[\s(:]))"(?=\S)[^"]{25,}(?<=\S)"(?!\w)')
_ITEM = re.compile(r"\s*(?:[-•·–*]\s+|\(?\d{1,2}[.)]\s+|\(?[a-eA-E]\)\s+)")
_ABBREVIATION = re.compile(
    r"\b(a|p)\.\s?m\.|\b(e)\.\s?g\.|\b(i)\.\s?e\.|\b(mr|mrs|ms|dr|st|approx|no|vs|etc|str)\.(?=\s)", re.IGNORECASE
)
_BOUNDARY = re.compile(r"""[.!?]+["')\]]*(?:\s+|$)|(?<=[가-힣])[.!?]+(?=[가-힣])|[!?]+(?=[^\s\W])""")


def plain(speech: str) -> str:
    """Return the speech composed (NFC), with straight quotes and without markup and pictures."""
    text = _CITED.sub("(...)", unicodedata.normalize("NFC", speech))
    return _PICTURES.sub(" ", text.translate(_TYPOGRAPHY))


def sentences(speech: str) -> list[Sentence]:
    """Cut plain speech into sentences, lines and list entries."""
    found: list[Sentence] = []
    for raw in speech.split("\n"):
        marker = _ITEM.match(raw)
        line = _MARKUP.sub("", raw[marker.end() :] if marker else raw)
        line = _ABBREVIATION.sub(lambda m: m.group().replace(".", ""), line)
        start = 0
        for end in [*_BOUNDARY.finditer(line), None]:
            text = line[start : end.start() if end else len(line)].strip(" \t,;:-()")
            asks = end is not None and "?" in end.group()
            start = end.end() if end else len(line)
            if text:
                found.extend(_portions(text, asks, marker is not None))
    return found


def _portions(text: str, asks: bool, item: bool) -> list[Sentence]:
    if len(text) <= _LONGEST_SENTENCE:
        return [Sentence(text, asks, item)]
    cuts = [text[i : i + _LONGEST_SENTENCE] for i in range(0, len(text), _LONGEST_SENTENCE)]
    return [Sentence(cut, asks and cut is cuts[-1], item) for cut in cuts]
