"""What one sentence of a reply adds to its length, in either language."""

from dataclasses import dataclass, field

PHONE_UNITS = 3
"""A telephone number weighs as much as three facts. Source: Dudek et al. 2007, messages drivers can keep."""


@dataclass(frozen=True, slots=True)
class Parts:
    """One sentence, measured.

    `length` counts syllables (Korean) or words (English) as spoken; `filler` how many of them say nothing. `sentences`
    is 0 for a bare yes or OK, more than 1 where several run on without a stop. `units` are what is to be kept in mind,
    each with its weight. `content` holds the words that carry meaning, `repeated` counts those the driver had said.
    `listed` is the longest enumeration, `actions` counts what the driver should do or is offered.
    """

    length: int
    commas: int
    sentences: int
    filler: int = 0
    fillers: tuple[str, ...] = ()
    units: dict[str, int] = field(default_factory=dict)
    content: tuple[str, ...] = ()
    repeated: int = 0
    listed: int = 0
    actions: int = 0
