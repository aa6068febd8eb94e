"""Sessions that take too long: whoever the time went to, they end by themselves and are not held against anybody."""

import asyncio
import time
from typing import Any

import pytest
from drives import scenario
from openai_server import OpenAIServer, says
from sessions import FAN, Playing, Wondering, calls, end, play

from evaluation.turn_samples import samples
from evaluation.verdict import Outcome, score_session
from simulator.agents.chat import ChatAgent
from simulator.agents.spec import Reply
from simulator.assembly import agent_limits
from simulator.channel import Locale, Passage, TextChannel
from simulator.events import DefectRecorded, EndWord, ModelCalled, Termination, Timed
from simulator.limits import Limits
from simulator.llm import close_clients, endpoint
from simulator.llm_client import limiter_of
from simulator.llm_meter import patient
from simulator.settings import Settings
from simulator.trajectory import AssistantView, Trajectory
from simulator.users.spec import Exchange, Utterance

# Long enough for everything but the part that never ends, on a busy machine too.
SHORT = Limits(session_timeout_s=0.5)


@pytest.fixture(autouse=True)
async def _everything_is_loaded() -> None:
    await play(Playing(calls(FAN)))


class Waiting(Playing):
    async def respond(self, view: AssistantView) -> Reply:
        await asyncio.Event().wait()
        raise AssertionError


class Stubborn(Playing):
    """Takes being cancelled for an answer."""

    async def respond(self, view: AssistantView) -> Reply:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return await super().respond(view)
        raise AssertionError


class Clock:
    """The loop's clock, moved on by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead_s = 0.0
        loop = asyncio.get_running_loop()
        real = loop.time
        monkeypatch.setattr(loop, "time", lambda: real() + self.ahead_s)

    async def advance(self, seconds: float) -> None:
        """Let seconds pass, and whatever was to happen in them."""
        self.ahead_s += seconds
        for _ in range(5):
            await asyncio.sleep(0)


class Musing(Wondering):
    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        await asyncio.Event().wait()
        raise AssertionError


class Slow(TextChannel):
    async def hear(self, intended: str, *, locale: Locale, utterance: int, hints: tuple[str, ...] = ()) -> Passage:
        await asyncio.Event().wait()
        raise AssertionError


def too_long(trajectory: Trajectory, where: str) -> None:
    (found,) = trajectory.of(DefectRecorded)
    assert found.where == where
    assert found.message == f"the session was not over after 0.5 s; most of them went to the {where}"
    assert (end(trajectory).termination, end(trajectory).detail) == (Termination.TIMEOUT, where)
    verdict = score_session(trajectory, scenario(FAN))
    assert verdict.outcome is Outcome.DEFECT
    assert all(score.value is None for score in verdict.scores)


@pytest.mark.parametrize(
    ("agent", "parts", "where"),
    [
        (Waiting(), {}, "assistant"),
        (Stubborn(calls(FAN)), {}, "assistant"),
        (Playing(), {"user": Musing()}, "driver"),
        (Playing(), {"channel": Slow()}, "channel"),
    ],
)
async def test_a_session_that_takes_too_long(agent: Any, parts: dict[str, Any], where: str) -> None:
    too_long(await play(agent, limits=SHORT, **parts), where)
    assert agent.closed == 1


async def test_the_limit_of_one_message_comes_first() -> None:
    trajectory = await play(Waiting(), limits=Limits(agent_timeout_s=0.01, session_timeout_s=30))
    assert end(trajectory).termination is Termination.DEFECT
    (found,) = trajectory.of(DefectRecorded)
    assert found.message == "no answer within 0.01 s"


def test_a_person_may_take_longer() -> None:
    class Person(Playing):
        answers_within_s = 9999.0

    settings = Settings(session_timeout_s=60)
    assert agent_limits(settings, Playing()).session_timeout_s == 60
    assert agent_limits(settings, Person()).session_timeout_s == 9999


LONG = Limits(session_timeout_s=600, agent_timeout_s=500)


class Queueing(Playing):
    """Waits for its turn at an endpoint for an hour, and for the answer for some seconds."""

    def __init__(self, clock: Clock, answer_s: float) -> None:
        super().__init__(calls(FAN), calls(FAN))
        self._clock, self._answer_s = clock, answer_s

    async def respond(self, view: AssistantView) -> Reply:
        with patient():
            await self._clock.advance(3600)
        await self._clock.advance(self._answer_s)
        return await super().respond(view)


async def test_an_hour_in_the_queue_of_an_endpoint_is_not_the_sessions_time(monkeypatch: pytest.MonkeyPatch) -> None:
    trajectory = await play(Queueing(Clock(monkeypatch), 150), limits=LONG)
    assert end(trajectory).termination is Termination.USER_STOP
    assert not list(trajectory.of(DefectRecorded))


async def test_waiting_is_no_part_of_how_long_the_assistant_took(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    # Only the clock that the test moves counts, so that the figures are exact.
    monkeypatch.setattr(time, "perf_counter", lambda: clock.ahead_s)
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: clock.ahead_s)
    trajectory = await play(Queueing(clock, 150), limits=LONG)
    measured = [event for event in trajectory.of(Timed) if event.stage == "agent"]
    assert len(measured) == 3
    for event in measured:
        assert event.waited_ms == pytest.approx(3_600_000)
        assert event.duration_ms == pytest.approx(150_000)
    assert samples(trajectory).messages == [event.duration_ms for event in measured]


async def test_the_time_that_answers_take_is(monkeypatch: pytest.MonkeyPatch) -> None:
    trajectory = await play(Queueing(Clock(monkeypatch), 250), limits=LONG)
    (found,) = trajectory.of(DefectRecorded)
    assert (end(trajectory).termination, found.where) == (Termination.TIMEOUT, "assistant")


async def test_a_driver_may_queue_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    class Patient(Wondering):
        async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
            with patient():
                await clock.advance(3600)
            return await super().speak(history, removed_call)

    trajectory = await play(Playing(), user=Patient(Utterance("Hello."), Utterance("", end=EndWord.STOP)), limits=LONG)
    assert not list(trajectory.of(DefectRecorded))


async def test_several_calls_that_queue_at_once_stop_the_clock_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def queueing(seconds: float) -> None:
        with patient():
            await clock.advance(seconds)

    class Panel(Playing):
        async def respond(self, view: AssistantView) -> Reply:
            await asyncio.gather(queueing(2000), queueing(3000))
            await clock.advance(700)
            return await super().respond(view)

    trajectory = await play(Panel(), limits=Limits(session_timeout_s=600, agent_timeout_s=9000))
    assert end(trajectory).termination is Termination.TIMEOUT


async def test_a_real_endpoint_whose_turn_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    with OpenAIServer() as server:
        server.answer = lambda request: says("Done.")
        agent = ChatAgent("m", server.url)
        limiter = limiter_of(endpoint(server.url))
        limiter.window = 1.0
        turn = limiter.at_once(10)
        assert turn is not None
        with turn:
            playing = asyncio.create_task(play(agent, limits=LONG))
            while not limiter.waiting:
                await asyncio.sleep(0)
            await clock.advance(100_000)
            assert not playing.done()
            assert not server.chats
        trajectory = await playing
        await close_clients()
    assert server.chats
    assert end(trajectory).termination is not Termination.TIMEOUT
    (used, *_) = trajectory.of(ModelCalled)
    assert used.answered
