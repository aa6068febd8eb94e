"""Tools that set, edit and end the navigation.

Waypoints run from start to destination; route i joins waypoint i to waypoint i + 1.
"""

from typing import Annotated

from simulator.tools.identifiers import check_point, check_route
from simulator.tools.parameters import ToolValue
from simulator.tools.quirks import Quirk
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, own_exception, tool
from simulator.world.rows import RouteRow

ACTIVE_POLICY = "AUT-POL:017"
NEW_POLICY = "AUT-POL:018"
LENGTH_POLICY = "AUT-POL:019"

# Under these names the successful calls tell the new waypoints; policy 016 compares the first of them with the place.
WAYPOINT_FIELDS = ("waypoints", "new_waypoints", "new_waypoints_id")

RouteTo = Annotated[str, Param("Id of the route that ends at the new waypoint; fetch it first.")]


def _write(car: Desk, waypoints: list[str], routes: list[str], *, active: bool = True) -> tuple[list[str], list[str]]:
    navigation = car.navigation
    navigation.navigation_active = active
    navigation.waypoints_id = waypoints
    navigation.routes_to_final_destination_id = routes
    return waypoints, routes


def _inactive(prefix: str, number: str) -> ToolFault:
    message = f"{ACTIVE_POLICY}: no navigation is active; set a new one instead of editing."
    return ToolFault(f"{prefix}_{number}", message, policy=ACTIVE_POLICY)


def _set_route(
    car: Desk, prefix: str, number: str, *, least: int = 2, status: bool = True
) -> tuple[list[str], list[str]]:
    """Return waypoints and routes of the active navigation; raises the fault of policy 017 when there is none."""
    navigation = car.original.navigation
    if not navigation.navigation_active:
        raise _inactive(prefix, number)
    waypoints, routes = navigation.waypoints_id, navigation.routes_to_final_destination_id
    if len(waypoints) < least:
        if Quirk.INDEX_ERRORS in car.quirks:
            raise own_exception("list index out of range")
        raise _inactive(prefix, number)
    return waypoints, routes


def _known(car: Desk, route_id: str, code: str) -> RouteRow:
    route = car.world.route(route_id)
    if route is None:
        raise ToolFault(code, f"{code}: there is no route {route_id}; fetch the routes first.")
    return route


def _match(found: str | None, wanted: str | None, code: str, message: str) -> None:
    if found != wanted:
        raise ToolFault(code, f"{code}: {message}")


@tool(domain="navigation", effect="set", order=41)
def set_new_navigation(
    car: Desk,
    route_ids: Annotated[
        list[str], Param("Ids of the routes in driving order; each one starts where the one before it ends.")
    ],
) -> ToolValue:
    """Start a navigation along one or more routes; several routes make the stops between them waypoints.

    Fetch the routes first; the first one has to start where the car is. Works only while no navigation is active:
    otherwise edit the active one, or delete it.
    """
    if car.original.navigation.navigation_active:
        message = f"SetNewNavigation_001: {NEW_POLICY}: a navigation is active; edit it or delete it first."
        raise ToolFault("SET_NAVIGATION_001", message, policy=NEW_POLICY)
    blindly = Quirk.NAVIGATION_SET_BLINDLY in car.quirks
    waypoints: list[str] = []
    for index, route_id in enumerate(route_ids):
        if index == 0:
            check_route(car, route_id, "SET_NAVIGATION_002")
        route = car.world.route(route_id)
        if route is None and index == 0 and blindly:
            raise own_exception("'NoneType' object is not subscriptable")
        if route is None:
            number = "004" if index else "003"
            message = f"SetNewNavigation_{number}: there is no route {route_id}; fetch the routes first."
            raise ToolFault(f"SET_NAVIGATION_{number}", message)
        if index and route["start_id"] != waypoints[-1]:
            message = f"SetNewNavigation_005: {route_id} does not start where the route before it ends."
            raise ToolFault("SET_NAVIGATION_005", message)
        waypoints += [route["destination_id"]] if index else [route["start_id"], route["destination_id"]]
    if not route_ids and not blindly:
        raise ToolFault("SET_NAVIGATION_006", "SetNewNavigation_006: at least one route is needed.")
    _write(car, waypoints, list(route_ids))
    if not route_ids:
        raise own_exception("list index out of range", keeps=True)
    return {
        "navigation_set": True,
        "start_id": waypoints[0],
        "waypoints": waypoints,
        "destination_id": waypoints[-1],
    }


@tool(domain="navigation", effect="set", order=42)
def navigation_add_one_waypoint(
    car: Desk,
    waypoint_id_to_add: Annotated[str, Param("Id of the city or point of interest to add.")],
    waypoint_id_before_new_waypoint: Annotated[str, Param("Id of the waypoint after which it is added.")],
    route_id_leading_to_new_waypoint: RouteTo,
    waypoint_id_after_new_waypoint: Annotated[
        str | None, Param("Id of the waypoint that follows; left out only to add a new destination.", null_default=True)
    ] = None,
    route_id_leading_away_from_new_waypoint: Annotated[
        str | None, Param("Id of the route from the new waypoint to the one that follows.", null_default=True)
    ] = None,
) -> ToolValue:
    """Add one waypoint to the active navigation, between two waypoints or as a new destination at the end.

    Fetch the routes to and from the new waypoint first. Edit one step after another, never in parallel.
    """
    new, before, after = waypoint_id_to_add, waypoint_id_before_new_waypoint, waypoint_id_after_new_waypoint
    to, away = route_id_leading_to_new_waypoint, route_id_leading_away_from_new_waypoint
    code = "NAV_ADD_WP"
    check_point(car, new, f"{code}_001")
    check_point(car, before, f"{code}_002")
    if after is not None:
        check_point(car, after, f"{code}_003")
    check_route(car, to, f"{code}_004")
    if away is not None:
        check_route(car, away, f"{code}_005")
    waypoints, routes = _set_route(car, code, "006", least=0)
    if before not in waypoints:
        raise ToolFault(f"{code}_007", f"{code}_007: {before} is not on the route.")
    index = waypoints.index(before)
    last = index == len(waypoints) - 1
    if not last and (not after or not away):
        message = f"{code}_008: within the route the following waypoint and the route to it are needed."
        raise ToolFault(f"{code}_008", message)
    if after and (last or waypoints[index + 1] != after):
        raise ToolFault(f"{code}_009", f"{code}_009: {after} does not follow {before}.")
    leading = _known(car, to, f"{code}_009")
    leaving = _known(car, away, f"{code}_010") if away else None
    _match(leading["start_id"], before, f"{code}_011", f"{to} does not start at {before}.")
    _match(leading["destination_id"], new, f"{code}_012", f"{to} does not end at {new}.")
    if leaving is not None:
        _match(leaving["start_id"], new, f"{code}_013", f"{away} does not start at {new}.")
        _match(leaving["destination_id"], after, f"{code}_014", f"{away} does not end at {after}.")
    if after and away:
        kept = (
            [*waypoints[: index + 1], new, *waypoints[index + 1 :]],
            [*routes[:index], to, away, *routes[index + 1 :]],
        )
    else:
        kept = [*waypoints[: index + 1], new], [*routes[:index], to]
    new_waypoints, new_routes = _write(car, *kept)
    return {"waypoint_added": True, "new_waypoints_id": new_waypoints, "new_routes_id": new_routes}


@tool(domain="navigation", effect="set", order=43)
def navigation_replace_one_waypoint(
    car: Desk,
    waypoint_id_to_replace: Annotated[str, Param("Id of the waypoint to replace, neither start nor destination.")],
    new_waypoint_id: Annotated[str, Param("Id of the city or point of interest that takes its place.")],
    route_id_leading_to_new_waypoint: RouteTo,
    route_id_leading_away_from_new_waypoint: Annotated[
        str, Param("Id of the route from the new waypoint to the one that follows; fetch it first.")
    ],
) -> ToolValue:
    """Replace one waypoint between start and destination of the active navigation.

    Fetch the routes to and from the new waypoint first. Edit one step after another, never in parallel.
    """
    old, new = waypoint_id_to_replace, new_waypoint_id
    to, away = route_id_leading_to_new_waypoint, route_id_leading_away_from_new_waypoint
    code = "NAVIGATION_REPLACE_ONE_WAYPOINT"
    check_point(car, old, f"{code}_001")
    check_point(car, new, f"{code}_002")
    check_route(car, to, f"{code}_003")
    check_route(car, away, f"{code}_004")
    waypoints, routes = _set_route(car, code, "005")
    leading, leaving = _known(car, to, f"{code}_006"), _known(car, away, f"{code}_007")
    _match(leading["destination_id"], new, f"{code}_008", f"{to} does not end at {new}.")
    _match(leaving["start_id"], new, f"{code}_009", f"{away} does not start at {new}.")
    if (new if Quirk.REPLACE_TESTS_NEW_ID in car.quirks else old) in (waypoints[0], waypoints[-1]):
        raise ToolFault(f"{code}_010", f"{code}_010: start and destination cannot be replaced this way.")
    if old not in waypoints:
        raise ToolFault(f"{code}_011", f"{code}_011: {old} is not on the route.")
    index = waypoints.index(old)
    _match(leading["start_id"], waypoints[index - 1], f"{code}_012", f"{to} does not start at the waypoint before.")
    if index == len(waypoints) - 1:
        raise own_exception("list index out of range")
    _match(
        leaving["destination_id"], waypoints[index + 1], f"{code}_013", f"{away} does not end at the waypoint after."
    )
    new_waypoints, new_routes = _write(
        car,
        [*waypoints[:index], new, *waypoints[index + 1 :]],
        [*routes[: index - 1], to, away, *routes[index + 1 :]],
    )
    return {"waypoint_replaced": True, "new_waypoints": new_waypoints, "new_routes": new_routes}


@tool(domain="navigation", effect="set", order=44)
def navigation_replace_final_destination(
    car: Desk,
    new_destination_id: Annotated[str, Param("Id of the city or point of interest to drive to.")],
    route_id_leading_to_new_destination: Annotated[
        str, Param("Id of the route from the last waypoint before the destination; fetch it first.")
    ],
) -> ToolValue:
    """Replace the destination of the active navigation; the waypoints before it stay.

    Fetch the route to the new destination first. Edit one step after another, never in parallel.
    """
    new, to = new_destination_id, route_id_leading_to_new_destination
    # The reference tells these failures under the name of the tool before.
    code = "NAVIGATION_REPLACE_ONE_WAYPOINT"
    check_point(car, new, f"{code}_001")
    check_route(car, to, f"{code}_002")
    waypoints, routes = _set_route(car, code, "003")
    leading = _known(car, to, f"{code}_005")
    _match(leading["destination_id"], new, f"{code}_006", f"{to} does not end at {new}.")
    if new == waypoints[0]:
        raise ToolFault(f"{code}_008", f"{code}_008: the destination cannot be the start.")
    _match(leading["start_id"], waypoints[-2], f"{code}_010", f"{to} does not start at the waypoint before.")
    new_waypoints, new_routes = _write(car, [*waypoints[:-1], new], [*routes[:-1], to])
    return {"destination_replaced": True, "new_waypoints": new_waypoints, "new_routes": new_routes}


@tool(domain="navigation", effect="set", order=45)
def navigation_delete_waypoint(
    car: Desk,
    waypoint_id_to_delete: Annotated[str, Param("Id of the waypoint to delete, neither start nor destination.")],
    route_id_without_waypoint: Annotated[
        str, Param("Id of the route that joins the waypoints before and after it; fetch it first.")
    ],
) -> ToolValue:
    """Delete one waypoint between start and destination of the active navigation.

    Fetch the route that skips it first. Edit one step after another, never in parallel.
    """
    old, past = waypoint_id_to_delete, route_id_without_waypoint
    code = "NAVIGATION_DELETE_WAYPOINT"
    check_point(car, old, f"{code}_001")
    check_route(car, past, f"{code}_002")
    waypoints, routes = _set_route(car, code, "003")
    joining = _known(car, past, f"{code}_004")
    if old not in waypoints:
        raise ToolFault(f"{code}_005", f"{code}_005: {old} is not on the route.")
    index = waypoints.index(old)
    at_end = ToolFault(f"{code}_008", f"{code}_008: start and destination cannot be deleted this way.")
    if index in (0, len(waypoints) - 1) and Quirk.INDEX_ERRORS not in car.quirks:
        raise at_end
    if index == len(waypoints) - 1:
        raise own_exception("list index out of range")
    _match(
        joining["destination_id"], waypoints[index + 1], f"{code}_006", f"{past} does not end at the waypoint after."
    )
    _match(joining["start_id"], waypoints[index - 1], f"{code}_007", f"{past} does not start at the waypoint before.")
    if index == 0:
        raise at_end
    new_waypoints, new_routes = _write(
        car, [*waypoints[:index], *waypoints[index + 1 :]], [*routes[: index - 1], past, *routes[index + 1 :]]
    )
    return {"waypoint_deleted": True, "new_waypoints": new_waypoints, "new_routes": new_routes}


@tool(domain="navigation", effect="set", order=46)
def navigation_delete_destination(
    car: Desk, destination_id_to_delete: Annotated[str, Param("Id of the present destination.")]
) -> ToolValue:
    """Delete the destination of the active navigation; the waypoint before it becomes the destination.

    Needs at least one waypoint between start and destination; otherwise delete the whole navigation.
    """
    old = destination_id_to_delete
    code = "NAVIGATION_DELETE_DESTINATION"
    check_point(car, old, f"{code}_001")
    waypoints, routes = _set_route(car, code, "002", least=0)
    if len(waypoints) < 3:
        message = f"{LENGTH_POLICY}: a route keeps a start and a destination; delete the navigation instead."
        raise ToolFault(f"{code}_003", message, policy=LENGTH_POLICY)
    _match(waypoints[-1], old, f"{code}_004", f"{old} is not the destination.")
    new_waypoints, new_routes = _write(car, waypoints[:-1], routes[:-1])
    return {"destination_deleted": True, "new_waypoints": new_waypoints, "new_routes": new_routes}


@tool(domain="navigation", effect="set", order=47)
def delete_current_navigation(car: Desk) -> ToolValue:
    """End the navigation and forget its waypoints and routes."""
    waypoints, routes = _write(car, [], [], active=False)
    return {"navigation_active": False, "new_waypoints": waypoints, "new_routes": routes}
