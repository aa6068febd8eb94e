"""Routes to and from points of interest outside a city's own, derived from the route between the cities."""

import math

from simulator.world.rows import RouteRow

DETOUR_KMH = 50
_DEFAULT_ALIASES = {1: ["fastest", "first"], 2: ["second"], 3: ["third"]}


def derived_route(
    base: RouteRow,
    route_id: str,
    start_id: str,
    destination_id: str,
    alternative: int,
    fraction: float | None = None,
    detour_km: float = 0.0,
) -> RouteRow:
    """Return the route that uses `fraction` of the base route (all of it when None) and then leaves it.

    Source: reference data description: with a fraction, length = base * fraction + detour and the detour is driven
    at 50 km/h; without, length = base + detour; minutes are rounded up, so they can be 60.
    """
    minutes: float = base["duration_hours"] * 60 + base["duration_minutes"]
    if fraction is None:
        distance_km = base["distance_km"] + detour_km
    else:
        distance_km = base["distance_km"] * fraction + detour_km
        minutes = minutes * fraction + detour_km / DETOUR_KMH * 60
    hours = math.floor(minutes / 60)
    return {
        "route_id": route_id,
        "start_id": start_id,
        "destination_id": destination_id,
        "name_via": base["name_via"],
        "distance_km": round(distance_km, 2),
        "duration_hours": hours,
        "duration_minutes": math.ceil(minutes % 60),
        "road_types": base["road_types"],
        "includes_toll": base["includes_toll"],
        "alias": base["alias"] or _DEFAULT_ALIASES.get(alternative, []),
        "base_route_id": base["route_id"],
    }
