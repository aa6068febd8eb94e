"""A reply cut into the pieces that may hold a sentence each."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from evaluation.honorifics.forms import OPAQUE_LABELS, QUOTED
from evaluation.honorifics.traced import Traced, traced

_SAME = str.maketrans("“”„‟＂‘’‚‛＇．，！？：（）；。", "\"\"\"\"\"'''''.,!?:();.")
_ELLIPSIS = re.compile(r"[…⋯]|‥")
_LINK = re.compile(r"https?://[!-~]+|www\.[!-~]*[\w/]|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{0,64}\w", re.ASCII)
_MARKS = re.compile(r"[*_`#^♪]|~(?!\d)|[ㄱ-ㅎㅏ-ㅣ]+")
_LINE_BREAK = re.compile(r"[\n\r\v\f\u0085\u2028\u2029]+")
_BULLET = re.compile(r"\s*(?:[-•·▪◦▶►‣–—>]+\s*|\(?\d{1,2}[.)]\s+|[①-⑳]\s*|[가나다라마바사아자차카타파하][.)]\s+)+")
_TAG = re.compile(r"\s*\[[^\]\n]{1,15}\]\s*")
_QUOTED = re.compile(
    r"\"[^\"\n]*\"|(?<![A-Za-z0-9가-힣])'[^'\n]*(?:(?<=[A-Za-z])'(?=[A-Za-z])[^'\n]*)*'"
    r"|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》|〈[^〉\n]*〉"
)
_PARENTHESIS = re.compile(r"\(([^()\n]*)\)?")
_STOP = re.compile(r"[.!?]+")
_DATE = re.compile(r"\d{1,4}\.\s?\d{1,2}\.\s?\d{1,2}$")
_ABBREVIATION = re.compile(r"(?:^|[^A-Za-z])(?:[A-Za-z]|No|Mr|Mrs|Ms|Dr|St|vs|etc|Inc|Ltd|Co|Ave|Rd)$")
_ARROW = re.compile(r"→|⇒|->|=>")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the reply with the first mark of what ended it; `stop` is all of that, "" for nothing."""

    text: Traced
    stop: str
    parenthesis: bool = False


def pieces(reply: str) -> list[Piece]:
    """Return the pieces of a reply in order."""
    found: list[Piece] = []
    for line in _lines(_plain(traced(reply))):
        asides = [line.part(m.start(1), m.end(1)) for m in _PARENTHESIS.finditer(line.text)]
        found.extend(_sentences(line.sub(_PARENTHESIS, "")))
        found.extend(Piece(aside, "", parenthesis=True) for aside in asides if aside.text.strip())
    return sorted((piece for piece in found if piece.text.text.strip()), key=lambda piece: piece.text.starts[0])


def _plain(text: Traced) -> Traced:
    # One character for one, so the places stay.
    text = Traced(text.text.translate(_SAME), text.starts, text.ends)
    kept = "".join(character if _is_text(character) else "\0" for character in text.text)
    text = Traced(kept, text.starts, text.ends).sub(re.compile("\0+"), " ")
    text = text.sub(_ELLIPSIS, "...").sub(_LINK, "X").sub(_LINE_BREAK, "\n")
    return text.sub(_MARKS, "")


def _is_text(character: str) -> bool:
    if character in "\n\r\v\f\u0085\u2028\u2029\t♪":
        return True
    category = unicodedata.category(character)
    return category not in ("So", "Sk", "Cs", "Cn", "Co", "Cc", "Cf") and not "\ufe00" <= character <= "\ufe0f"


def _lines(text: Traced) -> Iterator[Traced]:
    begin = 0
    for end in [m.start() for m in re.finditer("\n", text.text)] + [len(text.text)]:
        line = text.part(begin, end)
        begin = end + 1
        for opening in (_BULLET, _TAG, _BULLET):
            match = opening.match(line.text)
            if match is not None:
                line = line.part(match.end(), len(line.text))
        if line.text.strip():
            yield line.sub(_QUOTED, QUOTED)


def _sentences(line: Traced) -> Iterator[Piece]:
    begin = 0
    for match in _STOP.finditer(line.text):
        if match.group() == "." and not _ends_sentence(line.text, match.start()):
            continue
        yield Piece(line.part(begin, match.start() + 1), match.group())
        begin = match.end()
    yield Piece(line.part(begin, len(line.text)), "")


def _ends_sentence(text: str, at: int) -> bool:
    """Return whether the full stop at that place ends a sentence rather than stands in a number, name or date."""
    before, after = text[:at], text[at + 1 :]
    next_one = after.lstrip()[:1]
    if before[-1:].isdigit() and next_one.isdigit():
        return False
    if before[-1:].isascii() and before[-1:].isalnum() and after[:1].isascii() and after[:1].isalnum():
        return False
    return not (_ABBREVIATION.search(before[-6:]) or _DATE.search(before[-14:]))


def at_arrow(text: Traced) -> tuple[Traced, Traced | None]:
    """Return what stands before the first arrow, and what after it."""
    match = _ARROW.search(text.text)
    if match is None:
        return text, None
    return text.part(0, match.start()), text.part(match.end(), len(text.text))


_LABEL = re.compile(r"\s*([^:]{1,24}):(?!\d)\s*")


def at_colon(text: Traced) -> tuple[Traced, Traced | None, bool]:
    """Return what stands before the first colon and after it, and whether the latter is a value rather than speech."""
    match = _LABEL.match(text.text)
    if match is None:
        return text, None, False
    label = match.group(1).strip()
    return text.part(0, match.end(1)), text.part(match.end(), len(text.text)), label.split(" ")[-1] in OPAQUE_LABELS
