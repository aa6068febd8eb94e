"""Navigation: what is set, what is asked first, and that edits come one after another."""

from typing import Any

import pytest

SEOUL, BUSAN, DAEJEON, SEJONG = "loc_seo_100001", "loc_bus_100002", "loc_dae_100005", "loc_sej_100025"
EDITS = ("set_new_navigation", "delete_current_navigation", "navigation_")


def edits(car: Any) -> list[str]:
    """Return the navigation edits since the last utterance."""
    return [name for name in car.called if name.startswith(EDITS)]


def routes(car: Any, start: str, end: str, alias: str) -> str:
    """Return the id of the route with an alias."""
    return next(str(row["route_id"]) for row in car.environment.world.routes(start, end) if alias in row["alias"])


@pytest.mark.parametrize(("locale", "wish"), [("en", "Navigate to Daejeon"), ("ko", "대전으로 안내해 줘")])
def test_two_good_routes_are_presented_and_asked_about(trip: Any, locale: str, wish: str) -> None:
    car = trip(locale)
    answer = car.say(wish)
    assert edits(car) == []
    assert answer.endswith("?")
    assert ("fastest" in answer and "shortest" in answer) if locale == "en" else ("빠른" in answer and "짧은" in answer)
    assert "1 more" in answer or "1개가 더" in answer
    assert ("toll" in answer) if locale == "en" else ("통행료" in answer)
    car.say("the shortest" if locale == "en" else "짧은 길로 가자")
    assert car["waypoints_id"] == [SEOUL, DAEJEON]
    assert car["routes_to_final_destination_id"] == [routes(car, SEOUL, DAEJEON, "shortest")]


@pytest.mark.parametrize(
    ("locale", "wish", "alias"),
    [
        ("en", "Take me to Daejeon on the shortest route", "shortest"),
        ("en", "Drive to Daejeon, the quickest way please", "fastest"),
        ("ko", "대전까지 최단 거리로 안내해 주세요", "shortest"),
        ("ko", "제일 빠른 길로 대전 가자", "fastest"),
    ],
)
def test_a_route_that_was_said_is_not_asked_about(trip: Any, locale: str, wish: str, alias: str) -> None:
    car = trip(locale)
    car.say(wish)
    assert car["routes_to_final_destination_id"] == [routes(car, SEOUL, DAEJEON, alias)]


def test_tolls_are_avoided_only_where_they_can_be(trip: Any) -> None:
    car = trip("en")
    car.say("Take me to Busan without tolls")
    route = car.environment.world.route(car["routes_to_final_destination_id"][0])
    assert route["includes_toll"] is False
    hidden = trip("en", removed=("result.get_routes_from_start_to_destination.routes.includes_toll",))
    assert "can't tell which routes have tolls" in hidden.say("Take me to Busan without tolls")
    assert not hidden["navigation_active"]


@pytest.mark.parametrize(
    ("locale", "sentence", "alias"),
    [("en", "always prefers the shortest route", "shortest"), ("ko", "항상 가장 빠른 길을 선호함", "fastest")],
)
def test_a_preference_decides_before_a_question(trip: Any, locale: str, sentence: str, alias: str) -> None:
    car = trip(locale, route_preference=sentence)
    car.say("Navigate to Daejeon" if locale == "en" else "대전으로 가자")
    assert car["routes_to_final_destination_id"] == [routes(car, SEOUL, DAEJEON, alias)]


def test_a_repeated_wish_gets_the_fastest_route_and_is_told_so(trip: Any) -> None:
    car = trip("en")
    car.say("Navigate to Daejeon")
    answer = car.say("Navigate to Daejeon")
    assert "fastest" in answer
    assert car["routes_to_final_destination_id"] == [routes(car, SEOUL, DAEJEON, "fastest")]


@pytest.mark.parametrize(
    ("locale", "wish"), [("en", "Take me to Busan via Daejeon"), ("ko", "대전 들러서 부산으로 가자")]
)
def test_several_legs_take_the_fastest_of_each_and_say_so(trip: Any, locale: str, wish: str) -> None:
    car = trip(locale)
    answer = car.say(wish)
    assert edits(car) == ["set_new_navigation"]
    assert car["waypoints_id"] == [SEOUL, DAEJEON, BUSAN]
    assert ("fastest" in answer and "toll" in answer) if locale == "en" else ("빠른" in answer and "통행료" in answer)


@pytest.mark.parametrize(
    ("locale", "wish", "waypoints"),
    [
        ("en", "Replace Daejeon with Sejong", [SEOUL, SEJONG, BUSAN]),
        ("en", "Skip the stop in Daejeon and take the fastest route", [SEOUL, BUSAN]),
        ("en", "Drop the final destination", [SEOUL, DAEJEON]),
        ("en", "Take me to Sejong instead", [SEOUL, DAEJEON, SEJONG]),
        ("ko", "대전 말고 세종에 들르자", [SEOUL, SEJONG, BUSAN]),
        ("ko", "대전은 빼고 제일 빠른 길로 가자", [SEOUL, BUSAN]),
        ("ko", "목적지를 세종으로 바꿔 줘", [SEOUL, DAEJEON, SEJONG]),
        ("ko", "내비 꺼 줘", []),
        ("en", "Cancel the navigation", []),
    ],
)
def test_an_active_navigation_is_edited(trip: Any, locale: str, wish: str, waypoints: list[str]) -> None:
    car = trip(locale)
    car.say("Take me to Busan via Daejeon" if locale == "en" else "대전 들러서 부산으로 가자")
    car.say(wish)
    assert car["waypoints_id"] == waypoints
    assert "set_new_navigation" not in car.called


def test_edits_of_one_utterance_come_in_steps_of_their_own(trip: Any) -> None:
    car = trip("en")
    car.say("Take me to Busan via Daejeon")
    car.say("Replace Daejeon with Sejong, then take me to Gwangju instead")
    assert [sum(name.startswith(EDITS) for name, _ in step) for step in car.steps if edits(car)].count(1) == 2
    assert all(sum(name.startswith(EDITS) for name, _ in step) <= 1 for step in car.steps)
    assert car["waypoints_id"][1] == SEJONG


def test_places_are_told_by_name_and_chosen_by_name(trip: Any) -> None:
    car = trip("en")
    answer = car.say("Find a restaurant in Jeonju")
    names = [row["name"] for row in car.environment.world.pois_at("loc_jeo_100011", "restaurants")]
    assert all(name in answer for name in names)
    assert car.changed == ["search_poi_at_location"]
    car.say(f"{names[1]}, fastest way")
    assert car["waypoints_id"] == [SEOUL, "poi_res_011002"]


def test_a_stop_along_the_route_is_searched_chosen_and_added(trip: Any) -> None:
    car = trip("ko")
    car.say("부산까지 제일 빠른 길로 안내해 줘")
    answer = car.say("가는 길에 빵집 들르자")
    assert "search_poi_along_the_route" in car.called
    assert answer.endswith("?")
    car.say("첫 번째")
    assert edits(car) == ["navigation_add_one_waypoint"]
    assert car["waypoints_id"][0] == SEOUL
    assert car["waypoints_id"][1].startswith("poi_bak_")
    assert car["waypoints_id"][2] == BUSAN


def test_chargers_along_the_route_need_a_kilometre(trip: Any) -> None:
    car = trip("en", {"state_of_charge": 60})
    car.say("Take me to Busan on the fastest route")
    assert "kilometer" in car.say("Find a fast charger on the way")
    assert car.say("around kilometer 200").endswith("?")
    call = next(arguments for name, arguments in car.steps[-1] if name == "search_poi_along_the_route")
    assert call["at_kilometer"] == 200
    assert call["filters"] == ["charging_stations::has_dc_plug"]


@pytest.mark.parametrize(("locale", "wish"), [("en", "Take me to Atlantis"), ("ko", "아틀란티스로 가자")])
def test_an_unknown_city_is_admitted_and_asked_for(trip: Any, locale: str, wish: str) -> None:
    car = trip(locale)
    answer = car.say(wish)
    assert "can't find" in answer or "찾을 수 없어요" in answer
    assert answer.endswith("?")
    car.say("I meant Busan" if locale == "en" else "부산이요")
    assert ("get_location_id_by_location_name", {"location": "Busan" if locale == "en" else "부산"}) in car.steps[0]


@pytest.mark.parametrize(
    ("removed", "locale", "wish", "told"),
    [
        ("set_new_navigation", "en", "Navigate to Busan", "can't start the navigation"),
        ("get_location_id_by_location_name", "ko", "부산으로 가자", "장소를 찾을 수 없어요"),
        ("get_routes_from_start_to_destination.destination_id", "en", "Navigate to Busan", "isn't available"),
        ("result.get_routes_from_start_to_destination.routes", "ko", "부산으로 가자", "알 수 없어요"),
        ("result.get_current_navigation_state.navigation_active", "en", "Where are we going?", "can't tell"),
        ("search_poi_at_location", "en", "Find a bakery in Suwon", "can't search"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_set(trip: Any, removed: str, locale: str, wish: str, told: str) -> None:
    car = trip(locale, removed=(removed,))
    assert told in car.say(wish)
    assert not car["navigation_active"]


def test_a_hidden_distance_is_admitted_and_not_made_up(trip: Any) -> None:
    car = trip("en", removed=("result.get_routes_from_start_to_destination.routes.distance_km",))
    answer = car.say("How far is it to Daejeon?")
    assert "can't tell" in answer
    assert "kilometers" not in answer


def test_questions_about_the_way_change_nothing(trip: Any) -> None:
    car = trip("en")
    assert "kilometers" in car.say("How far is it to Busan?")
    assert "No navigation" in car.say("When do we arrive?")
    assert not car["navigation_active"]


def test_road_and_car_wishes_go_together(trip: Any) -> None:
    car = trip("ko")
    answer = car.say("제일 빠른 길로 부산 안내하고 에어컨도 켜 줘")
    assert car["waypoints_id"] == [SEOUL, BUSAN]
    assert car["air_conditioning"]
    assert "에어컨" in answer
    assert "부산" in answer


@pytest.mark.parametrize(
    ("level", "ending"), [("hae", "[어야해게래까돼]"), ("haeyo", "요"), ("hapsyo", "(?:니다|니까)")]
)
def test_every_sentence_is_at_the_asked_level(trip: Any, level: str, ending: str) -> None:
    import re

    car = trip("ko", level=level)
    for wish in (
        "대전으로 가자",
        "빠른 길",
        "가는 길에 화장실 있어?",
        "첫 번째",
        "언제 도착해?",
        "오늘 일정 알려 줘",
        "배터리 얼마나 남았어?",
    ):
        for sentence in re.split(r"(?<=[.?]) ", car.say(wish)):
            assert re.search(rf"{ending}[.?]$", sentence), sentence


@pytest.mark.parametrize(
    ("locale", "wish", "first"),
    [
        ("en", "Is there a bakery on the way to Daejeon?", "the first one"),
        ("ko", "대전 가는 길에 빵집 있어?", "첫 번째"),
    ],
)
def test_a_place_on_the_way_to_somewhere_becomes_a_stop(trip: Any, locale: str, wish: str, first: str) -> None:
    car = trip(locale)
    car.say(wish)
    assert not car["navigation_active"]
    car.say(first)
    assert car["waypoints_id"][0] == SEOUL
    assert car["waypoints_id"][1].startswith("poi_bak_")
    assert car["waypoints_id"][2] == DAEJEON


@pytest.mark.parametrize(
    ("locale", "start", "wish", "parameter"),
    [
        ("en", "Take me to Busan on the fastest route", "How far will we be in 90 minutes?", "time_minutes"),
        ("ko", "제일 빠른 길로 부산 가자", "100킬로 지점까지 얼마나 걸려?", "distance_km"),
    ],
)
def test_progress_along_the_route_is_converted_by_the_car(
    trip: Any, locale: str, start: str, wish: str, parameter: str
) -> None:
    car = trip(locale)
    car.say(start)
    car.say(wish)
    call = next(arguments for name, arguments in car.steps[-1] if name == "convert_route_distance_and_time")
    assert call[parameter] in (90, 100)
