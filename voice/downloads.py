"""The voices and recognisers that can be downloaded, and those that were."""

import lzma
import os
import re
import shutil
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any, Literal
from urllib.parse import urlsplit

import yaml

from simulator.channel import Locale
from simulator.registry import Registry, UsageError
from voice import models
from voice.fetch import Progress, fetch, flaw
from voice.model_files import unlike_its_kind

CATALOGUE_VARIABLE = "DASHTALK_VOICE_CATALOGUE"
_COMPLETE = ".complete"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_MOST_UNPACKED_BYTES = 8_000_000_000
# The catalogue rounds to whole MB, and some say MB and count 2 to the power of 20.
_SIZE_TOLERANCE = 0.1
_SIZE_ROUNDING_MB = 1


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """One file of a voice: what it is called here, where it comes from, and its digest where that is known."""

    name: str
    url: str
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A voice or recogniser that can be downloaded; `reference` is how `--asr` and `--tts` name it."""

    name: str
    kind: Literal["asr", "tts"]
    engine: str
    languages: tuple[Locale, ...]
    licence: str
    size_mb: int
    files: tuple[RemoteFile, ...]
    unpack: bool = False

    @property
    def reference(self) -> str:
        """What `--asr` or `--tts` calls it."""
        short = self.name.removeprefix("faster-whisper-") if self.engine == "faster-whisper" else self.name
        return f"{self.engine}:{short}"

    @property
    def directory(self) -> Path:
        """Where it is, or would be."""
        return models.cache_directory() / "voices" / self.name

    @property
    def checksums_known(self) -> bool:
        """Whether every file has a digest to be held against."""
        return all(part.sha256 is not None for part in self.files)

    @property
    def bytes_expected(self) -> tuple[float, float]:
        """The least and the most that all files together can have, by `size_mb`."""
        slack_mb = self.size_mb * _SIZE_TOLERANCE + _SIZE_ROUNDING_MB
        return (self.size_mb - slack_mb) * 1e6, (self.size_mb + slack_mb) * 1e6

    @property
    def downloaded(self) -> bool:
        """Whether all of it is there."""
        return (self.directory / _COMPLETE).is_file()


def offers() -> Registry[Offer]:
    """Return the catalogue, the user's own one (DASHTALK_VOICE_CATALOGUE) before ours; raises UsageError."""
    named = os.environ.get(CATALOGUE_VARIABLE)
    return _read(str(Path(named).expanduser()) if named else None)


@cache
def _read(own: str | None) -> Registry[Offer]:
    registry: Registry[Offer] = Registry("voice")
    for offer in [*(_offers(Path(own).read_text, own) if own else ()), *_offers(_shipped, "assets/voices.yaml")]:
        if offer.name not in registry:
            registry.add(offer.name, offer)
    return registry


def _shipped(encoding: str) -> str:
    return (files("assets") / "voices.yaml").read_text(encoding=encoding)


def _offers(read: Any, source: str) -> list[Offer]:
    try:
        rows = yaml.safe_load(read(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{CATALOGUE_VARIABLE}: {source} cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError(f"{source}: not valid YAML: {str(error).splitlines()[0]}") from None
    if not isinstance(rows, list):
        raise UsageError(f"{source}: a catalogue is a list of voices")
    return [_offer(row, f"{source}: entry {number}") for number, row in enumerate(rows, 1)]


def _offer(row: Any, where: str) -> Offer:
    try:
        parts = tuple(_file(part, where) for part in row["files"])
        offer = Offer(
            name=str(row["name"]),
            kind=row["kind"],
            engine=str(row["engine"]),
            languages=tuple(row["languages"]),
            licence=str(row["licence"]),
            size_mb=int(row["size_mb"]),
            files=parts,
            unpack=bool(row.get("unpack", False)),
        )
    except KeyError as missing:
        raise UsageError(f"{where}: {missing} is missing") from None
    except (TypeError, ValueError, AttributeError, OverflowError):
        raise UsageError(f"{where}: not a voice with name, kind, engine, languages, licence, size_mb, files") from None
    # Names become paths, so they may not climb out of their folder.
    for name in (offer.name, *(part.name for part in parts)):
        if not _NAME.fullmatch(name):
            raise UsageError(f"{where}: '{name}' is no name of a file: letters, digits, '.', '_' and '-' only")
    if offer.kind not in ("asr", "tts") or not parts or not set(offer.languages) <= {"ko", "en"}:
        raise UsageError(f"{where}: kind is asr or tts, languages are ko and en, and there is at least one file")
    return offer


def _file(part: Any, where: str) -> RemoteFile:
    digest = part.get("sha256")
    # YAML takes a digest without letters for a number, and one with a single e for a huge one.
    if digest is not None and not (isinstance(digest, str) and _DIGEST.fullmatch(digest)):
        raise UsageError(f"{where}: sha256 is 64 hexadecimal digits in quotes")
    return RemoteFile(str(part["name"]), str(part["url"]), digest)


def download(offer: Offer, progress: Progress = lambda done, whole: None) -> Path:
    """Download what is missing of a voice, or not right, and return its folder.

    A file without a checksum is held against what is known of it: its kind, and the size in the catalogue.
    Raises UsageError as `fetch` does, and for what cannot be the voice; of that nothing is kept.
    """
    if offer.downloaded and _intact(offer):
        return offer.directory
    marker = offer.directory / _COMPLETE
    try:
        marker.unlink(missing_ok=True)
        for part in offer.files:
            most = None if part.sha256 is not None else int(offer.bytes_expected[1])
            target = offer.directory / part.name
            fetch(part.url, target, sha256=part.sha256, judge=unlike_its_kind, most_bytes=most, progress=progress)
        _hold_to_size(offer)
        unpacked = (
            [each for part in offer.files for each in _unpack(offer.directory / part.name)] if offer.unpack else []
        )
        marker.write_text(_sources(offer) + _listed(unpacked, offer.directory), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot store {offer.name} in {offer.directory}: {error.strerror or error}") from None
    return offer.directory


def _bytes_there(offer: Offer) -> int:
    return sum((offer.directory / part.name).stat().st_size for part in offer.files)


def _fits(offer: Offer) -> bool:
    least, most = offer.bytes_expected
    return offer.checksums_known or least <= _bytes_there(offer) <= most


def _hold_to_size(offer: Offer) -> None:
    if _fits(offer):
        return
    found_mb = _bytes_there(offer) / 1e6
    for part in offer.files:
        if part.sha256 is None:
            (offer.directory / part.name).unlink(missing_ok=True)
    raise UsageError(
        f"{offer.name}: {found_mb:.1f} MB arrived and about {offer.size_mb} MB were expected, so it is not whole or "
        "something else: nothing was kept; try again later, or another address in a catalogue of your own"
    )


def _intact(offer: Offer) -> bool:
    """Tell whether a voice that was downloaded is still what it was, or has to be downloaded again."""
    try:
        if offer.unpack:
            rows = (offer.directory / _COMPLETE).read_text(encoding="utf-8").splitlines()
            kept = [row.split("\t", 1) for row in rows if "\t" in row]
            if not kept:
                # From before the files were listed.
                return any(path.name != _COMPLETE and path.is_file() for path in offer.directory.rglob("*"))
            return all((offer.directory / name).stat().st_size == int(size) for size, name in kept)
        paths = {part: offer.directory / part.name for part in offer.files}
        right = all(not flaw(path, part.name, part.sha256, unlike_its_kind) for part, path in paths.items())
        return right and _fits(offer)
    except (OSError, ValueError):
        return False


def _listed(files: Iterable[Path], folder: Path) -> str:
    return "".join(f"{path.stat().st_size}\t{path.relative_to(folder).as_posix()}\n" for path in files)


def _sources(offer: Offer) -> str:
    shown = (urlsplit(part.url)._replace(query="", fragment="").geturl() for part in offer.files)
    return "".join(f"{address}\n" for address in shown)


def _unpack(archive: Path) -> list[Path]:
    """Unpack a ZIP beside itself, remove it and return what was in it; the one folder that most hold is left out."""
    unpacked = []
    try:
        with zipfile.ZipFile(archive) as packed:
            members = [member for member in packed.infolist() if not member.is_dir()]
            paths = [PurePosixPath(member.filename) for member in members]
            if sum(member.file_size for member in members) > _MOST_UNPACKED_BYTES:
                raise UsageError(f"{archive.name}: unpacks to more than {_MOST_UNPACKED_BYTES // 10**9} GB")
            if any(path.is_absolute() or ".." in path.parts or not path.parts for path in paths):
                raise UsageError(f"{archive.name}: holds a file outside its own folder; nothing was unpacked")
            if not any(member.file_size for member in members):
                archive.unlink(missing_ok=True)
                raise UsageError(f"{archive.name}: holds nothing; nothing was kept")
            shared = len({path.parts[0] for path in paths}) == 1 and all(len(path.parts) > 1 for path in paths)
            for member, path in zip(members, paths, strict=True):
                target = archive.parent.joinpath(*path.parts[1 if shared else 0 :])
                target.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(member) as source, target.open("wb") as out:
                    shutil.copyfileobj(source, out)
                unpacked.append(target)
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError) as error:
        archive.unlink(missing_ok=True)
        raise UsageError(f"{archive.name}: not a ZIP file that can be unpacked ({error})") from None
    archive.unlink()
    return unpacked


def downloaded(engine: str, locale: Locale | None = None) -> list[Offer]:
    """Return what was downloaded for an engine, optionally only what speaks or hears a language."""
    return [
        offer
        for offer in offers().values()
        if offer.engine == engine and (locale is None or locale in offer.languages) and offer.downloaded
    ]


def get_command(name: str) -> str:
    """Return the command that downloads an entry of the catalogue."""
    return f"dashtalk voices get {name}"
