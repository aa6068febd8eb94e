"""Threads that nobody waits for: what blocks in one for ever holds up neither the end of a run nor that of the process.

Python joins the threads of every `ThreadPoolExecutor` at its end, also those of `asyncio.to_thread`.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from threading import BoundedSemaphore, Thread
from typing import Any, ParamSpec, TypeVar

_THREAD_NAME = "dashtalk call"

P = ParamSpec("P")
T = TypeVar("T")


class DaemonThreads(ThreadPoolExecutor):
    """An executor for event loops whose calls run in daemon threads, as many at a time as in Python's own."""

    def __init__(self) -> None:
        super().__init__(max_workers=1)
        self._places = BoundedSemaphore(min(32, (os.cpu_count() or 1) + 4))

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Start a call once there is a place for it."""

        def placed() -> None:
            with self._places:
                _carry_out(future, lambda: fn(*args, **kwargs))

        future: Future[T] = Future()
        Thread(target=placed, name=_THREAD_NAME, daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for nothing."""


async def in_own_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a function returns that may block, run in a daemon thread of its own with this task's context.

    Cancelling stops the wait, not the thread. Raises what the function raises.
    """
    context = copy_context()
    future: Future[T] = Future()
    call = (future, lambda: context.run(function, *args, **kwargs))
    Thread(target=_carry_out, args=call, name=_THREAD_NAME, daemon=True).start()
    return await asyncio.wrap_future(future)


def still_calling() -> bool:
    """Tell whether a call goes on that nobody waits for any more."""
    return any(thread.name == _THREAD_NAME for thread in threading.enumerate())


def _carry_out(future: "Future[Any]", call: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = call()
    except StopIteration as error:
        # No future can carry it, and whoever waits would wait for ever.
        future.set_exception(RuntimeError(f"StopIteration was raised: {error}"))
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)
