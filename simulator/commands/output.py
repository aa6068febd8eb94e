"""Where a command's answer goes: words for people, one JSON object for machines."""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.registry import UsageError

if TYPE_CHECKING:
    from rich.console import Console

# Wide enough for every table when the output is no terminal, where rich would fall back to 80 columns.
PIPED_WIDTH = 120


def console(*, to_stderr: bool = False) -> "Console":
    """Return a console that writes no control codes unless a terminal reads them."""
    from rich.console import Console

    stream = sys.stderr if to_stderr else sys.stdout
    if stream.isatty() and os.environ.get("TERM") != "dumb":
        return Console(file=stream, highlight=False)
    return Console(file=stream, width=PIPED_WIDTH, force_terminal=False, color_system=None, highlight=False)


def printable(text: str) -> str:
    """Return text a terminal may be shown: control characters of an assistant's speech are made visible."""
    return "".join(
        character if character.isprintable() or character == " " else repr(character)[1:-1] for character in text
    )


def check_writable(path: str | None, flag: str) -> None:
    """Raise UsageError before a long run when its report could not be written; "-" is standard output."""
    if path in (None, "-"):
        return
    folder = Path(str(path)).parent
    if Path(str(path)).is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise UsageError(f"{flag} {path}: cannot be written; name a file in an existing folder")


def write_text(path: str, text: str, flag: str) -> None:
    """Write a whole file or nothing; raises UsageError naming the file. "-" is standard output."""
    if path == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(target)
    except OSError as error:
        raise UsageError(f"{flag} {path}: cannot be written: {error.strerror}") from None


def write_json(path: str, value: Any) -> None:
    """Write one JSON object; whole numbers and Korean stay readable, NaN never occurs."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n", "--json")
