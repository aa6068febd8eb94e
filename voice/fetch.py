"""One file from a web server: progress, resume after a break, checksum, and one line for whatever goes wrong."""

import errno
import fcntl
import hashlib
import http.client
import os
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
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
_NUMBER = re.compile(r"[0-9]{1,18}")
_RANGE = re.compile(r"bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18}|\*)")
_PAGE_BEGINNINGS = (b"<!doctype html", b"<html", b"<head", b"<script", b"<meta", b"<!--")
_GONE = (ConnectionError, TimeoutError, http.client.IncompleteRead, http.client.BadStatusLine)


class _Broken(Exception):
    """The connection ended early; what arrived is kept and the rest can be asked for, after `wait_s`."""

    def __init__(self, why: str, wait_s: float = 0.0) -> None:
        super().__init__(why)
        self.wait_s = wait_s


Judge = Callable[[Path, str], str]
"""Says in a few words what is wrong with a file that has no checksum and is to have a name, or nothing."""


def fetch(
    url: str,
    target: Path,
    *,
    sha256: str | None = None,
    judge: Judge = lambda path, name: "",
    most_bytes: int | None = None,
    progress: Progress = lambda done, whole: None,
) -> None:
    """Download `url` to `target`, which appears at once when all of it is there and right.

    What arrived before a break stays beside it as `NAME.part` and is asked for no more, by this call (which tries
    again while something arrives) or by the next one. A file that is already there and right is left alone. Right is
    what has the digest; where none is known, what is not empty, no web page, and nothing that `judge` objects to.
    Raises UsageError for an address that cannot be had, more than `most_bytes`, a file that is not right, or a disk
    that is full.
    """
    try:
        known = urlsplit(url).scheme in {"http", "https"}
    except ValueError:
        known = False
    if not known:
        raise UsageError(f"'{url}' cannot be downloaded: only http and https addresses can")
    if target.is_file() and not flaw(target, target.name, sha256, judge):
        return
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _alone(part):
            _complete(url, part, most_bytes, progress)
            if found := flaw(part, target.name, sha256, judge):
                _forget(part)
                raise UsageError(
                    f"{target.name}: what {_server(url)} sent is not what was expected ({found}): nothing was kept"
                )
            part.replace(target)
            _forget(part)
    except OSError as error:
        raise UsageError(_refused_by_disk(error, target)) from None


def flaw(path: Path, name: str, sha256: str | None, judge: Judge) -> str:
    """Return what is wrong with a file that is to be called `name`, or nothing; a known digest decides alone."""
    if sha256 is not None:
        found = _digest(path)
        return "" if found == sha256 else f"sha256 {found[:12]}…, expected {sha256[:12]}…"
    return judge(path, name) if _size(path) else "it is empty"


def _complete(url: str, part: Path, most_bytes: int | None, progress: Progress) -> None:
    breaks, furthest = 0, _size(part)
    while True:
        before = _size(part)
        try:
            _receive(url, part, most_bytes, progress)
            return
        except _Broken as broken:
            # Whoever starts over has not come any further before it is beyond where it was.
            breaks = 0 if _size(part) > furthest else breaks + 1
            furthest = max(furthest, _size(part))
            if breaks >= _BREAKS_IN_A_ROW:
                kept = f"; {_size(part) // 1_000_000} MB are kept, the same command goes on there" if before else ""
                raise UsageError(f"{_server(url)} breaks off ({broken}): try again later{kept}") from None
            time.sleep(broken.wait_s)


def _receive(url: str, part: Path, most_bytes: int | None, progress: Progress) -> None:
    """Ask for what is missing, if anything is, and append it; raises _Broken when the connection ends early."""
    have = _size(part)
    tag = _tag(part)
    headers = {"User-Agent": "dashtalk", "Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
        if tag:
            # A file that has changed meanwhile is sent whole instead of being sewn to the old beginning.
            headers["If-Range"] = tag
    try:
        with _answer(urllib.request.Request(url, headers=headers)) as answer:
            whole = _announced(answer, url, part, have, tag)
            if answer.status == http.client.OK:
                have = 0
            chunks = _chunks(answer)
            beginning = next(chunks, b"")
            if not have and _is_page(beginning, answer.headers.get("Content-Type", "")):
                raise UsageError(
                    f"{_server(url)} sent a web page instead of {part.name.removesuffix('.part')}: does this network "
                    "ask for a sign-in first?"
                )
            if not beginning and not whole:
                raise UsageError(f"{_server(url)} sent an empty {part.name.removesuffix('.part')}")
            if not have:
                _remember_tag(part, answer.headers.get("ETag"))
            with part.open("ab" if have else "wb") as out:
                for chunk in chain((beginning,), chunks):
                    have += len(chunk)
                    if most_bytes is not None and max(have, whole or 0) > most_bytes:
                        break
                    out.write(chunk)
                    progress(have, whole)
                out.flush()
                os.fsync(out.fileno())
            if most_bytes is not None and max(have, whole or 0) > most_bytes:
                _forget(part)
                raise UsageError(
                    f"{part.name.removesuffix('.part')}: {_server(url)} sends more than the {most_bytes / 1e6:.0f} MB "
                    "that it can be: nothing was kept"
                )
            if whole is not None and have < whole:
                raise _Broken("the connection was closed early")
            if whole is not None and have > whole:
                _forget(part)
                raise _Broken("it sends more than it announces")
    except urllib.error.HTTPError as error:
        if error.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE and have:
            fits = most_bytes is None or have <= most_bytes
            if fits and error.headers.get("Content-Range", "") == f"bytes */{have}":
                return
            _forget(part)
            raise _Broken("it does not know what is kept here") from None
        if error.code >= 500 or error.code == http.client.TOO_MANY_REQUESTS:
            named = error.headers.get("Retry-After", "")
            wait_s = float(named) if _NUMBER.fullmatch(named) else _WAIT_S
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
    except http.client.InvalidURL:
        raise UsageError(f"'{url}' cannot be downloaded: it is no address; spaces are written %20") from None
    except UnicodeError:
        raise UsageError(f"'{url}' cannot be downloaded: write what is not ASCII in it as %XX") from None
    except http.client.HTTPException as error:
        raise UsageError(f"{_server(url)} sends what is no answer of a web server ({error})") from None


def _announced(answer: Any, url: str, part: Path, have: int, tag: str | None) -> int | None:
    """Return how long the file is when all of it is there, None where the server does not say.

    Raises _Broken, with nothing kept, for a part that is not the one asked for, and UsageError for no file at all.
    """
    length = answer.headers.get("Content-Length", "")
    announced = int(length) if _NUMBER.fullmatch(length) else None
    if answer.status == http.client.OK:
        return announced
    if answer.status != http.client.PARTIAL_CONTENT:
        raise UsageError(f"{_server(url)} has no {part.name.removesuffix('.part')} (HTTP {answer.status}): {url}")
    found = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
    first, last, total = (int(found[1]), int(found[2]), found[3]) if found else (-1, -1, "*")
    same = not tag or answer.headers.get("ETag", tag) == tag
    whole = last + 1 if total == "*" else int(total)
    if not have or not same or first != have or not first <= last < whole or announced not in (None, last + 1 - first):
        _forget(part)
        raise _Broken("it sends another part than was asked for")
    return whole


def _is_page(beginning: bytes, kind: str) -> bool:
    """Tell whether a file begins as a web page: what a network with a sign-in gives in place of everything."""
    text = beginning.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return text.startswith(_PAGE_BEGINNINGS) or (text.startswith(b"<") and kind.lower().startswith("text/html"))


def _answer(request: urllib.request.Request) -> Any:
    try:
        return urllib.request.urlopen(request, timeout=_TIMEOUT_S)
    except urllib.error.URLError:
        raise
    except OSError as error:
        raise _Broken(_why(error)) from None


def _chunks(answer: BinaryIO) -> Iterator[bytes]:
    try:
        while chunk := answer.read(_CHUNK_BYTES):
            yield chunk
    except OSError as error:
        # Whatever it is (TLS, no route), it is the network: the disk is written elsewhere.
        raise _Broken(_why(error)) from None


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
