"""The catalogue of voices: what it may say, and what becomes of a download."""

import hashlib
import io
import zipfile
from pathlib import Path

import pytest
from file_server import FileServer

from simulator.registry import UsageError
from voice import downloads, spec
from voice.downloads import download, offers

FILE = b"voice" * 1000


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("DASHTALK_CACHE", str(tmp_path / "cache"))


def _catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    path = tmp_path / f"{hashlib.sha256(text.encode()).hexdigest()[:8]}.yaml"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv(downloads.CATALOGUE_VARIABLE, str(path))


def _entry(url: str, *, name: str = "tiny", file: str = "model.bin", more: str = "", sha256: str = "") -> str:
    digest = f', sha256: "{sha256}"' if sha256 else ""
    return (
        f"- {{name: {name}, kind: asr, engine: faster-whisper, languages: [ko, en], licence: MIT, size_mb: 1{more},\n"
        f'   files: [{{name: "{file}", url: "{url}"{digest}}}]}}\n'
    )


def test_the_shipped_catalogue_is_complete() -> None:
    for offer in offers().values():
        assert offer.licence
        assert offer.size_mb > 0
        assert offer.files
        assert all(part.url.startswith("https://") for part in offer.files)
        engines = spec.transcribers() if offer.kind == "asr" else spec.synthesizers()
        assert engines[offer.engine].with_model is not None
        assert not offer.downloaded


def test_a_voice_is_downloaded_and_then_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with FileServer({"/model.bin": FILE}) as server:
        _catalogue(
            tmp_path, monkeypatch, _entry(f"{server.url}/model.bin?key=1", sha256=hashlib.sha256(FILE).hexdigest())
        )
        offer = offers()["tiny"]
        assert spec.transcriber_engine("faster-whisper:tiny").describe().missing == "dashtalk voices get tiny"
        server.files["/model.bin?key=1"] = FILE
        folder = download(offer)
        assert (folder / "model.bin").read_bytes() == FILE
        assert "key=1" not in (folder / ".complete").read_text(encoding="utf-8")
        assert offer.downloaded
        assert downloads.downloaded("faster-whisper", "ko") == [offer]
        download(offer)
        assert len(server.asked) == 1
    described = spec.transcriber_engine("faster-whisper:tiny").describe()
    assert not described.verified
    assert described.missing in (None, "python -m pip install '.[voice,voices-offline]'")


def test_a_download_that_failed_is_not_taken_for_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with FileServer() as server:
        _catalogue(tmp_path, monkeypatch, _entry(f"{server.url}/model.bin"))
        with pytest.raises(UsageError, match="404"):
            download(offers()["tiny"])
        assert not offers()["tiny"].downloaded


def _zip(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return buffer.getvalue()


@pytest.mark.parametrize("names", [("m/am/final.mdl", "m/conf/mfcc.conf"), ("am/final.mdl", "conf/mfcc.conf")])
def test_an_archive_is_unpacked_without_its_outer_folder(
    names: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FileServer({"/m.zip": _zip(*names)}) as server:
        _catalogue(tmp_path, monkeypatch, _entry(f"{server.url}/m.zip", file="m.zip", more=", unpack: true"))
        folder = download(offers()["tiny"])
    assert (folder / "am" / "final.mdl").is_file()
    assert (folder / "conf" / "mfcc.conf").is_file()
    assert not (folder / "m.zip").exists()


@pytest.mark.parametrize("name", ["../escaped", "/tmp/escaped", "m/../../escaped"])
def test_an_archive_stays_in_its_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with FileServer({"/m.zip": _zip(name, "m/ok")}) as server:
        _catalogue(tmp_path, monkeypatch, _entry(f"{server.url}/m.zip", file="m.zip", more=", unpack: true"))
        with pytest.raises(UsageError, match="outside its own folder"):
            download(offers()["tiny"])
    assert not list(tmp_path.rglob("escaped"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<html>not found</html>", "sent a web page instead of m.zip"),
        (b"PK no archive", "it is no ZIP file, or its end is missing"),
        (_zip("am/final.mdl")[:-30], "it is no ZIP file, or its end is missing"),
        (_zip(), "m.zip: holds nothing"),
    ],
    ids=["page", "other", "cut", "empty"],
)
def test_what_is_no_archive_is_one_line(
    content: bytes, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FileServer({"/m.zip": content}) as server:
        _catalogue(tmp_path, monkeypatch, _entry(f"{server.url}/m.zip", file="m.zip", more=", unpack: true"))
        with pytest.raises(UsageError, match=says):
            download(offers()["tiny"])
        assert not offers()["tiny"].downloaded
    assert not list(tmp_path.rglob("m.zip*"))


def test_an_archive_that_is_damaged_inside_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", "words " * 100)
    content = bytearray(buffer.getvalue())
    content[31:40] = bytes(9)
    digest = hashlib.sha256(content).hexdigest()
    with FileServer({"/m.zip": bytes(content)}) as server:
        entry = _entry(f"{server.url}/m.zip", file="m.zip", more=", unpack: true", sha256=digest)
        _catalogue(tmp_path, monkeypatch, entry)
        with pytest.raises(UsageError, match=r"m\.zip: not a ZIP file that can be unpacked"):
            download(offers()["tiny"])
        assert not offers()["tiny"].downloaded


def test_what_was_unpacked_and_is_gone_is_downloaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with FileServer({"/m.zip": _zip("m/am/final.mdl", "m/conf/mfcc.conf")}) as server:
        _catalogue(tmp_path, monkeypatch, _entry(f"{server.url}/m.zip", file="m.zip", more=", unpack: true"))
        folder = download(offers()["tiny"])
        download(offers()["tiny"])
        assert len(server.asked) == 1
        (folder / "am" / "final.mdl").write_bytes(b"")
        download(offers()["tiny"])
        assert len(server.asked) == 2
    assert (folder / "am" / "final.mdl").read_bytes() == b"x"


def _onnx(weight_bytes: int) -> bytes:
    """A model of the right outline: a version, and a graph of so many bytes."""
    length = bytes([weight_bytes & 0x7F | 0x80, weight_bytes >> 7 & 0x7F | 0x80, weight_bytes >> 14])
    return b"\x08\x08" + b"\x3a" + length + bytes(weight_bytes)


def _voice(url: str, size_mb: int) -> str:
    return _entry(url, file="v.onnx").replace("size_mb: 1", f"size_mb: {size_mb}").replace("asr", "tts")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "sent an empty v.onnx"),
        (b"<!DOCTYPE html><title>Sign in</title>", "sent a web page instead of v.onnx: does this network ask for"),
        (_onnx(500_000)[:300_000], "its end is missing"),
        (b"\xff" * 500_000, "it is no ONNX model"),
        (_onnx(500_000), r"tiny: 0\.5 MB arrived and about 2 MB were expected"),
        (_onnx(2_000_000) + bytes(1_300_000), r"v\.onnx: .* sends more than the 3 MB that it can be"),
    ],
    ids=["empty", "page", "cut", "other", "small", "large"],
)
def test_without_a_checksum_only_what_can_be_the_voice_is_taken_and_get_repairs(
    content: bytes, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FileServer({"/v": content}) as server:
        _catalogue(tmp_path, monkeypatch, _voice(f"{server.url}/v", 2))
        offer = offers()["tiny"]
        with pytest.raises(UsageError, match=says) as caught:
            download(offer)
        assert "\n" not in str(caught.value)
        assert not offer.downloaded
        assert not list(tmp_path.rglob("v.onnx*"))
        server.files["/v"] = _onnx(2_000_000)
        assert (download(offer) / "v.onnx").read_bytes() == _onnx(2_000_000)
        assert offer.downloaded


@pytest.mark.parametrize("damaged", [b"", b"<html>sign in</html>", _onnx(2_000_000)[:-1]], ids=["empty", "page", "cut"])
def test_a_voice_that_was_taken_for_complete_is_repaired_by_the_same_command(
    damaged: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FileServer({"/v": _onnx(2_000_000)}) as server:
        _catalogue(tmp_path, monkeypatch, _voice(f"{server.url}/v", 2))
        offer = offers()["tiny"]
        folder = download(offer)
        (folder / "v.onnx").write_bytes(damaged)
        download(offer)
        assert len(server.asked) == 2
        download(offer)
        assert len(server.asked) == 2
    assert (folder / "v.onnx").read_bytes() == _onnx(2_000_000)


def test_a_known_checksum_counts_more_than_a_rounded_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"voice" * 1_000_000
    with FileServer({"/m": content}) as server:
        entry = _entry(f"{server.url}/m", sha256=hashlib.sha256(content).hexdigest())
        _catalogue(tmp_path, monkeypatch, entry)
        assert download(offers()["tiny"]).is_dir()
        assert offers()["tiny"].downloaded


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: 1", "a catalogue is a list"),
        ("[", "not valid YAML"),
        ("- {name: x}", "'files' is missing"),
        ("- 3", "entry 1"),
        (_entry("http://x/y", name="../up"), "is no name of a file"),
        (_entry("http://x/y", file="../up"), "is no name of a file"),
        (_entry("http://x/y", sha256="0" * 63), "sha256 is 64 hexadecimal digits in quotes"),
        (_entry("http://x/y", sha256="1" * 64).replace('"1', "1").replace('1"', "1"), "in quotes"),
        (_entry("http://x/y").replace("asr", "both"), "kind is asr or tts"),
        (_entry("http://x/y").replace("[ko, en]", "[fr]"), "languages are ko and en"),
    ],
)
def test_a_wrong_catalogue_is_one_line(text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _catalogue(tmp_path, monkeypatch, text)
    with pytest.raises(UsageError, match=says) as caught:
        offers()
    assert "\n" not in str(caught.value)


def test_a_missing_catalogue_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(downloads.CATALOGUE_VARIABLE, str(tmp_path / "none.yaml"))
    with pytest.raises(UsageError, match=r"DASHTALK_VOICE_CATALOGUE: .* cannot be read"):
        offers()
