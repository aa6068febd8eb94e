"""How far along the route the car is after a time, and when it reaches a kilometre."""

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.goals import Goal, Plan
from simulator.agents.baseline.points import here, is_active, navigation, point_of, waypoints
from simulator.agents.baseline.roads import Route, fastest, route_of, routes_between, told
from simulator.agents.baseline.signals import Line, Unable


def set_routes(facts: Facts) -> list[Route]:
    """Return the routes of the navigation as far as the car tells them; raises Look or Unable."""
    details = told(navigation(facts).get("details"))
    rows = told(details.get("routes")) if isinstance(details, dict) else None
    return [route_of(row) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def plan_progress(goal: Goal, facts: Facts) -> Plan:
    """Tell where the car is after some minutes, or how long it takes to a kilometre; raises Look or Unable."""
    errand = goal.intent.errand
    if is_active(facts):
        legs = _legs(facts)
    elif errand.place:
        legs = [fastest(routes_between(facts, here(facts), point_of(goal, facts, errand.place)))]
    else:
        raise Unable(Line("not_navigating"))
    passed_km = passed_minutes = 0.0
    for leg in legs:
        if leg.km is None or leg.minutes is None:
            raise Unable(Line("not_told", {"variable": "distance" if leg.km is None else "duration"}))
        if errand.minutes is not None and errand.minutes - passed_minutes <= leg.minutes:
            result = facts.read(
                "convert_route_distance_and_time", route_id=leg.id, time_minutes=round(errand.minutes - passed_minutes)
            )
            reached = _told(result.get("distance_km"), "distance")
            return _answer(errand.minutes, passed_km + reached, "minutes")
        if errand.km is not None and errand.km - passed_km <= leg.km:
            result = facts.read(
                "convert_route_distance_and_time", route_id=leg.id, distance_km=round(errand.km - passed_km)
            )
            needed = _told(result.get("time_minutes"), "duration")
            return _answer(passed_minutes + needed, errand.km, "km")
        passed_km, passed_minutes = passed_km + leg.km, passed_minutes + leg.minutes
    raise Unable(Line("beyond_route"))


def _legs(facts: Facts) -> list[Route]:
    _, ids = waypoints(facts)
    legs = {leg.id: leg for leg in set_routes(facts)}
    if any(route_id not in legs for route_id in ids):
        raise Unable(Line("not_told", {"variable": "distance"}))
    return [legs[route_id] for route_id in ids]


def _told(value: object, variable: str) -> float:
    if not isinstance(told(value), int | float):
        raise Unable(Line("not_told", {"variable": variable}))
    return float(str(value))


def _answer(minutes: float, km: float, asked: str) -> Plan:
    return Plan(notes=[Line("answer_progress", {"minutes": minutes, "km": km, "asked": asked})])
