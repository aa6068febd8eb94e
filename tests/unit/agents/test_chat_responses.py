"""The Responses API: the same sessions in the other wire format."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from drives import scenario
from openai_server import (
    Answer,
    OpenAIServer,
    as_response,
    calls,
    misbehaves,
    refuses,
    response_events,
    says,
    streamed_response,
    thought,
    wire_call,
)
from sessions import FAN, defect, play

from simulator.agents.chat import ChatAgent
from simulator.channel import Locale
from simulator.events import AssistantSpoke, ModelCalled
from simulator.llm import close_clients
from simulator.llm_responses import ResponsePieces, read_response, responses_fields, responses_request
from simulator.trajectory import Trajectory

FAN_CALL = wire_call("set_fan_speed", '{"level": 3}', "a")
WORDS: dict[Locale, str] = {"ko": "네, 바람을 3단으로 맞췄어요. 👍", "en": "Okay, the fan is at 3."}


@pytest.fixture(autouse=True)
async def undisturbed(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("simulator.llm_retry.FIRST_WAIT_S", 0.0)
    yield
    await close_clients()


async def drive(
    *script: Answer, locale: Locale = "en", api: Any = "responses", **settings: Any
) -> tuple[Trajectory, OpenAIServer]:
    with OpenAIServer(*script) as server:
        agent = ChatAgent("fake", server.url, api=api, **settings)
        return await play(agent, scenario(FAN), locale=locale), server


@pytest.mark.parametrize("locale", ["ko", "en"])
@pytest.mark.parametrize("stream", [False, True])
async def test_both_formats_play_the_same_session(locale: Locale, stream: bool) -> None:
    answers = (calls(FAN_CALL, content="hm"), says(WORDS[locale]))
    chat, _ = await drive(*answers, locale=locale, api="chat")
    made, server = await drive(*answers, locale=locale, stream=stream)
    assert made.digest() == chat.digest()
    assert next(event.text for event in made.of(AssistantSpoke)) == WORDS[locale]
    assert [(call.prompt_tokens, call.cached_tokens, call.completion_tokens) for call in made.of(ModelCalled)] == [
        (11, 5, 7),
        (11, 5, 7),
    ]
    assert [call.reasoning_tokens for call in made.of(ModelCalled)] == [3, 3]
    assert [call.first_token_ms is not None for call in made.of(ModelCalled)] == [stream, stream]
    assert [request.path for request in server.requests] == ["/v1/responses", "/v1/responses"]


async def test_the_request_in_this_format() -> None:
    options = {"reasoning": {"effort": "low"}, "max_tokens": 50}
    _, server = await drive(calls(FAN_CALL), says("Okay, that's done."), options=options, temperature=None)
    first, second = server.chats
    assert "messages" not in first
    assert first["instructions"].startswith("You are") or len(first["instructions"]) > 500
    assert first["store"] is False
    assert (first["reasoning"], first["include"]) == ({"effort": "low"}, ["reasoning.encrypted_content"])
    assert first["max_output_tokens"] == 50
    assert not {"temperature", "max_tokens", "stream", "stream_options"} & first.keys()
    [fan] = [tool for tool in first["tools"] if tool["name"] == "set_fan_speed"]
    assert fan.keys() == {"type", "strict", "name", "description", "parameters"}
    assert (fan["type"], fan["strict"]) == ("function", False)
    assert [item["role"] for item in first["input"]] == ["user"]
    assert second["input"][: len(first["input"])] == first["input"]
    call, result = second["input"][1:]
    assert call == {"type": "function_call", "call_id": "a", "name": "set_fan_speed", "arguments": '{"level": 3}'}
    assert result.keys() == {"type", "call_id", "output"}
    assert (result["type"], result["call_id"]) == ("function_call_output", "a")
    for field in ("instructions", "tools", "model", "reasoning"):
        assert first[field] == second[field]


@pytest.mark.parametrize("stream", [False, True])
async def test_sealed_thoughts_go_back_before_what_they_led_to(stream: bool) -> None:
    first = as_response(calls(FAN_CALL), (thought(1), {"type": "reasoning", "id": "rs_x", "summary": []}))
    _, server = await drive(first, as_response(says("Okay, that's done."), (thought(2),)), stream=stream)
    sent = server.chats[1]["input"]
    assert [item.get("type", "message") for item in sent] == [
        "message",
        "reasoning",
        "function_call",
        "function_call_output",
    ]
    assert sent[1] == {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "seal-1"}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "trouble",
    [
        refuses(500),
        refuses(429, retry_after_ms=1),
        misbehaves("drop"),
        Answer({"object": "response", "status": "failed", "error": {"code": "server_error"}, "output": []}),
    ],
)
async def test_passing_trouble_is_asked_again(trouble: Answer, stream: bool) -> None:
    failed = {"type": "response.failed", "response": {"status": "failed"}}
    if stream and isinstance(trouble.body, dict) and trouble.body.get("status") == "failed":
        trouble = Answer(pieces=(b"data: %s\n\n" % Answer(failed).payload(),))
    trajectory, _ = await drive(trouble, calls(FAN_CALL), says("Okay, that's done."), stream=stream)
    assert [call.retries for call in trajectory.of(ModelCalled)] == [1, 0]


@pytest.mark.parametrize("after", [1, 3])
async def test_a_stream_that_breaks_off_is_asked_anew(after: int) -> None:
    broken = streamed_response(as_response(calls(FAN_CALL)), cut_after=after)
    trajectory, server = await drive(broken, calls(FAN_CALL), says("Okay, that's done."), stream=True)
    assert len(server.chats) == 3
    assert [event.text for event in trajectory.of(AssistantSpoke)] == ["Okay, that's done."]


async def test_a_server_without_it_says_so() -> None:
    trajectory, _ = await drive(Answer({"error": {"message": "no"}}, 404), max_retries=0)
    assert "(404)" in defect(trajectory).message


@pytest.mark.parametrize("piece_bytes", [1, 7])
async def test_letters_that_are_split_between_pieces_are_whole(piece_bytes: int) -> None:
    cut = streamed_response(as_response(says(WORDS["ko"])), characters=3, piece_bytes=piece_bytes)
    trajectory, _ = await drive(cut, says("Okay, that's done."), stream=True)
    assert next(event.text for event in trajectory.of(AssistantSpoke)) == WORDS["ko"]


def test_a_stream_whose_end_holds_nothing_is_put_together() -> None:
    whole = as_response(calls(FAN_CALL, content="Ähm, 네."), (thought(1),))
    events = response_events(whole)
    events[-1] = {"type": "response.completed", "response": {"status": "completed", "usage": whole.body["usage"]}}
    bare = [event for event in events if event["type"] != "response.output_item.done"]
    expected = read_response(whole.payload(), 0)
    assert expected is not None
    for kind in (events, bare):
        pieces = ResponsePieces()
        for event in kind:
            pieces.add(f"data: {Answer(event).payload().decode()}")
        assert pieces.finished
        made = pieces.completion(0)
        assert made is not None
        assert (made.text, made.calls, made.prompt_tokens) == (expected.text, expected.calls, 11)


@pytest.mark.parametrize(
    "odd",
    [
        b"",
        b"[]",
        b"{}",
        b'{"output": null}',
        b'{"output": "text"}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_response_is_none(odd: bytes) -> None:
    assert read_response(odd, 0) is None


def test_odd_parts_are_left_out() -> None:
    output: list[Any] = [
        None,
        5,
        {"type": "message", "content": [None, {"type": "refusal", "refusal": "No."}]},
        {"type": "function_call", "id": "fc", "name": 5, "arguments": {"level": 3}},
        {"type": "reasoning", "summary": "odd"},
        {"type": "something_new"},
    ]
    found = read_response(Answer({"output": output, "usage": {"input_tokens": -1}}).payload(), 0)
    assert found is not None
    assert (found.text, found.prompt_tokens, found.reasoning) == ("No.", None, ())
    assert [(call.id, call.name, call.arguments) for call in found.calls] == [("fc", "", {"level": 3})]


def test_an_answer_that_was_cut_off() -> None:
    found = read_response(as_response(says("Okay, th", "length")).payload(), 0)
    assert found is not None
    assert (found.text, found.finish_reason) == ("Okay, th", "length")


def test_fields_and_requests_are_translated() -> None:
    assert responses_fields({"temperature": 0}) == {"temperature": 0, "store": False}
    assert responses_fields({"reasoning_effort": "low", "store": True}) == {
        "reasoning": {"effort": "low"},
        "store": True,
    }
    made = responses_request({"messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "u"}]})
    assert made == {"store": False, "instructions": "s", "input": [{"role": "user", "content": "u"}]}
