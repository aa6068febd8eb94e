"""The navigation panel: totals, map, stops and legs, alternatives, changes, and worlds that know too little."""

import random
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from car_moments import LANGS, drawn, moment_of, said, styled
from small_world import RowsWorld

from simulator.channel import Locale
from simulator.dashboard.panels.navigation import NavigationPanel
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.spec import Look
from simulator.world.generated import GeneratedWorld
from simulator.world.places import distance_km

PANEL = NavigationPanel()
WORLD = GeneratedWorld()
SEOUL, BUSAN, DAEJEON, DAEGU = "loc_seo_100001", "loc_bus_100002", "loc_dae_100005", "loc_dae_100004"
TALL = 200


def car_at(place_id: str) -> dict[str, Any]:
    """Return the variables of a car in a city."""
    place = WORLD.place(place_id)
    assert place is not None
    position = {"longitude": place.longitude, "latitude": place.latitude}
    return {"current_location": {"id": place.id, "name": place.name, "position": position}}


def trip(*stops: str, alternative: int = 0, active: bool = True) -> dict[str, Any]:
    """Return the variables of a car at the first of these stops with a route along all of them."""
    legs = [WORLD.routes(start, end)[alternative]["route_id"] for start, end in pairwise(stops)]
    route = {"waypoints_id": list(stops), "routes_to_final_destination_id": legs, "navigation_active": active}
    return route | car_at(stops[0])


def any_trip(draw: random.Random) -> dict[str, Any]:
    """Return a trip through the generated world, drawn at random: cities, their POIs, also places without a road."""
    cities = [place.id for place in WORLD.places()]
    stops = [draw.choice(cities)]
    for _ in range(draw.randint(0, 6)):
        near = draw.choice(cities)
        pois = (
            WORLD.pois_at(stops[-1], draw.choice(("restaurants", "charging_stations"))) if draw.random() < 0.4 else ()
        )
        stops.append(pois[0]["id"] if pois else near)
    legs = []
    for start, end in pairwise(stops):
        found = WORLD.routes(start, end)
        if found:
            legs.append(draw.choice(found)["route_id"])
    here = draw.choice((stops[0], draw.choice(cities)))
    return {
        "waypoints_id": stops,
        "routes_to_final_destination_id": legs,
        "navigation_active": draw.random() < 0.8,
        **car_at(here if here in cities else cities[0]),
    }


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seed", range(20))
def test_no_line_is_wider_than_asked_and_no_more_lines_are_wanted_than_there_is_room(seed: int, lang: UiLang) -> None:
    draw = random.Random(seed)
    locale: Locale = draw.choice(("en", "ko"))
    moment = moment_of(any_trip(draw), any_trip(draw), locale=locale)
    for width in (20, 21, 38, 40, 56, 120, *draw.sample(range(22, 120), 10)):
        wanted = drawn(PANEL, moment, width, lang=lang)
        assert 1 <= len(wanted) <= 16
        whole = drawn(PANEL, moment, width, len(wanted), lang=lang)
        assert len(whole) == len(wanted) or len(wanted) == 16
        drawn(PANEL, moment, width, draw.randint(1, 60), lang=lang)
    for width in (0, 1, 5, 19):
        assert PANEL.draw(moment, width, 0, Look(lang))


@pytest.mark.parametrize(("lang", "words"), [("en", "no destination set"), ("ko", "목적지 없음")])
def test_no_route_is_said_plainly(lang: UiLang, words: str) -> None:
    assert words in said(PANEL, moment_of({}), lang=lang)


@pytest.mark.parametrize(("lang", "words"), [("en", "route set, not guiding"), ("ko", "경로만 설정됨")])
def test_a_route_without_guidance_is_said_plainly(lang: UiLang, words: str) -> None:
    assert words in said(PANEL, moment_of(trip(SEOUL, BUSAN, active=False)), lang=lang)
    assert words not in said(PANEL, moment_of(trip(SEOUL, BUSAN)), lang=lang)


@pytest.mark.parametrize(("locale", "names"), [("en", ("Seoul", "Busan")), ("ko", ("서울", "부산"))])
def test_places_are_named_in_the_language_of_the_session(locale: Locale, names: tuple[str, str]) -> None:
    text = said(PANEL, moment_of(trip(SEOUL, BUSAN), locale=locale), 56)
    for number, name in enumerate(names, 1):
        assert text.count(f"{number} {name}") == 2, "once on the map, once in the list"


@pytest.mark.parametrize("stops", [(SEOUL, BUSAN), (SEOUL, DAEJEON, DAEGU, BUSAN)])
def test_totals_are_those_of_all_legs_and_the_car_arrives_that_much_later(stops: tuple[str, ...]) -> None:
    moment = moment_of(trip(*stops))
    legs = [WORLD.routes(start, end)[0] for start, end in pairwise(stops)]
    km = sum(leg["distance_km"] for leg in legs)
    minutes = sum(leg["duration_hours"] * 60 + leg["duration_minutes"] for leg in legs)
    text = said(PANEL, moment, 100, TALL)
    assert f"{km:.1f} km {minutes // 60}:{minutes % 60:02d} h" in text
    assert f"Arrival {moment.story.now_at(moment.position) + timedelta(minutes=minutes):%H:%M}" in text
    for leg in legs:
        assert f"{leg['distance_km']:.1f} km  {leg['duration_hours']}:{leg['duration_minutes']:02d} h" in text
        assert leg["name_via"].split(",")[0] in text


def test_only_what_is_still_ahead_counts() -> None:
    at_daejeon = trip(SEOUL, DAEJEON, BUSAN) | car_at(DAEJEON)
    text = said(PANEL, moment_of(at_daejeon), 100, TALL)
    assert f"To go {WORLD.routes(DAEJEON, BUSAN)[0]['distance_km']:.1f} km" in text


def test_an_arrival_after_midnight_says_so() -> None:
    late = trip(SEOUL, BUSAN) | {"current_datetime": {"year": 2026, "month": 3, "day": 12, "hour": 23, "minute": 30}}
    assert "03:33 (+1 d)" in said(PANEL, moment_of(late), 60)
    assert "03:33 (1일 뒤)" in said(PANEL, moment_of(late), 60, lang="ko")


def test_alternatives_are_counted_with_what_sets_them_apart() -> None:
    chosen, second, third = WORLD.routes(SEOUL, BUSAN)
    text = said(PANEL, moment_of(trip(SEOUL, BUSAN)), 100, TALL)
    assert f"2 others: +0:37 h +{second['distance_km'] - chosen['distance_km']:.1f} km" in text
    assert chosen["includes_toll"]
    assert not third["includes_toll"]
    assert "no toll" in text
    slower = said(PANEL, moment_of(trip(SEOUL, BUSAN, alternative=1)), 100, TALL)
    assert "2 others: −0:37 h −" in slower
    assert "다른 경로 2개: +37분" in said(PANEL, moment_of(trip(SEOUL, BUSAN)), 100, TALL, "ko")


def test_the_car_is_marked_where_it_is() -> None:
    assert "▲ 1 Seoul  car is here" in said(PANEL, moment_of(trip(SEOUL, BUSAN)))
    away = said(PANEL, moment_of(trip(SEOUL, BUSAN) | car_at(DAEJEON)))
    assert "▲ Daejeon  car is here" in away
    assert any("▲" in line and "car" in line for line in away.split("\n") if "car is here" not in line)


def test_a_change_of_the_route_shows_the_old_one_and_marks_what_is_new() -> None:
    quiet, loud = (
        moment_of(trip(SEOUL, DAEJEON, BUSAN), trip(SEOUL, BUSAN), flashing=flashing) for flashing in (False, True)
    )
    text = said(PANEL, quiet, 60)
    assert "before: Seoul › Busan, 362.5 km 4:03 h" in text
    assert "Daejeon" in styled(drawn(PANEL, quiet, 60, TALL), "magenta")
    goal = [line for line in drawn(PANEL, quiet, 60, TALL) if line.plain.startswith("◆ 3 Busan")]
    assert goal
    assert not styled(goal, "magenta")
    assert "Daejeon" in styled(drawn(PANEL, loud, 60, TALL), "red")
    assert PANEL.depends(quiet) != PANEL.depends(loud)
    first = moment_of(trip(SEOUL, BUSAN), {"waypoints_id": [], "routes_to_final_destination_id": []})
    assert "before: no destination set" in said(PANEL, first, 60)
    assert "before" not in said(PANEL, moment_of(trip(SEOUL, BUSAN)), 60)


def test_another_alternative_and_guidance_switched_off_show_old_and_new() -> None:
    other = moment_of(trip(SEOUL, BUSAN, alternative=1), trip(SEOUL, BUSAN))
    assert "before: Seoul › Busan, 362.5 km 4:03 h" in said(PANEL, other, 60)
    assert "439.9 km" in styled(drawn(PANEL, other, 60), "magenta")
    off = moment_of(trip(SEOUL, BUSAN, active=False), {"navigation_active": True})
    assert "● on → ○ off" in said(PANEL, off)


@pytest.mark.parametrize("lang", LANGS)
def test_every_variable_changes_the_text(lang: UiLang) -> None:
    moments = [
        moment_of(values)
        for values in (
            trip(SEOUL, BUSAN),
            trip(SEOUL, BUSAN, active=False),
            trip(SEOUL, BUSAN, alternative=1),
            trip(SEOUL, DAEJEON),
            trip(SEOUL, BUSAN) | car_at(DAEGU),
        )
    ]
    assert len({said(PANEL, moment, 56, lang=lang) for moment in moments}) == len(moments)
    assert all(PANEL.depends(moments[0]) != PANEL.depends(other) for other in moments[1:])


@pytest.mark.parametrize(
    ("lang", "place", "route"),
    [
        ("en", "place unknown to this world", "route unknown to this world"),
        ("ko", "이 지도에 없는 장소", "이 지도에 없는 경로"),
    ],
)
def test_what_the_world_does_not_know_is_told_plainly(lang: UiLang, place: str, route: str) -> None:
    values = trip(SEOUL, BUSAN) | {"waypoints_id": [SEOUL, "loc_no_1"], "routes_to_final_destination_id": ["rll_no"]}
    text = said(PANEL, moment_of(values), 56, lang=lang)
    assert f"loc_no_1  {place}" in text
    assert f"{route}  rll_no" in text
    assert ("To go unknown" if lang == "en" else "잔여 알 수 없음") in text


def test_a_world_of_other_rows_than_the_route_is_told_plainly() -> None:
    empty = RowsWorld()
    text = said(PANEL, moment_of(trip(SEOUL, BUSAN), world=empty), 60)
    assert text.count("place unknown to this world") == 2
    assert "route unknown to this world" in text


def test_legs_and_stops_that_do_not_fit_together_are_told() -> None:
    elsewhere = trip(SEOUL, BUSAN) | {"waypoints_id": [SEOUL, DAEJEON]}
    assert "leads elsewhere: Seoul › Busan" in said(PANEL, moment_of(elsewhere), 60)
    missing = trip(SEOUL, BUSAN) | {"routes_to_final_destination_id": []}
    assert "no route set" in said(PANEL, moment_of(missing), 60)
    alone = trip(SEOUL, BUSAN) | {"waypoints_id": []}
    assert "leads elsewhere" not in said(PANEL, moment_of(alone), 60)
    assert "362.5 km" in said(PANEL, moment_of(alone), 60)


def test_control_characters_in_ids_never_reach_the_screen() -> None:
    bad = {"waypoints_id": ["\x1b[31mred\n", SEOUL], "routes_to_final_destination_id": ["\x07"]} | car_at(SEOUL)
    for line in drawn(PANEL, moment_of(bad), 60):
        assert line.plain.isprintable()


def test_there_and_back_again_names_the_place_once_on_the_map_and_twice_in_the_list() -> None:
    text = said(PANEL, moment_of(trip(SEOUL, BUSAN, SEOUL)), 60, TALL)
    assert "1,3 Seoul" in text
    assert text.count("Seoul") == 3
    same = trip(SEOUL, BUSAN) | {"waypoints_id": [SEOUL, SEOUL], "routes_to_final_destination_id": []}
    assert "2 Seoul" in said(PANEL, moment_of(same), 60)


def test_a_single_waypoint_is_listed_without_a_map() -> None:
    values = {"waypoints_id": [SEOUL], "navigation_active": True} | car_at(SEOUL)
    assert said(PANEL, moment_of(values), 56).split("\n")[1:] == ["▲ 1 Seoul  car is here"]


def test_a_long_trip_tells_how_much_more_there_is_and_shows_it_all_when_it_can_scroll() -> None:
    near = sorted(
        (place for place in WORLD.places() if WORLD.routes(SEOUL, place.id)),
        key=lambda place: distance_km((126.978, 37.5665), (place.longitude, place.latitude)),
    )
    stops = [SEOUL, *(place.id for place in near[:9])]
    moment = moment_of(trip(*stops))
    short = said(PANEL, moment).split("\n")
    assert len(short) == 16
    assert short[-1].startswith("… ")
    whole = said(PANEL, moment, height=16).split("\n")
    for number in range(1, 11):
        assert any(f" {number} " in line for line in whole[4:])


def test_it_is_drawn_again_when_the_minute_passes_but_not_within_it() -> None:
    moment = moment_of(trip(SEOUL, BUSAN), {"navigation_active": False})
    early, late = (
        moment.story.events[1].model_copy(update={"at_ms": at_ms, "seq": 2 + place})
        for place, at_ms in enumerate((59_000, 61_000))
    )
    kept = PANEL.depends(moment)
    moment.story.append(early.model_copy(update={"result": early.result.model_copy(update={"changes": ()})}))  # type: ignore[union-attr]
    assert PANEL.depends(type(moment)(moment.story, 3)) == kept
    moment.story.append(late.model_copy(update={"result": late.result.model_copy(update={"changes": ()})}))  # type: ignore[union-attr]
    assert PANEL.depends(type(moment)(moment.story, 4)) != kept
