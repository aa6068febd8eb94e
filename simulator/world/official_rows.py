"""The rows of the official data files, checked and reduced to what is stored.

Source: the reference's data files as described on its dataset page; field names are facts of that format.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

Row = dict[str, Any]
Stored = tuple[Any, ...]

_NUMBER = (int, float)
_KINDS: Mapping[Any, str] = {
    str: "a text",
    list: "a list",
    dict: "an object",
    bool: "true or false",
    int: "a whole number",
    _NUMBER: "a number",
}


class RowProblem(Exception):
    """What is wrong with a row, without saying where it stands."""


def _need(row: Row, key: str, kind: Any) -> Any:
    if key not in row:
        raise RowProblem(f"'{key}' is missing")
    value = row[key]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise RowProblem(f"'{key}' is not {_KINDS[kind]}")
    return value


def _text(row: Any) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def is_ahead(direction: str) -> bool:
    """Return which of the two directions between a pair of cities this is, told by the first part of a route's id."""
    return direction[4:7] <= direction[8:11]


def _location(row: Row) -> Stored:
    position = _need(row, "position", dict)
    for axis in ("longitude", "latitude"):
        _need(position, axis, _NUMBER)
    _need(row, "name", str)
    return "location", _need(row, "id", str), _text(row)


def _weather(row: Row) -> Stored:
    for slot in _need(row, "weather", list):
        if not isinstance(slot, dict):
            raise RowProblem("a slot of 'weather' is not an object")
        for key in ("temperature_c", "wind_speed_kph", "humidity_percent"):
            _need(slot, key, _NUMBER)
        _need(slot, "condition", str)
        for key in ("start_time", "end_time"):
            if not _need(slot, key, str)[:2].isdigit():
                raise RowProblem(f"'{key}' is not a time such as 09:00")
    return "weather", _need(row, "location_id", str), _text(row)


def _contact(row: Row) -> Stored:
    name = _need(row, "name", dict)
    for key in ("first_name", "last_name"):
        _need(name, key, str)
    for key in ("phone_number", "email"):
        _need(row, key, str)
    return "contact", _need(row, "id", str), _text(row)


def _calendar(row: Row) -> Stored:
    date = _need(row, "date", dict)
    for key in ("year", "month", "day"):
        _need(date, key, int)
    _need(row, "meetings", list)
    return "calendar", _need(row, "id", str), _text(row)


def _poi(row: Row) -> Stored:
    for key in ("name", "opening_hours", "phone_number"):
        _need(row, key, str)
    _need(row, "position", dict)
    location = _need(row, "corresponding_location_id", str) if "corresponding_location_id" in row else None
    routes = None
    ahead, back = None, None
    if "corresponding_route_ids" in row:
        for direction, position in _need(row, "route_positions", dict).items():
            if not isinstance(position, dict):
                raise RowProblem(f"'{direction}' of 'route_positions' is not an object")
            kilometre = _need(position, "at_route_kilometer", _NUMBER)
            if is_ahead(direction):
                ahead = kilometre
            else:
                back = kilometre
        routes = _text(_need(row, "corresponding_route_ids", list))
    if location is None and routes is None:
        raise RowProblem("neither 'corresponding_location_id' nor 'corresponding_route_ids' is there")
    return _need(row, "id", str), _need(row, "category", str), location, routes, ahead, back, _text(row)


def _route(row: Row) -> Stored:
    for key in ("distance_km", "duration_hours", "duration_minutes"):
        _need(row, key, _NUMBER)
    for key in ("road_types", "alias"):
        _need(row, key, list)
    _need(row, "name_via", str)
    _need(row, "includes_toll", bool)
    ends = _need(row, "start_id", str), _need(row, "destination_id", str)
    return _need(row, "route_id", str), *ends, _text(row), None, None, None


def _metadata(row: Row) -> Stored:
    fraction, detour = row.get("fraction"), row.get("detour_distance_km")
    if fraction is not None:
        _need(row, "fraction", _NUMBER)
    if detour is not None:
        _need(row, "detour_distance_km", _NUMBER)
    ends = _need(row, "start_id", str), _need(row, "destination_id", str)
    return _need(row, "route_id", str), *ends, None, _need(row, "base_route_id", str), fraction, detour


def _listed(row: Row) -> Stored:
    return (_need(row, "route_id", str),)


Parser = Callable[[Row], Stored]

PARSERS: Mapping[str, tuple[str, Parser]] = {
    "locations.jsonl": ("documents", _location),
    "weather.jsonl": ("documents", _weather),
    "contacts.jsonl": ("documents", _contact),
    "calendars.jsonl": ("documents", _calendar),
    "pois.jsonl": ("pois", _poi),
    "observed_pois.jsonl": ("pois", _poi),
    "routes_location_location.jsonl": ("routes", _route),
    "routes_location_poi.jsonl": ("routes", _route),
    "routes_poi_location.jsonl": ("routes", _route),
    "observed_routes.jsonl": ("routes", _route),
    "routes_metadata.jsonl": ("routes", _metadata),
    "routes_index.jsonl": ("listed", _listed),
}
"""For each file the table its rows go to and what makes a stored row of a row; RowProblem when it cannot."""


def parse(line: bytes, parser: Parser) -> Stored:
    """Return the stored form of a line; raises RowProblem."""
    try:
        row = json.loads(line)
    except ValueError as error:
        raise RowProblem(f"not valid JSON: {error}") from None
    if not isinstance(row, dict):
        raise RowProblem("not a JSON object")
    return parser(row)
