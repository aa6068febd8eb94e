"""What several metrics ask about the session that is being scored, found out once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_ANSWERS: ContextVar[dict[tuple[Any, ...], Any] | None] = ContextVar("answers", default=None)


@contextmanager
def remembering() -> Iterator[None]:
    """Let remembered functions answer from memory; nothing they are asked about may change inside the block."""
    token = _ANSWERS.set({})
    try:
        yield
    finally:
        _ANSWERS.reset(token)


def remembered(function: Callable[P, T]) -> Callable[P, T]:
    """Carry out a function once for the same objects inside of `remembering`, and every time outside.

    For functions of what lives as long as the block, such as a trajectory and its scenario.
    """

    @wraps(function)
    def answered(*arguments: P.args, **named: P.kwargs) -> T:
        answers = _ANSWERS.get()
        if answers is None or named:
            return function(*arguments, **named)
        key = (function, *map(id, arguments))
        if key not in answers:
            answers[key] = function(*arguments, **named)
        found: T = answers[key]
        return found

    return answered
