"""What the labelling screen is given from outside: questions about sessions, and where labels are kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from simulator.channel import Locale
from simulator.trajectory import Message


@dataclass(frozen=True, slots=True)
class Item:
    """One question about one session, or about one of its replies.

    `question` is in both languages; grades run from `low` to `high`, 0 and 1 are no and yes. `reply` is the number of
    the reply it is about, from 1, `message` that of the only message to grade as the session counts them; both are None
    where it is about the whole. `facts` are what judges are told as well.
    """

    key: int
    question: dict[Locale, str]
    low: int = 0
    high: int = 1
    reply: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    message: int | None = None

    @property
    def graded(self) -> bool:
        """Whether it is answered with a grade, not with yes or no."""
        return self.high - self.low > 1


@dataclass(frozen=True, slots=True)
class Label:
    """An annotator's answer: a grade, None where the question is marked as ambiguous, and why."""

    grade: int | None
    reason: str


class Labelling(Protocol):
    """The questions of one run for one annotator, in an order of their own; may be asked from any thread."""

    annotator: str
    items: Sequence[Item]

    def dialogue(self, item: Item) -> Sequence[Message]:
        """Return what was said and called, without who the assistant was; raises UsageError when it is damaged."""
        ...

    def label(self, item: Item) -> Label | None:
        """Return the label that was given, None while there is none."""
        ...

    def keep(self, item: Item, label: Label) -> None:
        """Keep a label; raises UsageError when it cannot be written."""
        ...
