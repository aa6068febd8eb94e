"""Names of runs and sweeps: in order of time, and each given once."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime


def new_id(is_taken: Callable[[str], bool], prefix: str = "") -> str:
    """Return an id of the second that it is, with four hexadecimal digits that tell apart what begins in one second.

    Four digits do not always: of two drives begun in one second, one pair in 65,536 would be called the same.
    """
    while is_taken(drawn := f"{prefix}{second()}-{digits()}"):
        pass
    return drawn


def second() -> str:
    """Return the second that it is, in UTC, as ids begin with it."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}"


def digits() -> str:
    """Return four hexadecimal digits at random."""
    return secrets.token_hex(2)
