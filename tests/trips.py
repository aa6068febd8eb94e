"""Routes of the generated world and calls about them, for tests of policies."""

from drives import HERE, Call

from simulator.channel import Locale
from simulator.world.generated import GeneratedWorld
from simulator.world.rows import RouteRow

BUSAN = "loc_bus_100002"
DAEJEON = "loc_dae_100005"
_WORLD = GeneratedWorld()


def look_up(start: str, destination: str) -> Call:
    """Return the call that fetches the routes between two places."""
    return "get_routes_from_start_to_destination", {"start_id": start, "destination_id": destination}


def routes(start: str, destination: str) -> tuple[RouteRow, ...]:
    """Return the routes between two places, the fastest first."""
    return tuple(_WORLD.routes(start, destination))


def with_toll(start: str = HERE, destination: str = BUSAN) -> RouteRow:
    """Return the fastest route between two places that includes a toll road."""
    return next(route for route in routes(start, destination) if route["includes_toll"])


def without_toll(start: str = HERE, destination: str = BUSAN) -> RouteRow:
    """Return the fastest route between two places without a toll road."""
    return next(route for route in routes(start, destination) if not route["includes_toll"])


def set_route(*legs: RouteRow) -> Call:
    """Return the call that sets a new navigation along these routes."""
    return "set_new_navigation", {"route_ids": [leg["route_id"] for leg in legs]}


def described(route: RouteRow, locale: Locale = "en") -> str:
    """Return a sentence with length and duration of a route."""
    km, hours, minutes = round(route["distance_km"]), route["duration_hours"], route["duration_minutes"]
    if locale == "ko":
        return f"{km}km에 {hours}시간 {minutes}분 걸려요."
    return f"It is {km} km and takes {hours} hours and {minutes} minutes."


TO_DAEJEON, ON_TO_BUSAN = routes(HERE, DAEJEON)[0], routes(DAEJEON, BUSAN)[0]
LOOK_DAEJEON, LOOK_ON, LOOK_BUSAN = look_up(HERE, DAEJEON), look_up(DAEJEON, BUSAN), look_up(HERE, BUSAN)
SET_BUSAN = set_route(routes(HERE, BUSAN)[0])
SET_BOTH = set_route(TO_DAEJEON, ON_TO_BUSAN)
ADD_DAEJEON: Call = (
    "navigation_add_one_waypoint",
    {
        "waypoint_id_to_add": DAEJEON,
        "waypoint_id_before_new_waypoint": HERE,
        "route_id_leading_to_new_waypoint": TO_DAEJEON["route_id"],
        "waypoint_id_after_new_waypoint": BUSAN,
        "route_id_leading_away_from_new_waypoint": ON_TO_BUSAN["route_id"],
    },
)
DROP_DAEJEON: Call = (
    "navigation_delete_waypoint",
    {"waypoint_id_to_delete": DAEJEON, "route_id_without_waypoint": routes(HERE, BUSAN)[0]["route_id"]},
)
DROP_BUSAN: Call = ("navigation_delete_destination", {"destination_id_to_delete": BUSAN})
TO_ULSAN: Call = (
    "navigation_replace_final_destination",
    {
        "new_destination_id": "loc_uls_100007",
        "route_id_leading_to_new_destination": routes(DAEJEON, "loc_uls_100007")[0]["route_id"],
    },
)
