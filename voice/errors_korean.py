"""How a recogniser mishears Korean: words give way to words that sound like them, particles and endings slip.

Errors come in runs, and some utterances are heard much worse than others. Source: Whisper base on synthetic in-car
commands (a factor of 2.2 after an error; .80 substitutions, .13 deletions, .07 insertions); spelling as heard is
Korean standard pronunciation.
"""

import math
import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

from simulator.language.hangul import is_hangul, is_syllable
from simulator.language.korean_pronunciation import respell
from voice.errors_korean_endings import (
    DIGIT_SOUNDS,
    ENDED_BY_PARTICLE,
    ENDINGS,
    FILLERS,
    NATIVE_NUMERALS,
    NUMERAL,
    PARTICLES,
    SIMILAR_DIGIT,
    SIMILAR_NUMERAL,
)
from voice.errors_korean_sounds import near_syllables, near_words, pick, words

_PLACE_OR_TITLE = re.compile(
    r"[가-힣]{2,}(?:역|동|구청|시청|공항|터미널|병원|대로|대교|시장|공원|해수욕장|백화점|호텔|대학교|밸리|마트|타워)|"
    r"[가-힣]{2,4}(?:에게|한테|씨|님)"
)
_REQUEST = re.compile(r"^(?:해|줘|네|응|아니)|주세요$|줘요?$|주십시오$|줄래요?$|주시겠|해요$")
_FAMILY_NAMES = "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진엄채원천방공현함변염"
_PERSON = re.compile(rf"[{_FAMILY_NAMES}][가-힣]{{2}}")
_GIVEN_NAMES = tuple(
    "강경광규근기나남다대도동라란래린림미민범병보빈상서석선성소솔수숙순승시식아연영예옥완용우욱웅원유윤은인일자재정제조종주준지진찬창채철태하한해향현형혜호홍화환회훈휘희"
)

_NAME_WEIGHT = 2.4
_NUMBER_WEIGHT = 1.6
# The recogniser expects the words that end a request, so they survive more often.
_REQUEST_WEIGHT = 0.55
_AFTER_ERROR = 2.2
_USUAL_SYLLABLES = 3.0
# The spread of the logarithm of how badly whole utterances are heard.
_DIFFICULTY = 0.35
_DELETION = 0.03
_INSERTION = 0.11
_SPACE = 0.4
# Where light damage ends and another word is heard, and where nothing of it is left.
_ANOTHER_WORD = 0.36
_BEYOND_WORDS = 0.72


class _Word(NamedTuple):
    before: str
    core: str
    after: str
    weight: float
    stem: str
    particle: str
    kind: str
    sounds: str


def corrupt_korean(text: str, intensity: float, draw: Random, difficulty: float | None = None) -> tuple[str, int]:
    """Return `text` as misheard and the number of syllables touched; changed spaces are not counted.

    `intensity` is about the chance of error of an ordinary word of three syllables, 0 to 3. Every word uses the same
    number of random draws, so that a higher intensity keeps most errors and adds others or makes them worse.
    `difficulty` is how badly this utterance is heard, in standard deviations; drawn when it is not given.
    """
    drawn = draw.gauss(0.0, 1.0)
    scale = intensity * math.exp(_DIFFICULTY * (drawn if difficulty is None else difficulty))
    words = _words(unicodedata.normalize("NFC", text))
    out: list[str] = []
    touched = 0
    in_error = False
    for position, word in enumerate(words):
        chance, kind, choice, second, space, extra = (draw.random() for _ in range(6))
        reach = scale * word.weight * (_AFTER_ERROR if in_error else 1.0)
        joined = position > 0 and space < min(0.5, scale * _SPACE)
        in_error = bool(word.weight) and chance < min(0.97, reach)
        if in_error:
            depth = 0.5 * second + 0.8 * max(0.0, min(reach, 1.5) - chance)
            heard, damage = _misheard(word, depth, kind, choice)
            heard = word.before + heard + word.after if heard else word.after if word.after in ".?!" else ""
            touched += damage
            if heard == word.before + word.core + word.after:
                in_error, touched = False, touched - damage
        else:
            heard = word.before + word.core + word.after
        if word.weight and extra < min(0.3, scale * _INSERTION):
            filler = FILLERS[int(choice * len(FILLERS))]
            heard, touched = f"{filler} {heard}", touched + len(filler)
        if not heard:
            continue
        if joined and out:
            out[-1] += heard
        else:
            out.append(heard)
    return (" ".join(out) if touched or len(out) != len(words) else text), touched


def _misheard(word: _Word, depth: float, kind: float, choice: float) -> tuple[str, int]:
    """Return what is heard of a word and how many of its syllables are damaged."""
    size = len(word.core)
    if kind < _DELETION:
        return _shortened(word, kind / _DELETION, choice)
    kind = (kind - _DELETION) / (1.0 - _DELETION)
    if word.kind == "number":
        return _another_number(word, depth, kind, choice), max(1, round(size * min(1.0, depth)))
    if word.kind == "letters":
        return _other_syllables(word.core, 1, kind, choice), 1
    if depth < _ANOTHER_WORD:
        return _slightly_off(word, kind, choice)
    if depth < _BEYOND_WORDS:
        return _another_word(word, kind, choice)
    return _beyond_words(word, kind, choice), size


def _shortened(word: _Word, kind: float, choice: float) -> tuple[str, int]:
    """Lose the particle, a syllable, or a short word altogether."""
    if word.particle and kind < 0.5:
        return word.stem, len(word.particle)
    if len(word.core) <= 2:
        return "", len(word.core)
    place = int(choice * len(word.core))
    return word.core[:place] + word.core[place + 1 :], 1


def _slightly_off(word: _Word, kind: float, choice: float) -> tuple[str, int]:
    if kind < 0.3 and word.sounds != word.core:
        return word.sounds, 1
    if word.particle and kind < 0.5:
        options = PARTICLES.get(word.particle, ("",))
        return word.stem + options[int(choice * len(options))], len(word.particle)
    if not word.particle and word.kind == "word" and kind < 0.65:
        for ending, options in ENDINGS:
            if word.core.endswith(ending) and len(word.core) >= len(ending):
                return word.core.removesuffix(ending) + options[int(choice * len(options))], 1
    return _other_syllables(word.core, 1, kind, choice), 1


def _another_word(word: _Word, kind: float, choice: float) -> tuple[str, int]:
    """Hear another name for a name and another word for a word, mostly with its particle."""
    stem = word.stem
    if word.kind == "person":
        given = list(stem)
        place = 1 + int(kind * 2) % 2
        options = tuple(one for one in near_syllables(given[place]) if one in _GIVEN_NAMES) or _GIVEN_NAMES
        given[place] = pick(options, choice)
        return "".join(given) + word.particle, 1
    options = near_words(stem, name=True) if word.kind == "name" and kind < 0.5 else ()
    options = options or near_words(stem)
    if options:
        heard = pick(options, choice)
        particle = word.particle if kind < 0.9 else PARTICLES.get(word.particle, ("",))[0]
        return heard + particle, len(stem)
    return _other_syllables(word.core, max(2, len(stem) // 2), kind, choice), max(2, len(stem) // 2)


def _beyond_words(word: _Word, kind: float, choice: float) -> str:
    """Break a word into two short ones that sound like its halves, or keep no syllable of it."""
    stem = word.stem
    if len(stem) >= 3 and kind < 0.55:
        middle = len(stem) // 2
        first, rest = near_words(stem[:middle]), near_words(stem[middle:])
        if first and rest:
            return f"{pick(first, choice)} {pick(rest, (choice * 7) % 1)}" + (word.particle if kind < 0.4 else "")
    return _other_syllables(stem, len(stem), kind, choice) + (word.particle if kind < 0.75 else "")


def _other_syllables(core: str, count: int, kind: float, choice: float) -> str:
    """Replace `count` characters in a row by others that sound like them."""
    count = min(count, len(core))
    start = int(choice * (len(core) - count + 1))
    heard = []
    for place, character in enumerate(core):
        if start <= place < start + count:
            character = _other_character(character, (kind * (7 + 4 * place) + choice) % 1)
        heard.append(character)
    return "".join(heard)


def _other_character(character: str, choice: float) -> str:
    if character in SIMILAR_DIGIT:
        return SIMILAR_DIGIT[character][int(choice * 2)]
    if is_syllable(character):
        return pick(near_syllables(character), choice)
    return _near_letter(character, choice)


def _another_number(word: _Word, depth: float, kind: float, choice: float) -> str:
    """Hear another number, or the number's words in syllables."""
    core = word.core
    if word.stem in NATIVE_NUMERALS:
        options = NATIVE_NUMERALS[word.stem]
        return options[int(choice * len(options))] + word.particle
    match = NUMERAL.search(core)
    if match is None:
        return _other_syllables(core, 1, kind, choice)
    number = match.group()
    if number[0].isdigit():
        if depth >= _ANOTHER_WORD and kind < 0.35:
            heard = "".join(
                DIGIT_SOUNDS[digit][int(((kind * 9) + index * choice) % 1 * 2)] for index, digit in enumerate(number)
            )
        else:
            place = int(choice * len(number))
            heard = number[:place] + SIMILAR_DIGIT[number[place]][int(kind * 2)] + number[place + 1 :]
    else:
        place = int(choice * len(number))
        heard = number[:place] + SIMILAR_NUMERAL[number[place]][int(kind * 2)] + number[place + 1 :]
    rest = core[match.end() :]
    if depth >= _BEYOND_WORDS and rest:
        rest = _other_syllables(rest, max(1, len(rest) // 2), kind, choice)
    return core[: match.start()] + heard + rest


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[_Word, ...]:
    found = []
    for written in text.split():
        match = re.match(r"^(\W*)(.*?)(\W*)$", written, re.DOTALL)
        before, core, after = match.groups() if match else ("", written, "")
        found.append(_word(before, core, after))
    return tuple(found)


def _word(before: str, core: str, after: str) -> _Word:
    if not core:
        return _Word(before, core, after, 0.0, core, "", "word", core)
    ended = ENDED_BY_PARTICLE.match(core) if core not in _stems() else None
    stem, particle = (ended.group(1), ended.group(2)) if ended else (core, "")
    size = min(5.0, max(1.0, len(core))) / _USUAL_SYLLABLES
    sounds = respell(core) if is_hangul(core) else core
    if core[0].isdigit() or NUMERAL.match(core) or stem in NATIVE_NUMERALS:
        return _Word(before, core, after, size * _NUMBER_WEIGHT, stem, particle, "number", sounds)
    if not re.search(r"[가-힣]", core):
        return _Word(before, core, after, size, stem, particle, "letters", sounds)
    titled = _PLACE_OR_TITLE.match(core)
    if titled or not _known(core):
        person = bool(_PERSON.fullmatch(stem)) and not (titled and titled.group()[-1] in "역동")
        return _Word(before, core, after, size * _NAME_WEIGHT, stem, particle, "person" if person else "name", sounds)
    request = _REQUEST_WEIGHT if _REQUEST.search(core) else 1.0
    return _Word(before, core, after, size * request, stem, particle, "word", sounds)


def _known(word: str) -> bool:
    stems, words_heard = _stems(), _common()
    bare = re.sub(r"[^가-힣]", "", word)
    return (
        not bare
        or NUMERAL.fullmatch(bare) is not None
        or any(bare[:size] in stems for size in (4, 3, 2, 1))
        or any(bare[:size] in words_heard for size in (4, 3, 2))
    )


@lru_cache(maxsize=1)
def _stems() -> frozenset[str]:
    return frozenset((files("voice") / "data" / "stems_ko.txt").read_text(encoding="utf-8").split())


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    return frozenset(words())


def _near_letter(character: str, choice: float) -> str:
    options = {"b": "pd", "p": "bt", "d": "tb", "t": "dp", "m": "n", "n": "m", "v": "b", "f": "s", "s": "f"}
    near = options.get(character.lower(), "e" if character.lower() != "e" else "i")
    return near[int(choice * len(near))].upper() if character.isupper() else near[int(choice * len(near))]
