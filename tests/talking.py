"""A person in front of `dashtalk talk`: presses Enter, types, speaks into the virtual microphone, reads the lines."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sound_server import SoundServer

from evaluation.store import Store
from simulator.trajectory import Trajectory
from voice.audio import Pcm

# The machine may be busy with other things; nothing here is a measurement.
PATIENCE_S = 120.0


class Talk:
    """One running session."""

    def __init__(self, server: SoundServer, process: "subprocess.Popen[str]", store: Path) -> None:
        self.server = server
        self.process = process
        self.store = store
        self._lines: list[str] = []
        self._news = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._news:
                self._lines.append(line.rstrip("\n"))
                self._news.notify_all()

    @property
    def text(self) -> str:
        return "\n".join(self._lines)

    def sees(self, word: str, times: int = 1) -> None:
        """Wait until so many lines hold the word."""
        with self._news:
            found = self._news.wait_for(lambda: sum(word in line for line in self._lines) >= times, PATIENCE_S)
        assert found, f"{times} x {word!r} is not among:\n{self.text}"

    def count(self, word: str) -> int:
        return sum(word in line for line in self._lines)

    def writes(self, line: str = "") -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def speaks(self, pcm: Pcm) -> None:
        """Play into the microphone until it is over."""
        assert self.server.play(pcm).wait(PATIENCE_S) == 0

    def ends(self) -> Trajectory:
        """End the session and return what was recorded."""
        self.writes("/end")
        assert self.process.wait(PATIENCE_S) == 0, self.text
        store = Store(self.store, create=False)
        (row,) = store.sessions(store.run(None)["id"])
        return store.trajectory(row["id"])


@contextmanager
def talking(server: SoundServer, *arguments: str, ready: str = "/end ends the session") -> Iterator[Talk]:
    """Run `dashtalk talk` on the virtual devices until the block is left."""
    store = server.folder / f"{time.perf_counter_ns()}.db"
    cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    process = subprocess.Popen(
        [sys.executable, "-m", "simulator", "talk", *arguments, "--store", str(store)],
        cwd=Path(__file__).parents[1],
        env=server.environment | {"XDG_CACHE_HOME": cache},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    talk = Talk(server, process, store)
    try:
        talk.sees(ready)
        yield talk
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
