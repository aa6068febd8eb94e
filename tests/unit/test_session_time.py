"""Sessions that take too long: whoever the time went to, they end by themselves and are not held against anybody."""

import asyncio
from typing import Any

import pytest
from drives import scenario
from sessions import FAN, Playing, Wondering, calls, end, play

from evaluation.verdict import Outcome, score_session
from simulator.agents.spec import Reply
from simulator.assembly import agent_limits
from simulator.channel import Locale, Passage, TextChannel
from simulator.events import DefectRecorded, EndWord, Termination
from simulator.limits import Limits
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
