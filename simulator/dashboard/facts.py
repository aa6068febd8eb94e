"""What is known of a session beside its events: what models cost, and how the assistant spoke."""

from dataclasses import dataclass
from typing import Literal

from simulator.events import SpeechLevel


@dataclass(frozen=True, slots=True)
class RoleCost:
    """What the models of one role cost so far; `amount` is None where that is not known, and `reason` says why."""

    role: Literal["assistant", "driver", "judge"]
    amount: float | None
    currency: str = "USD"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SentenceFacts:
    """One sentence of an answer: where it stands in the answer's text, and the ending that shows its speech level.

    `span` and `ending` are (start, end) in characters of the answer; `ending` is None where none shows a level. `form`
    is the ending as grammars write it. `certain` is False where the level was guessed.
    """

    span: tuple[int, int]
    level: Literal["hae", "haeyo", "hapsyo", "other", "none"]
    ending: tuple[int, int] | None = None
    form: str = ""
    certain: bool = True


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """How the assistant spoke in one answer; `index` is the number of its event.

    `kept` tells whether the answer keeps to the level that is `wanted`, None where that cannot be said; `reason` says
    why. `grade` is its estimated conciseness, 3 concise to 1 too long, None where there is none, and `grade_reasons`
    says what keeps it below 3 or why there is none.
    """

    index: int
    wanted: SpeechLevel | None = None
    kept: bool | None = None
    reason: str = ""
    sentences: tuple[SentenceFacts, ...] = ()
    grade: int | None = None
    grade_reasons: tuple[str, ...] = ()
