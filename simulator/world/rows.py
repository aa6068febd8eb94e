"""The rows of the world in the reference's shapes, as tools hand them to an assistant."""

from typing import Literal, NotRequired, TypedDict

Category = Literal[
    "airports",
    "bakery",
    "fast_food",
    "parking",
    "public_toilets",
    "restaurants",
    "supermarkets",
    "charging_stations",
]


class PositionRow(TypedDict):
    """Degrees."""

    longitude: float
    latitude: float


class LocationRow(TypedDict):
    """A city."""

    id: str
    name: str
    position: PositionRow
    iso2: NotRequired[str]


class PlugRow(TypedDict):
    """One plug of a charging station; power in kW."""

    plug_id: str
    power_type: Literal["AC", "DC"]
    power_kw: float
    availability: Literal["available", "occupied", "maintenance"]


class RoutePositionRow(TypedDict):
    """How far along a direction a place lies, in km."""

    at_route_kilometer: float


class PoiRow(TypedDict):
    """A point of interest in a city, or along the routes of a pair of cities."""

    id: str
    name: str
    category: str
    position: PositionRow
    opening_hours: str
    phone_number: str
    corresponding_location_id: NotRequired[str]
    corresponding_route_ids: NotRequired[list[str]]
    route_positions: NotRequired[dict[str, RoutePositionRow]]
    charging_plugs: NotRequired[list[PlugRow]]


class RouteRow(TypedDict):
    """One way from a start to a destination; length in km, duration as hours and minutes."""

    route_id: str
    start_id: str
    destination_id: str
    name_via: str
    distance_km: float
    duration_hours: int
    duration_minutes: int
    road_types: list[str]
    includes_toll: bool
    alias: list[str]
    base_route_id: NotRequired[str]


class NameRow(TypedDict):
    """A person's name."""

    first_name: str
    last_name: str


class ContactRow(TypedDict):
    """Somebody the driver knows."""

    id: str
    name: NameRow
    phone_number: str
    email: str


class DateRow(TypedDict):
    """A calendar day."""

    year: int
    month: int
    day: int


class TimeRow(TypedDict):
    """A time of day, two digits each."""

    hour: str
    minute: str


class MeetingRow(TypedDict):
    """One entry of a calendar; `duration` such as "30min", attendees as contact ids."""

    start: TimeRow
    duration: str
    location: str
    attendees: list[str]
    topic: str


class CalendarRow(TypedDict):
    """One day of somebody's calendar."""

    id: str
    date: DateRow
    meetings: list[MeetingRow]
