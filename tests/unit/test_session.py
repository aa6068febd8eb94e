"""The turn loop: who is told what, and when it ends."""

from typing import Any

import pytest
from drives import scenario
from sessions import FAN, Playing, Wondering, calls, end, play, session

from simulator.agents.spec import CallRequest, Reply
from simulator.channel import TextChannel
from simulator.events import (
    AssistantSpoke,
    ClockMoved,
    DriverSpoke,
    EndWord,
    FaultKind,
    SessionStarted,
    SpeechRecognised,
    StepClosed,
    Termination,
    ToolCalled,
    ToolReturned,
)
from simulator.session import Limits
from simulator.trajectory import AssistantSaid, AssistantView, DriverSaid, ToolReplied
from simulator.users.spec import Exchange, Utterance


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
    assert fresh._assistant.view().tools[0].parameters


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


async def test_the_driver_knows_intended_words_and_the_assistants_speech() -> None:
    user = Wondering(Utterance("hello \ud800", slots=("hello",)), Utterance(end=EndWord.STOP))
    trajectory = await play(Playing(Reply(speech="Hi.")), user=user)
    assert user.heard == [(), (Exchange("hello \ud800", "Hi."),)]
    assert [spoken.intended for spoken in trajectory.of(DriverSpoke)] == ["hello ?"]
    (recognised,) = trajectory.of(SpeechRecognised)
    assert recognised.slots == ("hello",)
    assert recognised.measurable == TextChannel.accuracy_reason
