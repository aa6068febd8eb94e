"""What a rule found out about an answer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """True passed, False failed, None undecided; `reason` is one plain sentence, whatever was found."""

    value: bool | None
    reason: str


def passed(reason: str) -> Finding:
    """Build a pass."""
    return Finding(True, reason)


def failed(reason: str) -> Finding:
    """Build a failure."""
    return Finding(False, reason)


def undecided(reason: str) -> Finding:
    """Build what no rule can decide."""
    return Finding(None, reason)
