"""Answers that are kept for another run."""

import json
import multiprocessing
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from openai_server import OpenAIServer, calls, refuses, says, wire_call

from simulator.llm import Completion, EndpointError, ModelUse, ProposedCall, close_clients, complete, endpoint, metered
from simulator.llm_cache import Cache, cache_folder, cache_key
from simulator.llm_endpoint import bounds_and_cache
from simulator.registry import UsageError
from simulator.settings import Settings

KEY = "sk-very-secret-0123456789"
WHOLE = Completion(
    "네 👍", (ProposedCall("a", "f", '{"x": 1}'), ProposedCall("b", "g", {"y": [2]})), "stop", 1, 2, 3, 4
)
THOUGHT = {"type": "reasoning", "encrypted_content": "seal"}


@pytest.fixture(autouse=True)
async def closed(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    yield
    await close_clients()


def test_an_answer_comes_back_as_it_was(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path / "kept"))
    assert cache.get("ab" * 20) is None
    cache.put("ab" * 20, Completion(**{**{n: getattr(WHOLE, n) for n in WHOLE.__slots__}, "reasoning": (THOUGHT,)}))
    found = cache.get("ab" * 20)
    assert found is not None
    assert (found.text, found.calls, found.finish_reason) == (WHOLE.text, WHOLE.calls, "stop")
    assert (found.prompt_tokens, found.reasoning_tokens, found.reasoning) == (1, 4, (THOUGHT,))
    assert cache.get("cd" * 20) is None


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"\xff", "cut", "altered", "moved", "older"])
def test_what_is_damaged_counts_as_missing(tmp_path: Path, damage: Any) -> None:
    cache, key = Cache(str(tmp_path)), "ab" * 20
    cache.put(key, WHOLE)
    [path] = tmp_path.rglob("*.json")
    content = path.read_bytes()
    match damage:
        case "cut":
            path.write_bytes(content[: len(content) // 2])
        case "altered":
            path.write_bytes(content.replace(b'"stop"', b'"halt"'))
        case "moved":
            key = key[:2] + "00" * 19
            path.rename(path.with_name(f"{key[2:]}.json"))
        case "older":
            path.write_text(json.dumps(json.loads(content) | {"format": 0}), encoding="utf-8")
        case _:
            path.write_bytes(damage)
    assert cache.get(key) is None
    cache.put(key, WHOLE)
    assert cache.get(key) is not None


def test_a_disk_that_refuses_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    cache = Cache(str(tmp_path / "file"))
    cache.put("ab" * 20, WHOLE)
    assert cache.get("ab" * 20) is None


def test_an_answer_that_repeats_the_key_is_not_kept(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path))
    cache.put("ab" * 20, Completion(f"your key is {KEY}"), secret=KEY)
    assert list(tmp_path.rglob("*.json")) == []


def test_others_cannot_read_it(tmp_path: Path) -> None:
    Cache(str(tmp_path / "kept")).put("ab" * 20, WHOLE)
    [path] = tmp_path.rglob("*.json")
    assert path.stat().st_mode & 0o077 == 0


def _write(folder: str, start: int) -> None:
    cache = Cache(folder)
    for number in range(start, start + 200):
        cache.put(f"{number % 50:040d}", Completion(f"answer {number % 50}"))


def test_two_processes_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write, args=(str(tmp_path), start)) for start in (0, 7)]
    for writer in writers:
        writer.start()
    cache, seen = Cache(str(tmp_path)), set()
    while any(writer.is_alive() for writer in writers):
        for number in range(50):
            found = cache.get(f"{number:040d}")
            if found is not None:
                assert found.text == f"answer {number}"
                seen.add(number)
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    assert [cache.get(f"{number:040d}") is not None for number in range(50)] == [True] * 50
    assert list(tmp_path.rglob(".*")) == []


def test_the_key_of_an_answer() -> None:
    usual = ("http://a/v1", "chat", b"{}", "1")
    others = [("http://b/v1", *usual[1:]), (usual[0], "responses", *usual[2:]), (*usual[:2], b"{ }", "1")]
    others += [(*usual[:3], "2"), ("http://a/v1chat", "", b"{}", "1")]
    assert len({cache_key(*parts) for parts in (usual, usual, *others)}) == 1 + len(others)


def test_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DASHTALK_CACHE", str(tmp_path))
    assert cache_folder("on") == str(tmp_path / "llm")
    assert cache_folder("off") == cache_folder("") == ""
    assert cache_folder(str(tmp_path / "x")) == str(tmp_path / "x")
    monkeypatch.delenv("DASHTALK_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder("on") == str(tmp_path / "xdg" / "dashtalk" / "llm")


@pytest.mark.parametrize("stream", [False, True])
async def test_a_call_that_was_made_before_is_not_made_again(tmp_path: Path, stream: bool) -> None:
    uses, body = list[ModelUse](), {"messages": [{"role": "user", "content": "hi"}], "temperature": 1}
    with OpenAIServer(calls(wire_call("f", "{}")), says("other")) as server:
        target = endpoint(server.url, api_key=KEY, cache=str(tmp_path))
        with metered(uses, session="1"):
            first = await complete(target, "fake", body, stream=stream)
            again = await complete(target, "fake", body, stream=not stream)
        with metered(uses, session="2"):
            other = await complete(target, "fake", body, stream=stream)
        assert first == again
        assert other.text == "other"
        assert len(server.requests) == 2
    assert [use.cached_response for use in uses] == [False, True, False]
    assert (uses[1].latency_ms, uses[1].first_token_ms, uses[1].prompt_tokens) == (None, None, 11)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*.json"))
    assert KEY.encode() not in kept


async def test_failures_are_not_kept(tmp_path: Path) -> None:
    body = {"messages": [{"role": "user", "content": "hi"}]}
    with OpenAIServer(refuses(400), says("fine")) as server:
        target = endpoint(server.url, cache=str(tmp_path))
        with pytest.raises(EndpointError):
            await complete(target, "fake", body)
        assert (await complete(target, "fake", body)).text == "fine"


def test_a_folder_that_cannot_be_made_is_told_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be made"):
        bounds_and_cache(Settings(llm_cache=str(tmp_path / "file" / "cache")))
    assert bounds_and_cache(Settings(llm_cache=str(tmp_path / "new")))["cache"] == str(tmp_path / "new")
    assert (tmp_path / "new").is_dir()
