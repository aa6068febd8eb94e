"""`dashtalk doctor --agent a2a:URL` makes a real call and says what is wrong."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from a2a_servers import answering, free_port, message, serving

from simulator.commands.doctor_agent import examine
from simulator.settings import Settings

pytest.importorskip("a2a")


async def examined(url: str, limit_s: float = 20.0) -> dict[str, Any]:
    return await asyncio.to_thread(examine, Settings(agent=f"a2a:{url}", call_timeout_s=limit_s))


async def of(answer: Callable[[dict[str, Any]], Any], limit_s: float = 20.0) -> dict[str, Any]:
    async with serving(answering(answer)) as url:
        return await examined(url, limit_s)


@contextmanager
def raw(reply: bytes | None) -> Iterator[str]:
    """Serve bytes to whoever connects, or nothing at all and keep the connection."""
    listening = socket.create_server(("127.0.0.1", 0))
    held: list[socket.socket] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            held.append(connection)
            if reply is not None:
                connection.recv(65536)
                connection.sendall(reply)
                connection.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()
        for connection in held:
            connection.close()


def http(body: bytes, status: str = "200 OK", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


async def test_one_that_answers_works_and_was_offered_a_tool() -> None:
    told: list[dict[str, Any]] = []

    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        told.append(asked)
        return message({"data": {"tool_calls": [{"tool_name": "get_battery_level", "arguments": {}}]}})

    found = await of(answer)
    assert found["works"], found
    assert "with a call of the tool that was offered" in found["note"]
    (asked,) = told
    assert asked["parts"][1]["data"]["tools"][0]["function"]["name"] == "get_battery_level"


async def test_words_will_do() -> None:
    found = await of(lambda asked: message({"text": "It is full."}))
    assert found["works"]
    assert "did not call the tool" in found["note"]


async def test_nobody_there() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    found = await examined(url)
    assert not found["works"]
    assert found["problem"].startswith(f"nobody answers at {url}: ")
    assert found["fix"]


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (http(b"<html>", "404 Not Found"), "is no A2A agent: it answers 404"),
        (http(b"{}", "200 OK", "Content-Encoding: gzip"), "is no A2A agent: compressed its answer (gzip)"),
        (http(b"<html>hello</html>"), "is no agent card"),
        (http(b"[1, 2]"), "is no agent card"),
        (http(b"[" * 60_000), "is no agent card"),
        (http(b"{}"), "names no address to send messages to"),
        (http(b"", "302 Found", "Location: http://127.0.0.1:1/"), "sends its callers elsewhere"),
        (b"220 mail.example ESMTP\r\n", "is no A2A agent: "),
        (b"", "is no A2A agent: "),
    ],
)
async def test_something_else_there(reply: bytes, problem: str) -> None:
    with raw(reply) as url:
        found = await examined(url)
    assert not found["works"]
    assert problem in found["problem"]
    assert "\n" not in found["problem"]
    assert found["fix"]


async def test_silence_from_the_start() -> None:
    with raw(None) as url:
        found = await examined(url, 0.3)
    assert found["problem"] == f"{url} showed no agent card within 0.3 s"


async def test_a_card_and_then_silence() -> None:
    async def answer() -> dict[str, Any]:
        await asyncio.sleep(5)
        return message({"text": "late"})

    found = await of(lambda asked: answer(), 0.5)
    assert not found["works"]
    assert "showed its card" in found["problem"]


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        ({}, "a message failed: "),
        (message({"text": ""}), "neither words nor calls"),
        (message({"data": {"tool_calls": 3}}), "tool_calls is no list"),
        (message({"data": {"tool_calls": [{"tool_name": "fly"}]}}), "what it was not offered (fly)"),
        ({"task": {"id": "t", "status": {"state": "TASK_STATE_FAILED"}}}, "TASK_STATE_FAILED"),
    ],
)
async def test_a_card_and_then_nonsense(result: dict[str, Any], problem: str) -> None:
    found = await of(lambda asked: result)
    assert not found["works"]
    assert problem in found["problem"]
