"""The cockpit in a browser: a request typed there is answered, and a page that goes away leaves its session kept."""

import asyncio
import json
import re
import signal
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from browser import ESCAPES, browsing, chromium
from command_line import Dashtalk

FLAGS = ("--lang", "ko", "--ui-lang", "ko", "--channel", "text", "--agent", "baseline")
REQUEST = "조수석 창문을 50퍼센트로 열어 줘."
ANSWER = "조수석 창문을 50퍼센트로 맞췄어요."


def started(dashtalk: Dashtalk, *flags: str) -> tuple["subprocess.Popen[str]", str]:
    """Start a server and return its process and its address."""
    server = dashtalk.start("serve", "web", "--port", "0", *flags)
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.search(r"http://\S+?(?=;)", line)
    assert found, line + (server.stderr.read() if server.stderr else "")
    return server, found[0]


@asynccontextmanager
async def serving(dashtalk: Dashtalk, *flags: str) -> AsyncIterator[str]:
    server, url = await asyncio.to_thread(started, dashtalk, *flags)
    try:
        yield url
    finally:
        server.send_signal(signal.SIGINT)
        _, told = await asyncio.to_thread(server.communicate, timeout=60)
    assert server.returncode == 0, told
    assert "Traceback" not in told
    assert "it has no login" in told


def said(dashtalk: Dashtalk) -> str:
    """Return how the newest session is shown."""
    return dashtalk("show", "0000").stdout


@pytest.mark.skipif(chromium() is None, reason="chromium is not installed")
async def test_a_request_typed_in_the_browser_is_answered(dashtalk: Dashtalk, tmp_path: Path) -> None:
    async with serving(dashtalk, *FLAGS) as url, browsing(tmp_path / "browser") as page:
        await page.open(url)
        await page.wait_for("조수석")
        await page.script("document.querySelector('.xterm-helper-textarea').focus()")
        await page.type(REQUEST)
        await page.wait_for(REQUEST)
        await page.press_enter()
        await page.wait_for(ANSWER)
        assert page.errors == []
        # The page works on a machine that has no other network.
        assert {re.sub(r"^\w+://([^/]+).*", r"http://\1", asked) for asked in page.requested} == {url}
        # Drawn, and not only received: a terminal on the screen is many colours, an empty page is one.
        assert len(await page.picture()) > 10_000
    told = said(dashtalk)
    assert REQUEST in told
    assert ANSWER in told


async def until(connection: aiohttp.ClientWebSocketResponse, words: str) -> None:
    """Wait until words were drawn."""
    seen = b""
    async with asyncio.timeout(60):
        async for message in connection:
            if message.type is aiohttp.WSMsgType.BINARY:
                seen += message.data
            if words in ESCAPES.sub(b"", seen).decode("utf-8", errors="replace"):
                return
    raise AssertionError(f"the connection ended before {words!r} was drawn")


async def test_a_lost_connection_keeps_the_session(dashtalk: Dashtalk) -> None:
    async with serving(dashtalk, *FLAGS) as url, aiohttp.ClientSession() as client:
        connection = await client.ws_connect(f"{url}/ws?width=150&height=40", origin=url)
        await until(connection, "조수석")
        await connection.send_str(json.dumps(["stdin", f"{REQUEST}\r"]))
        await until(connection, ANSWER)
        raw = connection.get_extra_info("socket")
        assert raw is not None
        # No goodbye: the cable is pulled.
        assert connection._response.connection is not None
        assert connection._response.connection.transport is not None
        connection._response.connection.transport.abort()
    told = said(dashtalk)
    assert REQUEST in told
    assert ANSWER in told
    assert "did not finish" in told


async def test_pages_of_other_sites_may_not_drive(dashtalk: Dashtalk) -> None:
    async with serving(dashtalk, *FLAGS) as url, aiohttp.ClientSession() as client:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.ws_connect(f"{url}/ws", origin="http://elsewhere.example")
        assert refused.value.status == 403
        async with client.get(url, headers={"Host": "rebound.example"}) as answer:
            assert answer.status == 403
        async with client.get(url) as answer:
            text = await answer.text()
            assert answer.status == 200
            assert "http://" not in text
            assert "https://" not in text


def test_a_port_that_is_taken_is_told_in_one_line(dashtalk: Dashtalk) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = dashtalk("serve", "web", "--port", str(port), code=2)
    assert done.stderr == f"dashtalk: port {port}: Address already in use; 0 takes a free one\n"


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (["--host", "no-such-machine.invalid"], "--host: 'no-such-machine.invalid' is no address of this machine"),
        (["--port", "70000"], "port 70000: must lie between 0 and 65535"),
        (["--agent", "basline"], "unknown agent 'basline': did you mean 'baseline'?"),
        (["--theme", "drak"], "unknown theme 'drak': did you mean 'dark'?"),
        (["no-such-scenario"], "no-such-scenario"),
    ],
)
def test_what_cannot_work_is_told_before_anybody_opens_the_page(
    dashtalk: Dashtalk, flags: list[str], told: str
) -> None:
    done = dashtalk("serve", "web", *flags, code=2)
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_an_open_door_is_told_loudly_and_closes_on_a_kill(dashtalk: Dashtalk) -> None:
    server, url = started(dashtalk, "--host", "0.0.0.0")
    assert url.endswith(tuple("0123456789"))
    server.send_signal(signal.SIGTERM)
    _, told = server.communicate(timeout=60)
    assert server.returncode == 0
    assert told.startswith("WARNING: it has no login and no encryption, and listens on 0.0.0.0")


async def test_a_server_that_is_killed_leaves_no_drive_behind(dashtalk: Dashtalk) -> None:
    server, url = await asyncio.to_thread(started, dashtalk, *FLAGS)
    async with aiohttp.ClientSession() as client:
        connection = await client.ws_connect(f"{url}/ws?width=150&height=40", origin=url)
        await until(connection, "조수석")
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="ascii").split()
        assert children
        server.kill()
        await asyncio.to_thread(server.communicate, timeout=60)
        async with asyncio.timeout(30):
            while any(Path(f"/proc/{child}").exists() for child in children):
                await asyncio.sleep(0.1)
    assert "did not finish" in said(dashtalk)
