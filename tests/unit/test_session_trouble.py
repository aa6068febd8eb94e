"""Assistants that send nonsense and parts that break: whose fault it is, and that all of it can be stored."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from drives import scenario
from sessions import FAN, Playing, Wondering, calls, defect, end, play, session

from evaluation.store import Recorder, Store
from simulator.admission import storable, storable_arguments
from simulator.agents.spec import CallRequest, Reply
from simulator.channel import Locale, Passage, Spoken, TextChannel
from simulator.events import (
    AssistantSpoke,
    EndWord,
    FaultKind,
    Termination,
    ToolCalled,
    ToolReturned,
)
from simulator.session import Limits
from simulator.trajectory import AssistantView, Trajectory
from simulator.users.spec import Utterance


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (RuntimeError("no quota\nsecond line"), "RuntimeError: no quota"),
        (KeyError(), "KeyError"),
        (TimeoutError("read timed out"), "TimeoutError: read timed out"),
        (SystemExit(0), "SystemExit: 0"),
        (StopIteration(), "RuntimeError: coroutine raised StopIteration"),
        (asyncio.CancelledError(), "cancelled itself"),
        (None, "answered with NoneType, expected Reply"),
        ("hello", "answered with str, expected Reply"),
        (Reply(speech=None), "answered with speech of type NoneType, expected str"),  # type: ignore[arg-type]
        (Reply(calls="fan"), "answered with calls that are no tuple of CallRequest"),  # type: ignore[arg-type]
        (Reply(calls=({"name": "set_fan_speed"},)), "answered with calls that are no tuple"),  # type: ignore[arg-type]
        (Reply(calls=iter(())), "answered with calls that are no tuple"),  # type: ignore[arg-type]
    ],
)
async def test_an_assistant_that_breaks_is_a_defect_and_is_closed(answer: Any, told: str) -> None:
    agent = Playing(answer)
    found = defect(await play(agent))
    assert found.where == "assistant"
    assert found.message.startswith(told)
    assert agent.closed == 1


async def test_an_assistant_that_never_answers_is_a_defect() -> None:
    class Waiting(Playing):
        async def respond(self, view: AssistantView) -> Reply:
            await asyncio.Event().wait()
            raise AssertionError

    found = defect(await play(Waiting(), limits=Limits(agent_timeout_s=0.01)))
    assert found.message == "no answer within 0.01 s"


async def test_an_assistant_that_cannot_close_changes_nothing() -> None:
    class Clinging(Playing):
        async def aclose(self) -> None:
            raise RuntimeError("still busy")

    assert end(await play(Clinging(calls(FAN)))).end_word is EndWord.STOP


async def test_a_cancelled_session_stops_and_closes_its_assistant() -> None:
    reached = asyncio.Event()

    class Waiting(Playing):
        async def respond(self, view: AssistantView) -> Reply:
            reached.set()
            await asyncio.Event().wait()
            raise AssertionError

    agent = Waiting()
    made = session(agent)

    async def consume() -> None:
        async for _ in made.run():
            pass

    task = asyncio.ensure_future(consume())
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert made.trajectory.ended is None
    assert agent.closed == 1


def nested(depth: int) -> dict[str, Any]:
    inner: dict[str, Any] = {}
    for _ in range(depth):
        inner = {"level": inner}
    return inner


def circular() -> dict[str, Any]:
    inner: dict[str, Any] = {}
    inner["level"] = inner
    return inner


NASTY: list[Any] = [
    {"level": float("nan")},
    {"level": float("inf")},
    {"level": 10**400},
    {"level": 10**5000},
    {"level": -(2**70)},
    {"level": "\ud800"},
    {"\udfff": 1},
    {"level": "\x1b[31m\x00"},
    {1: 2},
    {"level": b"3"},
    {"level": {1, 2}},
    {"level": object()},
    {"level": "9" * 1_000_000},
    nested(40),
    nested(100_000),
    circular(),
    "level=3",
    None,
    [1],
]


@pytest.mark.parametrize("arguments", NASTY, ids=range(len(NASTY)))
async def test_nonsense_arguments_are_refused_told_and_stored(arguments: Any, tmp_path: Path) -> None:
    trajectory = await play(Playing(Reply(calls=(CallRequest("set_fan_speed", arguments),))))
    (result,) = (returned.result for returned in trajectory.of(ToolReturned))
    assert result.fault is not None
    assert result.fault.kind in (FaultKind.INVALID_ARGUMENTS, FaultKind.CHECKED)
    assert len(result.content) < 1000
    assert end(trajectory).end_word is EndWord.STOP
    assert stored(trajectory, tmp_path).digest() == trajectory.digest()


def stored(trajectory: Trajectory, folder: Path) -> Trajectory:
    store = Store(folder / "runs.db")
    run = store.begin_run({"suite": "tests"}, {})
    session_id = store.begin_session(run, 0, {"scenario_id": "by-hand"})
    recorder = Recorder(store, session_id)
    for event in trajectory.events:
        recorder(event)
    recorder.flush()
    return store.trajectory(session_id)


async def test_an_argument_that_cannot_even_be_printed_is_a_defect_of_the_assistant() -> None:
    class Mute:
        def __str__(self) -> str:
            raise RuntimeError("no words")

    found = defect(await play(Playing(Reply(calls=(CallRequest("set_fan_speed", {"level": Mute()}),)))))
    assert found.where == "assistant"


@pytest.mark.parametrize("name", ["\x1b]0;x\x07", "\ud800", "a" * 100_000, "", None, "drive"])
async def test_nonsense_names_are_unknown_tools(name: Any, tmp_path: Path) -> None:
    trajectory = await play(Playing(Reply(calls=(CallRequest(name, {}, id=name),))))
    (called,) = trajectory.of(ToolCalled)
    (result,) = (returned.result for returned in trajectory.of(ToolReturned))
    assert result.fault is not None
    assert result.fault.kind is FaultKind.UNKNOWN_TOOL
    assert called.call.id
    assert len(called.call.name) <= 100
    assert stored(trajectory, tmp_path).digest() == trajectory.digest()


@pytest.mark.parametrize("locale", ["ko", "en"])
@pytest.mark.parametrize(
    "speech",
    ["\ud800", "\x1b[2J\x00\x07", "x" * 10_000_000, "아" * 10_000_000, "Shall I? " * 1_000_000, "\n" * 100_000],
)
async def test_nonsense_speech_is_heard_and_stored(speech: str, locale: Locale, tmp_path: Path) -> None:
    trajectory = await play(Playing(*[Reply(speech=speech)] * 2), locale=locale, limits=Limits(max_turns=2))
    first = next(trajectory.of(AssistantSpoke))
    assert len(first.text) <= 8000
    assert end(trajectory).termination is not Termination.DEFECT
    assert stored(trajectory, tmp_path).digest() == trajectory.digest()


async def test_plans_are_recorded_as_they_were() -> None:
    steps = [{"step_description": "look", "step_dependent_on": []}]
    create = ("planning_tool", {"command": "create", "plan_id": "p", "title": "t", "steps": steps})
    mark = ("planning_tool", {"command": "mark_steps", "step_updates": [{"step_index": 0, "step_status": "completed"}]})
    trajectory = await play(Playing(calls(create), calls(mark)))
    created, _ = (returned.result for returned in trajectory.of(ToolReturned))
    assert created.value["plan_details"]["steps"][0]["status"] == "executable_but_not_started"


def breaking(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("by zero")


async def test_a_tool_that_breaks_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(Playing(calls(FAN)))
    monkeypatch.setattr(made._environment, "call", breaking)
    async for _ in made.run():
        pass
    assert defect(made.trajectory).where == "tool set_fan_speed"


async def test_a_tool_that_breaks_under_a_persons_hand_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    event = {"before_turn": 0, "tool": "drive", "arguments": {"speed_kph": 50}}
    made = session(Playing(), scenario(events=[event]))
    monkeypatch.setattr(made._environment, "call", breaking)
    async for _ in made.run():
        pass
    assert defect(made.trajectory).where == "tool drive"


async def test_a_clock_that_breaks_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(Playing())
    monkeypatch.setattr(made._environment, "advance", breaking)
    async for _ in made.run():
        pass
    assert defect(made.trajectory).where == "clock"


@pytest.mark.parametrize("part", ["step_findings", "speech_findings"])
async def test_a_policy_that_breaks_is_a_defect(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"simulator.session_assistant.{part}", breaking)
    assert defect(await play(Playing(calls(FAN)))).where == "policies"


class DeafChannel(TextChannel):
    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        raise OSError("no device")


class MuteChannel(TextChannel):
    async def say(self, text: str, *, locale: Locale, utterance: int) -> Spoken | None:
        raise OSError("no device")


@pytest.mark.parametrize("channel", [DeafChannel(), MuteChannel()])
async def test_a_channel_that_breaks_is_a_defect(channel: Any) -> None:
    found = defect(await play(Playing(), channel=channel))
    assert (found.where, found.message) == ("channel", "OSError: no device")


async def test_a_driver_that_breaks_is_a_defect() -> None:
    assert defect(await play(Playing(), user=Wondering(RuntimeError("lost")))).where == "driver"


async def test_a_driver_that_is_lost_makes_the_session_invalid() -> None:
    user = Wondering(Utterance("hello"), Utterance(lost="could not follow", understood=("other",)))
    ended = end(await play(Playing(), user=user))
    assert (ended.termination, ended.end_word, ended.detail) == (Termination.USER_ERROR, None, "could not follow")


def test_storable() -> None:
    assert storable("가 \ud83d \U0001f600") == "가 ? \U0001f600"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"a": (1, 2.5, None, True, "가")}, {"a": [1, 2.5, None, True, "가"]}),
        ({"a": 2**63}, {"a": "a whole number of 64 bits"}),
        ({"a": 2**63 - 1}, {"a": 2**63 - 1}),
        ({"a": float("nan")}, {"a": "nan"}),
        ("x", {"__malformed__": "x"}),
        (nested(50), {"__malformed__": "arguments nested more than 32 deep"}),
    ],
)
def test_storable_arguments(given: Any, kept: dict[str, Any]) -> None:
    assert storable_arguments(given) == kept
