"""The driver of a dialogue whose history is given: says one thing, takes the answer, and is done."""

from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.events import EndWord
from simulator.users.spec import Exchange, Utterance


class TargetUser:
    """Puts the one request of a dialogue and ends the session after the answer, whatever it is.

    Source: LoCar generates the answer to one target turn only.
    """

    name = "scripted"

    def __init__(self, scenario: Scenario, locale: Locale) -> None:
        self._turn = scenario.driver[locale].turns[0]

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        """Say the request, or end the session."""
        if history:
            return Utterance(end=EndWord.STOP, request=0)
        return Utterance(intended=self._turn.say, request=0, slots=self._turn.slots)
