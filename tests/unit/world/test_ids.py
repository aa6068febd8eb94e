"""Ids lead back to where a thing comes from, in one spelling only."""

import pytest

from simulator.world.ids import (
    CityPoi,
    RoadPoi,
    city_route_id,
    pair_of,
    pairs,
    parse_city_route,
    parse_poi_id,
    parse_poi_route,
    poi_id,
    poi_route_id,
)
from simulator.world.places import cities

SEOUL, BUSAN = cities()[0], cities()[1]
PAIR = pair_of(SEOUL, BUSAN)


def test_every_pair_is_found_from_either_end() -> None:
    assert [pair.number for pair in pairs()] == list(range(len(pairs())))
    for pair in pairs():
        assert pair_of(pair.first, pair.second) is pair_of(pair.second, pair.first) is pair
        assert pair.first.land == pair.second.land


@pytest.mark.parametrize("ordinal", [1, 42, 999, 1000, 12345])
def test_ids_of_pois_and_their_routes_lead_back(ordinal: int) -> None:
    assert PAIR is not None
    along = RoadPoi("charging_stations", PAIR, ordinal)
    assert parse_poi_id(poi_id(along)) == along
    for city in (SEOUL, BUSAN):
        for to_poi in (True, False):
            text = poi_route_id(city, along, 2, to_poi=to_poi)
            assert parse_poi_route(text) == (city, along, 2, to_poi)
            assert text[3] == text[7] == text[11] == "_"
            assert text[12:].isdigit()


def test_a_city_poi_and_a_road_poi_never_share_an_id() -> None:
    for pair in pairs()[:50]:
        assert poi_id(RoadPoi("bakery", pair, 1)) != poi_id(CityPoi("bakery", pair.first, 1))
    inside = CityPoi("bakery", BUSAN, 2)
    assert poi_id(inside) == "poi_bak_002002"
    assert parse_poi_id("poi_bak_002002") == inside
    assert parse_poi_route(poi_route_id(SEOUL, inside, 3, to_poi=True)) == (SEOUL, inside, 3, True)


def test_the_two_directions_of_every_pair_are_told_apart_by_eleven_characters() -> None:
    codes = [city.code for city in cities()]
    assert len(set(codes)) == len(codes)
    assert all(len(code) == 3 and code.isascii() and code.isalpha() for code in codes)
    assert PAIR is not None
    assert city_route_id(SEOUL, BUSAN, PAIR, 1) == "rll_seo_bus_000011"
    assert parse_city_route("rll_seo_bus_000011") == (SEOUL, BUSAN, 1)


@pytest.mark.parametrize(
    "text",
    [
        "rll_bus_seo_000011",
        "rll_seo_bus_000031",
        "rll_seo_bus_0000011",
        "rll_seo_bus_999911",
        "rll_seo_bus_00001x",
        "rll_seo_bus_",
        "rll_seo_bus_００００11",
    ],
)
def test_a_route_id_that_is_spelt_wrong_is_none(text: str) -> None:
    assert parse_city_route(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "poi_bak_2002",
        "poi_bak_000001",
        "poi_bak_999001",
        "poi_xyz_002002",
        "poi_bak_00000001",
        "poi_bak-002002",
        "poi_",
    ],
)
def test_a_poi_id_that_is_spelt_wrong_is_none(text: str) -> None:
    assert parse_poi_id(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "rlp_seo_bak_",
        "rlp_seo_bak_3",
        "rlp_seo_bak_30020020021",
        "rpl_seo_bak_30010020021",
        "rlp_seo_bak_100000001",
        "rlp_seo_bak_40000001011",
        "rpl_bak_seo_x",
    ],
)
def test_a_poi_route_id_that_is_spelt_wrong_leads_nowhere(text: str) -> None:
    found = parse_poi_route(text)
    assert found is None or found[1].ordinal == 0
