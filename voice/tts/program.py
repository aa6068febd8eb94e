"""A program of somebody else's, run once and held to bounds: in time, in what it writes, in what it leaves behind."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from simulator.registry import UsageError

_CHUNK_BYTES = 1 << 16
_LOOK_S = 0.05
_LEFT_OPEN_S = 1.0
_MOST_SAID_BYTES = 1 << 16
# Reads to the end of its input, which comes with the end of whoever started it, even by force.
_GUARD = 'read _; kill -s KILL -- "-$1"'


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a program may take: seconds, and bytes on its standard output as well as in the file it writes."""

    time_s: float
    written_bytes: int


def run_bounded(words: list[str], given: bytes, bounds: Bounds, written: Path) -> bytes:
    """Run a program in a session of its own with `given` as its input, and return what came on its standard output.

    `written` is the file that it may write besides. A program that takes longer or writes more than it may is stopped
    at that point with all of its process group; so it is when this process is interrupted or ends in any other way. A
    child that outlives the program and keeps its output open is waited for until it has been quiet for a second.
    Raises UsageError in one line when it cannot be started, is stopped, or ends with another code than 0.
    """
    try:
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
    except OSError as error:
        raise UsageError(f"{words[0]} cannot be started: {error.strerror}") from None
    with _guarded(process):
        try:
            spoken, said = _Exchange(process, given, bounds, written).finished(words[0])
        finally:
            _end_group(process)
    if process.returncode != 0:
        lines = said.decode("utf-8", "replace").strip().splitlines()
        why = f": {lines[-1][:200]}" if lines else ""
        raise UsageError(f"{words[0]} ended with code {process.returncode}{why}")
    return spoken


class _Exchange:
    """Feeds a program and reads both of its outputs at once, until it and they have ended or a bound is reached."""

    def __init__(self, process: "subprocess.Popen[bytes]", given: bytes, bounds: Bounds, written: Path) -> None:
        self._process = process
        self._given = memoryview(given)
        self._bounds = bounds
        self._written = written
        self._spoken, self._said = bytearray(), bytearray()

    def finished(self, name: str) -> tuple[bytes, bytes]:
        """Return what came on standard output, and the end of what came on standard error."""
        now = time.monotonic()
        ends_at, given_up_at = now + self._bounds.time_s, now + _LEFT_OPEN_S
        with selectors.DefaultSelector() as streams, ExitStack() as opened:
            self._watch(streams, opened)
            while (running := self._process.poll() is None) or streams.get_map():
                now = time.monotonic()
                if now >= ends_at:
                    raise UsageError(f"{name} did not finish within {self._bounds.time_s:g} s")
                if not running and now >= given_up_at:
                    _end_group(self._process)
                    break
                if self._exchanged(streams) or running:
                    given_up_at = time.monotonic() + _LEFT_OPEN_S
                self._hold_to_bytes(name)
        self._hold_to_bytes(name)
        return bytes(self._spoken), bytes(self._said)

    def _watch(self, streams: selectors.BaseSelector, opened: ExitStack) -> None:
        process = self._process
        for stream, event, step in (
            (process.stdin, selectors.EVENT_WRITE, self._feed),
            (process.stdout, selectors.EVENT_READ, self._hear),
            (process.stderr, selectors.EVENT_READ, self._be_told),
        ):
            if stream is not None:
                os.set_blocking(opened.enter_context(stream).fileno(), False)
                streams.register(stream, event, step)

    def _exchanged(self, streams: selectors.BaseSelector) -> bool:
        """Move what can be moved now; returns whether anything was."""
        if not streams.get_map():
            # It has closed everything and goes on.
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_LOOK_S)
            return False
        ready = streams.select(_LOOK_S)
        for key, _ in ready:
            step: Callable[[IO[bytes]], bool] = key.data
            stream = cast(IO[bytes], key.fileobj)
            with suppress(BlockingIOError):
                if not step(stream):
                    streams.unregister(stream)
                    stream.close()
        return bool(ready)

    def _feed(self, stream: IO[bytes]) -> bool:
        """Hand over some more of the input; returns whether there is still some for a program that reads it."""
        try:
            self._given = self._given[os.write(stream.fileno(), self._given[:_CHUNK_BYTES]) :]
        except BrokenPipeError:
            return False
        return bool(self._given)

    def _hear(self, stream: IO[bytes]) -> bool:
        chunk = os.read(stream.fileno(), _CHUNK_BYTES)
        self._spoken += chunk
        return bool(chunk)

    def _be_told(self, stream: IO[bytes]) -> bool:
        chunk = os.read(stream.fileno(), _CHUNK_BYTES)
        self._said += chunk
        del self._said[:-_MOST_SAID_BYTES]
        return bool(chunk)

    def _hold_to_bytes(self, name: str) -> None:
        most = self._bounds.written_bytes
        try:
            in_file = self._written.stat().st_size
        except OSError:
            in_file = 0
        if max(len(self._spoken), in_file) > most:
            raise UsageError(f"{name} wrote more than {most / 1e6:g} MB, which is no utterance: it was stopped")


def _end_group(process: "subprocess.Popen[bytes]") -> None:
    """End a program and its children: what hangs may be a child of a script. Who left the group is out of reach."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_LEFT_OPEN_S)


@contextmanager
def _guarded(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Have the program's group ended should this process end inside the block, in whatever way and thread that is.

    Neither an exit handler nor a signal handler runs when a process is killed, and threads get no signals.
    """
    try:
        guard = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "dashtalk-guard", str(process.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        yield
        return
    except BaseException:
        _end_group(process)
        raise
    try:
        yield
    finally:
        guard.kill()
        guard.communicate()
