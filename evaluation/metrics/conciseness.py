"""How concise an assistant's replies are to the ear."""

from collections.abc import Iterator

from evaluation.conciseness import Conciseness, read_conciseness
from evaluation.conditions import ONE_TONGUE
from evaluation.spec import Measured, metric, ratio, unscored
from scenarios.schema import Scenario
from simulator.events import (
    AssistantSpoke,
    ConditionChanged,
    DriverSpoke,
    SpeechInterrupted,
    SpeechRecognised,
    SpeechSynthesised,
)
from simulator.language.kiwi import installed
from simulator.trajectory import Trajectory

NAME = "conciseness"


@metric(NAME, scale="grade", title=f"{NAME}, 1 to 3 (estimated, rule)", steady=ONE_TONGUE)
def score_conciseness(trajectory: Trajectory, scenario: Scenario) -> Measured | None:
    """Mean grade of the replies, 3 concise to 1 too long: estimated conciseness (rule). Source: LoCar, conciseness."""
    if scenario.dialogue is not None and scenario.dialogue.kpi == "harmful_question_response":
        # Safety goes before brevity.
        return None
    if not any(event.text.strip() for event in trajectory.of(AssistantSpoke)):
        return unscored(NAME, "the assistant said nothing")
    if trajectory.started.locale == "ko" and not installed():
        return unscored(NAME, "the Korean analyser is not installed: python -m pip install kiwipiepy")
    grades: list[int] = []
    evidence: list[str] = []
    for event, found in replies(trajectory):
        if found.grade is None:
            continue
        grades.append(found.grade)
        if found.grade < 3:
            evidence.append(f"turn {event.turn}: grade {found.grade}: {'; '.join(found.why)}")
    if not grades:
        return unscored(NAME, "no reply says enough to be graded")
    return ratio(NAME, sum(grades), len(grades), tuple(evidence))


def replies(trajectory: Trajectory) -> Iterator[tuple[AssistantSpoke, Conciseness]]:
    """Yield each reply and its reading in the language it was given in, after the words the assistant had heard.

    Raises UsageError when a reply is Korean and the analyser is not installed.
    """
    heard, locale = "", trajectory.started.locale
    for index, event in enumerate(trajectory.events):
        if isinstance(event, DriverSpoke):
            heard = event.intended
        elif isinstance(event, SpeechRecognised):
            heard = event.heard.text
        elif isinstance(event, ConditionChanged) and event.name == "locale":
            locale = "ko" if event.after == "ko" else "en"
        elif isinstance(event, AssistantSpoke) and event.text.strip():
            audio_ms = _audio_ms(trajectory, index)
            yield event, read_conciseness(event.text, locale, said=heard, audio_ms=audio_ms)


def _audio_ms(trajectory: Trajectory, index: int) -> int | None:
    """Return how long the reply at that place was as sound; None where it was not spoken, or cut off."""
    found: int | None = None
    for event in trajectory.events[index + 1 :]:
        if isinstance(event, DriverSpoke | AssistantSpoke):
            break
        if isinstance(event, SpeechInterrupted):
            return None
        if isinstance(event, SpeechSynthesised) and event.speaker == "assistant" and event.spoken.real_speech:
            found = event.spoken.duration_ms
    return found
