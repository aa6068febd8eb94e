"""Places named by the driver to points with an id: cities, places of a kind, meetings, the destination."""

from typing import Any

from simulator.agents.baseline.facts import Facts
from simulator.agents.baseline.goals import Goal
from simulator.agents.baseline.roads import Point, routes_between, told
from simulator.agents.baseline.signals import Ask, Line, Option, Unable
from simulator.language.hangul import has_hangul

_FILTER_NAMES = {
    "open": "any::currently_open",
    "dc": "charging_stations::has_dc_plug",
    "free": "charging_stations::has_available_plug",
}


def here(facts: Facts) -> Point:
    """Return the city the car is in."""
    location = facts.view.location if facts.view else {}
    return Point(str(location.get("id", "")), str(location.get("name", "")))


def city(facts: Facts, heard: str) -> Point:
    """Return the city of a name as it was heard; asks again when no city has that name."""
    name = heard if has_hangul(heard) else heard.title()
    where = here(facts)
    if name.lower() == where.name.lower():
        return where
    try:
        result = facts.read("get_location_id_by_location_name", location=name)
    except Unable as unable:
        if unable.line.key == "failed":
            raise Ask("place", Line("ask_unknown_city", {"name": name}), heard) from unable
        raise
    found = told(result.get("id"))
    if not found:
        raise Unable(Line("not_told", {"variable": "location_id"}))
    facts.recall.named(str(found), name)
    return Point(str(found), name)


def point_of(goal: Goal, facts: Facts, named: str, key: str = "point") -> Point:
    """Return the point a name or reference stands for; raises Look, Ask or Unable."""
    if isinstance(chosen := goal.chosen.get(key), dict):
        return poi_point(chosen)
    if named == "@home":
        raise Unable(Line("no_home"))
    if named == "@here":
        return here(facts)
    if named == "@there":
        return _remembered(facts, key)
    if named == "@destination":
        return destination(facts)
    if named == "@meeting":
        meeting = meeting_of(facts, goal.intent.errand.which)
        place = told(meeting.get("location"))
        if not place:
            raise Unable(Line("not_told", {"variable": "meeting_place"}))
        return city(facts, str(place))
    if not named:
        raise Ask("place", Line("ask_where_to"), "")
    for row in facts.recall.places:
        if str(row.get("name", "")).lower() == named.lower():
            return poi_point(row)
    return city(facts, goal.chosen.get(f"name:{named}", named))


def _remembered(facts: Facts, key: str) -> Point:
    recall = facts.recall
    if recall.meeting:
        return city(facts, recall.meeting)
    if recall.city is not None:
        return Point(*recall.city)
    if recall.place is not None:
        return poi_point(recall.place)
    if len(recall.places) == 1:
        return poi_point(recall.places[0])
    if recall.places:
        raise Ask("option", Line("ask_which_place", {"rows": recall.places}), key, options=poi_options(recall.places))
    raise Ask("place", Line("ask_where_to"), "")


def city_around(point: Point) -> Point:
    """Return the city to search in for a point: itself, or the city a place lies in; raises Unable on the road."""
    if point.is_city:
        return point
    place = told((point.row or {}).get("corresponding_location_id"))
    if not place:
        raise Unable(Line("no_city_there", {"place": point.name}))
    return Point(str(place), point.name)


def poi_point(row: dict[str, Any]) -> Point:
    """Return the point of a told row."""
    return Point(str(row.get("id", "")), str(told(row.get("name")) or ""), row)


def poi_options(rows: list[dict[str, Any]]) -> tuple[Option, ...]:
    """Return told places as things to choose from."""
    return tuple(Option(row, (str(told(row.get("name")) or ""),)) for row in rows)


def filters(errand_filters: tuple[str, ...], kind: str) -> list[str]:
    """Return the search filters of what was asked; those of charging stations only for them."""
    wanted = [_FILTER_NAMES[name] for name in errand_filters if name in _FILTER_NAMES]
    return [name for name in wanted if name.startswith("any") or kind == "charging_stations"]


def search_in(facts: Facts, where: Point, kind: str, asked: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the places of a kind in a city; raises Look or Unable, also where nothing is found."""
    arguments: dict[str, Any] = {"location_id": where.id, "category_poi": kind}
    if names := filters(asked, kind):
        arguments["filters"] = names
    result = facts.read("search_poi_at_location", **arguments)
    rows = told(result.get("pois_found"))
    if not isinstance(rows, list):
        raise Unable(Line("not_told", {"variable": "places"}))
    found = [row for row in rows if isinstance(row, dict)]
    if not found:
        raise Unable(Line("none_found", {"kind": kind, "place": where.name, "filters": asked}))
    return found


def nearest(facts: Facts, start: Point, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the place with the shortest way from a point; raises Look or Unable."""
    points = [poi_point(row) for row in rows]
    facts.read_many(
        [
            ("get_routes_from_start_to_destination", {"start_id": start.id, "destination_id": point.id})
            for point in points
        ]
    )
    best: tuple[float, int] | None = None
    for index, point in enumerate(points):
        lengths = [route.km for route in routes_between(facts, start, point)]
        if any(km is None for km in lengths):
            raise Unable(Line("not_told", {"variable": "distance"}))
        shortest = min(km for km in lengths if km is not None)
        if best is None or shortest < best[0]:
            best = shortest, index
    return rows[best[1] if best else 0]


def navigation(facts: Facts) -> dict[str, Any]:
    """Return the state of the navigation, with names where the car offers them."""
    if facts.takes("get_current_navigation_state", "detailed_information"):
        return facts.read("get_current_navigation_state", detailed_information=True)
    return facts.read("get_current_navigation_state")


def is_active(facts: Facts) -> bool:
    """Tell whether a route is set; raises Look or Unable."""
    active = told(navigation(facts).get("navigation_active"))
    if active is None:
        raise Unable(Line("not_told", {"variable": "navigation_active"}))
    return bool(active)


def waypoints(facts: Facts) -> tuple[list[Point], list[str]]:
    """Return waypoints with their names and the ids of the routes between them; raises Look or Unable."""
    state = navigation(facts)
    ids, routes = told(state.get("waypoints_id")), told(state.get("routes_to_final_destination_id"))
    if not isinstance(ids, list) or not isinstance(routes, list):
        raise Unable(Line("not_told", {"variable": "waypoints"}))
    details = told(state.get("details"))
    rows = told(details.get("waypoints")) if isinstance(details, dict) else None
    points = []
    for index, point_id in enumerate(ids):
        row = rows[index] if isinstance(rows, list) and index < len(rows) and isinstance(rows[index], dict) else None
        points.append(Point(str(point_id), str(told((row or {}).get("name")) or ""), row))
    return points, [str(route) for route in routes]


def destination(facts: Facts) -> Point:
    """Return the destination of the route that is set; raises Unable when none is."""
    if not is_active(facts):
        raise Unable(Line("not_navigating"))
    points, _ = waypoints(facts)
    if not points:
        raise Unable(Line("not_told", {"variable": "waypoints"}))
    return points[-1]


def meetings(facts: Facts) -> list[dict[str, Any]]:
    """Return today's meetings by start; raises Look or Unable."""
    if facts.view is None:
        raise Unable(Line("failed", {"tool": "get_entries_from_calendar"}))
    now = facts.view.now
    result = facts.read("get_entries_from_calendar", month=now.month, day=now.day)
    rows = told(result.get("meetings"))
    if not isinstance(rows, list):
        raise Unable(Line("not_told", {"variable": "meetings"}))
    return sorted((row for row in rows if isinstance(row, dict)), key=lambda row: start_minute(row) or 0)


def start_minute(meeting: dict[str, Any]) -> int | None:
    """Return the minute of the day a meeting starts at, None where the car does not tell."""
    start = told(meeting.get("start"))
    if not isinstance(start, dict) or told(start.get("hour")) is None or told(start.get("minute")) is None:
        return None
    return int(start["hour"]) * 60 + int(start["minute"])


def meeting_of(facts: Facts, which: str) -> dict[str, Any]:
    """Return the meeting that is meant; without a word for it the next one. Raises Unable when there is none."""
    rows = meetings(facts)
    if not rows:
        raise Unable(Line("no_meetings"))
    if which in ("first", "last"):
        return rows[0] if which == "first" else rows[-1]
    now = facts.view.now.hour * 60 + facts.view.now.minute if facts.view else 0
    starts = [start_minute(row) for row in rows]
    if any(start is None for start in starts):
        raise Unable(Line("not_told", {"variable": "meeting_start"}))
    ahead = [row for row, start in zip(rows, starts, strict=True) if start is not None and start >= now]
    if not ahead:
        raise Unable(Line("no_more_meetings"))
    return ahead[0]
