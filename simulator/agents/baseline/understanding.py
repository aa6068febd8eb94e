"""Utterance to intents: what is wanted of which device, and what a short answer means in its context."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from simulator.agents.baseline import lexicon_en, lexicon_ko
from simulator.agents.baseline.errands import read_errands
from simulator.agents.baseline.fragments import Part, cut
from simulator.agents.baseline.frames import Intent, Understood, merged, ordered_zones
from simulator.agents.baseline.meanings import intent_of
from simulator.agents.baseline.mood import is_foreign, is_put_off, is_stuck
from simulator.agents.baseline.reading_parts import DeviceWords, devices_of, spoken_hour
from simulator.agents.baseline.spotting import normalised, spot
from simulator.channel import Locale

_GREETINGS_EN = r"^(?:(?:hey|hi|hello|oh|um|uh|well|so|and|great|thanks|thank you|there)\b[\s,.!]*)*"
_SHORT_ANSWER = {"en": 30, "ko": 12}
"""Up to this many characters a yes or no counts wherever it stands; in longer utterances only at the start."""


def understand(text: str, locale: Locale, about: str = "") -> Understood:
    """Return what `text` asks for; `about` is the device that words without a device refer to.

    Nothing is guessed: an utterance of which no request is recognised has no intents, no answer and an empty
    `loose`.
    """
    errands = read_errands(text, locale)
    if not errands.intents or (is_stuck(text, locale) and not any(intent.errand.place for intent in errands.intents)):
        return _understand_car(text, locale, about)
    around = [_understand_car(words, locale, "").intents if words else () for words in (errands.before, errands.after)]
    before, after = ([intent for intent in intents if intent.device != "thanks"] for intents in around)
    return Understood((*before, *errands.intents, *after), answer_of(text, locale), Intent(about))


def _understand_car(text: str, locale: Locale, about: str) -> Understood:
    """Return what `text` asks of the car itself, its weather and its clock."""
    searched, mentions = spot(text, locale)
    parts = cut(searched, mentions, locale)
    sum_asked = _calculation(searched, text, locale)
    if sum_asked:
        return Understood((Intent("math", "query", expression=sum_asked),))
    intents: list[Intent] = []
    wishes: list[Intent] = []
    named: list[str] = []
    loose = Intent(about)
    absolute = commanded = False
    previous = ""
    for part, found in _read(parts, searched, locale):
        wishes.extend(Intent("wish", "wish", value=wish.meaning) for wish in part.of("wish") if not part.negated)
        if part.negated or part.told:
            previous = found[-1].device or previous
            continue
        for words in found:
            refers_back = bool(about) and not words.device and not previous
            if refers_back and (part.excepts or part.has("unsupported") or _is_foreign(part, searched, locale)):
                continue
            intent = intent_of(words, part.question, locale, words.device or previous or about)
            if intent is not None and refers_back and intent.device == about and intent.action != "query":
                if loose.value is not None and intent.value not in (None, loose.value) and intent.zones:
                    intents.append(intent)
                    continue
                loose = merged(loose, intent) if loose != Intent(about) else intent
                absolute = absolute or words.absolute
                commanded = commanded or bool(words.actions)
            elif intent is not None:
                intents.append(_with_hour(intent, part, searched, locale))
                previous = intent.device
            elif words.device and words.device == about and not part.question:
                said = intent_of(replace(words, device=""), False, locale, about)
                loose = merged(loose, said) if said is not None else loose
                named.append(words.device)
            elif words.device:
                named.append(words.device)
                previous = words.device
        if part.has("unsupported") and not part.has("device"):
            intents.append(Intent("unsupported"))
    acts = loose != Intent(about) or any(intent.action not in ("", "query") for intent in intents)
    if acts and is_put_off(searched, locale):
        return Understood((Intent("unsupported", value="later"),))
    rest = (answer_of(text, locale), loose, absolute, commanded, tuple(named))
    intents = _tidy(intents)
    polite = len(intents) > 1 or rest[0] is not None or loose != Intent(about) or bool(wishes)
    intents = [intent for intent in intents if intent.device != "thanks" or not polite]
    if all(intent.device == "unsupported" for intent in intents) and wishes and loose == Intent(about):
        intents = intents or wishes[:1]
    return Understood(tuple(intents), *rest)


def _is_foreign(part: Part, searched: str, locale: Locale) -> bool:
    known = [range(mention.start - part.start, mention.end - part.start) for mention in part.mentions]
    return is_foreign(searched[part.start : part.end], known, locale, question=part.question)


def answer_of(text: str, locale: Locale) -> Literal["yes", "no"] | None:
    """Return yes or no when the utterance clearly says one of them, None when neither or both."""
    spoken = normalised(text, locale)
    if locale == "ko":
        plain = re.sub(r"[,.!?~]", " ", spoken).strip()
        words = (
            [plain.replace(" ", "")] if len(plain) > _SHORT_ANSWER["ko"] else [*plain.split(), plain.replace(" ", "")]
        )
        says_yes = any(re.match(lexicon_ko.YES, word) for word in words)
        says_no = any(re.match(lexicon_ko.NO, word) for word in words)
    else:
        plain = re.sub(_GREETINGS_EN, "", spoken)
        if re.match(rf"(?:{lexicon_en.NO})\b(?! problem)", plain) and not re.search(r"\b(?:yes|go ahead)\b", plain):
            return "no"
        short = len(plain) <= _SHORT_ANSWER["en"]
        says_yes = _said(rf"\b(?:{lexicon_en.YES})\b", plain, short)
        says_no = _said(rf"\b(?:{lexicon_en.NO})\b(?! problem)", plain, short)
    if says_yes == says_no:
        return None
    return "yes" if says_yes else "no"


def _said(pattern: str, plain: str, anywhere: bool) -> bool:
    return bool(re.search(pattern, plain) if anywhere else re.match(pattern, plain))


def _read(parts: list[Part], searched: str, locale: Locale) -> list[tuple[Part, list[DeviceWords]]]:
    """Read each part; a part without a verb takes it from its neighbour: before it in English, after in Korean."""
    read = [(part, devices_of(part, searched, locale)) for part in parts]
    order = range(1, len(read)) if locale == "en" else range(len(read) - 2, -1, -1)
    step = -1 if locale == "en" else 1
    for index in order:
        part, found = read[index]
        neighbour_part, neighbours = read[index + step]
        neighbour = neighbours[-1] if locale == "en" else neighbours[0]
        if any(words.actions or not words.device for words in found) or part.question or neighbour_part.question:
            continue
        earlier = part if locale == "ko" else neighbour_part
        apart = earlier.ends_sentence or neighbour_part.negated or neighbour_part.told
        if part.has("wish") or part.negated or part.told or apart:
            continue
        for words in found:
            words.actions = list(neighbour.actions)
            giver, taker = (words, neighbour) if locale == "en" else (neighbour, words)
            if not (taker.numbers or taker.amounts) and not taker.colors and taker.device:
                taker.numbers, taker.amounts, taker.absolute = giver.numbers, giver.amounts, giver.absolute
    if locale == "en":
        _give_back(read)
    return read


def _give_back(read: list[tuple[Part, list[DeviceWords]]]) -> None:
    """Give a switch at the end to the device before it, too: turn the seat heating and the wheel heating off."""
    for (part, found), (after, following) in pairwise(read):
        last = [words.actions for words in following if words.device]
        waits = all(words.device and not words.actions for words in found)
        apart = part.ends_sentence or part.question or part.negated or part.told or part.has("wish") or after.negated
        if waits and not apart and last and last[-1] in (["on"], ["off"]):
            for words in found:
                words.actions = list(last[-1])


def _with_hour(intent: Intent, part: Part, searched: str, locale: Locale) -> Intent:
    if intent.device != "weather":
        return intent
    words = lexicon_ko if locale == "ko" else lexicon_en
    if re.search(words.OTHER_DAY, searched):
        return Intent("weather", "query", value="other_day")
    return Intent("weather", "query", hour=spoken_hour(part, searched, locale))


def _tidy(intents: list[Intent]) -> list[Intent]:
    """Join the same wish for several seats, drop repetitions, let a later value complete an earlier wish."""
    kept: list[Intent] = []
    if any(intent.device == "airflow" and intent.value for intent in intents):
        intents = [
            intent
            for intent in intents
            if (intent.device, intent.value) != ("fan", None) or intent.action not in ("on", "change")
        ]
    matched = [intent for intent in intents if intent.action == "match"]
    for intent in intents:
        if len(matched) > 1 and intent in matched[1:]:
            continue
        if kept:
            last = kept[-1]
            same = (last.device, last.action, last.value, last.by) == (
                intent.device,
                intent.action,
                intent.value,
                intent.by,
            )
            if same and last.zones and intent.zones:
                kept[-1] = Intent(
                    last.device,
                    last.action,
                    _zones_together(last.zones, intent.zones),
                    last.value,
                    last.by,
                    last.hour,
                )
                continue
            if same:
                continue
            completes = intent.device == last.device and last.value is None and last.by is None
            if completes and intent.action in ("set", "on") and last.action in ("on", "open", "set", "change"):
                kept[-1] = Intent(
                    intent.device,
                    intent.action,
                    intent.zones or last.zones,
                    intent.value,
                    intent.by,
                    intent.hour,
                )
                continue
        kept.append(intent)
    return kept


def _zones_together(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return ordered_zones({*first, *second})


def _calculation(searched: str, text: str, locale: Locale) -> str:
    """Return the arithmetic of `two numbers with an operator between them`, or nothing."""
    from simulator.language.numbers import find_numbers

    words = lexicon_ko if locale == "ko" else lexicon_en
    numbers = find_numbers(text, locale)
    if len(numbers) < 2:
        return ""
    first, second = numbers[0], numbers[1]
    between = text[first.end : second.start].lower().strip()
    if not between and second.value < 0:
        return f"{first.value:g} - {-second.value:g}"
    for word, sign in words.OPERATORS.items():
        if between in (word, sign):
            return f"{first.value:g} {sign} {second.value:g}"
    return ""
