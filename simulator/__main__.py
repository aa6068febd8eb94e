"""Run the command line with `python -m simulator`."""

import os
import sys
from contextlib import suppress

EXIT_INTERRUPTED = 130


def run() -> int:
    """Run one command and return its exit code; Ctrl-C before anything is there to interrupt is no error either."""
    try:
        from simulator.cli import main
    except KeyboardInterrupt:
        print("dashtalk: interrupted before it began", file=sys.stderr)
        return EXIT_INTERRUPTED
    code = main()
    _leave_calls_behind(code)
    return code


def _leave_calls_behind(code: int) -> None:
    """End at once while a recogniser or voice is still at work: Python's own end would pull its library from under it.

    All that was recorded is stored by now; without this, an interrupted run could end in a crash of the library.
    """
    from simulator.daemon_threads import still_calling

    if not still_calling():
        return
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    sys.exit(run())
