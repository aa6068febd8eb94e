"""What assistants, endpoints and flags know of keys is in no store, report, log or line of output."""

import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import Dashtalk
from openai_server import Answer, OpenAIServer, Received, calls, says, wire_call

from simulator.redaction import MARK

SECRETS = {
    "OPENAI_API_KEY": "sk-canary-0123456789abcdef",
    "MY_SERVICE_TOKEN": 'tok "4711" \\ä',
    "DB_PASSWORD": "tangerines",
}
# The odd one is told by the part that is the same however it is written.
CANARIES = ("sk-canary-0123456789abcdef", 'tok \\"4711', 'tok "4711', "tangerines", "flag-canary-77")
LEAKING = """
import asyncio, logging, os, sys
from simulator.agents.spec import CallRequest, Reply

ALL = " ".join(os.environ[name] for name in ("OPENAI_API_KEY", "MY_SERVICE_TOKEN", "DB_PASSWORD"))

class Raising:
    def respond(self, view):
        logging.getLogger("leak").error("with %s", ALL)
        print(ALL, ALL, file=sys.stderr)
        print(ALL, flush=True)
        raise RuntimeError(f"could not log in with {ALL}")

class Unbuilt:
    def __init__(self):
        raise RuntimeError(f"could not log in with {ALL}")

    def respond(self, view):
        return None

class Later(Raising):
    async def respond(self, view):
        key = os.environ["OPENAI_API_KEY"]
        if len(view.messages) > 1:
            print("waiting", file=sys.stderr, flush=True)
            await asyncio.Event().wait()
        return Reply(calls=(CallRequest("set_fan_speed", {"level": key, key: [key]}),), speech=key)
"""
RUN = ("run", "--channel", "text", "--scenario", "base-quarter-window")


@pytest.fixture
def knowing(dashtalk: Dashtalk) -> Dashtalk:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        dashtalk.environment.pop(name, None)
    dashtalk.environment.update(SECRETS)
    dashtalk.write("leaking.py", LEAKING)
    return dashtalk


@pytest.fixture
def echo() -> Iterator[OpenAIServer]:
    """A server that says the key it is asked with, and tries it as an argument."""

    def answer(received: Received) -> Answer:
        key = received.headers["authorization"]
        asked_before = any(message["role"] == "tool" for message in received.body["messages"])
        return says(f"You sent {key}.") if asked_before else calls(wire_call(key, f'{{"level": "{key}"}}', key))

    with OpenAIServer() as server:
        server.answer = answer
        yield server


def left(folder: Path, *printed: str) -> list[str]:
    """Return where a canary was found."""
    found = [f"printed: {canary}" for text in printed for canary in CANARIES if canary in text]
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            found += [f"{path.name}: {canary}" for canary in CANARIES if canary.encode() in content]
    return found


def test_what_is_searched_for_would_be_found(knowing: Dashtalk) -> None:
    done = knowing(
        "-c", f"import sys; sys.path.append({str(knowing.folder)!r}); import leaking; print(leaking.ALL)", through=()
    )
    assert len(left(knowing.folder, done.stdout)) == 3
    knowing.write("deep/run.log", done.stdout)
    assert len(left(knowing.folder)) == 3


def test_an_assistant_that_tells_them(knowing: Dashtalk) -> None:
    done = knowing(*RUN, "--agent", "leaking:Raising", "--json", "run.json", "--junit", "run.xml", "--details", code=3)
    printed = [done.stdout, done.stderr]
    for words in (("show",), ("show", "--json"), ("show", "0000"), ("runs", "--json"), ("score",)):
        again = knowing(*words, code=None)
        printed += [again.stdout, again.stderr]
    assert f"could not log in with {MARK} {MARK} {MARK}" in (knowing.folder / "run.json").read_text()
    assert done.stderr.count(f"with {MARK}") == 2
    assert left(knowing.folder, *printed) == []


def test_one_that_cannot_be_built(knowing: Dashtalk) -> None:
    printed = []
    for words in (RUN, ("doctor",)):
        done = knowing(*words, "--agent", "leaking:Unbuilt", code=2)
        assert MARK in done.stdout + done.stderr
        printed += [done.stdout, done.stderr]
    done = knowing("doctor", "--agent", "leaking:Unbuilt", "--json", "doctor.json", code=2)
    assert MARK in (knowing.folder / "doctor.json").read_text()
    assert left(knowing.folder, *printed, done.stdout, done.stderr) == []


def test_a_model_that_echoes_its_key(knowing: Dashtalk, echo: OpenAIServer) -> None:
    chat = ("--agent", "chat", "--model", "fake", "--base-url", echo.url)
    done = knowing(*RUN, *chat, "--llm-cache", "cache", "--json", "run.json", "--details", code=None)
    shown = knowing("show", "0000")
    assert f"You sent Bearer {MARK}." in shown.stdout
    doctor = knowing("doctor", *chat, code=None)
    texts = (done.stdout, done.stderr, shown.stdout, doctor.stdout, doctor.stderr)
    assert left(knowing.folder, *texts) == []
    assert echo.requests


def test_what_is_written_before_the_end_holds_none(knowing: Dashtalk) -> None:
    process = knowing.start(*RUN, "--locale", "en", "--agent", "leaking:Later")
    watchdog = threading.Timer(120, process.kill)
    watchdog.start()
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == "waiting\n"
        assert knowing.store.with_name(f"{knowing.store.name}-wal").stat().st_size > 0
        assert left(knowing.folder) == []
        process.send_signal(signal.SIGTERM)
        printed = process.communicate(timeout=60)
    finally:
        watchdog.cancel()
        process.kill()
    assert left(knowing.folder, *printed) == []
    assert MARK in knowing("show", "0000").stdout


@pytest.mark.parametrize(
    "flags",
    [
        ("--agent", "chat", "--model", "fake", "--base-url", "localhost:8902/v1?api_key=flag-canary-77"),
        ("--agent", "chat", "--model", "fake", "--base-url", "http://h:99999/v1?api_key=flag-canary-77"),
        ("--agent", "chat", "--model", "fake", "--options", '{"api_key": "flag-canary-77"}'),
        ("--agent", "chat", "--model", "f", "--options", '{"extra_headers": {"Authorization": "flag-canary-77"}}'),
        ("--agent", "a2a:host?api_key=flag-canary-77"),
    ],
)
def test_flags_that_hold_one_are_refused_without_it(knowing: Dashtalk, flags: tuple[str, ...]) -> None:
    for command in (RUN, ("doctor",)):
        done = knowing(*command, *flags, code=2)
        assert left(knowing.folder, done.stdout, done.stderr) == []
        assert (done.stdout + done.stderr).count("\n") == 1
