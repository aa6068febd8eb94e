"""The part a language model plays as the driver: who it is, what it wants, and which words may end the session."""

from dataclasses import dataclass
from typing import Literal

from scenarios.carbench_scenario import OfficialScenario
from scenarios.schema import DriverTurn, Scenario
from simulator.channel import Locale
from simulator.events import EndWord, SpeechLevel

Ending = Literal["base", "hallucination", "internal"]
CONTINUE = "CONTINUE"

WORDS: dict[Ending, tuple[EndWord, ...]] = {
    "base": (EndWord.STOP, EndWord.OUT_OF_SCOPE),
    "hallucination": (EndWord.HALLUCINATION_ERROR, EndWord.ACKNOWLEDGED, EndWord.OUT_OF_SCOPE),
    "internal": (EndWord.STOP, EndWord.DISAMBIGUATION_ERROR, EndWord.OUT_OF_SCOPE),
}
"""How a session of each kind may end; a hallucination scenario knows no plain STOP. Source: CAR-bench simulator."""


@dataclass(frozen=True, slots=True)
class Part:
    """What the prompt is made of: `removed` and `element` are empty unless the ending needs them.

    `instruction` is an official task's; `requests` are our own scenario's, put one after another.
    """

    locale: Locale
    ending: Ending
    persona: str
    instruction: str = ""
    requests: tuple[DriverTurn, ...] = ()
    removed: tuple[str, ...] = ()
    element: str = ""
    level: SpeechLevel | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """Every control word this driver may use."""
        return (CONTINUE, *(word.value for word in WORDS[self.ending]))


def part_of(scenario: Scenario, locale: Locale) -> Part:
    """Return the driver's part in a scenario.

    What the assistant has to ask the driver for is in the part and nothing of the ground truth is. The ambiguous
    element is told only where the assistant must resolve it itself.
    """
    ambiguity = scenario.ambiguity
    internal = ambiguity is not None and ambiguity.resolved_by == "internal"
    ending: Ending = "internal" if internal else "hallucination" if scenario.kind == "hallucination" else "base"
    script = scenario.driver[locale]
    official = scenario.official if isinstance(scenario, OfficialScenario) else None
    return Part(
        locale=locale,
        ending=ending,
        persona=official.persona if official else script.persona,
        instruction=official.instruction if official else "",
        requests=() if official else script.turns,
        removed=scenario.removed,
        element=ambiguity.element if ambiguity is not None and internal else "",
        level=script.level,
    )
