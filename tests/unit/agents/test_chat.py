"""The chat assistant against a server that speaks the real wire format."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from openai_server import Answer, OpenAIServer, Received, calls, message_answer, says, wire_call

from simulator.agents.chat import ChatAgent
from simulator.agents.prompt import prompt_digest, system_prompt
from simulator.agents.spec import CallRequest, Reply, Usage
from simulator.events import ToolCall
from simulator.llm import close_clients, endpoint, models
from simulator.registry import UsageError
from simulator.trajectory import AssistantCalled, AssistantView, DriverSaid, OfferedTool, ToolReplied

FAN = OfferedTool(
    "set_fan_speed", "Set the fan.", {"type": "object", "properties": {"level": {"type": "number"}}}, "set"
)
VIEW = AssistantView(
    locale="ko",
    speech_level="haeyo",
    tools=(FAN,),
    location={"id": "loc_seo_1", "name": "서울", "position": {"longitude": 127.0, "latitude": 37.5}},
    now=datetime(2025, 7, 14, 9, 5),
    messages=(DriverSaid("팬을 3단으로 해 줘"),),
)


@pytest.fixture(autouse=True)
async def clean_environment(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    yield
    await close_clients()


async def ask(server: OpenAIServer, view: AssistantView = VIEW, **settings: Any) -> Reply:
    return await ChatAgent("fake", server.url, **settings).respond(view)


async def test_speech_with_usage() -> None:
    with OpenAIServer(says(" 팬을 3단으로 맞췄어요. ")) as server:
        assert await ask(server) == Reply(speech="팬을 3단으로 맞췄어요.", usage=Usage(11, 7))


async def test_what_the_server_is_told() -> None:
    with OpenAIServer(says("네")) as server:
        await ask(server, max_tokens=50, options={"reasoning_effort": "low"})
        [body] = server.chats
    assert body == {
        "model": "fake",
        "temperature": 0.0,
        "max_tokens": 50,
        "reasoning_effort": "low",
        "messages": [
            {"role": "system", "content": system_prompt(VIEW)},
            {"role": "user", "content": "팬을 3단으로 해 줘"},
        ],
        "tools": [
            {
                "type": "function",
                "function": {"name": FAN.name, "description": FAN.description, "parameters": FAN.parameters},
            }
        ],
    }


async def test_temperature_can_be_left_out_and_so_are_tools_when_there_are_none() -> None:
    with OpenAIServer(says("네")) as server:
        await ask(server, replace(VIEW, tools=()), temperature=None)
        assert set(server.chats[0]) == {"model", "messages"}


async def test_parallel_calls_in_order() -> None:
    first = wire_call("set_fan_speed", '{"level": 3}', "a")
    second = wire_call("get_climate_settings", "{}", "b")
    with OpenAIServer(calls(first, second)) as server:
        reply = await ask(server)
    assert reply.calls == (
        CallRequest("set_fan_speed", {"level": 3}, "a"),
        CallRequest("get_climate_settings", {}, "b"),
    )
    assert reply.speech == ""


async def test_content_next_to_calls_is_kept_apart() -> None:
    with OpenAIServer(calls(wire_call("set_fan_speed", '{"level": 3}'), content="바꿀게요")) as server:
        reply = await ask(server)
    assert len(reply.calls) == 1
    assert reply.speech == "바꿀게요"


@pytest.mark.parametrize(
    ("raw", "arguments"),
    [
        ('{"level": 3', {"__malformed__": '{"level": 3'}),
        ("[3]", {"__malformed__": "[3]"}),
        ({"level": 3}, {"level": 3}),
        ("", {}),
    ],
)
async def test_arguments(raw: Any, arguments: dict[str, Any]) -> None:
    with OpenAIServer(calls(wire_call("set_fan_speed", raw))) as server:
        assert (await ask(server)).calls[0].arguments == arguments


async def test_unknown_and_missing_names_are_passed_on() -> None:
    listed = [wire_call("launch_rocket", "{}", "a"), wire_call(None, "{}", "b")]
    with OpenAIServer(calls(*listed)) as server:
        assert [call.name for call in (await ask(server)).calls] == ["launch_rocket", ""]


async def test_ids_that_are_taken_or_missing_are_left_to_the_session() -> None:
    listed = [wire_call("a", "{}", "old"), wire_call("b", "{}", "new"), wire_call("c", "{}", "new")]
    listed.append(wire_call("d", "{}", None))
    before = (
        AssistantCalled((ToolCall(id="old", name="a", arguments={}),)),
        ToolReplied("old", "a", "SUCCESS"),
    )
    with OpenAIServer(calls(*listed)) as server:
        reply = await ask(server, replace(VIEW, messages=(*VIEW.messages, *before)))
    assert [call.id for call in reply.calls] == ["", "new", "", ""]


@pytest.mark.parametrize(
    ("message", "speech"),
    [
        ({"content": None}, ""),
        ({}, ""),
        ({"content": ""}, ""),
        ({"content": None, "tool_calls": None}, ""),
        ({"content": None, "tool_calls": []}, ""),
        ({"content": None, "refusal": "안 돼요."}, "안 돼요."),
        ({"content": [{"type": "thinking", "text": "음"}, {"type": "text", "text": "네"}]}, "네"),
        ({"content": "\ud83d 네"}, "\ufffd 네"),
        ({"content": "\ud83d\ude00"}, "😀"),
    ],
)
async def test_unusual_messages(message: dict[str, Any], speech: str) -> None:
    with OpenAIServer(message_answer(message)) as server:
        reply = await ask(server)
    assert (reply.speech, reply.calls) == (speech, ())


async def test_an_answer_that_was_cut_off_is_used_as_far_as_it_came() -> None:
    cut = calls(wire_call("set_fan_speed", '{"lev'), finish_reason="length")
    with OpenAIServer(says("팬을 3단", "length"), cut, says(None, "length")) as server:
        agent = ChatAgent("fake", server.url)
        assert (await agent.respond(VIEW)).speech == "팬을 3단"
        assert (await agent.respond(VIEW)).calls[0].arguments == {"__malformed__": '{"lev'}
        assert await agent.respond(VIEW) == Reply(usage=Usage(11, 7))


@pytest.mark.parametrize("usage", [{"prompt_tokens": None}, {"prompt_tokens": "many"}, {"prompt_tokens": -1}, [3]])
async def test_unusable_usage_is_none(usage: Any) -> None:
    with OpenAIServer(message_answer({"content": "네"}, usage=usage)) as server:
        assert (await ask(server)).usage == Usage()


async def test_a_very_long_answer() -> None:
    with OpenAIServer(says("가" * 3_000_000)) as server:
        assert len((await ask(server)).speech) == 3_000_000


async def test_a_session_keeps_its_first_prompt_while_time_passes() -> None:
    later = replace(VIEW, now=datetime(2025, 7, 14, 9, 7), messages=(*VIEW.messages, DriverSaid("고마워")))
    with OpenAIServer(says("네"), says("네")) as server:
        agent = ChatAgent("fake", server.url)
        await agent.respond(VIEW)
        await agent.respond(later)
        first, second = server.chats
    assert first["messages"][0] == second["messages"][0]
    assert second["messages"][:-1] == first["messages"]
    assert agent.prompt_digest(VIEW) == prompt_digest(VIEW) != prompt_digest(later)


async def test_a_dialogue_of_calls_and_speech() -> None:
    def answer(request: Received) -> Answer:
        last = request.body["messages"][-1]
        if last["role"] == "tool":
            return says(f"{json.loads(last['content'])['result']['level']}단으로 맞췄어요.")
        return calls(wire_call("set_fan_speed", '{"level": 3}', "a"))

    with OpenAIServer() as server:
        server.answer = answer
        agent = ChatAgent("fake", server.url)
        [call] = (await agent.respond(VIEW)).calls
        done = (
            AssistantCalled((ToolCall(id=call.id, name=call.name, arguments=call.arguments),)),
            ToolReplied(call.id, call.name, '{"status": "SUCCESS", "result": {"level": 3}}'),
        )
        reply = await agent.respond(replace(VIEW, messages=(*VIEW.messages, *done)))
        assert reply.speech == "3단으로 맞췄어요."
        assert [message["role"] for message in server.chats[1]["messages"]] == ["system", "user", "assistant", "tool"]


async def test_sessions_share_their_connections() -> None:
    with OpenAIServer(*[says("네")] * 3) as server:
        for _ in range(3):
            agent = ChatAgent("fake", server.url)
            await agent.respond(VIEW)
            await agent.aclose()
        assert server.connections == 1


async def test_models_are_listed() -> None:
    with OpenAIServer(models=("one", "two")) as server:
        assert await models(endpoint(server.url)) == ("one", "two")


def test_a_model_is_needed() -> None:
    with pytest.raises(UsageError, match="--model"):
        ChatAgent(" ", "http://127.0.0.1:1/v1")


def test_its_name_says_which_model() -> None:
    assert ChatAgent("org/model-7b", "http://127.0.0.1:1/v1").name == "chat:org/model-7b"
