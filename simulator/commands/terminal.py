"""Commands that take over the terminal say so when there is none."""

import os
import sys

from simulator.registry import UsageError


def need_terminal(command: str, instead: str) -> None:
    """Raise UsageError unless a person can see and type; `instead` says what works without a terminal."""
    if os.environ.get("TEXTUAL_DRIVER"):
        # A browser shows it; there is no terminal and none is needed.
        return
    for stream, what in ((sys.stdin, "input"), (sys.stdout, "output")):
        if stream is None or not stream.isatty():
            raise UsageError(f"dashtalk {command} needs a terminal and standard {what} is none: {instead}")
    if os.environ.get("TERM", "") in ("", "dumb"):
        raise UsageError(
            f"dashtalk {command} needs a terminal that can place its cursor, and TERM names none: {instead}"
        )
