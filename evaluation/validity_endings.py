"""Whether a driver ended a session when, and with the word with which, its part allowed it."""

import re
from collections.abc import Iterator

from evaluation.validity_fault import FaultKind, SimulatorFault
from evaluation.validity_progress import QUESTIONS, Line, asks, closes, lines, unput
from evaluation.validity_speech import Finding
from evaluation.validity_values import allowance
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import Scenario
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
_WAITING: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:one|just a|give me a) (?:moment|second|sec|minute)\b|\bhold on\b|\bbear with me\b|\blet me (?:just )?"
        r"(?:check|look|see|find|pull)\b|"
        r"\bi(?:'m| am|'ll| will)(?: now| just)? (?:check|look|search|fetch|pull)(?:ing)?\b",
        re.IGNORECASE,
    ),
    "ko": re.compile(
        r"잠시만|잠깐만|(?:잠시|잠깐|조금) ?(?:만 )?기다려|기다려 ?(?:줘|주)|(?:확인|조회|검색)(?:해 ?볼게|해 ?보겠|"
        r"하고 있|하는 중|"
        r" 중)|살펴보(?:고 있|겠|는 중)|찾아 ?볼게|"
        r"찾아보(?:겠|고 있)|찾는 중|알아볼게|알아보(?:겠|고 있)"
    ),
}

# What an admission may be made of; whoever says nothing of the kind admits nothing.
_NEGATIVE: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"n't\b|\b(?:not|no|none|unable|unavailable|cannot|sorry|afraid|unfortunately|without|only|lacks?|missing|"
        r"impossible|unknown|unsupported|beyond|fail(?:s|ed)?)\b",
        re.I,
    ),
    "ko": re.compile(r"못|안 ?[가-힣]|없|않|죄송|미안|어렵|어려|불가|모르|몰라|만 (?:가능|할|돼|되)|실패|아쉽|힘들"),
}
_PUZZLING = frozenset({Act.CHOOSE, Act.VALUE, Act.LIMIT, Act.REPEAT, Act.OTHER})
_CALL = "call_phone_by_number"


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
    speeches = [event.text for event in trajectory.of(AssistantSpoke)]
    if word is EndWord.DISAMBIGUATION_ERROR and not any(asks(speech, locale) for speech in speeches):
        return FaultKind.WRONG_WORD, "the assistant was blamed for a question it never asked"
    if isinstance(scenario, OfficialScenario):
        return None
    if word is EndWord.OUT_OF_SCOPE and not _beyond_the_part(speeches, locale):
        return FaultKind.WRONG_WORD, "the assistant had asked for nothing that the scenario could lack"
    if word is EndWord.HALLUCINATION_ERROR:
        return _blamed_too_soon(trajectory, scenario, locale)
    if word is EndWord.ACKNOWLEDGED and not any(_admits(speech, locale) for speech in speeches):
        return FaultKind.WRONG_WORD, "the assistant had not admitted that it lacks anything"
    return None


def _blamed_too_soon(trajectory: Trajectory, scenario: Scenario, locale: Locale) -> Finding | None:
    """Find a driver who condemns an assistant that has not answered the request which needs what was removed."""
    early = FaultKind.FAILURE_WORD_ON_TURN_ONE
    if scenario.removed_turn in unput(lines(trajectory, scenario, locale), scenario, locale):
        return early, "the driver never put the request that the assistant was to fail at"
    last = _last_speech(trajectory)
    if not last and _unanswered(trajectory) is not None:
        return early, "the assistant had not answered yet"
    if _only_waits(last, locale):
        return early, "the assistant had only asked for a moment"
    return None


def _beyond_the_part(speeches: list[str], locale: Locale) -> bool:
    """Whether the assistant said anything to which the driver's part can lack the answer; a yes it never lacks."""
    if any(_PUZZLING & set(recognise(speech, locale).acts) for speech in speeches):
        return True
    return sum(asks(speech, locale) for speech in speeches) > 1


def _admits(speech: str, locale: Locale) -> bool:
    return Act.LIMIT in recognise(speech, locale).acts or _NEGATIVE[locale].search(speech) is not None


def _unfinished(trajectory: Trajectory, scenario: Scenario, locale: Locale, ended: SessionEnded) -> Finding | None:
    if ended.end_word not in _GOOD or _MAY_STOP.search(allowance(scenario, locale).text):
        return None
    last = _last_speech(trajectory)
    if _only_waits(last, locale):
        return FaultKind.ENDED_EARLY, "the assistant had only asked for a moment"
    driver = lines(trajectory, scenario, locale)
    left = unput(driver, scenario, locale)
    if left:
        return FaultKind.ENDED_EARLY, f"a request was never put: {scenario.driver[locale].turns[left[0]].say}"
    if not last and _hung_up_on(trajectory, scenario, locale, driver):
        return FaultKind.ENDED_EARLY, "the driver ended without waiting for what came of its last words"
    if ended.end_word is EndWord.STOP and _last_left_open(trajectory, scenario, locale, last):
        return FaultKind.ENDED_EARLY, "the driver left the assistant's question unanswered, and the last wish undone"
    if ended.end_word is not EndWord.STOP or not _wanted(scenario) or _did(trajectory, scenario):
        return None
    if not last or not QUESTIONS & set(recognise(last, locale).acts):
        return None
    speeches = [event.text for event in trajectory.of(AssistantSpoke)]
    reported = any({Act.DONE, Act.LIMIT} & set(recognise(speech, locale).acts) for speech in speeches)
    if len(speeches) == 1 or not reported:
        return FaultKind.ENDED_EARLY, "the driver left the assistant's question unanswered, and nothing was done"
    return None


def _unanswered(trajectory: Trajectory) -> DriverSpoke | None:
    """Return the driver's last words when the assistant neither spoke nor acted after them."""
    for event in reversed(trajectory.events):
        match event:
            case AssistantSpoke():
                return None
            case ToolCalled(step=int()):
                return None
            case DriverSpoke():
                return event
    return None


def _hung_up_on(trajectory: Trajectory, scenario: Scenario, locale: Locale, driver: list[Line]) -> bool:
    """Whether a driver asked or agreed to something and was gone before the assistant could do it.

    A call that is placed ends a session by itself, so nothing need come after the driver's yes to it.
    """
    left = _unanswered(trajectory)
    if left is None or isinstance(scenario, OfficialScenario) or closes(left.intended, locale):
        return False
    final = [call.tool for call in scenario.expected if call.turn == len(scenario.driver[locale].turns) - 1]
    calls = bool(final) and final[-1] == _CALL
    return not (calls and driver and driver[-1].asked)


def _last_left_open(trajectory: Trajectory, scenario: Scenario, locale: Locale, last: str) -> bool:
    """Whether a session stopped at a question while nothing was called, or refused, of the last wish's deeds."""
    if isinstance(scenario, OfficialScenario) or not last or not QUESTIONS & set(recognise(last, locale).acts):
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
    return bool(parts) and len(parts) <= 2 and "?" not in speech and any(_WAITING[locale].search(p) for p in parts)


def _wanted(scenario: Scenario) -> frozenset[str]:
    return frozenset(call.tool for call in scenario.expected if not call.tool.startswith("get_"))


def _did(trajectory: Trajectory, scenario: Scenario) -> bool:
    """Whether the assistant has called anything that the scenario wants done."""
    wanted = _wanted(scenario)
    return any(event.call.name in wanted for event in trajectory.of(ToolCalled) if event.step is not None)
