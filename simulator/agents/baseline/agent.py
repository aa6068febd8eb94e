"""The embedded assistant: one reply per call, from heard words and tool results only."""

import unicodedata
from typing import Any

from simulator.agents.baseline.dialogue import Dialogue, Pending
from simulator.agents.baseline.emergencies import emergency_of
from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.goals import Goal
from simulator.agents.baseline.lamps import LIGHTS, besides_lamp, is_traffic_light, reports_lamp
from simulator.agents.baseline.manual_question import LONGEST_HEARD
from simulator.agents.baseline.plan_manual import concerns_manual, offered
from simulator.agents.baseline.planning import Round, plan_round
from simulator.agents.baseline.refusals import harm_of
from simulator.agents.baseline.reports import deeds
from simulator.agents.baseline.signals import Line
from simulator.agents.baseline.speech import reply_text
from simulator.agents.spec import Reply
from simulator.channel import Locale
from simulator.events import ToolCall
from simulator.trajectory import AssistantCalled, AssistantSaid, AssistantView, DriverSaid, ToolReplied

MOST_LOOKS = 16
"""Look-ups in a row before a plan is given up; no plan needs more than ten."""
MOST_PASSES = 4
"""Plans in a row without a call, where one wish only waited for another."""


class BaselineAgent:
    """A rule-based assistant for the car, navigation, charging, the calendar, people and the weather.

    It looks before it acts, asks when a value is missing, confirms what must be confirmed and says what it
    cannot do.
    """

    name = "baseline"

    def __init__(self) -> None:
        self._facts = Facts()
        self._dialogue = Dialogue()
        self._seen = 0
        self._calls: dict[str, ToolCall] = {}
        self._acting: Round | None = None
        self._outcomes: list[tuple[str, dict[str, Any], bool]] = []
        self._lines: list[Line] = []
        self._looks = 0
        self._leans = False

    async def respond(self, view: AssistantView) -> Reply:
        """Answer the newest message of `view`; deterministic, raises nothing of its own."""
        self._facts.see(view)
        for message in view.messages[self._seen :]:
            match message:
                case DriverSaid():
                    self._hear(message.heard, view)
                case AssistantSaid(given=True):
                    self._leans = True
                    self._dialogue.rest()
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
        self._lines, self._outcomes = [], []
        heard = unicodedata.normalize("NFC", heard[:LONGEST_HEARD])
        if line := _unmet(heard, self._dialogue, self._leans, view.locale):
            self._dialogue.refuse(line)
        elif not self._dialogue.hear(heard, view.locale):
            self._facts.forget()
            about_car = self._concerns_manual(heard, view.locale)
            self._leans = about_car
            if about_car:
                self._dialogue.look_up()

    def _concerns_manual(self, heard: str, locale: Locale) -> bool:
        """Say whether the words just heard go to the manual; a lamp that is reported is no wish for a light."""
        goals = self._dialogue.goals
        lit = any(goal.intent.device in LIGHTS for goal in goals) and reports_lamp(heard, locale, told=self._leans)
        if lit and (wish := besides_lamp(heard, locale)):
            self._dialogue.hear(wish, locale)
            return False
        if lit and any(goal.intent.device not in LIGHTS for goal in goals):
            self._dialogue.goals = [goal for goal in goals if goal.intent.device not in LIGHTS]
        elif lit:
            self._dialogue.refuse(Line("not_understood"))
            return offered(self._facts)
        return offered(self._facts) and concerns_manual(heard, self._dialogue, self._leans, locale)

    def _take(self, message: ToolReplied) -> None:
        call = self._calls.get(message.call_id)
        arguments = call.arguments if call is not None else {}
        result = self._facts.take(message.name, arguments, message.content)
        if self._acting is not None:
            self._outcomes.append((message.name, arguments, result is not None))

    def _step(self, view: AssistantView) -> Reply:
        """Plan: look something up, act, or speak."""
        for _ in range(MOST_PASSES):
            self._facts.unsaid = bool(self._lines or self._outcomes)
            planned = plan_round(self._dialogue.goals, self._facts)
            if planned.looks and self._looks < MOST_LOOKS:
                self._looks += 1
                return Reply(calls=tuple(planned.looks))
            if planned.looks:
                self._dialogue.goals = []
                self._lines.append(Line("give_up"))
                return self._close(Round(), view)
            if planned.calls:
                self._acting = planned
                return Reply(calls=tuple(planned.calls))
            self._settle(planned)
            if planned.asks or not (planned.waiting or planned.following):
                break
        return self._close(planned, view)

    def _report(self, planned: Round, view: AssistantView) -> Reply:
        """Go on after a step of calls, or say how it went."""
        self._acting = None
        failed = any(not succeeded for _, _, succeeded in self._outcomes)
        self._settle(planned, failed=failed)
        self._facts.forget()
        if failed:
            self._dialogue.goals = [goal for goal in self._dialogue.goals if goal not in planned.waiting]
        elif planned.waiting or planned.following:
            self._looks = 0
            return self._step(view)
        return self._close(planned, view)

    def _settle(self, planned: Round, *, failed: bool = False) -> None:
        """Take finished wishes off the list and keep what has to be said about them."""
        if not failed:
            self._lines.extend(planned.notes)
        self._lines.extend(_with_consequence(goal, line) for goal, line in planned.refused)
        finished = {id(goal) for goal in planned.ready} | {id(goal) for goal, _ in planned.refused}
        left = [goal for goal in self._dialogue.goals if id(goal) not in finished]
        self._dialogue.goals = left if failed else planned.following + left

    def _close(self, planned: Round, view: AssistantView) -> Reply:
        """Say what was done, what was found, what cannot be done, and put the first open question."""
        lines = self._lines
        if planned.asks:
            goal, ask = planned.asks[0]
            self._dialogue.pending = Pending(goal, ask)
            lines.append(ask.line)
        return self._speech(self._outcomes, lines, view)

    def _speech(
        self, outcomes: list[tuple[str, dict[str, Any], bool]], lines: list[Line], view: AssistantView
    ) -> Reply:
        return Reply(speech=reply_text(deeds(outcomes), lines, view.locale, view.speech_level))


def _unmet(heard: str, dialogue: Dialogue, leans: bool, locale: Locale) -> Line | None:
    """Return what is said at once of an emergency, a harmful wish or a traffic light, instead of any deed."""
    harm = harm_of(heard, locale)
    if harm != "self_harm" and (emergency := emergency_of(heard, locale)):
        return Line(f"emergency_{emergency}")
    if harm:
        return Line(f"refused_{harm}")
    asked = dialogue.pending.goal.intent.device if dialogue.pending is not None else ""
    told = leans or asked in LIGHTS
    return Line("traffic_light") if is_traffic_light(heard, locale, told=told) else None


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
    "call": ("call_phone_by_number",),
    "mail": ("send_email",),
    "charge_limit": ("set_charge_limit",),
    "poi": ("search_poi_at_location", "search_poi_along_the_route"),
    "navigation": (
        "set_new_navigation",
        "delete_current_navigation",
        "navigation_add_one_waypoint",
        "navigation_replace_one_waypoint",
        "navigation_replace_final_destination",
        "navigation_delete_waypoint",
        "navigation_delete_destination",
    ),
}
"""The tool that is the wish itself."""
