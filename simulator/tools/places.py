"""Tools that search for points of interest in a city and along a route."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from simulator.events import FaultKind
from simulator.tools.identifiers import check_point, check_route, is_location
from simulator.tools.parameters import ToolValue
from simulator.tools.quirks import Quirk
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, tool
from simulator.world.rows import Category, PoiRow, RouteRow

# Source: CAR-bench search along a route: places up to 25 km from the kilometre asked for, the best three of them.
TOLERANCE_KM = 25
MOST_ALONG_ROUTE = 3

BY_DISTANCE = "any::sort_by_distance"
CHARGING = "charging_stations"
CityFilter = Literal["any::currently_open", "charging_stations::has_available_plug", "charging_stations::has_dc_plug"]
RouteFilter = Literal[
    "any::currently_open",
    "any::sort_by_distance",
    "charging_stations::has_available_plug",
    "charging_stations::has_dc_plug",
]
CategoryName = Annotated[Category, Param("What kind of place.")]


def is_open(opening_hours: str, hour: int, minute: int) -> bool:
    """Tell whether a place is open at a time; hours that cannot be read count as closed.

    Source: CAR-bench opening hours "HH:MMh - HH:MMh": both ends count, past midnight when the end is not later.
    """
    try:
        opens, closes = (_minutes(part) for part in opening_hours.split(" - "))
    except ValueError:
        return False
    now = hour * 60 + minute
    return opens <= now <= closes if closes > opens else now >= opens or now <= closes


def _minutes(text: str) -> int:
    hours, minutes = text.strip().removesuffix("h").split(":")
    return min(int(hours) * 60 + int(minutes), 24 * 60 - 1)


def _has_plug(poi: PoiRow, field: Literal["availability", "power_type"], value: str) -> bool:
    return poi["category"] == CHARGING and any(plug[field] == value for plug in poi.get("charging_plugs", ()))


_FILTERS: Mapping[str, Callable[[PoiRow, datetime], bool]] = {
    "any::currently_open": lambda poi, now: is_open(poi["opening_hours"], now.hour, now.minute),
    "any::sort_by_distance": lambda poi, now: True,
    "charging_stations::has_available_plug": lambda poi, now: _has_plug(poi, "availability", "available"),
    "charging_stations::has_dc_plug": lambda poi, now: _has_plug(poi, "power_type", "DC"),
}


def _filtered(car: Desk, pois: Sequence[PoiRow], names: Sequence[str], refuse: ToolFault) -> list[PoiRow]:
    if any(name not in _FILTERS for name in names):
        raise refuse
    now = car.now
    return [poi for poi in pois if all(_FILTERS[name](poi, now) for name in names)]


@tool(domain="navigation", effect="get", order=35)
def search_poi_at_location(
    car: Desk,
    location_id: Annotated[str, Param("Id of the city; look it up by name first.")],
    category_poi: CategoryName,
    filters: Annotated[list[CityFilter] | None, Param("Only places all of these are true for.")] = None,
) -> ToolValue:
    """Search a city for points of interest of a category: name, position, opening hours, phone, charging plugs.

    Filters that start with charging_stations:: are for charging stations only.
    """
    check_point(car, location_id, "SEARCH_POI_AT_LOC_001")
    if not category_poi or not isinstance(category_poi, str):
        message = "SearchPoiAtLocation_003: a category is needed."
        raise ToolFault("SEARCH_POI_AT_LOC_003", message, FaultKind.SILENT)
    pois = car.world.pois_at(location_id, category_poi)
    if filters:
        message = f"SearchPoiAtLocation_003: known filters are {', '.join(_FILTERS)}."
        pois = _filtered(car, pois, filters, ToolFault("SEARCH_POI_AT_LOC_003", message))
    if not pois and car.world.location(location_id) is None:
        message = f"SearchPoiAtLocation_004: there is no city {location_id}; look the id up by name first."
        raise ToolFault("SEARCH_POI_AT_LOC_004", message)
    return {"pois_found": list(pois)}


@tool(domain="navigation", effect="get", order=36)
def search_poi_along_the_route(
    car: Desk,
    route_id: Annotated[str, Param("Id of a route between two cities, as found between them.")],
    category_poi: CategoryName,
    at_kilometer: Annotated[
        int | None,
        Param("Kilometre of the route to search around, 25 km before and after; needed for charging stations."),
    ] = None,
    filters: Annotated[
        list[RouteFilter] | None,
        Param("Only places all of these are true for; any::sort_by_distance ranks by detour km, not by detour time."),
    ] = None,
) -> ToolValue:
    """Search along a route between two cities for the three places of a category with the smallest detour.

    Fetch the route first. Charging stations need at_kilometer: work out how far the battery lasts before searching.
    """
    main = _main_route(car, route_id, category_poi, at_kilometer)
    span_km = None if at_kilometer is None else (at_kilometer - TOLERANCE_KM, at_kilometer + TOLERANCE_KM)
    pois = car.world.pois_along(route_id, category_poi, span_km)
    if not pois and not car.world.has_category(category_poi):
        raise _refused("007", f"there are no places of the category {category_poi}.")
    if not pois:
        return {"pois_found_along_route": []}
    told = [detour for poi in pois if (detour := _with_detour(car, poi, main)) is not None]
    if filters:
        quiet = FaultKind.SILENT if Quirk.ALONG_ROUTE_SILENT in car.quirks else FaultKind.CHECKED
        refuse = ToolFault("SEARCH_POI_ATR_006", f"SearchPoiAlongTheRoute_006: filters: {', '.join(_FILTERS)}.", quiet)
        told = _filtered(car, told, filters, refuse)  # type: ignore[assignment, arg-type]
    told.sort(key=_detour_km if filters and BY_DISTANCE in filters else _detour_minutes)
    return {"pois_found_along_route": told[:MOST_ALONG_ROUTE]}


def _refused(number: str, message: str) -> ToolFault:
    return ToolFault(f"SEARCH_POI_ATR_{number}", f"SearchPoiAlongTheRoute_{number}: {message}")


def _main_route(car: Desk, route_id: str, category: str, at_kilometer: int | None) -> RouteRow:
    check_route(car, route_id, "SEARCH_POI_ATR_002")
    if not category or not isinstance(category, str):
        raise _refused("003", "a category is needed.")
    if at_kilometer is None and category.strip().lower() == CHARGING:
        raise _refused("007", "charging stations need at_kilometer.")
    main = car.world.route(route_id)
    if main is None:
        raise _refused("004", f"there is no route {route_id}; fetch the routes first.")
    if not is_location(main["start_id"]) or not is_location(main["destination_id"]):
        raise _refused("006", "only routes from city to city can be searched along.")
    return main


def _total_minutes(route: RouteRow) -> int:
    return route["duration_hours"] * 60 + route["duration_minutes"]


def _with_detour(car: Desk, poi: PoiRow, main: RouteRow) -> dict[str, Any] | None:
    """Return the place with its detour from the route; None when no route there belongs to the main one."""
    there = car.world.routes(main["start_id"], poi["id"])
    onwards = car.world.routes(poi["id"], main["destination_id"])
    if not there or not onwards:
        return None
    legs = [
        next((leg for leg in legs if leg.get("base_route_id") == main["route_id"]), None) for legs in (there, onwards)
    ]
    first, second = legs
    if first is None or second is None:
        if Quirk.ALONG_ROUTE_SILENT not in car.quirks:
            return None
        message = f"SearchPoiAlongTheRoute_005: no way to {poi['id']} follows {main['route_id']}."
        raise ToolFault("SEARCH_POI_ATR_005", message, FaultKind.SILENT)
    km = max(0.0, float(first["distance_km"] + second["distance_km"] - main["distance_km"]))
    minutes = max(0, _total_minutes(first) + _total_minutes(second) - _total_minutes(main))
    return {
        **poi,
        "detour_from_route_km": {"detour": round(km, 1), "unit": "km"},
        "detour_from_route_time": {"hour": minutes // 60, "minutes": minutes % 60},
    }


def _detour_km(poi: Mapping[str, Any]) -> float:
    return float(poi["detour_from_route_km"]["detour"])


def _detour_minutes(poi: Mapping[str, Any]) -> int:
    time = poi["detour_from_route_time"]
    return int(time["hour"] * 60 + time["minutes"])
