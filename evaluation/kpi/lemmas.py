"""The words of a text that carry its content."""

import re
from functools import lru_cache

from simulator.language.kiwi import installed, morphemes
from simulator.language.locale import Locale
from simulator.language.normalise import normalise

_TAGS = frozenset({"NNG", "NNP", "VV", "VA", "SN", "SL", "XR", "VV-R", "VV-I", "VA-R", "VA-I"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_STOP = _words(
    """
    하 되 있 없 것 수 때 도움 확인 안내 말 말씀 드리 주 보 알 같 이렇 그렇 저렇 어떻 요청 정도 경우 지금 오늘 바로
    """
)
_ENGLISH_STOP = _words(
    """
    a an the i you we it this that these those is are was were be been am do does did have has had will would shall
    should can could may might must to of in on at for with from by as and or but so if then than there here what which
    who how when where why please just now ok okay yes no not me my your our us them they he she his her its into
    about up down out over again let help get got
    """
)
_WORD = re.compile(r"[a-z0-9][a-z0-9.'-]*")


@lru_cache(maxsize=8192)
def lemmas(text: str, locale: Locale) -> frozenset[str]:
    """Return the content words of a text: Korean nouns, verbs, adjectives and numbers, English words but small ones.

    Empty for Korean where the analyser is not installed.
    """
    if locale == "en":
        words = _WORD.findall(normalise(text, "en"))
        return frozenset(_stem(word) for word in words if word not in _ENGLISH_STOP and len(word) > 1)
    if not installed():
        return frozenset()
    return frozenset(found.form for found in morphemes(text) if found.tag in _TAGS and found.form not in _STOP)


def _stem(word: str) -> str:
    for ending in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
