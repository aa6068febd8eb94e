"""What rules cannot decide about a simulated driver but can point out to whoever judges it."""

from collections.abc import Iterator
from typing import NamedTuple

from evaluation.validity_concepts import concepts_in
from evaluation.validity_early import late_numbers
from evaluation.validity_progress import asks, left_open, lines, unput
from evaluation.validity_requests import new_words, wishes_of
from evaluation.validity_values import allowance
from evaluation.validity_words import ASKS, sentences
from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import Scenario
from simulator.events import AssistantSpoke, DriverSpoke
from simulator.language.acts import Act, recognise
from simulator.trajectory import Trajectory


class Suspicion(NamedTuple):
    """One thing to look at: the number of the utterance among all that was said, from 0, and why."""

    n: int
    why: str


def suspicions(trajectory: Trajectory, scenario: Scenario) -> list[Suspicion]:
    """Return what looks odd about a driver without being a fault to the rules, in the order of the dialogue."""
    return list(_suspicions(trajectory, scenario))


def kept_for_questions(trajectory: Trajectory, scenario: Scenario) -> list[str]:
    """Return the options and numbers that only scripted answers hold, so that a driver tells them when asked."""
    if isinstance(scenario, OfficialScenario):
        return []
    locale = trajectory.started.locale
    allowed = allowance(scenario, locale)
    late = concepts_in(allowed.deferred, locale) - concepts_in(allowed.at_once, locale)
    numbers = sorted(late_numbers(scenario, locale))
    return [*sorted(concept.name for concept in late if concept.role == "value"), *(f"{value:g}" for value in numbers)]


def _suspicions(trajectory: Trajectory, scenario: Scenario) -> Iterator[Suspicion]:
    locale = trajectory.started.locale
    spoken = [event for event in trajectory.events if isinstance(event, AssistantSpoke | DriverSpoke)]
    numbers = {event.seq: number for number, event in enumerate(spoken)}
    driver = lines(trajectory, scenario, locale)
    speeches: list[str] = []
    for event in spoken:
        if isinstance(event, AssistantSpoke):
            speeches.append(event.text)
            continue
        acts = {Act.DONE, Act.LIMIT} & set(recognise(event.intended, locale).acts)
        if acts and not any(ASKS[locale].search(part) for part in sentences(event.intended)):
            yield Suspicion(numbers[event.seq], "tells of a deed or a limit and asks for nothing")
        if isinstance(scenario, OfficialScenario):
            continue
        known = "\n".join((wishes_of(scenario, locale), left_open(speeches, locale)))
        for part in sentences(event.intended):
            strange = new_words(part, locale, known) if ASKS[locale].search(part) else []
            if strange:
                yield Suspicion(numbers[event.seq], f"asks in words that its wishes lack: {', '.join(sorted(strange))}")
    for number in unput(driver, scenario, locale):
        yield Suspicion(len(spoken) - 1, f"may have left out wish {number + 1}")
    if spoken and isinstance(spoken[-1], AssistantSpoke) and asks(spoken[-1].text, locale):
        yield Suspicion(len(spoken) - 1, "the conversation ended on a question of the assistant's")
