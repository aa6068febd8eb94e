"""When a run had better stop: one session after another gets no answer at all, always for the same reason."""

import re

from evaluation.verdict import Outcome
from simulator.events import AssistantSpoke, DefectRecorded, DriverSpoke, ToolCalled
from simulator.trajectory import Trajectory

# A word with a digit in it, unless it is a status like (429).
_VARYING = re.compile(r"(?<![^\s(,;'\"=])(?!(?<=\()\d{3}\b)[^\s(),;'\"=]*\d[^\s(),;'\"=]*")


class DefectStreak:
    """Counts sessions that ended in a row without an answer of the assistant or the driver, for one reason.

    A wrong key, a server that is down or a quota that is used up look like this; a part that breaks in the middle of
    a session does not, and any session that ends otherwise begins the count anew. `most` 0 never stops a run.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._reason: tuple[str, str] | None = None
        self._cause: tuple[str, str] | None = None
        self._length = 0

    def note(self, outcome: Outcome, trajectory: Trajectory) -> None:
        """Take one more session that is over."""
        reason = unanswered(trajectory) if outcome is Outcome.DEFECT else None
        cause = None if reason is None else (reason[0], cause_of(reason[1]))
        self._length = self._length + 1 if cause == self._cause else 1
        self._reason, self._cause = reason, cause

    @property
    def verdict(self) -> str:
        """Why the run should stop, in one line; "" while it may go on."""
        if self._reason is None or not 0 < self._most <= self._length:
            return ""
        where, message = self._reason
        return f"{self._length} sessions in a row got no answer from the {where} ({message})"


def cause_of(message: str) -> str:
    """Return what a reason shares with the same one of another session.

    How long to wait, when, and the number of a request differ each time; a status in brackets does not.
    """
    return _VARYING.sub("#", message)


def unanswered(trajectory: Trajectory) -> tuple[str, str] | None:
    """Return who gave no answer at all in a session and why; None when it was not that."""
    defect = next(trajectory.of(DefectRecorded), None)
    if defect is None or defect.where not in ("assistant", "driver"):
        return None
    if defect.where == "driver":
        answered = any(True for _ in trajectory.of(DriverSpoke))
    else:
        called = any(event.step is not None for event in trajectory.of(ToolCalled))
        answered = called or any(True for _ in trajectory.of(AssistantSpoke))
    return None if answered else (defect.where, defect.message)
