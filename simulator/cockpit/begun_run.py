"""A run in a process of its own, which goes on when whoever started it has left."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from evaluation.running import process_mark
from evaluation.store import Store
from simulator.registry import UsageError

# A run that loads speech models takes a while until it begins.
BEGINS_WITHIN_S = 180.0
ASK_EVERY_S = 0.05
_PROGRAM = "dashtalk: "


class BegunRun:
    """`dashtalk run` in a session of its own: neither the end of this program nor its Ctrl-C reach it."""

    def __init__(self, store: Path, flags: Sequence[str]) -> None:
        self._store = store
        store.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=store.parent, prefix="run-", suffix=".log")
        self._log = Path(name)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "simulator", "run", *flags, "--store", str(store.absolute())],
                stdin=subprocess.DEVNULL,
                stdout=handle,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        finally:
            os.close(handle)
        self._mark = process_mark(self._process.pid)

    def goes_on(self) -> bool:
        """Return whether the process is still there."""
        return self._process.poll() is None

    def wait(self) -> int:
        """Wait until the process ends; returns its exit code."""
        return self._process.wait()

    def run_id(self) -> str:
        """Wait until the run is recorded and return its id; raises UsageError with what the process said instead."""
        give_up = time.monotonic() + BEGINS_WITHIN_S
        while True:
            # Asked in this order, a run that is over quickly is found all the same.
            over = not self.goes_on()
            found = self._recorded()
            if found:
                self._log = self._log.rename(self._log.with_name(f"{found}.log"))
                return found
            if over:
                raise UsageError(self._last_words())
            if time.monotonic() > give_up:
                self._process.terminate()
                raise UsageError(f"the run did not begin within {BEGINS_WITHIN_S:g} s; see {self._log}")
            time.sleep(ASK_EVERY_S)

    def _recorded(self) -> str:
        if not self._store.exists():
            return ""
        try:
            store = Store(self._store, create=False)
        except UsageError:
            # The other process is making it just now; what is really wrong with it that process will say.
            return ""
        try:
            rows = store.read("SELECT id FROM runs WHERE process=?", self._mark)
        finally:
            store.close()
        return str(rows[0]["id"]) if rows else ""

    def _last_words(self) -> str:
        text = self._log.read_text(encoding="utf-8", errors="replace").strip()
        self._log.unlink(missing_ok=True)
        last = text.splitlines()[-1] if text else f"the run ended with code {self._process.returncode}"
        return last.removeprefix(_PROGRAM)
