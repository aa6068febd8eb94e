"""What a simulated driver can do wrong, and how a session's validity is told."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class FaultKind(StrEnum):
    """One way in which a simulated driver spoils a session.

    Source: the user-error classes of the CAR-bench paper and a competitor's audit of 1,944 recorded sessions.
    """

    ENDED_EARLY = "ended_early"
    """The driver hung up before the assistant acted, or without answering its first question."""
    FAILURE_WORD_ON_TURN_ONE = "failure_word_on_turn_one"
    """The driver condemned an assistant that had done nothing yet."""
    WRONG_WORD = "wrong_word"
    """The driver ended with a word that this kind of scenario does not know, or without what the word claims."""
    LEFT_INSTRUCTION = "left_instruction"
    """The driver asked for something that is not in the scenario."""
    GAVE_AWAY_VALUE = "gave_away_value"
    """The driver told what the assistant had to ask for or find out."""
    INVENTED_VALUE = "invented_value"
    """The driver named a number, name or option that nobody gave."""
    SPOKE_AS_ASSISTANT = "spoke_as_assistant"
    WRONG_LANGUAGE = "wrong_language"
    LEAKED_CONTROL_WORD = "leaked_control_word"
    EMPTY_UTTERANCE = "empty_utterance"
    REPEATED = "repeated"
    """The driver said the same again although the assistant had answered it."""
    USER_ERROR = "user_error"
    """The driver itself gave up: its model's output could not be used."""
    JUDGED = "judged"
    """A judge objected where the rules saw nothing."""


class SimulatorFault(NamedTuple):
    """One fault: its kind, the event it shows in, and one plain sentence."""

    kind: FaultKind
    seq: int
    reason: str


@dataclass(frozen=True, slots=True)
class Validity:
    """Whether a session says anything about the assistant; `faults` in the order of their events."""

    valid: bool
    faults: tuple[SimulatorFault, ...] = ()

    @classmethod
    def of(cls, faults: Iterable[SimulatorFault]) -> "Validity":
        """Return the validity of a session with these faults."""
        found = tuple(sorted(faults, key=lambda fault: fault.seq))
        return cls(not found, found)
