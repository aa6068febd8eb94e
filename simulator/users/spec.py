"""What a driver sees and what a driver may do."""

from dataclasses import dataclass
from typing import Protocol

from simulator.events import EndWord


@dataclass(frozen=True, slots=True)
class Exchange:
    """One finished exchange as the driver knows it: own intended words and the assistant's speech."""

    intended: str
    speech: str


@dataclass(frozen=True, slots=True)
class Utterance:
    """What the driver does next: speaks (`intended`), or ends the session (`end`, or `lost` when it cannot go on).

    `request` counts the scenario's requests from 0: a new one starts when it grows; None when the driver does not
    follow them. `understood` names the dialogue
    acts taken from the assistant's last speech, `evidence` the clauses they came from, `hints` the names a
    recogniser may expect.
    """

    intended: str = ""
    request: int | None = None
    slots: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    end: EndWord | None = None
    lost: str = ""
    understood: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


class User(Protocol):
    """A driver; sees the assistant's speech, never its tools or the car's state. One instance serves one session."""

    name: str

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        """Say the next thing after `history`, which is empty at the start.

        `removed_call` is set when the assistant called something the scenario took away.
        """
        ...
