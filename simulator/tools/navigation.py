"""Tools that look cities and routes up and tell about the route that is set."""

from typing import Annotated, Any

from simulator.events import FaultKind
from simulator.tools.distance import bare_city, letters_apart, slips_apart
from simulator.tools.identifiers import check_point, check_route, is_location
from simulator.tools.parameters import ToolValue
from simulator.tools.quirks import Quirk
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, tool
from simulator.world.model import Place
from simulator.world.rows import RouteRow

# By whether start and destination are cities.
_NO_ROUTES = {(True, True): "GET_ROUTES_004", (True, False): "GET_ROUTES_005", (False, True): "GET_ROUTES_006"}


@tool(domain="navigation", effect="get", order=37)
def get_routes_from_start_to_destination(
    car: Desk,
    start_id: Annotated[str, Param("Id of the city or point of interest where the route starts.")],
    destination_id: Annotated[str, Param("Id of the city or point of interest where it ends.")],
) -> ToolValue:
    """Find the routes between two places, with id, roads, km, time, road types, tolls and aliases such as fastest.

    Look both ids up first. Two points of interest have no routes between them: go by way of a city. For several
    stops fetch the routes of each leg.
    """
    check_point(car, start_id, "GET_ROUTES_001")
    check_point(car, destination_id, "GET_ROUTES_002")
    if not is_location(start_id) and not is_location(destination_id):
        raise ToolFault("GET_ROUTES_003", "GetRoutes_003: there are no routes between two points of interest.")
    routes = car.world.routes(start_id, destination_id)
    if not routes:
        code = _NO_ROUTES[is_location(start_id), is_location(destination_id)]
        scored = Quirk.NO_ROUTES_IS_AN_ERROR in car.quirks
        message = f"GetRoutes_008: no routes lead from {start_id} to {destination_id}."
        raise ToolFault(code, message, FaultKind.CHECKED if scored else FaultKind.SILENT)
    return {"routes": list(routes)}


@tool(domain="navigation", effect="get", order=38)
def get_location_id_by_location_name(
    car: Desk, location: Annotated[str, Param("The bare name of a city, without country or district.")]
) -> ToolValue:
    """Find the id of a city by its name; small slips are forgiven. Points of interest are searched by category."""
    code = "GET_LOCATION_ID_BY_LOCATION_NAME"
    if not isinstance(location, str) or not location:
        raise ToolFault(f"{code}_002", "GetLocationIdByLocationName_002: the name of a city is needed.")
    plain = Quirk.PLAIN_NAMES in car.quirks
    found = _nearest_plain(car, location) if plain else _nearest(car, location)
    if found is None:
        message = f"GetLocationIdByLocationName_004: no city is called anything like '{location}'."
        raise ToolFault(f"{code}_004", message)
    return {"id": found.id}


def _nearest_plain(car: Desk, name: str) -> Place | None:
    """Return the city whose name is at most two letters away. Source: CAR-bench: the first of equals."""
    best: tuple[int, Place] | None = None
    for place in car.world.places():
        distance = letters_apart(name, place.name)
        if distance == 0:
            return place
        if distance is not None and (best is None or distance < best[0]):
            best = distance, place
    return None if best is None else best[1]


def _nearest(car: Desk, name: str) -> Place | None:
    """Return the city whose name in either language is nearest and near enough for its length."""
    asked = bare_city(name.strip())
    best: tuple[int, Place] | None = None
    for place in car.world.places():
        for known in (place.name, place.name_ko):
            distance = slips_apart(asked, known) if known else None
            if distance == 0:
                return place
            if distance is not None and (best is None or distance < best[0]):
                best = distance, place
    return None if best is None else best[1]


@tool(domain="navigation", effect="get", order=39)
def get_current_navigation_state(
    car: Desk,
    detailed_information: Annotated[
        bool, Param("true also tells what each waypoint and route is, not only its id.")
    ] = False,
) -> ToolValue:
    """Tell whether a route is set, its waypoints from start to destination, and the routes that join them."""
    navigation = car.original.navigation
    result: ToolValue = {
        "navigation_active": navigation.navigation_active,
        "waypoints_id": list(navigation.waypoints_id),
        "routes_to_final_destination_id": list(navigation.routes_to_final_destination_id),
    }
    if detailed_information:
        world = car.world
        result["details"] = {
            "waypoints": [world.location(point) or world.poi(point) for point in navigation.waypoints_id],
            "routes": [_described(car, route) for route in navigation.routes_to_final_destination_id],
        }
    return result


def _described(car: Desk, route_id: str) -> RouteRow | dict[str, Any]:
    return car.world.route(route_id) or {"id": route_id, "error": "Route not found"}


@tool(domain="navigation", effect="get", order=40)
def convert_route_distance_and_time(
    car: Desk,
    route_id: Annotated[str, Param("Id of the route, as found between two places.")],
    time_minutes: Annotated[int | None, Param("Driving time from the start in minutes.")] = None,
    distance_km: Annotated[int | None, Param("Distance from the start in km.")] = None,
) -> ToolValue:
    """Tell how far along a route the car is after some minutes, or how long it drives to some kilometre.

    Give either time_minutes or distance_km.
    """
    code = "CONVERT_RTDT"
    check_route(car, route_id, f"{code}_001")
    if time_minutes is not None and distance_km is not None:
        raise ToolFault(f"{code}_002", "ConvertRouteDistanceIntoTime_002: give time_minutes or distance_km, not both.")
    if time_minutes is None and distance_km is None:
        raise ToolFault(f"{code}_003", "ConvertRouteDistanceIntoTime_003: time_minutes or distance_km is needed.")
    route = car.world.route(route_id)
    if route is None:
        raise ToolFault(f"{code}_004", f"ConvertRouteDistanceIntoTime_004: there is no route {route_id}.")
    minutes, km = float(route["duration_hours"] * 60 + route["duration_minutes"]), float(route["distance_km"])
    if minutes <= 0 or km <= 0:
        raise ToolFault(f"{code}_011", f"ConvertRouteDistanceIntoTime_011: the route {route_id} has no length.")
    if time_minutes is not None:
        if time_minutes > minutes:
            message = f"ConvertRouteDistanceIntoTime_005: the whole route takes {minutes:.0f} minutes."
            raise ToolFault(f"{code}_005", message)
        return {"distance_km": round(time_minutes / minutes * km, 1)}
    asked_km = distance_km or 0
    if asked_km > km:
        raise ToolFault(f"{code}_006", f"ConvertRouteDistanceIntoTime_006: the whole route is {km:.1f} km long.")
    return {"time_minutes": round(asked_km / km * minutes, 1)}
