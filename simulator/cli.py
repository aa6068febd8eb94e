"""The command line: a command is read and called, and a mistake explained."""

import argparse
import errno
import io
import sys
import traceback
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import TextIO, cast

from simulator.arguments.carbench import add_carbench
from simulator.arguments.driving import add_drive, add_replay, add_talk
from simulator.arguments.looking import add_looks, add_manual
from simulator.arguments.parser import EPILOG, EXIT_USAGE, Parser, one_line
from simulator.arguments.playing import add_run, add_sweep
from simulator.arguments.serving import add_serve
from simulator.arguments.speaking import add_voices
from simulator.arguments.stored import add_blame, add_stored
from simulator.arguments.texts import add_concise, add_level
from simulator.redaction import Shown, look_for_secrets
from simulator.registry import UsageError

EXIT_OK = 0
EXIT_INCOMPLETE = 3
EXIT_INTERRUPTED = 130


def parser() -> argparse.ArgumentParser:
    """Return the whole command line."""
    from simulator import __version__

    top = Parser(prog="dashtalk", description="A voice-in-the-loop simulator for in-car assistants.", epilog=EPILOG)
    top.add_argument("--version", action="version", version=f"dashtalk {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    add_run(commands)
    add_sweep(commands)
    add_stored(commands)
    add_blame(commands)
    add_looks(commands)
    add_carbench(commands)
    add_serve(commands)
    add_drive(commands)
    add_replay(commands)
    add_talk(commands)
    add_level(commands)
    add_concise(commands)
    add_manual(commands)
    add_voices(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    if sys.stdout is None:
        sys.stdout = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal or a log that knows no Korean shows escapes instead of ending the run.
            stream.reconfigure(errors="backslashreplace")
    look_for_secrets()
    with redirect_stdout(cast(TextIO, Shown(sys.stdout))), redirect_stderr(cast(TextIO, Shown(sys.stderr))):
        return _main(argv)


_TWO_WORDS = (["judge", "calibrate"], ["judge", "annotate"])
"""Commands that begin with the name of another one, whose first argument is free."""


def joined(argv: Sequence[str]) -> list[str]:
    """Return a command line in which a command of two words is one."""
    return [" ".join(argv[:2]), *argv[2:]] if list(argv[:2]) in _TWO_WORDS else list(argv)


def _main(argv: Sequence[str] | None) -> int:
    top = parser()
    given = joined(sys.argv[1:] if argv is None else argv)
    arguments = top.parse_args(["drive", *given] if _drives(given, top) else given)
    if arguments.command is None:
        if not _at_terminal():
            top.print_help()
            return 0
        arguments = top.parse_args(["drive"])
    if hasattr(arguments, "config"):
        _tell_stray_variables()
    try:
        return _call(arguments)
    except UsageError as error:
        print(f"dashtalk: {one_line(str(error))}", file=sys.stderr)
        return EXIT_USAGE
    except SystemExit:
        raise
    except KeyboardInterrupt:
        print("dashtalk: interrupted; what finished is kept", file=sys.stderr)
        return EXIT_INTERRUPTED
    except OSError as error:
        if error.errno != errno.ENOSPC:
            traceback.print_exc()
            return EXIT_INCOMPLETE
        from simulator.commands.output import give_up_output

        give_up_output()
        print(f"dashtalk: the output cannot be written: {error.strerror}; what was recorded is kept", file=sys.stderr)
        return EXIT_USAGE
    except BaseException:
        # A bug of ours must not look like a missed gate, which Python's own exit code 1 would.
        traceback.print_exc()
        return EXIT_INCOMPLETE


_OF_ITS_OWN = ("-h", "--help", "--version")


def _drives(given: Sequence[str], top: argparse.ArgumentParser) -> bool:
    """Return whether a command line has flags but no command, which are then those of a drive."""
    if not given or not given[0].startswith("-") or given[0] in _OF_ITS_OWN:
        return False
    # Flags before a command are a mistake, and no drive.
    commands = next(action.choices for action in top._actions if isinstance(action, argparse._SubParsersAction))
    return not set(given) & set(commands)


def _at_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _tell_stray_variables() -> None:
    import os

    from simulator.settings_names import stray_variables

    for line in stray_variables(os.environ):
        print(f"dashtalk: note: {one_line(line)}", file=sys.stderr)


def _call(arguments: argparse.Namespace) -> int:
    from simulator.commands.output import reader_may_leave

    code: int = EXIT_OK
    with reader_may_leave():
        code = arguments.call(arguments)
    return code
