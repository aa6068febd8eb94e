"""One file from a web server: progress, resume after a break, checksum, and one line for whatever goes wrong."""

import errno
import fcntl
import hashlib
import http.client
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from simulator.registry import UsageError

Progress = Callable[[int, int | None], None]
"""Called with the bytes there are and the bytes there will be, None where the server does not say."""

_CHUNK_BYTES = 1 << 16
_TIMEOUT_S = 30.0
_BREAKS_IN_A_ROW = 4
_WAIT_S = 1.0
_LONGEST_WAIT_S = 30.0
_GONE = (ConnectionError, TimeoutError, http.client.IncompleteRead, http.client.BadStatusLine)


class _Broken(Exception):
    """The connection ended early; what arrived is kept and the rest can be asked for, after `wait_s`."""

    def __init__(self, why: str, wait_s: float = 0.0) -> None:
        super().__init__(why)
        self.wait_s = wait_s


def fetch(url: str, target: Path, *, sha256: str | None = None, progress: Progress = lambda done, whole: None) -> None:
    """Download `url` to `target`, which appears at once when all of it is there and right.

    What arrived before a break stays beside it as `NAME.part` and is asked for no more, by this call (which tries
    again while something arrives) or by the next one. A file that is already there with the right digest is left alone.
    Raises UsageError for an address that cannot be had, a wrong digest, or a disk that is full.
    """
    if urlsplit(url).scheme not in {"http", "https"}:
        raise UsageError(f"'{url}' cannot be downloaded: only http and https addresses can")
    if target.is_file() and (sha256 is None or _digest(target) == sha256):
        return
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _alone(part):
            _complete(url, part, progress)
            if sha256 is not None and (found := _digest(part)) != sha256:
                _forget(part)
                raise UsageError(
                    f"{target.name}: what {_server(url)} sent is not what was expected (sha256 {found[:12]}…, "
                    f"expected {sha256[:12]}…): nothing was kept"
                )
            part.replace(target)
            _forget(part)
    except OSError as error:
        raise UsageError(_refused_by_disk(error, target)) from None


def _complete(url: str, part: Path, progress: Progress) -> None:
    breaks = 0
    while True:
        before = _size(part)
        try:
            _receive(url, part, progress)
            return
        except _Broken as broken:
            breaks = 0 if _size(part) > before else breaks + 1
            if breaks >= _BREAKS_IN_A_ROW:
                kept = f"; {_size(part) // 1_000_000} MB are kept, the same command goes on there" if before else ""
                raise UsageError(f"{_server(url)} breaks off ({broken}): try again later{kept}") from None
            time.sleep(broken.wait_s)


def _receive(url: str, part: Path, progress: Progress) -> None:
    """Ask for what is missing and append it; raises _Broken when the connection ends early."""
    have = _size(part)
    tag = _tag(part)
    headers = {"User-Agent": "dashtalk", "Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
        if tag:
            # A file that has changed meanwhile is sent whole instead of being sewn to the old beginning.
            headers["If-Range"] = tag
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=_TIMEOUT_S) as answer:
            resumed = answer.status == http.client.PARTIAL_CONTENT and _starts_at(answer, have)
            if not resumed:
                have = 0
                _remember_tag(part, answer.headers.get("ETag"))
            length = answer.headers.get("Content-Length")
            whole = have + int(length) if length and length.isdigit() else None
            with part.open("ab" if resumed else "wb") as out:
                for chunk in _chunks(answer):
                    out.write(chunk)
                    have += len(chunk)
                    progress(have, whole)
                out.flush()
                os.fsync(out.fileno())
            if whole is not None and have < whole:
                raise _Broken("the connection was closed early")
    except urllib.error.HTTPError as error:
        if error.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE and have:
            _forget(part)
            raise _Broken("it does not know what is kept here") from None
        if error.code >= 500 or error.code == http.client.TOO_MANY_REQUESTS:
            named = error.headers.get("Retry-After", "")
            wait_s = float(named) if named.isdigit() else _WAIT_S
            raise _Broken(f"HTTP {error.code}", min(wait_s, _LONGEST_WAIT_S)) from None
        raise UsageError(
            f"{_server(url)} has no {part.name.removesuffix('.part')} (HTTP {error.code}): {url}"
        ) from None
    except urllib.error.URLError as error:
        if isinstance(error.reason, _GONE):
            raise _Broken(_why(error.reason)) from None
        raise UsageError(f"cannot reach {_server(url)}: {_why(error.reason)}; is there a network?") from None
    except _GONE as error:
        raise _Broken(_why(error)) from None


def _chunks(answer: BinaryIO) -> Iterator[bytes]:
    while chunk := answer.read(_CHUNK_BYTES):
        yield chunk


def _starts_at(answer: Any, offset: int) -> bool:
    return str(answer.headers.get("Content-Range", "")).startswith(f"bytes {offset}-")


def _why(reason: object) -> str:
    if isinstance(reason, TimeoutError):
        return f"no answer within {_TIMEOUT_S:g} s"
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror
    return "the connection was closed early" if isinstance(reason, http.client.HTTPException) else str(reason)


def _server(url: str) -> str:
    return urlsplit(url).hostname or url


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _tag_file(part: Path) -> Path:
    return part.with_name(part.name + ".tag")


def _tag(part: Path) -> str | None:
    try:
        return _tag_file(part).read_text(encoding="utf-8") or None
    except OSError:
        return None


def _remember_tag(part: Path, tag: str | None) -> None:
    # A weak tag says "as good as equal", which is not enough to sew two halves together.
    _tag_file(part).write_text(tag if tag and not tag.startswith("W/") else "", encoding="utf-8")


def _forget(part: Path) -> None:
    for path in (part, _tag_file(part)):
        path.unlink(missing_ok=True)


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def _alone(part: Path) -> Iterator[None]:
    """Keep two processes from writing the same file."""
    lock = part.with_name(part.name + ".lock")
    with lock.open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"{part.name.removesuffix('.part')} is being downloaded by another process") from None
        try:
            yield
        finally:
            with suppress(OSError):
                lock.unlink()


def _refused_by_disk(error: OSError, target: Path) -> str:
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    why = "the disk is full" if full else (error.strerror or type(error).__name__)
    return (
        f"cannot store {target.name} in {target.parent} ({why}): free space there or set DASHTALK_CACHE to another "
        "directory; the same command goes on where it stopped"
    )
