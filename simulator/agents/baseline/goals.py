"""A wish being worked on, and what the planning functions share."""

from dataclasses import dataclass, field
from typing import Any

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.frames import SEATS, Intent
from simulator.agents.baseline.preferences import preferred
from simulator.agents.baseline.signals import Ask, Line, Unable
from simulator.agents.spec import CallRequest


@dataclass(slots=True)
class Goal:
    """One intent on its way to be done.

    `agreed` holds the keys the driver said yes to, `chosen` what was chosen under the key of each question.
    """

    intent: Intent
    agreed: set[str] = field(default_factory=set)
    chosen: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Plan:
    """What to do for one goal: the calls, in order, what to add when reporting them, and wishes that follow."""

    calls: list[CallRequest] = field(default_factory=list)
    notes: list[Line] = field(default_factory=list)
    followed_by: tuple[Intent, ...] = ()


def wanted_value(goal: Goal, facts: Facts, question: str, purpose: str = "") -> float | str:
    """Return the asked value, else the driver's stored preference, else ask; vague amounts are asked about too.

    Source: order of disambiguation of the reference: request, preferences, then the driver.
    """
    intent = goal.intent
    if intent.value is not None and intent.value != "some":
        return intent.value
    if intent.value is None and (stored := preferred(facts, intent.device, purpose)) is not None:
        return stored
    raise Ask("value", Line(question, {"intent": intent}))


def seat_variables(zones: tuple[str, ...], pattern: str) -> list[str]:
    """Return the variables of the named seats; `pattern` holds {}."""
    seats = SEATS if "ALL" in zones else [_seat(zone) for zone in zones]
    return [pattern.format(seat.lower()) for seat in seats]


def _seat(zone: str) -> str:
    """Right rear is behind the driver's side in this car. Source: the reference's window tool."""
    return {"RIGHT_REAR": "DRIVER_REAR", "LEFT_REAR": "PASSENGER_REAR"}.get(zone, zone)


def front_zones(goal: Goal, facts: Facts, question: str) -> tuple[str, ...]:
    """Return which of the two front zones a climate wish means; raises Ask where both fit.

    With only the driver on board nobody else can be meant.
    """
    zones = goal.intent.zones
    if "OCCUPIED" in zones:
        return occupied_front(facts)
    if zones:
        rear = [zone for zone in zones if zone not in ("ALL", "DRIVER", "PASSENGER")]
        if rear:
            raise Unable(Line("no_rear_zone", {"device": goal.intent.device}))
        return ("ALL",) if set(zones) >= {"DRIVER", "PASSENGER"} else zones
    try:
        occupied = occupied_front(facts)
    except Unable:
        occupied = ()
    if occupied == ("DRIVER",):
        return occupied
    raise Ask("value", Line(question, {"intent": goal.intent}))


def occupied_front(facts: Facts) -> tuple[str, ...]:
    """Return the front zones somebody sits in."""
    taken = facts.value("seats_occupied")
    driver, passenger = bool(taken.get("driver")), bool(taken.get("passenger"))
    if driver and passenger:
        return ("ALL",)
    return ("PASSENGER",) if passenger else ("DRIVER",)


def need_yes(goal: Goal, key: str, line: Line) -> None:
    """Raise Ask unless the driver has already said yes to exactly this."""
    if key not in goal.agreed:
        raise Ask("confirm", line, key)
