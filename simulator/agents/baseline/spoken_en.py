# ruff: noqa: E501 - one pattern per line: wrapping one would hide what belongs together
"""Names and texts inside English requests, found by the words around them."""

import re
from dataclasses import dataclass, field

from simulator.agents.baseline.lexicon_road_en import NAME_STOPS, PLACE_AFTER

MOST_NAME_WORDS = 3
_WORD = re.compile(r"[a-zà-ÿ][a-zà-ÿ'’.-]*")
_BOUNDARY = re.compile(
    r"(?<![0-9])[,;.!?]+(?![0-9])|[.,;!?]+(?=\s|$)"
    r"|\s(?:and then|and also|and please|but then|and|then|also|plus|but|so)\s(?!a half\b|a quarter\b)",
    re.I,
)
_CONDITION = re.compile(r"\s*(?:and |so |then )?(?:if|when|once|after|before)\b", re.I)
_NAME = r"(?P<name>[a-zà-ÿ][a-zà-ÿ'’ -]*?)"
_OBJECT = (
    ("swap", rf"\b(?:swap|exchange|replace|substitute|change) (?P<old>[a-zà-ÿ' -]+?) (?:for|with|by|to) {_NAME}$"),
    ("old", rf"\b(?:the|my|our|that) {_NAME} (?:stop(?:over)?|waypoint|leg)\b"),
    (
        "old",
        rf"\b(?:skip|drop|remove|delete|scratch|scrap|bypass|forget) {_NAME}(?: (?:from|off|out|as|please|now)\b.*)?$",
    ),
    ("old", rf"\b(?:take|leave|cut) {_NAME} (?:off|out)\b"),
    ("place", rf"\b(?:make|set|use) {_NAME} (?:as )?(?:my|the|our) (?:new )?(?:final )?(?:destination|goal)\b"),
    ("place", rf"\b(?:add|include|insert|visit|navigate|reach) {_NAME}(?: (?:as|to|on|into|in|please|first)\b.*)?$"),
    ("place", rf"\b(?:do|put) {_NAME} (?:first|on (?:the|my) route|in between)\b"),
    ("place", rf"\bput (?:in )?{_NAME} (?:in|into|on|as)\b"),
    ("place", rf"\b{_NAME} (?:weather|forecast)\b"),
    ("place", rf"^{_NAME} (?:instead(?! of)|please|now)\b"),
    ("place", rf"\bdestination (?:is|should be) (?:now )?{_NAME}$"),
)
_LEADING_STOP = re.compile(
    r"^(?:(?:the|a|an|my|our|that|this|another|city of|town of|stop(?:over)?|waypoint)\s+)*(?:(?:in|at|of)\s+)?"
)
_PERSON_AFTER = (
    r"\b(?:call|phone(?! number)|ring(?: up)?|dial|connect me (?:to|with)|talk to|speak (?:to|with)|phone call (?:to|with))\s+",
    r"\b(?:e ?mail|mail|message|write|text)\s+(?:an? )?(?:(?:e ?mail|mail|message|note)\s+)?(?:to\s+)?",
    r"\b(?:send|write|shoot|compose|draft)\s+(?:an? |my )?(?:quick |short |brief )?(?:e ?mail|mail|message|note)\s+to\s+",
    r"\b(?:numbers?|address(?:es)?|mail|contact(?: details| info(?:rmation)?| data)?|email|call|details) (?:of|for|to|from|with)\s+",
    r"\b(?:reach|contact)\s+",
    r"\b(?:have|is) (?:a |the )?number (?:of|for)\s+",
)
_PERSON_BEFORE = (
    r"\bgive (?P<who>.+?) (?:a|another) (?:quick )?(?:call|ring|buzz|shout)",
    r"\bget (?P<who>.+?) on the (?:phone|line)",
    r"\b(?:send|write|drop|shoot) (?P<who>.+?) (?:an?|the) (?:quick |short |brief )?(?:e ?mail|mail|message|note|line)",
    r"\b(?:is|was|find|know|need|have|get|me|want|show|up|give me|got|tell me) (?P<who>[a-zà-ÿ'’ .-]+?)(?:'s|s'|’s) (?:\w+ )?(?:phone|number|mobile|cell|e ?-?mail|mail|contact|address|details)",
    r"(?P<who>[a-zà-ÿ'’ .-]+?)(?:'s|’s) (?:\w+ )?(?:phone|number|mobile|cell|e ?-?mail|contact|address)",
    r"\blet (?P<who>.+?) know",
)
_MAIL_START = re.compile(
    r"\b(?:e-?mail|mail|write|send|compose|draft|shoot|drop|let)\b(?P<head>[^.!?]*?)"
    r"(?:[,:]?\s+(?:that says|saying that|saying|to say that|to say|and say that|and say|which says|with the (?:text|message|content)|telling (?:him|her|them)(?: that)?"
    r"|and tell (?:him|her|them)(?: that)?|and let (?:him|her|them) know(?: that)?|to let (?:him|her|them) know(?: that)?|to tell (?:him|her|them)(?: that)?|know that|that|know)\s+|\s*:\s*)(?P<text>.+)$",
    re.I | re.S,
)
_NEXT_WISH = re.compile(
    r"(?:[,;.]\s*(?:and |then |also )*|\s+and (?:then |also |after that |afterwards |please )+)"
    r"(?=(?:please |then |also |could you |can you )*(?:turn|switch|set|open|close|navigate|take|drive|call|find|show|tell me|start|cancel|stop|add|play|put|what|how|check)\b)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Names:
    """Names of a clause by what they are there for; `via` in order."""

    place: str = ""
    via: tuple[str, ...] = ()
    old: str = ""
    start: str = ""
    inside: str = ""


@dataclass(slots=True)
class _Found:
    names: dict[str, list[str]] = field(default_factory=dict)
    taken: list[tuple[int, int]] = field(default_factory=list)


def clauses(text: str) -> list[tuple[int, int]]:
    """Return start and end of each clause of an utterance."""
    spans, start = [], 0
    for boundary in _BOUNDARY.finditer(text):
        if boundary[0].startswith(",") and _CONDITION.match(text, start):
            continue
        spans.append((start, boundary.start()))
        start = boundary.end()
    spans.append((start, len(text)))
    return [(begin, end) for begin, end in spans if text[begin:end].strip(" ,;.!?")]


def names_in(clause: str, kinds: str) -> Names:
    """Return the names of places in a lower-case clause; `kinds` matches words for kinds of places, never names."""
    found = _Found()
    blocked = re.compile(rf"\b(?:{kinds})\b")
    for role, pattern in _OBJECT:
        for match in re.finditer(pattern, clause):
            if any(start <= match.start("name") < end for start, end in found.taken):
                continue
            name = _cleaned(match["name"], blocked)
            old = _cleaned(match["old"], blocked) if role == "swap" else ""
            if not name or (role == "swap" and not old):
                continue
            found.taken.append((match.start(), match.end()))
            found.names.setdefault("place" if role == "swap" else role, []).append(name)
            if old:
                found.names.setdefault("old", []).append(old)
    for role, words in PLACE_AFTER.items():
        for cue in re.finditer(rf"\b(?:{words})\s+", clause):
            if any(start <= cue.start() < end for start, end in found.taken):
                continue
            name, end = _name_at(clause, cue.end(), blocked)
            if name:
                found.taken.append((cue.start(), end))
                inside = role == "place" and re.match(r"(?:in|at|near|around|into|of)\s", clause[cue.start() :])
                found.names.setdefault("inside" if inside else role, []).append(name)
    said = found.names
    place = (said.get("place") or [""])[-1]
    inside_name = (said.get("inside") or [""])[-1]
    return Names(
        place or inside_name,
        tuple(said.get("via", ())),
        (said.get("old") or [""])[0],
        (said.get("start") or [""])[0],
        inside_name,
    )


def _name_at(clause: str, at: int, blocked: re.Pattern[str]) -> tuple[str, int]:
    lead = re.compile(r"(?:the )?(?:(?:city|town|stop|waypoint) (?:of|in|at) )?").match(clause, at)
    at = lead.end() if lead else at
    if blocked.match(clause, at):
        return "", at
    words: list[str] = []
    end = at
    while len(words) < MOST_NAME_WORDS and (word := _WORD.match(clause, end)):
        if word[0].strip(".'’") in NAME_STOPS or (words and blocked.match(clause, end)):
            break
        words.append(word[0].rstrip(".,'’"))
        end = word.end()
        space = re.match(r"\s+", clause[end:])
        if not space:
            break
        end += space.end()
    return " ".join(words), end


def _cleaned(name: str, blocked: re.Pattern[str]) -> str:
    name = _LEADING_STOP.sub("", name.strip())
    words = name.split()
    if not words or len(words) > MOST_NAME_WORDS or blocked.search(name):
        return ""
    return "" if any(word in NAME_STOPS for word in words) else name


def people_in(clause: str) -> tuple[str, ...]:
    """Return the names of people in a lower-case clause."""
    for pattern in _PERSON_BEFORE:
        match = re.search(pattern, clause)
        if match and (name := _person(match["who"], whole=True)):
            return name
    for pattern in _PERSON_AFTER:
        for match in re.finditer(pattern, clause):
            if name := _person(clause[match.end() :], whole=False):
                return name
    return ()


def people_named(answer: str) -> tuple[str, ...]:
    """Return the names an answer to the question for people gives."""
    bare = re.sub(
        r"^(?:(?:to|for|it is|it's|that is|that's|the name is|i mean|i meant|please|um|uh)\s+)+",
        "",
        answer.lower().strip(" .,!?"),
    )
    return _person(bare, whole=False)


def _person(words: str, *, whole: bool) -> tuple[str, ...]:
    """Return one or several names joined by and; with `whole` nothing else may stand there."""
    found: list[str] = []
    for piece in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", words.strip()):
        piece = re.sub(r"^(?:my |the )?(?:(?:friend|colleague|boss|contact|wife|husband)\s+)?(?=\w)", "", piece)
        kept: list[str] = []
        tokens = piece.split()
        while whole and tokens and tokens[0].strip(".,?!’'").removesuffix("'s") in NAME_STOPS:
            tokens.pop(0)
        for token in tokens:
            bare = token.strip(".,?!’'").removesuffix("'s").removesuffix("’s")
            if bare in NAME_STOPS or not _WORD.fullmatch(bare) or len(kept) == MOST_NAME_WORDS:
                break
            kept.append(bare)
        if not kept or (whole and len(kept) != len(tokens)):
            break
        found.append(" ".join(kept))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class MailWords:
    """A mail as asked for: what stands before its text, the text, where it lies, and who gets it."""

    head: str
    text: str
    start: int
    end: int
    who: tuple[str, ...] = ()


def mail_in(text: str) -> MailWords | None:
    """Return the mail an utterance dictates, or None."""
    match = _MAIL_START.search(text)
    if match is None:
        return None
    head = text[match.start() : match.start("text")]
    if not re.search(r"\b(?:e-?mail|mail|write|message|note|line|let)\b", head, re.I):
        return None
    if re.match(r"let\b", match[0], re.I) and re.match(r"let (?:me|us)\b", match[0], re.I):
        return None
    ends = _NEXT_WISH.search(match["text"])
    end = match.start("text") + (ends.start() if ends else len(match["text"]))
    return MailWords(head, text[match.start("text") : end].strip(" \"'“”.,?"), match.start(), end)
