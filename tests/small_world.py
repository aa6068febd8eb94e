"""A world of rows: a few by hand, or those of a folder in the reference's format."""

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from simulator.environment import Environment
from simulator.events import ToolCall, ToolResult
from simulator.language.locale import Locale
from simulator.tools.quirks import NATIVE, Quirk
from simulator.tools.toolset import Toolset
from simulator.vehicle.state import VehicleState
from simulator.world.model import Place, WeatherSlot
from simulator.world.rows import CalendarRow, ContactRow, LocationRow, PoiRow, RouteRow

Rows = Iterable[Mapping[str, Any]]
NAMES_KO = {"loc_mun_9995": "뮌헨", "loc_bus_100002": "부산"}


class RowsWorld:
    """Everything the tools ask for, from rows in their order."""

    locale: Locale = "en"

    def __init__(
        self,
        *,
        locations: Rows = (),
        weather: Rows = (),
        pois: Rows = (),
        routes: Rows = (),
        contacts: Rows = (),
        calendars: Rows = (),
    ) -> None:
        self._locations = {row["id"]: cast(LocationRow, row) for row in locations}
        self._places = tuple(
            Place(
                row["id"],
                row["name"],
                NAMES_KO.get(row["id"], ""),
                row["position"]["longitude"],
                row["position"]["latitude"],
            )
            for row in self._locations.values()
        )
        self._weather = {row["location_id"]: tuple(_slot(slot) for slot in row["weather"]) for row in weather}
        self._pois = {row["id"]: cast(PoiRow, row) for row in pois}
        self._at: dict[tuple[str, str], list[PoiRow]] = defaultdict(list)
        self._along: dict[tuple[str, str], list[PoiRow]] = defaultdict(list)
        for poi in self._pois.values():
            if "corresponding_location_id" in poi:
                self._at[poi["corresponding_location_id"], poi["category"]].append(poi)
            for route_id in poi.get("corresponding_route_ids", ()):
                self._along[route_id, poi["category"]].append(poi)
        self._categories = {poi["category"] for poi in self._pois.values()}
        self._routes = {row["route_id"]: cast(RouteRow, row) for row in routes}
        self._pairs: dict[tuple[str, str], list[RouteRow]] = defaultdict(list)
        for route in self._routes.values():
            self._pairs[route["start_id"], route["destination_id"]].append(route)
        self._contacts = {row["id"]: cast(ContactRow, row) for row in contacts}
        self._calendars = {row["id"]: cast(CalendarRow, row) for row in calendars}

    def places(self) -> Sequence[Place]:
        return self._places

    def place(self, place_id: str) -> Place | None:
        return next((place for place in self._places if place.id == place_id), None)

    def location(self, place_id: str) -> LocationRow | None:
        return self._locations.get(place_id)

    def weather(self, place_id: str) -> tuple[WeatherSlot, ...] | None:
        return self._weather.get(place_id)

    def poi(self, poi_id: str) -> PoiRow | None:
        return self._pois.get(poi_id)

    def pois_at(self, place_id: str, category: str) -> Sequence[PoiRow]:
        return self._at.get((place_id, category), ())

    def pois_along(self, route_id: str, category: str, span_km: tuple[float, float] | None = None) -> Sequence[PoiRow]:
        low, high = span_km or (-math.inf, math.inf)
        return [
            poi
            for poi in self._along.get((route_id, category), ())
            if low <= poi["route_positions"][route_id[:11]]["at_route_kilometer"] <= high
        ]

    def has_category(self, category: str) -> bool:
        return category in self._categories

    def route(self, route_id: str) -> RouteRow | None:
        return self._routes.get(route_id)

    def routes(self, start_id: str, destination_id: str) -> Sequence[RouteRow]:
        return self._pairs.get((start_id, destination_id), ())

    def contacts(self) -> Sequence[ContactRow]:
        return tuple(self._contacts.values())

    def contact(self, contact_id: str) -> ContactRow | None:
        return self._contacts.get(contact_id)

    def calendar(self, calendar_id: str) -> CalendarRow | None:
        return self._calendars.get(calendar_id)


def _slot(row: Mapping[str, Any]) -> WeatherSlot:
    return WeatherSlot(
        int(row["start_time"][:2]),
        int(row["end_time"][:2]),
        row["temperature_c"],
        row["wind_speed_kph"],
        row["humidity_percent"],
        row["condition"],
    )


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def world_of(folder: Path) -> RowsWorld:
    """Return the world of the reference's partial files."""
    names = {"pois": "observed_pois", "routes": "observed_routes"}
    parts = ("locations", "weather", "pois", "routes", "contacts", "calendars")
    return RowsWorld(**{part: rows_of(folder / f"{names.get(part, part)}.jsonl") for part in parts})


MUNICH, BERLIN, STUTTGART, PARIS, BUSAN = (
    "loc_mun_9995",
    "loc_ber_217736",
    "loc_stu_828398",
    "loc_par_405686",
    "loc_bus_100002",
)
MUN_BER, MUN_BER_SLOW, BER_STU, MUN_STU, STU_BER, STU_PAR, BER_PAR, MUN_PAR = (
    "rll_mun_ber_100001",
    "rll_mun_ber_100002",
    "rll_ber_stu_100003",
    "rll_mun_stu_100004",
    "rll_stu_ber_100005",
    "rll_stu_par_100006",
    "rll_ber_par_100007",
    "rll_mun_par_100008",
)
DINER, STATION, HALFWAY, FAR, LOST = (
    "poi_res_100001",
    "poi_cha_100002",
    "poi_cha_100003",
    "poi_cha_100004",
    "poi_cha_100005",
)
DC_PLUG, AC_PLUG = "plg_cha_100001", "plg_cha_100002"


def _city(city_id: str, name: str, longitude: float, latitude: float) -> dict[str, Any]:
    return {"id": city_id, "name": name, "position": {"longitude": longitude, "latitude": latitude}}


def _route(route_id: str, start: str, end: str, km: float, minutes: int, **more: Any) -> dict[str, Any]:
    return {
        "route_id": route_id,
        "start_id": start,
        "destination_id": end,
        "name_via": "A9",
        "distance_km": km,
        "duration_hours": minutes // 60,
        "duration_minutes": minutes % 60,
        "road_types": ["highway"],
        "includes_toll": False,
        "alias": ["fastest", "first", "shortest"],
    } | more


def _poi(poi_id: str, category: str, hours: str = "00:00h - 24:00h", **more: Any) -> dict[str, Any]:
    position = {"longitude": 11.6, "latitude": 48.1}
    poi = {"id": poi_id, "name": poi_id, "category": category, "position": position}
    return poi | {"opening_hours": hours, "phone_number": "+49 1"} | more


def _station(
    poi_id: str, kilometer: float | None, availability: str = "available", dc_kw: float = 150
) -> dict[str, Any]:
    plugs = [
        {"plug_id": DC_PLUG, "power_type": "DC", "power_kw": dc_kw, "availability": availability},
        {"plug_id": AC_PLUG, "power_type": "AC", "power_kw": 22, "availability": "occupied"},
    ]
    where: dict[str, Any] = {"corresponding_location_id": MUNICH}
    if kilometer is not None:
        where = {
            "corresponding_route_ids": [MUN_BER],
            "route_positions": {MUN_BER[:11]: {"at_route_kilometer": kilometer}},
        }
    return _poi(poi_id, "charging_stations", charging_plugs=plugs, **where)


def _contact(number: int, first: str, last: str) -> dict[str, Any]:
    name = {"first_name": first, "last_name": last}
    return {"id": f"con_{number}", "name": name, "phone_number": f"+49 {number}", "email": f"{number}@example.com"}


def hand_world() -> RowsWorld:
    """Return a world small enough to know by heart: five cities, eight routes, five places, six contacts."""
    slots = [
        {
            "start_time": f"{hour:02d}:00",
            "end_time": f"{hour + 3:02d}:00",
            "temperature_c": hour,
            "wind_speed_kph": 5,
            "humidity_percent": 60,
            "condition": "sunny",
        }
        for hour in range(0, 24, 3)
    ]
    meeting = {
        "start": {"hour": "14", "minute": "00"},
        "duration": "30min",
        "location": "Berlin",
        "attendees": ["con_1001"],
        "topic": "Budget",
    }
    return RowsWorld(
        locations=[
            _city(MUNICH, "Munich", 11.575, 48.1375),
            _city(BERLIN, "Berlin", 13.405, 52.52),
            _city(STUTTGART, "Stuttgart", 9.18, 48.7775),
            _city(PARIS, "Paris", 2.35, 48.86),
            _city(BUSAN, "Busan", 129.07, 35.18),
        ],
        weather=[{"location_id": MUNICH, "weather": slots}],
        pois=[
            _poi(DINER, "restaurants", "08:00h - 20:00h", corresponding_location_id=MUNICH),
            _station(STATION, None),
            _station(HALFWAY, 100, "occupied"),
            _station(FAR, 150),
            _station(LOST, 90),
        ],
        routes=[
            _route(MUN_BER, MUNICH, BERLIN, 600, 360),
            _route(MUN_BER_SLOW, MUNICH, BERLIN, 590, 400),
            _route(BER_STU, BERLIN, STUTTGART, 630, 380),
            _route(MUN_STU, MUNICH, STUTTGART, 230, 150),
            _route(STU_BER, STUTTGART, BERLIN, 630, 380),
            _route(STU_PAR, STUTTGART, PARIS, 620, 370),
            _route(BER_PAR, BERLIN, PARIS, 1050, 620),
            _route(MUN_PAR, MUNICH, PARIS, 830, 500),
            _route("rlp_mun_res_200001", MUNICH, DINER, 4, 10),
            _route("rlp_mun_cha_200003", MUNICH, HALFWAY, 102, 65, base_route_id=MUN_BER),
            _route("rpl_cha_ber_200004", HALFWAY, BERLIN, 502, 303, base_route_id=MUN_BER),
            _route("rlp_mun_cha_200005", MUNICH, FAR, 151, 93, base_route_id=MUN_BER),
            _route("rpl_cha_ber_200006", FAR, BERLIN, 450.5, 279, base_route_id=MUN_BER),
            _route("rlp_mun_cha_200007", MUNICH, LOST, 91, 60, base_route_id=MUN_BER_SLOW),
            _route("rpl_cha_ber_200008", LOST, BERLIN, 505, 303, base_route_id=MUN_BER_SLOW),
        ],
        contacts=[
            _contact(1001, "Helen", "White"),
            _contact(1002, "Helena", "Carter"),
            _contact(1003, "Nathan", "White"),
            _contact(1004, "민준", "김"),
            _contact(1005, "서연", "김"),
            _contact(1006, "민준", "임"),
        ],
        calendars=[{"id": "cal_1001", "date": {"year": 2025, "month": 2, "day": 14}, "meetings": [meeting]}],
    )


def car(*quirks: Quirk, removed: tuple[str, ...] = (), toolset: str = "dashtalk", **state: Any) -> Environment:
    """Return an environment at Munich, 2025-02-14 12:00, with flat variables and quirks set."""
    return Environment(
        VehicleState.from_flat(state),
        hand_world(),
        Toolset(toolset, removed),
        frozen_charge=True,
        calendar_id="cal_1001",
        quirks=frozenset(quirks) or NATIVE,
    )


def driving(*quirks: Quirk, through: Sequence[str] = (MUNICH, BERLIN), by: Sequence[str] = (MUN_BER,)) -> Environment:
    """Return an environment whose navigation is active."""
    return car(*quirks, navigation_active=True, waypoints_id=list(through), routes_to_final_destination_id=list(by))


def call(target: Environment, name: str, **arguments: Any) -> ToolResult:
    """Return what the assistant gets for one call."""
    return target.call(ToolCall(id="1", name=name, arguments=arguments))
