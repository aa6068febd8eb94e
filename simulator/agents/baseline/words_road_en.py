"""English names of tools, values and places of the road and of people, as they are spoken."""

from collections.abc import Sequence
from typing import Any

from simulator.agents.baseline import words_en as words
from simulator.agents.baseline.roads import Route, told
from simulator.agents.baseline.words_en import joined, number

TOOLS = {
    **words.TOOLS,
    "get_location_id_by_location_name": "look places up",
    "get_routes_from_start_to_destination": "look up routes",
    "search_poi_at_location": "search for places in a city",
    "search_poi_along_the_route": "search along the route",
    "get_current_navigation_state": "check the navigation",
    "convert_route_distance_and_time": "work out how far along the route that is",
    "set_new_navigation": "start the navigation",
    "delete_current_navigation": "cancel the navigation",
    "navigation_add_one_waypoint": "add a stop",
    "navigation_replace_one_waypoint": "replace a stop",
    "navigation_replace_final_destination": "change the destination",
    "navigation_delete_waypoint": "remove a stop",
    "navigation_delete_destination": "remove the destination",
    "get_charging_specs_and_status": "check the battery",
    "get_distance_by_soc": "work out the range",
    "calculate_charging_time_by_soc": "work out the charging time",
    "calculate_charging_soc_by_time": "work out the charge",
    "set_charge_limit": "set the charge limit",
    "get_entries_from_calendar": "read your calendar",
    "get_contact_id_by_contact_name": "look up contacts",
    "get_contact_information": "read contact details",
    "call_phone_by_number": "make phone calls",
    "send_email": "send e-mails",
    "search_manual": "search the owner's manual",
    "read_manual": "read the owner's manual",
}
PARAMETERS = {
    **words.PARAMETERS,
    "location": "the name of the place",
    "location_id": "the city",
    "category_poi": "the kind of place",
    "filters": "the filter",
    "at_kilometer": "the kilometer",
    "start_id": "the start",
    "destination_id": "the destination",
    "route_id": "the route",
    "route_ids": "the route",
    "percentage": "the percentage",
    "charging_time": "the charging time",
    "target_state_of_charge": "the charge to reach",
    "start_state_of_charge": "the charge at the start",
    "initial_state_of_charge": "the first charge",
    "final_state_of_charge": "the last charge",
    "charging_station_id": "the station",
    "charging_station_plug_id": "the plug",
    "contact_first_name": "the name",
    "contact_last_name": "the last name",
    "contact_ids": "the contact",
    "phone_number": "the number",
    "content_message": "the text",
    "email_addresses": "the recipients",
    "waypoint_id_to_add": "the stop",
    "waypoint_id_to_delete": "the stop",
    "waypoint_id_to_replace": "the stop",
    "new_waypoint_id": "the new stop",
    "new_destination_id": "the new destination",
}
VARIABLES = {
    **words.VARIABLES,
    "routes": "which routes there are",
    "route_id": "which route is which",
    "fastest_route": "which route is the fastest",
    "shortest_route": "which route is the shortest",
    "tolls": "which routes have tolls",
    "distance": "the distance",
    "duration": "the driving time",
    "location_id": "where that is",
    "places": "which places there are",
    "navigation_active": "whether the navigation is on",
    "waypoints": "the stops of the route",
    "meetings": "your meetings",
    "meeting_place": "where the meeting is",
    "meeting_start": "when your meetings start",
    "attendees": "who takes part",
    "contact": "the contact's details",
    "phone_number": "the phone number",
    "email": "the e-mail address",
    "state_of_charge": "the state of charge",
    "range": "the range",
    "plugs": "which plugs are there",
    "charging_time": "the charging time",
    "charging_level": "the charge after that time",
}
WISHES = {
    "navigation": "so I can't set up the route",
    "poi": "so I can't search for that",
    "route": "so I can't tell you about the way",
    "call": "so I can't make the call",
    "mail": "so I can't send the e-mail",
    "contact": "so I can't look the contact up",
    "charge_limit": "so I can't set the charge limit",
}
KINDS = {
    "airports": ("airport", "airports"),
    "bakery": ("bakery", "bakeries"),
    "fast_food": ("fast food place", "fast food places"),
    "parking": ("car park", "car parks"),
    "public_toilets": ("public toilet", "public toilets"),
    "restaurants": ("restaurant", "restaurants"),
    "supermarkets": ("supermarket", "supermarkets"),
    "charging_stations": ("charging station", "charging stations"),
}
FILTERS = {"open": "open", "dc": "fast", "free": "free", "nearest": "nearby"}


MOST_ROADS = 2


def kind(category: str, count: int = 1) -> str:
    """Name a kind of place."""
    return KINDS.get(category, ("place", "places"))[0 if count == 1 else 1]


def kilometres(km: float) -> str:
    """Write a length in whole kilometres, short ones with one decimal."""
    return f"{number(round(km, 1) if km < 10 else round(km))} kilometers"


def duration(minutes: float) -> str:
    """Write a duration in hours and minutes."""
    hours, rest = divmod(round(minutes), 60)
    parts = [f"{hours} hour{'s' if hours > 1 else ''}"] if hours else []
    if rest or not hours:
        parts.append(f"{rest} minute{'s' if rest != 1 else ''}")
    return " and ".join(parts)


def clock(minute: int | None) -> str:
    """Write a time of day on the 24-hour clock."""
    return "a time I can't tell" if minute is None else f"{minute // 60:02d}:{minute % 60:02d}"


def roads(via: str) -> str:
    """Name the first roads of a route; a whole list is too much to hear."""
    return joined(via.split(", ")[:MOST_ROADS])


def details(route: Route) -> str:
    """Describe a route: roads, length, time and tolls; what the car does not tell is admitted."""
    known = [f"via {roads(route.via)}"] if route.via else []
    if route.km is not None:
        known.append(kilometres(route.km))
    if route.minutes is not None:
        known.append(duration(route.minutes))
    if route.toll is not None:
        known.append("with tolls" if route.toll else "without tolls")
    return ", ".join(known)


def unknown_of(routes: Sequence[Route]) -> str:
    """Admit what is not told of some routes, in a sentence of its own."""
    missing = [
        name
        for name, values in (
            ("the roads", [route.via for route in routes]),
            ("the distance", [route.km for route in routes]),
            ("the time", [route.minutes for route in routes]),
            ("whether there are tolls", [route.toll for route in routes]),
        )
        if any(value is None for value in values)
    ]
    return f" I can't tell {joined(missing, 'or')}." if missing else ""


def place(row: dict[str, Any], *, along: bool) -> str:
    """Describe a place that was found: its name, its free plugs, its detour."""
    name = told(row.get("name")) or f"a {kind(str(row.get('category')))} whose name I can't tell"
    extras = []
    plugs = told(row.get("charging_plugs"))
    if isinstance(plugs, list):
        extras.append(plug_words(plugs))
    detour = told(row.get("detour_from_route_time"))
    if along and isinstance(detour, dict) and told(detour.get("minutes")) is not None:
        minutes = detour.get("hour", 0) * 60 + detour["minutes"]
        extras.append(f"{duration(minutes)} detour" if minutes else "no detour")
    return f"{name} with {joined(extras)}" if extras else str(name)


def plug_words(plugs: list[dict[str, Any]]) -> str:
    """Describe the free plugs of a station."""
    free = [plug for plug in plugs if plug.get("availability") == "available"]
    if not free:
        known = all(told(plug.get("availability")) is not None for plug in plugs)
        return "all plugs taken" if known else "plugs whose state I can't tell"
    fast = [plug for plug in free if plug.get("power_type") == "DC"]
    best = max((float(plug["power_kw"]) for plug in fast or free if told(plug.get("power_kw"))), default=None)
    power = f" up to {number(best)} kilowatts" if best is not None else ""
    shown = fast or free
    return f"{len(shown)} free {'fast ' if fast else ''}plug{'s' if len(shown) > 1 else ''}{power}"
