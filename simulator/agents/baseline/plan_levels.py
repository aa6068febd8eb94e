"""Plans for the fan, the seat heating and the steering wheel heating."""

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.frames import MAX_LEVEL
from simulator.agents.baseline.goals import Goal, Plan, front_zones, need_yes, wanted_value
from simulator.agents.baseline.preferences import preferred
from simulator.agents.baseline.signals import Ask, Line, Unable


def plan_fan(goal: Goal, facts: Facts) -> Plan:
    """Set the fan level."""
    level = _level(goal, facts, "fan_speed", "ask_fan")
    facts.will_set("fan_speed", level)
    return Plan([facts.call("set_fan_speed", level=level)])


def plan_steering_heating(goal: Goal, facts: Facts) -> Plan:
    """Set the steering wheel heating level."""
    level = _level(goal, facts, "steering_wheel_heating", "ask_steering_heating")
    return Plan([facts.call("set_steering_wheel_heating", level=level)])


def plan_seat_heating(goal: Goal, facts: Facts) -> Plan:
    """Set the seat heating of one or both front seats."""
    intent = goal.intent
    facts.call("set_seat_heating", level=0, seat_zone="ALL_ZONES")
    zones = _heated_zones(goal, facts) if intent.action == "off" and not intent.zones else None
    relative = intent.action in ("up", "down")
    if zones is None:
        missing = intent.by is None if relative else intent.value is None and intent.action != "off"
        question = "ask_seat_both" if missing and relative else "ask_zone_seat"
        if missing and not relative and not intent.zones and preferred(facts, "seat_heating") is None:
            question = "ask_seat_and_level"
        zones = front_zones(goal, facts, question)
    seats = ["driver", "passenger"] if zones == ("ALL",) else [zones[0].lower()]
    levels = {seat: _level(goal, facts, f"seat_heating_{seat}", "ask_seat_level") for seat in seats}
    if len(levels) == 2 and len(set(levels.values())) == 1:
        return Plan([facts.call("set_seat_heating", level=levels["driver"], seat_zone="ALL_ZONES")])
    return Plan([facts.call("set_seat_heating", level=level, seat_zone=seat.upper()) for seat, level in levels.items()])


def _heated_zones(goal: Goal, facts: Facts) -> tuple[str, ...]:
    heated = [seat for seat in ("driver", "passenger") if facts.value(f"seat_heating_{seat}") > 0]
    if not heated:
        raise Unable(Line("already_off", {"device": "seat_heating"}))
    if len(heated) == 2:
        raise Ask("value", Line("ask_zone_seat", {"intent": goal.intent}))
    return (heated[0].upper(),)


def _level(goal: Goal, facts: Facts, variable: str, question: str) -> int:
    """Return the level to set: absolute, or the current one moved; asks where it is missing or out of range."""
    intent = goal.intent
    highest = MAX_LEVEL[intent.device]
    if intent.action == "off":
        return 0
    if intent.action in ("up", "down"):
        return _moved_level(goal, facts, variable, question)
    value = wanted_value(goal, facts, question)
    if value in ("max", "min"):
        return highest if value == "max" else 1
    if not isinstance(value, int | float) or not 0 <= value <= highest or value != int(value):
        raise Ask("value", Line("ask_level_range", {"intent": intent, "highest": highest}))
    return int(value)


def _moved_level(goal: Goal, facts: Facts, variable: str, question: str) -> int:
    intent = goal.intent
    if intent.by is None:
        raise Ask("value", Line("ask_how_many_levels", {"intent": intent}))
    step = 1 if intent.by == "some" else int(float(intent.by))
    highest = MAX_LEVEL[intent.device]
    current = int(facts.value(variable))
    moved = current + step if intent.action == "up" else current - step
    limit = highest if intent.action == "up" else 0
    if current == limit:
        raise Unable(Line("at_limit", {"device": intent.device, "level": current, "variable": variable}))
    if not 0 <= moved <= highest:
        line = Line("confirm_limit", {"device": intent.device, "level": limit, "current": current})
        need_yes(goal, f"limit {variable} {limit}", line)
        return limit
    return moved
