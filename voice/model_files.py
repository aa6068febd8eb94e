"""Whether a downloaded file is one of its kind and all there, told without reading more of it than its outline."""

import json
import os
import struct
import zipfile
from pathlib import Path, PurePath
from typing import BinaryIO

_MODEL = "model.bin"
_KNOWN_LAYOUT = 6
_GRAPH = 7
_VARINT, _EIGHT_BYTES, _COUNTED, _FOUR_BYTES = 0, 1, 2, 5
_LONGEST_VARINT = 10
_MOST_TEXT_BYTES = 100_000_000


class _Unlike(Exception):
    """The file ends too early, goes on too long, or is of another kind."""


def unlike_its_kind(path: Path, name: str) -> str:
    """Return in a few words what shows that a file is not what `name` says, or that its end is missing; else "".

    `name` is what it is to be called, whatever it is called now. Known are .json, .txt, .zip, .onnx and Whisper's
    model.bin; of others nothing is said. Raises OSError.
    Source: ONNX's ModelProto in the wire format of protocol buffers (field 7 is the graph); the layout of CTranslate2
    models, version 6: names, shapes and sizes before the bytes of each weight, aliases at the end.
    """
    try:
        suffix = PurePath(name).suffix
        if name == _MODEL:
            _walk_ctranslate2(path)
        elif suffix == ".onnx":
            _walk_onnx(path)
        elif suffix == ".zip" and not zipfile.is_zipfile(path):
            return "it is no ZIP file, or its end is missing"
        elif suffix in {".json", ".txt"}:
            _read_text(path, is_json=suffix == ".json")
    except _Unlike as error:
        return str(error)
    return ""


def _read_text(path: Path, *, is_json: bool) -> None:
    if path.stat().st_size > _MOST_TEXT_BYTES:
        raise _Unlike("it is too long for a text")
    try:
        text = path.read_text(encoding="utf-8-sig")
        if is_json:
            json.loads(text)
    except (UnicodeDecodeError, ValueError, RecursionError):
        what = "JSON" if is_json else "UTF-8 text"
        raise _Unlike(f"it is no {what}, or its end is missing") from None


def _walk_onnx(path: Path) -> None:
    size = path.stat().st_size
    fields = set()
    with path.open("rb") as stream:
        while stream.tell() < size:
            field, form = divmod(_varint(stream), 8)
            fields.add(field)
            if form == _VARINT:
                _varint(stream)
            elif form in (_EIGHT_BYTES, _FOUR_BYTES, _COUNTED):
                _skip(stream, {_EIGHT_BYTES: 8, _FOUR_BYTES: 4}.get(form) or _varint(stream), size)
            else:
                raise _Unlike("it is no ONNX model")
    if _GRAPH not in fields:
        raise _Unlike("it is no ONNX model")


def _varint(stream: BinaryIO) -> int:
    value = 0
    for place in range(_LONGEST_VARINT):
        (byte,) = _exactly(stream, 1)
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return value
    raise _Unlike("it is no ONNX model")


def _walk_ctranslate2(path: Path) -> None:
    size = path.stat().st_size
    with path.open("rb") as stream:
        version = _number(stream)
        name = _exactly(stream, _number(stream, "<H"))
        if not 0 < version < 100 or not name.startswith(b"Whisper"):
            raise _Unlike("it is no Whisper model of CTranslate2")
        if version != _KNOWN_LAYOUT:
            return
        _number(stream)
        for _ in range(_number(stream)):
            _skip(stream, _number(stream, "<H"), size)
            _skip(stream, 4 * _number(stream, "<B") + 1, size)
            _skip(stream, _number(stream), size)
        for _ in range(2 * _number(stream)):
            _skip(stream, _number(stream, "<H"), size)
        if stream.tell() != size:
            raise _Unlike("it goes on behind its end")


def _number(stream: BinaryIO, form: str = "<I") -> int:
    value: int = struct.unpack(form, _exactly(stream, struct.calcsize(form)))[0]
    return value


def _exactly(stream: BinaryIO, count: int) -> bytes:
    found = stream.read(count)
    if len(found) < count:
        raise _Unlike("its end is missing")
    return found


def _skip(stream: BinaryIO, count: int, size: int) -> None:
    if count > size - stream.tell():
        raise _Unlike("its end is missing")
    stream.seek(count, os.SEEK_CUR)
