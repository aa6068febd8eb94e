"""The table of cities."""

import math

import assets
from simulator.world.generated import GeneratedWorld, places
from simulator.world.places import cities, distance_km

FIRST_DRIVE = {
    "loc_seo_100001": "Seoul",
    "loc_jej_100010": "Jeju",
    "loc_dae_100004": "Daegu",
    "loc_dae_100005": "Daejeon",
    "loc_mun_9995": "Munich",
    "loc_pra_100024": "Prague",
}


def test_half_of_at_least_96_cities_are_korean_and_all_have_both_names() -> None:
    korean = [city for city in cities() if city.country == "KR"]
    assert len(cities()) >= 96
    assert len(korean) * 2 >= len(cities())
    for city in cities():
        assert city.place.name.isascii()
        assert all("가" <= letter <= "힣" for letter in city.place.name_ko)
        assert city.place.id[:4] == "loc_"
        assert city.place.id[8:].isdigit()


def test_ids_of_earlier_scenarios_stay_valid() -> None:
    assert {place_id: places()[place_id].name for place_id in FIRST_DRIVE} == FIRST_DRIVE


def test_positions_are_true() -> None:
    at = {city.place.name: city.point for city in cities()}
    assert math.isclose(distance_km(at["Seoul"], at["Busan"]), 325, abs_tol=3)
    assert math.isclose(distance_km(at["Munich"], at["Berlin"]), 504, abs_tol=3)
    for city in cities():
        longitude, latitude = city.point
        if city.country == "KR":
            assert 126 < longitude < 130
            assert 33 < latitude < 39


def test_location_rows_speak_the_language_of_the_session() -> None:
    english, korean = GeneratedWorld(locale="en"), GeneratedWorld(locale="ko")
    here, there = english.location("loc_mun_9995"), korean.location("loc_mun_9995")
    assert here is not None
    assert there is not None
    assert (here["name"], there["name"]) == ("Munich", "뮌헨")
    assert here["position"] == there["position"]


def test_the_source_of_the_table_is_named() -> None:
    text = assets.text("world/ATTRIBUTION.md")
    assert "GeoNames" in text
    assert "creativecommons.org/licenses/by/4.0" in text
