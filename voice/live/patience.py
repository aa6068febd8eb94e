"""Calls into a sound library that may never come back, as it does when a sound server is gone."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from voice.live.trouble import DeviceTrouble

T = TypeVar("T")
_PATIENCE_S = 5.0
_library = threading.RLock()


@contextmanager
def library_lock() -> Iterator[None]:
    """Hold the library while streams are opened or devices are listed anew, which closes them all.

    Raises DeviceTrouble when somebody else does not let go of it.
    """
    if not _library.acquire(timeout=_PATIENCE_S):
        raise DeviceTrouble("the sound library does not answer")
    try:
        yield
    finally:
        _library.release()


async def bounded(call: Callable[[], T], what: str, seconds: float = _PATIENCE_S) -> T:
    """Return what a blocking call returns, off the event loop; raises DeviceTrouble when it takes too long.

    The thread is a daemon: one that is stuck must not keep the program from ending.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]

    def work() -> None:
        result: T | None = None
        problem: BaseException | None = None
        try:
            result = call()
        except Exception as error:
            problem = error
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, problem)

    threading.Thread(target=work, name="sound device", daemon=True).start()
    try:
        async with asyncio.timeout(seconds):
            return await answer
    except TimeoutError:
        raise DeviceTrouble(f"the {what} does not answer") from None
