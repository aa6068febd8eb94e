"""Reading stored things off the loop, so that the screen never waits for a disk."""

from collections.abc import Callable
from typing import TypeVar

from textual.screen import Screen, ScreenResultType

from simulator.daemon_threads import in_own_thread
from simulator.dashboard.safe_text import one_line
from simulator.registry import UsageError

T = TypeVar("T")


async def fetched(screen: Screen[ScreenResultType], call: Callable[[], T]) -> T | None:
    """Return what a function returns that may block; None when it cannot, which the screen tells in one line."""
    try:
        return await in_own_thread(call)
    except UsageError as error:
        if screen.is_attached:
            screen.notify(one_line(str(error)), severity="error", timeout=15, markup=False)
        return None
