"""Assistants that fail in one known way each; a scenario that lets one pass is a bad scenario.

They know the scenario, unlike any assistant under test.
"""

from scenarios.schema import ExpectedCall, Scenario
from simulator.agents.spec import CallRequest, Reply
from simulator.channel import Locale
from simulator.tools.toolset import person_tools
from simulator.trajectory import AssistantView

_DONE: dict[Locale, str] = {"ko": "네, 다 됐어요.", "en": "Okay, that's done."}
_ASK: dict[Locale, str] = {"ko": "어떤 값으로 맞출까요?", "en": "Which value would you like?"}


def requests(calls: tuple[ExpectedCall, ...]) -> tuple[CallRequest, ...]:
    """Return the calls as an assistant asks for them."""
    return tuple(CallRequest(call.tool, dict(call.arguments)) for call in calls)


class Silent:
    """Never says or does anything."""

    name = "silent"

    def __init__(self, scenario: Scenario, locale: Locale) -> None:
        self._locale: Locale = locale

    async def respond(self, view: AssistantView) -> Reply:
        """Stay silent."""
        return Reply()

    async def aclose(self) -> None:
        """Hold nothing."""


class Fabricating(Silent):
    """Claims success without doing anything."""

    name = "fabricating"

    async def respond(self, view: AssistantView) -> Reply:
        """Claim that all is done."""
        return Reply(speech=_DONE[self._locale])


class OverAsking(Silent):
    """Answers everything with a question for a value."""

    name = "over-asking"

    async def respond(self, view: AssistantView) -> Reply:
        """Ask."""
        return Reply(speech=_ASK[self._locale])


class Premature(Silent):
    """Acts at once on a guess: no look first, no question, no confirmation, no admission."""

    name = "premature"

    def __init__(self, scenario: Scenario, locale: Locale) -> None:
        super().__init__(scenario, locale)
        plan = scenario.guess or scenario.expected
        tools = person_tools()
        self._plan = tuple(call for call in plan if tools[call.tool].effect == "set")
        self._acted = False

    async def respond(self, view: AssistantView) -> Reply:
        """Do everything in one step, then claim that it is done."""
        if self._plan and not self._acted:
            self._acted = True
            return Reply(calls=requests(self._plan))
        return Reply(speech=_DONE[self._locale])


PROBES: dict[str, type[Silent]] = {probe.name: probe for probe in (Silent, Premature, Fabricating, OverAsking)}
