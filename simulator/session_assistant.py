"""The assistant's half of a session: asked for an answer, its calls carried out, its speech carried back."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

from simulator.admission import Defect, admitted_call, explain, reply_problem, storable
from simulator.agents.apart import contained
from simulator.agents.external import own_place
from simulator.agents.spec import Agent, Patient, Reply
from simulator.environment import Environment
from simulator.events import (
    AssistantSpoke,
    Breach,
    Event,
    PolicyBreached,
    PolicyFinding,
    SpeechSynthesised,
    StepClosed,
    Termination,
    Timed,
    ToolCall,
    ToolCalled,
    ToolResult,
    ToolReturned,
)
from simulator.language.duration import speech_ms
from simulator.llm_meter import ModelUse, Patience, metered
from simulator.llm_wire import count_of
from simulator.policies.catalogue import speech_findings, step_findings
from simulator.policies.spec import Situation
from simulator.session_course import Course, Ended, Measuring, since_ms
from simulator.session_findings import findings_of
from simulator.trajectory import AssistantView, OfferedTool, Step
from simulator.vehicle.state import VehicleState


class AssistantSide:
    """Asks the assistant and carries out what it wants; `last_speech` is what it said last, as the driver is told."""

    def __init__(self, course: Course, agent: Agent) -> None:
        self._course = course
        self._agent = agent
        self._tools = offered_tools(course.environment)
        self._steps: list[Step] = []
        self._uses: list[ModelUse] = []
        self._answer_within_s = course.limits.agent_timeout_s
        self._asking: asyncio.Future[Reply] | None = None
        self.switchable = False
        self.last_speech = ""

    def switch(self, agent: Agent) -> "asyncio.Future[Reply] | None":
        """Put another assistant to work, which is asked what the one before has not answered yet.

        Returns what that one is still at, called off, or None; needs `switchable`.
        """
        self._agent = agent
        self._answer_within_s = (
            agent.answers_within_s if isinstance(agent, Patient) else self._course.limits.agent_timeout_s
        )
        if self._asking is not None:
            self._asking.cancel()
        return self._asking

    def view(self) -> AssistantView:
        """Return what the assistant may know."""
        course = self._course
        return AssistantView(
            locale=course.locale,
            speech_level=course.speech_level,
            tools=self._tools,
            location=self._location(),
            now=course.environment.clock.now,
            messages=course.trajectory.messages(),
        )

    def _location(self) -> dict[str, Any]:
        """Return where the car is, under the name the driver would use."""
        course = self._course
        location = course.environment.state.surroundings.current_location
        place = course.environment.world.place(location.id)
        name = place.name_ko if place is not None and course.locale == "ko" else location.name
        return location.model_dump() | {"name": name}

    def models_called(self) -> Iterator[Event]:
        """Yield the calls of language models that were made since it was last asked."""
        return self._course.models_called("assistant", self._uses)

    async def answer(self) -> AsyncIterator[Event]:
        """Yield what the assistant does until it has spoken; raises Ended and Defect."""
        course = self._course
        at_turn = course.environment.state
        earlier = tuple(self._steps)
        course.disturbed = False
        while True:
            started = time.perf_counter()
            async with course.waiting("assistant") as session_limit:
                reply = await self._ask(session_limit)
            if reply is None:
                for event in self.models_called():
                    yield event
                continue
            waited_ms = round(session_limit.stood_s * 1000, 3)
            worked_ms = max(0.0, round(since_ms(started) - waited_ms, 3))
            yield Timed(**course.mark(), stage="agent", duration_ms=worked_ms, waited_ms=waited_ms)
            for event in self.models_called():
                yield event
            if not reply.calls:
                async for event in self._speak(reply, at_turn, earlier):
                    yield event
                return
            try:
                for event in self._take_step(reply, at_turn):
                    yield event
            except Ended:
                # A turn that ends the session is not spoken to its end; what was measured of it counts all the same.
                for event in course.measured():
                    yield event
                raise

    async def _ask(self, session_limit: Patience) -> Reply | None:
        """Return the assistant's answer; None when another assistant was put in its place meanwhile."""
        agent, seconds = self._agent, self._answer_within_s
        try:
            async with asyncio.timeout(seconds) as deadline:
                seed = str(self._course.trajectory.started.seed)
                with metered(self._uses, session=seed, limits=(session_limit, Patience(deadline))):
                    reply = await self._answer_of(agent)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            if agent is not self._agent:
                return None
            raise Defect("assistant", "cancelled itself") from error
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:
            if agent is not self._agent:
                return None
            late = isinstance(error, TimeoutError) and deadline.expired()
            told = f"no answer within {seconds:g} s" if late else explain(error) + own_place(error)
            raise Defect("assistant", told) from error
        if agent is not self._agent:
            return None
        problem = reply_problem(reply)
        if problem:
            raise Defect("assistant", problem)
        if not self._uses and (reply.usage.prompt_tokens is not None or reply.usage.completion_tokens is not None):
            # An assistant with a client of its own tells its tokens itself.
            usage = reply.usage
            self._uses.append(
                ModelUse("", count_of(usage.prompt_tokens), completion_tokens=count_of(usage.completion_tokens))
            )
        return reply

    async def _answer_of(self, agent: Agent) -> Reply:
        if not self.switchable:
            return await agent.respond(self.view())
        self._asking = asyncio.ensure_future(contained(agent.respond(self.view())))
        try:
            return await self._asking
        finally:
            self._asking = None

    def _take_step(self, reply: Reply, at_turn: VehicleState) -> Iterator[Event]:
        course, number = self._course, len(self._steps)
        if number >= course.limits.max_steps:
            raise Ended(Termination.MAX_STEPS, detail=f"{course.limits.max_steps} steps")
        if len(reply.calls) > course.limits.max_calls_per_step:
            detail = f"{len(reply.calls)} calls in one step, {course.limits.max_calls_per_step} are allowed"
            raise Ended(Termination.MAX_STEPS, detail=detail)
        before = course.environment.state
        messages = course.trajectory.messages()
        calls: list[ToolCall] = []
        results: list[ToolResult] = []
        took_ms = 0.0
        for index, request in enumerate(reply.calls):
            call = admitted_call(request, f"call-{number}-{index}")
            yield ToolCalled(**course.mark(), step=number, call=call)
            started = time.perf_counter()
            result = course.pass_gate(call)
            took_ms += since_ms(started)
            yield ToolReturned(**course.mark(), step=number, result=result)
            calls.append(call)
            results.append(result)
        yield Timed(**course.mark(), stage="tools", duration_ms=round(took_ms, 3))
        step = Step(number, course.turn, tuple(calls), tuple(results))
        situation = Situation(
            locale=course.locale,
            before=before,
            after=course.environment.state,
            step=step,
            turn_steps=(*(other for other in self._steps if other.turn == course.turn), step),
            earlier=tuple(self._steps),
            messages=messages,
        )
        self._steps.append(step)
        findings = findings_of(step_findings, situation, at_turn, course.disturbed)
        yield StepClosed(**course.mark(), step=number, digest=course.environment.digest, findings=findings)
        yield from self._breaches(findings)
        placed = next((result.name for result in results if result.fault is None and self._ends(result.name)), None)
        if placed is not None:
            raise Ended(Termination.CALL_PLACED, detail=f"{placed} ends the dialogue")

    def _ends(self, tool: str) -> bool:
        spec = self._course.environment.toolset.specs.get(tool)
        return spec is not None and spec.ends_session

    async def _speak(self, reply: Reply, at_turn: VehicleState, earlier: tuple[Step, ...]) -> AsyncIterator[Event]:
        course = self._course
        speech = storable(reply.speech[: course.limits.max_speech_characters])
        situation = Situation(
            locale=course.locale,
            before=at_turn,
            after=course.environment.state,
            step=None,
            turn_steps=tuple(self._steps[len(earlier) :]),
            earlier=earlier,
            speech=speech,
            messages=course.trajectory.messages(),
        )
        findings = findings_of(speech_findings, situation, at_turn, course.disturbed)
        yield AssistantSpoke(**course.mark(), text=speech, digest=course.environment.digest, findings=findings)
        for event in self._breaches(findings):
            yield event
        started = time.perf_counter()
        spoken = None
        if speech:
            async with course.waiting("channel"):
                try:
                    spoken = await course.channel.say(speech, locale=course.locale, utterance=course.turn)
                except Exception as error:
                    raise Defect("channel", explain(error)) from error
        if spoken is not None:
            if not isinstance(course.channel, Measuring):
                yield Timed(**course.mark(), stage="say", duration_ms=since_ms(started))
            yield SpeechSynthesised(**course.mark(), speaker="assistant", spoken=spoken)
        for event in course.measured():
            yield event
        for event in course.pass_time(spoken.duration_ms if spoken else speech_ms(speech)):
            yield event
        self.last_speech = speech

    def _breaches(self, findings: tuple[PolicyFinding, ...]) -> Iterator[Event]:
        for finding in findings:
            if finding.upheld is False:
                breach = Breach(policy=finding.policy, reason=finding.reason)
                yield PolicyBreached(**self._course.mark(), breach=breach)


def offered_tools(environment: Environment) -> tuple[OfferedTool, ...]:
    """Return the session's tools as the assistant is shown them, with schemas that are its own to change."""
    toolset = environment.toolset
    return tuple(
        OfferedTool(name, spec.description, _copied(toolset.schemas[name]), spec.effect, spec.requires_confirmation)
        for name, spec in toolset.specs.items()
    )


def _copied(schema: Any) -> Any:
    """Return a schema with containers of its own and shared texts, which take most of the room."""
    if isinstance(schema, dict):
        return {key: value if type(value) is str else _copied(value) for key, value in schema.items()}
    return [_copied(item) for item in schema] if isinstance(schema, list) else schema
