"""What one request looks like on the wire, and what a lost connection or a refusal becomes."""

import json
from base64 import b64encode
from collections.abc import AsyncIterator
from typing import Any

import pytest
from openai_server import Answer, OpenAIServer, refuses, says

from simulator.llm import EndpointError, close_clients, complete, endpoint
from simulator.llm_endpoint import Api

RESPONSE = {
    "object": "response",
    "status": "completed",
    "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]}],
}


def asking(words: str = "Hello.", api: Api = "chat") -> dict[str, Any]:
    return {"messages" if api == "chat" else "input": [{"role": "user", "content": words}]}


@pytest.fixture(autouse=True)
async def closed(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    for name in ("OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setattr("simulator.llm_retry.FIRST_WAIT_S", 0.0)
    yield
    await close_clients()


@pytest.mark.parametrize("stream", [False, True])
async def test_a_request_carries_key_length_and_what_the_client_is_told_but_nothing_of_the_machine(
    monkeypatch: pytest.MonkeyPatch, stream: bool
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-mine")
    with OpenAIServer() as server:
        server.answer = lambda request: says("Done.")
        for words in ("하나", "둘 둘"):
            assert (await complete(endpoint(server.url), "m", asking(words), stream=stream)).text == "Done."
    for request, words in zip(server.requests, ("하나", "둘 둘"), strict=True):
        assert (request.method, request.path, request.query) == ("POST", "/v1/chat/completions", "")
        assert request.body["messages"][0]["content"] == words
        assert request.headers["authorization"] == "Bearer sk-test"
        assert request.headers["openai-organization"] == "org-of-mine"
        assert request.headers["content-type"] == "application/json"
        assert not [name for name in request.headers if name.startswith("x-stainless")]
    lengths = [int(request.headers["content-length"]) for request in server.requests]
    assert lengths[1] - lengths[0] == len("둘 둘".encode()) - len("하나".encode())


async def test_query_and_login_of_an_address_go_along() -> None:
    with OpenAIServer() as server:
        server.answer = lambda request: says("Done.")
        address = server.url.replace("http://", "http://user:p%40ss@") + "?api-version=2025-01-01&x=%20y"
        await complete(endpoint(address), "m", asking())
        (request,) = server.requests
    assert request.query in ("api-version=2025-01-01&x=%20y", "api-version=2025-01-01&x=+y")
    assert request.headers["authorization"] == f"Basic {b64encode(b'user:p@ss').decode()}"


@pytest.mark.parametrize(("api", "path"), [("chat", "/v1/chat/completions"), ("responses", "/v1/responses")])
async def test_both_formats_have_an_address_of_their_own(api: Api, path: str) -> None:
    with OpenAIServer() as server:
        server.answer = lambda request: says("Done.") if api == "chat" else Answer(RESPONSE)
        await complete(endpoint(server.url), "m", asking(api=api), api=api)
        assert server.requests[0].path == path


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (refuses(401, "invalid_api_key"), "does not accept the API key (401, invalid_api_key)"),
        (refuses(404, "model_not_found"), "does not know the model 'm'"),
        (refuses(400, "bad_thing"), "refused the request (400, bad_thing)"),
        (refuses(503), "failed, and again when asked anew (503"),
    ],
)
async def test_refusals_are_told_in_one_line_without_the_key(answer: Answer, told: str, stream: bool) -> None:
    with OpenAIServer() as server:
        server.answer = lambda request: answer
        with pytest.raises(EndpointError) as caught:
            await complete(endpoint(server.url), "m", asking(), stream=stream)
    assert told in str(caught.value)
    assert "sk-test" not in json.dumps([str(caught.value), repr(caught.value.__cause__)])


async def test_nobody_there() -> None:
    with OpenAIServer() as server:
        gone = server.url
    with pytest.raises(EndpointError, match="is the server running"):
        await complete(endpoint(gone), "m", asking())
