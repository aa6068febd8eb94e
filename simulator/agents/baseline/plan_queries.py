"""Answers to questions about the car, the weather and arithmetic, and proposals for implicit wishes."""

from collections.abc import Callable
from typing import Any

from simulator.agents.baseline.facts import UNKNOWN, Facts
from simulator.agents.baseline.frames import SEATS, Intent
from simulator.agents.baseline.goals import Goal, Plan, seat_variables
from simulator.agents.baseline.plan_trip import arrival_minute
from simulator.agents.baseline.points import meeting_of, point_of, start_minute
from simulator.agents.baseline.signals import Ask, Line, Unable

_SINGLE = {
    "sunroof": "sunroof_position",
    "sunshade": "sunshade_position",
    "trunk": "trunk_door_position",
    "ambient": "ambient_light",
    "steering_heating": "steering_wheel_heating",
    "fan": "fan_speed",
    "airflow": "fan_airflow_direction",
    "ac": "air_conditioning",
    "circulation": "air_circulation",
    "low_beam": "head_lights_low_beams",
    "high_beam": "head_lights_high_beams",
    "fog_light": "fog_lights",
    "car_color": "car_color",
}
_SEATED = {"window": "window_{}_position", "reading_light": "reading_light_{}"}
_FRONT = {"temperature": "climate_temperature_{}", "seat_heating": "seat_heating_{}"}
_GROUPS = {
    "climate": (
        "air_conditioning",
        "fan_speed",
        "fan_airflow_direction",
        "air_circulation",
        "window_front_defrost",
        "window_rear_defrost",
    ),
    "defrost": ("window_front_defrost", "window_rear_defrost"),
    "headlight": ("head_lights_low_beams", "head_lights_high_beams", "fog_lights"),
    "light": ("head_lights_low_beams", "head_lights_high_beams", "fog_lights"),
}

WISH_OPTIONS: dict[str, dict[str, Intent]] = {
    "cold": {
        "temperature": Intent("temperature", "up"),
        "heat": Intent("temperature", "up"),
        "seat_heating": Intent("seat_heating", "on"),
        "steering_heating": Intent("steering_heating", "on"),
        "window": Intent("window", "close"),
    },
    "hot": {
        "ac": Intent("ac", "on"),
        "temperature": Intent("temperature", "down"),
        "seat_heating": Intent("seat_heating", "down"),
        "window": Intent("window", "open"),
        "fan": Intent("fan", "up"),
    },
    "stuffy": {
        "circulation": Intent("circulation", "set", value="FRESH_AIR"),
        "window": Intent("window", "open"),
        "sunroof": Intent("sunroof", "open"),
        "fan": Intent("fan", "up"),
        "ac": Intent("ac", "on"),
    },
    "dark": {
        "reading_light": Intent("reading_light", "on"),
        "ambient": Intent("ambient", "on"),
        "headlight": Intent("headlight", "on"),
        "low_beam": Intent("low_beam", "on"),
        "high_beam": Intent("high_beam", "on"),
    },
    "foggy": {"defrost": Intent("defrost", "on", value="FRONT"), "ac": Intent("ac", "on")},
}
"""What each implicit wish may lead to, by the device the driver then names."""


def plan_query(goal: Goal, facts: Facts) -> Plan:
    """Answer a question with what the car really reports; fields it does not tell are admitted."""
    device = goal.intent.device
    if device in _SINGLE:
        variable = _SINGLE[device]
        return _answer("answer_" + device, value=facts.seen(variable))
    if device in _SEATED:
        return _seats(goal, facts)
    if device in _FRONT:
        return _front(goal, facts)
    if device in _GROUPS:
        return _answer("answer_" + device, **_known(_GROUPS[device], facts))
    special: dict[str, Callable[[Goal, Facts], Plan]] = {
        "weather": _weather,
        "occupancy": _occupancy,
        "preferences": _preferences,
        "math": _math,
        "clock": _clock,
        "thanks": lambda goal, facts: _answer("welcome"),
        "help": lambda goal, facts: _answer("answer_help"),
    }
    if device not in special:
        raise Unable(Line("unsupported"))
    return special[device](goal, facts)


def plan_wish(goal: Goal, facts: Facts) -> Plan:
    """Propose something; an implicit wish changes nothing by itself. Source: reference prompt, reactive only."""
    wish = str(goal.intent.value)
    if wish == "foggy":
        raise Ask("confirm", Line("wish_foggy"), "wish", Intent("defrost", "on", value="FRONT"))
    raise Ask("choose", Line("wish_hot_on" if wish == "hot" and facts.cools else "wish_" + wish))


def _answer(key: str, **slots: Any) -> Plan:
    return Plan(notes=[Line(key, slots)])


def _known(variables: tuple[str, ...], facts: Facts) -> dict[str, Any]:
    """Return each variable's value, None where the car does not tell it; at least one must be told."""
    known: dict[str, Any] = {}
    last: Unable | None = None
    for variable in variables:
        try:
            known[variable] = facts.seen(variable)
        except Unable as unable:
            known[variable] = None
            last = unable
    if last is not None and all(value is None for value in known.values()):
        raise last
    return known


def _seats(goal: Goal, facts: Facts) -> Plan:
    device = goal.intent.device
    zones = tuple(zone for zone in goal.intent.zones if zone != "OCCUPIED") or ("ALL",)
    variables = seat_variables(zones, _SEATED[device])
    known = _known(tuple(variables), facts)
    places = [seat for seat in SEATS if _SEATED[device].format(seat.lower()) in known]
    return _answer("answer_" + device, seats={seat: known[_SEATED[device].format(seat.lower())] for seat in places})


def _front(goal: Goal, facts: Facts) -> Plan:
    device = goal.intent.device
    asked = [zone for zone in goal.intent.zones if zone in ("DRIVER", "PASSENGER")] or ["DRIVER", "PASSENGER"]
    known = _known(tuple(_FRONT[device].format(zone.lower()) for zone in asked), facts)
    return _answer("answer_" + device, seats=dict(zip(asked, known.values(), strict=True)))


def _weather(goal: Goal, facts: Facts) -> Plan:
    if goal.intent.value == "other_day":
        raise Unable(Line("weather_other_day"))
    place = facts.view.location.get("name", "") if facts.view else ""
    place_id, hour, minute = "", goal.intent.hour, 0
    named = goal.intent.errand.place
    if named == "@there" and not facts.recall.has_place:
        named = "@here"
    if named not in ("", "@here"):
        point = point_of(goal, facts, named)
        place, place_id = point.name, point.id
        if named == "@meeting" and hour is None:
            at = start_minute(meeting_of(facts, goal.intent.errand.which))
            hour, minute = (None, 0) if at is None else divmod(at, 60)
        if goal.intent.errand.want == "arrival" and hour is None:
            hour, minute = divmod(arrival_minute(facts), 60)
    slot = facts.weather(hour, place_id, minute)
    told = {name: slot.get(name) for name in ("condition", "temperature_c")}
    told = {name: None if value == UNKNOWN else value for name, value in told.items()}
    if told["condition"] is None and told["temperature_c"] is None:
        raise Unable(Line("not_told", {"variable": "weather"}))
    return _answer("answer_weather", place=place, hour=hour, **told)


def _occupancy(goal: Goal, facts: Facts) -> Plan:
    taken = facts.seen("seats_occupied")
    if not isinstance(taken, dict) or UNKNOWN in taken.values():
        raise Unable(Line("not_told", {"variable": "seats_occupied"}))
    return _answer("answer_occupancy", seats=[seat for seat in SEATS if taken.get(seat.lower())])


def _preferences(goal: Goal, facts: Facts) -> Plan:
    if not facts.offers("get_user_preferences"):
        raise Unable(Line("no_tool", {"tool": "get_user_preferences"}))
    return _answer("answer_preferences", sentences=facts.preferences())


def _math(goal: Goal, facts: Facts) -> Plan:
    return _answer("answer_math", text=facts.read("calculate_math", expression=goal.intent.expression).get("text", ""))


def _clock(goal: Goal, facts: Facts) -> Plan:
    now = facts.view.now if facts.view else None
    if now is None:
        raise Unable(Line("unsupported"))
    return _answer("answer_clock", hour=now.hour, minute=now.minute)
