"""What language models were asked and what it took, noted for whoever wants to know."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any


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

    def facts(self) -> dict[str, Any]:
        """Return all fields by name."""
        return {name: getattr(self, name) for name in self.__slots__}


class Patience:
    """A time limit that stands still while a call waits for its turn, which is no fault of whoever is asked.

    `stood_s` is for how long it has stood still so far.
    """

    def __init__(self, deadline: asyncio.Timeout) -> None:
        self._deadline = deadline
        self._loop = asyncio.get_running_loop()
        self._waiting = 0
        self._left_s: float | None = None
        self._since_s = 0.0
        self.stood_s = 0.0

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let the limit stand still; several calls may wait at once."""
        # An assistant in a thread of its own has another event loop, which must not touch this one's timers.
        if asyncio.get_running_loop() is not self._loop:
            yield
            return
        self._waiting += 1
        if self._waiting == 1:
            when, self._since_s = self._deadline.when(), self._loop.time()
            self._left_s = None if when is None else when - self._since_s
            self._move(None)
        try:
            yield
        finally:
            self._waiting -= 1
            if not self._waiting:
                now_s = self._loop.time()
                self.stood_s += now_s - self._since_s
                if self._left_s is not None:
                    self._move(now_s + self._left_s)

    def _move(self, when: float | None) -> None:
        # A limit that was reached or left behind in the meantime stays as it is.
        with suppress(RuntimeError):
            self._deadline.reschedule(when)


@dataclass(slots=True)
class _Meter:
    uses: list[ModelUse]
    session: str = ""
    limits: tuple[Patience, ...] = ()


_METER: ContextVar[_Meter | None] = ContextVar("meter", default=None)


@contextmanager
def metered(uses: list[ModelUse], *, session: str = "", limits: Iterable[Patience] = ()) -> Iterator[None]:
    """Add every call made inside the block, also by tasks it starts, to `uses`.

    `session` tells answers kept for one session from those for another trial of the same: calls are looked up among
    the kept ones of this session only. `limits` are time limits around the block; they stand still while a call waits
    for the rate limiter.
    """
    token = _METER.set(_Meter(uses, session, tuple(limits)))
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
    """Let the time limits around this call stand still."""
    meter = _METER.get()
    with ExitStack() as stack:
        for limit in () if meter is None else meter.limits:
            stack.enter_context(limit.waiting())
        yield
