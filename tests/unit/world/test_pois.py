"""Points of interest: where they lie, when they open, what they are called."""

import re

import pytest

from simulator.world.generated import GeneratedWorld
from simulator.world.ids import CATEGORY_CODES, pairs
from simulator.world.places import cities, distance_km
from simulator.world.rows import PoiRow

HANGUL = re.compile("[가-힣]")
HOURS = re.compile(r"(\d\d):00h - (\d\d):00h")


def all_city_pois(locale: str) -> list[PoiRow]:
    world = GeneratedWorld(locale=locale)
    return [poi for city in cities() for kind in CATEGORY_CODES for poi in world.pois_at(city.place.id, kind)]


def along(world: GeneratedWorld, count: int = 60) -> list[PoiRow]:
    step = len(pairs()) // count
    mains = [world.routes(pair.first.place.id, pair.second.place.id)[0]["route_id"] for pair in pairs()[::step]]
    return [poi for main in mains for kind in CATEGORY_CODES for poi in world.pois_along(main, kind)]


def test_both_languages_tell_of_the_same_places() -> None:
    english, korean = GeneratedWorld(locale="en"), GeneratedWorld(locale="ko")
    for here, there in zip(
        [*all_city_pois("en"), *along(english)], [*all_city_pois("ko"), *along(korean)], strict=True
    ):
        assert not HANGUL.search(here["name"])
        assert HANGUL.search(there["name"])
        assert "{" not in here["name"] + there["name"]
        assert {**here, "name": ""} == {**there, "name": ""}


def test_opening_hours_fit_the_category() -> None:
    for poi in [*all_city_pois("en"), *along(GeneratedWorld())]:
        match = HOURS.fullmatch(poi["opening_hours"])
        assert match is not None
        opens, closes = int(match[1]), int(match[2])
        if poi["category"] in ("airports", "public_toilets", "charging_stations"):
            assert (opens, closes) == (0, 24)
        else:
            assert 0 <= opens < closes <= 24
        if poi["category"] == "bakery":
            assert 6 <= opens <= 8
            assert 12 <= closes <= 16


def test_no_telephone_number_can_reach_anybody() -> None:
    for poi in all_city_pois("en"):
        assert re.fullmatch(r"\+\d{2,3} \d+ 0\d\d \d{4}", poi["phone_number"]), poi["phone_number"]


def test_city_pois_lie_in_their_city() -> None:
    at = {city.place.id: city.point for city in cities()}
    for poi in all_city_pois("en"):
        km = distance_km(
            at[poi["corresponding_location_id"]], (poi["position"]["longitude"], poi["position"]["latitude"])
        )
        assert km < (70 if poi["category"] == "airports" else 7)


def test_plugs() -> None:
    stations = [poi for poi in along(GeneratedWorld(), 200) if poi["category"] == "charging_stations"]
    plugs = [plug for poi in stations for plug in poi["charging_plugs"]]
    assert len({plug["plug_id"] for plug in plugs}) == len(plugs)
    assert {len(poi["charging_plugs"]) for poi in stations} == {1, 2, 3, 4, 5}
    for plug in plugs:
        assert re.fullmatch(r"plg_cha_\d{6,}", plug["plug_id"])
        assert plug["power_kw"] in ((11, 22) if plug["power_type"] == "AC" else (50, 100, 150, 200, 250, 300, 350))
    free = sum(plug["availability"] == "available" for plug in plugs) / len(plugs)
    broken = sum(plug["availability"] == "maintenance" for plug in plugs) / len(plugs)
    assert 0.55 < free < 0.65
    assert 0.02 < broken < 0.08


def test_spacing_decides_how_many_lie_along_a_road() -> None:
    counts = {}
    for spacing in (50, 10, 2.5):
        world = GeneratedWorld(poi_spacing_km=spacing)
        main = world.routes("loc_seo_100001", "loc_bus_100002")[0]
        pois = world.pois_along(main["route_id"], "restaurants")
        counts[spacing] = len(pois)
        kilometres = [poi["route_positions"]["rll_seo_bus"]["at_route_kilometer"] for poi in pois]
        assert kilometres == [pytest.approx(spacing * k) for k in range(1, len(pois) + 1)]
        assert main["distance_km"] - spacing <= kilometres[-1] < main["distance_km"]
        for poi in pois[::20]:
            both = poi["route_positions"]
            total = both["rll_seo_bus"]["at_route_kilometer"] + both["rll_bus_seo"]["at_route_kilometer"]
            assert total == pytest.approx(main["distance_km"])
            assert world.poi(poi["id"]) == poi
    assert counts[2.5] > 3.9 * counts[10] > 3.9 * 4.9 * counts[50] * 0.9


@pytest.mark.parametrize("spacing", [0, -1, 0.1, float("nan")])
def test_an_impossible_spacing_is_refused(spacing: float) -> None:
    with pytest.raises(ValueError, match="poi_spacing_km"):
        GeneratedWorld(poi_spacing_km=spacing)
