"""The world of imported official data, read from one SQLite file."""

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from simulator.language.locale import Locale
from simulator.registry import UsageError
from simulator.world.cache import RowCache
from simulator.world.derived import derived_route
from simulator.world.model import Place, WeatherSlot
from simulator.world.official_build import FORMAT
from simulator.world.official_rows import is_ahead
from simulator.world.rows import CalendarRow, ContactRow, LocationRow, PoiRow, RouteRow

_CACHED_ROWS = 4096
_POIS = "SELECT json, seq FROM pois WHERE home = ? AND category = ?"
_IN_SPAN = {
    ahead: f"{_POIS} AND ({column} IS NULL OR {column} BETWEEN ? AND ?)"
    for ahead, column in ((True, "ahead"), (False, "back"))
}
_COLUMNS = "id, start, destination, seq, json, base, fraction, detour"
_ROUTES = f"SELECT {_COLUMNS} FROM routes WHERE start = ? AND destination = ? ORDER BY seq"
_ROUTE = f"SELECT {_COLUMNS} FROM routes WHERE id = ? LIMIT 1"
_RANK = "SELECT count(*) FROM routes WHERE start = ? AND destination = ? AND seq <= ?"


class ImportedWorld:
    """Official data imported into an SQLite file, opened read-only; names are as in the data, in every language.

    Raises UsageError when the file is not there or is no finished import.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise UsageError(f"{path}: no such file; make it with 'dashtalk carbench import'")
        # Nobody writes to a finished import, so neither locks nor change checks are needed.
        uri = f"file:{quote(str(path.resolve()))}?mode=ro&immutable=1"
        self._database = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
        try:
            facts = dict(self._database.execute("SELECT name, value FROM facts"))
        except sqlite3.Error:
            facts = {}
        if facts.get("format") != FORMAT:
            self._database.close()
            raise UsageError(f"{path}: not an imported world of this version; import the official files again")
        self.missing: tuple[str, ...] = tuple(facts["missing"].splitlines())
        """The official files that were not there, each with what that means."""
        self._pois: RowCache[PoiRow] = RowCache(_CACHED_ROWS)
        self._routes: RowCache[RouteRow] = RowCache(_CACHED_ROWS)
        self._number = lru_cache(maxsize=_CACHED_ROWS)(self._read_number)
        self._name = lru_cache(maxsize=_CACHED_ROWS)(self._read_name)

    @property
    def locale(self) -> Locale:
        """English, which the official files are in."""
        return "en"

    def __reduce__(self) -> tuple[Callable[[Path], "ImportedWorld"], tuple[Path]]:
        return ImportedWorld, (self.path,)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def places(self) -> Sequence[Place]:
        """Return all cities in the order of the data."""
        return tuple(self._places.values())

    def place(self, place_id: str) -> Place | None:
        """Return the city of an id."""
        return self._places.get(place_id)

    def location(self, place_id: str) -> LocationRow | None:
        """Return the city of an id as a row."""
        return self._locations.get(place_id)

    def weather(self, place_id: str) -> tuple[WeatherSlot, ...] | None:
        """Return the day's weather at a city; the data has one day for all dates."""
        return self._weather.get(place_id)

    def poi(self, poi_id: str) -> PoiRow | None:
        """Return the point of interest of an id."""

        def read() -> Sequence[PoiRow]:
            found = self._database.execute("SELECT json FROM pois WHERE id = ? LIMIT 1", (poi_id,)).fetchone()
            return () if found is None else (json.loads(found[0]),)

        return next(iter(self._pois.get((poi_id,), read)), None)

    def pois_at(self, place_id: str, category: str) -> Sequence[PoiRow]:
        """Return the points of interest of a category in a city, in the order of the data."""

        def read() -> Sequence[PoiRow]:
            home = self._number(place_id)
            return () if home is None else self._rows((_POIS, (home, category)))

        return self._pois.get(("at", place_id, category), read)

    def pois_along(self, route_id: str, category: str, span_km: tuple[float, float] | None = None) -> Sequence[PoiRow]:
        """Return the points of interest of a category along a route between cities, in the order of the data.

        `span_km` keeps those whose kilometre in the route's direction lies in it, ends included, and those without one.
        """

        def read() -> Sequence[PoiRow]:
            homes = self._database.execute("SELECT home FROM spots WHERE route = ?", (route_id,)).fetchall()
            if span_km is None:
                return self._rows(*((_POIS, (home, category)) for (home,) in homes))
            query = _IN_SPAN[is_ahead(route_id)]
            return self._rows(*((query, (home, category, *span_km)) for (home,) in homes))

        return self._pois.get(("along", route_id, category, span_km), read)

    def has_category(self, category: str) -> bool:
        """Return whether any point of interest has the category."""
        return category in self._categories

    def route(self, route_id: str) -> RouteRow | None:
        """Return the route of an id."""

        def read() -> Sequence[RouteRow]:
            return self._route_rows(self._database.execute(_ROUTE, (route_id,)).fetchall())

        return next(iter(self._routes.get((route_id,), read)), None)

    def routes(self, start_id: str, destination_id: str) -> Sequence[RouteRow]:
        """Return the alternatives from a start to a destination in the order of the data."""

        def read() -> Sequence[RouteRow]:
            start, destination = self._number(start_id), self._number(destination_id)
            if start is None or destination is None:
                return ()
            return self._route_rows(self._database.execute(_ROUTES, (start, destination)).fetchall())

        return self._routes.get((start_id, destination_id), read)

    def contacts(self) -> Sequence[ContactRow]:
        """Return everybody the driver knows."""
        return tuple(self._contacts.values())

    def contact(self, contact_id: str) -> ContactRow | None:
        """Return the contact of an id."""
        return self._contacts.get(contact_id)

    def calendar(self, calendar_id: str) -> CalendarRow | None:
        """Return a calendar day."""
        return self._calendars.get(calendar_id)

    def _read_number(self, name: str) -> int | None:
        found = self._database.execute("SELECT number FROM names WHERE id = ?", (name,)).fetchone()
        return None if found is None else int(found[0])

    def _rows(self, *queries: tuple[str, tuple[object, ...]]) -> Sequence[PoiRow]:
        """Return the rows the queries find, together in the order of the data."""
        found = [row for query, values in queries for row in self._database.execute(query, values)]
        found.sort(key=lambda row: row[1])
        return tuple(json.loads(text) for text, _ in found)

    def _route_rows(self, found: Sequence[tuple[Any, ...]]) -> Sequence[RouteRow]:
        """Return stored routes as they are, and the others derived from their base routes.

        A route whose base is missing from the data cannot be told and is left out.
        """
        rows: list[RouteRow] = []
        for route_id, start, destination, seq, text, base, fraction, detour in found:
            if text is not None:
                rows.append(json.loads(text))
                continue
            base_row = self.route(self._name(base))
            if base_row is not None:
                # Only a base without an alias leaves it to the rank to name the route.
                rank = 1 if base_row["alias"] else self._rank(start, destination, seq)
                ends = self._name(start), self._name(destination)
                rows.append(derived_route(base_row, route_id, *ends, rank, fraction, detour or 0.0))
        return tuple(rows)

    def _rank(self, start: int, destination: int, seq: int) -> int:
        return int(self._database.execute(_RANK, (start, destination, seq)).fetchone()[0])

    def _read_name(self, number: int) -> str:
        return str(self._database.execute("SELECT id FROM names WHERE number = ?", (number,)).fetchone()[0])

    def _documents(self, kind: str) -> list[Any]:
        found = self._database.execute("SELECT json FROM documents WHERE kind = ? ORDER BY seq", (kind,))
        return [json.loads(text) for (text,) in found]

    @cached_property
    def _locations(self) -> Mapping[str, LocationRow]:
        return {row["id"]: row for row in self._documents("location")}

    @cached_property
    def _places(self) -> Mapping[str, Place]:
        # The data has no Korean names. Borrowing ours could make a name fit that fits nothing in the reference.
        return {
            row["id"]: Place(
                row["id"], row["name"], row["name"], row["position"]["longitude"], row["position"]["latitude"]
            )
            for row in self._locations.values()
        }

    @cached_property
    def _weather(self) -> Mapping[str, tuple[WeatherSlot, ...]]:
        return {row["location_id"]: tuple(_slot(slot) for slot in row["weather"]) for row in self._documents("weather")}

    @cached_property
    def _contacts(self) -> Mapping[str, ContactRow]:
        return {row["id"]: row for row in self._documents("contact")}

    @cached_property
    def _calendars(self) -> Mapping[str, CalendarRow]:
        return {row["id"]: row for row in self._documents("calendar")}

    @cached_property
    def _categories(self) -> frozenset[str]:
        return frozenset(row[0] for row in self._database.execute("SELECT DISTINCT category FROM pois"))


def _slot(slot: Mapping[str, Any]) -> WeatherSlot:
    return WeatherSlot(
        int(slot["start_time"][:2]),
        int(slot["end_time"][:2]),
        slot["temperature_c"],
        slot["wind_speed_kph"],
        slot["humidity_percent"],
        slot["condition"],
    )
