"""Hears dialogue acts in Korean speech, whatever its speech level."""

from simulator.language import acts_korean_patterns as says
from simulator.language.acts_clauses import QUESTIONS, Act, Finding, Place, Sentence, Weight


def findings(reply: list[Sentence]) -> list[Finding]:
    """Return what each clause of a Korean reply does, in order."""
    found: list[Finding] = []
    reply = _cut(reply)
    for at, sentence in enumerate(reply):
        if not says.HANGUL.search(sentence.text):
            continue
        heard = _question(sentence, Place(reply, at))
        if heard is None:
            heard = _statement(sentence, Place(reply, at))
        if heard and heard[0].act in QUESTIONS and found and says.OR_ELSE.match(sentence.text):
            heard = _joined(heard, found)
        found.extend(heard)
    return found


def _joined(heard: list[Finding], found: list[Finding]) -> list[Finding]:
    """Make one choice of "이걸 할까요? 아니면 저걸 할까요?"."""
    if found[-1].act not in QUESTIONS:
        return heard
    before = found.pop()
    if says.NEUTRAL_OR.search(heard[0].clause):
        return [before]
    return [Finding(Act.CHOOSE, f"{before.clause}? {heard[0].clause}")]


def _cut(reply: list[Sentence]) -> list[Sentence]:
    """Cut where a final ending shows the end of a sentence that no mark shows."""
    found: list[Sentence] = []
    for sentence in reply:
        parts = [part for part in says.UNMARKED_END.split(sentence.text) if part]
        parts = [says.TRAILING.sub("", part) for part in parts]
        parts = [part for part in parts if part] or [sentence.text]
        found.extend(Sentence(part, False, sentence.item) for part in parts[:-1])
        found.append(Sentence(parts[-1], sentence.asks, sentence.item))
    return found


def _segments(text: str) -> list[str]:
    return [part.strip(" ,;:") for part in says.SEGMENT.split(text) if part and part.strip(" ,;:")]


def _question(sentence: Sentence, place: Place) -> list[Finding] | None:
    """Return the findings of a sentence that asks, None if it does not ask."""
    text = sentence.text
    if not sentence.asks and not says.UNMARKED_QUESTION.search(text):
        return None
    if says.TELLS_RISING.search(text) and says.LIMIT.search(text):
        return None
    segments = _segments(text)
    if not segments:
        return []
    if says.REPEAT.search(text):
        return [Finding(Act.REPEAT, sentence.text, Weight.PROMISE)]
    if says.CLOSER.search(segments[-1]) or (len(segments) == 1 and says.CLOSER.search(text)):
        return _clauses(segments[:-1], text)
    act = _asked(text, segments, place)
    ground = [f for f in _clauses(segments[:-1], text) if f.act is Act.LIMIT or act is not Act.CHOOSE]
    return [*ground, *([Finding(act, text)] if act is not None else [])]


def _asked(text: str, segments: list[str], place: Place) -> Act | None:
    """Return what a question wants of the driver, None if it is none of the acts."""
    last = segments[-1]
    if says.SMALLTALK_QUESTION.search(last):
        return None
    neutral = says.NEUTRAL_OR.search(text) is not None
    if not neutral and (says.OR.search(text) or says.TWICE_ASKED.search(text) or says.AMONG.search(text)):
        return Act.CHOOSE
    if says.SUGGESTION.search(last):
        return Act.CONFIRM
    tells = says.TELL_ME.search(last) is not None
    if says.WH.search(text if tells else last):
        chooses = says.SELECTS.search(text if tells else last) and _options(segments[:-1], place)
        return Act.CHOOSE if chooses or says.TWO_SIDES.search(last) else Act.VALUE
    if tells:
        return Act.CHOOSE if says.PICK.search(last) and _options(segments[:-1], place) else Act.VALUE
    if says.PREFERENCE.search(last) or says.OPEN_NOUN.search(last):
        return Act.VALUE
    if says.ASKS_TO_CONFIRM.search(last):
        return Act.CONFIRM
    if says.ASKS_A_DEED.search(last):
        return None
    if neutral or says.PERMISSION.search(last) or says.DEED.search(last):
        return Act.CONFIRM
    return Act.CONFIRM if says.DOMAIN.search(last) and not says.FINITE.search(last) else None


def _options(before: list[str], place: Place) -> bool:
    """Tell whether the reply has named things to choose from before it asks."""
    if place.items > 1:
        return True
    texts = [*(sentence.text for sentence in place.nearby), ", ".join(before)]
    return any(says.OPTIONS.search(text) for text in texts)


def _statement(sentence: Sentence, place: Place) -> list[Finding]:
    """Return the findings of a sentence that tells, orders or offers."""
    text = sentence.text
    if says.REPEAT.search(text):
        return [Finding(Act.REPEAT, sentence.text, Weight.PROMISE)]
    segments = _segments(text)
    if says.GO_AHEAD.search(text) and not says.GO_AHEAD_GIVEN.search(text):
        ground = [s for s in segments[:-1] if not says.GO_AHEAD.search(s)]
        return [*_clauses(ground, text), Finding(Act.CONFIRM, text)]
    if says.OFFER.search(text):
        if says.BESIDES.search(says.NOT_BESIDES.sub(" ", text)):
            return []
        return [*_clauses(segments[:-1], text), Finding(Act.CONFIRM, text, Weight.OFFER)]
    if says.CLOSER.search(text):
        return _clauses(segments[:-1], text)
    tells = says.TELL_ME.search(text) or says.NEEDS_TO_KNOW.search(text)
    if tells and not says.NOT_TOLD.search(text):
        picks = says.PICK.search(text) or says.SELECTS.search(text)
        chooses = says.AMONG.search(text) or says.OR.search(text) or (picks and _options(segments[:-1], place))
        ground = [s for s in segments if not says.TELL_ME.search(s) and not says.NEEDS_TO_KNOW.search(s)]
        limits = [f for f in _clauses(ground, text) if f.act is Act.LIMIT and not says.AMONG.search(text)]
        return [*limits, Finding(Act.CHOOSE if chooses else Act.VALUE, text)]
    return _clauses(segments, text)


def _clauses(segments: list[str], text: str) -> list[Finding]:
    """Return the limits and reports of the clauses of one sentence."""
    found: list[Finding] = []
    reports = [_reports(segment) for segment in segments]
    for number, segment in enumerate(segments):
        if says.HYPOTHETICAL.search(segment):
            continue
        if says.LIMIT.search(says.NO_LIMIT.sub(" ", segment)):
            settled = any(reports[number + 1 :]) and says.CAUSE.search(segment)
            if settled and not says.UNKNOWN.search(segment):
                continue
            so_far = text[: text.find(segment) + len(segment)]
            conditional = says.CONDITION.search(so_far) is not None and not says.UNKNOWN.search(segment)
            found.append(Finding(Act.LIMIT, segment, Weight.CONTEXT if conditional else Weight.FIRM))
        elif reports[number]:
            found.append(Finding(Act.DONE, segment))
        elif says.PROMISE.search(segment) and not says.COURTESY.search(segment):
            found.append(Finding(Act.DONE, segment, Weight.PROMISE))
        elif says.COURTESY.search(segment) or says.NO_STATEMENT.search(segment):
            continue
        elif says.FINITE.search(segment) and (says.DOMAIN.search(segment) or says.FIGURE.search(segment)):
            found.append(Finding(Act.DONE, segment, Weight.CONTEXT))
    return found


def _reports(segment: str) -> bool:
    return says.REPORT.search(segment) is not None and says.NO_REPORT.search(segment) is None
