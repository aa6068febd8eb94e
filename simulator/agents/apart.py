"""Assistants that work in a thread of their own: one that blocks stops neither a screen nor a person's hands."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from threading import Thread
from typing import Any, TypeVar

from scenarios.schema import Scenario
from simulator.agents.external import ExternalAgent
from simulator.agents.spec import Agent, Reply
from simulator.channel import Locale
from simulator.daemon_threads import DaemonThreads
from simulator.trajectory import AssistantView

T = TypeVar("T")
# One that does not come to itself within this time is left as it is.
_ANSWERS_WITHIN_S = 0.5


async def contained(work: Awaitable[T]) -> T:
    """Return what somebody else's code returns; raises RuntimeError where it would end the process."""
    try:
        return await work
    except (KeyboardInterrupt, SystemExit) as error:
        told = RuntimeError(f"it raised {type(error).__name__}")
        raise told.with_traceback(error.__traceback__) from None


class ApartAgent:
    """Lets another assistant answer in an event loop of its own, in a daemon thread that nobody waits for.

    Raises what that one raises, and RuntimeError where it would end the process.
    """

    def __init__(self, inner: Agent) -> None:
        self.name = inner.name
        self._inner = inner
        self._loop: asyncio.AbstractEventLoop | None = None

    async def respond(self, view: AssistantView) -> Reply:
        """Return the assistant's reply; cancelled, it is called off and no longer waited for."""
        return await self._there(lambda: self._inner.respond(view))

    async def aclose(self) -> None:
        """Close the assistant unless it is stuck."""
        if self._loop is None:
            await self._inner.aclose()
            return
        try:
            async with asyncio.timeout(_ANSWERS_WITHIN_S):
                await self._there(lambda: asyncio.sleep(0))
        except TimeoutError:
            return
        try:
            await self._there(self._inner.aclose)
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)

    async def _there(self, begin: Callable[[], Coroutine[Any, Any, T]]) -> T:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            Thread(target=_run, args=(self._loop,), name="assistant", daemon=True).start()
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(contained(begin()), self._loop))


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    # What blocks in a thread of that loop must not hold up the end of the process either.
    loop.set_default_executor(DaemonThreads())
    while True:
        try:
            loop.run_forever()
        except (KeyboardInterrupt, SystemExit):
            # Raised by a task of the assistant's own; whoever awaits that task is told.
            continue
        break
    loop.close()


def apart(make_agent: Callable[[Scenario, Locale], Agent]) -> Callable[[Scenario, Locale], Agent]:
    """Return what makes the same assistants, of which a person's own ones work apart."""

    def made(scenario: Scenario, locale: Locale) -> Agent:
        agent = make_agent(scenario, locale)
        return ApartAgent(agent) if isinstance(agent, ExternalAgent) else agent

    return made
