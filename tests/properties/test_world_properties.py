"""Whatever is asked of the generated world, answers are consistent and memory is bounded."""

from hypothesis import given
from hypothesis import strategies as st

from simulator.world.generated import GeneratedWorld
from simulator.world.ids import CATEGORY_CODES, city_route_id, pairs
from simulator.world.places import cities
from simulator.world.rows import RouteRow

WORLD = GeneratedWorld()
CATEGORIES = st.sampled_from(sorted(CATEGORY_CODES))
CITIES = st.sampled_from(cities())
PAIRS = st.sampled_from(pairs())
LIKE_IDS = st.from_regex(r"\A(loc|poi|rll|rlp|rpl|con|cal)_[a-z]{3}(_[a-z]{3})?_[0-9]{1,12}\Z")


def minutes(route: RouteRow) -> int:
    return route["duration_hours"] * 60 + route["duration_minutes"]


@given(st.one_of(st.text(), LIKE_IDS), CATEGORIES)
def test_no_text_makes_the_world_raise(text: str, category: str) -> None:
    for ask in (WORLD.place, WORLD.location, WORLD.weather, WORLD.contact, WORLD.calendar):
        ask(text)
    poi, route = WORLD.poi(text), WORLD.route(text)
    assert poi is None or poi["id"] == text
    assert route is None or route["route_id"] == text
    WORLD.routes(text, "loc_seo_100001")
    WORLD.pois_at(text, category)
    WORLD.pois_along(text, category)
    WORLD.has_category(text)


@given(CITIES, CITIES, CATEGORIES)
def test_routes_exist_within_a_land_mass_and_nowhere_else(one: object, other: object, category: str) -> None:
    start, destination = one, other
    assert isinstance(start, type(cities()[0]))
    assert isinstance(destination, type(cities()[0]))
    joined = start.land == destination.land
    assert len(WORLD.routes(start.place.id, destination.place.id)) == (3 if joined and start is not destination else 0)
    for poi in WORLD.pois_at(destination.place.id, category):
        wanted = 2 if start is destination else 3 if joined else 0
        for ends in ((start.place.id, poi["id"]), (poi["id"], start.place.id)):
            routes = WORLD.routes(*ends)
            assert len(routes) == wanted
            assert all(WORLD.route(route["route_id"]) == route for route in routes)


@given(PAIRS, CATEGORIES, st.integers(1, 3), st.booleans(), st.sampled_from((5.0, 50.0, 333.3)), st.data())
def test_pois_along_a_road_and_their_routes_fit_together(
    pair: object, category: str, alternative: int, backwards: bool, spacing_km: float, data: st.DataObject
) -> None:
    assert isinstance(pair, type(pairs()[0]))
    world = GeneratedWorld(poi_spacing_km=spacing_km)
    start, destination = (pair.second, pair.first) if backwards else (pair.first, pair.second)
    main = world.route(city_route_id(start, destination, pair, alternative))
    assert main is not None
    pois = world.pois_along(main["route_id"], category)
    if not pois:
        return
    poi = data.draw(st.sampled_from(list(pois)))
    assert main["route_id"] in poi["corresponding_route_ids"]
    at_km = poi["route_positions"][main["route_id"][:11]]["at_route_kilometer"]
    fastest = world.routes(start.place.id, destination.place.id)[0]
    assert 0 <= at_km <= fastest["distance_km"]
    there = world.routes(start.place.id, poi["id"])[alternative - 1]
    onwards = world.routes(poi["id"], destination.place.id)[alternative - 1]
    assert there["base_route_id"] == onwards["base_route_id"] == main["route_id"]
    assert 1.98 <= there["distance_km"] + onwards["distance_km"] - main["distance_km"] <= 10.02
    assert minutes(there) + minutes(onwards) >= minutes(main)
    near = world.pois_along(main["route_id"], category, (at_km - 25, at_km + 25))
    assert list(near) == [
        other
        for other in pois
        if at_km - 25 <= other["route_positions"][main["route_id"][:11]]["at_route_kilometer"] <= at_km + 25
    ]


@given(PAIRS, st.integers(0, 5))
def test_the_map_is_a_function_of_its_arguments(pair: object, geography: int) -> None:
    assert isinstance(pair, type(pairs()[0]))
    ends = pair.first.place.id, pair.second.place.id
    assert GeneratedWorld(geography=geography).routes(*ends) == GeneratedWorld(geography=geography).routes(*ends)
    korean, english = (GeneratedWorld(geography=geography, locale=locale).routes(*ends) for locale in ("ko", "en"))
    assert [{**route, "name_via": ""} for route in korean] == [{**route, "name_via": ""} for route in english]
