"""Plans that look for places in a city and along the route, and tell them by name."""

import re
from typing import Any

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.frames import Errand, Intent
from simulator.agents.baseline.goals import Goal, Plan
from simulator.agents.baseline.points import (
    city_around,
    filters,
    here,
    is_active,
    nearest,
    poi_options,
    poi_point,
    point_of,
    search_in,
    waypoints,
)
from simulator.agents.baseline.preferences_road import preferred_place
from simulator.agents.baseline.roads import Point, fastest, routes_between, told
from simulator.agents.baseline.signals import Ask, Line, Unable, Wait

_NUMBER = re.compile(r"[0-9.]+")


def plan_find(goal: Goal, facts: Facts) -> Plan:
    """Tell places of a kind by name and ask which one to drive to. Source: reference prompt on places."""
    errand = goal.intent.errand
    if facts.road_busy and errand.along:
        raise Wait
    if isinstance(goal.chosen.get("point"), dict):
        return _go(goal, facts)
    if errand.along or (not errand.place and _is_driving(facts) and errand.km is not None):
        point, _ = place_along(goal, facts, offer=True)
        return _offer(goal, facts, point, along=True)
    where = here(facts) if errand.place in ("", "@here") else city_around(point_of(goal, facts, errand.place, "city"))
    rows = search_in(facts, where, errand.kind, errand.filters)
    facts.recall.told(rows)
    if "nearest" in errand.filters and len(rows) > 1:
        rows = [nearest(facts, here(facts), rows)]
    slots = {"kind": errand.kind, "place": where.name, "rows": rows, "along": False}
    if "told" in goal.chosen:
        return Plan(notes=[Line("told_places", slots)])
    if len(rows) == 1:
        facts.recall.chose(rows[0])
        return _offer(goal, facts, poi_point(rows[0]), along=False)
    raise Ask("option", Line("choose_place", slots), "point", options=poi_options(rows))


def _is_driving(facts: Facts) -> bool:
    return facts.offers("get_current_navigation_state") and is_active(facts)


def _offer(goal: Goal, facts: Facts, point: Point, *, along: bool) -> Plan:
    row = point.row or {}
    slots = {"kind": goal.intent.errand.kind, "row": row, "along": along}
    if "told" in goal.chosen:
        return Plan(notes=[Line("told_place", slots)])
    raise Ask("confirm_place", Line("offer_place", slots), "point", options=poi_options([row]))


def _go(goal: Goal, facts: Facts) -> Plan:
    """Drive to the place that was chosen: a stop of the active navigation, else its destination."""
    row = goal.chosen["point"]
    facts.recall.chose(row)
    errand = goal.intent.errand
    if errand.along and errand.place and not is_active(facts):
        goal.chosen["stop0"] = goal.chosen.pop("point")
        trip = Errand(place=errand.place, via=("@there",), route=errand.route)
        goal.intent = Intent("navigation", "start", errand=trip)
        return plan_one_of(goal, facts)
    action: Any = "add" if errand.along else "start"
    intent = Intent("navigation", action, errand=Errand(place="@there", along=errand.along, route=errand.route))
    if errand.along:
        intent = Intent(
            "navigation",
            "add",
            errand=Errand(
                kind=errand.kind,
                along=True,
                km=errand.km,
                minutes=errand.minutes,
                to_percent=errand.to_percent,
                filters=errand.filters,
            ),
        )
    goal.intent = intent
    return plan_one_of(goal, facts)


def plan_one_of(goal: Goal, facts: Facts) -> Plan:
    """Plan a wish that turned into another one."""
    from simulator.agents.baseline.planning import plan_one

    return plan_one(goal, facts)


def place_along(goal: Goal, facts: Facts, *, offer: bool = False) -> tuple[Point, int]:
    """Return one place along the route that is set and the leg it lies on; raises Look, Ask or Unable.

    With `offer` a single place is returned without being taken.
    """
    errand = goal.intent.errand
    if not is_active(facts):
        if facts.will_start:
            raise Wait
        if not errand.place:
            raise Unable(Line("not_navigating"))
        points = [here(facts), point_of(goal, facts, errand.place, "towards")]
        routes = [fastest(routes_between(facts, *points)).id]
    else:
        points, routes = waypoints(facts)
    legs = [
        index
        for index in range(len(routes))
        if index + 1 < len(points) and points[index].is_city and points[index + 1].is_city
    ]
    if not legs:
        raise Unable(Line("no_search_on_leg"))
    leg = goal.chosen.get("leg", legs[0])
    if isinstance(chosen := goal.chosen.get("point"), dict):
        return poi_point(chosen), leg
    arguments: dict[str, Any] = {"route_id": routes[leg], "category_poi": errand.kind}
    kilometre = _kilometre(goal, facts, routes[leg])
    if kilometre is not None:
        arguments["at_kilometer"] = kilometre
    if names := filters(errand.filters, errand.kind):
        arguments["filters"] = names
    if "nearest" in errand.filters:
        arguments["filters"] = [*arguments.get("filters", []), "any::sort_by_distance"]
    result = facts.read("search_poi_along_the_route", **arguments)
    rows = told(result.get("pois_found_along_route"))
    if not isinstance(rows, list):
        raise Unable(Line("not_told", {"variable": "places"}))
    rows = [row for row in rows if isinstance(row, dict)]
    if not rows:
        raise Unable(Line("none_along", {"kind": errand.kind, "km": kilometre, "filters": errand.filters}))
    facts.recall.told(rows)
    row = rows[0] if len(rows) == 1 or "nearest" in errand.filters else preferred_place(facts, errand.kind, rows)
    if row is not None:
        facts.recall.chose(row)
        if not offer:
            goal.chosen["point"] = row
        return poi_point(row), leg
    slots = {"kind": errand.kind, "rows": rows, "along": True, "km": kilometre}
    raise Ask("option", Line("choose_place", slots), "point", options=poi_options(rows))


def _kilometre(goal: Goal, facts: Facts, route_id: str) -> int | None:
    """Return around which kilometre of the route to search: as said, after a time, at a charge; else ask.

    Only charging stations need one. Source: reference tool `search_poi_along_the_route`.
    """
    errand = goal.intent.errand
    km = goal.chosen.get("km", errand.km)
    if isinstance(km, int | float):
        return round(km)
    if errand.minutes is not None:
        result = facts.read("convert_route_distance_and_time", route_id=route_id, time_minutes=round(errand.minutes))
        reached = told(result.get("distance_km"))
        if reached is None:
            raise Unable(Line("not_told", {"variable": "distance"}))
        return round(float(reached))
    if errand.kind != "charging_stations":
        return None
    if errand.to_percent is not None:
        return round(reach_km(facts, errand.to_percent))
    status = facts.read("get_charging_specs_and_status")
    slots = {"range": number_in(told(status.get("remaining_range")))}
    raise Ask("number", Line("ask_kilometre", slots), "km")


def reach_km(facts: Facts, percent: float) -> float:
    """Return how far the car drives until the battery is down to a charge; raises Look or Unable."""
    charge = told(facts.read("get_charging_specs_and_status").get("state_of_charge"))
    if charge is None:
        raise Unable(Line("not_told", {"variable": "state_of_charge"}))
    if percent >= charge:
        raise Unable(Line("charge_below", {"charge": charge, "percent": percent}))
    return distance_for(facts, round(charge), round(percent))


def distance_for(facts: Facts, first: int, last: int) -> float:
    """Return how far a share of the battery lasts in km; raises Look or Unable."""
    result = facts.read("get_distance_by_soc", initial_state_of_charge=first, final_state_of_charge=last)
    km = number_in(next(iter(result.values()), None))
    if km is None:
        raise Unable(Line("not_told", {"variable": "range"}))
    return km


def number_in(value: Any) -> float | None:
    """Return the number a result such as 155.0km holds, None where the car does not tell it."""
    found = _NUMBER.search(str(value)) if told(value) is not None else None
    return float(found[0]) if found else None
