"""When a session that does not end by itself is ended."""

from dataclasses import dataclass

LONGEST_SPEECH = 8000
"""Characters of one message that are speech, about ten minutes of it; longer ones are nothing that is said in a car."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a session that does not end by itself is ended.

    Source for 40 steps: CAR-bench's hard default. Of longer speech than `max_speech_characters` only the beginning is
    heard. Wall times: `agent_timeout_s` for one assistant message, `session_timeout_s` for everything. Neither runs
    while a call of ours waits for its turn at an endpoint (bounds, 429 and Retry-After, too many calls on their way);
    pauses between tries after a lost connection or a failing server do count.
    """

    max_steps: int = 40
    max_turns: int = 20
    max_calls_per_step: int = 32
    max_speech_characters: int = LONGEST_SPEECH
    agent_timeout_s: float = 120.0
    session_timeout_s: float = 1800.0
