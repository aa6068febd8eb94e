"""A reply as the ear gets it: its sentences, its lists, and what no voice can read out."""

import re
import unicodedata
from dataclasses import dataclass

_SAME = str.maketrans("“”„＂‘’‚＇．，！？：（）；。、", "\"\"\"\"''''.,!?:();.,")
_EMOJI = re.compile("[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0f\u20e3]")
# In place of a full stop: "Done 😀 The window is closed".
_EMOJI_STOP = re.compile(rf"(?<=[a-z0-9%])\s*{_EMOJI.pattern}+\s+(?=[A-Z]|[-•–—]\s)")
_LINE_BREAK = re.compile(r"[\n\r\v\f\u0085\u2028\u2029]+")
_BULLET = re.compile(r"\s*[-*•·▪◦▶►‣–—]\s+")
_NUMBERED = re.compile(r"\s*(?:\(?\d{1,2}[.)](?!\d)\s*|[①-⑳]\s*)")
_NUMBERED_INSIDE = re.compile(r"(?:(?<=[\s:,;])|^)(?:\(?(\d{1,2})[.)](?=\s)|([①-⑳]))")
# No language has such a word; cut, it cannot keep anybody busy.
_ENDLESS = re.compile(r"\S{120}(?=\S)")
_LONGEST_PIECE = 800
_RULE = re.compile(r"[\s|:\-=]*")

# Spelt out sign by sign, these are noise.
_UNREADABLE = {
    "web address": re.compile(
        r"https?://|(?<![\w@.])www\.|(?<![\w@.-])[a-z0-9-]+\.(?:com|net|org|io|kr)(?![a-z0-9@])", re.I
    ),
    "table": re.compile(r"^[^|\n]*\|[^|\n]*\|", re.M),
    "code": re.compile(r"`|</?[a-z][^<>\n]{0,80}>|\{\s*\"[^\n]{0,200}[}:]|\w\(\)", re.I),
    "heading": re.compile(r"^\s{0,3}#{1,6}\s", re.M),
    "link": re.compile(r"\[[^\]\n]{1,200}\]\([^)\n]{1,500}\)"),
}
_DECORATION = {
    "emoji": _EMOJI,
    "emphasis": re.compile(r"\*\*[^*\n]{1,200}\*\*|__[^_\n]{1,200}__|(?<![\w*])\*[^*\s][^*\n]{0,200}\*(?![\w*])"),
    "bullets": re.compile(r"^\s*[-*•▪◦▶►‣]\s+\S", re.M),
}
_MARKUP = re.compile(r"[*`#|_]+|^\s*>+", re.M)

_STOP = re.compile(r"(?P<stop>[.!?…]+)(?P<closing>[\"')\]」』》]*)")
_ABBREVIATION = re.compile(r"(?:^|[^A-Za-z])(?:[A-Za-z]|Mr|Mrs|Ms|Dr|St|No|vs|Ave|Rd|approx|e\.g|i\.e)$")
_HALF_DAY = re.compile(r"\b[ap]\.m$", re.I)
_MARKER = re.compile(r"(?:^|[:;,.!?]\s*)\(?\d{1,2}$")
_DATE = re.compile(r"\d{1,4}\.\s?\d{1,2}\.?$|\d{4}\.?$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence; `item` where it opens an entry of a list."""

    text: str
    item: bool = False


def plain(text: str) -> str:
    """Return a text composed (NFC), quotes and punctuation in one width; what is no text becomes a blank."""
    composed = unicodedata.normalize("NFC", text).translate(_SAME)
    return _ENDLESS.sub(r"\g<0> ", "".join(character if _is_text(character) else " " for character in composed))


def _is_text(character: str) -> bool:
    return character in "\n\r\v\f\u0085\u2028\u2029\t" or unicodedata.category(character)[0] != "C"


def unreadable(text: str) -> tuple[str, ...]:
    """Name what a voice cannot read out in a plain text: web addresses, tables, code, headings, links."""
    return tuple(name for name, pattern in _UNREADABLE.items() if pattern.search(text))


def decoration(text: str) -> tuple[str, ...]:
    """Name what a plain text holds for the eye only and a voice leaves out: emoji, emphasis, bullets."""
    return tuple(name for name, pattern in _DECORATION.items() if pattern.search(text))


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a plain text in order; a line break always ends one, an emoji before a capital too."""
    found: list[Sentence] = []
    for line in _LINE_BREAK.split(_EMOJI.sub(" ", _EMOJI_STOP.sub("\n", text))):
        if _RULE.fullmatch(line):
            continue
        marker = _BULLET.match(line) or _NUMBERED.match(line)
        body = _MARKUP.sub(" ", line[marker.end() :] if marker else line)
        for number, piece in enumerate(_pieces(body)):
            found.append(Sentence(piece, item=marker is not None and not number))
    return found


def _pieces(line: str) -> list[str]:
    pieces: list[str] = []
    begin = 0
    for match in _STOP.finditer(line):
        if match["stop"] == "." and not _ends(line, match.start(), match.end()):
            continue
        pieces += _bounded(line[begin : match.end()].strip())
        begin = match.end()
    pieces += _bounded(line[begin:].strip())
    return [piece for piece in pieces if any(character.isalnum() for character in piece)]


def _bounded(piece: str) -> list[str]:
    """Cut what is far too long for one sentence at blanks, so that the time it takes grows with its length only."""
    cut: list[str] = []
    while len(piece) > _LONGEST_PIECE:
        at = piece.rfind(" ", 0, _LONGEST_PIECE)
        cut.append(piece[:at] if at > 0 else piece[:_LONGEST_PIECE])
        piece = piece[len(cut[-1]) :].lstrip()
    return [*cut, piece]


def _ends(line: str, at: int, end: int) -> bool:
    """Return whether the full stop at that place ends a sentence rather than stands in a number, name or date."""
    before, after = line[max(0, at - 16) : at], line[end : end + 2]
    if before[-1:].isascii() and before[-1:].isalnum() and after[:1].isascii() and after[:1].isalnum():
        return False
    if _HALF_DAY.search(before):
        return after.strip()[:1].isupper()
    if after[:1] == " " and after[1:].isdigit() and _DATE.search(before):
        return False
    return not (_ABBREVIATION.search(before) or _MARKER.search(before))


def numbered(text: str) -> int:
    """Count the entries of a list numbered inside a line, 1. 2. 3. or ① ② ③; 0 where the count does not begin at 1."""
    count = 0
    for match in _NUMBERED_INSIDE.finditer(text):
        number = int(match[1]) if match[1] else ord(match[2]) - ord("①") + 1
        if number == count + 1:
            count += 1
    return count if count > 1 else 0
