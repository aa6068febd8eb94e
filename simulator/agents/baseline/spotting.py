"""Known words found in an utterance, whatever stands between them.

Why not a template parser: `hassil` matches whole sentences against templates. Spoken Korean moves its parts
freely, glues particles to nouns and arrives with unreliable spaces, so templates would have to list every order
and spacing, and one misheard syllable rejects the sentence. Here each word is found by itself (longest match
first, Korean without spaces) and the parts are put together afterwards. RapidFuzz finds device names that the
recogniser misspelt, only where no device was found exactly.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from simulator.agents.baseline import lexicon_en, lexicon_ko
from simulator.channel import Locale
from simulator.language.hangul import jamo
from simulator.language.numbers import find_numbers

FUZZY_ENGLISH = 0.8
FUZZY_KOREAN = 0.78
"""Least similarity of a misheard device name, 0..1: chosen on the development utterances."""

_CONTRACTIONS = (
    (r"\bcan't\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"n't\b", " not"),
    (r"'m\b", " am"),
    (r"'re\b", " are"),
    (r"'ll\b", " will"),
    (r"'d\b", " would"),
    (r"'ve\b", " have"),
    (r"\blet's\b", "let us"),
    (r"\b(what|who|it|that|there|how|where)'s\b", r"\1 is"),
    (r"'s\b|'", ""),
)
_MISHEARD_DEVICES: dict[Locale, dict[str, tuple[str, ...]]] = {
    "ko": {
        "window": ("창문",),
        "sunroof": ("선루프",),
        "sunshade": ("선쉐이드",),
        "trunk": ("트렁크",),
        "fan": ("바람세기",),
        "ac": ("에어컨",),
        "fog_light": ("안개등",),
        "high_beam": ("상향등",),
        "low_beam": ("하향등",),
        "reading_light": ("독서등",),
        "ambient": ("앰비언트", "무드등"),
        "seat_heating": ("시트열선",),
        "steering_heating": ("핸들열선",),
        "defrost": ("성에제거",),
        "headlight": ("헤드라이트",),
        "circulation": ("공기순환",),
    },
    "en": {
        "window": ("window", "windows"),
        "sunroof": ("sunroof",),
        "sunshade": ("sunshade",),
        "trunk": ("trunk",),
        "fan": ("fan speed",),
        "ac": ("air conditioning",),
        "fog_light": ("fog lights",),
        "high_beam": ("high beams",),
        "low_beam": ("low beams",),
        "reading_light": ("reading light",),
        "ambient": ("ambient light",),
        "seat_heating": ("seat heating",),
        "steering_heating": ("steering wheel heating",),
        "defrost": ("defroster",),
        "headlight": ("headlights",),
        "airflow": ("airflow",),
        "temperature": ("temperature",),
    },
}


@dataclass(frozen=True, slots=True)
class Mention:
    """A known word at characters start..end of the normalised utterance.

    `kind` is device, zone, action, amount, option, color, wish, number, unsupported, not, break or ignored.
    A number carries `number` and `unit`.
    """

    kind: str
    meaning: str
    start: int
    end: int
    number: float | None = None
    unit: str | None = None


def normalised(text: str, locale: Locale) -> str:
    """Lower the case, undo contractions, keep single spaces; Korean keeps its spaces here too."""
    text = unicodedata.normalize("NFC", text).lower().replace("’", "'")
    if locale == "en":
        for pattern, plain in _CONTRACTIONS:
            text = re.sub(pattern, plain, text)
        text = re.sub(r"\ba/c\b|\ba\.c\.?", "ac", text)
        text = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", text)
    text = re.sub(r"(?<![0-9])[.](?![0-9])|[.](?=\s|$)", " . ", text) if locale == "en" else text
    return re.sub(r"\s+", " ", text).strip()


def spot(text: str, locale: Locale) -> tuple[str, list[Mention]]:
    """Find every known word of an utterance; return the searched text and its mentions, left to right."""
    spoken = normalised(text, locale)
    searched = spoken if locale == "en" else re.sub(r"\s", "", spoken)
    candidates = [*_numbers(spoken, locale), *_known_words(searched, locale)]
    candidates.sort(key=lambda mention: (mention.start - mention.end, mention.start))
    taken = [False] * (len(searched) + 1)
    found: list[Mention] = []
    for mention in candidates:
        if not any(taken[mention.start : mention.end]):
            taken[mention.start : mention.end] = [True] * (mention.end - mention.start)
            found.append(mention)
    if not any(mention.kind in ("device", "option", "color", "unsupported", "wish") for mention in found) and any(
        mention.kind == "action" for mention in found
    ):
        found.extend(_misheard(searched, found, locale))
    return searched, sorted(found, key=lambda mention: mention.start)


def _numbers(spoken: str, locale: Locale) -> list[Mention]:
    found = []
    for span in find_numbers(spoken, locale):
        start, end = span.start, span.end
        if _is_no_setting(spoken, start, end, locale):
            continue
        if locale == "ko":
            start = len(re.sub(r"\s", "", spoken[:start]))
            end = start + len(re.sub(r"\s", "", spoken[span.start : span.end]))
        elif span.unit == "level" and spoken[:start].endswith("level "):
            start -= len("level ")
        found.append(Mention("number", "", start, end, span.value, span.unit))
    return found


def _is_no_setting(spoken: str, start: int, end: int, locale: Locale) -> bool:
    """Leave out numbers that count seats or only compare: one of the windows, warmer than 20, 20도보다."""
    if locale == "ko":
        return bool(re.match(r"\s?보다", spoken[end:]))
    counts = re.match(r" (?:of|seats?|windows?|lights?|sides?|zones?|people|persons?|passengers?)\b", spoken[end:])
    return counts is not None or spoken[:start].endswith("than ")


def _known_words(searched: str, locale: Locale) -> list[Mention]:
    return [
        Mention(kind, meaning, match.start(), match.end())
        for kind, meaning, pattern in _patterns(locale)
        for match in pattern.finditer(searched)
        if match.end() > match.start()
    ]


@cache
def _patterns(locale: Locale) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    words: ModuleType = lexicon_ko if locale == "ko" else lexicon_en
    tables: tuple[tuple[str, dict[str, str]], ...] = (
        ("device", words.DEVICES),
        ("zone", words.ZONES),
        ("action", words.ACTIONS),
        ("amount", words.AMOUNTS),
        ("option", words.OPTIONS),
        ("color", words.COLORS),
        ("wish", words.WISHES),
        ("unsupported", {"": words.UNSUPPORTED}),
        ("not", {"": words.NEGATION}),
        ("break", {"": words.BREAKS}),
        ("ignored", {"": words.IGNORED}),
    )
    return tuple(
        (kind, meaning, _compiled(alternatives, locale, whole_words=kind != "break"))
        for kind, table in tables
        for meaning, alternatives in table.items()
    )


def _compiled(alternatives: str, locale: Locale, *, whole_words: bool) -> re.Pattern[str]:
    if locale == "en" and whole_words:
        return re.compile(rf"\b(?:{alternatives})\b")
    if locale == "en":
        return re.compile("|".join(rf"\b{word}\b" if word[0].isalpha() else word for word in alternatives.split("|")))
    return re.compile(alternatives)


def _misheard(searched: str, found: list[Mention], locale: Locale) -> list[Mention]:
    """Return the one device whose name an unknown stretch of the utterance resembles most."""
    from rapidfuzz.distance import Levenshtein

    floor = FUZZY_KOREAN if locale == "ko" else FUZZY_ENGLISH
    best: tuple[float, Mention] | None = None
    for start, end in _windows(searched, found, locale):
        heard = _sound(searched[start:end], locale)
        for device, name in ((device, name) for device, names in _MISHEARD_DEVICES[locale].items() for name in names):
            likeness = Levenshtein.normalized_similarity(heard, _sound(name, locale))
            if likeness >= floor and (best is None or likeness > best[0]):
                best = (likeness, Mention("device", device, start, end))
    return [best[1]] if best else []


@cache
def _sound(words: str, locale: Locale) -> str:
    """Spell words closer to their sound, so that homophones come near each other."""
    if locale == "ko":
        return jamo(words)
    spelling = words.replace(" ", "")
    for letters, sound in (("igh", "i"), ("gh", "f"), ("ph", "f"), ("ou", "oo"), ("ck", "k"), ("oof", "uf")):
        spelling = spelling.replace(letters, sound)
    return re.sub(r"(?<=[a-z])e(?=s?$)|(.)(?=\1)", "", spelling)


def _windows(searched: str, found: list[Mention], locale: Locale) -> list[tuple[int, int]]:
    blocked = [False] * len(searched)
    for mention in found:
        if mention.kind in ("action", "number", "amount", "zone") and mention.end - mention.start > 2:
            blocked[mention.start : mention.end] = [True] * (mention.end - mention.start)
    if locale == "ko":
        spans = [(start, start + width) for width in range(2, 7) for start in range(len(searched) - width + 1)]
    else:
        words = [(match.start(), match.end()) for match in re.finditer(r"[a-z]+", searched)]
        spans = [
            (words[first][0], words[first + count - 1][1])
            for count in (1, 2, 3)
            for first in range(len(words) - count + 1)
        ]
    return [(start, end) for start, end in spans if end - start >= 2 and not any(blocked[start:end])]
