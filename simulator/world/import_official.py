"""Imports the official data files into one read-only SQLite file."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from simulator.registry import UsageError
from simulator.world.official_build import build
from simulator.world.official_rows import PARSERS, RowProblem, Stored, parse

_FOLDERS = (
    "",
    "navigation",
    "productivity_and_communication",
    "mock_data/navigation",
    "mock_data/productivity_and_communication",
)
_POIS = "pois.jsonl"
_ROUTES = (
    "routes_location_location.jsonl",
    "routes_location_poi.jsonl",
    "routes_poi_location.jsonl",
    "routes_metadata.jsonl",
    "routes_index.jsonl",
)
_ALWAYS = ("locations.jsonl", "weather.jsonl", "contacts.jsonl", "calendars.jsonl")
_BATCH_ROWS = 20_000

Progress = Callable[[str, int, int], None]
"""Told what is being read, how many bytes of all files are done, and how many there are."""

_STAGE_SCHEMA = """
CREATE TABLE IF NOT EXISTS progress(
    file TEXT PRIMARY KEY, size INTEGER, mtime_ns INTEGER, offset INTEGER, line INTEGER, rows INTEGER
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS documents(kind TEXT, id TEXT, json TEXT);
CREATE TABLE IF NOT EXISTS pois(id TEXT, category TEXT, location TEXT, routes TEXT, ahead REAL, back REAL, json TEXT);
CREATE TABLE IF NOT EXISTS routes(
    id TEXT, start TEXT, destination TEXT, json TEXT, base TEXT, fraction REAL, detour REAL
);
CREATE TABLE IF NOT EXISTS listed(id TEXT);
"""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did: rows by file, files that are missing with what that means, and whether it was resumed."""

    target: Path
    rows: Mapping[str, int]
    missing: tuple[str, ...]
    resumed: bool


@dataclass(frozen=True, slots=True)
class _Source:
    name: str
    path: Path
    size: int
    mtime_ns: int


def source_files(folder: Path) -> tuple[dict[str, Path], tuple[str, ...]]:
    """Return the data files of a folder by name, and what is missing, each with what that means.

    The folder is flat or laid out as on the Hub (`mock_data/navigation/...`). Raises UsageError when it is no folder
    or holds no locations.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; name the one that holds CAR-bench's data files")

    def find(name: str) -> Path | None:
        return next((path for inner in _FOLDERS if (path := folder / inner / name).is_file()), None)

    found = {name: path for name in PARSERS if (path := find(name)) is not None}
    if "locations.jsonl" not in found:
        raise UsageError(
            f"{folder}: no locations.jsonl there or in mock_data/navigation; name the folder that holds the data files"
        )
    missing = [f"{name}: nothing is known of its rows" for name in _ALWAYS if name not in found]
    if _POIS in found:
        found.pop("observed_pois.jsonl", None)
    else:
        instead = "only observed_pois.jsonl is used" if "observed_pois.jsonl" in found else "there are no POIs"
        missing.append(f"{_POIS}: {instead}")
    absent = [name for name in _ROUTES if name not in found]
    if len(absent) < len(_ROUTES):
        found.pop("observed_routes.jsonl", None)
        meanings = {"routes_index.jsonl": "routes keep the order of their files"}
        missing += [f"{name}: {meanings.get(name, 'its routes cannot be found')}" for name in absent]
    else:
        only = "only observed_routes.jsonl is used" if "observed_routes.jsonl" in found else "there are no routes"
        missing += [f"{name}: {only}" for name in absent]
    return found, tuple(missing)


def import_official(source_folder: Path, target: Path, progress: Progress | None = None) -> ImportReport:
    """Import the official files of a folder into an SQLite file at `target`, replacing what is there.

    Rows are gathered next to the target first, so an import that was interrupted goes on where it stopped; the target
    appears only when it is complete. `progress` is told after every batch.
    Raises UsageError for a folder without locations, a corrupt row (with file and line; what was gathered is then
    thrown away), a target that cannot be written, or another import under way.
    """
    found, missing = source_files(source_folder)
    sources = [_Source(name, path, *_size_and_time(path)) for name, path in found.items()]
    stage_path, built_path = _beside(target, ".gathering"), _beside(target, ".building")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with closing(_open_stage(stage_path)) as stage:
            resumed = _prepare(stage, sources)
            try:
                rows = _gather(stage, sources, progress)
            except UsageError:
                stage.close()
                _remove(stage_path)
                raise
        _remove(built_path)
        total = sum(source.size for source in sources)

        def still_working() -> None:
            if progress is not None:
                progress("arranging", total, total)

        build(built_path, stage_path, missing, still_working, by_index="routes_index.jsonl" in found)
        os.replace(built_path, target)
    except (sqlite3.Error, OSError) as error:
        if "locked" in str(error):
            raise UsageError(f"{target}: another import into it is under way") from None
        raise UsageError(f"{target}: cannot be written: {error}") from None
    _remove(stage_path)
    return ImportReport(target, rows, missing, resumed)


def _size_and_time(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns


def _beside(target: Path, ending: str) -> Path:
    return target.with_name(target.name + ending)


def _remove(path: Path) -> None:
    for ending in ("", "-journal", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _open_stage(path: Path) -> sqlite3.Connection:
    stage = sqlite3.connect(path, isolation_level=None, timeout=0)
    stage.execute("PRAGMA locking_mode = EXCLUSIVE")
    # A process that is killed loses the batch in flight; a power cut may cost the whole, which is then gathered anew.
    stage.execute("PRAGMA journal_mode = WAL")
    stage.execute("PRAGMA synchronous = NORMAL")
    stage.executescript(_STAGE_SCHEMA)
    return stage


def _prepare(stage: sqlite3.Connection, sources: list[_Source]) -> bool:
    """Return whether something gathered before can be used; otherwise empty the stage."""
    known = {row[0]: tuple(row[1:]) for row in stage.execute("SELECT file, size, mtime_ns FROM progress")}
    current = {source.name: (source.size, source.mtime_ns) for source in sources}
    if known and known == {name: current.get(name) for name in known}:
        return True
    for table in ("progress", "documents", "pois", "routes", "listed"):
        stage.execute(f"DELETE FROM {table}")
    return False


def _gather(stage: sqlite3.Connection, sources: list[_Source], progress: Progress | None) -> dict[str, int]:
    total = sum(source.size for source in sources)
    before = 0
    rows: dict[str, int] = {}
    for source in sources:
        for gathered, offset in _gather_file(stage, source):
            rows[source.name] = gathered
            if progress is not None:
                progress(source.name, before + offset, total)
        before += source.size
    return rows


def _gather_file(stage: sqlite3.Connection, source: _Source) -> Iterator[tuple[int, int]]:
    """Read a file from where it was left, batch by batch; gives rows and bytes so far."""
    table, parser = PARSERS[source.name]
    left = stage.execute("SELECT offset, line, rows FROM progress WHERE file = ?", (source.name,)).fetchone()
    offset, line_number, gathered = left or (0, 0, 0)
    try:
        lines = source.path.open("rb")
    except OSError as error:
        raise UsageError(f"{source.path}: cannot be read: {error.strerror}") from None
    with lines:
        lines.seek(offset)
        ended = False
        while not ended:
            batch: list[Stored] = []
            while len(batch) < _BATCH_ROWS:
                line = lines.readline()
                if not line:
                    ended = True
                    break
                line_number += 1
                if line.isspace():
                    continue
                try:
                    batch.append(parse(line, parser))
                except RowProblem as problem:
                    raise UsageError(f"{source.path}:{line_number}: {problem}; nothing was imported") from None
            gathered += len(batch)
            stage.execute("BEGIN")
            if batch:
                marks = ",".join("?" * len(batch[0]))
                stage.executemany(f"INSERT INTO {table} VALUES({marks})", batch)
            stage.execute(
                "INSERT OR REPLACE INTO progress VALUES(?, ?, ?, ?, ?, ?)",
                (source.name, source.size, source.mtime_ns, lines.tell(), line_number, gathered),
            )
            stage.execute("COMMIT")
            yield gathered, lines.tell()
