"""What every source of a world promises, checked over both on the same part of the map."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from official_files import official_rows, write_files

from simulator.world.generated import GeneratedWorld
from simulator.world.ids import CATEGORY_CODES, pair_of
from simulator.world.import_official import import_official
from simulator.world.imported import ImportedWorld
from simulator.world.model import World
from simulator.world.places import cities_by_id
from simulator.world.rows import RouteRow

SEOUL, GANGNEUNG, CHUNCHEON = "loc_seo_100001", "loc_gan_100009", "loc_chu_100012"
JEJU, SEOGWIPO, MUNICH = "loc_jej_100010", "loc_sgp_100067", "loc_mun_9995"
JOINED = ((SEOUL, GANGNEUNG), (SEOUL, CHUNCHEON), (GANGNEUNG, CHUNCHEON), (JEJU, SEOGWIPO))
APART = ((SEOUL, JEJU), (SEOUL, MUNICH), (JEJU, MUNICH), (SEOUL, SEOUL))
NOWHERE = ("", "loc_", "loc_abc_1", "poi_res_999999", "rll_seo_gan_999999", "안녕", "x" * 3000, "rlp_seo_res_3")


@pytest.fixture(scope="module", params=["generated", "imported"])
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    if request.param == "generated":
        yield GeneratedWorld(5)
        return
    folder: Path = tmp_path_factory.mktemp("official")
    cities = cities_by_id()
    pairs = [pair for one, other in JOINED if (pair := pair_of(cities[one], cities[other])) is not None]
    write_files(folder, official_rows(GeneratedWorld(5), pairs))
    import_official(folder, folder / "world.sqlite")
    imported = ImportedWorld(folder / "world.sqlite")
    yield imported
    imported.close()


def minutes(route: RouteRow) -> int:
    return route["duration_hours"] * 60 + route["duration_minutes"]


def some_poi(world: World, place: str, category: str = "restaurants") -> str:
    return world.pois_at(place, category)[0]["id"]


@pytest.mark.parametrize(("start", "destination"), JOINED)
def test_cities_of_a_land_mass_are_joined_by_three_routes_each_way(world: World, start: str, destination: str) -> None:
    there, back = world.routes(start, destination), world.routes(destination, start)
    assert len(there) == len(back) == 3
    for one, other in zip(there, back, strict=True):
        assert (one["start_id"], one["destination_id"]) == (start, destination)
        assert (other["start_id"], other["destination_id"]) == (destination, start)
        for same in ("distance_km", "duration_hours", "duration_minutes", "includes_toll", "road_types", "alias"):
            assert one[same] == other[same]
        assert one["name_via"].split(", ") == other["name_via"].split(", ")[::-1]
    assert len({route["route_id"] for route in (*there, *back)}) == 6


@pytest.mark.parametrize(("start", "destination"), JOINED)
def test_aliases_follow_duration_and_length(world: World, start: str, destination: str) -> None:
    routes = world.routes(start, destination)
    durations = [minutes(route) for route in routes]
    assert durations == sorted(durations)
    ranks = [[word for word in route["alias"] if word != "shortest"] for route in routes]
    assert ranks == [["fastest", "first"], ["second"], ["third"]]
    shortest = [route for route in routes if "shortest" in route["alias"]]
    assert [route["distance_km"] for route in shortest] == [min(route["distance_km"] for route in routes)]
    for route in routes:
        assert route["road_types"] == sorted(route["road_types"])
        assert route["includes_toll"] == ("includes toll road" in route["road_types"])


@pytest.mark.parametrize(("start", "destination"), APART)
def test_other_pairs_of_cities_have_no_route(world: World, start: str, destination: str) -> None:
    assert list(world.routes(start, destination)) == []


def test_a_poi_of_the_city_itself_has_two_routes_and_no_base(world: World) -> None:
    poi = some_poi(world, SEOUL)
    for ends in ((SEOUL, poi), (poi, SEOUL)):
        routes = world.routes(*ends)
        assert [route["alias"][0] for route in routes] == ["fastest", "second"]
        assert all("base_route_id" not in route for route in routes)


def test_a_poi_of_another_city_is_reached_like_the_city(world: World) -> None:
    poi = some_poi(world, GANGNEUNG)
    for ends, between in (((SEOUL, poi), (SEOUL, GANGNEUNG)), ((poi, SEOUL), (GANGNEUNG, SEOUL))):
        routes, bases = world.routes(*ends), world.routes(*between)
        assert [route["base_route_id"] for route in routes] == [base["route_id"] for base in bases]
        for route, base in zip(routes, bases, strict=True):
            for same in ("distance_km", "duration_hours", "duration_minutes", "name_via", "road_types", "alias"):
                assert route[same] == base[same]


def test_a_poi_along_a_road_is_reached_from_its_two_ends_only(world: World) -> None:
    main = world.routes(SEOUL, GANGNEUNG)[0]
    for poi in world.pois_along(main["route_id"], "charging_stations"):
        for city in (SEOUL, GANGNEUNG):
            assert len(world.routes(city, poi["id"])) == len(world.routes(poi["id"], city)) == 3
        for city in (CHUNCHEON, JEJU, MUNICH):
            assert list(world.routes(city, poi["id"])) == list(world.routes(poi["id"], city)) == []


def test_the_two_parts_of_a_road_make_the_whole_and_a_detour(world: World) -> None:
    main = world.routes(SEOUL, GANGNEUNG)[0]
    for poi in world.pois_along(main["route_id"], "restaurants"):
        first, second = world.routes(SEOUL, poi["id"])[0], world.routes(poi["id"], GANGNEUNG)[0]
        assert first["base_route_id"] == second["base_route_id"] == main["route_id"]
        extra_km = first["distance_km"] + second["distance_km"] - main["distance_km"]
        assert 1.9 <= extra_km <= 10.1
        at_km = poi["route_positions"][main["route_id"][:11]]["at_route_kilometer"]
        assert at_km <= first["distance_km"] <= at_km + 5.1
        assert minutes(first) + minutes(second) >= minutes(main)


def test_no_route_joins_two_pois(world: World) -> None:
    assert list(world.routes(some_poi(world, SEOUL), some_poi(world, GANGNEUNG))) == []


@pytest.mark.parametrize("category", list(CATEGORY_CODES))
def test_pois_of_a_city(world: World, category: str) -> None:
    pois = world.pois_at(SEOUL, category)
    assert len(pois) == (1 if category == "airports" else 2)
    for poi in pois:
        assert poi["category"] == category
        assert poi["corresponding_location_id"] == SEOUL
        assert world.poi(poi["id"]) == poi
        assert ("charging_plugs" in poi) == (category == "charging_stations")
    assert world.has_category(category)


def test_pois_along_a_road_belong_to_all_its_routes_in_one_order(world: World) -> None:
    there, back = world.routes(SEOUL, GANGNEUNG), world.routes(GANGNEUNG, SEOUL)
    pois = world.pois_along(there[0]["route_id"], "bakery")
    assert len(pois) >= 2
    for route in (*there, *back):
        assert list(world.pois_along(route["route_id"], "bakery")) == list(pois)
    kilometres = [poi["route_positions"][there[0]["route_id"][:11]]["at_route_kilometer"] for poi in pois]
    assert kilometres == sorted(kilometres)
    ids = {route["route_id"] for route in (*there, *back)}
    assert all(set(poi["corresponding_route_ids"]) == ids for poi in pois)
    assert list(world.pois_along(there[0]["route_id"], "airports")) == []


@pytest.mark.parametrize(
    "span", [(0, 60), (50, 100), (50.01, 99.99), (75, 75), (-1e9, 1e9), (100, 50), (float("inf"), float("inf"))]
)
def test_a_span_keeps_what_lies_in_it(world: World, span: tuple[float, float]) -> None:
    for route in (world.routes(SEOUL, GANGNEUNG)[0], world.routes(GANGNEUNG, SEOUL)[2]):
        direction = route["route_id"][:11]
        pois = world.pois_along(route["route_id"], "parking")
        wanted = [p for p in pois if span[0] <= p["route_positions"][direction]["at_route_kilometer"] <= span[1]]
        assert list(world.pois_along(route["route_id"], "parking", span)) == wanted


def test_routes_are_found_again_by_id(world: World) -> None:
    poi, other = some_poi(world, SEOUL), some_poi(world, GANGNEUNG)
    along = world.pois_along(world.routes(SEOUL, GANGNEUNG)[0]["route_id"], "parking")[0]["id"]
    ends = [(SEOUL, GANGNEUNG), (SEOUL, poi), (poi, SEOUL), (SEOUL, other), (other, SEOUL), (SEOUL, along)]
    for start, destination in [*ends, (along, SEOUL), (GANGNEUNG, along)]:
        for route in world.routes(start, destination):
            assert world.route(route["route_id"]) == route


@pytest.mark.parametrize("text", NOWHERE)
def test_unknown_ids_give_nothing(world: World, text: str) -> None:
    for ask in (world.place, world.location, world.weather, world.poi, world.route, world.contact, world.calendar):
        assert ask(text) is None
    assert list(world.pois_at(text, "bakery")) == list(world.pois_along(text, "bakery")) == []
    assert list(world.routes(text, SEOUL)) == list(world.routes(SEOUL, text)) == list(world.routes(text, text)) == []
    assert list(world.pois_at(SEOUL, text)) == []
    assert not world.has_category(text)


def test_cities_have_rows_and_weather(world: World) -> None:
    places = world.places()
    assert SEOUL in [place.id for place in places]
    for place in places:
        assert world.place(place.id) == place
        row, slots = world.location(place.id), world.weather(place.id)
        assert row is not None
        assert row["name"] == place.name
        assert slots is not None
        assert [(slot.start_hour, slot.end_hour) for slot in slots] == [(h, h + 3) for h in range(0, 24, 3)]


def test_people_and_days(world: World) -> None:
    people = world.contacts()
    assert len(people) == 100
    for what in ("id", "email", "phone_number"):
        assert len({person[what] for person in people}) == 100
    assert all(world.contact(person["id"]) == person for person in people)
    day = world.calendar("cal_0001")
    assert day is not None
    assert all(world.contact(who) for meeting in day["meetings"] for who in meeting["attendees"])


def test_answers_do_not_depend_on_what_was_asked_before(world: World) -> None:
    first = [world.routes(*pair) for pair in JOINED], world.pois_at(SEOUL, "bakery")
    for category in CATEGORY_CODES:
        world.pois_at(GANGNEUNG, category)
    assert ([world.routes(*pair) for pair in JOINED], world.pois_at(SEOUL, "bakery")) == first
