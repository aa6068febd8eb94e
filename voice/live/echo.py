"""Whether the microphone heard the assistant's own voice."""

import re

# Source: docs/voice.md, 'Talking live': what is more similar than this to what is being said is dropped.
_SIMILAR = 80.0
# Shorter words occur in many an answer without being its echo ("yes", "네").
_SHORTEST = 8


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def is_echo(heard: str, spoken: str) -> bool:
    """Tell whether what was heard is a stretch of what the assistant was saying at the time."""
    from rapidfuzz import fuzz

    ours, theirs = _folded(spoken), _folded(heard)
    if not ours or not theirs:
        return False
    if len(theirs) < _SHORTEST:
        return ours == theirs
    if len(theirs) > len(ours):
        return bool(fuzz.ratio(theirs, ours) > _SIMILAR)
    return bool(fuzz.partial_ratio(theirs, ours) > _SIMILAR)
