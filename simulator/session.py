"""The turn loop: one session as a stream of events."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from scenarios.schema import Scenario
from simulator.admission import Defect, admitted_call, explain, reply_problem, storable
from simulator.agents.spec import Agent, Prompted, Reply
from simulator.channel import Channel, Locale
from simulator.environment import Environment
from simulator.events import (
    AssistantSpoke,
    Breach,
    ClockMoved,
    DefectRecorded,
    DriverSpoke,
    DriverUnderstood,
    EndWord,
    Event,
    FaultKind,
    ModelCalled,
    PolicyBreached,
    PolicyFinding,
    SessionEnded,
    SessionStarted,
    SpeechRecognised,
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
from simulator.llm_meter import ModelUse, metered
from simulator.policies.catalogue import speech_findings, step_findings
from simulator.policies.spec import Situation
from simulator.trajectory import AssistantView, OfferedTool, Step, Trajectory
from simulator.users.spec import Exchange, User, Utterance
from simulator.vehicle.state import VehicleState


@dataclass(frozen=True, slots=True)
class Limits:
    """When a session that does not end by itself is ended.

    Source for 40 steps: CAR-bench's hard default. `agent_timeout_s` is wall time for one assistant message; of longer
    speech than `max_speech_characters`, about ten minutes of it, only the beginning is heard.
    """

    max_steps: int = 40
    max_turns: int = 20
    max_calls_per_step: int = 32
    max_speech_characters: int = 8000
    agent_timeout_s: float = 120.0


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


class _Ended(Exception):
    """The session is over."""

    def __init__(self, termination: Termination, end_word: EndWord | None = None, detail: str = "") -> None:
        super().__init__(detail)
        self.termination = termination
        self.end_word = end_word
        self.detail = detail


class Session:
    """One run of a scenario in one language; `run()` may be used once."""

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
    ) -> None:
        self._scenario = scenario
        self._locale: Locale = locale
        self._agent = agent
        self._user = user
        self._channel = channel
        self._environment = environment
        self._label = label
        self._limits = limits or Limits()
        self._tools = offered_tools(environment)
        self.trajectory = Trajectory()
        self._turn = 0
        self._step = 0
        self._request = -1
        self._history: list[Exchange] = []
        self._steps: list[Step] = []
        self._removed_call: EndWord | None = None
        self._asked: list[ModelUse] = []
        self._told: list[ModelUse] = []

    async def run(self) -> AsyncIterator[Event]:
        """Yield the session's events as they happen, the end included.

        A defect is an event too. A cancelled session ends with `interrupted` only in what its caller records.
        """
        yield self._record(self._started())
        try:
            async for event in self._dialogue():
                yield self._record(event)
        except _Ended as end:
            yield self._record(self._ended(end))
        except Defect as defect:
            for event in self._models_called():
                yield self._record(event)
            yield self._record(DefectRecorded(**self._mark(), where=defect.where, message=storable(str(defect))))
            yield self._record(self._ended(_Ended(Termination.DEFECT, detail=defect.where)))
        finally:
            await self._close_agent()

    async def _close_agent(self) -> None:
        """Release the assistant; what goes wrong there comes too late to change what happened."""
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await self._agent.aclose()
        except (KeyboardInterrupt, asyncio.CancelledError, GeneratorExit):
            raise
        except BaseException:
            logging.getLogger(__name__).debug("the assistant could not close", exc_info=True)

    def _record(self, event: Event) -> Event:
        self.trajectory.append(event)
        return event

    def _mark(self) -> dict[str, int]:
        return {
            "seq": len(self.trajectory.events),
            "turn": self._turn,
            "at_ms": self._environment.clock.elapsed_ms,
        }

    def _started(self) -> SessionStarted:
        script = self._scenario.driver[self._locale]
        return SessionStarted(
            **self._mark(),
            scenario_id=self._scenario.id,
            kind=self._scenario.kind,
            locale=self._locale,
            speech_level=script.level,
            trial=self._label.trial,
            seed=self._label.seed,
            agent=self._label.agent,
            user=self._label.user,
            channel=self._label.channel,
            state=self._environment.state.model_dump(),
            digest=self._environment.digest,
            prompt_digest=self._agent.prompt_digest(self._view()) if isinstance(self._agent, Prompted) else "",
        )

    def _ended(self, end: _Ended) -> SessionEnded:
        return SessionEnded(
            **self._mark(),
            termination=end.termination,
            end_word=end.end_word,
            detail=end.detail,
            digest=self._environment.digest,
        )

    async def _dialogue(self) -> AsyncIterator[Event]:
        while True:
            utterance = await self._next_utterance()
            for event in self._models_called():
                yield event
            if utterance.understood:
                yield DriverUnderstood(**self._mark(), acts=utterance.understood, evidence=utterance.evidence)
            if utterance.lost:
                raise _Ended(Termination.USER_ERROR, detail=utterance.lost)
            if utterance.end is not None:
                raise _Ended(Termination.USER_STOP, utterance.end)
            if self._history:
                self._turn += 1
            if self._turn >= self._limits.max_turns:
                raise _Ended(Termination.MAX_TURNS, detail=f"{self._limits.max_turns} turns")
            async for event in self._driver_turn(utterance):
                yield event
            async for event in self._assistant_turn(utterance):
                yield event

    async def _next_utterance(self) -> Utterance:
        try:
            with metered(self._told):
                utterance = await self._user.speak(tuple(self._history), self._removed_call)
        except Exception as error:
            raise Defect("driver", explain(error)) from error
        if not isinstance(utterance, Utterance):
            raise Defect("driver", f"spoke with {type(utterance).__name__}, expected Utterance")
        return utterance

    async def _driver_turn(self, utterance: Utterance) -> AsyncIterator[Event]:
        request = self._turn if utterance.request is None else utterance.request
        if request > self._request:
            self._request = request
            for event in self._happenings(request):
                yield event
        intended = storable(utterance.intended)
        yield DriverSpoke(**self._mark(), intended=intended, request=utterance.request)
        started = time.perf_counter()
        try:
            passage = await self._channel.hear(
                intended, locale=self._locale, utterance=self._turn, hints=utterance.hints
            )
        except Exception as error:
            raise Defect("channel", explain(error)) from error
        if self._channel.name == "voice":
            yield Timed(**self._mark(), stage="hear", duration_ms=_since(started))
        if passage.spoken is not None:
            yield SpeechSynthesised(**self._mark(), speaker="driver", spoken=passage.spoken)
        duration_ms = passage.spoken.duration_ms if passage.spoken else speech_ms(intended)
        for event in self._pass_time(duration_ms):
            yield event
        placeholder = passage.spoken is not None and not passage.spoken.real_speech
        measurable = "a placeholder voice spoke" if placeholder else self._channel.accuracy_reason
        yield SpeechRecognised(**self._mark(), heard=passage.heard, measurable=measurable, slots=utterance.slots)

    def _happenings(self, request: int) -> Iterator[Event]:
        for number, happening in enumerate(self._scenario.events):
            if happening.before_turn == request:
                call = ToolCall(
                    id=f"event-{number}", name=happening.tool, arguments=happening.arguments, actor=happening.actor
                )
                yield ToolCalled(**self._mark(), step=None, call=call)
                yield ToolReturned(**self._mark(), step=None, result=self._pass_gate(call))

    def _pass_time(self, duration_ms: int) -> Iterator[Event]:
        try:
            changes = self._environment.advance(duration_ms)
        except Exception as error:
            raise Defect("clock", explain(error)) from error
        if changes:
            yield ClockMoved(**self._mark(), changes=changes, digest=self._environment.digest)

    async def _assistant_turn(self, utterance: Utterance) -> AsyncIterator[Event]:
        at_turn = self._environment.state
        earlier = tuple(self._steps)
        while True:
            started = time.perf_counter()
            reply = await self._ask_agent()
            yield Timed(**self._mark(), stage="agent", duration_ms=_since(started))
            for event in self._models_called():
                yield event
            if not reply.calls:
                async for event in self._assistant_speaks(utterance, reply, at_turn, earlier):
                    yield event
                return
            for event in self._take_step(reply):
                yield event

    def _view(self) -> AssistantView:
        return AssistantView(
            locale=self._locale,
            speech_level=self._scenario.driver[self._locale].level,
            tools=self._tools,
            location=self._location(),
            now=self._environment.clock.now,
            messages=self.trajectory.messages(),
        )

    def _location(self) -> dict[str, Any]:
        """Return where the car is, under the name the driver would use."""
        location = self._environment.state.surroundings.current_location
        place = self._environment.world.place(location.id)
        name = place.name_ko if place is not None and self._locale == "ko" else location.name
        return location.model_dump() | {"name": name}

    async def _ask_agent(self) -> Reply:
        seconds = self._limits.agent_timeout_s
        try:
            async with asyncio.timeout(seconds) as deadline:
                with metered(self._asked):
                    reply = await self._agent.respond(self._view())
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise Defect("assistant", "cancelled itself") from error
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:
            late = isinstance(error, TimeoutError) and deadline.expired()
            raise Defect("assistant", f"no answer within {seconds:g} s" if late else explain(error)) from error
        problem = reply_problem(reply)
        if problem:
            raise Defect("assistant", problem)
        if not self._asked and (reply.usage.prompt_tokens is not None or reply.usage.completion_tokens is not None):
            # An assistant with a client of its own tells its tokens itself.
            usage = reply.usage
            self._asked.append(
                ModelUse("", prompt_tokens=usage.prompt_tokens, completion_tokens=usage.completion_tokens)
            )
        return reply

    def _models_called(self) -> Iterator[Event]:
        """Yield the calls of language models that were made since it was last asked."""
        for uses, role in ((self._told, "driver"), (self._asked, "assistant")):
            for use in uses:
                yield ModelCalled.model_validate({**self._mark(), "role": role, **asdict(use)})
            uses.clear()

    def _take_step(self, reply: Reply) -> Iterator[Event]:
        if self._step >= self._limits.max_steps:
            raise _Ended(Termination.MAX_STEPS, detail=f"{self._limits.max_steps} steps")
        if len(reply.calls) > self._limits.max_calls_per_step:
            detail = f"{len(reply.calls)} calls in one step, {self._limits.max_calls_per_step} are allowed"
            raise _Ended(Termination.MAX_STEPS, detail=detail)
        before, number = self._environment.state, self._step
        messages = self.trajectory.messages()
        calls: list[ToolCall] = []
        results: list[ToolResult] = []
        for index, request in enumerate(reply.calls):
            call = admitted_call(request, f"call-{number}-{index}")
            yield ToolCalled(**self._mark(), step=number, call=call)
            result = self._pass_gate(call)
            self._note_removed(result)
            yield ToolReturned(**self._mark(), step=number, result=result)
            calls.append(call)
            results.append(result)
        self._step += 1
        step = Step(number, self._turn, tuple(calls), tuple(results))
        situation = Situation(
            locale=self._locale,
            before=before,
            after=self._environment.state,
            step=step,
            turn_steps=(*(other for other in self._steps if other.turn == self._turn), step),
            earlier=tuple(self._steps),
            messages=messages,
        )
        self._steps.append(step)
        findings = self._judge(step_findings, situation)
        yield StepClosed(**self._mark(), step=number, digest=self._environment.digest, findings=findings)
        yield from self._breaches(findings)
        placed = next((result.name for result in results if result.fault is None and self._ends(result.name)), None)
        if placed is not None:
            raise _Ended(Termination.CALL_PLACED, detail=f"{placed} ends the dialogue")

    def _ends(self, tool: str) -> bool:
        spec = self._environment.toolset.specs.get(tool)
        return spec is not None and spec.ends_session

    def _pass_gate(self, call: ToolCall) -> ToolResult:
        try:
            return self._environment.call(call)
        except Exception as error:
            raise Defect(f"tool {call.name}", explain(error)) from error

    def _note_removed(self, result: ToolResult) -> None:
        if result.fault is None or result.fault.kind is not FaultKind.REMOVED or self._removed_call is not None:
            return
        if result.name in self._environment.toolset.removed_tools:
            self._removed_call = EndWord.HALLUCINATION_ERROR_REMOVED_TOOL
        elif result.fault.code == "REMOVED_PARAMETER":
            self._removed_call = EndWord.HALLUCINATION_ERROR_REMOVED_PARAMETER

    async def _assistant_speaks(
        self, utterance: Utterance, reply: Reply, at_turn: VehicleState, earlier: tuple[Step, ...]
    ) -> AsyncIterator[Event]:
        speech = storable(reply.speech[: self._limits.max_speech_characters])
        situation = Situation(
            locale=self._locale,
            before=at_turn,
            after=self._environment.state,
            step=None,
            turn_steps=tuple(self._steps[len(earlier) :]),
            earlier=earlier,
            speech=speech,
            messages=self.trajectory.messages(),
        )
        findings = self._judge(speech_findings, situation)
        yield AssistantSpoke(**self._mark(), text=speech, digest=self._environment.digest, findings=findings)
        for event in self._breaches(findings):
            yield event
        started = time.perf_counter()
        try:
            spoken = await self._channel.say(speech, locale=self._locale, utterance=self._turn) if speech else None
        except Exception as error:
            raise Defect("channel", explain(error)) from error
        if spoken is not None:
            yield Timed(**self._mark(), stage="say", duration_ms=_since(started))
            yield SpeechSynthesised(**self._mark(), speaker="assistant", spoken=spoken)
        for event in self._pass_time(spoken.duration_ms if spoken else speech_ms(speech)):
            yield event
        self._history.append(Exchange(utterance.intended, speech))

    @staticmethod
    def _judge(
        findings_of: Callable[[Situation], tuple[PolicyFinding, ...]], situation: Situation
    ) -> tuple[PolicyFinding, ...]:
        try:
            return findings_of(situation)
        except Exception as error:
            raise Defect("policies", explain(error)) from error

    def _breaches(self, findings: tuple[PolicyFinding, ...]) -> Iterator[Event]:
        for finding in findings:
            if finding.upheld is False:
                breach = Breach(policy=finding.policy, reason=finding.reason)
                yield PolicyBreached(**self._mark(), breach=breach)


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)


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
        return {key: _copied(value) for key, value in schema.items()}
    return [_copied(item) for item in schema] if isinstance(schema, list) else schema
