"""The official world of a folder, imported once and kept in the user's cache."""

import hashlib
import os
from pathlib import Path

from simulator.world.import_official import Progress, import_official, source_files
from simulator.world.imported import ImportedWorld
from simulator.world.official_build import FORMAT

_HASHED_BYTES = 1_000_000


def official_world(folder: Path, progress: Progress | None = None) -> ImportedWorld:
    """Return the world of a folder of official files, importing them unless these very files were imported before.

    Files are recognised by name, size and time of change, small ones by content too. Raises UsageError as
    `import_official` does.
    """
    files, _ = source_files(folder)
    known = hashlib.sha256(FORMAT.encode())
    for name, path in files.items():
        status = path.stat()
        if status.st_size <= _HASHED_BYTES:
            known.update(f"{name} {status.st_size} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
        else:
            known.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    target = _cache_folder() / "worlds" / f"{known.hexdigest()[:32]}.sqlite"
    if not target.is_file():
        import_official(folder, target, progress)
    return ImportedWorld(target)


def _cache_folder() -> Path:
    """Return the user cache of dashtalk: DASHTALK_CACHE, else XDG_CACHE_HOME or ~/.cache, plus `dashtalk`."""
    override = os.environ.get("DASHTALK_CACHE")
    if override:
        return Path(override).expanduser()
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "dashtalk"
