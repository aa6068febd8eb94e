"""What a person says and does in a drive, stored without making anybody wait."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from evaluation.store import Recorder, Store
from evaluation.store_file import BUSY_TIMEOUT_S, RETRY_AFTER_S, StoreBusy
from simulator.events import AssistantSpoke, Event, SessionEnded, SessionStarted, SpeechRecognised

T = TypeVar("T")


class LiveRecorder(Recorder):
    """Commits when the driver was heard, before the assistant is asked, and at the end of every turn.

    While another process holds the store, events wait for the next commit or for `try_again`; `flush` raises StoreBusy
    then. Nothing is given up, and order is kept.
    """

    def __call__(self, event: Event) -> None:
        """Take one event; raises UsageError when the store cannot be used."""
        self._pending.append(event)
        if isinstance(event, SessionStarted | SpeechRecognised | AssistantSpoke | SessionEnded):
            self.try_again()

    def try_again(self) -> None:
        """Commit what is pending unless the store is busy; raises UsageError when it cannot be used."""
        with suppress(StoreBusy):
            self.flush()

    def flush(self) -> None:
        """Commit what is pending; raises UsageError, and keeps it, when that cannot be done now."""
        if self._pending:
            with self._store.not_waiting():
                self._store.add_events(self._session_id, self._pending)
            self._pending = []


async def patiently(store: Store, write: Callable[[], T], *, within_s: float = BUSY_TIMEOUT_S) -> T:
    """Return what `write` returns, tried again while another process holds the store; the event loop goes on.

    Raises StoreBusy when it is still held after `within_s`, and whatever else `write` raises.
    """
    give_up = time.monotonic() + within_s
    while True:
        try:
            with store.not_waiting():
                return write()
        except StoreBusy:
            if time.monotonic() >= give_up:
                raise
        await asyncio.sleep(RETRY_AFTER_S)
