"""An assistant that works apart cannot hold anybody up, whatever it does."""

import asyncio
import threading
from typing import Any

import pytest
from drives import scenario
from sessions import DONE, session

from simulator.agents.apart import ApartAgent, contained
from simulator.agents.spec import Reply
from simulator.events import DefectRecorded, SessionEnded
from simulator.hands import Hands
from simulator.trajectory import AssistantView


class Own:
    """Does as a test tells it."""

    name = "own"

    def __init__(self, does: Any) -> None:
        self._does = does
        self.closed_in: asyncio.AbstractEventLoop | None = None

    async def respond(self, view: AssistantView) -> Reply:
        found = self._does()
        return await found if asyncio.iscoroutine(found) else found  # type: ignore[no-any-return]

    async def aclose(self) -> None:
        self.closed_in = asyncio.get_running_loop()


VIEW: Any = None


async def test_it_answers_in_one_loop_of_its_own() -> None:
    seen: list[asyncio.AbstractEventLoop] = []

    async def answer() -> Reply:
        seen.append(asyncio.get_running_loop())
        return DONE

    own = Own(answer)
    agent = ApartAgent(own)
    assert await agent.respond(VIEW) is DONE
    assert await agent.respond(VIEW) is DONE
    await agent.aclose()
    assert agent.name == "own"
    assert len(set(seen)) == 1
    assert own.closed_in is seen[0] is not asyncio.get_running_loop()


async def test_one_that_blocks_is_left_at_once() -> None:
    ends = threading.Event()
    own = Own(ends.wait)
    agent = ApartAgent(own)
    asking = asyncio.create_task(agent.respond(VIEW))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await agent.aclose()
    assert own.closed_in is None
    ends.set()


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt()])
async def test_one_that_would_end_the_process_is_an_error(error: BaseException) -> None:
    def raises() -> Reply:
        raise error

    async def in_a_task() -> Reply:
        async def raising() -> Reply:
            raise error

        return await asyncio.create_task(raising())

    for does in (raises, in_a_task):
        agent = ApartAgent(Own(does))
        with pytest.raises(RuntimeError, match=f"it raised {type(error).__name__}"):
            await agent.respond(VIEW)
        await agent.aclose()


async def test_what_others_raise_is_passed_on() -> None:
    async def fails() -> Reply:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await contained(fails())


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt()])
async def test_in_a_drive_it_is_a_defect_of_the_assistant(error: BaseException) -> None:
    def raises() -> Reply:
        raise error

    made = session(Own(raises), scenario(("set_fan_speed", {"level": 3})), hands=Hands())
    events = [event async for event in made.run()]
    (defect,) = [event for event in events if isinstance(event, DefectRecorded)]
    assert defect.where == "assistant"
    assert type(error).__name__ in defect.message
    assert isinstance(events[-1], SessionEnded)
