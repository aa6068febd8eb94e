"""An utterance cut into parts of one request each, with their words sorted by role."""

import re
from dataclasses import dataclass, field

from simulator.agents.baseline import lexicon_en, lexicon_ko
from simulator.agents.baseline.mood import asks_done, is_excepted, taken_back, tells
from simulator.agents.baseline.spotting import Mention
from simulator.channel import Locale

_VERB_JOINS_ON = re.compile(r"(?:[어해]?(?:주)?고|구|며|면서|어서|어주고)(?!싶)")
_PARTS = ("seat", "wheel", "glass", "heat")
_MODIFIERS = ("zone", "number", "amount", "option", "color")


@dataclass(slots=True)
class Part:
    """The words of one request: mentions in order, from character `start` to `end` of the searched text.

    `negated` is a command taken back, `told` a statement of how things are; neither is a request. `excepts` says that a
    thing was named which is not meant, `excepted` holds the zones that are not.
    """

    mentions: list[Mention] = field(default_factory=list)
    start: int = 0
    end: int = 0
    question: bool = False
    negated: bool = False
    told: bool = False
    ends_sentence: bool = False
    excepts: bool = False
    excepted: list[str] = field(default_factory=list)

    def of(self, kind: str) -> list[Mention]:
        """Return the mentions of one kind in order."""
        return [mention for mention in self.mentions if mention.kind == kind]

    def has(self, kind: str) -> bool:
        """Say whether a mention of this kind is there."""
        return any(mention.kind == kind for mention in self.mentions)


def _excepts_zone(piece: Part, mention: Mention, locale: Locale) -> bool:
    """Note the seat that is not meant, where one is: 조수석 창문 빼고 leaves the window, and all others of its kind."""
    if mention.kind == "zone":
        piece.excepted.append(mention.meaning)
        return True
    before = piece.mentions[-1] if piece.mentions else None
    if locale == "ko" and before is not None and before.kind == "zone" and before.end == mention.start:
        piece.excepted.append(piece.mentions.pop().meaning)
        return True
    return False


def cut(searched: str, mentions: list[Mention], locale: Locale) -> list[Part]:
    """Cut at conjunctions, then join pieces that are no request of their own to the request they belong to."""
    pieces = _pieces(searched, mentions, locale)
    for piece in pieces:
        piece.question = _asks(searched, piece, locale)
        piece.negated = piece.negated or _negated(piece, locale)
        piece.told = _tells(searched, piece, locale)
    pieces = [piece for piece in pieces if piece.mentions]
    return _joined(pieces, locale)


def _pieces(searched: str, mentions: list[Mention], locale: Locale) -> list[Part]:
    pieces = [Part()]
    for mention in mentions:
        current = pieces[-1]
        if mention.kind == "break":
            current.end = mention.start
            pieces.append(Part(start=mention.end))
            current.ends_sentence = searched[mention.start : mention.end] in (".", "!", "?")
            continue
        if mention.kind in ("device", "zone") and is_excepted(searched, mention.start, mention.end, locale):
            if not _excepts_zone(current, mention, locale):
                current.excepts = True
                continue
            if mention.kind == "zone":
                continue
        if mention.start < current.start:
            # A word of the joint itself.
            continue
        current.mentions.append(mention)
        if locale == "ko" and mention.kind == "action" and (end := taken_back(searched, mention.end)):
            current.end, current.negated = end, True
            pieces.append(Part(start=end))
            continue
        if locale == "ko" and mention.kind == "action" and (join := _VERB_JOINS_ON.match(searched, mention.end)):
            current.end = join.end()
            pieces.append(Part(start=join.end()))
        elif locale == "ko" and mention.kind == "action" and searched[mention.end - 1] == "고":
            current.end = mention.end
            pieces.append(Part(start=mention.end))
    pieces[-1].end = len(searched)
    return pieces


def _asks(searched: str, piece: Part, locale: Locale) -> bool:
    words = searched[piece.start : piece.end].strip()
    if _tells(searched, piece, locale) and locale == "ko":
        return False
    if locale == "ko":
        return asks_done(words, locale, asked=_marked(searched, piece)) or bool(
            re.search(lexicon_ko.QUERY_INSIDE, words)
        )
    inside = re.search(lexicon_en.QUERY_INSIDE, words)
    return bool(re.search(lexicon_en.QUERY_STARTS, words) or inside)


def _tells(searched: str, piece: Part, locale: Locale) -> bool:
    """Recognise a statement about the car, as a complaint before a request: the air is blowing in my face."""
    words = searched[piece.start : piece.end]
    if tells(words.strip(), searched, locale, asked=_marked(searched, piece), valued=_has_value(piece)):
        return True
    if locale == "ko":
        if words.endswith("있"):
            # Cut off as a reason: 열려 있으니까.
            return True
        asks = re.search(lexicon_ko.ASKS_WHICH, words)
        return not (piece.has("action") or asks) and bool(re.search(lexicon_ko.TELLS, words))
    if piece.question or not any(device.meaning not in _PARTS for device in piece.of("device")):
        return False
    return bool(re.search(lexicon_en.TELLS, words)) and not re.search(lexicon_en.WISHES_FOR, words)


def _marked(searched: str, piece: Part) -> bool:
    """Say whether a question mark follows a piece."""
    return searched[piece.end : piece.end + 1] == "?" or searched[piece.start : piece.end].strip().endswith("?")


def _negated(piece: Part, locale: Locale) -> bool:
    """A command is taken back before it in English, after it in Korean."""
    for negation in piece.of("not"):
        actions = piece.of("action")
        if locale == "ko" and not any(mention.start >= negation.end for mention in actions):
            return True
        if locale == "en" and any(
            mention.start > negation.start for mention in (*actions, *piece.of("device"), *piece.of("option"))
        ):
            return True
    return False


def _joined(pieces: list[Part], locale: Locale) -> list[Part]:
    parts: list[Part] = []
    waiting: Part | None = None
    for piece in pieces:
        if waiting is not None and not waiting.ends_sentence and not (_is_whole(waiting) and _is_whole(piece)):
            piece = _union(waiting, piece)
        elif waiting is not None:
            parts.append(waiting)
        waiting = None
        if locale == "ko" and parts and _finishes(parts[-1], piece):
            parts[-1] = _union(parts[-1], piece)
            continue
        complete = piece.has("device") or piece.has("wish") or piece.has("unsupported")
        if not complete and not piece.has("action") and _only_modifiers(piece):
            if parts and _is_whole(piece) and _is_whole(parts[-1]):
                parts.append(piece)
            elif parts and not _opens_a_list(piece, parts[-1]):
                parts[-1] = _union(parts[-1], piece)
            else:
                waiting = piece
            continue
        if not complete and piece.has("action") and piece.has("zone") and locale == "en" and not _has_value(piece):
            waiting = piece
            continue
        parts.append(piece)
    if waiting is not None:
        parts.append(waiting)
    return parts


def _finishes(before: Part, piece: Part) -> bool:
    """A Korean verb without a device closes the words before it that still lack one."""
    verbless = before.has("device") and not (before.has("action") or before.question or before.ends_sentence)
    return verbless and not (before.negated or before.told) and piece.has("action") and not piece.has("device")


def _is_whole(piece: Part) -> bool:
    """A seat with its own number is a setting of its own: two for the driver, one for the passenger."""
    return piece.has("zone") and piece.has("number")


def _only_modifiers(piece: Part) -> bool:
    return all(mention.kind in _MODIFIERS or mention.kind == "ignored" for mention in piece.mentions)


def _has_value(piece: Part) -> bool:
    return piece.has("number") or piece.has("amount") or piece.has("option")


def _opens_a_list(piece: Part, before: Part) -> bool:
    """Zones alone belong to the next device when nothing before them takes zones."""
    return not before.has("device") and not before.has("number") and piece.has("zone")


def _union(first: Part, second: Part) -> Part:
    return Part(
        first.mentions + second.mentions,
        first.start,
        second.end,
        first.question or second.question,
        first.negated or second.negated,
        first.told or second.told,
        second.ends_sentence,
        first.excepts or second.excepts,
        first.excepted + second.excepted,
    )
