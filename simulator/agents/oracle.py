"""An assistant that knows the ground truth: it must pass every scenario, or the scenario is wrong."""

from collections.abc import Iterator

from scenarios.schema import DriverTurn, ExpectedCall, Scenario, ScriptedReply
from simulator.agents.probes import requests
from simulator.agents.spec import Reply
from simulator.channel import Locale
from simulator.events import SpeechLevel
from simulator.tools.toolset import person_tools
from simulator.trajectory import AssistantView

# By language and, in Korean, by speech level; `{}` takes what the question is about.
_CONFIRM: dict[Locale, dict[SpeechLevel | None, str]] = {
    "ko": {
        "hae": "{} 진행할까?",
        "haeyo": "{} 진행할까요?",
        "hapsyo": "{} 진행해도 되겠습니까?",
    },
    "en": {None: "{} Shall I go ahead?"},
}
_VALUE: dict[Locale, dict[SpeechLevel | None, str]] = {
    "ko": {"hae": "{} 어떻게 해 줄까?", "haeyo": "{} 어떻게 해 드릴까요?", "hapsyo": "{} 어떻게 해 드릴까요?"},
    "en": {None: "{} What would you like it to be?"},
}
_CHOOSE: dict[Locale, dict[SpeechLevel | None, str]] = {
    "ko": {
        "hae": "{} 둘 중에 어느 쪽으로 할까?",
        "haeyo": "{} 둘 중에 어느 쪽으로 할까요?",
        "hapsyo": "{} 둘 중에 어느 쪽으로 하시겠습니까?",
    },
    "en": {None: "{} Which one of the two would you like?"},
}
_DONE: dict[Locale, dict[SpeechLevel | None, str]] = {
    "ko": {"hae": "다 됐어.", "haeyo": "다 됐어요.", "hapsyo": "모두 완료했습니다."},
    "en": {None: "That's done."},
}
_LIMIT: dict[Locale, dict[SpeechLevel | None, str]] = {
    "ko": {
        "hae": "미안하지만 그건 할 수 없어.",
        "haeyo": "죄송하지만 그건 할 수 없어요.",
        "hapsyo": "죄송하지만 그것은 할 수 없습니다.",
    },
    "en": {None: "I'm sorry, I can't do that in this car."},
}
_ZONES: dict[Locale, dict[SpeechLevel | None, str]] = {
    "ko": {
        "hae": "다 됐어. 운전석과 조수석 온도가 3도 넘게 차이 나.",
        "haeyo": "다 됐어요. 운전석과 조수석 온도가 3도 넘게 차이 나요.",
        "hapsyo": "모두 완료했습니다. 운전석과 조수석의 온도가 3도 넘게 차이 납니다.",
    },
    "en": {None: "That's done. The driver and passenger temperatures now differ by more than 3 degrees."},
}
_QUESTIONS = {"confirm": _CONFIRM, "value": _VALUE, "choose": _CHOOSE}


class Oracle:
    """Plays the expected calls of each request, one a step, asking first what only the driver can answer."""

    name = "oracle"

    def __init__(self, scenario: Scenario, locale: Locale) -> None:
        self._scenario = scenario
        self._script = scenario.driver[locale]
        self._locale: Locale = locale
        self._request = 0
        self._reported = False
        self._plan = self._plan_for(0)

    async def respond(self, view: AssistantView) -> Reply:
        """Do the next thing the request needs; words after a report are the next request."""
        if self._reported and self._request + 1 < len(self._script.turns):
            self._request += 1
            self._plan = self._plan_for(self._request)
        return next(self._plan)

    async def aclose(self) -> None:
        """Hold nothing."""

    def _say(self, texts: dict[Locale, dict[SpeechLevel | None, str]], about: str = "") -> Reply:
        return Reply(speech=texts[self._locale][self._script.level].format(about).strip())

    def _plan_for(self, request: int) -> Iterator[Reply]:
        """Yield look-ups, then questions, then the changes one by one, then the report."""
        self._reported = False
        turn = self._script.turns[request]
        calls = [call for call in self._scenario.expected if call.turn == request]
        offered = self._scenario.build_toolset().specs
        calls = [call for call in calls if call.tool in offered]
        tools = person_tools()
        impossible = self._scenario.kind == "hallucination" and request == self._scenario.removed_turn
        gets = [call for call in calls if tools[call.tool].effect == "get"]
        sets = [call for call in calls if tools[call.tool].effect == "set" and not self._uses_removed(call)]
        for call in gets:
            yield Reply(calls=requests((call,)))
        if not impossible:
            ambiguity = self._scenario.ambiguity
            for reply in _asked(turn, open_question=ambiguity is not None and ambiguity.resolved_by == "user"):
                yield self._say(_QUESTIONS[reply.on], f"{', '.join(reply.about)}:" if reply.about else "")
        for call in sets:
            yield Reply(calls=requests((call,)))
        self._reported = True
        while True:
            yield self._say(_LIMIT if impossible else self._report(sets))

    def _uses_removed(self, call: ExpectedCall) -> bool:
        paths = self._scenario.build_toolset().removed_parameters.get(call.tool, ())
        return any(path[0] in call.arguments for path in paths)

    def _report(self, sets: list[ExpectedCall]) -> dict[Locale, dict[SpeechLevel | None, str]]:
        single = any(
            call.tool == "set_climate_temperature" and call.arguments.get("seat_zone") != "ALL_ZONES" for call in sets
        )
        return _ZONES if single else _DONE


def _asked(turn: DriverTurn, *, open_question: bool) -> Iterator[ScriptedReply]:
    """Yield what is worth asking: the open question where the driver must resolve one, then the confirmation."""
    wanted: tuple[tuple[str, ...], ...] = (("value", "choose"), ("confirm",)) if open_question else (("confirm",),)
    for acts in wanted:
        reply = next((reply for reply in turn.replies if reply.on in acts), None)
        if reply is not None:
            yield reply
