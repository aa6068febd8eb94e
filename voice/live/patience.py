"""Calls into a sound library that may never come back, as it does when a sound server is gone."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from voice.live.trouble import DeviceTrouble

T = TypeVar("T")
_PATIENCE_S = 5.0


class _Library:
    """Who is inside the library: the one that holds it, and those that nobody waits for any more."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._lock = threading.Lock()
        self._holder: threading.Thread | None = None
        self._inside: set[threading.Thread] = set()
        self._lost: set[threading.Thread] = set()

    @contextmanager
    def held(self) -> Iterator[None]:
        with self._guard:
            ours = self._holder is threading.current_thread()
        if ours:
            yield
            return
        lock = self._acquired()
        try:
            yield
        finally:
            with self._guard:
                if lock is self._lock:
                    self._holder = None
            lock.release()

    def _acquired(self) -> threading.Lock:
        """Return the lock in force, held; one whose holder was given up while it was waited for is none any more."""
        while True:
            lock = self._lock
            if not lock.acquire(timeout=_PATIENCE_S):
                raise DeviceTrouble("the sound library does not answer")
            with self._guard:
                if lock is self._lock:
                    self._holder = threading.current_thread()
                    return lock
            lock.release()

    def enter(self) -> None:
        with self._guard:
            self._inside.add(threading.current_thread())

    def leave(self) -> None:
        with self._guard:
            self._inside.discard(threading.current_thread())
            self._lost.discard(threading.current_thread())

    def give_up(self, thread: threading.Thread) -> None:
        """Wait no more for a thread; what it holds is left to it."""
        with self._guard:
            if thread not in self._inside:
                return
            self._lost.add(thread)
            if self._holder is thread:
                self._lock, self._holder = threading.Lock(), None

    @property
    def lost(self) -> bool:
        with self._guard:
            return bool(self._lost)


_library = _Library()


@contextmanager
def library_lock() -> Iterator[None]:
    """Hold the library while streams are opened or closed, or devices are listed anew, which closes them all.

    Whoever holds it may take it again. Raises DeviceTrouble when somebody else does not let go of it.
    """
    with _library.held():
        yield


def calls_lost() -> bool:
    """Tell whether a call that nobody waits for any more is still inside the library.

    Such a library must not be started anew: it would free what the call still uses, or wait for it for ever.
    """
    return _library.lost


class _Call(Generic[T]):
    """One call on a thread of its own.

    The thread is a daemon: one that is stuck must not keep the program from ending.
    """

    def __init__(self, call: Callable[[], T], told: "Callable[[_Call[T]], None]") -> None:
        self.result: T | None = None
        self.problem: Exception | None = None
        self._call = call
        self._told = told
        self._entered = threading.Event()
        self._thread = threading.Thread(target=self._work, name="sound device", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._entered.wait()

    def _work(self) -> None:
        _library.enter()
        self._entered.set()
        try:
            self.result = self._call()
        except Exception as error:
            self.problem = error
        finally:
            _library.leave()
        self._told(self)

    def give_up(self) -> None:
        _library.give_up(self._thread)


async def bounded(
    call: Callable[[], T], what: str, seconds: float = _PATIENCE_S, undo: Callable[[T], object] | None = None
) -> T:
    """Return what a blocking call returns, off the event loop; raises DeviceTrouble when it takes too long.

    `undo` is handed what came too late, or after the caller was cancelled, on a thread of its own.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def too_late(made: T) -> None:
        if undo is not None:
            _Call(lambda: undo(made), lambda _: None).start()

    def settle(done: _Call[T]) -> None:
        if answer.done():
            if done.problem is None:
                too_late(done.result)  # type: ignore[arg-type]
        elif done.problem is not None:
            answer.set_exception(done.problem)
        else:
            answer.set_result(done.result)  # type: ignore[arg-type]

    def told(done: _Call[T]) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, done)

    running = _Call(call, told)
    running.start()
    try:
        async with asyncio.timeout(seconds):
            return await answer
    except (TimeoutError, asyncio.CancelledError) as end:
        running.give_up()
        if answer.done() and not answer.cancelled() and answer.exception() is None:
            too_late(answer.result())
        if isinstance(end, TimeoutError):
            raise DeviceTrouble(f"the {what} does not answer") from None
        raise


def promptly(call: Callable[[], T], seconds: float) -> T | None:
    """Return what a blocking call returns, None when it is not back in time.

    For what must be done before anything else happens; nobody else runs meanwhile.
    """
    back = threading.Event()
    running = _Call(call, lambda _: back.set())
    running.start()
    if not back.wait(seconds):
        running.give_up()
        return None
    if running.problem is not None:
        raise running.problem
    return running.result
