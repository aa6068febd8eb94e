"""Where a reader stands in a story, and where the next turn, mark or second lies: pure arithmetic of positions."""

from bisect import bisect_right
from collections.abc import Collection
from itertools import accumulate

from simulator.dashboard.story import Mark, MarkKind, Story
from simulator.events import AssistantSpoke, SessionEnded

# What somebody who looks for trouble wants to be shown.
TROUBLE: frozenset[MarkKind] = frozenset({"breach", "failed", "fault", "misheard", "defect"})


class Cursor:
    """A position in a story that may still grow: how many events have happened, from 1 on where there are any."""

    def __init__(self, story: Story, position: int | None = None) -> None:
        self.story = story
        self.position = 0
        self._until_ms: list[int] = []
        self._answers: list[int] = []
        self.go(len(story) if position is None else position)

    def go(self, position: int) -> None:
        """Go to a position, or to the nearest one there is."""
        self.position = max(min(position, len(self.story)), min(1, len(self.story)))

    def turn(self, by: int) -> None:
        """Go to where the turn that is `by` turns further begins; back goes to the beginning of this one first."""
        starts = [start + 1 for start in dict.fromkeys(self.story.turn_starts)]
        if by > 0:
            self.go(next((start for start in starts if start > self.position), len(self.story)))
        else:
            self.go(next((start for start in reversed(starts) if start < self.position), 1))

    def mark(self, by: int, kinds: Collection[MarkKind] = TROUBLE) -> Mark | None:
        """Go to the next or the last mark of these kinds; stays where it is and returns None when there is none."""
        marks = [mark for mark in self.story.marks if mark.kind in kinds]
        if by > 0:
            found = next((mark for mark in marks if mark.index + 1 > self.position), None)
        else:
            found = next((mark for mark in reversed(marks) if mark.index + 1 < self.position), None)
        if found is not None:
            self.go(found.index + 1)
        return found

    @property
    def at_ms(self) -> int:
        """The session's time here."""
        return self._times()[self.position - 1] if self.position else 0

    @property
    def end_ms(self) -> int:
        """The session's time at its end."""
        return self._times()[-1] if len(self.story) else 0

    @property
    def last_answer(self) -> int:
        """The last position up to here at which the assistant had just spoken or the session ended; 0 before any."""
        self._times()
        found = bisect_right(self._answers, self.position)
        return self._answers[found - 1] if found else 0

    def at_time(self, at_ms: float) -> int:
        """Return the position of a time: how many events had happened by then."""
        return bisect_right(self._times(), at_ms)

    def _times(self) -> list[int]:
        """Return when events happened; what is told after the end may carry an earlier time, and still comes later."""
        if len(self._until_ms) != len(self.story):
            events = self.story.events
            self._until_ms = list(accumulate((event.at_ms for event in events), max))
            self._answers = [
                number for number, event in enumerate(events, 1) if isinstance(event, AssistantSpoke | SessionEnded)
            ]
        return self._until_ms


def clock(ms: float) -> str:
    """Return a time as hours, minutes and seconds."""
    seconds = int(ms // 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
