"""Sounds kept beside a store, found again, and told when they cannot be."""

import errno
import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from simulator.registry import UsageError
from voice import recording
from voice.audio import Pcm, wav_bytes
from voice.recording import SoundArchive, find_sound, recordings_folder

SOUND = Pcm(bytes(range(200)) * 16, 16_000)


def test_a_sound_is_kept_as_it_is_and_named_relative_to_the_store(tmp_path: Path) -> None:
    store = tmp_path / "내 기록" / "runs.db"
    archive = SoundArchive(store)
    archive.check()
    archive.begin("run-1")
    reference = archive.keep(SOUND)
    assert reference is not None
    assert (reference.rate_hz, reference.duration_ms) == (16_000, 100)
    assert reference.path == f"runs.db.recordings/run-1/{reference.sha256}.wav"
    content = (store.parent / reference.path).read_bytes()
    assert content == wav_bytes(SOUND)
    assert hashlib.sha256(content).hexdigest() == reference.sha256
    assert (store.parent / reference.path).stat().st_mode & 0o077 == 0
    moved = tmp_path / "elsewhere"
    store.parent.rename(moved)
    found = find_sound(reference, moved / "runs.db")
    assert (found.state, found.pcm) == ("kept", SOUND)


def test_equal_sounds_are_one_file_also_when_kept_at_once(tmp_path: Path) -> None:
    archive = SoundArchive(tmp_path / "runs.db")
    archive.begin("r")
    with ThreadPoolExecutor(8) as pool:
        kept = set(pool.map(archive.keep, [SOUND] * 40))
    assert len(kept) == 1
    assert len(list(archive.folder.iterdir())) == 1
    assert archive.summary().startswith(f"recorded: 40 utterances in {archive.folder}")


def test_what_is_gone_or_was_changed_is_told(tmp_path: Path) -> None:
    store = tmp_path / "runs.db"
    reference = SoundArchive(store).keep(SOUND)
    assert reference is not None
    path = tmp_path / reference.path
    path.write_bytes(path.read_bytes()[:-1] + b"\1")
    assert find_sound(reference, store).state == "altered"
    path.write_bytes(b"no sound at all")
    assert find_sound(reference, store).state == "altered"
    path.unlink()
    found = find_sound(reference, store)
    assert (found.state, found.pcm, found.path) == ("missing", None, path)


def test_a_pipe_in_place_of_a_sound_is_not_waited_for(tmp_path: Path) -> None:
    reference = SoundArchive(tmp_path / "runs.db").keep(SOUND)
    assert reference is not None
    path = tmp_path / reference.path
    path.unlink()
    os.mkfifo(path)
    assert find_sound(reference, tmp_path / "runs.db").state == "altered"


def test_a_full_disk_is_one_sentence_and_what_was_kept_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = SoundArchive(tmp_path / "runs.db")
    first = archive.keep(SOUND)
    assert first is not None

    def full(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(recording, "_write", full)
    assert archive.keep(Pcm(bytes(2), 16_000)) is None
    assert archive.keep(Pcm(bytes(4), 16_000)) is None
    assert archive.summary() == (
        f"not recorded: 2 of 3 utterances, since {archive.folder} could not be written (No space left on device); "
        "what was recorded is kept"
    )
    assert find_sound(first, tmp_path / "runs.db").state == "kept"


def test_a_write_that_fails_half_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = SoundArchive(tmp_path / "runs.db")

    def broken(self: Path, target: Path) -> Path:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "replace", broken)
    assert archive.keep(SOUND) is None
    assert list(archive.folder.iterdir()) == []
    assert "Read-only file system" in archive.summary()


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_played(tmp_path: Path) -> None:
    recordings_folder(tmp_path / "runs.db").write_bytes(b"a file where the folder should be")
    with pytest.raises(UsageError, match=r"--record: .*runs\.db\.recordings cannot be written \(File exists\)"):
        SoundArchive(tmp_path / "runs.db").check()


def test_nothing_said_aloud_is_told() -> None:
    assert "nothing was said aloud" in SoundArchive(Path("runs.db")).summary()
