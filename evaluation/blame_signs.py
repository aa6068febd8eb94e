"""Whether what an assistant heard showed that something was amiss, so that it could have asked.

An assistant knows the words it heard, how sure the recogniser was, its tools, the people and places of its world. The
rules ask of each lost slot whether one of these gave the loss away (a sign), or whether another thing, person or value
that exists stood in its place, so that nothing could (plausible). What they do not cover stays open.
"""

import re
from collections.abc import Iterator

from evaluation.blame_reading import Reading, Sign
from evaluation.blame_slots import Bounds, Utterance, changed_words
from evaluation.blame_values import names_something, read_slot
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.language.hangul import decompose

_LOOPS = 4
_HANGUL = re.compile(r"[가-힣ㄱ-ㅎㅏ-ㅣ]")
_LATIN = re.compile(r"[A-Za-z]")
_CARRIERS = frozenset({"do", "does", "did", "can", "could", "will", "would", "should", "please", "is", "are"})
_NEGATION: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:not|never|no|without|nothing|cannot|\w+n't|dont|doesnt|cant|wont)\b", re.IGNORECASE),
    "ko": re.compile(r"(?:지|질) ?(?:마|말|않|못)|(?<![가-힣])(?:안|못) |말고|없이|빼고|아니"),
}
_OPPOSITES: dict[Locale, tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]] = {
    "en": tuple(
        (re.compile(rf"\b(?:{one})\b", re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE))
        for one, other in (
            ("open", "close|shut"),
            ("on", "off"),
            ("up|raise|higher|increase", "down|lower|decrease"),
            ("warmer|hotter", "cooler|colder"),
        )
    ),
    "ko": tuple(
        (re.compile(one), re.compile(other))
        for one, other in (
            ("열|여[세시]", "닫"),
            ("켜|켤|킬", "꺼|끄|끌"),
            ("올려|올리|높", "내려|내리|낮"),
            ("따뜻", "시원"),
        )
    ),
}


def read(utterance: Utterance, slot: str | None, scenario: Scenario, unsure_below: Bounds) -> Reading:
    """Return what the loss of a slot, or with None of other words, looked like from inside the car.

    Signs of the whole utterance: nothing was heard; the confidence lies below the engine's bound; a phrase repeats four
    times or more; the script is the other language's; or nothing is named that a car knows, though the driver named
    something, and no word is left of what was said. Of a number: the value heard breaks the bounds of the parameter it
    was meant for, or of its unit; no number is left though the parameter is required. Of a person's or a place's name:
    no name that exists stands in its place. Of a thing: no thing is named any more; of a choice among things (which
    window, which seat): none is named any more and a tool that was meant requires one. Plausible is another number
    within bounds, another name of the same kind, another thing or choice, the opposite deed (open, close), or an order
    from which only a negation fell out.
    """
    of_the_whole = tuple(_of_the_whole(utterance, unsure_below))
    if slot is None or Sign.SILENCE in of_the_whole:
        return Reading(of_the_whole, plausible=not of_the_whole and _turned_round(utterance))
    found = read_slot(utterance, slot, scenario)
    signs = (*of_the_whole, *found.signs)
    turned = not signs and not found.kept and _turned_round(utterance)
    return Reading(signs, not of_the_whole and (found.plausible or turned), found.kept)


def _of_the_whole(utterance: Utterance, unsure_below: Bounds) -> Iterator[Sign]:
    heard = utterance.heard
    if not re.search(r"\w", heard):
        yield Sign.SILENCE
        return
    bound = unsure_below.get((utterance.engine, utterance.locale))
    if bound is not None and utterance.confidence is not None and utterance.confidence < bound:
        yield Sign.UNSURE
    if _loops(heard):
        yield Sign.LOOP
    if _other_script(utterance):
        yield Sign.OTHER_SCRIPT
    elif names_something(utterance.intended, utterance.locale) and not names_something(heard, utterance.locale):
        meant = set(re.findall(r"\w+", utterance.intended.casefold()))
        if not meant & set(re.findall(r"\w+", heard.casefold())):
            yield Sign.NOTHING_KNOWN


def _loops(text: str) -> bool:
    """Tell whether up to three words repeat four times in a row; digits one by one are a number, no loop."""
    words = re.findall(r"\w+", text.casefold())
    for length in (1, 2, 3):
        for start in range(len(words) - _LOOPS * length + 1):
            phrase = words[start : start + length]
            if words[start : start + _LOOPS * length] == phrase * _LOOPS and not "".join(phrase).isdigit():
                return True
    return False


def _other_script(utterance: Utterance) -> bool:
    korean = bool(_HANGUL.search(utterance.heard))
    if utterance.locale == "en":
        return korean
    return not korean and bool(_LATIN.search(utterance.heard)) and bool(_HANGUL.search(utterance.intended))


def _turned_round(utterance: Utterance) -> bool:
    """Tell whether what was heard is the opposite order, which exists as well."""
    return _only_negation_lost(utterance) or _opposite_deed(utterance)


def _opposite_deed(utterance: Utterance) -> bool:
    return any(
        (one.search(meant) and other.search(heard)) or (other.search(meant) and one.search(heard))
        for meant, heard in changed_words(utterance.intended, utterance.heard)
        for one, other in _OPPOSITES[utterance.locale]
    )


def _only_negation_lost(utterance: Utterance) -> bool:
    """Tell whether the one thing that changed is that a negation fell out and left the order without it.

    What stands in its place is nothing or a word that only carries the sentence (do, can), in Korean the same verb:
    열지 마 → 열어.
    """
    changes = changed_words(utterance.intended, utterance.heard)
    pattern = _NEGATION[utterance.locale]
    if len(changes) != 1 or not pattern.search(f"{changes[0][0]} ") or pattern.search(f"{changes[0][1]} "):
        return False
    meant, heard = changes[0]
    if utterance.locale == "en":
        return {word.strip(",.!?").casefold() for word in heard.split()} <= _CARRIERS
    return not heard or _onset(heard) == _onset(meant)


def _onset(text: str) -> str:
    syllable = decompose(text[0])
    return syllable.onset if syllable else text[0]
