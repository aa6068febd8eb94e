"""A person as the driver: speaks when ready, at the microphone or the keyboard."""

from dataclasses import dataclass
from typing import Protocol

from simulator.events import EndWord
from simulator.users.spec import Exchange, Utterance


@dataclass(frozen=True, slots=True)
class HumanTurn:
    """What a person did: `typed` is the line written at the keyboard, None when it was spoken.

    What a person meant to say is known of typed lines only; of speech there is what was heard. With `end` the person
    leaves and says so.
    """

    typed: str | None = None
    end: EndWord | None = None


class Ears(Protocol):
    """Waits for a person."""

    async def next_turn(self) -> HumanTurn | None:
        """Return the person's next turn; None when the person leaves content."""
        ...


class HumanUser:
    """Hands on what a person does; leaving ends the session as a driver who is content would, or who gave up."""

    name = "human"

    def __init__(self, ears: Ears) -> None:
        self._ears = ears

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        """Wait for the person; `intended` is empty for speech, since only what was heard of it is known."""
        turn = await self._ears.next_turn()
        if turn is None:
            return Utterance(end=EndWord.STOP)
        return Utterance(intended=turn.typed or "", end=turn.end)
