"""Tells whether a sentence denies or forbids what it mentions."""

import re
from enum import StrEnum

from simulator.language.locale import Locale


class Mention(StrEnum):
    """How something stands in a reply; `unclear` where a denial is near and nobody knows of what."""

    ASSERTED = "asserted"
    ASKED = "asked"
    UNCLEAR = "unclear"
    DENIED = "denied"
    ABSENT = "absent"


# A Korean predicate denies what stands before it, up to the next connective ending.
_CLAUSE_END = re.compile(
    r"(?:고|며|지만|는데|은데|니까|아서|어서|여서|해서|므로|면|도록)\s(?!안\s?[되돼됩]|못\s|있|싶)"
)
_DENIAL = re.compile(
    r"말고|말아|마세요|마십시오|(?<!까)지\s?[마말]|아니(?!라도)|아닌|아녜|않|(?<![가-힣])안(?:\s?(?:되|돼|됩|됐|하|해)|"
    r"\s(?:가|내|나|써|쓰|타))|"
    r"못\s?[가-힣]|못$|없|대신|금지|삼가|피하|피해|제외|빼고|잘못|틀(?:렸|린|리)|착각|취소"
)
_ADJACENT_SYLLABLES = 7
# Between the parts of one wording.
_KOREAN_INSIDE = re.compile(r"\s(?:안|못|절대|말고|대신|아니라)\s")
_ENGLISH_INSIDE = re.compile(r"\b(?:not|never|without|instead of|avoid)\b")
_FROM = re.compile(r"^에서\s.{0,25}로\s?(?:바꿨|바꾸|바꿔|변경|옮|조정|수정|올|내려|내렸|낮|높)")

# "You said A" does not say that it is A.
_QUOTED = re.compile(
    r"^(?:이)?라(?:고|는|던|며|면서|셨)|^(?:이)?(?:다|냐|는지|ㄴ지)(?:고|며)?\s?(?:하셨|말씀|하시|들으)"
)
# "The stop that was set to A" tells how it was.
_BEFORE = re.compile(r"^.{0,12}?(?:던\s|었는데|였는데|했는데|드렸는데|드렸지만|했지만|었지만|었으나)")
_WARNS: dict[Locale, re.Pattern[str]] = {
    "ko": re.compile(r"위험|큰일|사고가|다칠|다칩|다쳐|위반|조심|주의|화상|감전|폭발|안전하지"),
    "en": re.compile(
        r"\b(?:danger\w*|risk\w*|unsafe|could (?:burn|hurt|injure|explode)|may (?:burn|hurt|injure)|against|"
        r"illegal)\b",
        re.IGNORECASE,
    ),
}
_ENGLISH_QUOTED = re.compile(
    r"\b(?:you|he|she|they|i) (?:said|say|mention\w*|claim\w*|think|thought|told|mean|meant|believe\w*|had)\b|"
    r"\b(?:was|were) set to\b|\bpreviously\b"
)

COMMA = "comma"
"""What a comma of an English sentence is read as: what is denied before it is not what comes after."""
_ENGLISH_BREAK = re.compile(rf"\b(?:{COMMA}|but|however|so|and|because|since|while|though|although|then)\b")
_ENGLISH_BEFORE = re.compile(
    r"\b(?:not|no|never|without|avoid\w*|instead of|rather than|unable|except|nor|neither|incorrect\w*|wrong\w*|"
    r"mistaken\w*|cancel\w*)\b"
)
_ENGLISH_ADJACENT_WORDS = 5
_ENGLISH_AFTER = re.compile(
    r"^\s?(?:(?:is|was|are|were) (?:not|no longer|wrong|incorrect)\b|(?:is|was) (?:a|my) mistake|instead\b|"
    r"no longer\b)"
)
_ENGLISH_NEGATED = re.compile(r"^\s?(?:does|did|has|have|will|would|should|can|could|must) (?:not|never)\b")
_ENGLISH_FROM = re.compile(r"\bfrom $")


def warns(text: str, locale: Locale) -> bool:
    """Return whether a sentence tells of a danger; what it mentions may be what to keep from."""
    return _WARNS[locale].search(text) is not None


def stance(text: str, start: int, end: int, locale: Locale) -> Mention:
    """Return how a normalised sentence holds the words from `start` to `end`: asserted, unclear or denied."""
    inside = text[start:end]
    if locale == "ko":
        return Mention.UNCLEAR if _KOREAN_INSIDE.search(inside) else _korean(text[end:])
    return Mention.DENIED if _ENGLISH_INSIDE.search(inside) else _english(text[:start], text[end:])


def _korean(after: str) -> Mention:
    if _FROM.match(after):
        return Mention.DENIED
    if _QUOTED.match(after) or _BEFORE.match(after):
        return Mention.UNCLEAR
    cut = _CLAUSE_END.search(after)
    found = _DENIAL.search(after[: cut.end()] if cut else after)
    if found is None:
        return Mention.ASSERTED
    between = sum(1 for letter in after[: found.start()] if letter != " ")
    return Mention.DENIED if between <= _ADJACENT_SYLLABLES else Mention.UNCLEAR


def _english(before: str, after: str) -> Mention:
    if _ENGLISH_AFTER.match(after):
        return Mention.DENIED
    if _ENGLISH_NEGATED.match(after):
        return Mention.UNCLEAR
    if _ENGLISH_FROM.search(before) and re.search(r"\bto\b", after):
        return Mention.DENIED
    near = _ENGLISH_BREAK.split(before)[-1]
    if _ENGLISH_QUOTED.search(near):
        return Mention.UNCLEAR
    cues = list(_ENGLISH_BEFORE.finditer(near))
    if not cues:
        return Mention.ASSERTED
    words = len(near[cues[-1].end() :].split())
    return Mention.DENIED if words <= _ENGLISH_ADJACENT_WORDS else Mention.UNCLEAR
