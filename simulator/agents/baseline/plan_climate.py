"""Plans for temperature, fan, airflow, air conditioning, circulation and defrost, with the rules that bind them."""

from dataclasses import replace
from typing import Any

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.frames import SEATS, TEMPERATURE_RANGE_C, TEMPERATURE_STEP_C
from simulator.agents.baseline.goals import Goal, Plan, front_zones, wanted_value
from simulator.agents.baseline.preferences import preferred
from simulator.agents.baseline.signals import Ask, Line, Unable
from simulator.agents.spec import CallRequest

OPEN_WINDOW_PERCENT = 20
"""Windows opened further are closed when the air conditioning starts. Source: policy 011."""
DEFROST_FAN_LEVEL = 2
"""Least fan level for a front defrost. Source: policy 010."""
COOLING_FAN_LEVEL = 1
"""Least fan level with the air conditioning on. Source: policy 011."""
TOLD_DIFFERENCE_C = 3
"""A larger difference between the two zones is told to the driver. Source: policy 012."""


def plan_temperature(goal: Goal, facts: Facts) -> Plan:
    """Set the temperature of one or both zones, absolute or relative."""
    intent = goal.intent
    facts.call("set_climate_temperature", temperature=TEMPERATURE_RANGE_C[0], seat_zone="ALL_ZONES")
    if intent.action in ("up", "down") and not isinstance(intent.by, int | float):
        intent = goal.intent = replace(intent, by=_preferred_step(goal, facts))
    target = None if isinstance(intent.by, int | float) else _degrees(goal, facts)
    zones = front_zones(goal, facts, "ask_zone_temperature")
    seats = ["driver", "passenger"] if zones == ("ALL",) else [zones[0].lower()]
    targets = {seat: target if target is not None else _moved(goal, facts, seat) for seat in seats}
    calls = _temperature_calls(targets, facts)
    for seat, degrees in targets.items():
        facts.will_set(f"climate_temperature_{seat}", degrees)
    plan = Plan(calls)
    if len(seats) == 1 and (gap := _gap(facts)) is not None and gap > TOLD_DIFFERENCE_C:
        plan.notes.append(Line("temperature_gap", {"gap": gap}))
    return plan


def _preferred_step(goal: Goal, facts: Facts) -> float:
    """Return the stored step in degrees; a stored number that is a temperature is none. Raises Ask without one."""
    stored = preferred(facts, "temperature")
    if isinstance(stored, int | float) and stored < TEMPERATURE_RANGE_C[0]:
        return stored
    raise Ask("value", Line("ask_degrees", {"intent": goal.intent}))


def _degrees(goal: Goal, facts: Facts) -> float:
    value = wanted_value(goal, facts, "ask_degrees")
    low, high = TEMPERATURE_RANGE_C
    if value in ("max", "min"):
        return high if value == "max" else low
    if not isinstance(value, int | float) or not low <= value <= high or value % TEMPERATURE_STEP_C:
        raise Ask("value", Line("ask_degrees_range", {"intent": goal.intent}))
    return float(value)


def _moved(goal: Goal, facts: Facts, seat: str) -> float:
    by = goal.intent.by
    current = float(facts.value(f"climate_temperature_{seat}"))
    moved = current + (by if goal.intent.action == "up" else -by) if isinstance(by, int | float) else current
    low, high = TEMPERATURE_RANGE_C
    if not low <= moved <= high or moved % TEMPERATURE_STEP_C:
        raise Ask("value", Line("ask_degrees_limit", {"intent": goal.intent, "current": current}))
    return moved


def _temperature_calls(targets: dict[str, float], facts: Facts) -> list[CallRequest]:
    if len(targets) == 2 and len(set(targets.values())) == 1:
        return [facts.call("set_climate_temperature", temperature=targets["driver"], seat_zone="ALL_ZONES")]
    return [
        facts.call("set_climate_temperature", temperature=degrees, seat_zone=seat.upper())
        for seat, degrees in targets.items()
    ]


def _gap(facts: Facts) -> float | None:
    try:
        both = [float(facts.value(f"climate_temperature_{seat}")) for seat in ("driver", "passenger")]
    except Unable:
        return None
    return abs(both[0] - both[1])


def plan_airflow(goal: Goal, facts: Facts) -> Plan:
    """Set where the air comes out."""
    direction = wanted_value(goal, facts, "ask_airflow")
    facts.will_set("fan_airflow_direction", direction)
    return Plan([facts.call("set_fan_airflow_direction", direction=direction)])


def plan_circulation(goal: Goal, facts: Facts) -> Plan:
    """Set fresh air, recirculation or automatic."""
    mode = wanted_value(goal, facts, "ask_circulation")
    return Plan([facts.call("set_air_circulation", mode=mode)])


def plan_ac(goal: Goal, facts: Facts) -> Plan:
    """Switch the air conditioning; on closes windows and starts the fan. Source: policy 011."""
    if goal.intent.action == "off":
        facts.will_set("air_conditioning", False)
        return Plan([facts.call("set_air_conditioning", on=False)])
    return Plan(cooling_calls(facts, COOLING_FAN_LEVEL))


def cooling_calls(facts: Facts, least_fan: int) -> list[CallRequest]:
    """Return the calls that switch cooling on and what it needs; everything is looked at first."""
    switch = facts.call("set_air_conditioning", on=True)
    facts.read_all("get_climate_settings", "get_vehicle_window_positions")
    opened = [seat for seat in SEATS if facts.value(f"window_{seat.lower()}_position") > OPEN_WINDOW_PERCENT]
    planned_open = [seat for seat in opened if facts.will_be(f"window_{seat.lower()}_position") is not None]
    if planned_open:
        raise Unable(Line("ac_against_windows"))
    calls = _closing(opened, facts)
    calls.extend(fan_calls(facts, least_fan))
    facts.will_set("air_conditioning", True)
    return [*calls, switch]


def _closing(opened: list[str], facts: Facts) -> list[CallRequest]:
    for seat in opened:
        facts.will_set(f"window_{seat.lower()}_position", 0)
    zones = ["ALL"] if len(opened) == len(SEATS) else opened
    return [facts.call("open_close_window", window=zone, percentage=0) for zone in zones]


def fan_calls(facts: Facts, least_fan: int) -> list[CallRequest]:
    """Return the call that brings the fan to a least level, if it runs lower."""
    if facts.value("fan_speed") >= least_fan:
        return []
    facts.will_set("fan_speed", least_fan)
    return [facts.call("set_fan_speed", level=least_fan)]


def plan_defrost(goal: Goal, facts: Facts) -> Plan:
    """Switch a window defrost; the front one needs fan, airflow and cooling. Source: policy 010."""
    intent = goal.intent
    if intent.action == "off":
        return Plan([facts.call("set_window_defrost", on=False, defrost_window=_running_defrost(goal, facts))])
    glass: Any = wanted_value(goal, facts, "ask_defrost")
    switch = facts.call("set_window_defrost", on=True, defrost_window=glass)
    if glass == "REAR":
        return Plan([switch])
    facts.read_all("get_climate_settings", "get_vehicle_window_positions")
    calls = fan_calls(facts, DEFROST_FAN_LEVEL)
    if "WINDSHIELD" not in str(facts.value("fan_airflow_direction")):
        calls.append(facts.call("set_fan_airflow_direction", direction=_defrost_direction(facts)))
    if not facts.value("air_conditioning"):
        calls.extend(cooling_calls(facts, DEFROST_FAN_LEVEL))
    return Plan([*calls, switch])


def _defrost_direction(facts: Facts) -> str:
    stored = preferred(facts, "airflow", "defrost")
    return stored if isinstance(stored, str) and "WINDSHIELD" in stored else "WINDSHIELD"


def _running_defrost(goal: Goal, facts: Facts) -> Any:
    if goal.intent.value is not None:
        return goal.intent.value
    front, rear = facts.value("window_front_defrost"), facts.value("window_rear_defrost")
    if not front and not rear:
        raise Unable(Line("already_off", {"device": "defrost"}))
    if front and rear:
        raise Ask("value", Line("ask_defrost", {"intent": goal.intent}))
    return "FRONT" if front else "REAR"
