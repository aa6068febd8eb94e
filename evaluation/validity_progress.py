"""How far a simulated driver has come: which requests it has put, and which of its lines only answer."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from evaluation.validity_concepts import concepts_in
from evaluation.validity_numbers import numbers_in
from evaluation.validity_words import ASKS, content, sentences, shared, wanted_part
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import DriverTurn, Scenario
from simulator.channel import Locale
from simulator.events import AssistantSpoke, DriverSpoke
from simulator.language.acts import Act, recognise
from simulator.trajectory import Trajectory

QUESTIONS = frozenset({Act.CONFIRM, Act.CHOOSE, Act.VALUE})
_CLOSING: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:thanks|thank you|cheers|that(?:'s| is|'ll be| will be| was) (?:all|everything|it)|nothing else|"
        r"goodbye|"
        r"bye|i'm (?:good|all set|done|fine)|all good|(?:perfect|great|wonderful|lovely|nice|super|awesome)[.! ]*$)",
        re.I,
    ),
    "ko": re.compile(
        r"고마(?:워|웠)|고맙|감사|수고|됐(?:어|습|네)|없(?:어|습니다|네)|그게 (?:다|전부)|끝이|잘 ?가|안녕|"
        r"(?:좋|완벽|최고)[가-힣]*[.! ]*$"
    ),
}


class Line(NamedTuple):
    """One utterance of the driver: its event, the speech it follows, and the requests (from 0) it can have put.

    `asked` says whether that speech asked for something, `before` are the requests put by earlier lines, and `own` is
    how many of those lines neither answered nor took leave.
    """

    seq: int
    text: str
    speech: str
    asked: bool
    puts: frozenset[int]
    before: frozenset[int]
    own: int


def asks(speech: str, locale: Locale) -> bool:
    """Whether an assistant's speech wants an answer."""
    return "?" in speech or recognise(speech, locale).question is not None


def closes(line: str, locale: Locale) -> bool:
    """Whether a line only thanks or takes leave."""
    return all(
        _CLOSING[locale].search(part) or not (content(part, locale) or ASKS[locale].search(part))
        for part in sentences(line)
    )


def _takes_leave(line: str, locale: Locale) -> bool:
    """Whether a line thanks or takes leave and asks for nothing besides."""
    parts = sentences(line)
    return any(_CLOSING[locale].search(part) for part in parts) and not any(ASKS[locale].search(p) for p in parts)


def lines(trajectory: Trajectory, scenario: Scenario, locale: Locale) -> list[Line]:
    """Return the driver's utterances with the requests that each can have put.

    A driver may put several requests at once. A line that names nothing in particular counts as the next request,
    unless it answers a question or takes leave.
    """
    return list(_lines(trajectory, scenario, locale))


def _lines(trajectory: Trajectory, scenario: Scenario, locale: Locale) -> Iterator[Line]:
    turns = scenario.driver[locale].turns
    before: frozenset[int] = frozenset()
    speech, own = "", 0
    for event in trajectory.events:
        match event:
            case AssistantSpoke(text=spoken):
                speech = spoken
            case DriverSpoke(intended=text):
                asked = asks(speech, locale)
                free = not asked and not closes(text, locale) and not _takes_leave(text, locale)
                puts = _puts(text, turns, locale, before, free=free)
                yield Line(event.seq, text, speech, asked, puts, before, own)
                # A driver who sets the assistant right asks for nothing new.
                corrects = bool(speech) and wanted_part(text, locale) != text
                before, own = before | puts, own + (free and not corrects)


def _puts(
    text: str, turns: tuple[DriverTurn, ...], locale: Locale, before: frozenset[int], *, free: bool
) -> frozenset[int]:
    named = frozenset(
        number
        for number, turn in enumerate(turns)
        if number and mentions(text, turn, "\n".join(other.say for other in turns if other is not turn), locale)
    )
    if not before:
        return named | {0}
    following = min((number for number in range(len(turns)) if number not in before), default=None)
    if free and following is not None and not named - before:
        return named | {following}
    return named


def unput(driver: list[Line], scenario: Scenario, locale: Locale) -> list[int]:
    """Return the scripted requests that nothing the driver said can have been."""
    if isinstance(scenario, OfficialScenario):
        return []
    put = frozenset[int]().union(*(line.puts for line in driver))
    return [number for number in range(len(scenario.driver[locale].turns)) if number not in put]


@lru_cache(maxsize=4096)
def mentions(line: str, turn: DriverTurn, others: str, locale: Locale) -> bool:
    """Whether a line holds anything that only this request of a scenario holds, not the `others`."""
    wish = f"{turn.say} {turn.again}"
    words = [word for word in content(wish, locale) if not shared(word, others, locale)]
    if any(shared(word, line, locale) for word in words):
        return True
    if concepts_in(line, locale) & (concepts_in(wish, locale) - concepts_in(others, locale)):
        return True
    numbers = {value for value, _ in numbers_in(wish, locale)} - {value for value, _ in numbers_in(others, locale)}
    return bool(numbers & {value for value, _ in numbers_in(line, locale)})


def left_open(speeches: list[str], locale: Locale) -> str:
    """Return the speech that leaves something to the driver: questions, offers and refusals, no reports."""
    return "\n".join(
        speech
        for speech in speeches
        if asks(speech, locale) or {Act.LIMIT, Act.REPEAT} & set(recognise(speech, locale).acts)
    )
