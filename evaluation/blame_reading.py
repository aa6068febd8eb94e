"""What a loss on the way to the assistant looked like from inside the car."""

from dataclasses import dataclass
from enum import StrEnum


class Sign(StrEnum):
    """What an assistant could have noticed."""

    SILENCE = "nothing was heard"
    UNSURE = "the recogniser was unsure"
    LOOP = "the same words over and over"
    OTHER_SCRIPT = "what was heard is written in another language"
    NOTHING_KNOWN = "what was heard names nothing in a car"
    UNKNOWN_NAME = "what was heard names nobody and no place there is"
    OUT_OF_RANGE = "the value that was heard is out of range"
    MISSING = "what was heard lacks a value or a thing that is needed"


@dataclass(frozen=True, slots=True)
class Reading:
    """What one loss looked like from inside the car.

    `plausible`: another thing that exists stood in the slot's place. `kept`: the slot's thing is still named, in other
    words, so that nothing was lost. Neither, and no `signs`: the rules cannot tell.
    """

    signs: tuple[Sign, ...] = ()
    plausible: bool = False
    kept: bool = False
