"""What a set route means in the world: its stops and legs, and what is not known of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from simulator.channel import Locale
from simulator.language.printable import printable
from simulator.world.model import World
from simulator.world.rows import RouteRow

Point = tuple[float, float]
"""Longitude and latitude in degrees."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One waypoint; `point` is None where the world does not know its id, and the name is the id then."""

    id: str
    name: str
    point: Point | None


@dataclass(frozen=True, slots=True)
class Leg:
    """The way from one stop to the next; `route` is None where the world does not know its id.

    `others` are the alternatives that were not chosen.
    """

    route_id: str
    route: RouteRow | None
    others: tuple[RouteRow, ...] = ()

    @property
    def minutes(self) -> int | None:
        """How long it takes."""
        return None if self.route is None else minutes_of(self.route)

    @property
    def km(self) -> float | None:
        """How long it is."""
        return None if self.route is None else self.route["distance_km"]


def minutes_of(route: RouteRow) -> int:
    """Return the duration of a route in minutes."""
    return route["duration_hours"] * 60 + route["duration_minutes"]


def stop_of(world: World, place_id: str, locale: Locale) -> Stop:
    """Return a waypoint by the id of a city or a point of interest, named in the session's language."""
    place = world.place(place_id)
    if place is not None:
        name = place.name_ko if locale == "ko" and place.name_ko else place.name
        return Stop(place_id, printable(name), (place.longitude, place.latitude))
    poi = world.poi(place_id)
    if poi is not None:
        position = poi["position"]
        return Stop(place_id, printable(poi["name"]), (position["longitude"], position["latitude"]))
    return Stop(place_id, printable(place_id), None)


def leg_of(world: World, route_id: str) -> Leg:
    """Return the way a route id stands for, with its alternatives."""
    route = world.route(route_id)
    if route is None:
        return Leg(printable(route_id), None)
    listed = world.routes(route["start_id"], route["destination_id"])
    return Leg(route_id, route, tuple(other for other in listed if other["route_id"] != route_id))


def total(legs: Sequence[Leg]) -> tuple[float, int] | None:
    """Return km and minutes of all legs together; None where one of them is not known."""
    km, minutes = 0.0, 0
    for leg in legs:
        if leg.route is None:
            return None
        km += leg.route["distance_km"]
        minutes += minutes_of(leg.route)
    return km, minutes
