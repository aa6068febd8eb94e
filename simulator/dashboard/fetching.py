"""Reading stored things off the loop, so that the screen never waits for a disk."""

from collections.abc import Callable
from typing import TypeVar

from textual.screen import Screen, ScreenResultType

from simulator.daemon_threads import in_own_thread
from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.safe_text import one_line
from simulator.registry import UsageError

T = TypeVar("T")
OPENING = Phrase("opening …", "여는 중 …")
# What is there sooner needs no sign that it comes.
SOON_S = 0.3


async def fetched(screen: Screen[ScreenResultType], call: Callable[[], T]) -> T | None:
    """Return what a function returns that may block; None when it cannot, which the screen tells in one line."""
    try:
        return await in_own_thread(call)
    except UsageError as error:
        if screen.is_attached:
            screen.notify(one_line(str(error)), severity="error", timeout=15, markup=False)
        return None


async def opened(screen: Screen[ScreenResultType], call: Callable[[], T]) -> T | None:
    """Do what `fetched` does for something that a person wants to see and waits for, with a sign that it comes."""
    waiting = screen.set_timer(SOON_S, lambda: screen.notify(dashtalk_app(screen).say(OPENING), timeout=2))
    try:
        return await fetched(screen, call)
    finally:
        waiting.stop()
