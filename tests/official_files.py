"""Writes a part of the generated world as the official data files, so that imports can be checked against it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from simulator.world.generated import GeneratedWorld
from simulator.world.ids import CATEGORY_CODES, Pair
from simulator.world.rows import PoiRow

Row = Mapping[str, Any]
Files = dict[str, list[Row]]

HUB_FOLDERS = {"contacts.jsonl": "mock_data/productivity_and_communication"}
HUB_FOLDERS["calendars.jsonl"] = HUB_FOLDERS["contacts.jsonl"]


def weather_row(world: GeneratedWorld, place_id: str) -> Row:
    """Return a city's weather in the shape of the data file."""
    place, slots = world.place(place_id), world.weather(place_id)
    assert place is not None
    assert slots is not None
    return {"location_id": place_id, "location_name": place.name, "weather": [slot.row() for slot in slots]}


def road_pois(world: GeneratedWorld, pair: Pair) -> Iterator[PoiRow]:
    """Iterate over the POIs along the road of a pair."""
    main = world.routes(pair.first.place.id, pair.second.place.id)[0]["route_id"]
    for category in CATEGORY_CODES:
        yield from world.pois_along(main, category)


def metadata_row(world: GeneratedWorld, route: Row) -> Row:
    """Return how the data files describe a derived route: by its base, the part of it used and the way off it."""
    poi_id = route["destination_id"] if route["route_id"].startswith("rlp") else route["start_id"]
    poi = world.poi(poi_id)
    assert poi is not None
    row = {key: route[key] for key in ("route_id", "start_id", "destination_id", "base_route_id")}
    row |= {"route_alternative": int(route["route_id"][-1]), "on_route": "route_positions" in poi}
    if "route_positions" not in poi:
        return row
    base = world.route(route["base_route_id"])
    assert base is not None
    fastest = world.routes(base["start_id"], base["destination_id"])[0]
    along_km = poi["route_positions"][base["route_id"][:11]]["at_route_kilometer"]
    fraction = along_km / fastest["distance_km"]
    if route["route_id"].startswith("rpl"):
        fraction = 1 - fraction
    detour_km = round(route["distance_km"] - base["distance_km"] * fraction, 2)
    return row | {"fraction": fraction, "detour_distance_km": detour_km}


def official_rows(world: GeneratedWorld, pairs: Iterable[Pair]) -> Files:
    """Return the rows of all data files for some pairs of cities and everything in and between them."""
    pairs = tuple(pairs)
    ends = dict.fromkeys(city for pair in pairs for city in (pair.first, pair.second))
    files: Files = {"locations.jsonl": [], "weather.jsonl": [], "pois.jsonl": []}
    for city in ends:
        location = world.location(city.place.id)
        assert location is not None
        files["locations.jsonl"].append(location)
        files["weather.jsonl"].append(weather_row(world, city.place.id))
    city_pois = [poi for city in ends for category in CATEGORY_CODES for poi in world.pois_at(city.place.id, category)]
    along = [(pair, poi) for pair in pairs for poi in road_pois(world, pair)]
    files["pois.jsonl"] = [*city_pois, *(poi for _, poi in along)]
    both = [(pair.first.place.id, pair.second.place.id) for pair in pairs]
    both += [(destination, start) for start, destination in both]
    files["routes_location_location.jsonl"] = [route for ends_ in both for route in world.routes(*ends_)]
    files["routes_location_poi.jsonl"] = []
    files["routes_poi_location.jsonl"] = []
    files["routes_metadata.jsonl"] = []
    reached = [(city, poi) for poi in city_pois for city in ends]
    reached += [(city, poi) for pair, poi in along for city in (pair.first, pair.second)]
    joined = set(both)
    for city, poi in reached:
        home = poi.get("corresponding_location_id")
        if home is not None and home != city.place.id and (home, city.place.id) not in joined:
            continue
        for name, routes in (
            ("routes_location_poi.jsonl", world.routes(city.place.id, poi["id"])),
            ("routes_poi_location.jsonl", world.routes(poi["id"], city.place.id)),
        ):
            for route in routes:
                if "base_route_id" in route:
                    files["routes_metadata.jsonl"].append(metadata_row(world, route))
                else:
                    files[name].append(route)
    files["routes_index.jsonl"] = [
        {"route_id": row["route_id"], "start_id": row["start_id"], "destination_id": row["destination_id"]}
        for name in list(files)
        if name.startswith("routes_")
        for row in files[name]
    ]
    files["contacts.jsonl"] = list(world.contacts())
    files["calendars.jsonl"] = [row for n in range(1, 6) if (row := world.calendar(f"cal_{n:04d}")) is not None]
    return files


def write_files(folder: Path, files: Mapping[str, Iterable[Row]], *, hub: bool = False) -> None:
    """Write the rows as JSONL, flat or laid out as on the Hub."""
    for name, rows in files.items():
        inner = folder / (HUB_FOLDERS.get(name, "mock_data/navigation") if hub else "")
        inner.mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (inner / name).write_text(text, encoding="utf-8")
