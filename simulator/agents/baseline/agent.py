"""The embedded assistant: one reply per call, from heard words and tool results only."""

from typing import Any

from simulator.agents.baseline.dialogue import Dialogue, Pending
from simulator.agents.baseline.facts import Facts, Line
from simulator.agents.baseline.goals import Goal
from simulator.agents.baseline.planning import Round, plan_round
from simulator.agents.baseline.reports import deeds
from simulator.agents.baseline.speech import reply_text
from simulator.agents.spec import Reply
from simulator.events import ToolCall
from simulator.trajectory import AssistantCalled, AssistantView, DriverSaid, ToolReplied

MOST_LOOKS = 8
"""Look-ups in a row before a plan is given up; no plan needs more than five."""


class BaselineAgent:
    """A rule-based assistant for the vehicle domain, weather, preferences and arithmetic.

    It looks before it acts, asks when a value is missing, confirms what must be confirmed and says what it
    cannot do. Navigation, charging and communication are declined.
    """

    name = "baseline"

    def __init__(self) -> None:
        self._facts = Facts()
        self._dialogue = Dialogue()
        self._seen = 0
        self._calls: dict[str, ToolCall] = {}
        self._acting: Round | None = None
        self._outcomes: list[tuple[str, dict[str, Any], bool]] = []
        self._looks = 0

    async def respond(self, view: AssistantView) -> Reply:
        """Answer the newest message of `view`; deterministic, raises nothing of its own."""
        self._facts.see(view)
        for message in view.messages[self._seen :]:
            match message:
                case DriverSaid():
                    self._hear(message.heard, view)
                case AssistantCalled():
                    self._calls.update({call.id: call for call in message.calls})
                case ToolReplied():
                    self._take(message)
        self._seen = len(view.messages)
        if self._acting is not None:
            return self._report(self._acting, view)
        if self._dialogue.say:
            lines, self._dialogue.say = self._dialogue.say, []
            if self._dialogue.pending is not None or not self._dialogue.goals:
                return self._speech([], lines, view)
        return self._step(view)

    async def aclose(self) -> None:
        """Hold nothing."""

    def _hear(self, heard: str, view: AssistantView) -> None:
        self._acting = None
        self._looks = 0
        if not self._dialogue.hear(heard, view.locale):
            self._facts.forget()

    def _take(self, message: ToolReplied) -> None:
        call = self._calls.get(message.call_id)
        arguments = call.arguments if call is not None else {}
        result = self._facts.take(message.name, arguments, message.content)
        if self._acting is not None:
            self._outcomes.append((message.name, arguments, result is not None))

    def _step(self, view: AssistantView) -> Reply:
        """Plan once: look something up, act, or speak."""
        planned = plan_round(self._dialogue.goals, self._facts)
        if planned.looks and self._looks < MOST_LOOKS:
            self._looks += 1
            return Reply(calls=tuple(planned.looks))
        if planned.looks:
            self._dialogue.goals = []
            return self._speech([], [Line("give_up")], view)
        if planned.calls:
            self._acting = planned
            self._outcomes = []
            return Reply(calls=tuple(planned.calls))
        return self._close(planned, view, [])

    def _report(self, planned: Round, view: AssistantView) -> Reply:
        self._acting = None
        return self._close(planned, view, self._outcomes)

    def _close(self, planned: Round, view: AssistantView, outcomes: list[tuple[str, dict[str, Any], bool]]) -> Reply:
        """Say what was done, what was found, what cannot be done, and put the first open question."""
        failed = any(not succeeded for _, _, succeeded in outcomes)
        lines = [] if failed else list(planned.notes)
        lines.extend(_with_consequence(goal, line) for goal, line in planned.refused)
        finished = {id(goal) for goal in planned.ready} | {id(goal) for goal, _ in planned.refused}
        self._dialogue.goals = [goal for goal in self._dialogue.goals if id(goal) not in finished]
        if planned.asks:
            goal, ask = planned.asks[0]
            self._dialogue.pending = Pending(goal, ask)
            lines.append(ask.line)
        if outcomes:
            self._facts.forget()
        return self._speech(outcomes, lines, view)

    def _speech(
        self, outcomes: list[tuple[str, dict[str, Any], bool]], lines: list[Line], view: AssistantView
    ) -> Reply:
        return Reply(speech=reply_text(deeds(outcomes), lines, view.locale, view.speech_level))


def _with_consequence(goal: Goal, line: Line) -> Line:
    """Add which wish a missing helper stopped, unless the helper was the wish itself."""
    helper = line.slots.get("tool", line.slots.get("variable"))
    if line.key not in ("no_tool", "no_parameter", "failed", "not_told") or goal.intent.action == "query":
        return line
    if helper in _OWN.get(goal.intent.device, ()):
        return line
    return Line(line.key, {**line.slots, "instead_of": goal.intent.device})


_OWN = {
    "window": ("open_close_window",),
    "sunroof": ("open_close_sunroof",),
    "sunshade": ("open_close_sunshade",),
    "trunk": ("open_close_trunk_door",),
    "temperature": ("set_climate_temperature",),
    "fan": ("set_fan_speed",),
    "airflow": ("set_fan_airflow_direction",),
    "ac": ("set_air_conditioning",),
    "circulation": ("set_air_circulation",),
    "defrost": ("set_window_defrost",),
    "seat_heating": ("set_seat_heating",),
    "steering_heating": ("set_steering_wheel_heating",),
    "ambient": ("set_ambient_lights",),
    "reading_light": ("set_reading_light",),
    "low_beam": ("set_head_lights_low_beams",),
    "high_beam": ("set_head_lights_high_beams",),
    "fog_light": ("set_fog_lights",),
}
"""The tool that is the wish itself."""
