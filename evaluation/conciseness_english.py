"""An English sentence measured without a tagger: words as spoken, facts to keep in mind, actions, filler.

The heuristics: a value with its unit is one fact; so is a run of words that are neither empty words nor verbs (see
`conciseness_words`), which takes in names and places; so is a verb the driver is asked, offered or told to expect.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from evaluation.conciseness_filler import filler_spans, without
from evaluation.conciseness_parts import PHONE_UNITS, Parts
from evaluation.conciseness_words import DETERMINERS, EMPTY, NOUN_TOO, VERBS
from simulator.language.normalise_english import english_readings
from simulator.language.numbers import NumberSpan, find_numbers
from simulator.language.numbers_english import by_digit, words

_ANSWERS = re.compile(
    r"(?:(?:ok|okay|yes|yeah|yep|no|nope|sure|alright|all right|right|got it|understood|very well)\b[\s,.!]*)+", re.I
)
_IN_WORD = re.compile(r"(?<=[A-Za-z])['’](?=[A-Za-z])")
_NUMERAL = re.compile(r"([0-9]+)(?:\.([0-9]+))?(?:st|nd|rd|th)?")
_LONGEST_WORD = 20
_LETTERS_A_WORD = 5
_LONGEST_NUMBER = 15
_TOKEN = re.compile(r"\0\d+\0|[^\W\d_](?:[^\W_]|['’-](?=[^\W_]))*|[^\w\s]")
_VALUE = re.compile(r"\0\d+\0")
_AFTER_VALUE = frozenset({"am", "pm", "o'clock"})
_FURTHER_UNIT = re.compile(
    r"\s?(?:bars?|psi|kpa|volts?|amps?|lit(?:er|re)s?|gallons?|dollars?|euros?|pounds?|won|stars?|degrees?|"
    r"days?|weeks?|months?|[ap]m)\b",
    re.I,
)
_WITHIN_VALUE = re.compile(r"[\s:–~-]{0,3}|\s+and\s+")
_HALF_DAY = re.compile(r"\b([ap])\.\s?m\b\.?", re.I)
_BASE = "|".join(sorted(VERBS, key=len, reverse=True))
_LEAD = r"(?:(?:please|then|now|next|first|so|just|also|okay|ok|yes|and)\s*,?\s+)*"
_ORDER = re.compile(rf"^{_LEAD}(?:do not |don't )?({_BASE})\b(?!-)", re.I)
_FURTHER_ORDER = re.compile(rf"(?:,|;|\band|\bthen|\bor)\s+{_LEAD}({_BASE})\b", re.I)
_OFFER = re.compile(
    r"\b(?:(?:shall|should|can|could|may|do) (?:i|we|you)|(?:i|we)(?: will|'ll| can| should| could)"
    r"|you(?: can| should| must| could| may)|let's|let me|(?:want|like|need|have)(?: me| us)? to)"
    rf" (?:please |also |just |now )?({_BASE})\b",
    re.I,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_JOINT = re.compile(r",\s*(?:and|or)\s+|,\s*", re.I)
_LAST_JOINT = re.compile(r",\s*(?:and|or)\s+", re.I)
_LONGEST_ITEM = 5


@dataclass(frozen=True, slots=True)
class _Value:
    """A number with its unit, or several that make one value (5 hours 30 minutes, 20-25)."""

    text: str
    numbers: tuple[str, ...]
    phone: bool
    bare: bool


def word_count(text: str) -> int:
    """Count the words of a text as it is spoken, numbers, units and signs read out; a contraction is one word."""
    return sum(map(_spoken_words, english_readings(_IN_WORD.sub("", text), 1)[0].split()))


def _spoken_words(token: str) -> int:
    match = _NUMERAL.fullmatch(token)
    if match is None:
        # What nobody could say as one word is spelt or read in pieces.
        return 1 if len(token) <= _LONGEST_WORD else -(-len(token) // _LETTERS_A_WORD)
    whole, fraction = match[1], match[2]
    spoken = words(int(whole)) if len(whole) <= _LONGEST_NUMBER else by_digit(whole)
    return len(spoken.split()) + (1 + len(fraction) if fraction else 0)


@lru_cache(maxsize=256)
def english_content(text: str) -> frozenset[str]:
    """Return the words of the driver's turn that carry meaning, numbers as digits."""
    return frozenset(_content(*_tokens(text)))


def english_parts(text: str, said: frozenset[str], apologies: int, *, last: bool) -> tuple[Parts, int]:
    """Measure one sentence; `said` are the driver's words, `apologies` those of the reply before it.

    Returns the parts and the number of apologies so far.
    """
    length = word_count(text)
    commas = len(re.findall(r",(?!\d{3})", text))
    if _ANSWERS.fullmatch(text):
        return Parts(length, commas, 0), apologies
    spans, apologies = filler_spans(text, "en", apologies)
    kept = _HALF_DAY.sub(r"\1m", without(text, spans))
    tokens, values = _tokens(kept)
    content = tuple(_content(tokens, values))
    repeated = sum(word in said for word in content)
    actions = _actions(kept)
    if not last and text.endswith("?") and not actions and len(content) >= 2 and repeated >= 0.8 * len(content):
        # The question given back before its answer.
        spans, kept, tokens, content, repeated = [(0, len(text))], "", [], (), 0
    units: dict[str, int] = {}
    for token, after in zip(tokens, [*tokens[1:], "."], strict=False):
        if _VALUE.fullmatch(token):
            value = values[int(token.strip("\0"))]
            # A bare number counts what stands behind it: one fact, the thing counted.
            counted = value.bare and not value.phone and _noun(after, token)
            if not counted and not all(number in said for number in value.numbers):
                units[value.text] = PHONE_UNITS if value.phone else 1
    for run in _runs(tokens):
        news = [word for word in run if _stem(word) not in said]
        if news:
            units[" ".join(news)] = 1
    units |= {f"to {verb}": 1 for verb in actions if verb not in said}
    parts = Parts(
        length=length,
        commas=commas,
        sentences=1,
        filler=min(length, sum(word_count(text[start:end]) for start, end in spans)),
        fillers=tuple(text[start:end].strip() for start, end in spans),
        units=units,
        content=content,
        repeated=repeated,
        listed=max(_listed(kept), _ordinals(kept)),
        actions=len(actions),
    )
    return parts, apologies


def _tokens(text: str) -> tuple[list[str], list[_Value]]:
    """Return the words and marks of a text, each value replaced by its number in the list of values."""
    values: list[_Value] = []
    pieces: list[str] = []
    end = 0
    for spans in _grouped(_numbers(text), text):
        numbers = tuple(f"{span.value:g}" for span in spans)
        pieces += [text[end : spans[0].start], f" \0{len(values)}\0 "]
        unit = _FURTHER_UNIT.match(text, spans[-1].end)
        end = unit.end() if unit else spans[-1].end
        phone, bare = any(map(_phone, spans)), unit is None and all(span.unit is None for span in spans)
        values.append(_Value(text[spans[0].start : end], numbers, phone, bare))
    return _TOKEN.findall("".join([*pieces, text[end:]])), values


def _numbers(text: str) -> list[NumberSpan]:
    try:
        found = find_numbers(text, "en")
    except OverflowError:
        # Hundreds of digits in a row: no number anybody keeps in mind.
        return []
    return [span for span in found if span.unit != "ordinal"]


def _phone(span: NumberSpan) -> bool:
    return span.digits is not None and len(span.digits) >= 7


def _grouped(spans: Sequence[NumberSpan], text: str) -> Iterator[list[NumberSpan]]:
    group: list[NumberSpan] = []
    for span in spans:
        if group and not _WITHIN_VALUE.fullmatch(text[group[-1].end : span.start]):
            yield group
            group = []
        group.append(span)
    if group:
        yield group


def _base(word: str) -> str | None:
    """Return the verb a word is a form of, None for anything else."""
    folded = word.casefold()
    if folded in VERBS:
        return folded
    for ending, put in (("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("es", ""), ("s", ""), ("ies", "y")):
        if folded.endswith(ending):
            stem = folded[: -len(ending)] + put
            if stem in VERBS:
                return stem
            if len(stem) > 2 and stem[-1] == stem[-2] and stem[:-1] in VERBS:
                return stem[:-1]
    return None


def _stem(word: str) -> str:
    folded = word.casefold().removesuffix("'s").removesuffix("’s")
    base = _base(folded)
    if base is not None:
        return base
    return folded[:-1] if len(folded) > 3 and folded.endswith("s") and not folded.endswith("ss") else folded


def _empty(word: str) -> bool:
    folded = word.casefold().replace("’", "'")
    return folded in EMPTY or (folded.endswith("ly") and len(folded) > 4)


def _content(tokens: Sequence[str], values: Sequence[_Value]) -> Iterator[str]:
    for token in tokens:
        if _VALUE.fullmatch(token):
            yield from values[int(token.strip("\0"))].numbers
        elif token[0].isalpha() and not _empty(token) and token.casefold() not in _AFTER_VALUE:
            yield _stem(token)


def _runs(tokens: Sequence[str]) -> Iterator[list[str]]:
    run: list[str] = []
    before = ""
    for token in [*tokens, "."]:
        if _noun(token, before):
            run.append(token)
        elif run:
            yield run
            run = []
        before = token


def _noun(token: str, before: str) -> bool:
    """Return whether a word names something, as far as words tell it without a tagger."""
    if not token[:1].isalpha() or _empty(token) or token.casefold() in _AFTER_VALUE:
        return False
    base = _base(token)
    if base is None:
        return True
    named = before.casefold() in DETERMINERS or _VALUE.fullmatch(before) is not None
    named = named or (before[:1].isalpha() and not _empty(before) and _base(before) is None)
    return base in NOUN_TOO and named


def _actions(text: str) -> list[str]:
    """Return the verbs the driver is asked to do, is offered, or is told to expect."""
    text = text.lstrip(" ,\"'(")
    found = {match.start(1): match[1] for match in _OFFER.finditer(text)}
    order = _ORDER.match(text)
    if order is not None:
        found |= {match.start(1): match[1] for match in (order, *_FURTHER_ORDER.finditer(text))}
    return [verb.casefold() for _, verb in sorted(found.items())]


def _listed(text: str) -> int:
    """Return the length of the longest enumeration: A, B and C; 0 where nothing is enumerated."""
    longest = 0
    for clause in re.split(r"[:;.!?]\s", text):
        parts = [part.split() for part in _JOINT.split(clause)]
        closing = parts[-1]
        inside = next((place for place, word in enumerate(closing) if word.casefold() in ("and", "or")), None)
        joined = inside is not None and 0 < inside <= _LONGEST_ITEM
        run = 0
        for part in reversed(parts[1:-1]):
            if not 0 < len(part) <= _LONGEST_ITEM:
                break
            run += 1
        if _LAST_JOINT.search(clause) or (joined and len(parts) > 1):
            # What stands before the first comma may only lead up to the list: "Where should it go, to A, B or C?"
            opening = parts[-2 - run] if len(parts) > run + 1 else []
            opens = bool(opening) and _noun(opening[-1].strip("\"'()"), "")
            longest = max(longest, run + 1 + opens + (joined and not _LAST_JOINT.search(clause)))
        elif joined and closing[inside or 0].casefold() == "or":
            longest = max(longest, 2)
    return longest


def _ordinals(text: str) -> int:
    said = {word.casefold() for word in re.findall(r"[A-Za-z]+", text)}
    count = 0
    while count < len(_ORDINALS) and _ORDINALS[count] in said:
        count += 1
    return count if count > 1 else 0
