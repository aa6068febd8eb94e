"""One session over MCP, driven by the SDK's own client."""

import asyncio
import importlib.util
import json
from typing import Any

import pytest
from drives import scenario
from sessions import defect, end, session

from simulator.agents.spec import Reply
from simulator.events import EndWord
from simulator.registry import UsageError
from simulator.serve.mcp import SPEAK, McpAssistant, need_mcp, playing

pytest.importorskip("mcp")
FAN: tuple[str, dict[str, Any]] = ("set_fan_speed", {"level": 3})


class Seat:
    """A session in the making and the client that drives it."""

    def __init__(self, locale: Any = "en", **more: Any) -> None:
        self.assistant = McpAssistant()
        self.session = session(self.assistant, scenario(FAN, **more), locale)

    async def play(self) -> str:
        async for _ in self.session.run():
            pass
        return "played"


async def tell(client: Any, name: str, arguments: dict[str, Any]) -> str:
    result = await client.call_tool(name, arguments)
    (content,) = result.content
    return str(content.text)


@pytest.mark.parametrize(("locale", "words"), [("en", "The fan is at three."), ("ko", "바람 세기를 3단계로 맞췄어요.")])
async def test_a_client_drives_a_session_to_its_end(locale: str, words: str) -> None:
    from mcp.client.client import Client

    seat = Seat(locale)
    first = {"en": "Please.", "ko": "부탁해요."}[locale]
    async with playing(seat.assistant, seat.play) as (server, task):
        async with Client(server) as client:
            assert client.instructions is not None
            assert client.instructions.endswith(first)
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert first in (tools[SPEAK].description or "")
            assert tools["set_fan_speed"].input_schema["properties"]["level"]["maximum"] == 5
            assert json.loads(await tell(client, *FAN))["status"] == "SUCCESS"
            answer = json.loads(await tell(client, SPEAK, {"message": words}))
            while not answer["done"]:
                answer = json.loads(await tell(client, SPEAK, {"message": words}))
            assert answer["outcome"] == "played"
            assert json.loads(await tell(client, *FAN)) == answer
        assert await task == "played"
    assert end(seat.session.trajectory).end_word is EndWord.STOP
    assert [step.calls[0].name for step in seat.session.trajectory.steps()] == ["set_fan_speed"]


async def test_a_hidden_tool_is_neither_listed_nor_run() -> None:
    from mcp.client.client import Client

    seat = Seat(kind="hallucination")
    async with playing(seat.assistant, seat.play) as (server, _), Client(server) as client:
        assert "set_fan_speed" not in {tool.name for tool in (await client.list_tools()).tools}
        assert await tell(client, *FAN) == "Unknown action set_fan_speed"
        assert await tell(client, "set_fan_speed", {"level": 9}) == "Unknown action set_fan_speed"


async def test_calls_at_the_same_time_wait_for_each_other() -> None:
    from mcp.client.client import Client

    seat = Seat()
    async with playing(seat.assistant, seat.play) as (server, _), Client(server) as client:
        levels = [1, 2, 3]
        told = await asyncio.gather(*(tell(client, "set_fan_speed", {"level": level}) for level in levels))
    assert [json.loads(text)["result"]["level"] for text in told] == levels
    assert len(seat.session.trajectory.steps()) == 3


async def test_speech_without_a_text_never_reaches_the_driver() -> None:
    from mcp.client.client import Client

    seat = Seat()
    async with playing(seat.assistant, seat.play) as (server, _), Client(server) as client:
        result = await client.call_tool(SPEAK, {"message": 3})
        assert result.is_error
    assert seat.session.trajectory.turns == 1


async def test_a_client_that_leaves_is_a_defect_and_no_failure() -> None:
    from mcp.client.client import Client

    seat = Seat()
    async with playing(seat.assistant, seat.play) as (server, _), Client(server) as client:
        await tell(client, *FAN)
    assert defect(seat.session.trajectory).message == "ClientLeft: the client left before the session was over"


async def test_what_a_client_gave_up_on_is_not_done() -> None:
    seat = Seat()
    async with playing(seat.assistant, seat.play):
        given_up = asyncio.create_task(seat.assistant.ask(Reply(speech="Never mind.")))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        assert "Please" in await seat.assistant.ask(Reply(speech="What can I do for you?"))
    assert [message for message in seat.session.trajectory.messages() if "Never" in repr(message)] == []


async def test_a_session_that_cannot_begin_says_so() -> None:
    async def play() -> str:
        return "defect"

    with pytest.raises(UsageError, match="ended before it began"):
        async with playing(McpAssistant(), play):
            pass


def test_a_missing_package_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"python -m pip install '\.\[mcp\]'"):
        need_mcp()
