"""Hears dialogue acts in English speech."""

import re
from dataclasses import replace

from simulator.language import acts_english_asking as asking
from simulator.language import acts_english_telling as telling
from simulator.language.acts_clauses import QUESTIONS, Act, Finding, Place, Sentence, Weight


def findings(reply: list[Sentence]) -> list[Finding]:
    """Return what each clause of an English reply does, in order."""
    found: list[Finding] = []
    for at, sentence in enumerate(reply):
        text = sentence.text.lower()
        if asking.LATIN_FREE.search(text) and not asking.LATIN.search(text):
            continue
        heard = _question(sentence, text, Place(reply, at))
        if heard is None:
            heard = _statement(sentence, text, Place(reply, at))
        listed = sentence.item and sentence.asks
        if heard and heard[0].act in QUESTIONS and found and (listed or asking.OR_ELSE.match(text)):
            heard = _joined(heard, found)
        found.extend(_as_spoken(finding, sentence.text, text) for finding in heard)
    return found


def _as_spoken(finding: Finding, spoken: str, lowered: str) -> Finding:
    """Give the clause back its capitals."""
    at = lowered.find(finding.clause)
    if at < 0 or len(spoken) != len(lowered):
        return finding
    return replace(finding, clause=spoken[at : at + len(finding.clause)])


def _joined(heard: list[Finding], found: list[Finding]) -> list[Finding]:
    """Make one choice of "Should I do this? Or that?"."""
    if found[-1].act not in QUESTIONS:
        return heard
    before = found.pop()
    if asking.NEUTRAL_OR.search(heard[0].clause.lower()):
        return [before]
    return [Finding(Act.CHOOSE, f"{before.clause}? {heard[0].clause}")]


def _segments(text: str) -> list[str]:
    return [part.strip(" ,;:") for part in asking.SEGMENT.split(text) if part and part.strip(" ,;:")]


def _question(sentence: Sentence, text: str, place: Place) -> list[Finding] | None:
    """Return the findings of a sentence that asks, None if it does not ask."""
    if not sentence.asks and not asking.UNMARKED_QUESTION.match(text):
        return None
    segments = [s for s in _segments(text) if not asking.CLOSER.search(s)]
    if not segments:
        return []
    if asking.REPEAT.search(text):
        return [Finding(Act.REPEAT, sentence.text, Weight.PROMISE)]
    first = next((i for i in range(len(segments) - 1, -1, -1) if asking.FRAME.match(segments[i])), None)
    if first is None:
        # "The driver's window?" and "You mean this one, right?" ask by tone alone.
        first = 0 if asking.TAG.search(segments[-1]) is None else max(len(segments) - 2, 0)
        first = 0 if " or " in f" {text} " else first
    elif asking.OR_ELSE.match(segments[first]):
        first = next((i for i in range(first - 1, -1, -1) if asking.FRAME.match(segments[i])), first)
    ground = _clauses(segments[:first], text, conditional=False)
    tail = ", ".join(segments[first:])
    act = _asked(tail, segments[:first], place)
    clause = text[text.find(segments[first]) :]
    return [*ground, *([Finding(act, clause)] if act is not None else [])]


def _asked(tail: str, before: list[str], place: Place) -> Act | None:
    """Return what a question wants of the driver, None if it is none of the acts."""
    if asking.SMALLTALK_QUESTION.match(tail):
        return None
    if asking.SUGGESTION.match(tail):
        return Act.CONFIRM
    chooses = asking.OR.search(asking.NEUTRAL_OR.sub(" ", tail)) is not None
    wh = asking.WH.match(tail)
    if wh is not None:
        if (
            chooses
            or asking.OF_THEM.search(tail)
            or asking.BETWEEN.search(tail)
            or (asking.SELECTS.search(tail) and _options(before, place))
        ):
            return Act.CHOOSE
        return Act.VALUE
    if asking.ASKS_TO_CONFIRM.search(tail):
        return Act.CONFIRM
    if asking.ASKS_TO_TELL.match(tail):
        return Act.CHOOSE if chooses or _picks(tail, before, place) else Act.VALUE
    if asking.OPEN_NOUN.match(tail) or asking.PREFERENCE.search(asking.NEUTRAL_OR.sub(" ", tail)):
        return Act.VALUE
    if asking.FACT_QUESTION.match(tail):
        return None
    if chooses:
        return Act.CHOOSE
    if asking.PERMISSION.match(tail) or asking.TAG.search(tail):
        return Act.CONFIRM
    if asking.LATE_WH.search(tail):
        return Act.VALUE
    return Act.CONFIRM if telling.DOMAIN.search(tail) else None


def _picks(tail: str, before: list[str], place: Place) -> bool:
    return asking.SELECTS.search(tail) is not None and _options(before, place)


def _options(before: list[str], place: Place) -> bool:
    """Tell whether the reply has named things to choose from before it asks."""
    if place.items > 1:
        return True
    texts = [*(sentence.text.lower() for sentence in place.nearby), ", ".join(before)]
    return any(asking.OPTIONS.search(text) and not telling.LIMIT.search(text) for text in texts)


def _statement(sentence: Sentence, text: str, place: Place) -> list[Finding]:
    """Return the findings of a sentence that tells, orders or offers."""
    if asking.REPEAT.search(text):
        return [Finding(Act.REPEAT, sentence.text, Weight.PROMISE)]
    if asking.PICK.search(text):
        chooses = asking.OR.search(text) or asking.BETWEEN.search(text) or _options([], place)
        return [Finding(Act.CHOOSE if chooses else Act.VALUE, sentence.text)]
    segments = _segments(text)
    request = _request(sentence, text, place)
    if request is not None:
        asks = [bool(asking.TELL_ME.search(s) or asking.GO_AHEAD.search(s)) for s in segments]
        cut = asks.index(True) if any(asks) else 0
        limits = [f for f in _clauses(segments[cut:], text, conditional=True) if f.act is Act.LIMIT]
        return [*_clauses(segments[:cut], text, conditional=True), *limits, request]
    if asking.CLOSER.search(text):
        return _clauses([s for s in segments if not asking.CLOSER.search(s)], text, conditional=True)
    if asking.OFFER.search(text):
        if asking.BESIDES.search(text):
            return []
        act = Act.CHOOSE if asking.OR.search(asking.NEUTRAL_OR.sub(" ", text)) else Act.CONFIRM
        return [*_clauses(segments, text, conditional=True), Finding(act, sentence.text, Weight.OFFER)]
    return _clauses(segments, text, conditional=True)


def _request(sentence: Sentence, text: str, place: Place) -> Finding | None:
    if asking.GO_AHEAD.search(text) and not asking.GO_AHEAD_GIVEN.search(text):
        return Finding(Act.CONFIRM, sentence.text)
    if asking.TELL_ME.search(text) and not asking.TELL_ME_IF.search(text):
        chooses = (asking.OR.search(text) and asking.SELECTS.search(text)) or _picks(text, [], place)
        return Finding(Act.CHOOSE if chooses else Act.VALUE, sentence.text)
    return None


def _clauses(segments: list[str], text: str, *, conditional: bool) -> list[Finding]:
    """Return the limits and reports of the clauses of one sentence."""
    found: list[Finding] = []
    reported_after = [_deed(s) for s in segments]
    for number, segment in enumerate(segments):
        if telling.HYPOTHETICAL.match(segment) or asking.REPEAT.search(segment):
            continue
        limit = telling.LIMIT.search(telling.NO_LIMIT.sub(" ", segment))
        if limit is not None:
            settled = any(reported_after[number + 1 :])
            if settled and (telling.CAUSE.match(segment) and not telling.FIRST_PERSON.search(segment)):
                continue
            under_condition = conditional and telling.CONDITION.search(text) and not telling.UNSEEN.search(segment)
            weight = Weight.CONTEXT if under_condition else Weight.FIRM
            found.append(Finding(Act.LIMIT, segment, weight))
        else:
            # "..., and set the fan" goes on in the mood of the clause before: a deed, or what somebody could do.
            bare = number > 0 and telling.BARE_VERB.match(segment) and not reported_after[number - 1]
            done = None if bare else _reported(segment, text)
            if done is not None:
                found.append(done)
    return found


def _deed(segment: str) -> bool:
    return telling.REPORT.search(segment) is not None and telling.NO_REPORT.search(segment) is None


def _reported(segment: str, text: str) -> Finding | None:
    if _deed(segment) or telling.STATE_FRAGMENT.match(text):
        return Finding(Act.DONE, segment)
    if telling.PROMISE.search(segment):
        return Finding(Act.DONE, segment, Weight.PROMISE)
    states = telling.FINITE.search(segment) or telling.SUBJECT.match(segment) or telling.LABEL.search(text)
    if (
        states
        and (telling.DOMAIN.search(segment) or re.search(r"\d", segment))
        and not telling.NO_STATEMENT.match(segment)
    ):
        return Finding(Act.DONE, segment, Weight.CONTEXT)
    return None
