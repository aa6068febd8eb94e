"""Roads: real names where they lead, plausible lengths and times."""

from simulator.world.generated import GeneratedWorld
from simulator.world.ids import pairs
from simulator.world.places import cities, distance_km
from simulator.world.roads import journey
from simulator.world.rows import RouteRow

SEOUL, BUSAN, GANGNEUNG = "loc_seo_100001", "loc_bus_100002", "loc_gan_100009"


def hours(route: RouteRow) -> float:
    return route["duration_hours"] + route["duration_minutes"] / 60


def test_korean_motorways_bear_their_names_in_both_languages_and_cost_toll() -> None:
    english, korean = GeneratedWorld(locale="en"), GeneratedWorld(locale="ko")
    here, there = english.routes(SEOUL, GANGNEUNG)[0], korean.routes(SEOUL, GANGNEUNG)[0]
    assert "Yeongdong Expressway" in here["name_via"]
    assert "영동고속도로" in there["name_via"]
    assert here["includes_toll"]
    assert {key: value for key, value in here.items() if key != "name_via"} == {
        key: value for key, value in there.items() if key != "name_via"
    }


def test_the_last_korean_alternative_keeps_to_national_roads_without_toll() -> None:
    slow = GeneratedWorld(locale="ko").routes(SEOUL, BUSAN)[2]
    assert "국도" in slow["name_via"]
    assert not slow["includes_toll"]


def test_every_pair_of_a_land_mass_is_joined_by_roads_of_the_table() -> None:
    for pair in pairs():
        way = journey(pair.first.code, pair.second.code, "fast")
        assert (way.codes[0], way.codes[-1]) == (pair.first.code, pair.second.code)
        assert list(way.straight_km) == sorted(set(way.straight_km))
        assert 0 <= way.highway_share <= 1


def test_lengths_and_times_are_plausible_for_every_pair() -> None:
    world = GeneratedWorld()
    for pair in pairs():
        straight_km = distance_km(pair.first.point, pair.second.point)
        routes = world.routes(pair.first.place.id, pair.second.place.id)
        assert len({route["name_via"] for route in routes}) == 3
        for route in routes:
            assert straight_km < route["distance_km"] < 2.3 * straight_km + 60
            assert 20 < route["distance_km"] / hours(route) < 110
            assert 1 <= len(route["name_via"].split(", ")) <= 4


def test_a_point_of_a_journey_lies_between_its_ends() -> None:
    way = journey("seo", "bus", "fast")
    at = {city.code: city.point for city in cities()}
    for fraction, code in ((0.0, "seo"), (1.0, "bus")):
        point, near = way.at(fraction)
        assert distance_km(point, at[code]) < 0.01
        assert near == code
    (middle, _), (further, _) = way.at(0.5), way.at(0.75)
    assert distance_km(at["seo"], middle) < distance_km(at["seo"], further)
