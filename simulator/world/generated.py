"""A world without files to download: cities from a small table, all else a pure function of a seed."""

from collections.abc import Mapping, Sequence

from simulator.language.locale import Locale
from simulator.world import people, pois, routes
from simulator.world.cache import RowCache
from simulator.world.derived import derived_route
from simulator.world.ids import (
    CATEGORY_CODES,
    CityPoi,
    Pair,
    PoiKey,
    RoadPoi,
    pair_of,
    parse_city_route,
    parse_poi_id,
    parse_poi_route,
    poi_id,
    poi_route_id,
)
from simulator.world.model import Place, WeatherSlot
from simulator.world.places import City, cities_by_id, location_rows, places
from simulator.world.rows import CalendarRow, ContactRow, LocationRow, PoiRow, RouteRow
from simulator.world.weather import constant_weather, weather_day

__all__ = ["GeneratedWorld", "constant_weather", "places"]

DEFAULT_SPACING_KM = 50.0
_MIN_SPACING_KM = 0.5
# Shared by all sessions of a process: a row takes about 2 kB, so this bounds them at some 15 MB.
_POIS: RowCache[PoiRow] = RowCache(2048)
_POI_LISTS: RowCache[PoiRow] = RowCache(2048)
_ROUTES: RowCache[RouteRow] = RowCache(4096)


class GeneratedWorld:
    """A world that depends on nothing but its arguments.

    `seed` draws the weather; `weather` pins it for named cities. `geography` draws roads, POIs, people and calendars:
    it is the same in all sessions unless asked otherwise, so that scenarios can name routes and people. `locale` is
    the language of names; ids and facts do not depend on it. `calendar` is one more calendar day, under its own id.
    `poi_spacing_km` is the distance between POIs along roads, at least 0.5.
    """

    def __init__(
        self,
        seed: int = 0,
        weather: Mapping[str, Sequence[WeatherSlot]] | None = None,
        *,
        locale: str = "en",
        calendar: CalendarRow | None = None,
        poi_spacing_km: float = DEFAULT_SPACING_KM,
        geography: int = 0,
    ) -> None:
        if not poi_spacing_km >= _MIN_SPACING_KM:
            raise ValueError(f"poi_spacing_km: {poi_spacing_km} is below {_MIN_SPACING_KM}")
        self._seed = seed
        self._pinned = {place: tuple(slots) for place, slots in (weather or {}).items()}
        self._locale = locale
        self._calendar = calendar
        self._spacing_km = float(poi_spacing_km)
        self._geography = geography
        self._key = (geography, locale, self._spacing_km)

    @property
    def locale(self) -> Locale:
        """The language of names and of the owner's manual."""
        return "ko" if self._locale == "ko" else "en"

    def places(self) -> Sequence[Place]:
        """Return all cities."""
        return tuple(places().values())

    def place(self, place_id: str) -> Place | None:
        """Return the city of an id, or None when there is none."""
        return places().get(place_id)

    def location(self, place_id: str) -> LocationRow | None:
        """Return the city of an id as a row, named in the session's language."""
        return location_rows(self._locale).get(place_id)

    def weather(self, place_id: str) -> tuple[WeatherSlot, ...] | None:
        """Return the day's weather at a city, eight slots of three hours, or None for an unknown city."""
        if place_id in self._pinned:
            return self._pinned[place_id]
        place = self.place(place_id)
        return None if place is None else weather_day(self._seed, place)

    def poi(self, poi_id: str) -> PoiRow | None:
        """Return the point of interest of an id."""
        found = self._known(parse_poi_id(poi_id))
        return None if found is None else self._poi_row(found)

    def pois_at(self, place_id: str, category: str) -> Sequence[PoiRow]:
        """Return the points of interest of a category in a city."""
        key = (*self._key, place_id, category)
        return _POI_LISTS.get(key, lambda: self._new_pois_at(place_id, category))

    def pois_along(self, route_id: str, category: str, span_km: tuple[float, float] | None = None) -> Sequence[PoiRow]:
        """Return the points of interest of a category along a route between cities, in the order of the pair.

        `span_km` keeps those whose kilometre in the route's direction lies in it, ends included.
        """
        key = (*self._key, route_id, category, span_km)
        return _POI_LISTS.get(key, lambda: self._new_pois_along(route_id, category, span_km))

    def has_category(self, category: str) -> bool:
        """Return whether any point of interest has the category."""
        return category in CATEGORY_CODES

    def route(self, route_id: str) -> RouteRow | None:
        """Return the route of an id."""
        between = self._city_route(route_id)
        if between is not None:
            start, pair, alternative = between
            return self._city_routes(pair, start)[alternative - 1]
        parsed = parse_poi_route(route_id) if route_id[:4] in ("rlp_", "rpl_") else None
        if parsed is None:
            return None
        city, found, alternative, to_poi = parsed
        listed = self._poi_routes(city, found, to_poi) if self._known(found) is not None else ()
        return listed[alternative - 1] if 1 <= alternative <= len(listed) else None

    def routes(self, start_id: str, destination_id: str) -> Sequence[RouteRow]:
        """Return the alternatives from a start to a destination, the fastest first; none where no road leads."""
        start, destination = cities_by_id().get(start_id), cities_by_id().get(destination_id)
        if start is not None and destination is not None:
            pair = pair_of(start, destination) if start is not destination else None
            return () if pair is None else self._city_routes(pair, start)
        if start is not None:
            found = self._known(parse_poi_id(destination_id))
            return () if found is None else self._poi_routes(start, found, True)
        if destination is not None:
            found = self._known(parse_poi_id(start_id))
            return () if found is None else self._poi_routes(destination, found, False)
        return ()

    def contacts(self) -> Sequence[ContactRow]:
        """Return everybody the driver knows."""
        return tuple(people.contacts(self._geography, self._locale).values())

    def contact(self, contact_id: str) -> ContactRow | None:
        """Return the contact of an id."""
        return people.contacts(self._geography, self._locale).get(contact_id)

    def calendar(self, calendar_id: str) -> CalendarRow | None:
        """Return a calendar day."""
        if self._calendar is not None and self._calendar["id"] == calendar_id:
            return self._calendar
        return people.calendars(self._geography, self._locale).get(calendar_id)

    def _new_pois_at(self, place_id: str, category: str) -> Sequence[PoiRow]:
        city = cities_by_id().get(place_id)
        if city is None:
            return ()
        return tuple(self._poi_row(found) for found in pois.city_pois(city, category))

    def _new_pois_along(self, route_id: str, category: str, span_km: tuple[float, float] | None) -> Sequence[PoiRow]:
        parsed = self._city_route(route_id)
        if parsed is None:
            return ()
        start, pair, _ = parsed
        first, last = 1, pois.road_poi_count(self._geography, pair, category, self._spacing_km)
        if span_km is not None:
            first, last = self._ordinals(pair, start, span_km, last)
        return tuple(self._poi_row(RoadPoi(category, pair, ordinal)) for ordinal in range(first, last + 1))

    def _ordinals(self, pair: Pair, start: City, span_km: tuple[float, float], last: int) -> tuple[int, int]:
        """Return the first and last ordinal of the POIs in a span of the route's kilometres."""
        length_km = routes.city_alternatives(self._geography, pair)[0].km
        if not span_km[0] <= span_km[1]:
            return 1, 0
        low, high = (min(max(end, 0.0), length_km) for end in span_km)
        if start is pair.second:
            low, high = length_km - high, length_km - low
        first = max(1, int(low // self._spacing_km))
        last = min(last, int(high // self._spacing_km) + 1)
        # Kilometres are rounded, so only the rounded ones tell what lies in the span at its ends.
        inside = [
            ordinal
            for ordinal in (first, first + 1, first + 2, last - 2, last - 1, last)
            if span_km[0]
            <= pois.kilometres(self._geography, pair, ordinal, self._spacing_km)[start is pair.second]
            <= span_km[1]
        ]
        return (max(first, min(inside)), min(last, max(inside))) if inside else (1, 0)

    def _known(self, found: PoiKey | None) -> PoiKey | None:
        """Return a POI that exists."""
        if found is None:
            return None
        if isinstance(found, CityPoi):
            count = pois.city_poi_count(found.city, found.category)
        else:
            count = pois.road_poi_count(self._geography, found.pair, found.category, self._spacing_km)
        return found if 1 <= found.ordinal <= count else None

    def _poi_row(self, found: PoiKey) -> PoiRow:
        return _POIS.get((*self._key, found.category, found.digits), lambda: (self._new_poi_row(found),))[0]

    def _new_poi_row(self, found: PoiKey) -> PoiRow:
        if isinstance(found, CityPoi):
            return pois.city_poi_row(self._geography, found, self._locale)
        return pois.road_poi_row(self._geography, found, self._spacing_km, self._locale)

    def _city_route(self, route_id: str) -> tuple[City, Pair, int] | None:
        parsed = parse_city_route(route_id) if route_id[:4] == "rll_" else None
        if parsed is None:
            return None
        start, destination, alternative = parsed
        pair = pair_of(start, destination)
        return (start, pair, alternative) if pair is not None and 1 <= alternative <= 3 else None

    def _city_routes(self, pair: Pair, start: City) -> Sequence[RouteRow]:
        def compute() -> Sequence[RouteRow]:
            return tuple(
                routes.city_route(self._geography, pair, start, alternative, self._locale) for alternative in (1, 2, 3)
            )

        return _ROUTES.get((self._geography, self._locale, pair.number, start.index), compute)

    def _poi_routes(self, city: City, found: PoiKey, to_poi: bool) -> Sequence[RouteRow]:
        """Return the routes between a city and a POI that exists."""
        key = (*self._key, city.index, found.category, found.digits, to_poi)
        return _ROUTES.get(key, lambda: self._new_poi_routes(city, found, to_poi))

    def _new_poi_routes(self, city: City, found: PoiKey, to_poi: bool) -> Sequence[RouteRow]:
        fraction, detour_km = None, 0.0
        if isinstance(found, CityPoi):
            if found.city is city:
                where = pois.city_poi_point(self._geography, found)
                return tuple(
                    routes.local_route(self._geography, found, where, alternative, self._locale, to_poi=to_poi)
                    for alternative in (1, 2)
                )
            pair, other = pair_of(city, found.city), found.city
        else:
            pair, other = found.pair, found.pair.second if city is found.pair.first else found.pair.first
            if city is not pair.first and city is not pair.second:
                return ()
            along_km, back_km = pois.kilometres(self._geography, pair, found.ordinal, self._spacing_km)
            fraction = along_km / (along_km + back_km)
            if city is pair.second:
                fraction = 1 - fraction
            detour_km = pois.detour_km(self._geography, found)
        if pair is None:
            return ()
        ends = (city.place.id, poi_id(found)) if to_poi else (poi_id(found), city.place.id)
        return tuple(
            derived_route(
                base,
                poi_route_id(city, found, alternative, to_poi=to_poi),
                *ends,
                alternative,
                fraction,
                detour_km,
            )
            for alternative, base in enumerate(self._city_routes(pair, city if to_poi else other), 1)
        )
