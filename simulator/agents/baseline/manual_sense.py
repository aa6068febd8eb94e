# ruff: noqa: E501 - one pattern per line: wrapping one would hide what belongs together
"""Signs that a passage of the manual says something else than what was asked, although it shares its words."""

import re

from simulator.agents.baseline.manual_terms import is_verb, words
from simulator.channel import Locale

_OPPOSITES_KO = (
    ("푸다 풀다 풀리다 해제", "걸다 걸리다 잠그다 잠기다 채우다"),
    ("끄다 꺼지다", "켜다 켜지다"),
    ("열다 열리다", "닫다 닫히다"),
    ("펴다 펼치다", "접다"),
)
_OPPOSITES_EN = (
    (
        r"\b(?:releas\w*|disengag\w*|undo|unlock\w*)",
        r"\b(?:apply|applies|applied|applying|engag\w*|lock(?:s|ed|ing)?\b)",
    ),
    (r"\b(?:switch|turn)\w*\b[^.?]{0,25}\boff\b", r"\b(?:switch|turn)\w*\b[^.?]{0,25}\bon\b"),
    (r"\bopen\w*", r"\bclos(?:e|es|ed|ing)\b"),
    (r"\bunfold\w*", r"\bfold\w*"),
)
_MID_AIR: dict[Locale, str] = {
    "ko": r"^(?:이때|그때|이 경우|그러면|그래도|이렇게|이것은|이는|이러면) ",
    "en": r"^(?:Then|This|These|They|That|In that case|Otherwise|After that|Instead)\b|^(?:\w+ ){1,3}then\b",
}
_PURPOSE = {"ko": re.compile(r"^((?:\S+ ){0,3}?\S*려면)"), "en": re.compile(r"^To (\w+)")}
_DEEDS_EN = "top fill refill change replace check clean wash fix repair add open close release apply fold adjust reset remove install fit use find connect disconnect pair charge store move set switch turn press push pull hold allow permit happen work"
_PERMISSION_KO = re.compile(r"(?:고|면서|채|채로) (\S*도 ?(?:돼|되|괜찮|됩)\S*)")
_SAME_KO = {"푸다": "풀다", "풀리다": "풀다", "걸리다": "걸다"}
"""Verbs as the analyser reads them or as things do by themselves, and the deed."""


def opposite(asked: str, said: str, locale: Locale) -> bool:
    """Say whether a passage tells of the opposite deed only: how to apply what was to be released."""
    return any(
        (left and not right and not told_left and told_right) or (right and not left and not told_right and told_left)
        for (left, right), (told_left, told_right) in zip(_sides(asked, locale), _sides(said, locale), strict=True)
    )


def _sides(text: str, locale: Locale) -> list[tuple[bool, bool]]:
    if locale == "en":
        return [
            (bool(re.search(left, text, re.IGNORECASE)), bool(re.search(right, text, re.IGNORECASE)))
            for left, right in _OPPOSITES_EN
        ]
    held = set(words(text, locale))
    return [(bool(held & set(left.split())), bool(held & set(right.split()))) for left, right in _OPPOSITES_KO]


def starts_in_mid_air(text: str, locale: Locale) -> bool:
    """Say whether a sentence goes on from one that is not said."""
    return bool(re.search(_MID_AIR[locale], text))


def serves(asked: str, text: str, locale: Locale) -> bool:
    """Say whether a sentence begins with the very purpose of a question: 풀려면, To release it."""
    found = _PURPOSE[locale].search(text)
    if not found:
        return False
    deeds = {word for word in words(found[1], locale) if locale == "en" or is_verb(word)}
    return bool(_deeds(deeds) & _deeds(set(words(asked, locale))))


def _deeds(said: set[str]) -> set[str]:
    return {_SAME_KO.get(word, word) for word in said}


def one_noun(asked: str, locale: Locale) -> str:
    """Return the one noun of a question, or nothing where it has none or several."""
    said = words(asked, locale)
    deeds = set(words(_DEEDS_EN, "en")) if locale == "en" else set()
    nouns = [word for word in said if not is_verb(word) and word not in deeds]
    return nouns[0] if len(nouns) == 1 else ""


def permission(asked: str, locale: Locale) -> str:
    """Return the Korean verb of what is to be done beside something else: 자다 in 켜고 자도 돼요; else nothing."""
    if locale != "ko" or not (found := _PERMISSION_KO.search(asked)):
        return ""
    verbs = [word for word in words(found[1], locale) if is_verb(word)]
    return verbs[0] if verbs else ""
