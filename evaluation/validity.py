"""Decides whether a session's simulated driver kept its part; if not, the session says nothing about the assistant."""

import re
from collections.abc import Callable, Iterable, Iterator

from evaluation.validity_fault import FaultKind, SimulatorFault, Validity
from evaluation.validity_speech import Finding, speech_faults
from evaluation.validity_values import allowance, early_faults, value_faults
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.events import (
    AssistantSpoke,
    DriverSpoke,
    EndWord,
    SessionEnded,
    SpeechRecognised,
    Termination,
    ToolCalled,
)
from simulator.language.acts import Act, recognise
from simulator.trajectory import Trajectory

__all__ = ["FaultKind", "Judge", "SimulatorFault", "Validity", "check_validity", "problem"]

Judge = Callable[[Trajectory, Scenario], Iterable[tuple[int, str]]]
"""Looks for what rules cannot see: yields the event and one sentence for each objection. Called for valid sessions."""

_OF_KIND = {
    "base": {EndWord.STOP, EndWord.OUT_OF_SCOPE},
    "dialogue": {EndWord.STOP, EndWord.OUT_OF_SCOPE},
    "hallucination": {EndWord.ACKNOWLEDGED, EndWord.HALLUCINATION_ERROR, EndWord.OUT_OF_SCOPE},
    "internal": {EndWord.STOP, EndWord.DISAMBIGUATION_ERROR, EndWord.OUT_OF_SCOPE},
    "user": {EndWord.STOP, EndWord.OUT_OF_SCOPE},
}
# The session itself writes these; no driver chooses them.
_WRITTEN_BY_CODE = {
    EndWord.HALLUCINATION_ERROR_REMOVED_TOOL,
    EndWord.HALLUCINATION_ERROR_REMOVED_PARAMETER,
    EndWord.NO_ANSWER,
}
# Some official tasks let the driver hang up when the assistant goes its own way.
_MAY_STOP = re.compile(r"\b(?:stop|end)\b[^.]{0,20}\bconversation\b", re.IGNORECASE)
_QUESTIONS = {Act.CONFIRM, Act.CHOOSE, Act.VALUE}
# A short answer may be given to one question after another.
_SHORT_ANSWER_LETTERS = 18


def check_validity(trajectory: Trajectory, scenario: Scenario, judge: Judge | None = None) -> Validity:
    """Return whether the simulated driver kept its part, by rules and, where they see nothing, by `judge`.

    Only the driver's intended words and the end count: what a recogniser made of them is not the driver's fault.
    A session that broke off by itself is judged by what was said until then.
    """
    locale = trajectory.started.locale
    faults = [*_spoken(trajectory, scenario, locale), *_ending(trajectory, scenario, locale)]
    if not faults and judge is not None:
        faults = [SimulatorFault(FaultKind.JUDGED, seq, reason) for seq, reason in judge(trajectory, scenario)]
    return Validity.of(faults)


def problem(validity: Validity) -> tuple[str, ...]:
    """Return one plain sentence for each fault."""
    return tuple(f"driver, {fault.kind.value} at event {fault.seq}: {fault.reason}" for fault in validity.faults)


def _spoken(trajectory: Trajectory, scenario: Scenario, locale: Locale) -> Iterator[SimulatorFault]:
    speeches: list[str] = []
    said: list[DriverSpoke] = []
    misheard = False
    for event in trajectory.events:
        match event:
            case AssistantSpoke(text=speech):
                speeches.append(speech)
            case SpeechRecognised(heard=heard):
                misheard = bool(said) and heard.text != said[-1].intended
            case DriverSpoke(intended=text):
                findings = _utterance(text, locale, scenario, speeches)
                findings += _repetition(event, said, speeches, locale, misheard)
                said.append(event)
                yield from (SimulatorFault(kind, event.seq, reason) for kind, reason in findings)


def _utterance(text: str, locale: Locale, scenario: Scenario, speeches: list[str]) -> list[Finding]:
    allowed, heard = allowance(scenario, locale), "\n".join(speeches)
    findings = speech_faults(text, locale, f"{allowed.text}\n{heard}")
    # In another language, or in the assistant's part, no word can be held against the scenario's.
    if not findings:
        findings = value_faults(text, locale, scenario, allowed, heard)
        if not speeches:
            findings += early_faults(text, locale, scenario, allowed)
    return findings


def _plain(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _repetition(
    event: DriverSpoke, said: list[DriverSpoke], speeches: list[str], locale: Locale, misheard: bool
) -> list[Finding]:
    """Find an utterance said once more although the assistant reported it done; short answers may come again."""
    words = _plain(event.intended)
    if misheard or not said or not speeches or len(words) <= _SHORT_ANSWER_LETTERS // (2 if locale == "ko" else 1):
        return []
    earlier = [other for other in said if _plain(other.intended) == words]
    if not earlier or (event.request is not None and all(other.request != event.request for other in earlier)):
        return []
    if recognise(speeches[-1], locale).acts != (Act.DONE,):
        return []
    return [(FaultKind.REPEATED, "said again, word for word, after the assistant had done it")]


def _ending(trajectory: Trajectory, scenario: Scenario, locale: Locale) -> Iterator[SimulatorFault]:
    ended = trajectory.ended
    if ended is None:
        return
    if ended.termination is Termination.USER_ERROR:
        yield SimulatorFault(FaultKind.USER_ERROR, ended.seq, ended.detail or "the driver could not go on")
    if ended.termination is not Termination.USER_STOP or ended.end_word is None:
        return
    found = _early(trajectory, ended, ended.end_word) or _word(trajectory, scenario, locale, ended.end_word)
    if found is not None:
        yield SimulatorFault(found[0], ended.seq, found[1])


def _acted(trajectory: Trajectory) -> bool:
    called = any(event.step is not None for event in trajectory.of(ToolCalled))
    return called or any(True for _ in trajectory.of(AssistantSpoke))


def _early(trajectory: Trajectory, ended: SessionEnded, word: EndWord) -> Finding | None:
    if _acted(trajectory):
        return None
    if word.failure:
        return FaultKind.FAILURE_WORD_ON_TURN_ONE, f"{word.value} before the assistant had done anything"
    return FaultKind.ENDED_EARLY, f"{word.value} before the assistant had done anything"


def _word(trajectory: Trajectory, scenario: Scenario, locale: Locale, word: EndWord) -> Finding | None:
    kind = scenario.ambiguity.resolved_by if scenario.ambiguity is not None else scenario.kind
    if word not in _OF_KIND[kind if kind in _OF_KIND else "user"] | _WRITTEN_BY_CODE:
        return FaultKind.WRONG_WORD, f"{word.value} ends no scenario of this kind"
    speeches = [event.text for event in trajectory.of(AssistantSpoke)]
    asked = bool(speeches) and bool(_QUESTIONS & set(recognise(speeches[-1], locale).acts))
    if word is EndWord.DISAMBIGUATION_ERROR and not any(
        _QUESTIONS & set(recognise(speech, locale).acts) or "?" in speech for speech in speeches
    ):
        return FaultKind.WRONG_WORD, "the assistant was blamed for a question it never asked"
    if word is not EndWord.STOP or _MAY_STOP.search(allowance(scenario, locale).text):
        return None
    if asked and len(speeches) == 1 and _wanted(scenario) and not _did(trajectory, scenario):
        return FaultKind.ENDED_EARLY, "the driver left the assistant's first question unanswered"
    return None


def _wanted(scenario: Scenario) -> frozenset[str]:
    return frozenset(call.tool for call in scenario.expected if not call.tool.startswith("get_"))


def _did(trajectory: Trajectory, scenario: Scenario) -> bool:
    """Whether the assistant has called anything that the scenario wants done."""
    wanted = _wanted(scenario)
    return any(event.call.name in wanted for event in trajectory.of(ToolCalled) if event.step is not None)
