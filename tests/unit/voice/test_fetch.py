"""Downloads from a server on this machine that misbehaves in every way it can."""

import errno
import hashlib
import http.client
import os
import ssl
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
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


Answer = Callable[[BaseHTTPRequestHandler], bool]


def _answer(status: int, body: bytes, **headers: str) -> Answer:
    def instead(handler: BaseHTTPRequestHandler) -> bool:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)
        return True

    return instead


def test_more_header_lines_than_are_read_are_one_line(tmp_path: Path) -> None:
    many = _answer(200, CONTENT, **{f"X_{number}": "y" for number in range(200)})
    with FileServer(instead=many) as server, pytest.raises(UsageError, match=r"is no answer of a web server") as caught:
        fetch(f"{server.url}/voice", tmp_path / "v")
    assert "\n" not in str(caught.value)
    assert _left(tmp_path) == []


@pytest.mark.parametrize("path", ["a b", "음성", "x\x7f"])
def test_an_address_that_cannot_be_asked_for_is_one_line(path: str, tmp_path: Path) -> None:
    with FileServer() as server, pytest.raises(UsageError, match="cannot be downloaded"):
        fetch(f"{server.url}/{path}", tmp_path / "v")
    assert server.asked == []


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (_answer(204, b""), r"has no v \(HTTP 204\)"),
        (_answer(202, b"soon"), r"has no v \(HTTP 202\)"),
        (_answer(200, b"", Content_Length="0"), "sent an empty v"),
        (_answer(200, b""), "sent an empty v"),
        (_answer(200, b"<html>sign in", Content_Type="text/html"), "sent a web page instead of v"),
        (_answer(200, b"\r\n<body>sign in", Content_Type="text/html; charset=utf-8"), "sent a web page instead of v"),
        (_answer(206, CONTENT[:100], Content_Range="bytes 500-599/1000"), "another part than was asked for"),
        (_answer(206, CONTENT[:100], Content_Range="bytes 0-99/1000"), "another part than was asked for"),
        (_answer(206, CONTENT), "another part than was asked for"),
    ],
    ids=range(9),
)
def test_what_is_not_the_file_is_not_kept(answer: Answer, says: str, tmp_path: Path) -> None:
    with FileServer(instead=answer) as server, pytest.raises(UsageError, match=says):
        fetch(f"{server.url}/voice", tmp_path / "v")
    assert [name for name in _left(tmp_path) if not name.endswith(".tag")] == []


@pytest.mark.parametrize(
    ("part", "headers"),
    [
        (CONTENT[:100], {"Content_Range": f"bytes 0-99/{len(CONTENT)}"}),
        (CONTENT[1000:], {"Content_Range": f"bytes 1000-{len(CONTENT) - 1}/{len(CONTENT) - 1}"}),
        (
            CONTENT[1000:],
            {"Content_Range": f"bytes 1000-1099/{len(CONTENT)}", "Content_Length": str(len(CONTENT) - 1000)},
        ),
        (CONTENT[1000:] + b"more", {"Content_Range": f"bytes 1000-{len(CONTENT) - 1}/{len(CONTENT)}"}),
        (CONTENT[1000:], {"Content_Range": f"bytes 1000-{len(CONTENT) - 1}/{len(CONTENT)}", "ETag": '"another"'}),
        (CONTENT[1000:], {"Content_Range": "bytes 1000-"}),
        (CONTENT[1000:], {}),
    ],
    ids=range(7),
)
def test_a_part_that_was_not_asked_for_means_starting_over(
    part: bytes, headers: dict[str, str], tmp_path: Path
) -> None:
    def instead(handler: BaseHTTPRequestHandler) -> bool:
        return "Range" in handler.headers and _answer(206, part, **headers)(handler)

    with FileServer({"/voice": CONTENT}, breaks=[1000], instead=instead) as server:
        fetch(f"{server.url}/voice", tmp_path / "v")
        assert _ranges(server) == [None, "bytes=1000-", None]
    assert (tmp_path / "v").read_bytes() == CONTENT
    assert _left(tmp_path) == ["v"]


def test_starting_over_again_and_again_comes_to_an_end(tmp_path: Path) -> None:
    def instead(handler: BaseHTTPRequestHandler) -> bool:
        return "Range" in handler.headers and _answer(206, b"", Content_Range="bytes 0-9/10")(handler)

    with FileServer({"/voice": CONTENT}, breaks=[1000] * 100, instead=instead) as server:
        with pytest.raises(UsageError, match=r"127\.0\.0\.1 breaks off"):
            fetch(f"{server.url}/voice", tmp_path / "v")
        assert len(server.asked) < 10
    assert not (tmp_path / "v").exists()


def test_a_part_in_smaller_parts_is_put_together(tmp_path: Path) -> None:
    def instead(handler: BaseHTTPRequestHandler) -> bool:
        start = int(handler.headers.get("Range", "bytes=0-")[6:-1])
        end = min(start + 200_000, len(CONTENT))
        told = {"Content_Range": f"bytes {start}-{end - 1}/{len(CONTENT)}", "Content_Length": str(end - start)}
        return start > 0 and _answer(206, CONTENT[start:end], **told)(handler)

    with FileServer({"/voice": CONTENT}, breaks=[1000], instead=instead) as server:
        fetch(f"{server.url}/voice", tmp_path / "v")
        assert _ranges(server) == [None, "bytes=1000-", "bytes=201000-", "bytes=401000-"]
    assert (tmp_path / "v").read_bytes() == CONTENT


def test_a_sign_in_page_does_not_cost_what_had_arrived(tmp_path: Path) -> None:
    with FileServer({"/voice": CONTENT}, breaks=[200_000]) as server:
        server.instead = lambda handler: len(server.asked) == 2 and _answer(200, b"<html>sign in")(handler)
        with pytest.raises(UsageError, match="does this network ask for a sign-in first"):
            fetch(f"{server.url}/voice", tmp_path / "v")
        fetch(f"{server.url}/voice", tmp_path / "v")
        assert _ranges(server) == [None, "bytes=200000-", "bytes=200000-"]
    assert (tmp_path / "v").read_bytes() == CONTENT


def test_more_than_it_can_be_is_not_read_to_its_end(tmp_path: Path) -> None:
    with FileServer(instead=_answer(200, CONTENT)) as server, pytest.raises(UsageError, match="sends more than the"):
        fetch(f"{server.url}/voice", tmp_path / "v", most_bytes=100_000)
    assert _left(tmp_path) == []


@pytest.mark.parametrize("length", ["²", "-5", "9" * 40, "many"])
def test_a_length_that_is_no_number_is_none(length: str, tmp_path: Path) -> None:
    with FileServer(instead=_answer(200, CONTENT, Content_Length=length)) as server:
        fetch(f"{server.url}/voice", tmp_path / "v")
    assert (tmp_path / "v").read_bytes()


def test_a_file_somebody_objects_to_is_downloaded_again(tmp_path: Path) -> None:
    (tmp_path / "v").write_bytes(b"old")
    with FileServer({"/voice": CONTENT}) as server:
        fetch(
            f"{server.url}/voice",
            tmp_path / "v",
            judge=lambda path, name: "it is old" if path.stat().st_size < 9 else "",
        )
        assert len(server.asked) == 1
        with pytest.raises(UsageError, match=r"is not what was expected \(never a w\): nothing was kept"):
            fetch(f"{server.url}/voice", tmp_path / "w", judge=lambda path, name: f"never a {name}")
    assert (tmp_path / "v").read_bytes() == CONTENT


@pytest.mark.parametrize(
    "error", [ssl.SSLError(1, "bad record"), OSError(errno.EHOSTUNREACH, "No route to host")], ids=["tls", "route"]
)
@pytest.mark.parametrize("where", ["read", "getresponse"])
def test_a_network_that_fails_while_reading_is_no_full_disk(
    error: OSError, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = http.client.HTTPResponse if where == "read" else http.client.HTTPConnection
    works = getattr(kind, where)
    failures = [error]

    def fails_once(*arguments: Any) -> Any:
        if failures:
            raise failures.pop()
        return works(*arguments)

    def fails(*_: Any) -> Any:
        raise error

    with FileServer({"/voice": CONTENT}) as server:
        monkeypatch.setattr(kind, where, fails_once)
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
        monkeypatch.setattr(kind, where, fails)
        with pytest.raises(UsageError, match=rf"127\.0\.0\.1 breaks off \({error.strerror}\)"):
            fetch(f"{server.url}/voice", tmp_path / "w", sha256=DIGEST)
    assert (tmp_path / "v").read_bytes() == CONTENT


def test_a_part_that_is_the_whole_file_is_not_downloaded_again(tmp_path: Path) -> None:
    def instead(handler: BaseHTTPRequestHandler) -> bool:
        return _answer(416, b"", Content_Range=f"bytes */{len(CONTENT)}")(handler)

    (tmp_path / "v.part").write_bytes(CONTENT)
    with FileServer({"/voice": CONTENT}, instead=instead) as server:
        fetch(f"{server.url}/voice", tmp_path / "v", sha256=DIGEST)
        assert _ranges(server) == [f"bytes={len(CONTENT)}-"]
        (tmp_path / "w.part").write_bytes(CONTENT[:-1] + b"?")
        with pytest.raises(UsageError, match=r"is not what was expected .*nothing was kept"):
            fetch(f"{server.url}/voice", tmp_path / "w", sha256=DIGEST)
    assert (tmp_path / "v").read_bytes() == CONTENT
    assert _left(tmp_path) == ["v"]
