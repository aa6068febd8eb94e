"""Whether a driver ended a session when, and with the word with which, its part allowed it."""

import re
from collections.abc import Iterator

from evaluation.validity_concepts import concepts_in
from evaluation.validity_fault import FaultKind, SimulatorFault
from evaluation.validity_speech import Finding
from evaluation.validity_values import allowance, numbers_in
from evaluation.validity_words import content, sentences, shared
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import DriverTurn, Scenario
from simulator.channel import Locale
from simulator.events import AssistantSpoke, DriverSpoke, EndWord, SessionEnded, Termination, ToolCalled
from simulator.language.acts import Act, recognise
from simulator.trajectory import Trajectory

_OF_KIND = {
    "base": {EndWord.STOP, EndWord.OUT_OF_SCOPE},
    "dialogue": {EndWord.STOP, EndWord.OUT_OF_SCOPE},
    "hallucination": {EndWord.ACKNOWLEDGED, EndWord.HALLUCINATION_ERROR, EndWord.OUT_OF_SCOPE},
    "internal": {EndWord.STOP, EndWord.DISAMBIGUATION_ERROR, EndWord.OUT_OF_SCOPE},
    "user": {EndWord.STOP, EndWord.OUT_OF_SCOPE},
}
# The session itself, or a script's patience, writes these; no model chooses them.
_WRITTEN_BY_CODE = {
    EndWord.HALLUCINATION_ERROR_REMOVED_TOOL,
    EndWord.HALLUCINATION_ERROR_REMOVED_PARAMETER,
    EndWord.NO_ANSWER,
    EndWord.GAVE_UP,
}
_GOOD = (EndWord.STOP, EndWord.ACKNOWLEDGED)
# Some official tasks let the driver hang up when the assistant goes its own way.
_MAY_STOP = re.compile(r"\b(?:stop|end)\b[^.]{0,20}\bconversation\b", re.IGNORECASE)
_QUESTIONS = {Act.CONFIRM, Act.CHOOSE, Act.VALUE}
_WAITING: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:one|just a|give me a) (?:moment|second|sec|minute)\b|\bhold on\b|\blet me (?:check|look|see|"
        r"find|pull)\b|"
        r"\bi(?:'m| am)(?: now| just)? (?:checking|looking|searching|fetching|pulling)\b",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"잠시만|잠깐만|잠시 기다려|기다려 ?(?:줘|주)|(?:확인|조회|검색)(?:해 ?볼게|해 ?보겠|하고 있|하는 중|"
        r" 중)|살펴보(?:고 있|겠|는 중)|찾아 ?볼게|"
        r"찾아보(?:겠|고 있)|찾는 중|알아볼게|알아보(?:겠|고 있)"
    ),
}
_ANSWER: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(r"^\W*(?:yes|yeah|yep|sure|ok(?:ay)?|no|nope|right|correct|fine|go ahead|please do)\b", re.I),
    "ko": re.compile(r"^\W*(?:네|예|응|어|그래|그렇|맞아|맞습|당연|아니|좋아|좋습|됐)"),
}
_CLOSING: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:thanks|thank you|cheers|that(?:'s| is|'ll be| will be| was) (?:all|everything|it)|nothing else|goodbye|"
        r"bye|i'm (?:good|all set|done|fine)|all good|(?:perfect|great|wonderful|lovely|nice|super|awesome)[.! ]*$)",
        re.I,
    ),
    "ko": re.compile(
        r"고마(?:워|웠)|고맙|감사|수고|됐(?:어|습|네)|없(?:어|습니다|네)|그게 (?:다|전부)|끝이|잘 ?가|안녕|"
        r"(?:좋|완벽|최고)[가-힣]*[.! ]*$"
    ),
}


def ending_faults(trajectory: Trajectory, scenario: Scenario, locale: Locale) -> Iterator[SimulatorFault]:
    """Yield what is wrong with the end of a session."""
    ended = trajectory.ended
    if ended is None:
        return
    if ended.termination is Termination.USER_ERROR:
        yield SimulatorFault(FaultKind.USER_ERROR, ended.seq, ended.detail or "the driver could not go on")
    if ended.termination is not Termination.USER_STOP or ended.end_word is None:
        return
    found = (
        _before_anything(trajectory, ended.end_word)
        or _wrong_word(trajectory, scenario, locale, ended.end_word)
        or _unfinished(trajectory, scenario, locale, ended)
    )
    if found is not None:
        yield SimulatorFault(found[0], ended.seq, found[1])


def _acted(trajectory: Trajectory) -> bool:
    called = any(event.step is not None for event in trajectory.of(ToolCalled))
    return called or any(True for _ in trajectory.of(AssistantSpoke))


def _before_anything(trajectory: Trajectory, word: EndWord) -> Finding | None:
    if _acted(trajectory):
        return None
    kind = FaultKind.FAILURE_WORD_ON_TURN_ONE if word.failure else FaultKind.ENDED_EARLY
    return kind, f"{word.value} before the assistant had done anything"


def _wrong_word(trajectory: Trajectory, scenario: Scenario, locale: Locale, word: EndWord) -> Finding | None:
    kind = scenario.ambiguity.resolved_by if scenario.ambiguity is not None else scenario.kind
    if word not in _OF_KIND[kind if kind in _OF_KIND else "user"] | _WRITTEN_BY_CODE:
        return FaultKind.WRONG_WORD, f"{word.value} ends no scenario of this kind"
    if word is EndWord.DISAMBIGUATION_ERROR and not any(
        _QUESTIONS & set(recognise(event.text, locale).acts) or "?" in event.text
        for event in trajectory.of(AssistantSpoke)
    ):
        return FaultKind.WRONG_WORD, "the assistant was blamed for a question it never asked"
    return None


def _unfinished(trajectory: Trajectory, scenario: Scenario, locale: Locale, ended: SessionEnded) -> Finding | None:
    if ended.end_word not in _GOOD or _MAY_STOP.search(allowance(scenario, locale).text):
        return None
    last = _last_speech(trajectory)
    if _only_waits(last, locale):
        return FaultKind.ENDED_EARLY, "the assistant had only asked for a moment"
    left = _left_unsaid(trajectory, scenario, locale)
    if left is not None:
        return FaultKind.ENDED_EARLY, f"a request was never put: {left.say}"
    if ended.end_word is EndWord.STOP and _last_left_open(trajectory, scenario, locale, last):
        return FaultKind.ENDED_EARLY, "the driver left the assistant's question unanswered, and the last wish undone"
    if ended.end_word is not EndWord.STOP or not _wanted(scenario) or _did(trajectory, scenario):
        return None
    if not last or not _QUESTIONS & set(recognise(last, locale).acts):
        return None
    speeches = [event.text for event in trajectory.of(AssistantSpoke)]
    reported = any({Act.DONE, Act.LIMIT} & set(recognise(speech, locale).acts) for speech in speeches)
    if len(speeches) == 1 or not reported:
        return FaultKind.ENDED_EARLY, "the driver left the assistant's question unanswered, and nothing was done"
    return None


def _last_left_open(trajectory: Trajectory, scenario: Scenario, locale: Locale, last: str) -> bool:
    """Whether a session stopped at a question while nothing was called, or refused, of the last wish's deeds."""
    if isinstance(scenario, OfficialScenario) or not last or not _QUESTIONS & set(recognise(last, locale).acts):
        return False
    turn = len(scenario.driver[locale].turns) - 1
    wanted = {call.tool for call in scenario.expected if call.turn == turn and not call.tool.startswith("get_")}
    called = {event.call.name for event in trajectory.of(ToolCalled) if event.step is not None}
    refused = any(Act.LIMIT in recognise(event.text, locale).acts for event in trajectory.of(AssistantSpoke))
    return bool(wanted) and not wanted & called and not refused


def _last_speech(trajectory: Trajectory) -> str:
    """Return what the assistant said last, "" when the driver has spoken since."""
    spoken = [event for event in trajectory.events if isinstance(event, AssistantSpoke | DriverSpoke)]
    return spoken[-1].text if spoken and isinstance(spoken[-1], AssistantSpoke) else ""


def _only_waits(speech: str, locale: Locale) -> bool:
    """Whether an assistant's speech ends by asking for patience; what it did before it is for the next turn to tell."""
    parts = [part for part in re.split(r"(?<=[.!?…])\s+", speech.replace("’", "'").strip()) if part]
    return bool(parts) and len(parts) <= 2 and "?" not in speech and bool(_WAITING[locale].search(parts[-1]))


def _wanted(scenario: Scenario) -> frozenset[str]:
    return frozenset(call.tool for call in scenario.expected if not call.tool.startswith("get_"))


def _did(trajectory: Trajectory, scenario: Scenario) -> bool:
    """Whether the assistant has called anything that the scenario wants done."""
    wanted = _wanted(scenario)
    return any(event.call.name in wanted for event in trajectory.of(ToolCalled) if event.step is not None)


def _left_unsaid(trajectory: Trajectory, scenario: Scenario, locale: Locale) -> DriverTurn | None:
    """Return a scripted request that nothing the driver said can have been, None where all may have been put.

    A driver may put two requests at once, so a request counts as put when anything in it was mentioned, or when the
    driver spoke, answers apart, as often as it takes.
    """
    turns = scenario.driver[locale].turns
    if isinstance(scenario, OfficialScenario) or len(turns) < 2:
        return None
    lines = [event.intended for event in trajectory.of(DriverSpoke)]
    own = [line for line in lines if not _ANSWER[locale].search(line) and not _closes(line, locale)]
    for number, turn in enumerate(turns):
        if number < len(own) or not number:
            continue
        others = "\n".join(other.say for other in turns if other is not turn)
        if not any(mentions(line, turn, others, locale) for line in lines):
            return turn
    return None


def _closes(line: str, locale: Locale) -> bool:
    """Whether a line only thanks or takes leave."""
    return all(_CLOSING[locale].search(part) or not content(part, locale) for part in sentences(line))


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
