"""Goals to the next step: what to look up, what to do at once, what to ask and what to admit."""

from collections.abc import Callable
from dataclasses import dataclass, field

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.goals import Goal, Plan
from simulator.agents.baseline.plan_climate import (
    plan_ac,
    plan_airflow,
    plan_circulation,
    plan_defrost,
    plan_temperature,
)
from simulator.agents.baseline.plan_levels import plan_fan, plan_seat_heating, plan_steering_heating
from simulator.agents.baseline.plan_lights import (
    plan_ambient,
    plan_fog_light,
    plan_headlight,
    plan_high_beam,
    plan_light,
    plan_low_beam,
    plan_reading_light,
)
from simulator.agents.baseline.plan_manual import plan_manual
from simulator.agents.baseline.plan_navigation import EDITS, plan_navigation
from simulator.agents.baseline.plan_openings import plan_sunroof, plan_sunshade, plan_trunk, plan_window
from simulator.agents.baseline.plan_people import plan_calendar, plan_call, plan_contact, plan_mail
from simulator.agents.baseline.plan_places import plan_find
from simulator.agents.baseline.plan_queries import plan_query, plan_wish
from simulator.agents.baseline.plan_stops import plan_stop
from simulator.agents.baseline.plan_trip import (
    plan_charge_limit,
    plan_charge_query,
    plan_charging_query,
    plan_navigation_query,
    plan_route_query,
)
from simulator.agents.baseline.signals import Ask, Line, Look, Unable, Wait
from simulator.agents.spec import CallRequest

_PLANS: dict[str, Callable[[Goal, Facts], Plan]] = {
    "window": plan_window,
    "sunroof": plan_sunroof,
    "sunshade": plan_sunshade,
    "trunk": plan_trunk,
    "temperature": plan_temperature,
    "fan": plan_fan,
    "airflow": plan_airflow,
    "ac": plan_ac,
    "circulation": plan_circulation,
    "defrost": plan_defrost,
    "seat_heating": plan_seat_heating,
    "steering_heating": plan_steering_heating,
    "ambient": plan_ambient,
    "reading_light": plan_reading_light,
    "low_beam": plan_low_beam,
    "high_beam": plan_high_beam,
    "fog_light": plan_fog_light,
    "headlight": plan_headlight,
    "light": plan_light,
    "wish": plan_wish,
}
_ERRANDS: dict[str, Callable[[Goal, Facts], Plan]] = {
    "route": plan_route_query,
    "poi": plan_find,
    "charge": plan_charge_query,
    "charging": plan_charging_query,
    "charge_limit": plan_charge_limit,
    "calendar": plan_calendar,
    "contact": plan_contact,
    "call": plan_call,
    "mail": plan_mail,
    "manual": plan_manual,
}
_NAVIGATION: dict[str, Callable[[Goal, Facts], Plan]] = {
    "query": plan_navigation_query,
    "add": plan_stop,
    "swap": plan_stop,
    "drop": plan_stop,
}
_LAST = ("ac", "defrost", "circulation", "fog_light", "high_beam")
"""Devices whose rules depend on what else is set in the same step, so they are planned after it."""


@dataclass(slots=True)
class Round:
    """One planning round over all goals.

    `looks` must be called before anything else is known. Otherwise `calls` can be made now for the goals in
    `ready`, `notes` are said with their report, `refused` wishes are dropped with a reason, and `asks` wait
    for the driver. `waiting` goals depend on those, `following` ones were left over by them.
    """

    looks: list[CallRequest] = field(default_factory=list)
    calls: list[CallRequest] = field(default_factory=list)
    notes: list[Line] = field(default_factory=list)
    ready: list[Goal] = field(default_factory=list)
    waiting: list[Goal] = field(default_factory=list)
    following: list[Goal] = field(default_factory=list)
    refused: list[tuple[Goal, Line]] = field(default_factory=list)
    asks: list[tuple[Goal, Ask]] = field(default_factory=list)


def plan_round(goals: list[Goal], facts: Facts) -> Round:
    """Plan every goal against the car as it is and as the other goals will leave it."""
    facts.start_planning()
    facts.will_start = any((goal.intent.device, goal.intent.action) == ("navigation", "start") for goal in goals)
    planned = Round()
    for goal in sorted(goals, key=_rank):
        if goal.intent.device == "call" and _unsettled(goals, goal):
            planned.waiting.append(goal)
            continue
        try:
            plan = plan_one(goal, facts)
            if _edits(plan.calls) and _edits(planned.calls):
                raise Wait
        except Wait:
            planned.waiting.append(goal)
        except Look as look:
            planned.looks.extend(call for call in look.calls if call not in planned.looks)
        except Ask as ask:
            planned.asks.append((goal, ask))
        except Unable as unable:
            planned.refused.append((goal, unable.line))
        else:
            planned.calls.extend(call for call in plan.calls if call not in planned.calls)
            planned.notes.extend(plan.notes)
            planned.ready.append(goal)
            planned.following.extend(Goal(intent) for intent in plan.followed_by)
    planned.asks.sort(key=lambda asked: goals.index(asked[0]))
    return planned


def _edits(calls: list[CallRequest]) -> bool:
    return any(call.name in EDITS for call in calls)


def _unsettled(goals: list[Goal], call: Goal) -> bool:
    """Say whether anything is left that comes before a call, since the call ends the conversation."""
    calls = [goal for goal in goals if goal.intent.device == "call"]
    return len(calls) < len(goals) or calls[0] is not call


def plan_one(goal: Goal, facts: Facts) -> Plan:
    """Plan one goal; raises Look, Ask, Wait or Unable."""
    device, action = goal.intent.device, goal.intent.action
    if device == "navigation":
        return _NAVIGATION.get(action, plan_navigation)(goal, facts)
    if device in _ERRANDS:
        return _ERRANDS[device](goal, facts)
    if goal.intent.action == "query":
        return plan_query(goal, facts)
    plan = _PLANS.get(goal.intent.device)
    if plan is None:
        raise Unable(Line("later" if goal.intent.value == "later" else "unsupported"))
    return plan(goal, facts)


def _rank(goal: Goal) -> int:
    device = goal.intent.device
    return _LAST.index(device) + 1 if device in _LAST else 0
