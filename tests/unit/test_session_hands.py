"""A person at the controls while a session goes on: what they do happens at once, between the steps."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

import pytest
from drives import Call, scenario
from sessions import DONE, FAN, Playing, Wondering, calls, defect, end, session

from simulator.agents.spec import Reply
from simulator.channel import Locale, Passage, TextChannel
from simulator.events import (
    AssistantSpoke,
    ConditionChanged,
    DriverSpoke,
    EndWord,
    Event,
    PolicyFinding,
    SpeechRecognised,
    StepClosed,
    Termination,
    ToolCalled,
    ToolReturned,
)
from simulator.hands import Hands
from simulator.registry import UsageError
from simulator.session import Session
from simulator.session_findings import DISTURBED
from simulator.trajectory import AssistantSaid, AssistantView, DriverSaid, Trajectory
from simulator.users.spec import Exchange, Utterance

WINDOW = ("open_close_window", {"window": "DRIVER", "percentage": 50})
STOP = Utterance(end=EndWord.STOP)


class Waiting:
    """Whatever is waited for: it comes when the test says so."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.over = asyncio.Event()

    async def wait(self) -> None:
        self.begun.set()
        await self.over.wait()


class Slow(Playing):
    """An assistant whose first answer takes as long as it is told to."""

    def __init__(self, *answers: Any) -> None:
        super().__init__(*answers)
        self.thinking = Waiting()

    async def respond(self, view: AssistantView) -> Reply:
        await self.thinking.wait()
        return await super().respond(view)


class Typing(Wondering):
    """A person who takes time before every line."""

    name = "human"

    def __init__(self, *said: Utterance | Exception) -> None:
        super().__init__(*said)
        self.typing = [Waiting() for _ in said]
        self.lines = iter(self.typing)

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        await next(self.lines).wait()
        return await super().speak(history, removed_call)


class Watching:
    """Reads a session's events one by one, as the dashboard does."""

    def __init__(self, of: Session) -> None:
        self.session = of
        self.events: list[Event] = []
        self._stream: AsyncIterator[Event] = of.run()

    async def until(self, kind: type[Event] | Callable[[Event], bool]) -> Event:
        """Return the next event of a kind; nothing is waited for once it is there."""
        async for event in self._stream:
            self.events.append(event)
            if isinstance(event, kind) if isinstance(kind, type) else kind(event):
                return event
        raise AssertionError(f"no {kind} came")

    async def rest(self) -> Trajectory:
        async for event in self._stream:
            self.events.append(event)
        trajectory = self.session.trajectory
        assert self.events == trajectory.events
        assert [event.seq for event in self.events] == list(range(len(self.events)))
        return trajectory


def watched(agent: Any, hands: Hands, **parts: Any) -> Watching:
    return Watching(session(agent, hands=hands, **parts))


def kinds(events: list[Event]) -> list[str]:
    return [event.type for event in events if event.type != "timed"]


async def test_the_car_is_changed_while_a_person_is_typing() -> None:
    hands, user = Hands(), Typing(Utterance("Please."), STOP)
    watching = watched(Playing(), hands, user=user)
    waiting = asyncio.create_task(watching.until(ToolReturned))
    await user.typing[0].begun.wait()
    hands.do(*WINDOW)
    returned = await waiting
    assert isinstance(returned, ToolReturned)
    assert [change.after for change in returned.result.changes] == [50]
    assert not user.typing[0].over.is_set()
    assert kinds(watching.events) == ["session_started", "tool_called", "tool_returned"]
    for line in user.typing:
        line.over.set()
    trajectory = await watching.rest()
    (called,) = trajectory.of(ToolCalled)
    assert (called.step, called.call.actor, called.call.id, called.turn) == (None, "person", "person-0", 0)
    assert end(trajectory).end_word is EndWord.STOP


async def test_the_car_is_changed_while_the_assistant_thinks_and_the_steps_stay_whole() -> None:
    hands, agent = Hands(), Slow(calls(FAN, ("set_fan_speed", {"level": 1})))
    watching = watched(agent, hands)
    waiting = asyncio.create_task(watching.until(ToolReturned))
    await agent.thinking.begun.wait()
    hands.do(*WINDOW)
    await waiting
    hands.do("open_close_window", {"window": "DRIVER", "percentage": 0})
    agent.thinking.over.set()
    trajectory = await watching.rest()
    told = [(event.type, event.step) for event in trajectory.events if isinstance(event, ToolCalled | ToolReturned)]
    assert told[:2] == [("tool_called", None), ("tool_returned", None)]
    first = next(index for index, (_, step) in enumerate(told) if step == 0)
    assert [step for _, step in told[first : first + 4]] == [0, 0, 0, 0]
    assert [len(step.calls) for step in trajectory.steps()] == [2]
    assert all(not isinstance(message, AssistantSaid) or message.text for message in trajectory.messages())
    assert [view.messages[0] for view in agent.views] == [DriverSaid("Please.")] * 2


async def test_the_car_is_changed_while_the_channel_speaks() -> None:
    class Speaking(TextChannel):
        def __init__(self) -> None:
            self.speaking = Waiting()

        async def say(self, text: str, *, locale: Locale, utterance: int) -> None:
            await self.speaking.wait()

    hands, channel = Hands(), Speaking()
    watching = watched(Playing(), hands, channel=channel)
    waiting = asyncio.create_task(watching.until(ToolReturned))
    await channel.speaking.begun.wait()
    hands.do(*WINDOW)
    await waiting
    assert kinds(watching.events)[-3:] == ["assistant_spoke", "tool_called", "tool_returned"]
    channel.speaking.over.set()
    assert end(await watching.rest()).end_word is EndWord.STOP


async def test_what_was_asked_before_the_beginning_and_between_quick_events_happens_in_order() -> None:
    hands = Hands()
    watching = watched(Playing(calls(FAN)), hands)
    hands.do(*WINDOW)
    hands.do("drive", {"speed_kph": 30})
    await watching.until(StepClosed)
    hands.do("drive", {"speed_kph": 40})
    trajectory = await watching.rest()
    people = [called.call for called in trajectory.of(ToolCalled) if called.step is None]
    assert [call.id for call in people] == ["person-0", "person-1", "person-2"]
    assert [call.name for call in people] == ["open_close_window", "drive", "drive"]
    shown = kinds(watching.events)
    assert shown[:5] == ["session_started", *["tool_called", "tool_returned"] * 2]
    closed = shown.index("step_closed")
    assert shown[closed + 1 : closed + 3] == ["tool_called", "tool_returned"]


async def test_a_slow_reader_never_sees_two_events_of_one_number() -> None:
    hands, agent = Hands(), Slow(calls(FAN))
    made = session(agent, hands=hands)
    seen: list[int] = []
    async for event in made.run():
        seen.append(event.seq)
        if isinstance(event, SpeechRecognised):
            for speed in (10, 20, 30):
                hands.do("drive", {"speed_kph": speed})
        if isinstance(event, ToolCalled) and event.call.actor == "person":
            # Meanwhile the assistant answers, and its answer waits to be told.
            agent.thinking.over.set()
            for _ in range(5):
                await asyncio.sleep(0)
    assert seen == list(range(len(seen)))
    assert [step.calls[0].name for step in made.trajectory.steps()] == ["set_fan_speed"]


async def test_a_refused_act_is_a_fault_and_nothing_more() -> None:
    hands = Hands()
    watching = watched(Playing(), hands)
    hands.do("no_such_lever", {"really": object()})
    hands.do("drive", {"speed_kph": 900})
    trajectory = await watching.rest()
    faults = [returned.result.fault for returned in trajectory.of(ToolReturned)]
    assert [fault.kind.value for fault in faults if fault is not None] == ["unknown_tool", "invalid_arguments"]
    assert end(trajectory).termination is Termination.USER_STOP


async def test_a_tool_that_breaks_in_a_persons_hands_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    hands, agent = Hands(), Slow()
    made = session(agent, hands=hands)
    broken = made._environment.call

    def call(asked: Any) -> Any:
        if asked.actor == "person":
            raise RuntimeError("it broke off")
        return broken(asked)

    monkeypatch.setattr(made._environment, "call", call)
    watching = Watching(made)
    waiting = asyncio.create_task(watching.rest())
    await agent.thinking.begun.wait()
    hands.do(*WINDOW)
    trajectory = await waiting
    assert defect(trajectory).where == "tool open_close_window"
    assert kinds(watching.events)[-3:] == ["tool_called", "defect", "session_ended"]
    assert agent.closed == 1


async def test_a_session_that_is_called_off_stops_whatever_it_waited_for() -> None:
    hands, agent = Hands(), Slow()
    running = asyncio.create_task(watched(agent, hands).rest())
    await agent.thinking.begun.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert agent.closed == 1
    assert hands.over
    assert len(asyncio.all_tasks()) == 1


async def test_a_session_nobody_reads_to_its_end_stops_too() -> None:
    hands, agent = Hands(), Slow()
    hands.do(*WINDOW)
    async with aclosing(session(agent, hands=hands).run()) as stream:
        async for event in stream:
            if isinstance(event, SpeechRecognised):
                hands.do(*WINDOW)
            if isinstance(event, ToolCalled) and event.call.id == "person-1":
                break
    assert agent.closed == 1
    assert len(asyncio.all_tasks()) == 1


async def test_without_anybody_at_the_controls_a_session_is_the_same() -> None:
    alone, accompanied = session(Playing(calls(FAN))), session(Playing(calls(FAN)), hands=Hands())
    for made in (alone, accompanied):
        _ = [event async for event in made.run()]
    assert alone.trajectory.digest() == accompanied.trajectory.digest()


async def test_nothing_can_be_done_once_it_is_over_and_hands_serve_once() -> None:
    hands = Hands()
    with pytest.raises(UsageError, match="has not begun"):
        hands.change("locale", "ko")
    await watched(Playing(), hands).rest()
    with pytest.raises(UsageError, match="the drive is over"):
        hands.do(*WINDOW)
    with pytest.raises(UsageError, match="the drive is over"):
        hands.change("locale", "ko")
    with pytest.raises(ValueError, match="one session"):
        session(Playing(), hands=hands)


async def test_the_assistant_is_switched_while_it_thinks() -> None:
    slow, quick = Slow(), Playing(calls(FAN))
    hands = Hands(make_agent=lambda name, locale: quick)
    watching = watched(slow, hands)
    waiting = asyncio.create_task(watching.rest())
    await slow.thinking.begun.wait()
    hands.change("agent", "quick")
    assert hands.current("agent") == "quick"
    trajectory = await waiting
    (changed,) = trajectory.of(ConditionChanged)
    assert (changed.name, changed.before, changed.after) == ("agent", "playing", "quick")
    assert not slow.views
    assert quick.views[0].messages == (DriverSaid("Please."),)
    assert [step.calls[0].name for step in trajectory.steps()] == ["set_fan_speed"]
    assert (slow.closed, quick.closed) == (1, 1)
    assert end(trajectory).end_word is EndWord.STOP


async def test_a_new_assistant_has_the_whole_conversation() -> None:
    first, second = Playing(calls(FAN)), Playing()
    hands, user = Hands(make_agent=lambda name, locale: second), Typing(Utterance("One."), Utterance("Two."), STOP)
    watching = watched(first, hands, user=user)
    user.typing[0].over.set()
    waiting = asyncio.create_task(watching.until(ConditionChanged))
    await user.typing[1].begun.wait()
    hands.change("agent", "second")
    await waiting
    for line in user.typing:
        line.over.set()
    await watching.rest()
    (view,) = second.views
    assert [type(message).__name__ for message in view.messages] == [
        "DriverSaid",
        "AssistantCalled",
        "ToolReplied",
        "AssistantSaid",
        "DriverSaid",
    ]
    assert (first.closed, second.closed) == (1, 1)


async def test_an_assistant_that_fails_after_it_was_switched_off_spoils_nothing() -> None:
    class Stubborn(Slow):
        async def respond(self, view: AssistantView) -> Reply:
            try:
                return await super().respond(view)
            except asyncio.CancelledError:
                raise RuntimeError("not now") from None

        async def aclose(self) -> None:
            raise RuntimeError("never")

    old, new = Stubborn(), Playing()
    hands = Hands(make_agent=lambda name, locale: new)
    waiting = asyncio.create_task(watched(old, hands).rest())
    await old.thinking.begun.wait()
    hands.change("agent", "new")
    assert end(await waiting).end_word is EndWord.STOP


async def test_an_assistant_that_cannot_be_built_is_refused_at_once() -> None:
    def make(name: str, locale: Locale) -> Playing:
        raise UsageError("no key")

    hands = Hands(make_agent=make)
    watching = watched(Playing(), hands)
    with pytest.raises(UsageError, match="no key"):
        hands.change("agent", "chat")
    assert hands.current("agent") == "playing"
    assert not list((await watching.rest()).of(ConditionChanged))


async def test_an_assistant_that_never_came_to_work_is_closed() -> None:
    late = Playing()
    hands = Hands(make_agent=lambda name, locale: late)
    watching = watched(Playing(), hands)
    async for event in watching.session.run():
        if event.type == "session_ended":
            hands.change("agent", "late")
    assert late.closed == 1


async def test_language_and_speech_level_reach_view_and_channel() -> None:
    class Listening(TextChannel):
        def __init__(self) -> None:
            self.locales: list[Locale] = []

        async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
            self.locales.append(locale)
            return await super().hear(intended, locale=locale, utterance=utterance, hints=hints)

    hands, channel, agent = Hands(), Listening(), Playing()
    user = Typing(Utterance("창문 열어 줘."), Utterance("Close it."), Utterance("다시 열어 줘."), STOP)
    watching = watched(agent, hands, user=user, channel=channel, locale="ko")

    async def change(line: int, *changes: tuple[Any, Any]) -> None:
        await user.typing[line].begun.wait()
        for name, value in changes:
            hands.change(name, value)
        user.typing[line].over.set()

    _, _, _, _, trajectory = await asyncio.gather(
        change(0, ("speech_level", "hapsyo"), ("speech_level", "hapsyo")),
        change(1, ("locale", "en")),
        change(2, ("locale", "ko")),
        change(3),
        watching.rest(),
    )
    assert [(view.locale, view.speech_level) for view in agent.views] == [
        ("ko", "hapsyo"),
        ("en", None),
        ("ko", "hapsyo"),
    ]
    assert channel.locales == ["ko", "en", "ko"]
    assert [(event.name, event.before, event.after) for event in trajectory.of(ConditionChanged)] == [
        ("speech_level", "haeyo", "hapsyo"),
        ("locale", "ko", "en"),
        ("speech_level", "hapsyo", None),
        ("locale", "en", "ko"),
        ("speech_level", None, "hapsyo"),
    ]


async def test_noise_and_errors_are_set_where_there_are_any() -> None:
    told: list[tuple[str, float | None]] = []
    hands = Hands(set_condition=lambda name, value: told.append((name, value)), error_rate=0.1)
    watching = watched(Playing(), hands)
    hands.change("error_rate", 0.3)
    hands.change("error_rate", 0.3)
    with pytest.raises(UsageError, match="has no noise"):
        hands.change("snr_db", 5)
    for wrong in ("much", True, float("nan"), None):
        with pytest.raises(UsageError, match="expected a number"):
            hands.change("error_rate", wrong)
    trajectory = await watching.rest()
    assert told == [("error_rate", 0.3)]
    assert [(event.before, event.after) for event in trajectory.of(ConditionChanged)] == [(0.1, 0.3)]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("agent", "chat", "cannot be switched"),
        ("agent", "", "the name of an assistant"),
        ("locale", "fr", "fr"),
        ("locale", "ko", "the simulated driver speaks 'en' only"),
        ("speech_level", "hae", "only Korean has speech levels"),
        ("speech_level", "loud", "loud"),
        ("error_rate", 0.2, "mishears nothing"),
        ("colour", "red", "colour"),
    ],
)
async def test_what_cannot_be_changed_is_told_in_one_line(name: Any, value: Any, told: str) -> None:
    hands = Hands()
    watching = watched(Playing(), hands)
    with pytest.raises(UsageError, match=told) as refused:
        hands.change(name, value)
    assert "\n" not in str(refused.value)
    assert not list((await watching.rest()).of(ConditionChanged))


async def test_a_language_without_a_voice_is_refused() -> None:
    def admit(locale: Locale) -> None:
        raise UsageError(f"no voice speaks {locale}")

    hands = Hands(admit_locale=admit)
    watching = watched(Playing(), hands, user=Typing(STOP))
    with pytest.raises(UsageError, match="no voice speaks ko"):
        hands.change("locale", "ko")
    assert (hands.current("locale"), hands.current("speech_level")) == ("en", None)
    running = asyncio.create_task(watching.rest())
    for line in watching.session._driver._user.typing:  # type: ignore[attr-defined]
        line.over.set()
    assert end(await running).end_word is EndWord.STOP


def found(trajectory: Trajectory, policy: str) -> list[PolicyFinding]:
    every = [event for event in trajectory.events if isinstance(event, StepClosed | AssistantSpoke)]
    return [finding for event in every for finding in event.findings if finding.policy == policy]


async def test_the_assistant_is_not_blamed_for_a_window_that_a_person_opened_meanwhile() -> None:
    reading: tuple[Call, ...] = (("get_climate_settings", {}), ("get_vehicle_window_positions", {}))
    cooling = calls(("set_fan_speed", {"level": 2}), ("set_air_conditioning", {"on": True}))
    for opened, reasons in ((True, [DISTURBED]), (False, [""])):
        hands = Hands()
        agent = Playing(calls(*reading), cooling, DONE)
        made = session(agent, scenario(), hands=hands)
        async for event in made.run():
            if isinstance(event, StepClosed) and event.step == 1 and opened:
                hands.do(*WINDOW)
        (said,) = [spoken for spoken in made.trajectory.of(AssistantSpoke) if spoken.text == DONE.speech]
        judged = [finding for finding in said.findings if finding.policy == "011"]
        assert [finding.reason for finding in judged] == reasons
        assert [finding.upheld for finding in judged] == [None if opened else True]


async def test_a_breach_of_the_assistants_own_stays_one() -> None:
    hands = Hands()
    made = session(Playing(calls(("set_air_conditioning", {"on": True}))), hands=hands)
    async for event in made.run():
        if isinstance(event, SpeechRecognised | DriverSpoke):
            hands.do("drive", {"speed_kph": 30})
        if isinstance(event, StepClosed):
            hands.do("drive", {"speed_kph": 50})
    assert next(finding.upheld for finding in found(made.trajectory, "011")) is False
