"""Finds what a reply says, whatever its spacing, its notation of numbers and the endings of its verbs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from evaluation.kpi.denial import COMMA, Mention, stance
from evaluation.kpi.families import FAMILIES
from scenarios.dialogue_checks import Forms
from simulator.language.acts_clauses import Sentence
from simulator.language.locale import Locale
from simulator.language.normalise import readings

_NUMERALS = "영공일이삼사오육륙칠팔구십백천만억점"
_NATIVE = (
    "하나",
    "한",
    "둘",
    "두",
    "셋",
    "세",
    "넷",
    "네",
    "다섯",
    "여섯",
    "일곱",
    "여덟",
    "아홉",
    "열",
    "스물",
    "서른",
    "마흔",
    "쉰",
)
_BEST = (Mention.ASSERTED, Mention.ASKED, Mention.UNCLEAR, Mention.DENIED)
_CODAS = (0, 4, 8, 16, 17, 20)
"""None, ㄴ, ㄹ, ㅁ, ㅂ and ㅆ: what endings add to an open stem."""
# How a stem's last vowel sounds with the vowel of an ending: ㅗ+ㅏ, ㅜ+ㅓ, ㅣ+ㅓ, ㅡ+ㅓ or ㅏ, ㅏ+ㅕ (하다), ㅚ+ㅓ.
_CONTRACTED = {8: (9,), 13: (14,), 20: (6,), 18: (4, 0), 0: (1,), 11: (10,)}
_MOST_READINGS = 3


def find(forms: Forms, reply: Sequence[Sentence], locale: Locale) -> Mention:
    """Return how a reply holds one thing: of several mentions the one that says it most plainly."""
    found = {mention for _, mention in mentions(forms, reply, locale)}
    return next((best for best in _BEST if best in found), Mention.ABSENT)


def mentions(forms: Forms, reply: Sequence[Sentence], locale: Locale) -> Iterator[tuple[int, Mention]]:
    """Yield the sentences that hold one thing, by number, with how each holds it."""
    for number, sentence in enumerate(reply):
        stances = {mention for wording in forms.of(locale) if (mention := _in_sentence(wording, sentence, locale))}
        if stances:
            yield number, next(best for best in _BEST if best in stances)


def families_in(forms: Forms, locale: Locale) -> tuple[str, ...]:
    """Return the names of families among the wordings that nobody knows."""
    named = (wording[1:-1] for wording in forms.of(locale) if wording.startswith("<") and wording.endswith(">"))
    return tuple(name for name in named if name not in FAMILIES)


def _in_sentence(wording: str, sentence: Sentence, locale: Locale) -> Mention | None:
    if wording.startswith("<") and wording.endswith(">"):
        return _family(wording[1:-1], sentence, locale)
    patterns = tuple(_pattern(part.strip(), locale) for part in wording.split("+") if part.strip())
    if not patterns:
        return None
    for text in _readings(sentence.text, locale):
        spans = [_span(pattern, text, locale) for pattern in patterns]
        if all(spans):
            held = [span for span in spans if span is not None]
            mention = stance(text, min(start for start, _ in held), max(end for _, end in held), locale)
            return Mention.ASKED if mention is Mention.ASSERTED and sentence.asks else mention
    return None


_KOREAN_TAKES_BACK = re.compile(r"[가-힣]{0,3}?지(?:마|말|않)|[가-힣]{0,3}?필요(?:는|가)?없|[가-힣]{0,3}?면안")
_ENGLISH_TAKES_BACK = re.compile(r"\b(?:not|never|no need to|without)(?: \w+){0,2} ?$")
_COMMA = re.compile(r",(?!\d)")


def _readings(text: str, locale: Locale) -> tuple[str, ...]:
    """Return the normal forms of a sentence; normalisation would lose the commas that end an English clause."""
    return readings(_COMMA.sub(f" {COMMA} ", text) if locale == "en" else text, locale)


def _family(name: str, sentence: Sentence, locale: Locale) -> Mention | None:
    pattern = FAMILIES[name][locale] if name in FAMILIES else None
    if pattern is None:
        return None
    for text in readings(sentence.text, locale)[:_MOST_READINGS]:
        squeezed = text.replace(" ", "") if locale == "ko" else text
        found = pattern.search(squeezed)
        if found is not None and not _takes_back(squeezed[: found.start()], squeezed[found.end() :], locale):
            return Mention.ASKED if sentence.asks else Mention.ASSERTED
    return None


def _takes_back(before: str, after: str, locale: Locale) -> bool:
    """Tell whether a warning is given the other way round: "stay in the car", not "leave it"."""
    if locale == "ko":
        return _KOREAN_TAKES_BACK.match(after) is not None
    return _ENGLISH_TAKES_BACK.search(before) is not None


def _span(pattern: re.Pattern[str], text: str, locale: Locale) -> tuple[int, int] | None:
    for match in pattern.finditer(text):
        if locale == "en" or not _inside_number(text, match):
            return match.span()
    return None


def _inside_number(text: str, match: re.Match[str]) -> bool:
    """Tell whether the number that was found is only the end or the beginning of a longer one."""
    first, last = match[0].split()[0], match[0].split()[-1]
    if _is_number(first):
        before = text[: match.start()]
        glued = bool(before) and before[-1] != " " and (before[-1] in _NUMERALS or before.endswith(_NATIVE))
        words = before.split()
        # "네" at the beginning says yes, and is no four.
        if glued or (before.endswith(" ") and words and words != ["네"] and _is_number(words[-1])):
            return True
    return _is_number(last) and text[match.end() : match.end() + 1] in tuple(_NUMERALS)


@lru_cache(maxsize=4096)
def _is_number(word: str) -> bool:
    left = word
    while left:
        name = next((name for name in (*_NATIVE, *_NUMERALS) if left.startswith(name)), None)
        if name is None:
            return False
        left = left.removeprefix(name)
    return True


@lru_cache(maxsize=4096)
def _pattern(part: str, locale: Locale) -> re.Pattern[str]:
    forms = dict.fromkeys(readings(part, locale)[:_MOST_READINGS])
    built = [_korean(form) if locale == "ko" else _english(form) for form in forms if form]
    return re.compile("|".join(built) or r"(?!)")


def _korean(form: str) -> str:
    letters = [letter for letter in form if letter != " "]
    body = r"\s?".join([*letters[:-1], _open(letters[-1])])
    # A single syllable stands in too many words; it has to begin one.
    return rf"(?<![가-힣]){body}" if len(letters) == 1 else body


def _open(letter: str) -> str:
    """Return the syllables a stem's last syllable may become when an ending follows."""
    code = ord(letter) - 0xAC00
    if not 0 <= code < 11172 or code % 28:
        return letter
    onset, vowel = divmod(code // 28, 21)
    vowels = (vowel, *_CONTRACTED.get(vowel, ()))
    return f"[{''.join(chr(0xAC00 + (onset * 21 + one) * 28 + coda) for one in vowels for coda in _CODAS)}]"


def _english(form: str) -> str:
    words = [re.escape(word) + (r"(?:s|es|d|ed|ing)?" if word.isalpha() else "") for word in form.split()]
    return r"(?<![\w.])" + rf"\s(?:(?:and|{COMMA})\s)?".join(words) + r"(?![\w]|\.\d)"


def all_families_known(groups: Iterable[Forms]) -> tuple[str, ...]:
    """Return the names of unknown families in any of these groups of wordings."""
    return tuple(name for forms in groups for locale in ("ko", "en") for name in families_in(forms, _as(locale)))


def _as(locale: str) -> Locale:
    return "ko" if locale == "ko" else "en"
