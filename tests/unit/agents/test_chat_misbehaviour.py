"""What a session does when a provider misbehaves, whole answers and streamed ones alike."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from drives import scenario
from openai_server import (
    Answer,
    OpenAIServer,
    as_response,
    calls,
    message_answer,
    misbehaves,
    refuses,
    says,
    streamed,
    streamed_response,
    wire_call,
)
from sessions import FAN, defect, end, play

from scenarios.schema import Scenario
from simulator.agents.chat import MALFORMED_CHARACTERS, ChatAgent
from simulator.events import (
    AssistantSpoke,
    EndWord,
    FaultKind,
    ModelCalled,
    Termination,
    ToolCalled,
    ToolReturned,
)
from simulator.llm import close_clients, endpoint
from simulator.llm_client import limiter_of
from simulator.session import Limits
from simulator.trajectory import Trajectory

FAN_CALL = wire_call("set_fan_speed", '{"level": 3}', "a")
DONE = says("Okay, that's done.")


@pytest.fixture(autouse=True)
async def undisturbed(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    # Waiting between tries would only take time.
    monkeypatch.setattr("simulator.llm_retry.FIRST_WAIT_S", 0.0)
    yield
    await close_clients()


async def drive(
    *script: Answer, of: Scenario | None = None, stream: bool = False, **settings: Any
) -> tuple[Trajectory, OpenAIServer]:
    with OpenAIServer(*script) as server:
        agent = ChatAgent("fake", server.url, stream=stream, **settings)
        return await play(agent, of or scenario(FAN)), server


def spoken(trajectory: Trajectory) -> list[str]:
    return [event.text for event in trajectory.of(AssistantSpoke)]


def faults(trajectory: Trajectory) -> list[FaultKind | None]:
    return [event.result.fault.kind if event.result.fault else None for event in trajectory.of(ToolReturned)]


def asked(trajectory: Trajectory) -> list[ModelCalled]:
    return list(trajectory.of(ModelCalled))


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "trouble",
    [
        refuses(429),
        refuses(429, retry_after_ms=1),
        refuses(500),
        refuses(503, retry_after_ms=1),
        misbehaves("drop"),
    ],
)
async def test_passing_trouble_is_asked_again_and_counted(trouble: Answer, stream: bool) -> None:
    trajectory, server = await drive(trouble, trouble, calls(FAN_CALL), DONE, stream=stream)
    assert faults(trajectory) == [None]
    assert spoken(trajectory) == ["Okay, that's done."]
    assert [call.retries for call in asked(trajectory)] == [2, 0]
    assert len(server.chats) == 4


async def test_lasting_pauses_that_are_told_are_waited_for() -> None:
    # Many more than the tries for trouble of which nobody says when it passes.
    seconds = Answer(refuses(429).body, 429, {"retry-after": "0.01"})
    trajectory, _ = await drive(*[seconds, refuses(429, retry_after_ms=5)] * 8, calls(FAN_CALL), DONE)
    assert spoken(trajectory) == ["Okay, that's done."]
    assert [call.retries for call in asked(trajectory)] == [16, 0]


async def test_a_pause_that_would_last_too_long_is_not_waited_for() -> None:
    trajectory, server = await drive(Answer(refuses(429).body, 429, {"retry-after": "500"}), calls(FAN_CALL), DONE)
    assert "limits requests (429)" in defect(trajectory).message
    assert defect(trajectory).message.endswith("it asks to come back in 500 s")
    assert len(server.chats) == 1


async def test_an_account_without_money_is_not_asked_again() -> None:
    trajectory, server = await drive(refuses(429, "insufficient_quota"), calls(FAN_CALL), DONE)
    assert "limits requests (429, insufficient_quota)" in defect(trajectory).message
    assert len(server.chats) == 1


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (refuses(429), "limits requests (429): ask fewer at once"),
        (refuses(500), "failed, and again when asked anew (500)"),
        (misbehaves("drop"), "cannot reach"),
    ],
)
async def test_lasting_trouble_is_a_defect_and_no_failure(trouble: Answer, told: str) -> None:
    trajectory, _ = await drive(*[trouble] * 3)
    found = defect(trajectory)
    assert found.where == "assistant"
    assert told in found.message
    [call] = asked(trajectory)
    assert (call.answered, call.prompt_tokens) == (False, None)


@pytest.mark.parametrize("stream", [False, True])
async def test_a_long_silence_ends_with_the_calls_own_limit(stream: bool) -> None:
    trajectory, _ = await drive(misbehaves("silence"), stream=stream, timeout_s=5, call_limit_s=0.05)
    assert defect(trajectory).message.endswith("gave no whole answer within 0.05 s")
    assert [call.answered for call in asked(trajectory)] == [False]


async def test_a_server_that_drips_ends_with_the_calls_own_limit() -> None:
    # Every single piece comes in time, the whole never does.
    endless = Answer(pieces=(b": still thinking\n\n",) * 1000, pause_s=0.01)
    trajectory, _ = await drive(endless, stream=True, timeout_s=5, call_limit_s=0.05, max_retries=0)
    assert defect(trajectory).message.endswith("gave no whole answer within 0.05 s")


@pytest.mark.parametrize("after", [0, 1, 3])
async def test_a_stream_that_breaks_off_is_asked_anew(after: int) -> None:
    broken = streamed(calls(FAN_CALL), cut_after=after) if after else misbehaves("cut")
    trajectory, server = await drive(broken, streamed(calls(FAN_CALL)), streamed(DONE), stream=True)
    assert faults(trajectory) == [None]
    assert len(server.chats) == 3
    assert [call.retries for call in asked(trajectory)] == [1, 0]


async def test_a_stream_that_always_breaks_off_is_a_defect() -> None:
    trajectory, server = await drive(*[streamed(DONE, cut_after=2)] * 3, stream=True)
    assert "broke off in the middle of an answer" in defect(trajectory).message
    assert spoken(trajectory) == []
    assert len(server.chats) == 3


async def test_a_stream_that_ends_without_its_end_is_asked_anew() -> None:
    whole = streamed(DONE)
    trajectory, _ = await drive(replace(whole, pieces=whole.pieces[:2]), whole, stream=True)
    assert spoken(trajectory) == ["Okay, that's done."]


async def test_an_error_inside_a_stream_is_asked_anew() -> None:
    failed = Answer(pieces=(b'data: {"error": {"message": "overloaded"}}\n\n', b"data: [DONE]\n\n"))
    trajectory, _ = await drive(failed, streamed(DONE), stream=True)
    assert spoken(trajectory) == ["Okay, that's done."]


@pytest.mark.parametrize("stream", [False, True])
async def test_arguments_that_are_no_json_are_told_to_the_model(stream: bool) -> None:
    broken = calls(wire_call("set_fan_speed", '{"level": 3', "a"))
    answers = [broken, calls(wire_call("set_fan_speed", '{"level": 3}', "b")), DONE]
    trajectory, server = await drive(*(map(streamed, answers) if stream else answers), stream=stream)
    assert faults(trajectory) == [FaultKind.INVALID_ARGUMENTS, None]
    told = server.chats[1]["messages"][-1]
    assert (told["role"], told["tool_call_id"]) == ("tool", "a")
    assert "not a JSON object" in told["content"]


async def test_an_object_in_place_of_its_text_is_taken() -> None:
    trajectory, _ = await drive(calls(wire_call("set_fan_speed", {"level": 3}, "a")), DONE)
    assert faults(trajectory) == [None]
    piece = {"choices": [{"delta": {"tool_calls": [wire_call("set_fan_speed", {"level": 3}, "a")]}}]}
    end_piece = {"choices": [{"delta": {}, "finish_reason": "tool_calls"}]}
    stream = Answer(pieces=tuple(b"data: %s\n\n" % Answer(part).payload() for part in (piece, end_piece)))
    trajectory, _ = await drive(stream, streamed(DONE), stream=True)
    assert faults(trajectory) == [None]


@pytest.mark.parametrize("stream", [False, True])
async def test_an_unknown_tool_is_a_fault_of_the_model(stream: bool) -> None:
    answers = [calls(wire_call("launch_rocket", "{}", "a")), DONE]
    trajectory, server = await drive(*(map(streamed, answers) if stream else answers), stream=stream)
    assert faults(trajectory) == [FaultKind.UNKNOWN_TOOL]
    assert end(trajectory).termination is Termination.USER_STOP
    assert "Unknown action launch_rocket" in server.chats[1]["messages"][-1]["content"]


async def test_a_hidden_tool_is_refused_and_noted() -> None:
    hidden = scenario(kind="hallucination", removed=["set_fan_speed"])
    trajectory, server = await drive(calls(FAN_CALL), DONE, of=hidden)
    assert "set_fan_speed" not in str(server.chats[0])
    assert faults(trajectory) == [FaultKind.REMOVED]
    assert end(trajectory).end_word is EndWord.HALLUCINATION_ERROR_REMOVED_TOOL


@pytest.mark.parametrize("stream", [False, True])
async def test_ids_that_come_twice_are_told_apart(stream: bool) -> None:
    twice = calls(FAN_CALL, wire_call("set_fan_speed", '{"level": 2}', "a"))
    answers = [twice, calls(FAN_CALL), DONE]
    trajectory, server = await drive(*(map(streamed, answers) if stream else answers), stream=stream)
    ids = [event.call.id for event in trajectory.of(ToolCalled)]
    assert len(ids) == len(set(ids)) == 3
    assert faults(trajectory) == [None, None, None]
    replied = [message["tool_call_id"] for message in server.chats[2]["messages"] if message["role"] == "tool"]
    assert replied == ids


@pytest.mark.parametrize("content", ["", None, "  ", "<think>hm</think>", "<think>cut off in the middle"])
async def test_an_answer_without_words_is_silence(content: str | None) -> None:
    trajectory, _ = await drive(says(content), says(content), says(content), says(content))
    assert spoken(trajectory)[0] == ""
    assert end(trajectory).end_word is EndWord.NO_ANSWER


@pytest.mark.parametrize("stream", [False, True])
async def test_words_beside_calls_do_not_reach_the_driver(stream: bool) -> None:
    answers = [calls(FAN_CALL, content="I will do that now."), DONE]
    trajectory, _ = await drive(*(map(streamed, answers) if stream else answers), stream=stream)
    assert faults(trajectory) == [None]
    assert spoken(trajectory) == ["Okay, that's done."]


@pytest.mark.parametrize("stream", [False, True])
async def test_an_answer_that_was_cut_off_is_used_as_far_as_it_came(stream: bool) -> None:
    answers = [
        calls(wire_call("set_fan_speed", '{"lev', "a"), finish_reason="length"),
        says("Okay, that", finish_reason="length"),
        DONE,
    ]
    trajectory, _ = await drive(*(map(streamed, answers) if stream else answers), stream=stream)
    assert faults(trajectory) == [FaultKind.INVALID_ARGUMENTS]
    assert spoken(trajectory)[0] == "Okay, that"


@pytest.mark.parametrize("piece_bytes", [1, 2, 7])
async def test_letters_that_are_split_between_pieces_are_whole(piece_bytes: int) -> None:
    words = "네, 창문을 절반쯤 열었어요. 👍 끝!\u2028다음 줄"
    cut = streamed(says(words), characters=3, piece_bytes=piece_bytes)
    trajectory, _ = await drive(cut, DONE, stream=True)
    assert spoken(trajectory)[0] == words


@pytest.mark.parametrize("stream", [False, True])
async def test_ten_megabytes_of_speech_are_cut(stream: bool) -> None:
    long = says("la " * (10 * 2**20 // 3))
    answers = [streamed(long, characters=2**16) if stream else long, DONE]
    trajectory, _ = await drive(*answers, stream=stream)
    assert len(spoken(trajectory)[0]) == Limits().max_speech_characters
    assert end(trajectory).termination is Termination.USER_STOP


async def test_ten_megabytes_of_arguments_are_refused() -> None:
    trajectory, _ = await drive(calls(wire_call("set_fan_speed", '{"level": "' + "3" * 10 * 2**20 + '"}')), DONE)
    assert faults(trajectory) == [FaultKind.INVALID_ARGUMENTS]
    [called] = trajectory.of(ToolCalled)
    assert len(str(called.call.arguments)) < MALFORMED_CHARACTERS + 100


async def test_a_server_that_knows_no_streams_is_understood() -> None:
    trajectory, server = await drive(calls(FAN_CALL), DONE, stream=True)
    assert faults(trajectory) == [None]
    assert server.chats[0]["stream"] is True
    assert [call.first_token_ms for call in asked(trajectory)] == [None, None]


async def test_streamed_and_whole_answers_are_the_same_session() -> None:
    answers = [calls(FAN_CALL, content="Let me see."), says("<think>3 was asked for</think> Okay, that's done.")]
    whole, _ = await drive(*answers)
    pieces, server = await drive(*map(streamed, answers), stream=True)
    assert whole.digest() == pieces.digest()
    assert server.chats[0]["stream_options"] == {"include_usage": True}
    assert [(call.prompt_tokens, call.completion_tokens) for call in asked(pieces)] == [(11, 7), (11, 7)]
    for call in asked(pieces):
        assert call.first_token_ms is not None
        assert call.latency_ms is not None
        assert call.first_token_ms <= call.latency_ms


@pytest.mark.parametrize("installed", [True, False])
async def test_both_transports_play_the_same_session(installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if installed:
        pytest.importorskip("aiohttp")
    else:
        monkeypatch.setattr("simulator.llm_client.find_spec", lambda name: None)
    answers = (calls(FAN_CALL), DONE)
    for stream in (False, True):
        cut = streamed(DONE, cut_after=2) if stream else misbehaves("cut")
        whole = [streamed(answer) if stream else answer for answer in answers]
        trajectory, _ = await drive(misbehaves("drop"), whole[0], cut, refuses(500), whole[1], stream=stream)
        assert faults(trajectory) == [None]
        assert spoken(trajectory) == ["Okay, that's done."]
        assert [call.retries for call in asked(trajectory)] == [1, 2]


async def test_without_an_answer_each_transport_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("aiohttp")
    told = []
    for found in (True, False):
        monkeypatch.setattr("simulator.llm_client.find_spec", lambda name, found=found: found or None)
        trajectory, server = await drive(misbehaves("drop"), max_retries=0)
        told.append(defect(trajectory).message.replace(server.url, "URL"))
        await close_clients()
    assert all(message.startswith("AgentUnavailable: cannot reach URL: ") for message in told)


def ends_in(error: Any, *more: bytes) -> Answer:
    """Return a stream of half an answer and then an error."""
    half = json.dumps({"choices": [{"index": 0, "delta": {"content": "I've"}, "finish_reason": None}]})
    pieces = (f"data: {half}\n\n".encode(), f"data: {json.dumps(error)}\n\n".encode(), b"data: [DONE]\n\n")
    return Answer(pieces=pieces)


ERRORS = [
    {"error": "overloaded"},
    {"error": {"message": "overloaded"}},
    {"error": {}},
    {"choices": [{"delta": {}, "error": "overloaded", "finish_reason": "error"}]},
]


@pytest.mark.parametrize("error", ERRORS)
async def test_an_error_in_a_stream_is_asked_anew_and_never_spoken(error: Any) -> None:
    trajectory, server = await drive(ends_in(error), streamed(calls(FAN_CALL)), streamed(DONE), stream=True)
    assert faults(trajectory) == [None]
    assert spoken(trajectory) == ["Okay, that's done."]
    assert [call.retries for call in asked(trajectory)] == [1, 0]
    assert len(server.chats) == 3


@pytest.mark.parametrize("error", ERRORS)
async def test_an_error_in_every_stream_is_a_defect(error: Any) -> None:
    trajectory, server = await drive(*[ends_in(error)] * 3, stream=True)
    said = "" if error == {"error": {}} else ": 'overloaded'"
    assert defect(trajectory).message.endswith(f"reports in the middle of an answer that the model failed{said}")
    assert spoken(trajectory) == []
    assert len(server.chats) == 3


async def test_an_error_in_a_stream_of_responses_is_asked_anew() -> None:
    end = streamed_response(as_response(says("half")))
    broken = Answer(pieces=(b'data: {"error": "overloaded"}\n\n', *end.pieces))
    trajectory, _ = await drive(broken, calls(FAN_CALL), DONE, stream=True, api="responses")
    assert spoken(trajectory) == ["Okay, that's done."]
    assert [call.retries for call in asked(trajectory)] == [1, 0]


async def test_a_stream_without_end_is_said_to_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.llm_client.MOST_BYTES", 2**20)
    endless = Answer(pieces=(b"data: {}\n\n" * 2**15,) * 8)
    trajectory, _ = await drive(endless, stream=True, max_retries=0)
    assert defect(trajectory).message.endswith("did not end its answer within 1 MB")


@pytest.mark.parametrize("transport", ["aiohttp", "httpx"])
@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("status", [200, 400, 503])
async def test_a_whole_answer_without_end_is_said_to_have_none(
    monkeypatch: pytest.MonkeyPatch, stream: bool, status: int, transport: str
) -> None:
    if transport == "httpx":
        monkeypatch.setattr("simulator.llm_client.find_spec", lambda name: None)
    monkeypatch.setattr("simulator.llm_client.MOST_BYTES", 2**20)
    good = says("word " * 2**20).body if status == 200 else refuses(status, message="word " * 2**20).body
    trajectory, server = await drive(Answer(good, status), DONE, stream=stream)
    assert faults(trajectory) == []
    assert spoken(trajectory) == ["Okay, that's done."]
    assert len(server.chats) == 2
    trajectory, server = await drive(Answer(good, status), stream=stream, max_retries=0)
    assert defect(trajectory).message.endswith("did not end its answer within 1 MB")


@pytest.mark.parametrize("stream", [False, True])
async def test_a_call_in_the_form_before_tools_is_a_call(stream: bool) -> None:
    call = {"name": "set_fan_speed", "arguments": '{"level": 3}'}
    if stream:
        deltas = [
            {"function_call": {"name": "set_fan_speed", "arguments": ""}},
            {"function_call": {"arguments": '{"level"'}},
            {"function_call": {"arguments": ": 3}"}},
        ]
        chunks = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "function_call"}]})
        older = Answer(pieces=tuple(f"data: {json.dumps(chunk)}\n\n".encode() for chunk in chunks))
    else:
        older = message_answer({"content": None, "function_call": call}, "function_call")
    trajectory, server = await drive(older, streamed(DONE) if stream else DONE, stream=stream)
    [called] = trajectory.of(ToolCalled)
    assert (called.call.name, called.call.arguments) == ("set_fan_speed", {"level": 3})
    assert faults(trajectory) == [None]
    # The history is told in today's form, with an id of the session's own.
    [told] = server.chats[1]["messages"][-2]["tool_calls"]
    assert told["id"] == server.chats[1]["messages"][-1]["tool_call_id"] != ""


@pytest.mark.parametrize("tokens", [10**400, 10**13, -1, 1.5, "11", True])
async def test_token_counts_that_nobody_can_believe_are_unknown(tokens: Any) -> None:
    usage = {"prompt_tokens": tokens, "completion_tokens": tokens}
    with OpenAIServer(message_answer({"content": "Okay, that's done."}, usage=usage)) as server:
        agent = ChatAgent("fake", server.url, tokens_per_minute=10**6)
        trajectory = await play(agent, scenario(FAN))
        limiter = limiter_of(endpoint(server.url))
    assert spoken(trajectory) == ["Okay, that's done."]
    assert [(call.prompt_tokens, call.completion_tokens) for call in asked(trajectory)] == [(None, None)]
    assert limiter.in_flight == 0
