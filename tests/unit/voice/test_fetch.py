"""Downloads from a server on this machine that misbehaves in every way it can."""

import errno
import hashlib
import os
from pathlib import Path
from typing import Any

import pytest
from file_server import FileServer

from simulator.registry import UsageError
from voice.fetch import fetch

CONTENT = bytes(range(256)) * 2000
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("no_proxy", "*")


def _ranges(server: FileServer) -> list[str | None]:
    return [asked.headers.get("Range") for asked in server.asked]


def _left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_arrives_whole_with_its_progress(tmp_path: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    with FileServer({"/voice": CONTENT}) as server:
        fetch(
            f"{server.url}/voice",
            tmp_path / "v",
            sha256=DIGEST,
            progress=lambda done, whole: seen.append((done, whole)),
        )
    assert (tmp_path / "v").read_bytes() == CONTENT
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert _left(tmp_path) == ["v"]


def test_a_connection_that_breaks_is_taken_up_where_it_broke(tmp_path: Path) -> None:
    with FileServer({"/voice": CONTENT}, breaks=[100_000, 50_000]) as server:
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
        assert _ranges(server) == [None, "bytes=100000-", "bytes=150000-"]
    assert (tmp_path / "v").read_bytes() == CONTENT


def test_the_next_call_goes_on_where_the_last_one_gave_up(tmp_path: Path) -> None:
    with FileServer({"/voice": CONTENT}, breaks=[200_000, 0, 0, 0, 0]) as server:
        with pytest.raises(UsageError, match=r"127\.0\.0\.1 breaks off .*0 MB are kept, the same command"):
            fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
        assert not (tmp_path / "v").exists()
        server.asked.clear()
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
        assert _ranges(server) == ["bytes=200000-"]
    assert (tmp_path / "v").read_bytes() == CONTENT
    assert _left(tmp_path) == ["v"]


def test_a_server_without_ranges_sends_all_of_it_again(tmp_path: Path) -> None:
    with FileServer({"/voice": CONTENT}, breaks=[100_000], ranges=False) as server:
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
        assert len(server.asked) == 2
    assert (tmp_path / "v").read_bytes() == CONTENT


def test_a_file_that_changed_meanwhile_is_not_sewn_to_its_old_beginning(tmp_path: Path) -> None:
    with FileServer({"/voice": CONTENT}, breaks=[100_000, 0, 0, 0, 0]) as server:
        with pytest.raises(UsageError):
            fetch(f"{server.url}/voice", tmp_path / "v")
        server.files["/voice"], server.tag = b"new" * 1000, '"2"'
        fetch(f"{server.url}/voice", tmp_path / "v")
    assert (tmp_path / "v").read_bytes() == b"new" * 1000


def test_a_beginning_longer_than_the_file_is_dropped(tmp_path: Path) -> None:
    (tmp_path / "v.part").write_bytes(CONTENT + b"more")
    with FileServer({"/voice": CONTENT}) as server:
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
    assert (tmp_path / "v").read_bytes() == CONTENT


def test_a_busy_server_is_asked_again_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("voice.fetch.time.sleep", waits.append)
    with FileServer({"/voice": CONTENT}, statuses=[503, 429]) as server:
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
    assert waits == [1.0, 1.0]
    assert (tmp_path / "v").read_bytes() == CONTENT


def test_a_wrong_checksum_keeps_nothing(tmp_path: Path) -> None:
    with (
        FileServer({"/voice": CONTENT}) as server,
        pytest.raises(UsageError, match=r"v: what 127\.0\.0\.1 sent is not what was expected"),
    ):
        fetch(f"{server.url}/voice", tmp_path / "v", sha256="0" * 64)
    assert _left(tmp_path) == []


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with FileServer() as server, pytest.raises(UsageError, match=r"127\.0\.0\.1 has no v \(HTTP 404\)") as caught:
        fetch(f"{server.url}/voice", tmp_path / "v")
    assert "\n" not in str(caught.value)
    assert len(server.asked) == 1


def test_nobody_there_is_one_line(tmp_path: Path) -> None:
    with FileServer() as server:
        url = server.url
    with pytest.raises(UsageError, match=r"127\.0\.0\.1 breaks off|cannot reach 127\.0\.0\.1"):
        fetch(f"{url}/voice", tmp_path / "v")


@pytest.mark.parametrize("url", ["file:///etc/hostname", "ftp://127.0.0.1/x", "voice"])
def test_only_web_addresses_are_fetched(url: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="only http and https"):
        fetch(url, tmp_path / "v")


def test_a_full_disk_is_one_line_and_keeps_what_arrived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("voice.fetch.os.fsync", full)
    with FileServer({"/voice": CONTENT}) as server:
        with pytest.raises(UsageError, match=r"cannot store v in .*the disk is full\): free space there or"):
            fetch(f"{server.url}/voice", tmp_path / "v")
        monkeypatch.undo()
        monkeypatch.setenv("NO_PROXY", "*")
        (tmp_path / "v.part").write_bytes(CONTENT[:1000])
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
    assert (tmp_path / "v").read_bytes() == CONTENT


def test_what_is_there_is_not_asked_for_again(tmp_path: Path) -> None:
    (tmp_path / "v").write_bytes(CONTENT)
    with FileServer() as server:
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
    assert server.asked == []


def test_a_damaged_file_is_downloaded_again(tmp_path: Path) -> None:
    (tmp_path / "v").write_bytes(CONTENT[:-1] + b"?")
    with FileServer({"/voice": CONTENT}) as server:
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
    assert (tmp_path / "v").read_bytes() == CONTENT


def test_two_at_once_do_not_write_the_same_file(tmp_path: Path) -> None:
    outcome: list[str] = []

    def meanwhile(*_: Any) -> None:
        try:
            fetch(f"{server.url}/voice", tmp_path / "v")
        except UsageError as error:
            outcome.append(str(error))

    with FileServer({"/voice": CONTENT}) as server:
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST, progress=meanwhile)
    assert set(outcome) == {"v is being downloaded by another process"}
    assert (tmp_path / "v").read_bytes() == CONTENT
