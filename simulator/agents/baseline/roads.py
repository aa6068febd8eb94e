"""Routes as the tools tell them: read, compared, and one of them chosen."""

import re
from dataclasses import dataclass
from typing import Any

from simulator.agents.baseline.facts import UNKNOWN, Facts
from simulator.agents.baseline.goals import Goal
from simulator.agents.baseline.signals import Ask, Line, Option, Unable
from simulator.language.numbers import find_numbers

_FASTEST = re.compile(r"fastest|quickest|빠른|최단\s?시간")
_SHORTEST = re.compile(r"shortest|짧은|최단\s?(?:거리|경로)")
_NO_TOLL = re.compile(
    r"\b(?:no|without|not|avoid\w*|never|free)\b[^,.]*\btoll|toll[ -]?free"
    r"|통행료\s?(?:없|안)|무료|유료\s?(?:도로)?를?\s?(?:피|안|빼|싫)|톨"
)
_BOUNDED = re.compile(r"more than|longer|이내|넘지|보다\s?오래|이상")


@dataclass(frozen=True, slots=True)
class Route:
    """One way between two places; None where the car does not tell."""

    id: str
    via: str | None
    km: float | None
    minutes: float | None
    toll: bool | None
    alias: tuple[str, ...]
    base: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """A place a route can start or end at; `row` is what a search told of it."""

    id: str
    name: str
    row: dict[str, Any] | None = None

    @property
    def is_city(self) -> bool:
        """Whether it is a city."""
        return self.id.startswith("loc_")


@dataclass(frozen=True, slots=True)
class Choice:
    """The route taken, how it came to be chosen (said, preferred, default), and how many there were."""

    route: Route
    how: str
    count: int


def told(value: Any) -> Any:
    """Return a result field, None where the car does not tell it."""
    return None if value is None or value == UNKNOWN else value


def routes_between(facts: Facts, start: Point, end: Point) -> list[Route]:
    """Return the routes from one place to another; raises Look or Unable."""
    if not start.is_city and not end.is_city:
        raise Unable(Line("no_route_between_pois", {"start": start.name, "end": end.name}))
    arguments = {"start_id": start.id, "destination_id": end.id}
    try:
        result = facts.read("get_routes_from_start_to_destination", **arguments)
    except Unable as unable:
        if unable.line.key == "failed":
            raise Unable(Line("no_route", {"start": start.name, "end": end.name})) from unable
        raise
    rows = told(result.get("routes"))
    if not isinstance(rows, list) or not rows:
        raise Unable(Line("not_told", {"variable": "routes"}))
    found = [route_of(row) for row in rows if isinstance(row, dict)]
    usable = [route for route in found if route.id]
    if not usable:
        raise Unable(Line("not_told", {"variable": "route_id"}))
    return usable


def route_of(row: dict[str, Any]) -> Route:
    """Return a told route."""
    hours, minutes = told(row.get("duration_hours")), told(row.get("duration_minutes"))
    alias = told(row.get("alias"))
    return Route(
        str(told(row.get("route_id")) or ""),
        told(row.get("name_via")),
        told(row.get("distance_km")),
        hours * 60 + minutes if hours is not None and minutes is not None else None,
        told(row.get("includes_toll")),
        tuple(alias) if isinstance(alias, list) else (),
        str(told(row.get("base_route_id")) or ""),
    )


def fastest(routes: list[Route]) -> Route:
    """Return the fastest route; raises Unable when nothing tells which one it is."""
    return _best(routes, "fastest", [route.minutes for route in routes])


def shortest(routes: list[Route]) -> Route:
    """Return the shortest route; raises Unable when nothing tells which one it is."""
    return _best(routes, "shortest", [route.km for route in routes])


def _best(routes: list[Route], alias: str, measures: list[float | None]) -> Route:
    named = [route for route in routes if alias in route.alias]
    if named or len(routes) == 1:
        return (named or routes)[0]
    known = [(measure, index) for index, measure in enumerate(measures) if measure is not None]
    if len(known) < len(routes):
        raise Unable(Line("not_told", {"variable": f"{alias}_route"}))
    return routes[min(known)[1]]


def choose(goal: Goal, facts: Facts, key: str, routes: list[Route], end: Point, *, legs: int) -> Choice:
    """Return the route the driver wants: as said, else as preferred, else asked; of several legs the fastest.

    Source: reference prompt on presenting routes, policies 021 and 022.
    """
    count = len(routes)
    said = goal.chosen.get(key) or goal.intent.errand.route
    if said == "no_toll" and not any(route.toll is False for route in routes):
        if any(route.toll is None for route in routes):
            raise Unable(Line("not_told", {"variable": "tolls"}))
        if not goal.chosen.get(key):
            raise _question(routes, end, key, "present_all_toll")
    if said and (route := _as_said(routes, said)) is not None:
        return Choice(route, "default" if said == "default" else "said", count)
    if count == 1:
        return Choice(routes[0], "only", count)
    sentences = facts.preferences("navigation_and_routing", "route_selection")
    if not said and (preferred := _preferred(routes, sentences)) is not None:
        return Choice(preferred, "preferred", count)
    if legs > 1:
        return Choice(fastest(routes), "default", count)
    raise _question(routes, end, key, "present_others" if goal.chosen.get("more") else "present_routes")


def _as_said(routes: list[Route], said: str) -> Route | None:
    if said.startswith("id:"):
        return next((route for route in routes if route.id == said[3:]), None)
    if said in ("fastest", "default"):
        return fastest(routes)
    if said == "shortest":
        return shortest(routes)
    if said == "no_toll":
        free = [route for route in routes if route.toll is False]
        return fastest(free) if free else None
    named = [route for route in routes if said in route.alias]
    return named[0] if named else None


def _preferred(routes: list[Route], sentences: list[str]) -> Route | None:
    """Return the route the stored sentences single out; shallow reading of free text."""
    for sentence in sentences:
        text = sentence.lower()
        if _NO_TOLL.search(text):
            free = [route for route in routes if route.toll is False]
            if not free:
                continue
            best, quickest = fastest(free), fastest(routes)
            bounds = [span.value for span in find_numbers(text, "en") + find_numbers(text, "ko")]
            if _BOUNDED.search(text) and bounds and best.minutes is not None and quickest.minutes is not None:
                return best if best.minutes - quickest.minutes <= bounds[0] else quickest
            return best
        if _SHORTEST.search(text) and not _FASTEST.search(text):
            return shortest(routes)
        if _FASTEST.search(text) and not _SHORTEST.search(text):
            return fastest(routes)
    return None


def _question(routes: list[Route], end: Point, key: str, line: str) -> Ask:
    quick, short = fastest(routes), shortest(routes)
    detailed = [quick] if quick == short else [quick, short]
    others = [route for route in routes if route not in detailed]
    slots = {"end": end.name, "fastest": quick, "shortest": short, "others": others}
    options = tuple(Option(f"id:{route.id}", (route.via or "",)) for route in routes)
    kind = "route_confirm" if quick == short and not others else "route"
    return Ask(kind, Line(line, slots), key, options=options)
