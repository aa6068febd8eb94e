"""The assistant that knows a dialogue: does what is accepted there and says the reference answer."""

from collections.abc import Iterator, Mapping
from typing import Any

from scenarios.dialogue_checks import Deed, Range
from scenarios.schema import Scenario
from simulator.agents.spec import CallRequest, Reply
from simulator.channel import Locale
from simulator.trajectory import AssistantView


class DialogueOracle:
    """Makes the first accepted call, where values tell which, and answers with the reference; both must not fail."""

    name = "oracle"

    def __init__(self, scenario: Scenario, locale: Locale) -> None:
        if scenario.dialogue is None:
            raise ValueError(f"{scenario.id} is no dialogue")
        self._speech = scenario.dialogue.reference.of(locale, scenario.driver[locale].level)
        self._plan = _plan(scenario)

    async def respond(self, view: AssistantView) -> Reply:
        """Do the next thing, and speak at the end."""
        request = next(self._plan, None)
        return Reply(calls=(request,)) if request is not None else Reply(speech=self._speech)

    async def aclose(self) -> None:
        """Hold nothing."""


def _plan(scenario: Scenario) -> Iterator[CallRequest]:
    dialogue = scenario.dialogue
    if dialogue is None:
        return
    checks = dialogue.checks
    if checks.refine is not None:
        refined = checks.refine
        arguments = refined.before | _values(refined.unchanged) | _values(refined.changed)
        yield CallRequest(refined.tool, arguments)
    elif checks.accept and not (dialogue.kpi == "clarification" and checks.ask):
        first: Deed = checks.accept[0]
        if first.tool:
            yield CallRequest(first.tool, _values(first.arguments))


def _values(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return one value for each argument; a range gives its end, a change of unknown size nothing."""
    found: dict[str, Any] = {}
    for name, value in wanted.items():
        if isinstance(value, Range):
            end = value.min if value.min is not None else value.max
            if end is not None:
                found[name] = int(end) if end == int(end) else end
        elif isinstance(value, tuple):
            found[name] = list(value) if name.endswith("ids") else value[0]
        else:
            found[name] = value
    return found
