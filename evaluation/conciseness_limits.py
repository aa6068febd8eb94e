"""The limits between concise, acceptable and too long.

Source: the rule in docs/conciseness.md, for every limit that names no other source.
"""

from dataclasses import dataclass
from typing import Literal

ReplyKind = Literal["normal", "urgent", "steps", "harmful"]
REPLY_KINDS: tuple[ReplyKind, ...] = ("normal", "urgent", "steps", "harmful")

SYLLABLES_PER_S = 5.5
"""Source: KCI A147185, about 320 syllables a minute is rated best for Korean service voices."""
WORDS_PER_MINUTE = 160
"""Source: the middle of the usual 120 to 180 words a minute of English speech."""
SENTENCE_PAUSE_S = 0.5
COMMA_PAUSE_S = 0.25


@dataclass(frozen=True, slots=True)
class Limits:
    """The most a reply of one grade may hold; what just reaches a limit keeps it."""

    seconds: float
    sentences: int
    units: int
    options: int


CONCISE = Limits(seconds=6, sentences=2, units=4, options=3)
"""Grade 3. Source of four units: FHWA-RD-75-73 (Gatling 1975), spoken route messages."""
ACCEPTABLE = Limits(seconds=12, sentences=4, units=7, options=3)
"""Grade 2. Source of seven units: TRB Human Factors Guidelines, messages that are not urgent; of 12 s, by analogy
only: NHTSA 78 FR 24817, total glance time of a task."""
OPTIONS_WITH_SCREEN = 5
"""Options of grade 2 where the reply says that more is on the screen."""
URGENT_S = 3.0
"""An urgent warning is one hazard and one action in 3 s. Source: TRB Human Factors Guidelines, urgent messages."""
MOST_STEPS = 3
"""Steps of one turn that still are grade 2."""
STEPS_S = MOST_STEPS * CONCISE.seconds
"""What steps may take: each as long as a concise reply."""
MOST_FILLER = 0.2
"""Share of the spoken length; more costs one grade."""
MOST_REPEATED = 0.5
"""Share of content words that were the driver's; more makes a reply that is not short anyway too long."""
FEWEST_CONTENT_WORDS = 2
"""With fewer a short reply is not called concise; whether it says anything is another question."""
