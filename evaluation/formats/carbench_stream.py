"""CAR-bench result files read one trajectory at a time: a JSON array or JSON lines, of any size, in bounded memory."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from simulator.registry import UsageError

CHUNK_BYTES = 1 << 20
MOST_ENTRY_BYTES = 64 << 20
"""A single trajectory larger than this is taken for damage; the longest published ones have some 100 kB."""

# Whole strings at a time, so that brackets inside them do not count; one cut off by a chunk's end has no second quote.
_TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*+("?)|[][{}]', re.DOTALL)
_OPENING = frozenset(b"[{")
_QUOTE = ord('"')


@dataclass(frozen=True, slots=True)
class RawEntry:
    """The bytes of one trajectory, its number from 1, and where it begins: `FILE:LINE`."""

    number: int
    place: str
    body: bytes


class StreamError(Exception):
    """The file cannot be read on from here; what came before stands."""


def raw_entries(path: Path) -> Iterator[RawEntry]:
    """Iterate over the trajectories of a result file in order; a JSON array when it begins with `[`, else JSON lines.

    Raises UsageError when the file is missing, empty or begins with neither, StreamError when it is cut off or a
    trajectory exceeds MOST_ENTRY_BYTES.
    """
    try:
        with path.open("rb") as stream:
            first, line = _first_byte(path, stream)
            if first == b"[":
                yield from _array(path, stream, line)
            elif first == b"{":
                stream.seek(0)
                yield from _lines(path, stream)
            else:
                raise UsageError(f"{path}:{line}: neither a JSON array nor JSON lines of trajectories")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None


def _first_byte(path: Path, stream: BinaryIO) -> tuple[bytes, int]:
    """Return the first byte that is no white space, the stream standing right after it, and its line."""
    line = 1
    while chunk := stream.read(CHUNK_BYTES):
        rest = chunk.lstrip(b"\xef\xbb\xbf \t\r\n") if stream.tell() <= CHUNK_BYTES else chunk.lstrip()
        line += chunk[: len(chunk) - len(rest)].count(b"\n")
        if rest:
            stream.seek(1 - len(rest), 1)
            return rest[:1], line
    raise UsageError(f"{path}: empty; expected CAR-bench results")


def _lines(path: Path, stream: BinaryIO) -> Iterator[RawEntry]:
    number = line = 0
    while body := stream.readline(MOST_ENTRY_BYTES):
        line += 1
        if len(body) == MOST_ENTRY_BYTES:
            raise StreamError(f"{path}:{line}: a line of more than {MOST_ENTRY_BYTES >> 20} MB is no trajectory")
        if body.strip(b"\xef\xbb\xbf \t\r\n"):
            number += 1
            yield RawEntry(number, f"{path}:{line}", body.removeprefix(b"\xef\xbb\xbf"))


def _array(path: Path, stream: BinaryIO, line: int) -> Iterator[RawEntry]:
    """Cut the array into its objects by counting brackets, so that one that is no valid JSON spoils no other."""
    buffer, position, start, depth, number = bytearray(), 0, -1, 0, 0
    while True:
        chunk = stream.read(CHUNK_BYTES)
        buffer += chunk
        counted = 0
        for token in _TOKENS.finditer(buffer, position):
            kind = buffer[token.start()]
            if kind == _QUOTE:
                if not token[1]:
                    position = token.start()
                    break
                position = token.end()
                continue
            position = token.end()
            depth += 1 if kind in _OPENING else -1
            if depth == 1 and kind in _OPENING:
                start = token.start()
                line += buffer.count(b"\n", counted, start)
                counted = start
            elif depth == 0:
                number += 1
                yield RawEntry(number, f"{path}:{line}", bytes(buffer[start:position]))
                start = -1
            elif depth < 0:
                return
        # What is done is dropped; a string still open at the end is looked at again with the next chunk.
        done = position if start < 0 else start
        line += buffer.count(b"\n", counted, done)
        del buffer[:done]
        position -= done
        start = min(start, 0)
        if len(buffer) > MOST_ENTRY_BYTES:
            raise StreamError(
                f"{path}:{line}: more than {MOST_ENTRY_BYTES >> 20} MB in one trajectory; is a quote open?"
            )
        if not chunk:
            raise StreamError(f"{path}:{line}: the array is cut off after {number} trajectories")
