"""Our assistant as an A2A agent, asked by our own A2A client over a real connection."""

import importlib.util
from collections.abc import Callable
from typing import Any

import pytest
from a2a_servers import serving
from drives import scenario
from sessions import Playing, calls, defect, end, play

from simulator.agents.a2a import A2AAgent
from simulator.agents.spec import Reply
from simulator.channel import Locale
from simulator.events import EndWord
from simulator.registry import UsageError

pytest.importorskip("a2a")
FAN: tuple[str, dict[str, Any]] = ("set_fan_speed", {"level": 3})
AIR: tuple[str, dict[str, Any]] = ("set_air_conditioning", {"on": True})


def hosting(make_agent: Callable[[Locale], Any]) -> Callable[[str], Any]:
    from simulator.serve.a2a import application

    return lambda url: application("playing", make_agent, url)


async def test_a_session_is_the_same_as_without_the_wire() -> None:
    remote = Playing(calls(AIR))
    async with serving(hosting(lambda locale: remote)) as url:
        over_wire = await play(A2AAgent(url), scenario(AIR))
    assert end(over_wire).end_word is EndWord.STOP
    here = Playing(calls(AIR))
    await play(here, scenario(AIR))
    assert [view.messages for view in remote.views] == [view.messages for view in here.views]
    assert [view.tools for view in remote.views] == [view.tools for view in here.views]
    assert remote.closed == 1


async def test_each_context_has_its_own_assistant() -> None:
    made: list[Playing] = []

    def make(locale: Locale) -> Playing:
        made.append(Playing(calls(FAN)))
        return made[-1]

    async with serving(hosting(make)) as url:
        for _ in range(2):
            assert end(await play(A2AAgent(url), scenario(FAN))).end_word is EndWord.STOP
    assert len(made) == 2


async def test_silence_crosses_the_wire() -> None:
    async with serving(hosting(lambda locale: Playing(Reply()))) as url:
        trajectory = await play(A2AAgent(url), scenario(FAN))
    assert trajectory.messages()[1].text == ""  # type: ignore[union-attr]


async def test_an_assistant_that_fails_is_the_evaluators_defect() -> None:
    async with serving(hosting(lambda locale: Playing(RuntimeError("out of order")))) as url:
        found = defect(await play(A2AAgent(url), scenario(FAN)))
    assert found.message.startswith("RemoteFailure: http://127.0.0.1:")


async def test_the_oldest_conversations_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    from a2a.helpers.proto_helpers import new_text_message

    from simulator.serve import a2a

    monkeypatch.setattr(a2a, "MOST_CONVERSATIONS", 1)
    made: list[Playing] = []

    def make(locale: Locale) -> Playing:
        made.append(Playing())
        return made[-1]

    desk = a2a.Desk(make)
    for context in ("one", "two"):
        await desk.answer(new_text_message("System: x\n\nUser: y"), context)
    assert [agent.closed for agent in made] == [1, 0]
    await desk.aclose()
    assert [agent.closed for agent in made] == [1, 1]


def test_a_missing_package_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"python -m pip install '\.\[a2a\]'"):
        hosting(lambda locale: Playing())("http://127.0.0.1:1/")


async def test_bad_requests_leave_no_traceback_in_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    import httpx

    from simulator.serve.a2a import log_briefly

    log_briefly()
    endless = 'System: {"year": 1e400, "month": 1, "day": 2, "hour": 1, "minute": 1}\n\nUser: hello'
    asked = [{"text": "hello"}], [{"data": {"tools": 3}}, {"text": "System: a\n\nUser: b"}], [{"text": endless}]
    bodies: list[Any] = [[], "x", {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": [1]}]
    for number, parts in enumerate(asked):
        message = {"messageId": "m", "role": "ROLE_USER", "contextId": f"c{number}", "parts": parts}
        bodies.append({"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}})
    async with (
        serving(hosting(lambda locale: Playing(Reply(speech="Hi.")))) as url,
        httpx.AsyncClient(trust_env=False, headers={"A2A-Version": "1.0"}) as client,
    ):
        answers = [(await client.post(url, json=body)).json() for body in bodies]
    assert ["error" in answer for answer in answers] == [True, True, True, True, True, False]
    assert "Traceback" not in capsys.readouterr().err
