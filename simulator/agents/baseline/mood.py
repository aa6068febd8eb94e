"""Whether words are a command: reports, habits, likings and thoughts hold the same verbs, and are none."""

import re

from simulator.agents.baseline import lexicon_en, lexicon_ko
from simulator.agents.baseline import lexicon_mood as words
from simulator.channel import Locale

_SEVERAL_LETTERS = re.compile(r"[a-z]{4,}")


def tells(said: str, searched: str, locale: Locale, *, asked: bool, valued: bool = False) -> bool:
    """Say whether a part of an utterance tells something in the words of a command: the AC turned off.

    `said` is the part, `searched` the whole; `asked` says that a question mark follows, `valued` that it names a value.
    """
    if locale == "ko":
        if re.search(words.THOUGHT_KO, said) or (not valued and re.search(words.STAY_KO, said)):
            return True
        if re.search(words.HABIT_KO, said) and not re.search(words.WANTED_KO, said):
            return True
        done = re.search(words.DONE_KO, said)
        return bool(done) and (bool(re.search(words.WHY_KO, said)) or not asks_done(said, locale, asked=asked))
    if re.search(words.WHY_NOT_EN, said):
        return True
    if asked or re.search(words.ASKED_EN, said):
        return False
    if re.search(words.THOUGHT_EN, said) or (not valued and re.search(words.STAY_EN, said)):
        return True
    wished = re.search(lexicon_en.WISHES_FOR, said) or re.search(r"\bplease\b", searched)
    return not wished and bool(re.search(words.DONE_EN, said) or re.search(words.HABIT_EN, said))


def is_stuck(heard: str, locale: Locale) -> bool:
    """Say whether Korean words tell of what does not go up or down, which sounds like a way to go: 창문이 안 내려가."""
    return locale == "ko" and bool(re.search(r"안\s?(?:내려|올라)\s?(?:가|와|간|갑)", heard))


def asks_done(said: str, locale: Locale, *, asked: bool) -> bool:
    """Say whether Korean words ask if something was done, which the state of the device answers: 창문 닫았어?"""
    if locale == "en" or re.search(words.WHY_KO, said):
        return False
    return bool(re.search(words.ASKED_DONE_KO, said) or (asked and re.search(words.DONE_KO, said)))


def is_excepted(searched: str, start: int, end: int, locale: Locale) -> bool:
    """Say whether the words from `start` to `end` name what is not meant: all but the sunroof, 선루프 빼고."""
    if locale == "ko":
        return bool(re.match(words.EXCEPT_KO, searched[end:]))
    return bool(re.search(words.EXCEPT_EN, searched[:start]))


def taken_back(searched: str, end: int) -> int:
    """Return where words end that take back the Korean verb before `end`, as 지 말고 does; 0 where there are none."""
    found = re.match(words.TAKEN_BACK_KO, searched[end:])
    return end + found.end() if found else 0


def is_put_off(searched: str, locale: Locale) -> bool:
    """Say whether something is wanted at another time than now, or on a condition."""
    return bool(re.search(words.LATER_KO if locale == "ko" else words.LATER_EN, searched))


def is_foreign(said: str, known: list[range], locale: Locale, *, question: bool) -> bool:
    """Say whether words without a device are of what no device has to do with: what is the capital of France.

    `known` are the places of the words that are understood.
    """
    if locale == "ko":
        remark = re.search(words.REMARK_KO, said) and not re.search(lexicon_ko.ASKS_WHICH, said)
        return bool(remark or re.search(words.FOREIGN_KO, said))
    strange = (
        found
        for found in _SEVERAL_LETTERS.finditer(said)
        if not re.fullmatch(words.FAMILIAR_EN, found[0]) and not any(found.start() in span for span in known)
    )
    remark = bool(re.search(words.REMARK_EN, said.strip()))
    return (remark and any(letter.isdigit() for letter in said)) or ((question or remark) and any(strange))
