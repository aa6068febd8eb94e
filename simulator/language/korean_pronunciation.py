"""Korean spelling turned into standard pronunciation, over a whole phrase and across its words.

Source: Standard Pronunciation (표준 발음법) of the Standard Language Regulations; the article is named at
each rule.
"""

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

from simulator.language import hangul
from simulator.language.korean_pronunciation_words import NOT_STATIONS, RESPELLINGS

_WORD = re.compile(r"[가-힣]+")
_RESPELLED = re.compile("|".join(sorted(RESPELLINGS, key=len, reverse=True)))
_STATION = re.compile(r"역(?=$|에|으|을|이|은|도|까|부|앞|근|주|방|출|사)")
_SINO_NUMERAL = re.compile(r"[영공일이삼사오육칠팔구십백천만억조]*[일칠팔]")
_BOUND_NOUN = re.compile(r"(수|것|거|게|데|적|줄|바|지)([가는도를을이은로와과만]|밖에|까지|부터|야|예요|면|니까|다)?")
_CONDITIONAL_L = re.compile(r"(지|지도|지를|지는|걸|걸요|수록|진대)$")
_PROMISE = re.compile(r"게(요)?$")
_TENSE = {"ㄱ": "ㄲ", "ㄷ": "ㄸ", "ㅂ": "ㅃ", "ㅅ": "ㅆ", "ㅈ": "ㅉ"}
_ASPIRATED = {"ㄱ": "ㅋ", "ㄷ": "ㅌ", "ㅂ": "ㅍ", "ㅈ": "ㅊ"}
_NASAL = {"ㄱ": "ㅇ", "ㄷ": "ㄴ", "ㅂ": "ㅁ"}
_DENTALS = "ㄷㅅㅆㅈㅊㅌㅎ"
# Stems that end in ㄹ themselves, so that 열지 or 길게 hold no ending in -ㄹ.
_L_STEM_LIST = "길 멀 달 가늘 둥글 힘들 알 살 만들 열 밀 걸 돌 틀 들 울 놀 풀 줄 늘 날 팔 물 흔들 떠들 벌 졸 쏠 말"
_L_STEMS = frozenset(_L_STEM_LIST.split())


@dataclass(slots=True)
class Sound:
    """One pronounced syllable in compatibility jamo; `onset` is ㅇ when it starts with its vowel.

    `coda` is one of the seven final sounds or empty. `starts_word` marks a written word's first syllable.
    """

    onset: str
    vowel: str
    coda: str
    starts_word: bool

    def __str__(self) -> str:
        return hangul.compose(self.onset, self.vowel, self.coda)


def pronounce(phrase: str) -> list[Sound]:
    """Return the syllables as they are pronounced when the phrase is said in one breath.

    Only precomposed Hangul (after NFC) is pronounced; everything else just separates words. Never raises.
    """
    words = [_respelled(word) for word in _WORD.findall(unicodedata.normalize("NFC", phrase))]
    sounds = [
        Sound(*letters, starts_word=index == 0)
        for word in words
        for index, letters in enumerate(filter(None, map(hangul.decompose, word)))
    ]
    for position in _tense_after_l(words):
        sounds[position].onset = _TENSE.get(sounds[position].onset, sounds[position].onset)
    for current, following in pairwise(sounds):
        if following.starts_word:
            _join_words(current, following)
        else:
            _join(current, following)
    if sounds:
        sounds[-1].coda = hangul.coda_sound(sounds[-1].coda)
    for sound in sounds:
        sound.vowel = _vowel(sound)
    return sounds


def respell(text: str) -> str:
    """Return the text with each Hangul stretch respelled as pronounced, spaces and other characters kept."""

    def stretch(match: re.Match[str]) -> str:
        sounds = iter(pronounce(match.group()))
        return "".join(character if character == " " else str(next(sounds)) for character in match.group())

    return re.sub(r"[가-힣]+(?: [가-힣]+)*", stretch, unicodedata.normalize("NFC", text))


def _respelled(word: str) -> str:
    word = _RESPELLED.sub(lambda match: RESPELLINGS[match.group()], word)
    match = _STATION.search(word, 1)
    if match is None:
        return word
    start = match.start()
    # Station names take the ㄴ of article 29: 강남역 → 강남녁.
    if hangul.has_coda(word[start - 1]) and word[start - 1 : start + 1] not in NOT_STATIONS:
        return f"{word[:start]}녁{word[start + 1 :]}"
    return word


def _tense_after_l(words: list[str]) -> list[int]:
    """Return the positions of syllables made tense by an ending in -ㄹ or by a numeral (articles 26, 27)."""
    positions: list[int] = []
    offset = 0
    for index, word in enumerate(words):
        is_last = index == len(words) - 1
        inside = _ending_after_l(word, is_last)
        if inside is not None:
            positions.append(offset + inside)
        if not is_last and hangul.coda(word) == "ㄹ":
            following = words[index + 1]
            onset = hangul.decompose(following[0])
            counted = bool(_SINO_NUMERAL.fullmatch(word)) and onset is not None and onset.onset in "ㄷㅅㅈ"
            if counted or _BOUND_NOUN.fullmatch(following):
                positions.append(offset + len(word))
        offset += len(word)
    return positions


def _ending_after_l(word: str, is_last: bool) -> int | None:
    match = _CONDITIONAL_L.search(word) or _PROMISE.search(word)
    if match is None or match.start() == 0 or hangul.coda(word[: match.start()]) != "ㄹ":
        return None
    stem = word[: match.start()]
    promise = match.re is _PROMISE
    if promise and (match.group(1) is not None or (is_last and stem not in ("길", "멀", "달", "가늘", "힘들"))):
        return match.start()
    return None if stem in _L_STEMS or promise else match.start()


def _join_words(current: Sound, following: Sound) -> None:
    """Join over a word boundary: the coda takes its final sound first (article 15)."""
    current.coda = hangul.coda_sound(current.coda)
    _join(current, following)


def _join(current: Sound, following: Sound) -> None:
    """Let the coda of one syllable and the onset of the next change each other."""
    if not current.coda:
        return
    if following.onset == "ㅇ":
        _link(current, following)
    elif following.onset == "ㅎ" or current.coda in "ㅎㄶㅀ":
        _aspirate(current, following)
    else:
        _assimilate(current, following)


def _link(current: Sound, following: Sound) -> None:
    """Move a coda to an empty onset (articles 12.4, 13, 14), palatalised before i (article 17)."""
    if current.coda == "ㅇ":
        return
    stays, moves = hangul.split_cluster(current.coda)
    if moves == "ㅎ":
        stays, moves = "", stays
    if moves in "ㄷㅌ" and moves and following.vowel in "ㅣㅕ" and not following.starts_word:
        moves = "ㅈ" if moves == "ㄷ" else "ㅊ"
    elif moves == "ㅅ" and stays:
        moves = "ㅆ"
    current.coda = hangul.coda_sound(stays)
    following.onset = moves or "ㅇ"


def _aspirate(current: Sound, following: Sound) -> None:
    """Merge ㅎ with its neighbour (article 12)."""
    if following.onset == "ㅎ":
        stays, moves = hangul.split_cluster(current.coda)
        if moves == "ㄷ" and following.vowel in "ㅣㅕ" and not following.starts_word:
            moves = "ㅈ"
        plain = moves if moves in _ASPIRATED else hangul.coda_sound(moves)
        if plain in _ASPIRATED and moves not in "ㄲㅆ":
            current.coda = hangul.coda_sound(stays)
            following.onset = _ASPIRATED[plain]
        else:
            current.coda = hangul.coda_sound(current.coda)
        return
    rest = {"ㅎ": "", "ㄶ": "ㄴ", "ㅀ": "ㄹ"}[current.coda]
    if following.onset in _ASPIRATED:
        current.coda, following.onset = rest, _ASPIRATED[following.onset]
    elif following.onset == "ㅅ":
        current.coda, following.onset = rest, "ㅆ"
    else:
        current.coda = rest or "ㄷ"
        _assimilate(current, following)


def _assimilate(current: Sound, following: Sound) -> None:
    """Apply tensification, nasalisation and lateralisation (articles 9-11, 18-20, 23-25)."""
    written = current.coda
    sound = hangul.coda_sound(written)
    onset = following.onset
    if written == "ㄺ" and onset == "ㄱ":
        sound, onset = "ㄹ", "ㄲ"
    elif written == "ㄼ" and current.onset == "ㅂ" and current.vowel == "ㅏ":
        sound = "ㅂ"
    if sound in _NASAL or (written in "ㄵㄻㄼㄾ" and onset in "ㄱㄷㅅㅈ"):
        onset = _TENSE.get(onset, onset)
    if sound in _NASAL and onset in "ㄴㅁㄹ":
        sound = _NASAL[sound]
    if (onset == "ㄹ" and sound in "ㅁㅇ") or (onset == "ㄹ" and sound == "ㄴ" and written in _DENTALS):
        onset = "ㄴ"
    elif {sound, onset} == {"ㄴ", "ㄹ"}:
        sound = onset = "ㄹ"
    current.coda, following.onset = sound, onset


def _vowel(sound: Sound) -> str:
    """Simplify a diphthong after a consonant (article 5)."""
    if sound.vowel == "ㅢ" and (sound.onset != "ㅇ"):
        return "ㅣ"
    if sound.vowel == "ㅖ" and sound.onset not in "ㅇㄹ":
        return "ㅔ"
    if sound.onset in "ㅈㅉㅊ":
        return {"ㅑ": "ㅏ", "ㅕ": "ㅓ", "ㅛ": "ㅗ", "ㅠ": "ㅜ"}.get(sound.vowel, sound.vowel)
    return sound.vowel
