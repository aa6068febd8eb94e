"""Decides whether a session's simulated driver kept its part; if not, the session says nothing about the assistant."""

from collections.abc import Iterable, Iterator

from evaluation.majority import Majority, majority
from evaluation.validity_bindings import binding_faults
from evaluation.validity_early import early_faults
from evaluation.validity_endings import ending_faults
from evaluation.validity_fault import FaultKind, SimulatorFault, Validity
from evaluation.validity_progress import Line, lines
from evaluation.validity_requests import request_faults
from evaluation.validity_speech import Finding, speech_faults
from evaluation.validity_topics import topic_faults
from evaluation.validity_values import allowance, value_faults
from evaluation.validity_withheld import withheld_faults
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.events import AssistantSpoke, DriverJudged, DriverSpoke, ModelCalled, SpeechRecognised
from simulator.language.acts import Act, recognise
from simulator.trajectory import Trajectory

__all__ = ["TRUSTED_DRIVERS", "FaultKind", "SimulatorFault", "Validity", "check_validity", "driver_majority", "problem"]

# A script cannot leave itself, and a person is nobody's simulation.
TRUSTED_DRIVERS = frozenset({"scripted", "human"})
# A short answer may be given to one question after another.
_SHORT_ANSWER_LETTERS = 18


def check_validity(trajectory: Trajectory, scenario: Scenario) -> Validity:
    """Return whether the simulated driver kept its part, by rules and, where they see nothing, by stored judgements.

    Only the driver's intended words and the end count: what a recogniser made of them is not the driver's fault.
    A session that broke off by itself is judged by what was said until then. Judges without a majority leave the
    driver as valid as the rules do.
    """
    if scenario.dialogue is not None:
        # Its one request is said as it is written.
        return Validity.of(())
    locale = trajectory.started.locale
    faults = [*_spoken(trajectory, scenario, locale), *ending_faults(trajectory, scenario, locale)]
    return Validity.of(faults or _judged(trajectory))


def _judged(trajectory: Trajectory) -> list[SimulatorFault]:
    found = driver_majority(trajectory)
    if found is None or found.value != 0:
        return []
    last = next(event for event in reversed(trajectory.events) if not isinstance(event, DriverJudged | ModelCalled))
    return [SimulatorFault(FaultKind.JUDGED, last.seq, found.reason)]


def driver_majority(trajectory: Trajectory) -> Majority | None:
    """Return what the judges of a session's driver say together, None when none was asked."""
    return _majority(trajectory.of(DriverJudged))


def left_undecided(judged: Iterable[DriverJudged]) -> bool:
    """Return whether judges were asked about a session's driver and came to no majority."""
    found = _majority(judged)
    return found is not None and found.value is None


def _majority(judged: Iterable[DriverJudged]) -> Majority | None:
    given = [event.judgement for event in judged]
    return majority(given[0].rubric, given) if given else None


def problem(validity: Validity) -> tuple[str, ...]:
    """Return one plain sentence for each fault."""
    return tuple(f"driver, {fault.kind.value} at event {fault.seq}: {fault.reason}" for fault in validity.faults)


def _spoken(trajectory: Trajectory, scenario: Scenario, locale: Locale) -> Iterator[SimulatorFault]:
    driver = {line.seq: line for line in lines(trajectory, scenario, locale)}
    speeches: list[str] = []
    said: list[DriverSpoke] = []
    misheard = False
    for event in trajectory.events:
        match event:
            case AssistantSpoke(text=speech):
                speeches.append(speech)
            case SpeechRecognised(heard=heard):
                misheard = bool(said) and heard.text != said[-1].intended
            case DriverSpoke(seq=seq):
                findings = _utterance(driver[seq], locale, scenario, speeches, [other.intended for other in said])
                findings += _repetition(event, said, speeches, locale, misheard)
                said.append(event)
                yield from (SimulatorFault(kind, event.seq, reason) for kind, reason in findings)


def _utterance(line: Line, locale: Locale, scenario: Scenario, speeches: list[str], said: list[str]) -> list[Finding]:
    text = line.text
    allowed, heard = allowance(scenario, locale), "\n".join(speeches)
    findings = speech_faults(text, locale, f"{allowed.text}\n{heard}")
    # In another language, or in the assistant's part, no word can be held against the scenario's.
    if not findings:
        findings = withheld_faults(text, locale, scenario, allowed, speeches)
        findings = findings or early_faults(line, locale, scenario, allowed, "\n".join((*speeches, *said)))
        findings += value_faults(text, locale, scenario, allowed, heard)
    findings = findings or topic_faults(text, locale, scenario, allowed, speeches)
    findings = findings or binding_faults(text, locale, scenario, allowed, speeches)
    return findings or request_faults(line, locale, scenario, speeches)


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
