# ruff: noqa: E501 - one entry per line: wrapping a sentence or a word list would hide what belongs together
"""What the assistant says in English: one short spoken sentence per line."""

from collections.abc import Callable
from typing import Any

from simulator.agents.baseline import speech_manual_en as book
from simulator.agents.baseline import speech_people_en as people
from simulator.agents.baseline import speech_road_en as road
from simulator.agents.baseline.reports import Deed
from simulator.agents.baseline.signals import Line
from simulator.agents.baseline.speech_emergencies import EN as EMERGENCIES
from simulator.agents.baseline.speech_refusals import EN as REFUSALS
from simulator.agents.baseline.words_en import (
    DEVICES,
    SEATS,
    condition,
    joined,
    number,
    option,
    sides,
    things,
)
from simulator.agents.baseline.words_road_en import PARAMETERS, TOOLS, VARIABLES, WISHES

Slots = dict[str, Any]


def sentence(line: Line) -> str:
    """Return the words of one line; raises KeyError for a key without words."""
    plain = {**people.PLAIN, **road.PLAIN, **book.PLAIN, **REFUSALS, **EMERGENCIES, **_PLAIN}.get(line.key)
    if plain is not None:
        return plain
    return {**people.MADE, **road.MADE, **book.MADE, **_MADE}[line.key](line.slots)


def report(deed: Deed) -> str:
    """Say what one change did; nothing where its plan says it in a line of its own."""
    if deed.failed:
        return f"I tried to {TOOLS[deed.tool]}, but it did not work."
    if deed.tool in _DEEDS:
        return _DEEDS[deed.tool](deed.arguments, deed.places)
    return people.DEEDS[deed.tool](deed.arguments) if deed.tool in people.DEEDS else ""


def _share(verb_open: str, verb_close: str, thing: str, percent: float) -> str:
    if percent == 0:
        return f"I've {verb_close} {thing}."
    if percent == 100:
        return f"I've fully {verb_open} {thing}."
    return f"I've set {thing} to {number(percent)} percent open."


def _on(thing: str, on: bool) -> str:
    return f"I've turned {'on' if on else 'off'} {thing}."


_DEEDS: dict[str, Callable[[Slots, list[str]], str]] = {
    "open_close_window": lambda a, p: _share("opened", "closed", things(p, "window"), a["percentage"]),
    "open_close_sunroof": lambda a, p: _share("opened", "closed", "the sunroof", a["percentage"]),
    "open_close_sunshade": lambda a, p: _share("opened", "closed", "the sunshade", a["percentage"]),
    "open_close_trunk_door": lambda a, p: f"I've {'opened' if a['action'] == 'OPEN' else 'closed'} the trunk.",
    "set_air_circulation": lambda a, p: f"I've set the air circulation to {option(a['mode'])}.",
    "set_air_conditioning": lambda a, p: _on("the air conditioning", a["on"]),
    "set_ambient_lights": lambda a, p: (
        f"I've set the ambient light to {a['lightcolor'].lower()}." if a["on"] else _on("the ambient light", False)
    ),
    "set_climate_temperature": lambda a, p: (
        f"I've set the temperature to {number(a['temperature'])} degrees {sides(a['seat_zone'])}."
    ),
    "set_fan_airflow_direction": lambda a, p: f"I've directed the air to {option(a['direction'])}.",
    "set_fan_speed": lambda a, p: (
        f"I've set the fan to level {number(a['level'])}." if a["level"] else _on("the fan", False)
    ),
    "set_fog_lights": lambda a, p: _on("the fog lights", a["on"]),
    "set_head_lights_high_beams": lambda a, p: _on("the high beams", a["on"]),
    "set_head_lights_low_beams": lambda a, p: _on("the low beams", a["on"]),
    "set_reading_light": lambda a, p: _on(things(p, "reading light"), a["on"]),
    "set_seat_heating": lambda a, p: (
        f"I've set the seat heating to level {number(a['level'])} {sides(a['seat_zone'])}."
        if a["level"]
        else f"I've turned off the seat heating {sides(a['seat_zone'])}."
    ),
    "set_steering_wheel_heating": lambda a, p: (
        f"I've set the steering wheel heating to level {number(a['level'])}."
        if a["level"]
        else _on("the steering wheel heating", False)
    ),
    "set_window_defrost": lambda a, p: _on(f"the defrost for {option(a['defrost_window'])}", a["on"]),
}

_PLAIN = {
    "not_understood": "Sorry, I didn't understand that. I can help with the car, navigation, charging, meetings and calls. Could you say it again?",
    "unsupported": "Sorry, I can't do that. I can only help with the car itself, navigation, charging, the weather, your calendar, calls and e-mails.",
    "later": "Sorry, I can't keep anything for later or on a condition. I can do it now, if you ask me to.",
    "cancelled": "Okay, I've left everything as it is.",
    "welcome": "You're welcome.",
    "fine": "All right.",
    "nothing_to_confirm": "What would you like me to do?",
    "give_up": "Sorry, I still don't understand, so I've left everything as it is.",
    "say_again": "Sorry, I didn't get that.",
    "answer_help": "I can control the windows, the roof, the climate and the lights, navigate, find places and charging stations, and help with your calendar, calls, e-mails and the weather.",
    "weather_other_day": "Sorry, I can only tell you about today's weather.",
    "ac_against_windows": "I can't turn on the air conditioning while you want a window open further than 20 percent.",
    "ask_match": "To what percentage should I set the windows?",
    "ask_window_both": "Which window should I open, and to what percentage?",
    "ask_window_zone": "Which window do you mean?",
    "ask_window_share": "To what percentage should I set the window?",
    "ask_share_range": "I can set it in whole steps from 0 to 100 percent. What percentage would you like?",
    "ask_sunroof": "To what percentage should I open the sunroof?",
    "ask_sunshade": "To what percentage should I open the sunshade?",
    "ask_zone_temperature": "Should that be for the driver's side, the passenger's side or both?",
    "ask_degrees_range": "I can set 16 to 28 degrees in half degree steps. What temperature would you like?",
    "ask_airflow": "Where should the air go, to your head, your feet or the windshield?",
    "ask_circulation": "Which mode would you like, fresh air, recirculation or automatic?",
    "ask_defrost": "Which window should I use, front, rear or all?",
    "ask_fan": "What fan level would you like, from 0 to 5?",
    "ask_steering_heating": "What level should I set the steering wheel heating to, from 1 to 3?",
    "ask_zone_seat": "Should that be for the driver's seat, the passenger's seat or both?",
    "ask_seat_and_level": "For which seat, and to what level should I set the seat heating?",
    "ask_seat_both": "For which seat, and by how many levels?",
    "ask_seat_level": "What level should I set the seat heating to, from 1 to 3?",
    "ask_how_many_levels": "By how many levels?",
    "ask_reading_light": "Which reading light should I turn on?",
    "ask_color": "What color would you like for the ambient light?",
    "ask_other_color": "That color isn't available. I have red, green, blue, yellow, white, pink, orange, purple and cyan. Which one would you like?",
    "wish_cold": "I could raise the temperature, turn on the seat heating or the steering wheel heating. Which would you like?",
    "wish_hot_on": "The air conditioning is on. I could lower the temperature, turn up the fan, turn down the seat heating or open a window. Which would you like?",
    "wish_hot": "I could turn on the air conditioning, lower the temperature, turn down the seat heating or open a window. Which would you like?",
    "wish_stuffy": "I could let in fresh air, turn up the fan or open a window. Which would you like?",
    "wish_dark": "I could turn on a reading light, the ambient light or the headlights. Which would you like?",
    "wish_foggy": "Should I turn on the front window defrost? That may also turn on the fan and the air conditioning.",
}


def _state(value: Any) -> str:
    return "on" if value else "off"


def _open_share(percent: Any) -> str:
    if percent == 0:
        return "closed"
    return "fully open" if percent == 100 else f"{number(percent)} percent open"


def _seated(s: Slots, thing: str, told: Callable[[Any], str], unknown: str) -> str:
    seats = s["seats"]
    known = {seat: value for seat, value in seats.items() if value is not None}
    if len(known) == len(seats) > 1 and len(set(known.values())) == 1:
        words = f"All {thing}s are {told(next(iter(known.values())))}."
    else:
        words = " ".join(f"The {SEATS[seat]} {thing} is {told(value)}." for seat, value in known.items())
    missing = [SEATS[seat] for seat in seats if seat not in known]
    return f"{words} I can't tell {unknown} the {joined(missing)} {thing} is." if missing else words


def _group(s: Slots) -> str:
    words = [_GROUP_WORDS[name](value) for name, value in s.items() if value is not None]
    missing = [VARIABLES[name] for name, value in s.items() if value is None]
    told = f"{joined(words).capitalize()}."
    return f"{told} I can't tell {joined(missing, 'or')}." if missing else told


_GROUP_WORDS: dict[str, Callable[[Any], str]] = {
    "air_conditioning": lambda v: f"the air conditioning is {_state(v)}",
    "fan_speed": lambda v: f"the fan is at level {number(v)}",
    "fan_airflow_direction": lambda v: f"the air goes to {option(v)}",
    "air_circulation": lambda v: f"the circulation is set to {option(v)}",
    "window_front_defrost": lambda v: f"the front defrost is {_state(v)}",
    "window_rear_defrost": lambda v: f"the rear defrost is {_state(v)}",
    "head_lights_low_beams": lambda v: f"the low beams are {_state(v)}",
    "head_lights_high_beams": lambda v: f"the high beams are {_state(v)}",
    "fog_lights": lambda v: f"the fog lights are {_state(v)}",
}


def _weather(s: Slots) -> str:
    when = "right now" if s["hour"] is None else f"at {s['hour']}:00"
    parts = []
    if s["condition"] is not None:
        parts.append(f"it's {condition(s['condition'])}")
    if s["temperature_c"] is not None:
        parts.append(f"{number(s['temperature_c'])} degrees")
    text = f"In {s['place']}, {when}, {' with '.join(parts) if len(parts) > 1 else parts[0]}."
    if s["condition"] is None:
        return f"{text} I can't tell whether it's sunny or raining."
    return text if s["temperature_c"] is not None else f"{text} I can't tell the temperature."


def _front(s: Slots, thing: str, unit: Callable[[Any], str]) -> str:
    told = [f"{unit(value)} {sides(seat)}" for seat, value in s["seats"].items() if value is not None]
    missing = [sides(seat) for seat, value in s["seats"].items() if value is None]
    words = f"The {thing} is {joined(told)}."
    return f"{words} I can't tell what it is {joined(missing, 'or')}." if missing else words


_LIGHTS = {"low_beam": "the low beams", "high_beam": "the high beams", "fog_light": "the fog lights", "headlight": "the headlights", "reading_light": "a reading light", "ambient": "the ambient light"}  # fmt: skip

_MADE: dict[str, Callable[[Slots], str]] = {
    "no_tool": lambda s: f"Sorry, I can't {TOOLS.get(s['tool'], 'do that')} in this car{_left(s)}.",
    "no_parameter": lambda s: (
        f"Sorry, I can't {TOOLS.get(s['tool'], 'do that')}: setting {PARAMETERS.get(s['parameter'], 'that')} isn't available{_left(s)}."
    ),
    "no_option": lambda s: f"Sorry, {option(str(s['value']))} isn't available for that{_left(s)}.",
    "failed": lambda s: f"Sorry, I tried to {TOOLS.get(s['tool'], 'do that')}, but it did not work{_left(s)}.",
    "not_told": lambda s: f"Sorry, I can't tell {VARIABLES.get(s['variable'], 'that')} right now{_left(s)}.",
    "no_rear_zone": lambda s: f"Sorry, I can't set the {DEVICES[s['device']]} for the rear seats.",
    "already_closed": lambda s: f"The {DEVICES[s['device']]} are already closed.",
    "already_on": lambda s: f"The {DEVICES[s['device']]} are already on.",
    "already_off": lambda s: (
        f"The {DEVICES[s['device']]} {'are' if DEVICES[s['device']].endswith('s') else 'is'} already off."
    ),
    "at_limit": lambda s: f"The {DEVICES[s['device']]} can't go any further than level {s['level']}.",
    "temperature_gap": lambda s: f"The two sides are now {number(s['gap'])} degrees apart.",
    "ask_open_window": lambda s: (
        f"The {joined([SEATS[zone] for zone in s['zones']])} windows are open. Which one should I close?"
    ),
    "ask_lit_reading_light": lambda s: (
        f"The {joined([SEATS[zone] for zone in s['zones']])} reading lights are on. Which one should I turn off?"
    ),
    "ask_degrees": lambda s: (
        "By how many degrees?" if s["intent"].action in ("up", "down") else "What temperature would you like?"
    ),
    "ask_degrees_limit": lambda s: (
        f"From {number(s['current'])} degrees that would leave the range of 16 to 28. What temperature would you like?"
    ),
    "ask_level_range": lambda s: (
        f"The {DEVICES[s['intent'].device]} goes from level 0 to {s['highest']}. What level would you like?"
    ),
    "choose_light": lambda s: f"Which one do you mean, {joined([_LIGHTS[light] for light in s['lights']], 'or')}?",
    "confirm_energy": lambda s: (
        f"Opening {things(s['zones'], 'window')} to {number(s['percent'])} percent wastes energy if the air conditioning is on. Should I open it anyway?"
    ),
    "confirm_sunroof": lambda s: (
        f"The weather is {condition(s['condition'])} right now. Should I still open the sunroof to {number(s['percent'])} percent{' and the sunshade fully' if s['shade'] else ''}?"
    ),
    "confirm_trunk": lambda s: f"Should I {'open' if s['action'] == 'OPEN' else 'close'} the trunk door?",
    "confirm_high_beam": lambda s: (
        "The fog lights and the high beams cannot be on together. Should I turn the fog lights off and the high beams on?"
        if s["fog_off"]
        else f"Should I turn the high beams {_state(s['on'])}?"
    ),
    "confirm_fog_light": lambda s: (
        f"The weather is {condition(s['condition'])}. Should I turn on the fog lights{_fog_extras(s)}?"
    ),
    "confirm_limit": lambda s: (
        f"Level {s['level']} is as far as it goes. Should I set the {DEVICES[s['device']]} to level {s['level']}?"
    ),
    "answer_window": lambda s: _seated(s, "window", _open_share, "how far open"),
    "answer_reading_light": lambda s: _seated(s, "reading light", _state, "whether on or off"),
    "answer_sunroof": lambda s: f"The sunroof is {_open_share(s['value'])}.",
    "answer_sunshade": lambda s: f"The sunshade is {_open_share(s['value'])}.",
    "answer_trunk": lambda s: f"The trunk is {'open' if str(s['value']).upper() == 'OPEN' else 'closed'}.",
    "answer_ambient": lambda s: (
        "The ambient light is off." if s["value"] == "OFF" else f"The ambient light is {str(s['value']).lower()}."
    ),
    "answer_steering_heating": lambda s: f"The steering wheel heating is at level {number(s['value'])}.",
    "answer_fan": lambda s: f"The fan is at level {number(s['value'])}.",
    "answer_airflow": lambda s: f"The air goes to {option(s['value'])}.",
    "answer_ac": lambda s: f"The air conditioning is {_state(s['value'])}.",
    "answer_circulation": lambda s: f"The air circulation is set to {option(s['value'])}.",
    "answer_low_beam": lambda s: f"The low beams are {_state(s['value'])}.",
    "answer_high_beam": lambda s: f"The high beams are {_state(s['value'])}.",
    "answer_fog_light": lambda s: f"The fog lights are {_state(s['value'])}.",
    "answer_car_color": lambda s: f"The car is {str(s['value']).lower()}.",
    "answer_temperature": lambda s: _front(s, "temperature", lambda v: f"{number(v)} degrees"),
    "answer_seat_heating": lambda s: _front(s, "seat heating", lambda v: f"at level {number(v)}"),
    "answer_climate": _group,
    "answer_defrost": _group,
    "answer_headlight": _group,
    "answer_light": _group,
    "answer_weather": _weather,
    "answer_occupancy": lambda s: (
        f"Somebody sits in the {joined([SEATS[seat] for seat in s['seats']])} seat{'s' if len(s['seats']) > 1 else ''}."
        if s["seats"]
        else "No seat is taken."
    ),
    "answer_preferences": lambda s: (
        "You have stored: " + "; ".join(s["sentences"]) + "."
        if s["sentences"]
        else "You have no stored preferences for the car."
    ),
    "answer_math": lambda s: f"That makes {s['text']}.",
    "answer_clock": lambda s: f"It's {s['hour']}:{s['minute']:02d}.",
}


def _left(s: Slots) -> str:
    device = s.get("instead_of")
    if device in WISHES:
        return f", {WISHES[device]}"
    return f", so I can't change the {DEVICES[device]}" if device in DEVICES else ""


def _fog_extras(s: Slots) -> str:
    extras = []
    if s["low_on"]:
        extras.append("the low beams on")
    if s["high_off"]:
        extras.append("the high beams off")
    return f", with {joined(extras)}" if extras else ""
