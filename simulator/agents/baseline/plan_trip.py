"""Answers about routes, the route that is set, the battery and charging."""

from typing import Any

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.goals import Goal, Plan
from simulator.agents.baseline.plan_places import distance_for, number_in
from simulator.agents.baseline.plan_progress import plan_progress, set_routes
from simulator.agents.baseline.points import city, here, is_active, point_of, waypoints
from simulator.agents.baseline.preferences_road import preferred_charge
from simulator.agents.baseline.roads import fastest, routes_between, shortest, told
from simulator.agents.baseline.signals import Ask, Line, Unable, Wait

LOWEST_LIMIT_PERCENT, HIGHEST_LIMIT_PERCENT = 50, 100
"""Range of the charge limit. Source: parameter range of the tool."""


def plan_route_query(goal: Goal, facts: Facts) -> Plan:
    """Tell length, time or alternatives of the ways to a place; nothing is set."""
    errand = goal.intent.errand
    start = city(facts, errand.start) if errand.start and not errand.start.startswith("@") else here(facts)
    end = point_of(goal, facts, errand.place)
    if start.id == end.id:
        raise Unable(Line("already_there", {"place": end.name}))
    routes = routes_between(facts, start, end)
    quick, short = fastest(routes), shortest(routes)
    others = [route for route in routes if route not in (quick, short)]
    slots: dict[str, Any] = {
        "start": start.name,
        "end": end.name,
        "fastest": quick,
        "shortest": short,
        "others": others,
    }
    if errand.want != "alternatives" and all(route.km is None for route in routes) and errand.want == "distance":
        raise Unable(Line("not_told", {"variable": "distance"}))
    if errand.want == "time" and all(route.minutes is None for route in routes):
        raise Unable(Line("not_told", {"variable": "duration"}))
    return Plan(notes=[Line("answer_routes", slots)])


def plan_navigation_query(goal: Goal, facts: Facts) -> Plan:
    """Tell where the navigation leads and how far and long it is."""
    if facts.road_busy:
        raise Wait
    want = goal.intent.errand.want
    if want == "progress":
        return plan_progress(goal, facts)
    if not is_active(facts):
        return Plan(notes=[Line("answer_no_navigation")])
    points, _ = waypoints(facts)
    if want == "alternatives" and len(points) >= 2:
        found = routes_between(facts, points[-2], points[-1])
        quick, short = fastest(found), shortest(found)
        others = [route for route in found if route not in (quick, short)]
        slots: dict[str, Any] = {
            "start": points[-2].name,
            "end": points[-1].name,
            "fastest": quick,
            "shortest": short,
            "others": others,
        }
        return Plan(notes=[Line("answer_routes", slots)])
    legs = set_routes(facts)
    names = [point.name for point in points]
    minutes = [leg.minutes for leg in legs]
    kms = [leg.km for leg in legs]
    total = {
        "minutes": sum(m for m in minutes if m is not None) if legs and None not in minutes else None,
        "km": sum(k for k in kms if k is not None) if legs and None not in kms else None,
    }
    if want == "time" and total["minutes"] is None:
        raise Unable(Line("not_told", {"variable": "duration"}))
    if want == "distance" and total["km"] is None:
        raise Unable(Line("not_told", {"variable": "distance"}))
    now = facts.view.now if facts.view else None
    arrival = None
    if now is not None and total["minutes"] is not None:
        arrival = (now.hour * 60 + now.minute + round(total["minutes"])) % (24 * 60)
    return Plan(notes=[Line("answer_navigation", {"names": names[1:], "want": want, "arrival": arrival, **total})])


def arrival_minute(facts: Facts) -> int:
    """Return the minute of the day at which the car arrives; raises Look, or Unable when nothing tells it."""
    minutes = [leg.minutes for leg in set_routes(facts)]
    if facts.view is None or not minutes or any(leg is None for leg in minutes):
        raise Unable(Line("not_told", {"variable": "duration"}))
    now = facts.view.now.hour * 60 + facts.view.now.minute
    arrival = now + round(sum(leg for leg in minutes if leg is not None))
    if arrival >= 24 * 60:
        raise Unable(Line("weather_other_day"))
    return arrival


def plan_charge_query(goal: Goal, facts: Facts) -> Plan:
    """Tell state of charge and range, or how far a share of the battery lasts."""
    errand = goal.intent.errand
    if errand.from_percent is not None and errand.to_percent is not None:
        first, last = sorted((errand.from_percent, errand.to_percent), reverse=True)
        share = distance_for(facts, round(first), round(last))
        return Plan(notes=[Line("answer_share", {"first": first, "last": last, "km": share})])
    status = facts.read("get_charging_specs_and_status")
    charge, km = told(status.get("state_of_charge")), number_in(status.get("remaining_range"))
    if errand.to_percent is not None and errand.want == "range":
        if charge is None:
            raise Unable(Line("not_told", {"variable": "state_of_charge"}))
        if errand.to_percent >= charge:
            raise Unable(Line("charge_below", {"charge": charge, "percent": errand.to_percent}))
        reach = distance_for(facts, round(charge), round(errand.to_percent))
        return Plan(notes=[Line("answer_share", {"first": charge, "last": errand.to_percent, "km": reach})])
    if errand.want == "reach":
        end = point_of(goal, facts, errand.place)
        need = shortest(routes_between(facts, here(facts), end)).km
        if km is None or need is None:
            raise Unable(Line("not_told", {"variable": "range" if km is None else "distance"}))
        return Plan(notes=[Line("answer_reach", {"end": end.name, "km": need, "range": km})])
    if errand.want == "arrival" and is_active(facts) and charge is not None and km:
        need = _whole_way_km(facts)
        points, _ = waypoints(facts)
        slots = {"end": points[-1].name, "km": need, "range": km}
        if need > km:
            return Plan(notes=[Line("answer_reach", slots)])
        # The range is what the charge lasts for, so both run out together.
        return Plan(notes=[Line("answer_left", {**slots, "left": charge * (1 - need / km)})])
    if (charge is None and errand.want == "soc") or (km is None and errand.want == "range"):
        raise Unable(Line("not_told", {"variable": "state_of_charge" if errand.want == "soc" else "range"}))
    return Plan(notes=[Line("answer_charge", {"charge": charge, "km": km})])


def _whole_way_km(facts: Facts) -> float:
    """Return the length of the route that is set; raises Look, or Unable when nothing tells it."""
    legs = [leg.km for leg in set_routes(facts)]
    if not legs or any(leg is None for leg in legs):
        raise Unable(Line("not_told", {"variable": "distance"}))
    return sum(leg for leg in legs if leg is not None)


def plan_charging_query(goal: Goal, facts: Facts) -> Plan:
    """Tell how long charging takes or how full the battery gets, at the best free plug of a station."""
    errand = goal.intent.errand
    station, plug = _plug(goal, facts)
    charge = told(facts.read("get_charging_specs_and_status").get("state_of_charge"))
    if charge is None:
        raise Unable(Line("not_told", {"variable": "state_of_charge"}))
    ids = {"charging_station_id": station["id"], "charging_station_plug_id": plug["plug_id"]}
    slots = {"station": station.get("name"), "plug": plug, "from": round(charge)}
    if errand.want == "level":
        minutes = round(errand.minutes or 0)
        result = facts.read(
            "calculate_charging_soc_by_time", **ids, start_state_of_charge=round(charge), charging_time=minutes
        )
        level = number_in(next(iter(result.values()), None))
        if level is None:
            raise Unable(Line("not_told", {"variable": "charging_level"}))
        return Plan(notes=[Line("answer_charging_level", {**slots, "minutes": minutes, "level": min(level, 100)})])
    target = goal.intent.value
    if target is None:
        target = preferred_charge(facts)
    if not isinstance(target, int | float):
        raise Ask("number", Line("ask_charge_target"), "value")
    if target <= charge:
        raise Unable(Line("charge_reached", {"charge": charge, "percent": target}))
    result = facts.read(
        "calculate_charging_time_by_soc",
        **ids,
        start_state_of_charge=round(charge),
        target_state_of_charge=round(target),
    )
    minutes_needed = number_in(list(result.values())[-1] if result else None)
    if minutes_needed is None:
        raise Unable(Line("not_told", {"variable": "charging_time"}))
    return Plan(notes=[Line("answer_charging_time", {**slots, "minutes": minutes_needed, "level": target})])


def _plug(goal: Goal, facts: Facts) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the station that is meant and its strongest free plug; raises Ask or Unable."""
    from simulator.agents.baseline.points import poi_options

    known = [
        row for row in (facts.recall.place, *facts.recall.places) if row and row.get("category") == "charging_stations"
    ]
    station = goal.chosen.get("station")
    if not isinstance(station, dict):
        if facts.recall.place is not None and facts.recall.place.get("category") == "charging_stations":
            station = facts.recall.place
        elif len(known) == 1:
            station = known[0]
        elif known:
            raise Ask("option", Line("ask_which_place", {"rows": known}), "station", options=poi_options(known))
        else:
            raise Unable(Line("no_station_yet"))
    plugs = told(station.get("charging_plugs"))
    if not isinstance(plugs, list) or not plugs:
        raise Unable(Line("not_told", {"variable": "plugs"}))
    free = [plug for plug in plugs if plug.get("availability") == "available"]
    if not free and all(told(plug.get("availability")) is not None for plug in plugs):
        raise Unable(Line("no_free_plug", {"station": station.get("name")}))
    usable = [plug for plug in free or plugs if told(plug.get("plug_id")) and told(plug.get("power_kw"))]
    if not usable:
        raise Unable(Line("not_told", {"variable": "plugs"}))
    return station, max(usable, key=lambda plug: float(plug["power_kw"]))


def plan_charge_limit(goal: Goal, facts: Facts) -> Plan:
    """Set at which state of charge charging stops."""
    value = goal.intent.value
    if value is None:
        value = preferred_charge(facts)
    low, high = LOWEST_LIMIT_PERCENT, HIGHEST_LIMIT_PERCENT
    facts.call("set_charge_limit", percentage=high)
    if value is None:
        raise Ask("number", Line("ask_charge_limit"), "value")
    if not isinstance(value, int | float) or not low <= value <= high or value != int(value):
        raise Ask("number", Line("ask_charge_limit_range", {"low": low, "high": high}), "value")
    return Plan([facts.call("set_charge_limit", percentage=value)])
