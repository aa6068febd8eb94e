"""Where a command's answer goes: words for people, one JSON object for machines."""

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os.path import samefile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.redaction import stored
from simulator.registry import UsageError

if TYPE_CHECKING:
    from rich.console import Console

# Wide enough for every table when the output is no terminal, where rich would fall back to 80 columns.
PIPED_WIDTH = 120


def console(*, to_stderr: bool = False) -> "Console":
    """Return a console that writes no control codes unless a terminal reads them."""
    from rich.console import Console

    class Quiet(Console):
        """A console that leaves a closed pipe to the command line; rich would exit with a code that means a gate."""

        def on_broken_pipe(self) -> None:
            """Pass the error on."""
            raise

    stream = sys.stderr if to_stderr else sys.stdout
    if stream.isatty() and os.environ.get("TERM") != "dumb":
        return Quiet(file=stream, highlight=False, emoji=False)
    # Without emoji codes: a user's `module:X:` is no picture.
    return Quiet(file=stream, width=PIPED_WIDTH, force_terminal=False, color_system=None, highlight=False, emoji=False)


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Go on after the block when the reader of standard output (`head`, a closed pager) has seen enough."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        give_up_output()


def give_up_output() -> None:
    """Let what Python still holds for standard output go nowhere, instead of raising once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def check_writable(path: str | None, flag: str, *read: str | None) -> None:
    """Raise UsageError before a long run when its report could not be written; "-" is standard output.

    `read` are the files that the answer is made from, none of which it may replace.
    """
    if path in (None, "-"):
        return
    if any(one is not None and Path(one).exists() and Path(str(path)).exists() and samefile(one, path) for one in read):
        raise UsageError(f"{flag} {path}: is the file that is read; name another one")
    folder = Path(str(path)).parent
    if _is_store(Path(str(path))):
        raise UsageError(f"{flag} {path}: is a store of runs; name another file")
    if Path(str(path)).is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise UsageError(f"{flag} {path}: cannot be written; name a file in an existing folder")


def _is_store(path: Path) -> bool:
    """Return whether a file is an SQLite database, which no report may replace."""
    try:
        with path.open("rb") as stream:
            return stream.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def write_text(path: str, text: str, flag: str) -> None:
    """Write a whole file or nothing; raises UsageError naming the file. "-" is standard output."""
    if path != "-" and _is_store(Path(path)):
        raise UsageError(f"{flag} {path}: is a store of runs; name another file")
    text = stored(text)
    try:
        if path == "-":
            sys.stdout.write(text)
            sys.stdout.flush()
        elif Path(path).exists() and not Path(path).is_file():
            Path(path).write_text(text, encoding="utf-8")
        else:
            _replace(Path(path), text)
    except BrokenPipeError:
        raise
    except OSError as error:
        if path == "-":
            give_up_output()
        raise UsageError(f"{flag} {path}: cannot be written: {error.strerror}") from None


def _replace(target: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def played_is_kept(name: str) -> Iterator[None]:
    """Say with whatever goes wrong in a report that what was played is stored, and how to see it."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"{error}; what was played is stored: dashtalk show {name}") from None


def write_json(path: str, value: Any) -> None:
    """Write one JSON object; whole numbers and Korean stay readable, NaN never occurs."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n", "--json")
