"""What is said when an endpoint cannot be used: one clear line, without key, prompt or prose of the endpoint."""

import logging
import subprocess
import sys
import traceback
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from openai_server import Answer, OpenAIServer, Received, misbehaves, refuses, says

from simulator.agents.chat import AgentUnavailable, ChatAgent
from simulator.llm import EndpointError, close_clients, complete, endpoint, models
from simulator.redaction import look_for_secrets
from simulator.registry import UsageError
from simulator.trajectory import AssistantView, DriverSaid

KEY = "sk-very-secret-0123456789"
WORDS = "파란 코끼리 열두 마리"
VIEW = AssistantView("ko", "haeyo", (), {"id": "loc_1"}, datetime(2025, 7, 14, 9, 5), (DriverSaid(WORDS),))


@pytest.fixture(autouse=True)
async def clean_environment(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    for name in ("OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    yield
    await close_clients()


async def failure(server: OpenAIServer, model: str = "fake", **settings: Any) -> str:
    agent = ChatAgent(model, server.url, **({"max_retries": 0} | settings))
    with pytest.raises(AgentUnavailable) as caught:
        await agent.respond(VIEW)
    shown = "".join(traceback.format_exception(caught.value))
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    for secret in (KEY, WORDS, "음성 비서", "prose of the endpoint"):
        assert secret not in shown
        assert secret not in repr(agent)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(server.url, "URL")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (refuses(401, "invalid_api_key"), "URL does not accept the API key (401, invalid_api_key): check"),
        (refuses(403), "URL does not accept the API key (403)"),
        (
            refuses(400, "context_length_exceeded"),
            "URL finds the prompt too long for the model (400, context_length_exceeded): serve the model with a longer",
        ),
        (
            refuses(400, message="This model's maximum context length is 2048 tokens. You asked for 9100 tokens."),
            "URL finds the prompt too long for the model (400): its context holds 2048 tokens; serve",
        ),
        (
            refuses(400, message="the request exceeds the available context size. try increasing it"),
            "URL finds the prompt too long for the model (400): serve the model with a longer context",
        ),
        (refuses(400, "prose that says too much"), "URL refused the request (400)"),
        (refuses(400, KEY), "URL refused the request (400)"),
        (
            refuses(400, "unsupported_value", message="Unsupported value: 'temperature' does not support 0."),
            "URL takes no temperature other than its own (400, unsupported_value): give --temperature none",
        ),
        (refuses(422), "URL refused the request (422)"),
        (refuses(402), "URL has no money left on the account (402): pay for more"),
        (refuses(429, "insufficient_quota"), "URL limits requests (429, insufficient_quota)"),
        (refuses(500), "URL failed"),
        (Answer(b"<html>busy</html>", 503), "URL failed"),
        (Answer(b"<html>hello</html>"), "URL answered with something that is no chat completion"),
        (Answer(b"\xff\xfe"), "URL answered with something that is no chat completion"),
        (Answer({"error": {"message": "overloaded"}}), "URL reports that the model failed: 'overloaded'"),
        (Answer({"error": "overloaded"}), "URL reports that the model failed: 'overloaded'"),
        (Answer({"choices": []}), "URL answered with something that is no chat completion"),
        (Answer({"choices": [None]}), "URL answered with something that is no chat completion"),
        (Answer({"choices": [{"message": None}]}), "URL answered with something that is no chat completion"),
        (Answer(b"[" * 100_000), "URL answered with something that is no chat completion"),
        (misbehaves("drop"), "cannot reach URL: "),
        (misbehaves("cut"), "cannot reach URL: "),
    ],
)
async def test_one_clear_line(answer: Answer, message: str) -> None:
    with OpenAIServer(answer) as server:
        assert (await failure(server)).startswith(message)


async def test_unknown_model_names_the_nearest() -> None:
    with OpenAIServer(models=("qwen3-8b", "llama-3")) as server:
        message = await failure(server, "qwen3-8B-chat")
    assert "does not know the model 'qwen3-8B-chat', or the address is wrong (404, model_not_found)" in message
    assert message.endswith("did you mean 'qwen3-8b'?")


async def test_silence_ends_with_the_time_limit() -> None:
    with OpenAIServer(misbehaves("silence")) as server:
        assert await failure(server, timeout_s=0.1) == "URL gave no answer within 0.1 s"


async def test_nobody_listens() -> None:
    with OpenAIServer() as server:
        pass
    assert await failure(server) == "cannot reach URL: Connection refused; is the server running?"


async def test_wrong_key() -> None:
    with OpenAIServer(key="another") as server:
        assert (await failure(server)).endswith("(401, invalid_api_key): check OPENAI_API_KEY")


async def test_missing_key_that_the_server_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with OpenAIServer(key="another") as server:
        assert (await failure(server)).endswith("(401, invalid_api_key): export OPENAI_API_KEY=YOUR_KEY")


@pytest.mark.parametrize(
    "first", [refuses(429, retry_after_ms=1), refuses(500, retry_after_ms=1), refuses(503, retry_after_ms=1)]
)
async def test_passing_trouble_is_asked_again(first: Answer) -> None:
    with OpenAIServer(first, first, says("네")) as server:
        reply = await ChatAgent("fake", server.url, max_retries=2).respond(VIEW)
        assert (reply.speech, len(server.requests)) == ("네", 3)


async def test_a_lost_connection_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # Waiting between tries would only take time.
    monkeypatch.setattr("simulator.llm_retry.FIRST_WAIT_S", 0.0)
    with OpenAIServer(misbehaves("drop"), misbehaves("cut"), says("네")) as server:
        assert (await ChatAgent("fake", server.url).respond(VIEW)).speech == "네"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
async def test_a_refusal_is_final(status: int) -> None:
    with OpenAIServer(refuses(status), says("네")) as server:
        await failure(server, max_retries=2)
        assert len(server.chats) == 1


@pytest.mark.parametrize("refusal", [refuses(400), refuses(422), refuses(500, message="in body.response_format.type")])
async def test_a_server_that_takes_no_schema_is_asked_in_the_older_way_from_then_on(refusal: Answer) -> None:
    wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "object"}}}
    body = {"messages": [{"role": "user", "content": "hi"}], "response_format": wanted}

    def answer(request: Received) -> Answer:
        return refusal if request.body["response_format"]["type"] == "json_schema" else says("{}")

    with OpenAIServer() as server:
        server.answer = answer
        for _ in range(2):
            assert (await complete(endpoint(server.url), "fake", body)).text == "{}"
        formats = [chat["response_format"] for chat in server.chats]
    older = {"type": "json_object", "schema": {"type": "object"}}
    assert formats == [wanted, older, older]


async def test_what_is_refused_for_another_reason_stays_refused() -> None:
    wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": {}}}
    body = {"messages": [{"role": "user", "content": "hi"}], "response_format": wanted}
    with OpenAIServer(refuses(400, "first"), refuses(400, "second"), refuses(400, "third")) as server:
        with pytest.raises(EndpointError, match="first"):
            await complete(endpoint(server.url), "fake", body)
        assert len(server.chats) == 2


async def test_the_list_of_models_may_be_missing() -> None:
    with OpenAIServer() as server:
        target = endpoint(server.url.removesuffix("/v1"), max_retries=0)
        with pytest.raises(EndpointError, match=r"refused the request \(404, unknown_url\)"):
            await models(target)


async def test_the_key_is_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with OpenAIServer(says("네"), refuses(401)) as server:
        await ChatAgent("fake", server.url).respond(VIEW)
        await failure(server)
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in caplog.text


class TestEndpoint:
    """Where settings and environment lead."""

    def test_the_default_needs_a_key(self) -> None:
        with pytest.raises(UsageError, match="export OPENAI_API_KEY=YOUR_KEY, or name another server"):
            endpoint(environment={})
        with pytest.raises(UsageError, match="export OPENAI_API_KEY"):
            endpoint(environment={"OPENAI_API_KEY": "  "})
        with pytest.raises(UsageError, match="export OPENAI_API_KEY"):
            endpoint("https://api.openai.com/v1/", environment={})

    def test_a_named_key_is_needed_everywhere(self) -> None:
        with pytest.raises(UsageError, match=r"export MY_KEY=YOUR_KEY$"):
            endpoint("http://127.0.0.1:1/v1", key_variable="MY_KEY", environment={"OPENAI_API_KEY": KEY})
        named = endpoint("http://127.0.0.1:1/v1", key_variable="MY_KEY", environment={"MY_KEY": "mine"})
        assert named.api_key.get_secret_value() == "mine"

    def test_other_servers_need_none(self) -> None:
        local = endpoint(environment={"OPENAI_BASE_URL": "http://127.0.0.1:1/v1/"})
        assert local.base_url == "http://127.0.0.1:1/v1"
        assert local.api_key.get_secret_value() == "none"

    def test_what_is_given_wins_over_the_environment(self) -> None:
        environment = {"OPENAI_BASE_URL": "http://b/v1", "OPENAI_API_KEY": "b"}
        given = endpoint("http://a/v1", api_key="a", environment=environment)
        assert (given.base_url, given.api_key.get_secret_value()) == ("http://a/v1", "a")

    @pytest.mark.parametrize("address", ["localhost:8000", "ftp://a/v1", "http://", "http://a:b/v1", "http://[", "/v1"])
    def test_addresses_that_cannot_be(self, address: str) -> None:
        with pytest.raises(UsageError, match="is no base URL: write it like http"):
            endpoint(address, environment={})

    @pytest.mark.parametrize("key", ["sk 1", "sk-é", "sk\n1"])
    def test_keys_that_cannot_be(self, key: str) -> None:
        with pytest.raises(UsageError, match="the API key in OPENAI_API_KEY holds") as caught:
            endpoint(environment={"OPENAI_API_KEY": key})
        assert key not in str(caught.value)

    def test_nothing_secret_is_shown(self) -> None:
        target = endpoint("https://user:hidden@a.example:8443/v1?token=hidden", api_key=KEY, environment={})
        assert target.shown == "https://a.example:8443/v1"
        for shown in (repr(target), str(target), f"{target!r}"):
            assert "hidden" not in shown
            assert KEY not in shown
        with pytest.raises(UsageError) as caught:
            endpoint("user:hidden@a.example", environment={})
        assert "hidden" not in str(caught.value)


def test_the_sdk_is_imported_only_when_asked() -> None:
    program = (
        "import sys, simulator.llm, simulator.agents.chat as chat;"
        " chat.ChatAgent('m', 'http://127.0.0.1:1/v1'); print('openai' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "False"


@pytest.mark.parametrize("aiohttp", [True, False])
async def test_https_at_a_server_that_speaks_http(aiohttp: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if aiohttp:
        pytest.importorskip("aiohttp")
    monkeypatch.setattr("simulator.llm_client.find_spec", lambda name: aiohttp or None)
    with OpenAIServer(says("hello")) as server:
        server.url = server.url.replace("http:", "https:")
        message = await failure(server)
    assert message.startswith("cannot reach URL: TLS: ")
    assert message.endswith("; does the server speak https, or only http?")


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("aiohttp", [True, False])
@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("SSL_CERT_FILE", "/nonexistent", "TLS: SSL_CERT_FILE cannot be used (No such file or directory); name a file"),
        ("HTTP_PROXY", "garbage::", "the proxy in HTTP_PROXY is no address; write it like http://HOST:PORT"),
        ("HTTPS_PROXY", f"gopher://me:{KEY}@proxy", "the proxy in HTTPS_PROXY is no address; write it like"),
    ],
)
async def test_surroundings_that_cannot_be_used(
    variable: str, value: str, message: str, aiohttp: bool, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if aiohttp:
        pytest.importorskip("aiohttp")
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("simulator.llm_client.find_spec", lambda name: aiohttp or None)
    monkeypatch.setenv(variable, value)
    with OpenAIServer(says("hello")) as server:
        server.url = server.url.replace("http:", f"{scheme}:")
        assert (await failure(server)).startswith(f"cannot reach URL: {message}")
        with pytest.raises(EndpointError, match="cannot reach"):
            await models(endpoint(server.url))


@pytest.mark.parametrize("address", ["localhost:8902/v1?api_key=", "http://h:99999/v1?api_key=", "h/v1#", "me:"])
def test_an_address_that_is_none_is_told_without_its_secrets(address: str) -> None:
    shown = address + KEY + ("@host" if address == "me:" else "")
    with pytest.raises(UsageError, match="is no base URL") as caught:
        endpoint(shown, environment={})
    assert KEY not in str(caught.value)


async def test_a_redirection_to_nobody_names_where_it_led() -> None:
    with OpenAIServer() as gone:
        there = gone.url.removesuffix("/v1")
    moved = Answer({}, 307, headers={"Location": f"{there}/v1/chat/completions?key=hidden"})
    with OpenAIServer(moved) as server:
        message = await failure(server)
    lead = f"URL sends its callers on to {there}, which cannot be reached: "
    assert message == f"{lead}Connection refused; is the server running?"


async def test_an_error_in_a_good_answer_is_quoted_short_and_without_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    look_for_secrets()
    with OpenAIServer(Answer({"error": {"message": f"no slot\nfor {KEY}: " + "busy " * 9000}})) as server:
        message = await failure(server)
    assert message.startswith("URL reports that the model failed: 'no slot for [secret]: busy busy")
    assert len(message) < 200


@pytest.mark.parametrize("error", [{}, [], True, {"message": {"a": 1}}, {"message": None, "code": 503}])
async def test_an_error_without_words(error: Any) -> None:
    with OpenAIServer(Answer({"error": error or "?"})) as server:
        assert (await failure(server)).startswith("URL reports that the model failed")


async def test_a_format_without_its_schema_is_the_endpoints_to_refuse() -> None:
    with OpenAIServer(refuses(400)) as server:
        target = replace(endpoint(server.url), max_retries=0)
        body: dict[str, Any] = {"messages": [], "response_format": {"type": "json_schema"}}
        with pytest.raises(EndpointError, match="refused the request"):
            await complete(target, "fake", body)
        await close_clients()
