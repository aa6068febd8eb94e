"""Run the command line with `python -m simulator`."""

import sys

EXIT_INTERRUPTED = 130


def run() -> int:
    """Run one command and return its exit code; Ctrl-C before anything is there to interrupt is no error either."""
    try:
        from simulator.cli import main
    except KeyboardInterrupt:
        print("dashtalk: interrupted before it began", file=sys.stderr)
        return EXIT_INTERRUPTED
    return main()


if __name__ == "__main__":
    sys.exit(run())
