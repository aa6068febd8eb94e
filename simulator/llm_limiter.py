"""How fast an endpoint is asked: what the user allows, and what the endpoint itself asks for."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

MOST_IN_FLIGHT = 128
"""Calls on their way to one endpoint; more would only wait in this process, on slower connections."""

_BURST_SHARE = 1 / 10
_BYTES_PER_TOKEN = 4.0
_LEARNED_SHARE = 0.2


class Bucket:
    """So much a minute, with a tenth of it in hand for a rush; a level below zero is paid back first."""

    def __init__(self, per_minute: float, now_s: float) -> None:
        self._rate = per_minute / 60
        self._capacity = max(1.0, per_minute * _BURST_SHARE)
        self._level = self._capacity
        self._seen_s = now_s

    def wait_s(self, amount: float, now_s: float) -> float:
        """Return how long it takes until `amount` may be taken; more than the bucket holds needs a full one."""
        self._level = min(self._capacity, self._level + (now_s - self._seen_s) * self._rate)
        self._seen_s = now_s
        return max(0.0, (min(amount, self._capacity) - self._level) / self._rate)

    def take(self, amount: float) -> None:
        """Take, or with a negative amount give back."""
        self._level = min(self._capacity, self._level - amount)


@dataclass(slots=True)
class _Waiting:
    ready: "asyncio.Future[None]"
    size: int


class Limiter:
    """Lets the calls of one endpoint through, in the order they came.

    At most `window` are on their way at once. An endpoint that asks for less (a 429) halves the window, once for all
    the calls that were on their way by then, and stops everybody for as long as it says; each success widens it a
    little, by one call for every window of successes. `requests_per_minute` and `tokens_per_minute` are what the user
    allows, 0 for no bound; tokens are estimated from the size of a request and put right by what the endpoint counts.

    Belongs to one event loop. Source: additive increase and multiplicative decrease as in TCP (RFC 5681).
    """

    def __init__(
        self,
        requests_per_minute: int = 0,
        tokens_per_minute: int = 0,
        *,
        most_in_flight: int = MOST_IN_FLIGHT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._most = float(most_in_flight)
        self.window = self._most
        self.in_flight = 0
        self._requests = Bucket(requests_per_minute, clock()) if requests_per_minute else None
        self._tokens = Bucket(tokens_per_minute, clock()) if tokens_per_minute else None
        self._bytes_per_token = _BYTES_PER_TOKEN
        self._paused_until_s = 0.0
        self._halved_at_s = -1.0
        self._waiting: deque[_Waiting] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """How many calls wait for a turn."""
        return len(self._waiting)

    def at_once(self, size: int) -> "Turn | None":
        """Return a turn for a request of `size` bytes if it need not wait, else None."""
        if self._waiting or self._hindrance_s(size) != 0:
            return None
        return self._start(size)

    async def turn(self, size: int) -> "Turn":
        """Wait for a turn; cancelling the wait leaves no trace."""
        entry = _Waiting(asyncio.get_running_loop().create_future(), size)
        self._waiting.append(entry)
        self._let_through()
        try:
            await entry.ready
        except asyncio.CancelledError:
            if entry.ready.done() and not entry.ready.cancelled():
                self._leave(0.0)
            self._let_through()
            raise
        return Turn(self, self._clock(), self._estimate(size), size)

    def _start(self, size: int) -> "Turn":
        self._enter(size)
        return Turn(self, self._clock(), self._estimate(size), size)

    def _enter(self, size: int) -> None:
        self.in_flight += 1
        if self._requests is not None:
            self._requests.take(1)
        if self._tokens is not None:
            self._tokens.take(self._estimate(size))

    def _estimate(self, size: int) -> float:
        return size / self._bytes_per_token

    def _hindrance_s(self, size: int) -> float:
        """Return how long nothing may start: 0 not at all, infinity until a call has come back."""
        if self.in_flight >= max(1, int(self.window)):
            return float("inf")
        now = self._clock()
        wait = max(0.0, self._paused_until_s - now)
        if self._requests is not None:
            wait = max(wait, self._requests.wait_s(1, now))
        if self._tokens is not None:
            wait = max(wait, self._tokens.wait_s(self._estimate(size), now))
        return wait

    def _let_through(self) -> None:
        """Start whoever may start, and come back when the next one may."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._waiting:
            entry = self._waiting[0]
            if entry.ready.done():
                self._waiting.popleft()
                continue
            wait = self._hindrance_s(entry.size)
            if wait:
                if wait != float("inf"):
                    self._timer = asyncio.get_running_loop().call_later(wait, self._let_through)
                return
            self._waiting.popleft()
            self._enter(entry.size)
            entry.ready.set_result(None)

    def _leave(self, tokens: float) -> None:
        self.in_flight -= 1
        if self._tokens is not None and tokens:
            self._tokens.take(tokens)

    def came_back(self, turn: "Turn", *, well: bool, tokens: int | None) -> None:
        """Take back a turn; `tokens` is what the endpoint counted."""
        correction = 0.0
        try:
            if tokens is not None:
                correction = tokens - turn.estimate
                if tokens > 0 and turn.size:
                    self._bytes_per_token += _LEARNED_SHARE * (turn.size / tokens - self._bytes_per_token)
        finally:
            self._leave(correction)
        if well and self.window < self._most:
            self.window = min(self._most, self.window + 1 / self.window)
        if self._waiting:
            self._let_through()

    def slow_down(self, turn: "Turn", wait_s: float) -> None:
        """Heed an endpoint that asks for less: everybody waits, and fewer are on their way afterwards."""
        now = self._clock()
        self._paused_until_s = max(self._paused_until_s, now + wait_s)
        if turn.started_s > self._halved_at_s:
            self.window = max(1.0, min(self.window, self.in_flight) / 2)
            self._halved_at_s = now


class Turn:
    """One call on its way; a context manager that gives its place back."""

    __slots__ = ("_limiter", "estimate", "size", "started_s", "tokens", "well")

    def __init__(self, limiter: Limiter, started_s: float, estimate: float, size: int) -> None:
        self._limiter = limiter
        self.started_s = started_s
        self.estimate = estimate
        self.size = size
        self.well = False
        self.tokens: int | None = None

    def refused(self, wait_s: float) -> None:
        """Tell that the endpoint asks for less, and how long to wait."""
        self._limiter.slow_down(self, wait_s)

    def answered(self, tokens: int | None) -> None:
        """Tell that an answer came, and how many tokens the endpoint counted for question and answer."""
        self.well = True
        self.tokens = tokens

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._limiter.came_back(self, well=self.well, tokens=self.tokens)
