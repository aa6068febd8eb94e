"""Plans that add, exchange and drop stops of the active navigation. Source: policies 017 to 019, 021, 022."""

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.frames import Intent
from simulator.agents.baseline.goals import Goal, Plan
from simulator.agents.baseline.lexicon_road_en import KINDS
from simulator.agents.baseline.plan_navigation import between, end_point, needs_navigation, route_line
from simulator.agents.baseline.plan_places import place_along
from simulator.agents.baseline.points import point_of, waypoints
from simulator.agents.baseline.roads import Point, choose, routes_between
from simulator.agents.baseline.signals import Ask, Line, Option, Unable, Wait
from simulator.language.hangul import has_hangul, jamo

LEAST_LIKENESS = 0.7
"""Least similarity of a misheard stop with a stop of the route, 0..1: chosen on the development utterances."""


def plan_stop(goal: Goal, facts: Facts) -> Plan:
    """Add, exchange or drop a stop; raises Look, Ask, Wait or Unable."""
    if facts.road_busy:
        raise Wait
    needs_navigation(goal, facts)
    facts.road_busy = True
    return {"add": _add, "swap": _swap, "drop": _drop}[goal.intent.action](goal, facts)


def _add(goal: Goal, facts: Facts) -> Plan:
    points, _ = waypoints(facts)
    errand = goal.intent.errand
    if errand.kind and (errand.along or not errand.place):
        new, index = place_along(goal, facts)
    else:
        new = end_point(goal, facts)
        if errand.which == "last":
            return _extend(goal, facts, points[-1], new)
        index = _leg_for(goal, facts, points, new)
    if new.id in {point.id for point in points}:
        raise Unable(Line("on_route_already", {"place": new.name}))
    before, after = points[index], points[index + 1]
    between(facts, before, new, after)
    to = choose(goal, facts, "route_to", routes_between(facts, before, new), new, legs=2)
    away = choose(goal, facts, "route_away", routes_between(facts, new, after), after, legs=2)
    call = facts.call(
        "navigation_add_one_waypoint",
        waypoint_id_to_add=new.id,
        waypoint_id_before_new_waypoint=before.id,
        route_id_leading_to_new_waypoint=to.route.id,
        waypoint_id_after_new_waypoint=after.id,
        route_id_leading_away_from_new_waypoint=away.route.id,
    )
    return Plan([call], [route_line("stop_added", [new, after], [to, away])])


def _extend(goal: Goal, facts: Facts, last: Point, new: Point) -> Plan:
    """Drive on from the present destination to another one."""
    if new.id == last.id:
        raise Unable(Line("already_going", {"place": new.name}))
    to = choose(goal, facts, "route_to", routes_between(facts, last, new), new, legs=2)
    call = facts.call(
        "navigation_add_one_waypoint",
        waypoint_id_to_add=new.id,
        waypoint_id_before_new_waypoint=last.id,
        route_id_leading_to_new_waypoint=to.route.id,
    )
    return Plan([call], [route_line("stop_added", [new], [to])])


def _leg_for(goal: Goal, facts: Facts, points: list[Point], new: Point) -> int:
    """Return the leg a stop goes into: the only one, else the one the driver says."""
    if len(points) == 2:
        return 0
    chosen = goal.chosen.get("leg")
    if isinstance(chosen, int):
        return chosen
    options = tuple(Option(index, (f"{point.name}",)) for index, point in enumerate(points[:-1]))
    line = Line("ask_which_leg", {"place": new.name, "points": [point.name for point in points[:-1]]})
    raise Ask("option", line, "leg", options=options)


def _swap(goal: Goal, facts: Facts) -> Plan:
    points, _ = waypoints(facts)
    errand = goal.intent.errand
    index = _waypoint(goal, facts, points, errand.old)
    new = end_point(goal, facts)
    if new.id in {point.id for point in points}:
        raise Unable(Line("on_route_already", {"place": new.name}))
    if index == len(points) - 1:
        before = points[-2]
        choice = choose(goal, facts, "route", routes_between(facts, before, new), new, legs=len(points) - 1)
        call = facts.call(
            "navigation_replace_final_destination",
            new_destination_id=new.id,
            route_id_leading_to_new_destination=choice.route.id,
        )
        stops = [point.name for point in points[1:-1]]
        return Plan([call], [Line("destination_replaced", {"end": new.name, "choice": choice, "stops": stops})])
    before, after = points[index - 1], points[index + 1]
    between(facts, before, new, after)
    to = choose(goal, facts, "route_to", routes_between(facts, before, new), new, legs=2)
    away = choose(goal, facts, "route_away", routes_between(facts, new, after), after, legs=2)
    call = facts.call(
        "navigation_replace_one_waypoint",
        waypoint_id_to_replace=points[index].id,
        new_waypoint_id=new.id,
        route_id_leading_to_new_waypoint=to.route.id,
        route_id_leading_away_from_new_waypoint=away.route.id,
    )
    line = route_line("stop_replaced", [new, after], [to, away])
    return Plan([call], [Line(line.key, {**line.slots, "old": points[index].name})])


def _drop(goal: Goal, facts: Facts) -> Plan:
    points, _ = waypoints(facts)
    old = goal.intent.errand.old
    index = len(points) - 1 if old == "@destination" else _waypoint(goal, facts, points, old)
    if index == len(points) - 1:
        if len(points) < 3:
            line = Line("ask_cancel_instead", {"place": points[-1].name})
            raise Ask("confirm", line, "cancel", Intent("navigation", "cancel"))
        call = facts.call("navigation_delete_destination", destination_id_to_delete=points[-1].id)
        return Plan([call], [Line("destination_dropped", {"old": points[-1].name, "end": points[-2].name})])
    before, after = points[index - 1], points[index + 1]
    choice = choose(goal, facts, "route", routes_between(facts, before, after), after, legs=len(points) - 2)
    call = facts.call(
        "navigation_delete_waypoint",
        waypoint_id_to_delete=points[index].id,
        route_id_without_waypoint=choice.route.id,
    )
    return Plan([call], [Line("stop_dropped", {"old": points[index].name, "end": after.name, "choice": choice})])


def _waypoint(goal: Goal, facts: Facts, points: list[Point], old: str) -> int:
    """Return the index of the stop that is meant, the destination included; the start is none."""
    chosen = goal.chosen.get("old")
    if isinstance(chosen, int):
        return chosen
    stops = list(range(1, len(points) - 1))
    if old == "@stop":
        if not stops:
            raise Unable(Line("no_stops"))
        if len(stops) == 1:
            return stops[0]
    elif old in KINDS:
        fitting = [index for index in (*stops, len(points) - 1) if (points[index].row or {}).get("category") == old]
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            raise Unable(Line("kind_not_on_route", {"kind": old}))
        stops = fitting
    else:
        named = [index for index in range(1, len(points)) if _alike(points[index].name, old)]
        if len(named) == 1:
            return named[0]
        if not named:
            point = point_of(goal, facts, old, "old_point")
            same = [index for index in range(1, len(points)) if points[index].id == point.id]
            if not same:
                raise Unable(Line("not_on_route", {"place": point.name}))
            return same[0]
        stops = named
    options = tuple(Option(index, (points[index].name,)) for index in stops)
    raise Ask(
        "option", Line("ask_which_stop", {"points": [points[index].name for index in stops]}), "old", options=options
    )


def _alike(name: str, heard: str) -> bool:
    from rapidfuzz.distance import Levenshtein

    first, second = (jamo(word.lower()) if has_hangul(word) else word.lower() for word in (name, heard))
    if not first:
        return False
    floor = 0.8 if has_hangul(name) else LEAST_LIKENESS
    return Levenshtein.normalized_similarity(first, second) >= floor
