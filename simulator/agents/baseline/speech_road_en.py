# ruff: noqa: E501 - one entry per line: wrapping a sentence would hide what belongs together
"""What the assistant says in English about routes, places, the battery and people."""

from collections.abc import Callable
from typing import Any

from simulator.agents.baseline.roads import Choice, Route
from simulator.agents.baseline.words_en import joined, number
from simulator.agents.baseline.words_road_en import (
    FILTERS,
    clock,
    details,
    duration,
    kilometres,
    kind,
    place,
    unknown_of,
)

Slots = dict[str, Any]
_SORRY = "Sorry,"

PLAIN = {
    "navigation_cancelled": "I've cancelled the navigation.",
    "no_home": "Sorry, I don't know where that is. I can't find addresses, only cities and places in them.",
    "not_navigating": "Sorry, I can't do that, because no navigation is active right now.",
    "answer_no_navigation": "No navigation is active right now.",
    "reroute_with_stops": "Sorry, with stops on the way I can't swap the whole route at once.",
    "no_search_on_leg": "Sorry, I can only search along a route between two cities, and this one isn't.",
    "beyond_route": "Sorry, I can't tell, because the route ends before that.",
    "no_stops": "Sorry, I can't remove a stop, because there are no stops on the route.",
    "ask_where_to": "Where would you like to go?",
    "ask_charge_target": "To what percentage would you like to charge?",
    "ask_charge_limit": "At what percentage should charging stop?",
    "no_station_yet": "Sorry, I can't tell without a charging station. Which city should I search for one?",
}


def _chosen(choice: Choice) -> str:
    """Say how a route came to be chosen."""
    if choice.how == "preferred":
        return "as you prefer, "
    return "on the fastest route, " if choice.how == "default" else ""


def _alternatives(choices: list[Choice]) -> str:
    more = sum(choice.count - 1 for choice in choices if choice.how == "default")
    if not more:
        return ""
    words = f"is {more} other route" if more == 1 else f"are {more} other routes"
    return f" There {words}, so let me know if you'd like to change it."


def _set(s: Slots) -> str:
    names, choices = s["points"], s["choices"]
    if len(names) == 1:
        return f"I've set the navigation to {names[0]}, {_chosen(choices[0])}{details(choices[0].route)}.{unknown_of([choices[0].route])}{_alternatives(choices)}"
    return f"I've set the navigation to {names[-1]} with a stop in {joined(names[:-1])}. {_legs(names, choices)}"


def _legs(names: list[str], choices: list[Choice]) -> str:
    how = (
        "I took the fastest route for each part: "
        if any(choice.how == "default" for choice in choices)
        else "The parts are: "
    )
    parts = [f"to {name} {details(choice.route)}" for name, choice in zip(names, choices, strict=True)]
    return f"{how}{'; then '.join(parts)}.{unknown_of([choice.route for choice in choices])}{_alternatives(choices)}"


def _replaced(s: Slots) -> str:
    stays = f" The stop in {joined(s['stops'])} stays." if s["stops"] else ""
    choice = s["choice"]
    return f"I've changed the destination to {s['end']}, {_chosen(choice)}{details(choice.route)}.{unknown_of([choice.route])}{stays}{_alternatives([choice])}"


def _both(s: Slots) -> str:
    quick, short = s["fastest"], s["shortest"]
    if quick == short:
        return f"The fastest route to {s['end']} is also the shortest, {details(quick)}."
    return f"The fastest route to {s['end']} is {details(quick)}. The shortest is {details(short)}."


def _count(others: list[Route]) -> str:
    if not others:
        return ""
    return f" There {'is 1 more route' if len(others) == 1 else f'are {len(others)} more routes'}."


def _present(s: Slots) -> str:
    quick, short, others = s["fastest"], s["shortest"], s["others"]
    facts = f"{_both(s)}{unknown_of([quick, short])}{_count(others)}"
    if quick == short and not others:
        return f"{facts} Should I start the navigation on it?"
    if quick == short:
        return f"{facts} I can describe {'that one' if len(others) == 1 else 'those'} too. Should I take the fastest?"
    return f"{facts} Which one should I take, the fastest or the shortest?"


def _others(s: Slots) -> str:
    told = [f"{'One' if index == 0 else 'another'} is {details(route)}" for index, route in enumerate(s["others"])]
    listed = f"{joined(told)}." if told else "There are no others."
    if s["fastest"] == s["shortest"]:
        return f"{listed} Which one should I take, the fastest or {'this one' if len(told) == 1 else 'one of these'}?"
    return f"{listed} Which one should I take, the fastest, the shortest or {'this one' if len(told) == 1 else 'one of these'}?"


def _places(s: Slots) -> str:
    rows = s["rows"]
    where = "along the route" if s["along"] else f"in {s['place']}"
    listed = joined([place(row, along=s["along"]) for row in rows])
    return f"I found {len(rows)} {kind(s['kind'], len(rows))} {where}: {listed}."


def _filtered(s: Slots) -> str:
    words = " ".join(FILTERS[name] for name in s["filters"])
    return f"{words} {kind(s['kind'], 2)}".strip()


def _around(km: float | None) -> str:
    return "" if km is None else f" around kilometer {number(km)}"


def _navigation(s: Slots) -> str:
    names = s["names"]
    text = f"We're going to {names[-1]}" + (f" with a stop in {joined(names[:-1])}" if len(names) > 1 else "")
    known = [kilometres(s["km"])] if s["km"] is not None else []
    if s["minutes"] is not None:
        known.append(duration(s["minutes"]))
    text += f", {' and '.join(known)} in all" if known else ""
    if s["arrival"] is not None:
        text += f", and we arrive at {clock(s['arrival'])}"
    missing = [name for name, value in (("the distance", s["km"]), ("the time", s["minutes"])) if value is None]
    return f"{text}." + (f" I can't tell {joined(missing, 'or')}." if missing else "")


def _charge(s: Slots) -> str:
    charge = (
        f"The battery is at {number(round(s['charge']))} percent."
        if s["charge"] is not None
        else "I can't tell the state of charge."
    )
    reach = f"The range is {kilometres(s['km'])}." if s["km"] is not None else "I can't tell the range."
    return f"{charge} {reach}"


def _plug(s: Slots) -> str:
    plug = s["plug"]
    return f"At the {number(plug['power_kw'])} kilowatt plug of {s['station']}"


MADE: dict[str, Callable[[Slots], str]] = {
    "navigation_set": _set,
    "destination_replaced": _replaced,
    "rerouted": lambda s: f"I've changed the route to {s['end']}, now {details(s['choice'].route)}.",
    "already_this_route": lambda s: f"We're already on that route, {details(s['choice'].route)}.",
    "stop_added": lambda s: f"I've added a stop at {s['points'][0]}. {_legs(s['points'], s['choices'])}",
    "stop_replaced": lambda s: (
        f"I've replaced the stop in {s['old']} with {s['points'][0]}. {_legs(s['points'], s['choices'])}"
    ),
    "stop_dropped": lambda s: (
        f"I've removed the stop in {s['old']}. The way to {s['end']} is now {_chosen(s['choice'])}{details(s['choice'].route)}.{_alternatives([s['choice']])}"
    ),
    "destination_dropped": lambda s: f"I've removed {s['old']}, and {s['end']} is now the destination.",
    "present_routes": _present,
    "present_others": _others,
    "present_all_toll": lambda s: f"I'm afraid I can't avoid tolls, every route to {s['end']} has them. {_present(s)}",
    "ask_unknown_city": lambda s: f"Sorry, I can't find a city called {s['name']}. Which city do you mean?",
    "choose_place": lambda s: f"{_places(s)} Which one should I navigate to?",
    "told_places": _places,
    "offer_place": lambda s: (
        f"I found {place(s['row'], along=s['along'])}. Should I {'add it as a stop' if s['along'] else 'navigate there'}?"
    ),
    "told_place": lambda s: f"There is 1 {kind(s['kind'])}, {place(s['row'], along=s['along'])}.",
    "ask_which_place": lambda s: f"Which one do you mean, {joined([str(row.get('name')) for row in s['rows']], 'or')}?",
    "ask_which_leg": lambda s: f"Should {s['place']} come after {joined(s['points'], 'or after')}?",
    "ask_which_stop": lambda s: f"Which stop do you mean, {joined(s['points'], 'or')}?",
    "ask_cancel_instead": lambda s: f"{s['place']} is the only destination. Should I cancel the navigation?",
    "add_without_route": lambda s: (
        f"No navigation is active. Should I start the navigation{' to ' + s['place'].title() if s['place'] else ''} instead?"
    ),
    "ask_kilometre": lambda s: (
        (f"Your range is {kilometres(s['range'])}. " if s["range"] is not None else "")
        + "Around which kilometer of the route should I look?"
    ),
    "ask_charge_limit_range": lambda s: (
        f"The limit can be {s['low']} to {s['high']} percent in whole steps. What percentage would you like?"
    ),
    "no_route": lambda s: f"Sorry, I can't find a route from {s['start']} to {s['end']}.",
    "no_route_between_pois": lambda s: (
        f"Sorry, I can't get a route straight from {s['start']} to {s['end']}, only by way of a city."
    ),
    "no_city_there": lambda s: f"Sorry, I can't search around {s['place']}, only in cities and along the route.",
    "already_there": lambda s: f"We're already in {s['place']}.",
    "already_going": lambda s: f"The navigation is already set to {s['place']}.",
    "on_route_already": lambda s: f"{s['place']} is already on the route.",
    "none_found": lambda s: f"Sorry, I couldn't find any {_filtered(s)} in {s['place']}.",
    "none_along": lambda s: f"Sorry, I couldn't find any {_filtered(s)} along the route{_around(s['km'])}.",
    "kind_not_on_route": lambda s: f"Sorry, I can't remove a {kind(s['kind'])}, because none is on the route.",
    "not_on_route": lambda s: f"Sorry, I can't do that, because {s['place']} is not on the route.",
    "charge_below": lambda s: (
        f"The battery is already at {number(round(s['charge']))} percent, so it is not above {number(s['percent'])}."
    ),
    "charge_reached": lambda s: (
        f"The battery is already at {number(round(s['charge']))} percent, which is no less than {number(s['percent'])}."
    ),
    "no_free_plug": lambda s: f"Sorry, I can't tell, because no plug at {s['station']} is free right now.",
    "answer_routes": lambda s: f"{_both(s)}{unknown_of([s['fastest'], s['shortest']])}{_count(s['others'])}",
    "answer_navigation": _navigation,
    "answer_share": lambda s: (
        f"The car drives {kilometres(s['km'])} from {number(round(s['first']))} to {number(round(s['last']))} percent of the battery."
    ),
    "answer_reach": lambda s: (
        f"It is {kilometres(s['km'])} to {s['end']} and the range is {kilometres(s['range'])}, so the battery {'is enough' if s['range'] >= s['km'] else 'is not enough without charging'}."
    ),
    "answer_left": lambda s: (
        f"About {number(round(s['left']))} percent of the battery will be left in {s['end']}, after {kilometres(s['km'])}."
    ),
    "answer_progress": lambda s: (
        f"After {duration(s['minutes'])} we are at kilometer {number(round(s['km']))} of the route."
        if s["asked"] == "minutes"
        else f"It takes {duration(s['minutes'])} to get to kilometer {number(round(s['km']))} of the route."
    ),
    "answer_charge": _charge,
    "answer_charging_time": lambda s: (
        f"{_plug(s)}, charging from {s['from']} to {number(s['level'])} percent takes {duration(s['minutes'])}."
    ),
    "answer_charging_level": lambda s: (
        f"{_plug(s)}, the battery goes from {s['from']} to {number(s['level'])} percent in {duration(s['minutes'])}."
    ),
}
