"""What the commands of `dashtalk carbench` share: the dataset's world, lines of JSON, and words for people."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from simulator.world.imported import ImportedWorld


def say(line: str) -> None:
    """Tell a person something on standard error, in one line."""
    shown = "".join(character if character.isprintable() else ascii(character)[1:-1] for character in line)
    print(f"dashtalk: {shown}", file=sys.stderr)


def json_line(value: Any) -> str:
    """Return a value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n"


@contextmanager
def writer(target: str | None) -> Iterator[TextIO | None]:
    """Open where lines go: nowhere, standard output ("-"), or a file."""
    if target is None:
        yield None
    elif target == "-":
        yield sys.stdout
    else:
        with Path(target).open("w", encoding="utf-8") as stream:
            yield stream


def open_world(folder: Path, *, told: bool = False) -> "ImportedWorld":
    """Return the world of a dataset's folder, imported when that has not been done; raises UsageError.

    How far an import is shows on standard error: on a terminal, and always when it was asked for (`told`).
    """
    from simulator.world.official import official_world

    return official_world(folder, _Progress() if told or sys.stderr.isatty() else None)


class _Progress:
    """Tells how far an import is: a line per file, and one more whenever another tenth is done."""

    def __init__(self) -> None:
        self._shown: tuple[str, int] | None = None

    def __call__(self, name: str, done_bytes: int, all_bytes: int) -> None:
        """Be told of a batch."""
        tenths = 10 * done_bytes // max(1, all_bytes)
        if (name, tenths) != self._shown:
            self._shown = name, tenths
            say(f"{tenths * 10:3d} % {name}")
