"""`dashtalk voices get`: download a voice or recogniser, or put one together from installed packages."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from simulator.commands.output import console
from simulator.registry import UsageError, unknown

if TYPE_CHECKING:
    from voice.fetch import Progress

ASSEMBLED = "whisper-base"


def get(arguments: argparse.Namespace) -> int:
    """Bring one entry, and say where it is and how to use it; raises UsageError in one line."""
    from voice.downloads import download, offers
    from voice.models import WHISPER_BASE, assemble, whisper_base_directory
    from voice.spec import synthesizers, transcribers

    name: str = arguments.name
    out = console()
    if name == ASSEMBLED:
        folder = assemble(WHISPER_BASE, whisper_base_directory())
        out.print(f"{name}: {folder}\nuse it with --asr faster-whisper:base", markup=False, soft_wrap=True)
        return 0
    catalogue = offers()
    if name in catalogue:
        offer = catalogue[name]
        print(f"{name}: about {offer.size_mb} MB, licence: {offer.licence}", file=sys.stderr)
        with _progress() as progress:
            folder = download(offer, progress)
        flag = "--asr" if offer.kind == "asr" else "--tts"
        out.print(f"{name}: {folder}\nuse it with {flag} {offer.reference}", markup=False, soft_wrap=True)
        return 0
    for registry in (transcribers(), synthesizers()):
        if name in registry:
            missing = registry[name].describe().missing
            if missing is None:
                out.print(f"{name} is installed", markup=False)
                return 0
            raise UsageError(f"{name} is not downloaded by dashtalk: {missing}")
    raise unknown("voice", name, [ASSEMBLED, *catalogue, *transcribers(), *synthesizers()])


@contextmanager
def _progress() -> "Iterator[Progress]":
    """Show a bar on a terminal, and a line per tenth elsewhere."""
    if sys.stderr.isatty():
        from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

        columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console(to_stderr=True), transient=True) as bar:
            task = bar.add_task("download", total=None)
            yield lambda done, whole: bar.update(task, completed=done, total=whole)
        return
    told: set[tuple[int, int]] = set()

    def line(done: int, whole: int | None) -> None:
        tenth = 10 * done // whole if whole else 0
        if whole and (whole, tenth) not in told:
            told.add((whole, tenth))
            print(f"{done / 1e6:.1f} of {whole / 1e6:.1f} MB", file=sys.stderr)

    yield line
