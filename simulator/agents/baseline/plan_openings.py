"""Plans for windows, sunroof, sunshade and trunk, with the rules that bind them."""

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.frames import SEATS
from simulator.agents.baseline.goals import Goal, Plan, need_yes, seat_variables, wanted_value
from simulator.agents.baseline.signals import Ask, Line, Unable

GOOD_WEATHER = frozenset({"sunny", "cloudy", "partly_cloudy"})
"""Weather in which the sunroof opens without a further yes. Source: policy 008."""
ENERGY_LIMIT_PERCENT = 25
"""Windows opened further than this while the air conditioning runs need a yes. Source: policy 007."""


def plan_window(goal: Goal, facts: Facts) -> Plan:
    """Move windows; asks for seat and percentage, and for a yes where the air conditioning would be wasted."""
    intent = goal.intent
    if intent.action == "match":
        raise Ask("value", Line("ask_match", {"intent": intent}))
    zones = intent.zones
    if not zones and intent.action == "close" and intent.value is None:
        zones = _open_windows(goal, facts)
    closing = intent.action == "close" and intent.value is None
    if "OCCUPIED" in zones:
        taken = facts.value("seats_occupied")
        zones = tuple(seat for seat in SEATS if taken.get(seat.lower()))
    if not zones:
        missing = not closing and intent.value in (None, "some")
        raise Ask("value", Line("ask_window_both" if missing else "ask_window_zone", {"intent": intent}))
    percent = 0.0 if closing else _percent(goal, facts, "ask_window_share")
    plan = Plan([facts.call("open_close_window", window=zone, percentage=percent) for zone in zones])
    if percent > ENERGY_LIMIT_PERCENT and _wastes_cooling(zones, percent, facts):
        need_yes(goal, f"energy {percent:g} {zones}", Line("confirm_energy", {"zones": zones, "percent": percent}))
    for variable in seat_variables(zones, "window_{}_position"):
        facts.will_set(variable, percent)
    return plan


def _open_windows(goal: Goal, facts: Facts) -> tuple[str, ...]:
    opened = [seat for seat in SEATS if facts.value(f"window_{seat.lower()}_position") > 0]
    if not opened:
        raise Unable(Line("already_closed", {"device": "window"}))
    if len(opened) > 1:
        raise Ask("value", Line("ask_open_window", {"intent": goal.intent, "zones": tuple(opened)}))
    return (opened[0],)


def _wastes_cooling(zones: tuple[str, ...], percent: float, facts: Facts) -> bool:
    """Say whether windows would be opened further with cold air running; unknown counts as running."""
    try:
        if not facts.value("air_conditioning"):
            return False
        return any(facts.value(variable) < percent for variable in seat_variables(zones, "window_{}_position"))
    except Unable:
        return True


def _percent(goal: Goal, facts: Facts, question: str) -> float:
    value = wanted_value(goal, facts, question)
    if not isinstance(value, int | float) or not 0 <= value <= 100 or float(value) != int(value):
        raise Ask("value", Line("ask_share_range", {"intent": goal.intent}))
    return value


def plan_sunroof(goal: Goal, facts: Facts) -> Plan:
    """Move the sunroof: weather first, sunshade fully open in the same step. Source: policies 005, 008, 009."""
    intent = goal.intent
    if intent.action == "match":
        raise Ask("value", Line("ask_sunroof", {"intent": intent}))
    if intent.action == "close" and intent.value is None:
        facts.will_set("sunroof_position", 0)
        return Plan([facts.call("open_close_sunroof", percentage=0)])
    percent = _percent(goal, facts, "ask_sunroof")
    move = facts.call("open_close_sunroof", percentage=percent)
    if percent == 0:
        return Plan([move])
    plan = Plan()
    if _shade_is_in_the_way(facts):
        plan.calls.append(facts.call("open_close_sunshade", percentage=100))
    condition = facts.weather().get("condition")
    if not isinstance(condition, str) or condition == "unknown":
        raise Unable(Line("not_told", {"variable": "weather"}))
    if condition not in GOOD_WEATHER:
        line = Line("confirm_sunroof", {"condition": condition, "percent": percent, "shade": bool(plan.calls)})
        need_yes(goal, f"sunroof {percent:g}", line)
    plan.calls.append(move)
    facts.will_set("sunroof_position", percent)
    facts.will_set("sunshade_position", 100)
    return plan


def _shade_is_in_the_way(facts: Facts) -> bool:
    if facts.offers("get_sunroof_and_sunshade_position"):
        try:
            return bool(facts.value("sunshade_position") < 100)
        except Unable:
            return True
    return True


def plan_sunshade(goal: Goal, facts: Facts) -> Plan:
    """Move the sunshade; it may follow the sunroof's position."""
    intent = goal.intent
    if intent.action == "match":
        percent = float(facts.value("sunroof_position"))
    elif intent.action == "close" and intent.value is None:
        percent = 0.0
    else:
        percent = _percent(goal, facts, "ask_sunshade")
    facts.will_set("sunshade_position", percent)
    return Plan([facts.call("open_close_sunshade", percentage=percent)])


def plan_trunk(goal: Goal, facts: Facts) -> Plan:
    """Open or close the trunk after a clear yes. Source: policy 004."""
    action = "OPEN" if goal.intent.action == "open" else "CLOSE"
    call = facts.call("open_close_trunk_door", action=action)
    if facts.must_confirm(call.name):
        need_yes(goal, f"trunk {action}", Line("confirm_trunk", {"action": action}))
    return Plan([call])
