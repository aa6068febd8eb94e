"""Remote assistants over A2A: what is sent, what is read, and what is a defect."""

import asyncio
import importlib.util
from typing import Any

import pytest
from a2a_servers import answering, free_port, message, serving
from drives import scenario
from sessions import defect, end, play

from simulator.agents.a2a import A2AAgent, with_integers
from simulator.events import EndWord
from simulator.registry import UsageError

pytest.importorskip("a2a")
FAN = ("set_fan_speed", {"level": 3})
DONE = {"text": "Okay, that's done."}


def calling(*calls: Any) -> dict[str, Any]:
    return message({"data": {"tool_calls": list(calls)}})


async def played(answer: Any, timeout_s: float = 20.0) -> Any:
    async with serving(answering(answer)) as url:
        return await play(A2AAgent(url, timeout_s), scenario(FAN))


async def test_a_session_in_the_form_of_the_competition_kit() -> None:
    told: list[dict[str, Any]] = []

    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        told.append(asked)
        if len(told) == 1:
            look = {"initial_state_of_charge": 50.0, "final_state_of_charge": 20.0}
            return calling(
                {"tool_name": "set_fan_speed", "arguments": {"level": 3.0}},
                {"tool_name": "get_distance_by_soc", "arguments": look},
            )
        return message(DONE, metadata={"turn_metrics": {"prompt_tokens": 12, "completion_tokens": 3}})

    trajectory = await played(answer)
    assert end(trajectory).end_word is EndWord.STOP
    (step,) = trajectory.steps()
    assert [result.fault for result in step.results] == [None, None]
    assert type(step.calls[0].arguments["level"]) is float
    assert [type(value) for value in step.calls[1].arguments.values()] == [int, int]
    first, second = told
    text, data = first["parts"]
    assert text["text"].startswith("System: ")
    assert text["text"].endswith("\n\nUser: Please.")
    assert {"set_fan_speed"} <= {tool["function"]["name"] for tool in data["data"]["tools"]}
    assert first["metadata"] == {"source": "user"}
    assert second["metadata"] == {"source": "environment"}
    result, other = second["parts"][0]["data"]["tool_results"]
    assert other["tool_name"] == "get_distance_by_soc"
    assert result["tool_name"] == "set_fan_speed"
    assert result["tool_call_id"] == step.calls[0].id
    assert '"SUCCESS"' in result["content"]
    assert first["contextId"] == second["contextId"]


async def test_every_session_has_its_own_context() -> None:
    contexts: list[str] = []

    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        contexts.append(asked["contextId"])
        return message(DONE)

    async with serving(answering(answer)) as url:
        for _ in range(2):
            await play(A2AAgent(url), scenario(FAN))
    assert len(set(contexts)) == 2


async def test_an_answer_inside_a_task_is_read_and_an_open_task_is_continued() -> None:
    told: list[dict[str, Any]] = []

    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        told.append(asked)
        if len(told) == 1:
            calls = [{"tool_name": "set_fan_speed", "arguments": {"level": 3}}]
            words = {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"data": {"tool_calls": calls}}]}
            return {"task": {"id": "t", "status": {"state": "TASK_STATE_INPUT_REQUIRED", "message": words}}}
        artifact = {"artifactId": "a", "parts": [DONE]}
        return {"task": {"id": "t", "status": {"state": "TASK_STATE_COMPLETED"}, "artifacts": [artifact]}}

    trajectory = await played(answer)
    assert end(trajectory).end_word is EndWord.STOP
    assert "taskId" not in told[0]
    assert told[1]["taskId"] == "t"


async def test_arguments_that_are_no_object_reach_the_gate() -> None:
    answers = [calling({"tool_name": "set_fan_speed", "arguments": ["level", 3]}), message(DONE)]
    trajectory = await played(lambda asked: answers.pop(0))
    assert "__malformed__" in trajectory.steps()[0].calls[0].arguments


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (message({"data": {"tool_calls": {"tool_name": "x"}}}), "tool_calls is no list"),
        (calling({"arguments": {}}), "a tool call has no tool_name"),
        (calling("x"), "a tool call has no tool_name"),
        ({"task": {"id": "t", "status": {"state": "TASK_STATE_FAILED"}}}, "TASK_STATE_FAILED"),
    ],
)
async def test_unusable_answers_are_defects(answer: dict[str, Any], said: str) -> None:
    found = defect(await played(lambda asked: answer))
    assert found.where == "assistant"
    assert found.message.startswith("RemoteFailure: http://127.0.0.1:")
    assert said in found.message


async def test_broken_transport_is_a_defect() -> None:
    from starlette.responses import Response

    for response in (Response(status_code=500), Response("{not json", media_type="application/json")):
        found = defect(await played(lambda asked, made=response: made))
        assert found.message.startswith("RemoteFailure: http://127.0.0.1:")
    refused = defect(await play(A2AAgent(f"http://127.0.0.1:{free_port()}"), scenario(FAN)))
    assert refused.message.startswith("RemoteFailure: http://127.0.0.1:")


async def test_silence_beyond_the_time_limit_is_a_defect() -> None:
    released = asyncio.Event()

    async def never() -> dict[str, Any]:
        await released.wait()
        return message(DONE)

    async with serving(answering(lambda asked: never())) as url:
        found = defect(await play(A2AAgent(url, timeout_s=0.2), scenario(FAN)))
        released.set()
    assert found.message.startswith("RemoteFailure: http://127.0.0.1:")


@pytest.mark.parametrize("url", ["", "localhost", "ftp://host", "http://", "http://host:99999", "http://[::1"])
def test_an_impossible_address_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="is no address of an A2A agent: write a2a:http://HOST:PORT"):
        A2AAgent(url)


def test_a_missing_package_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"python -m pip install '\.\[a2a\]'"):
        A2AAgent("http://127.0.0.1:1")


def test_whole_numbers_are_restored_where_integers_are_asked_for() -> None:
    schema = {
        "properties": {
            "level": {"type": "integer"},
            "percentage": {"type": "number"},
            "choice": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "rows": {"type": "array", "items": {"properties": {"hour": {"type": "integer"}}}},
        }
    }
    given = {"level": 3.0, "percentage": 20.0, "choice": 4.0, "rows": [{"hour": 7.0}], "other": 1.0}
    made = with_integers(given, schema)
    assert made == given
    assert [type(made["level"]), type(made["percentage"]), type(made["choice"])] == [int, float, int]
    assert type(made["rows"][0]["hour"]) is int
    assert type(made["other"]) is float
    assert with_integers({"level": 2.5}, schema) == {"level": 2.5}


@pytest.mark.parametrize(
    "data", ["[" * 3000 + "]" * 3000, '{"tool_calls": [{"tool_name": "f", "arguments": {"x": NaN}}]}']
)
async def test_an_answer_that_cannot_be_read_is_the_peers_failure(data: str) -> None:
    from starlette.responses import Response

    def answer(asked: dict[str, Any]) -> Any:
        body = '{"jsonrpc": "2.0", "id": "1", "result": {"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": '
        return Response(body + f'[{{"data": {data}}}]}}}}}}', media_type="application/json")

    assert defect(await played(answer)).message.startswith("RemoteFailure: http://")


async def test_an_answer_without_end_is_cut_long_before_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from starlette.responses import StreamingResponse

    monkeypatch.setattr("simulator.agents.a2a.MOST_BYTES", 2**20)

    async def endless() -> Any:
        # Far more than is taken, though not more than a broken test could bear.
        for _ in range(512):
            yield b" " * 2**16
            await asyncio.sleep(0)

    trajectory = await played(lambda asked: StreamingResponse(endless(), media_type="application/json"))
    assert "did not end its answer within 1 MB" in defect(trajectory).message


async def test_a_compressed_answer_is_neither_asked_for_nor_taken() -> None:
    import gzip

    from starlette.responses import Response

    body = gzip.compress(b" " * 2**20)
    trajectory = await played(lambda asked: Response(body, headers={"content-encoding": "gzip"}))
    assert "compressed its answer (gzip)" in defect(trajectory).message


async def test_both_clients_ask_for_answers_as_they_are() -> None:
    from simulator.commands.doctor_agent import examine
    from simulator.settings import Settings

    asked: list[bytes] = []

    def watched(url: str) -> Any:
        made = answering(lambda _: message(DONE))(url)

        async def application(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "http":
                asked.append(dict(scope["headers"]).get(b"accept-encoding", b""))
            await made(scope, receive, send)

        return application

    async with serving(watched) as url:
        found = await asyncio.to_thread(examine, Settings(agent=f"a2a:{url}", call_timeout_s=20.0))
    assert found["works"], found
    # The card for doctor, the card for the client, one message.
    assert asked == [b"identity"] * 3
