"""Short sessions driven by hand on a real environment, for tests of policies, metrics and verdicts."""

from typing import Any

from scenarios.schema import Scenario
from simulator.channel import Heard, Locale
from simulator.environment import Environment
from simulator.events import (
    AssistantSpoke,
    ClockMoved,
    DefectRecorded,
    DriverSpoke,
    EndWord,
    PolicyFinding,
    SessionEnded,
    SessionStarted,
    SpeechRecognised,
    StepClosed,
    Termination,
    ToolCall,
    ToolCalled,
    ToolReturned,
)
from simulator.policies.catalogue import speech_findings, step_findings
from simulator.policies.spec import Situation
from simulator.trajectory import Step, Trajectory

Call = tuple[str, dict[str, Any]]
HERE = "loc_seo_100001"
WEATHER: Call = (
    "get_weather",
    {"location_or_poi_id": HERE, "month": 3, "day": 12, "time_hour_24hformat": 15},
)


def scenario(
    *expected: Call, kind: str = "base", state: dict[str, Any] | None = None, weather: str = "sunny", **more: Any
) -> Scenario:
    """Build a scenario at 15:20 on 12 March in Seoul whose driver speaks both languages."""
    facts: dict[str, Any] = {
        "id": "by-hand",
        "kind": kind,
        "summary": "driven by hand",
        "provenance": "tests",
        "weather": {"condition": weather},
        "state": state or {},
        "expected": [{"tool": tool, "arguments": arguments} for tool, arguments in expected],
        "driver": {
            "ko": {"level": "haeyo", "turns": [{"say": "부탁해요."}]},
            "en": {"turns": [{"say": "Please."}]},
        },
    }
    if kind == "disambiguation":
        facts["ambiguity"] = {"resolved_by": "user", "element": "which one"}
    if kind == "hallucination":
        facts["removed"] = ["set_fan_speed"]
    return Scenario.model_validate(facts | more)


class Drive:
    """Records a session step by step with real tools and real policies; `end()` finishes it."""

    def __init__(self, of: Scenario, locale: Locale = "en", seed: int = 0) -> None:
        self.scenario = of
        self.locale: Locale = locale
        self.car = Environment(
            of.build_state(), of.build_world(seed), of.build_toolset(), frozen_charge=of.freeze_charge
        )
        self.trajectory = Trajectory()
        self.findings: list[PolicyFinding] = []
        self._turn = -1
        self._steps: list[Step] = []
        self._at_turn = self.car.state
        self.trajectory.append(
            SessionStarted(
                **self._mark(),
                scenario_id=of.id,
                kind=of.kind,
                locale=locale,
                speech_level=None,
                trial=0,
                seed=seed,
                agent="by hand",
                user="by hand",
                channel="text",
                state=self.car.state.model_dump(),
                digest=self.car.digest,
            )
        )

    def _mark(self) -> dict[str, int]:
        return {"seq": len(self.trajectory.events), "turn": max(0, self._turn), "at_ms": 0}

    def hear(
        self,
        intended: str,
        heard: str | None = None,
        *,
        slots: tuple[str, ...] = (),
        measurable: str | None = None,
        request: int | None = None,
    ) -> "Drive":
        """The driver speaks; `heard` is what arrives, by default every word; `request` is what of the scenario."""
        self._turn += 1
        self._at_turn = self.car.state
        self.trajectory.append(DriverSpoke(**self._mark(), intended=intended, request=request))
        words = Heard(text=intended if heard is None else heard, engine="by hand")
        self.trajectory.append(SpeechRecognised(**self._mark(), heard=words, slots=slots, measurable=measurable))
        return self

    def step(self, *calls: Call) -> "Drive":
        """The assistant sends one message with calls."""
        before, messages, number = self.car.state, self.trajectory.messages(), len(self._steps)
        made, results = [], []
        for index, (name, arguments) in enumerate(calls):
            call = ToolCall(id=f"{number}-{index}", name=name, arguments=arguments)
            self.trajectory.append(ToolCalled(**self._mark(), step=number, call=call))
            result = self.car.call(call)
            self.trajectory.append(ToolReturned(**self._mark(), step=number, result=result))
            made.append(call)
            results.append(result)
        step = Step(number, self._turn, tuple(made), tuple(results))
        situation = Situation(
            locale=self.locale,
            before=before,
            after=self.car.state,
            step=step,
            turn_steps=(*(other for other in self._steps if other.turn == self._turn), step),
            earlier=tuple(self._steps),
            messages=messages,
        )
        self._steps.append(step)
        found = step_findings(situation)
        self.findings += found
        self.trajectory.append(StepClosed(**self._mark(), step=number, digest=self.car.digest, findings=found))
        return self

    def say(self, speech: str) -> "Drive":
        """The assistant speaks."""
        situation = Situation(
            locale=self.locale,
            before=self._at_turn,
            after=self.car.state,
            step=None,
            turn_steps=tuple(step for step in self._steps if step.turn == self._turn),
            earlier=tuple(step for step in self._steps if step.turn != self._turn),
            speech=speech,
            messages=self.trajectory.messages(),
        )
        found = speech_findings(situation)
        self.findings += found
        self.trajectory.append(AssistantSpoke(**self._mark(), text=speech, digest=self.car.digest, findings=found))
        return self

    def person(self, tool: str, **arguments: Any) -> "Drive":
        """Somebody in the car does something by hand."""
        call = ToolCall(id=f"hand-{len(self.trajectory.events)}", name=tool, arguments=arguments, actor="person")
        self.trajectory.append(ToolCalled(**self._mark(), step=None, call=call))
        self.trajectory.append(ToolReturned(**self._mark(), step=None, result=self.car.call(call)))
        return self

    def wait(self, duration_ms: int) -> "Drive":
        """Time passes."""
        changes = self.car.advance(duration_ms)
        if changes:
            self.trajectory.append(ClockMoved(**self._mark(), changes=changes, digest=self.car.digest))
        return self

    def defect(self, message: str) -> "Drive":
        """Something of ours breaks."""
        self.trajectory.append(DefectRecorded(**self._mark(), where="test", message=message))
        return self

    def end(
        self,
        word: EndWord | None = EndWord.STOP,
        termination: Termination = Termination.USER_STOP,
        detail: str = "",
    ) -> Trajectory:
        """The session ends; returns its trajectory."""
        self.trajectory.append(
            SessionEnded(**self._mark(), termination=termination, end_word=word, detail=detail, digest=self.car.digest)
        )
        return self.trajectory

    def found(self, policy: str) -> list[bool | None]:
        """Return whether a policy was upheld, each time it applied."""
        return [finding.upheld for finding in self.findings if finding.policy == policy]

    def reasons(self, policy: str) -> str:
        """Return all reasons given for a policy, joined."""
        return "; ".join(finding.reason for finding in self.findings if finding.policy == policy)
