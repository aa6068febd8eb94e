"""What language models were asked and what it took, noted for whoever wants to know."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelUse:
    """One call of a model; counts are None where the endpoint does not say.

    `cached_tokens` are part of `prompt_tokens`, `reasoning_tokens` part of `completion_tokens`. `latency_ms` is wall
    time over all tries without waits for the rate limiter, `first_token_ms` until the first words or call of a
    streamed answer; `retries` counts repeated tries. `answered` False: no usable answer came. `cached_response`: the
    answer is one that was kept from an earlier run; it cost nothing, and its times are not those of the model.
    """

    model: str
    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    latency_ms: float | None = None
    first_token_ms: float | None = None
    retries: int = 0
    answered: bool = True
    cached_response: bool = False


class Patience:
    """A time limit that stands still while a call waits for its turn, which is no fault of whoever is asked."""

    def __init__(self, deadline: asyncio.Timeout) -> None:
        self._deadline = deadline
        self._loop = asyncio.get_running_loop()
        self._waiting = 0
        self._left_s: float | None = None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let the limit stand still; several calls may wait at once."""
        # An assistant in a thread of its own has another event loop, which must not touch this one's timers.
        if asyncio.get_running_loop() is not self._loop:
            yield
            return
        self._waiting += 1
        if self._waiting == 1:
            when = self._deadline.when()
            self._left_s = None if when is None else when - self._loop.time()
            self._move(None)
        try:
            yield
        finally:
            self._waiting -= 1
            if not self._waiting and self._left_s is not None:
                self._move(self._loop.time() + self._left_s)

    def _move(self, when: float | None) -> None:
        # A limit that was reached or left behind in the meantime stays as it is.
        with suppress(RuntimeError):
            self._deadline.reschedule(when)


@dataclass(slots=True)
class _Meter:
    uses: list[ModelUse]
    session: str = ""
    patience: Patience | None = None


_METER: ContextVar[_Meter | None] = ContextVar("meter", default=None)


@contextmanager
def metered(uses: list[ModelUse], *, session: str = "", deadline: asyncio.Timeout | None = None) -> Iterator[None]:
    """Add every call made inside the block, also by tasks it starts, to `uses`.

    `session` tells answers kept for one session from those for another trial of the same: calls are looked up among
    the kept ones of this session only. `deadline` is a time limit around the block; it stands still while a call
    waits for the rate limiter.
    """
    patience = None if deadline is None else Patience(deadline)
    token = _METER.set(_Meter(uses, session, patience))
    try:
        yield
    finally:
        _METER.reset(token)


def note(use: ModelUse) -> None:
    """Tell the innermost meter, if there is one."""
    meter = _METER.get()
    if meter is not None:
        meter.uses.append(use)


def session_now() -> str:
    """Return which session is asking; empty outside of sessions."""
    meter = _METER.get()
    return "" if meter is None else meter.session


@contextmanager
def patient() -> Iterator[None]:
    """Let the time limit around this call stand still."""
    meter = _METER.get()
    if meter is None or meter.patience is None:
        yield
        return
    with meter.patience.waiting():
        yield
