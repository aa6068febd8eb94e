"""Plans that start the navigation, change where it leads, or end it. Source: policies 016 to 019, 021, 022."""

from dataclasses import replace
from itertools import pairwise

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.frames import Errand, Intent
from simulator.agents.baseline.goals import Goal, Plan
from simulator.agents.baseline.lexicon_road_en import KINDS
from simulator.agents.baseline.points import (
    city,
    city_around,
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
from simulator.agents.baseline.roads import Choice, Point, choose, routes_between
from simulator.agents.baseline.signals import Ask, Line, Option, Unable, Wait
from simulator.agents.spec import CallRequest

EDITS = frozenset(
    {
        "set_new_navigation",
        "delete_current_navigation",
        "navigation_add_one_waypoint",
        "navigation_replace_one_waypoint",
        "navigation_replace_final_destination",
        "navigation_delete_waypoint",
        "navigation_delete_destination",
    }
)
"""Tools of which one is called at a time. Source: policy 018."""


def plan_navigation(goal: Goal, facts: Facts) -> Plan:
    """Start, replace, reroute or cancel; raises Look, Ask, Wait or Unable."""
    if facts.road_busy:
        raise Wait
    facts.road_busy = True
    plans = {"cancel": _cancel, "reroute": _reroute, "replace": _start}
    return plans.get(goal.intent.action, _start)(goal, facts)


def end_point(goal: Goal, facts: Facts) -> Point:
    """Return where the driver wants to go: a city, or one place of a kind; raises Look, Ask or Unable."""
    errand = goal.intent.errand
    if not errand.kind:
        return point_of(goal, facts, errand.place)
    if isinstance(chosen := goal.chosen.get("point"), dict):
        return poi_point(chosen)
    where = here(facts) if errand.place in ("", "@here") else city_around(point_of(goal, facts, errand.place, "city"))
    rows = search_in(facts, where, errand.kind, errand.filters)
    row = rows[0] if len(rows) == 1 else None
    if row is None and "nearest" in errand.filters:
        row = nearest(facts, here(facts), rows)
    if row is None:
        row = preferred_place(facts, errand.kind, rows)
    if row is None:
        facts.recall.told(rows)
        line = Line("choose_place", {"kind": errand.kind, "place": where.name, "rows": rows, "along": False})
        raise Ask("option", line, "point", options=poi_options(rows))
    facts.recall.chose(row)
    goal.chosen["point"] = row
    return poi_point(row)


def _start(goal: Goal, facts: Facts) -> Plan:
    active = is_active(facts)
    if not active:
        facts.call("set_new_navigation", route_ids=[])
    end = end_point(goal, facts)
    if active:
        return _replace(goal, facts, end)
    start = here(facts)
    stops = [_stop(goal, facts, name, index) for index, name in enumerate(goal.intent.errand.via)]
    if end.id == start.id and not stops:
        raise Unable(Line("already_there", {"place": end.name}))
    points = [start, *stops, end]
    legs = list(pairwise(points))
    if len(legs) > 1:
        facts.read_many(
            [
                ("get_routes_from_start_to_destination", {"start_id": first.id, "destination_id": second.id})
                for first, second in legs
            ]
        )
    choices = [
        choose(goal, facts, f"route{index}", routes_between(facts, first, second), second, legs=len(legs))
        for index, (first, second) in enumerate(legs)
    ]
    call = facts.call("set_new_navigation", route_ids=[choice.route.id for choice in choices])
    return Plan([call], [route_line("navigation_set", points[1:], choices)])


def _stop(goal: Goal, facts: Facts, name: str, index: int) -> Point:
    """Return a stop on the way; a kind of place is looked for where the car is."""
    if isinstance(chosen := goal.chosen.get(f"stop{index}"), dict):
        return poi_point(chosen)
    if name not in KINDS:
        return point_of(goal, facts, name, f"stop{index}")
    where = here(facts)
    rows = search_in(facts, where, name, ())
    if len(rows) > 1:
        line = Line("choose_place", {"kind": name, "place": where.name, "rows": rows, "along": False})
        raise Ask("option", line, f"stop{index}", options=poi_options(rows))
    return poi_point(rows[0])


def route_line(key: str, points: list[Point], choices: list[Choice]) -> Line:
    """Return what to say about routes that were set."""
    return Line(key, {"points": [point.name for point in points], "choices": choices})


def _replace(goal: Goal, facts: Facts, end: Point) -> Plan:
    """Lead the active navigation to another destination; the stops on the way stay."""
    errand = goal.intent.errand
    points, _ = waypoints(facts)
    if len(points) < 2:
        raise Unable(Line("not_told", {"variable": "waypoints"}))
    before, old = points[-2], points[-1]
    extra = tuple(
        Intent("navigation", "add", errand=Errand(kind=name) if name in KINDS else Errand(place=name))
        for name in errand.via
        if name.lower() not in {point.name.lower() for point in points}
    )
    if end.id == old.id and not errand.route and not goal.chosen.get("route"):
        if not extra:
            raise Unable(Line("already_going", {"place": end.name}))
        return Plan(followed_by=extra)
    if end.id in {point.id for point in points[:-1]}:
        raise Unable(Line("on_route_already", {"place": end.name}))
    options = routes_between(facts, before, end)
    choice = choose(goal, facts, "route", options, end, legs=len(points) - 1)
    call = facts.call(
        "navigation_replace_final_destination",
        new_destination_id=end.id,
        route_id_leading_to_new_destination=choice.route.id,
    )
    stops = [point.name for point in points[1:-1]]
    line = Line("destination_replaced", {"end": end.name, "choice": choice, "stops": stops})
    return Plan([call], [line], followed_by=extra)


def _reroute(goal: Goal, facts: Facts) -> Plan:
    """Take another route to the destination that is set."""
    if not is_active(facts):
        raise Unable(Line("not_navigating"))
    points, routes = waypoints(facts)
    if len(points) > 2:
        raise Unable(Line("reroute_with_stops"))
    options = routes_between(facts, points[0], points[-1])
    choice = choose(goal, facts, "route", options, points[-1], legs=1)
    if routes and choice.route.id == routes[-1]:
        return Plan(notes=[Line("already_this_route", {"choice": choice})])
    call = facts.call(
        "navigation_replace_final_destination",
        new_destination_id=points[-1].id,
        route_id_leading_to_new_destination=choice.route.id,
    )
    return Plan([call], [Line("rerouted", {"end": points[-1].name, "choice": choice})])


def _cancel(goal: Goal, facts: Facts) -> Plan:
    call = facts.call("delete_current_navigation")
    if not is_active(facts):
        raise Unable(Line("not_navigating"))
    return Plan([call], [Line("navigation_cancelled")])


def needs_navigation(goal: Goal, facts: Facts) -> None:
    """Raise Unable unless a route is set; a stop without a route is no destination."""
    if is_active(facts):
        return
    if facts.will_start:
        raise Wait
    errand = goal.intent.errand
    if goal.intent.action == "add" and (errand.place or errand.kind) and not errand.along:
        proposal = replace(goal.intent, action="start")
        name = errand.place if errand.place and not errand.place.startswith("@") else ""
        raise Ask("confirm", Line("add_without_route", {"place": name}), "start", proposal)
    raise Unable(Line("not_navigating"))


def between(facts: Facts, first: Point, middle: Point, last: Point | None) -> list[CallRequest]:
    """Look the routes to and from a new waypoint up in one step."""
    wanted = [("get_routes_from_start_to_destination", {"start_id": first.id, "destination_id": middle.id})]
    if last is not None:
        wanted.append(("get_routes_from_start_to_destination", {"start_id": middle.id, "destination_id": last.id}))
    reachable = first.is_city or middle.is_city
    if reachable and (last is None or middle.is_city or last.is_city):
        try:
            facts.read_many(wanted)
        except Unable as unable:
            if unable.line.key != "failed":
                raise
    return []


__all__ = ["EDITS", "Option", "between", "city", "end_point", "needs_navigation", "plan_navigation", "route_line"]
