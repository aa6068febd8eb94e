"""Keeping what sound libraries write to standard error, past Python, from a person's eyes."""

import io
import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

# What ALSA, PortAudio and the client of JACK say by themselves; whatever matters of it is told in a line of ours.
_CHATTER = re.compile(
    rb"ALSA lib |Expression '|PaAlsa|pa_linux_|[Jj]ack server|JackShm|Cannot connect to server (socket|request)"
)
_STDERR = 2
_LAST_WORDS_S = 1.0


@contextmanager
def quiet_sound_libraries() -> Iterator[None]:
    """Drop the lines of sound libraries from standard error inside the block; every other line goes through.

    C code writes to the file descriptor itself, so that becomes a pipe whose lines are looked at. What Python writes
    goes straight to where standard error was: it is never held back, and a terminal stays one.
    """
    try:
        before = os.dup(_STDERR)
    except OSError:
        yield
        return
    reading, writing = os.pipe()
    own = sys.stderr
    direct = _direct(own, before)
    os.dup2(writing, _STDERR)
    os.close(writing)
    passing = threading.Thread(target=_pass_on, args=(reading, before), name="standard error", daemon=True)
    passing.start()
    sys.stderr = direct
    try:
        yield
    finally:
        direct.flush()
        sys.stderr = own
        os.dup2(before, _STDERR)
        # A child that lives on may hold the pipe open.
        passing.join(_LAST_WORDS_S)
        if not passing.is_alive():
            os.close(before)


def _direct(stream: TextIO, before: int) -> TextIO:
    """Return a stream past the pipe; what is no file, as inside a test, needs none."""
    try:
        if stream is None or stream.fileno() != _STDERR:
            return stream
    except (OSError, ValueError):
        return stream
    stream.flush()
    # A line goes out in one piece, so that none of theirs gets into it.
    return io.TextIOWrapper(
        os.fdopen(os.dup(before), "wb"), encoding=stream.encoding, errors=stream.errors, line_buffering=True
    )


def _pass_on(reading: int, before: int) -> None:
    with os.fdopen(reading, "rb") as lines:
        for line in lines:
            if not _CHATTER.search(line):
                os.write(before, line)
