"""The speech level of a whole reply, with the evidence for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from evaluation.honorifics.forms import (
    FORMULAS,
    PLAIN_INTERJECTIONS,
    POLITE_INTERJECTIONS,
    Level,
    SentenceLevel,
    is_propositive,
)
from evaluation.honorifics.preparing import Piece, at_arrow, at_colon, pieces
from evaluation.honorifics.repairs import plain_slang, repaired
from evaluation.honorifics.sentence import Ending, Reading
from evaluation.honorifics.traced import Traced

ReplyLevel = Literal["hae", "haeyo", "hapsyo", "mixed", "none"]


@dataclass(frozen=True, slots=True)
class LevelRules:
    """How cases are read on which grammars and speakers differ; the defaults are LoCar's strict reading.

    `formulas`: whether thanks, apologies and greetings of another level count. `written_style`: whether -다 as in a
    newspaper passes for hae. `propositive`: whether -ㅂ시다 is hapsyo or a level apart. `plain_yes`: whether 응 before
    a polite sentence makes a reply mixed. `polite_yes`: whether 네 before a hae sentence does. `playful`: whether -용
    and -니당 count as what they stand for. `open_clause`: whether a clause left open that stands alone has a level.
    Source: LoCar, its filter of endings; the choices are listed in docs/speech-levels.md.
    """

    formulas: Literal["count", "ignore"] = "count"
    written_style: Literal["pass", "fail"] = "pass"
    propositive: Literal["hapsyo", "other"] = "hapsyo"
    plain_yes: Literal["mixed", "flag"] = "mixed"
    polite_yes: Literal["flag", "mixed"] = "flag"
    playful: Literal["map", "fail"] = "map"
    open_clause: Literal["count", "ignore"] = "count"


STRICT = LevelRules()
_PLAIN_PRONOUNS = frozenset({"너", "니", "너희"})
_HUMBLE_PRONOUNS = frozenset({"저", "제", "저희"})


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """One sentence: its level, the ending that shows it and where the ending stands in the reply.

    `text` is cut from the reply as it was given, `span` is where its ending is there: (start, end) in characters, None
    where there is no ending. `style` is "haera", "hao" or "hage" where the level has such a form. `certain` is False
    where the ending was guessed from its spelling, is a clause left open, or a word that only sounds like a level.
    """

    text: str
    level: SentenceLevel
    ending: str = ""
    span: tuple[int, int] | None = None
    style: str = ""
    certain: bool = True
    flags: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class ReplyReading:
    """A reply's level, its sentences, and what a reader should know about either.

    `flags` may hold: formula, nonstandard, misspelt, fallback, fragment, but, open_clause, truncated, nominal,
    quotation, other, plain_yes, polite_yes, clash, ambiguous, unknown_ending, empty.
    """

    level: ReplyLevel
    sentences: tuple[SentenceReading, ...]
    flags: tuple[str, ...]

    @property
    def certain(self) -> bool:
        """Whether every level was read from a listed ending."""
        return all(sentence.certain for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Compliance:
    """Whether a reply keeps a level: None where it shows none."""

    complies: bool | None
    reason: str


@lru_cache(maxsize=4096)
def read_reply(reply: str, rules: LevelRules = STRICT) -> ReplyReading:
    """Return the speech level of a reply.

    Raises UsageError when the analyser is not installed; any text whatever gives a reading.
    """
    sentences: list[SentenceReading] = []
    flags: dict[str, None] = {}
    parts = pieces(reply)
    for number, piece in enumerate(parts):
        following = any(not other.parenthesis for other in parts[number + 1 :])
        found = list(_read_piece(reply, piece, rules, first=not number, following=following))
        if piece.parenthesis:
            found = [sentence for sentence in found if sentence.level != "none" and sentence.certain]
        sentences.extend(found)
    for sentence in sentences:
        flags.update(dict.fromkeys(sentence.flags))
        if sentence.level == "other":
            flags["other"] = None
    if not sentences:
        flags["empty"] = None
    level = _level(sentences, rules, flags)
    return ReplyReading(level, tuple(sentences), tuple(flags))


def complies(reading: ReplyReading, target: Level, rules: LevelRules = STRICT) -> Compliance:
    """Return whether a reply keeps to a level: all its sentences that have one have that one."""
    counted = [sentence for sentence in reading.sentences if _counts(sentence, rules)]
    for sentence in counted:
        if sentence.level != target:
            told = sentence.style or sentence.level
            return Compliance(False, f"'{sentence.text}' ends in {told} ({sentence.ending}), not in {target}")
        if sentence.style == "haera" and rules.written_style == "fail":
            return Compliance(False, f"'{sentence.text}' is in written style (-{sentence.ending})")
    if not counted:
        return Compliance(None, "no sentence shows a speech level")
    if reading.level == "mixed":
        return Compliance(False, f"a yes or no of another level stands before {target}")
    return Compliance(True, f"{len(counted)} of {len(counted)} sentences with a level are in {target}")


def _counts(sentence: SentenceReading, rules: LevelRules) -> bool:
    if sentence.level == "none":
        return False
    if "formula" in sentence.flags and rules.formulas == "ignore":
        return False
    return not ("open_clause" in sentence.flags and rules.open_clause == "ignore")


def _level(sentences: Sequence[SentenceReading], rules: LevelRules, flags: dict[str, None]) -> ReplyLevel:
    counted = [sentence for sentence in sentences if _counts(sentence, rules)]
    levels = {sentence.level for sentence in counted}
    if not levels or levels == {"other"}:
        return "none"
    if len(levels) > 1:
        if any("open_clause" in sentence.flags for sentence in counted):
            flags["ambiguous"] = None
        return "mixed"
    polite = levels != {"hae"}
    if polite and rules.plain_yes == "mixed" and any("plain_yes" in sentence.flags for sentence in sentences):
        return "mixed"
    if not polite and rules.polite_yes == "mixed" and any("polite_yes" in sentence.flags for sentence in sentences):
        return "mixed"
    (level,) = levels
    assert level in ("hae", "haeyo", "hapsyo")
    return level


def _read_piece(
    reply: str, piece: Piece, rules: LevelRules, *, first: bool, following: bool
) -> Iterator[SentenceReading]:
    text, rest = at_arrow(piece.text)
    label, value, opaque = at_colon(text)
    if value is None:
        yield from _read(reply, text, piece, rules, first=first, following=following or rest is not None)
    else:
        spoken = list(_read(reply, label, piece, rules, first=first, following=True))
        named = [sentence for sentence in spoken if sentence.level != "none"]
        yield from named
        if opaque and not named:
            yield SentenceReading(_cut(reply, text.stripped()), "none", flags=("quotation",))
        else:
            yield from _read(reply, value, piece, rules, first=False, following=following)
    if rest is not None:
        yield from _read(reply, rest, piece, rules, first=False, following=following)


def _cut(reply: str, text: Traced) -> str:
    return reply[slice(*text.span(0, len(text.text)))]


def _read(
    reply: str, text: Traced, piece: Piece, rules: LevelRules, *, first: bool, following: bool
) -> Iterator[SentenceReading]:
    text = text.stripped(" \t,;:-·/|")
    if not text.text:
        return
    text, misspelt = repaired(text)
    reading = Reading(text.text)
    playful = plain_slang(text)
    nonstandard = False
    if playful.text != text.text:
        other = Reading(playful.text)
        # A noun may end in the same letters: only what becomes a verb's ending was meant as one.
        nonstandard = bool(other.endings) and other.tokens[other.endings[-1].first].tag[0] == "E"
        if nonstandard:
            text, reading = playful, other
    open_ended = piece.stop.startswith("..") and following
    closing = reading.closing(last_of_many=not first and not following, stopped=bool(piece.stop))
    if open_ended:
        closing = [ending for ending in closing if ending.certain]
    nonstandard = nonstandard or any(reading.playful(ending) for ending in closing)
    if nonstandard and rules.playful == "fail":
        closing = [replace(ending, level="other") for ending in closing]
    flags = list(_flags(reading, closing, misspelt=misspelt, nonstandard=nonstandard))
    if reading.empty:
        return
    if not closing:
        yield SentenceReading(_cut(reply, text), "none", flags=tuple(flags))
        return
    begin = 0
    for ending in closing:
        last = ending is closing[-1]
        said = text.part(begin, len(text.text) if last else ending.end).stripped(" ,.!?")
        yield _sentence(reply, text, said, ending, flags if last else [], rules)
        begin = ending.end


def _sentence(
    reply: str, text: Traced, said: Traced, ending: Ending, flags: list[str], rules: LevelRules
) -> SentenceReading:
    level, style = ending.level, ending.style
    if is_propositive(ending.form) and rules.propositive == "other":
        level, style = "other", "hao"
    own = [flag for flag in ending.flags if flag in ("fallback", "fragment", "but")]
    if ending.connective:
        own.append("open_clause")
    if FORMULAS.fullmatch(said.text):
        own.append("formula")
    span = text.span(ending.start, ending.end)
    return SentenceReading(_cut(reply, said), level, ending.form, span, style, ending.certain, (*own, *flags))


def _flags(reading: Reading, closing: Sequence[Ending], *, misspelt: bool, nonstandard: bool) -> Iterator[str]:
    if misspelt:
        yield "misspelt"
    if nonstandard:
        yield "nonstandard"
    levels = {ending.level for ending in closing}
    if not closing:
        if reading.nominal:
            yield "nominal"
        if reading.quoting:
            yield "quotation"
        if reading.cut_off:
            yield "truncated"
        elif reading.unknown_ending:
            yield "unknown_ending"
    polite = levels & {"haeyo", "hapsyo"}
    plain_yes = bool(polite) and any(word in PLAIN_INTERJECTIONS for word in reading.answers)
    if plain_yes:
        yield "plain_yes"
    if any(word in POLITE_INTERJECTIONS for word in reading.answers):
        yield "polite_yes"
    words = reading.words()
    if plain_yes or (polite and words & _PLAIN_PRONOUNS) or ("hae" in levels and words & _HUMBLE_PRONOUNS):
        yield "clash"
