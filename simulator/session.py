"""The turn loop: one session as a stream of events."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from scenarios.schema import Scenario
from simulator.admission import Defect, storable
from simulator.agents.spec import Agent, Prompted, Reply
from simulator.channel import Channel, Locale
from simulator.environment import Environment
from simulator.events import (
    DefectRecorded,
    DriverUnderstood,
    Event,
    ExchangeGiven,
    SessionEnded,
    SessionStarted,
    Termination,
)
from simulator.hands import Hands
from simulator.limits import Limits
from simulator.session_assistant import AssistantSide
from simulator.session_course import Course, Ended, OverTime
from simulator.session_driver import DriverSide
from simulator.session_hands import attended
from simulator.trajectory import Trajectory
from simulator.users.spec import User

__all__ = ["Label", "Limits", "Session"]


@dataclass(frozen=True, slots=True)
class Label:
    """Names recorded with a session."""

    agent: str
    user: str
    channel: str
    trial: int = 0
    seed: int = 0


# An assistant that cannot close holds up the next session for no longer than this.
CLOSE_TIMEOUT_S = 5.0


class Session:
    """One run of a scenario, in one language unless `hands`, a person at the controls, changes it; `run()` only once.

    Whatever these hands do is carried out as soon as the session waits for anything. `given` is what driver and
    assistant have said to each other before it begins.
    """

    def __init__(
        self,
        scenario: Scenario,
        locale: Locale,
        *,
        agent: Agent,
        user: User,
        channel: Channel,
        environment: Environment,
        label: Label,
        limits: Limits | None = None,
        hands: Hands | None = None,
        given: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._agent = agent
        self._given = tuple(given)
        self._hands = hands
        self._closing: list[asyncio.Task[None]] = []
        self._environment = environment
        self._label = label
        self._course = Course(scenario, locale, channel, environment, limits or Limits())
        self._driver = DriverSide(self._course, user)
        self._assistant = AssistantSide(self._course, agent)
        if hands is not None:
            self._assistant.switchable = True
            levels = {language: script.level for language, script in scenario.driver.items()}
            hands.attach(label.agent, locale, levels, None if user.name == "human" else locale)

    @property
    def trajectory(self) -> Trajectory:
        """What has happened so far."""
        return self._course.trajectory

    async def run(self) -> AsyncGenerator[Event, None]:
        """Yield the session's events as they happen, the end included.

        A defect is an event too. A cancelled session ends with `interrupted` only in what its caller records.
        """
        course = self._course
        yield course.record(self._started())
        try:
            if self._hands is None:
                async for event in self._dialogue():
                    yield course.record(event)
            else:
                async with aclosing(attended(course, self._hands, self._dialogue(), self._switch)) as events:
                    async for event in events:
                        yield event
        except Ended as end:
            yield course.record(self._ended(end))
        except (Defect, OverTime) as defect:
            for side in (self._driver, self._assistant):
                for event in side.models_called():
                    yield course.record(event)
            yield course.record(DefectRecorded(**course.mark(), where=defect.where, message=storable(str(defect))))
            # Waiting says nothing about what an assistant can do: the end has a name of its own, the defect stays one.
            termination = Termination.TIMEOUT if isinstance(defect, OverTime) else Termination.DEFECT
            yield course.record(self._ended(Ended(termination, detail=defect.where)))
        finally:
            unused = [] if self._hands is None else self._hands.close()
            for agent in (*unused, self._agent):
                await _close(agent)
            if self._closing:
                await asyncio.wait(self._closing)

    def _switch(self, agent: Agent) -> None:
        """Put another assistant to work and release the one before."""
        before, self._agent = self._agent, agent
        asked = self._assistant.switch(agent)
        self._closing.append(asyncio.create_task(_close_after(before, asked)))

    def _started(self) -> SessionStarted:
        course = self._course
        return SessionStarted(
            **course.mark(),
            scenario_id=course.scenario.id,
            kind=course.scenario.kind,
            locale=course.locale,
            speech_level=course.speech_level,
            trial=self._label.trial,
            seed=self._label.seed,
            agent=self._label.agent,
            user=self._label.user,
            channel=self._label.channel,
            state=self._environment.state.model_dump(),
            digest=self._environment.digest,
            prompt_digest=self._agent.prompt_digest(self._assistant.view())
            if isinstance(self._agent, Prompted)
            else "",
        )

    def _ended(self, end: Ended) -> SessionEnded:
        return SessionEnded(
            **self._course.mark(),
            termination=end.termination,
            end_word=end.end_word,
            detail=end.detail,
            digest=self._environment.digest,
        )

    async def _dialogue(self) -> AsyncIterator[Event]:
        course, driver, assistant = self._course, self._driver, self._assistant
        for number, (said, answered) in enumerate(self._given):
            yield ExchangeGiven(**course.mark(), number=number, driver=said, assistant=answered)
        while True:
            utterance = await driver.next_utterance()
            for event in driver.models_called():
                yield event
            if utterance.understood:
                yield DriverUnderstood(**course.mark(), acts=utterance.understood, evidence=utterance.evidence)
            if utterance.lost:
                raise Ended(Termination.USER_ERROR, detail=utterance.lost)
            if utterance.end is not None:
                raise Ended(Termination.USER_STOP, utterance.end)
            if driver.has_spoken:
                course.turn += 1
            if course.turn >= course.limits.max_turns:
                raise Ended(Termination.MAX_TURNS, detail=f"{course.limits.max_turns} turns")
            async for event in driver.speak(utterance):
                yield event
            async for event in assistant.answer():
                yield event
            driver.remember(utterance, assistant.last_speech)


async def _close(agent: Agent) -> None:
    """Release an assistant; what goes wrong there comes too late to change what happened."""
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT_S):
            await agent.aclose()
    except (KeyboardInterrupt, asyncio.CancelledError, GeneratorExit):
        raise
    except BaseException:
        logging.getLogger(__name__).debug("the assistant could not close", exc_info=True)


async def _close_after(agent: Agent, asked: "asyncio.Future[Reply] | None") -> None:
    if asked is not None:
        await asyncio.wait({asked}, timeout=CLOSE_TIMEOUT_S)
    await _close(agent)
