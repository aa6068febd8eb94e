"""The session clock: simulated time, never the machine's."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(slots=True)
class SessionClock:
    """A clock that moves only when told to.

    `start` is the local time at the beginning of the session; `elapsed_ms` counts from there.
    """

    start: datetime
    elapsed_ms: int = 0

    @property
    def now(self) -> datetime:
        """The simulated local time."""
        return self.start + timedelta(milliseconds=self.elapsed_ms)

    def advance(self, duration_ms: int) -> None:
        """Move forward; raises ValueError when asked to go back."""
        if duration_ms < 0:
            raise ValueError(f"the session clock cannot go back ({duration_ms} ms)")
        self.elapsed_ms += duration_ms
