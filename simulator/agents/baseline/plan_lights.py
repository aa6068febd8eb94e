"""Plans for exterior lights, reading lights and ambient light, with the rules that bind them."""

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.frames import SEATS, Intent
from simulator.agents.baseline.goals import Goal, Plan, need_yes, seat_variables, wanted_value
from simulator.agents.baseline.signals import Ask, Line, Unable

FOG_LIGHT_WEATHER = frozenset({"cloudy_and_thunderstorm", "cloudy_and_hail"})
"""Weather in which fog lights need no further yes. Source: policy 008."""
_BEAMS = {
    "low_beam": ("set_head_lights_low_beams", "head_lights_low_beams"),
    "high_beam": ("set_head_lights_high_beams", "head_lights_high_beams"),
    "fog_light": ("set_fog_lights", "fog_lights"),
}


def plan_low_beam(goal: Goal, facts: Facts) -> Plan:
    """Switch the low beams."""
    on = goal.intent.action == "on"
    facts.will_set("head_lights_low_beams", on)
    return Plan([facts.call("set_head_lights_low_beams", on=on)])


def plan_high_beam(goal: Goal, facts: Facts) -> Plan:
    """Switch the high beams after a yes; fog lights go off first. Source: policies 004, 014."""
    on = goal.intent.action == "on"
    if not on and facts.will_be("head_lights_high_beams") is False:
        return Plan()
    call = facts.call("set_head_lights_high_beams", on=on)
    plan = Plan()
    if on and facts.value("fog_lights"):
        plan.calls.append(facts.call("set_fog_lights", on=False))
    if facts.must_confirm(call.name):
        line = Line("confirm_high_beam", {"on": on, "fog_off": bool(plan.calls)})
        need_yes(goal, f"high_beam {on}", line)
    plan.calls.append(call)
    facts.will_set("head_lights_high_beams", on)
    return plan


def plan_fog_light(goal: Goal, facts: Facts) -> Plan:
    """Switch the fog lights; on needs weather, low beams, no high beams. Source: policies 008, 009, 013."""
    if goal.intent.action == "off":
        facts.will_set("fog_lights", False)
        return Plan([facts.call("set_fog_lights", on=False)])
    call = facts.call("set_fog_lights", on=True)
    condition = facts.weather().get("condition")
    if not isinstance(condition, str) or condition == "unknown":
        raise Unable(Line("not_told", {"variable": "weather"}))
    low, high = facts.value("head_lights_low_beams"), facts.value("head_lights_high_beams")
    plan = Plan()
    if not low:
        plan.calls.append(facts.call("set_head_lights_low_beams", on=True))
    if high:
        plan.calls.append(facts.call("set_head_lights_high_beams", on=False))
    if condition not in FOG_LIGHT_WEATHER or high:
        slots = {"condition": condition, "low_on": not low, "high_off": bool(high)}
        need_yes(goal, "fog_light", Line("confirm_fog_light", slots))
    plan.calls.append(call)
    for variable, on in (("fog_lights", True), ("head_lights_low_beams", True), ("head_lights_high_beams", False)):
        facts.will_set(variable, on)
    return plan


def plan_headlight(goal: Goal, facts: Facts) -> Plan:
    """Find out which exterior lights are meant; the car's state may leave only one choice."""
    on = goal.intent.action == "on"
    lights = ("low_beam", "high_beam") if on else ("low_beam", "high_beam", "fog_light")
    meant = [light for light in lights if bool(facts.value(_BEAMS[light][1])) != on]
    if not meant:
        raise Unable(Line("already_on" if on else "already_off", {"device": "headlight"}))
    if len(meant) > 1:
        raise Ask("choose", Line("choose_light", {"lights": tuple(meant), "on": on}))
    goal.intent = Intent(meant[0], goal.intent.action)
    return {"low_beam": plan_low_beam, "high_beam": plan_high_beam, "fog_light": plan_fog_light}[meant[0]](goal, facts)


def plan_light(goal: Goal, facts: Facts) -> Plan:
    """Ask which of all lights is meant."""
    lights = ("headlight", "reading_light", "ambient")
    raise Ask("choose", Line("choose_light", {"lights": lights, "on": goal.intent.action == "on"}))


def plan_reading_light(goal: Goal, facts: Facts) -> Plan:
    """Switch reading lights; a single one that is on, or a driver alone, needs no question."""
    on = goal.intent.action == "on"
    zones = goal.intent.zones or _meant_reading_lights(goal, facts, on)
    if "OCCUPIED" in zones:
        taken = facts.value("seats_occupied")
        zones = tuple(seat for seat in SEATS if taken.get(seat.lower()))
    for variable in seat_variables(zones, "reading_light_{}"):
        facts.will_set(variable, on)
    return Plan([facts.call("set_reading_light", position=zone, on=on) for zone in zones])


def _meant_reading_lights(goal: Goal, facts: Facts, on: bool) -> tuple[str, ...]:
    if on:
        try:
            taken = facts.value("seats_occupied")
        except Unable:
            taken = {}
        if taken.get("driver") and not any(taken.get(seat.lower()) for seat in SEATS[1:]):
            return ("DRIVER",)
        raise Ask("value", Line("ask_reading_light", {"intent": goal.intent}))
    lit = [seat for seat in SEATS if facts.value(f"reading_light_{seat.lower()}")]
    if not lit:
        raise Unable(Line("already_off", {"device": "reading_light"}))
    if len(lit) > 1:
        raise Ask("value", Line("ask_lit_reading_light", {"intent": goal.intent, "zones": tuple(lit)}))
    return (lit[0],)


def plan_ambient(goal: Goal, facts: Facts) -> Plan:
    """Set the ambient light's colour or switch it off."""
    if goal.intent.action == "off":
        return Plan([facts.call("set_ambient_lights", on=False, lightcolor="NONE")])
    facts.call("set_ambient_lights", on=True, lightcolor="WHITE")
    if goal.intent.value == "OTHER":
        raise Ask("value", Line("ask_other_color", {"intent": goal.intent}))
    color = wanted_value(goal, facts, "ask_color")
    return Plan([facts.call("set_ambient_lights", on=True, lightcolor=color)])
