"""How a recogniser mishears Korean: syllables give way to near ones, in runs, and spacing wanders.

Source: confusions and the run length (a factor of 2.2) seen with Whisper base on synthetic in-car
commands; liaison as in Korean standard pronunciation, articles 13-14.
"""

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

from simulator.language.hangul import compose, decompose, is_syllable, split_cluster

_ONSET_GROUPS = ("ㄱㄲㅋ", "ㄷㄸㅌ", "ㅂㅃㅍ", "ㅈㅉㅊ", "ㅅㅆ", "ㄴㄹㅁ", "ㅎㅇ")
_VOWEL_GROUPS = ("ㅐㅔ", "ㅚㅙㅞ", "ㅓㅗ", "ㅜㅡ", "ㅢㅣ", "ㅏㅓ", "ㅑㅕ", "ㅛㅠ", "ㅖㅒㅔ", "ㅘㅝ", "ㅟㅣ")
_CODA_GROUPS = ("ㄴㅁㅇ", "ㄱㄷㅂ", "ㄹㄴ", "ㅆㅅㄷ", "ㅈㅊㄷ", "ㅎㄷ", "ㄲㅋㄱ", "ㅌㅍㅂ")
_NUMBER_CONFUSIONS = {
    **{"일": "이칠", "이": "일의", "삼": "사산", "사": "삼서", "오": "어우", "육": "유구", "칠": "일칩", "팔": "발하"},
    **{"구": "쿠고", "영": "용연", "공": "고곤", "십": "시심", "백": "배뱅", "천": "전청"},
}
_SIMILAR_DIGIT = {
    **{"0": "96", "1": "27", "2": "17", "3": "42", "4": "35", "5": "92", "6": "95", "7": "18", "8": "73", "9": "65"},
}
_INSERTED = "이그어아은는도를"
_PLACE_OR_TITLE = re.compile(
    r"[가-힣]{2,}(?:역|동|구청|시청|공항|터미널|병원|대로|대교|시장|공원|해수욕장|백화점|호텔|대학교|밸리|마트|타워)|"
    r"[가-힣]{2,4}(?:에게|한테|씨|님)"
)
_NUMERAL = re.compile(r"(?:[공영일이삼사오육칠팔구십백천]{2,}|[0-9]+)")

_NAME_WEIGHT = 2.5
_NUMBER_WEIGHT = 1.6
_AFTER_ERROR = 2.2
_DELETION = 0.11
_INSERTION = 0.05
_SPACE = 0.4


class _Unit(NamedTuple):
    character: str
    weight: float


def corrupt_korean(text: str, intensity: float, draw: Random) -> tuple[str, int]:
    """Return `text` as misheard and the number of syllables touched; changed spaces are not counted.

    `intensity` is the chance of error of an ordinary syllable that follows a correct one, 0..1. Every
    character uses the same number of random draws, so that a higher intensity mostly adds errors.
    """
    units = _units(unicodedata.normalize("NFC", text))
    out: list[str] = []
    touched = 0
    in_error = False
    moved = ""
    for index, (character, weight) in enumerate(units):
        chance, kind, choice, second, space = (draw.random() for _ in range(5))
        if character.isspace():
            if space >= intensity * _SPACE:
                out.append(character)
            continue
        if moved:
            # The onset this syllable took over from the coda before it.
            out.append(_with_onset(character, moved))
            moved, touched = "", touched + 1
            continue
        if weight and chance < min(0.97, intensity * weight * (_AFTER_ERROR if in_error else 1.0)):
            touched, in_error = touched + 1, True
            if kind < _DELETION:
                continue
            if kind < _DELETION + _INSERTION:
                out += [character, _INSERTED[int(choice * len(_INSERTED))]]
                continue
            following = units[index + 1].character if index + 1 < len(units) else ""
            heard, moved = _substitute(character, following, choice, second)
            out.append(heard)
        else:
            in_error = False
            out.append(character)
        if space < intensity * _SPACE * 0.3 and index + 1 < len(units) and is_syllable(units[index + 1].character):
            out.append(" " if not moved else "")
    return "".join(out), touched


@lru_cache(maxsize=4096)
def _units(text: str) -> tuple[_Unit, ...]:
    units: list[_Unit] = []
    for word in re.findall(r"\s+|\S+", text):
        if word.isspace():
            units += [_Unit(character, 0.0) for character in word]
            continue
        names = _PLACE_OR_TITLE.match(word)
        weight = _NAME_WEIGHT if names or not _known(word) else 1.0
        numeral = [False] * len(word)
        for match in _NUMERAL.finditer(word):
            numeral[match.start() : match.end()] = [True] * (match.end() - match.start())
        for place, character in enumerate(word):
            if not character.isalnum():
                units.append(_Unit(character, 0.0))
            elif numeral[place]:
                units.append(_Unit(character, _NUMBER_WEIGHT))
            else:
                in_name = names is None or place < names.end()
                units.append(_Unit(character, weight if in_name else 1.0))
    return tuple(units)


def _known(word: str) -> bool:
    stems = _stems()
    bare = re.sub(r"[^가-힣]", "", word)
    return not bare or _NUMERAL.fullmatch(bare) is not None or any(bare[:size] in stems for size in (4, 3, 2, 1))


@lru_cache(maxsize=1)
def _stems() -> frozenset[str]:
    return frozenset((files("voice") / "data" / "stems_ko.txt").read_text(encoding="utf-8").split())


def _substitute(character: str, following: str, choice: float, second: float) -> tuple[str, str]:
    """Return the syllable heard and, for a liaison, the onset that moves to the following syllable."""
    if character in _SIMILAR_DIGIT:
        return _SIMILAR_DIGIT[character][int(second * 2)], ""
    syllable = decompose(character)
    if syllable is None:
        return _near_letter(character, second), ""
    if character in _NUMBER_CONFUSIONS and choice < 0.4:
        return _NUMBER_CONFUSIONS[character][int(second * 2)], ""
    next_syllable = decompose(following) if following else None
    if syllable.coda not in ("", "ㅇ", "ㅎ") and next_syllable and next_syllable.onset == "ㅇ" and choice >= 0.5:
        stays, moves = split_cluster(syllable.coda)
        return compose(syllable.onset, syllable.vowel, stays), moves
    onset = _other(_ONSET_GROUPS, syllable.onset, second)
    vowel = _other(_VOWEL_GROUPS, syllable.vowel, second)
    if choice < 0.35 and onset:
        return compose(onset, syllable.vowel, syllable.coda), ""
    if choice < 0.7 and vowel:
        return compose(syllable.onset, vowel, syllable.coda), ""
    if syllable.coda:
        coda = _other(_CODA_GROUPS, syllable.coda, (second * 2) % 1) if second < 0.5 else ""
        return compose(syllable.onset, syllable.vowel, coda), ""
    if choice >= 0.9:
        return compose(syllable.onset, syllable.vowel, "ㄴㅇㄹㅁ"[int(second * 4)]), ""
    return compose(onset or "ㄴ", syllable.vowel if onset else (vowel or "ㅏ"), ""), ""


def _other(groups: tuple[str, ...], letter: str, choice: float) -> str:
    """Pick another letter of the groups that hold `letter`; empty when it has no neighbour."""
    options = "".join(group.replace(letter, "") for group in groups if letter in group)
    return options[int(choice * len(options))] if options else ""


def _near_letter(character: str, choice: float) -> str:
    options = {"b": "pd", "p": "bt", "d": "tb", "t": "dp", "m": "n", "n": "m", "v": "b", "f": "s", "s": "f"}
    near = options.get(character.lower(), "e" if character.lower() != "e" else "i")
    return near[int(choice * len(near))].upper() if character.isupper() else near[int(choice * len(near))]


def _with_onset(character: str, onset: str) -> str:
    syllable = decompose(character)
    return compose(onset, syllable.vowel, syllable.coda) if syllable else character
