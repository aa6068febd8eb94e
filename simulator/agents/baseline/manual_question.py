"""Which of the driver's words are a question for the owner's manual, and what kind of question."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from simulator.agents.baseline import lexicon_manual_en, lexicon_manual_ko
from simulator.agents.baseline.manual_terms import measures, said_numbers, terms, words
from simulator.channel import Locale
from simulator.trajectory import AssistantSaid, DriverSaid, Message

Kind = Literal["fact", "next", "doubt"]


def _patterns(name: str) -> dict[Locale, re.Pattern[str]]:
    return {
        "ko": re.compile(getattr(lexicon_manual_ko, name)),
        "en": re.compile(getattr(lexicon_manual_en, name), re.IGNORECASE),
    }


_ASKS = _patterns("ASKS")
_HOW = _patterns("HOW")
_LIMITS = _patterns("LIMITS")
_REQUESTS = _patterns("REQUESTS")
_DOUBTS = _patterns("DOUBTS")
_NEXT = _patterns("NEXT")
_INSTEAD = _patterns("INSTEAD")
_ASKED_FOR = _patterns("ASKED_FOR")

_INTERROGATIVE = re.compile(r"어떻게|어떡|왜|뭐|뭘|무엇|무슨|어디|어느|언제|몇|얼마")
_CUT = re.compile(r"[.!?,]+\s*")
LONGEST_HEARD = 1200
"""Characters of a turn that are looked at, more than a minute of speech; longer ones take ever longer to read."""
_KEYWORDS = 6
_FEW_WORDS = 2


@dataclass(frozen=True, slots=True)
class Question:
    """A turn put to the manual: its words, what was said before it as (driver, assistant), and its kind.

    `lamp` says that it tells of a lamp of the dashboard, `any_lamp` that it does not tell which.
    """

    heard: str
    history: tuple[tuple[str, str], ...]
    kind: Kind
    locale: Locale
    lamp: bool = False
    any_lamp: bool = False

    @property
    def elliptic(self) -> bool:
        """Whether the turn alone does not say what it is about."""
        return len(words(self.plain, self.locale)) < _FEW_WORDS

    @property
    def focus(self) -> str:
        """What is asked for by name: 바퀴 in 어느 바퀴, wheels in which wheels."""
        return " ".join(_ASKED_FOR[self.locale].findall(self.heard))

    @property
    def plain(self) -> str:
        """The turn without what it turns down: 뒤쪽 말고 앞쪽은요 asks about 앞쪽."""
        return _INSTEAD[self.locale].sub(" ", self.heard)


def question_of(messages: tuple[Message, ...], locale: Locale) -> Question:
    """Return the newest turn of a conversation as a question for the manual."""
    exchanges: list[tuple[str, str]] = []
    heard = ""
    for message in messages:
        match message:
            case DriverSaid():
                heard = unicodedata.normalize("NFC", message.heard[:LONGEST_HEARD])
            case AssistantSaid():
                exchanges.append((heard, message.text))
                heard = ""
    return Question(heard, tuple(exchanges), kind_of(heard, bool(exchanges), locale), locale)


def kind_of(heard: str, has_history: bool, locale: Locale) -> Kind:
    """Return whether a turn doubts what was said, asks for the next step, or for a fact."""
    if has_history and _DOUBTS[locale].search(heard):
        return "doubt"
    return "next" if _NEXT[locale].search(heard) else "fact"


def requests(heard: str, locale: Locale) -> bool:
    """Say whether words ask for something to be done, and not only told."""
    if locale == "ko":
        said = [clause for clause in _CUT.split(heard.strip()) if clause]
        return any(_REQUESTS["ko"].search(clause) and not _INTERROGATIVE.search(clause) for clause in said)
    return any(_REQUESTS["en"].search(clause) for clause in _CUT.split(heard.strip()))


def asks(heard: str, locale: Locale) -> bool:
    """Say whether words are put as a question."""
    return not requests(heard, locale) and bool(_ASKS[locale].search(heard) or heard.strip().endswith("?"))


def asks_how(heard: str, locale: Locale) -> bool:
    """Say whether words ask how a thing is done or works, what it means or whether it is allowed."""
    return not requests(heard, locale) and bool(_HOW[locale].search(heard))


def asks_limit(heard: str, locale: Locale) -> bool:
    """Say whether words ask for what holds always, such as a highest value, and not for how the car stands now."""
    return not requests(heard, locale) and bool(_LIMITS[locale].search(heard))


def is_keyword(heard: str) -> bool:
    """Say whether words are barked at the car as at a search field: 타이어 공기압."""
    return len(heard.split()) <= _KEYWORDS and not re.search(r"[.!]\s*\S", heard)


def doubted(question: Question) -> int:
    """Return the number of the exchange that a doubt is about: the one that shares most with it, else the latest."""
    said = terms(question.heard, question.locale)

    def closeness(number: int) -> tuple[float, int]:
        driver, assistant = question.history[number]
        shared = len(said & (terms(driver, question.locale) | terms(assistant, question.locale)))
        shared += 2 * (measures(question.heard, assistant) == 1.0)
        names_number = bool(said_numbers(assistant, question.locale))
        return shared + 0.5 * names_number, number

    return max(range(len(question.history)), key=closeness)
