"""The turn loop: who is told what, when it ends, and whose fault a failure is."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from drives import Call, scenario
from evaluation.store import Recorder, Store
from scenarios.schema import Scenario
from simulator.agents.spec import CallRequest, Reply
from simulator.channel import Locale, Passage, Spoken, TextChannel
from simulator.environment import Environment
from simulator.events import (
    AssistantSpoke,
    ClockMoved,
    DefectRecorded,
    DriverSpoke,
    EndWord,
    FaultKind,
    SessionEnded,
    SessionStarted,
    SpeechRecognised,
    StepClosed,
    Termination,
    ToolCalled,
    ToolReturned,
)
from simulator.session import Label, Limits, Session, storable, storable_arguments
from simulator.trajectory import AssistantSaid, AssistantView, DriverSaid, ToolReplied, Trajectory
from simulator.users.scripted import ScriptedUser
from simulator.users.spec import Exchange, Utterance

DONE = Reply(speech="Okay, that's done.")
FAN: Call = ("set_fan_speed", {"level": 3})


def calls(*requests: Call) -> Reply:
    return Reply(calls=tuple(CallRequest(name, arguments) for name, arguments in requests))


class Playing:
    """Answers from a list, then reports that it is done; an exception in the list is raised."""

    name = "playing"

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.views: list[AssistantView] = []
        self.closed = 0

    async def respond(self, view: AssistantView) -> Reply:
        self.views.append(view)
        answer: Any = self.answers.pop(0) if self.answers else DONE
        if isinstance(answer, BaseException):
            raise answer
        if callable(answer):
            answer = answer(view)
        return answer  # type: ignore[no-any-return]

    async def aclose(self) -> None:
        self.closed += 1


def session(agent: Any, of: Scenario | None = None, locale: Locale = "en", **parts: Any) -> Session:
    made = of or scenario(FAN)
    environment = Environment(
        made.build_state(), made.build_world(0), made.build_toolset(), frozen_charge=made.freeze_charge
    )
    parts = {"user": ScriptedUser(made, locale), "channel": TextChannel(), "environment": environment} | parts
    return Session(made, locale, agent=agent, label=Label("playing", "scripted", "text"), **parts)


async def play(agent: Any, of: Scenario | None = None, **parts: Any) -> Trajectory:
    made = session(agent, of, **parts)
    seen = [event async for event in made.run()]
    assert seen == made.trajectory.events
    assert [event.seq for event in seen] == list(range(len(seen)))
    return made.trajectory


def end(trajectory: Trajectory) -> SessionEnded:
    assert trajectory.ended is trajectory.events[-1]
    assert trajectory.ended is not None
    return trajectory.ended


def defect(trajectory: Trajectory) -> DefectRecorded:
    assert end(trajectory).termination is Termination.DEFECT
    (found,) = trajectory.of(DefectRecorded)
    assert "\n" not in found.message
    return found


async def test_a_whole_session_in_order() -> None:
    agent = Playing(calls(FAN))
    trajectory = await play(agent)
    kinds = [event.type for event in trajectory.events if event.type != "timed"]
    assert kinds == [
        "session_started",
        "driver_spoke",
        "speech_recognised",
        "tool_called",
        "tool_returned",
        "step_closed",
        "assistant_spoke",
        "driver_understood",
        "session_ended",
    ]
    assert end(trajectory).end_word is EndWord.STOP
    assert end(trajectory).digest != next(trajectory.of(SessionStarted)).digest
    assert agent.closed == 1


async def test_the_view_holds_the_dialogue_the_tools_and_nothing_of_the_state() -> None:
    agent = Playing(calls(FAN))
    await play(agent)
    first, second = agent.views
    assert first.messages == (DriverSaid("Please."),)
    assert isinstance(second.messages[-1], ToolReplied)
    assert (first.locale, first.speech_level) == ("en", None)
    assert first.location["id"] == "loc_seo_100001"
    assert (first.now.hour, first.now.minute) == (15, 20)
    assert "set_fan_speed" in {tool.name for tool in first.tools}
    assert "drive" not in {tool.name for tool in first.tools}


async def test_time_passes_while_people_speak() -> None:
    agent = Playing(Reply(speech="Which level would you like?"))
    replies = [{"on": "value", "say": "Three."}]
    driver = {"en": {"turns": [{"say": "The fan.", "replies": replies}]}}
    trajectory = await play(agent, scenario(FAN, driver=driver))
    times = [event.at_ms for event in trajectory.events]
    assert times == sorted(times)
    assert times[-1] > times[0] == 0
    assert agent.views[1].messages[1] == AssistantSaid("Which level would you like?")


async def test_an_assistant_may_change_its_view_without_changing_anything() -> None:
    def spoil(view: AssistantView) -> Reply:
        for tool in view.tools:
            tool.parameters.clear()
        view.location.clear()
        for message in view.messages:
            for call in getattr(message, "calls", ()):
                call.arguments.clear()
        return calls(FAN)

    agent = Playing(calls(FAN), spoil)
    trajectory = await play(agent)
    (closed, again) = trajectory.of(StepClosed)
    assert closed.digest == again.digest
    assert [called.call.arguments for called in trajectory.of(ToolCalled)] == [{"level": 3}, {"level": 3}]
    fresh = session(Playing())
    assert fresh._tools[0].parameters  # noqa: SLF001  (the next session's schemas)


async def test_speech_beside_calls_is_not_delivered() -> None:
    trajectory = await play(Playing(Reply(calls=(CallRequest(*FAN),), speech="I am opening it.")))
    assert [spoken.text for spoken in trajectory.of(AssistantSpoke)] == ["Okay, that's done."]


async def test_parallel_calls_run_in_listed_order_in_one_step() -> None:
    trajectory = await play(Playing(calls(("set_fan_speed", {"level": 1}), FAN)))
    assert [called.step for called in trajectory.of(ToolCalled)] == [0, 0]
    assert len({called.call.id for called in trajectory.of(ToolCalled)}) == 2
    assert len(list(trajectory.of(StepClosed))) == 1


async def test_what_happens_to_the_car_comes_before_the_request_it_belongs_to() -> None:
    event = {"before_turn": 1, "tool": "drive", "arguments": {"speed_kph": 50}}
    driver = {"en": {"turns": [{"say": "First."}, {"say": "Second."}]}}
    trajectory = await play(Playing(), scenario(events=[event], driver=driver))
    kinds = [kept.type for kept in trajectory.events if kept.type in ("driver_spoke", "tool_called")]
    assert kinds == ["driver_spoke", "tool_called", "driver_spoke"]
    (called,) = trajectory.of(ToolCalled)
    assert (called.step, called.call.actor) == (None, "person")


async def test_charging_goes_on_while_people_talk() -> None:
    state = {"plugged_in": True, "charging": True, "plug_power_kw": 100, "state_of_charge": 30}
    trajectory = await play(Playing(), scenario(state=state, freeze_charge=False))
    assert [change.path for moved in trajectory.of(ClockMoved) for change in moved.changes] == [
        "battery.state_of_charge",
        "battery.state_of_charge",
    ]


@pytest.mark.parametrize(
    ("name", "arguments", "word"),
    [
        ("set_fan_speed", {"level": 1}, EndWord.HALLUCINATION_ERROR_REMOVED_TOOL),
        ("open_close_window", {"window": "ALL", "percentage": 5}, EndWord.HALLUCINATION_ERROR_REMOVED_PARAMETER),
    ],
)
async def test_using_what_was_taken_away_ends_the_session_at_the_next_speech(
    name: str, arguments: dict[str, Any], word: EndWord
) -> None:
    of = scenario(kind="hallucination", removed=["set_fan_speed", "open_close_window.percentage"])
    trajectory = await play(Playing(calls((name, arguments))), of)
    assert end(trajectory).end_word is word
    (result,) = (returned.result for returned in trajectory.of(ToolReturned))
    assert result.fault is not None
    assert result.fault.kind is FaultKind.REMOVED


async def test_an_assistant_that_never_stops_calling_is_stopped() -> None:
    trajectory = await play(Playing(*[calls(FAN)] * 10), limits=Limits(max_steps=4))
    assert end(trajectory).termination is Termination.MAX_STEPS
    assert len(trajectory.steps()) == 4


async def test_an_assistant_that_never_stops_asking_is_stopped() -> None:
    trajectory = await play(Playing(*[Reply(speech="Shall I go ahead?")] * 30), limits=Limits(max_turns=5))
    assert end(trajectory).termination is Termination.MAX_TURNS
    assert trajectory.turns == 5


async def test_ten_thousand_calls_in_a_step_are_not_made() -> None:
    trajectory = await play(Playing(calls(*[FAN] * 10_000)))
    assert end(trajectory).termination is Termination.MAX_STEPS
    assert end(trajectory).detail == "10000 calls in one step, 32 are allowed"
    assert not list(trajectory.of(ToolCalled))


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
        (Reply(calls=(call for call in ())), "answered with calls that are no tuple"),  # type: ignore[arg-type]
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
    monkeypatch.setattr(made._environment, "call", breaking)  # noqa: SLF001
    async for _ in made.run():
        pass
    assert defect(made.trajectory).where == "tool set_fan_speed"


async def test_a_tool_that_breaks_under_a_persons_hand_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    event = {"before_turn": 0, "tool": "drive", "arguments": {"speed_kph": 50}}
    made = session(Playing(), scenario(events=[event]))
    monkeypatch.setattr(made._environment, "call", breaking)  # noqa: SLF001
    async for _ in made.run():
        pass
    assert defect(made.trajectory).where == "tool drive"


async def test_a_clock_that_breaks_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(Playing())
    monkeypatch.setattr(made._environment, "advance", breaking)  # noqa: SLF001
    async for _ in made.run():
        pass
    assert defect(made.trajectory).where == "clock"


@pytest.mark.parametrize("part", ["step_findings", "speech_findings"])
async def test_a_policy_that_breaks_is_a_defect(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"simulator.session.{part}", breaking)
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


class Wondering:
    """A driver that does as told."""

    name = "wondering"

    def __init__(self, *said: Utterance | Exception) -> None:
        self.said = list(said)
        self.heard: list[tuple[Exchange, ...]] = []

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        self.heard.append(history)
        said = self.said.pop(0)
        if isinstance(said, Exception):
            raise said
        return said


async def test_a_driver_that_breaks_is_a_defect() -> None:
    assert defect(await play(Playing(), user=Wondering(RuntimeError("lost")))).where == "driver"


async def test_a_driver_that_is_lost_makes_the_session_invalid() -> None:
    user = Wondering(Utterance("hello"), Utterance(lost="could not follow", understood=("other",)))
    ended = end(await play(Playing(), user=user))
    assert (ended.termination, ended.end_word, ended.detail) == (Termination.USER_ERROR, None, "could not follow")


async def test_the_driver_knows_intended_words_and_the_assistants_speech() -> None:
    user = Wondering(Utterance("hello \ud800", slots=("hello",)), Utterance(end=EndWord.STOP))
    trajectory = await play(Playing(Reply(speech="Hi.")), user=user)
    assert user.heard == [(), (Exchange("hello \ud800", "Hi."),)]
    assert [spoken.intended for spoken in trajectory.of(DriverSpoke)] == ["hello ?"]
    (recognised,) = trajectory.of(SpeechRecognised)
    assert recognised.slots == ("hello",)
    assert recognised.measurable == TextChannel.accuracy_reason


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
