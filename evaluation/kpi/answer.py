"""The one answer of a dialogue that counts, with what it did to the car."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from evaluation.remembered import remembered
from evaluation.replay import final_state
from scenarios.dialogue import Dialogue
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.events import AssistantSpoke, DriverSpoke, SpeechRecognised, ToolCall, ToolResult
from simulator.language.acts import Recognition, recognise
from simulator.language.acts_clauses import Sentence, plain, sentences
from simulator.tools.toolset import person_tools
from simulator.trajectory import Trajectory
from simulator.vehicle.change import Change
from simulator.vehicle.state import VehicleState
from simulator.world.model import World

_KOREAN_QUESTION = re.compile(
    r"(?:까|까요|나요|가요|ㄹ래|래요|을래|할래|니|냐|는지요|죠|지요|어때|어때요|어떠세요|어떠십니까)$"
)


@dataclass(frozen=True)
class Answer:
    """What the assistant did and said after the dialogue's last request.

    `done` are its calls that succeeded, `refused` those that failed. `changes` is what is different at the end.
    """

    dialogue: Dialogue
    locale: Locale
    heard: str
    speech: str
    done: tuple[tuple[ToolCall, ToolResult], ...]
    refused: tuple[ToolCall, ...]
    before: VehicleState
    after: VehicleState
    changes: tuple[Change, ...]
    world: World = field(repr=False)

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        """The reply's sentences."""
        return sentences(plain(self.speech))

    @cached_property
    def acts(self) -> Recognition:
        """What the reply does to the driver."""
        return recognise(self.speech, self.locale)

    @cached_property
    def acted(self) -> tuple[ToolCall, ...]:
        """The calls that set something."""
        tools = person_tools()
        return tuple(call for call, _ in self.done if tools[call.name].effect == "set")

    @cached_property
    def asks(self) -> bool:
        """Whether the reply ends in a question."""
        if not self.sentences:
            return False
        last = self.sentences[-1]
        if last.asks or (self.locale == "ko" and _KOREAN_QUESTION.search(last.text) is not None):
            return True
        return recognise(last.text, self.locale).question is not None

    @cached_property
    def asks_anywhere(self) -> bool:
        """Whether any sentence asks or offers something."""
        return any(sentence.asks for sentence in self.sentences) or self.acts.question is not None or self.asks

    @cached_property
    def parrots(self) -> bool:
        """Whether the reply is the driver's own words, letter by letter."""
        said, heard = (
            "".join(letter for letter in text.casefold() if letter.isalnum()) for text in (self.speech, self.heard)
        )
        return bool(said) and said in heard

    @cached_property
    def routes(self) -> tuple[Mapping[str, Any], ...]:
        """The routes that are set at the end, leg by leg."""
        found = (self.world.route(name) for name in self.after.navigation.routes_to_final_destination_id)
        return tuple(route for route in found if route is not None)

    @property
    def rerouted(self) -> bool:
        """Whether the answer changed where the car is to go."""
        return any(change.path.startswith("navigation.") for change in self.changes)


@remembered
def answer_of(trajectory: Trajectory, scenario: Scenario) -> Answer | None:
    """Return the answer of a dialogue, None for a session that is none or in which nothing was asked."""
    if scenario.dialogue is None or not any(True for _ in trajectory.of(DriverSpoke)):
        return None
    started = trajectory.started
    before, after = VehicleState.model_validate(started.state), final_state(trajectory)
    pairs = [pair for step in trajectory.steps() for pair in zip(step.calls, step.results, strict=False)]
    return Answer(
        dialogue=scenario.dialogue,
        locale=started.locale,
        heard=" ".join(event.heard.text for event in trajectory.of(SpeechRecognised)),
        speech="\n".join(event.text for event in trajectory.of(AssistantSpoke)).strip(),
        done=tuple((call, result) for call, result in pairs if result.fault is None),
        refused=tuple(call for call, result in pairs if result.fault is not None),
        before=before,
        after=after,
        changes=tuple(before.diff(after)),
        world=scenario.build_world(0, started.locale),
    )
