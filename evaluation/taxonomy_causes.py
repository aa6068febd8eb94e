"""The classes of failure, and a cause found at a moment of a session."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Cause(StrEnum):
    """The classes of failure.

    Source: the error taxonomy E1 to E5 of CAR-bench; E5 is split by whether a limit is passed over or covered up.
    """

    PREMATURE = "E1"
    POLICY = "E2"
    LOGIC = "E3"
    EXECUTION = "E4"
    CONCEALED = "E5a"
    FABRICATED = "E5b"
    UNDETERMINED = "undetermined"


MEANINGS: Mapping[str, str] = {
    Cause.PREMATURE: "acted or asked before finding out what could be found out",
    Cause.POLICY: "broke a rule of conduct",
    Cause.LOGIC: "drew the wrong conclusion from what it knew",
    Cause.EXECUTION: "made a call that was refused",
    Cause.CONCEALED: "passed over what it could not do without saying so",
    Cause.FABRICATED: "claimed what it had not done or could not know",
    Cause.UNDETERMINED: "the rules cannot tell",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A cause found at the moment `position` of a view."""

    position: int
    cause: Cause
    reason: str
