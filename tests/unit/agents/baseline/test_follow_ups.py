"""Words that go on with what was said before: more of it, the weather there or another day, still hot."""

from typing import Any

import pytest

from simulator.agents.baseline.follow_ups import follow_up
from simulator.agents.baseline.frames import Intent
from simulator.channel import Locale

FAN_UP = Intent("fan", "up", by=1)


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        *(
            ("en", words)
            for words in ("More", "a bit more", "Just a little more please", "and a touch more", "some more.")
        ),
        *(
            ("ko", words)
            for words in ("더", "조금만 더", "좀 더요", "조금 더 해 줘", "아주 조금만 더 해 주세요.", "약간 더")
        ),
    ],
)
def test_more_goes_on_in_the_same_direction(locale: Locale, words: str) -> None:
    up = follow_up(words, locale, FAN_UP, weather=False)
    down = follow_up(words, locale, Intent("fan", "down", by=1), weather=False)
    assert up is not None
    assert down is not None
    assert (up.action, down.action) == ("up", "down")
    assert follow_up(words, locale, None, weather=True) is None


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "more air"),
        ("en", "no more"),
        ("en", "what more can you do"),
        ("ko", "더워"),
        ("ko", "더 열어"),
        ("ko", "더는"),
    ],
)
def test_words_with_more_to_them_are_left_to_others(locale: Locale, words: str) -> None:
    assert follow_up(words, locale, FAN_UP, weather=False) is None


@pytest.mark.parametrize(
    ("wish", "further"),
    [
        (Intent("fan", "set", value=3), Intent("fan", "up", by="some")),
        (Intent("seat_heating", "on", ("DRIVER",)), Intent("seat_heating", "up", ("DRIVER",), by="some")),
        (Intent("window", "set", ("DRIVER",), 50), Intent("window", "open", ("DRIVER",), "some")),
        (Intent("sunshade", "close"), Intent("sunshade", "close", value="some")),
        (Intent("temperature", "down", by=2), Intent("temperature", "down", by=2)),
        (Intent("ac", "on"), None),
        (Intent("ambient", "set", value="RED"), None),
    ],
)
def test_what_more_means_depends_on_the_wish(wish: Intent, further: Intent | None) -> None:
    assert follow_up("more", "en", wish, weather=False) == further


@pytest.mark.parametrize(
    ("locale", "first", "more", "level"),
    [
        ("en", "Set the fan to 3", "a bit more", 4),
        ("en", "Turn the fan down", "a bit more", 1),
        ("ko", "풍량 줄여 줘", "조금만 더", 1),
        ("ko", "바람 세기 3단으로 해 줘", "더", 4),
    ],
)
def test_the_fan_follows(drive: Any, locale: str, first: str, more: str, level: int) -> None:
    """Asked by how much it is to go down, 'a bit more' takes it further down and never up."""
    car = drive(locale, {"fan_speed": 2})
    car.say(first)
    car.say(more)
    assert car["fan_speed"] == level


@pytest.mark.parametrize(("locale", "fan", "warmer"), [("en", "Set the fan to 3", "Make it warmer by two degrees")])
def test_warmer_is_about_the_temperature_after_the_fan(drive: Any, locale: str, fan: str, warmer: str) -> None:
    car = drive(locale, {"fan_speed": 0})
    car.say(fan)
    car.say(warmer)
    assert car["fan_speed"] == 3
    assert car.changed == ["set_climate_temperature"]


@pytest.mark.parametrize(
    ("locale", "first", "there"),
    [("en", "Navigate to Busan", "What's the weather there?"), ("ko", "부산으로 가자", "거기 날씨는 어때?")],
)
def test_there_is_the_place_spoken_of_last(trip: Any, locale: str, first: str, there: str) -> None:
    car = trip(locale)
    car.say(first)
    car.say(there)
    assert [arguments["location_or_poi_id"] for step in car.steps for _, arguments in step] == ["loc_bus_100002"]


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en", "What's the weather there?"), ("en", "Is it raining out there?"), ("ko", "거기 날씨 어때?")],
)
def test_there_without_a_place_is_here(trip: Any, locale: str, words: str) -> None:
    car = trip(locale)
    car.say(words)
    assert [arguments["location_or_poi_id"] for step in car.steps for _, arguments in step] == ["loc_seo_100001"]


@pytest.mark.parametrize(
    ("locale", "first", "then"),
    [("en", "What's the weather like?", "And tomorrow?"), ("ko", "날씨 어때?", "그럼 내일은?")],
)
def test_another_day_after_the_weather_is_declined(trip: Any, locale: str, first: str, then: str) -> None:
    car = trip(locale)
    car.say(first)
    answer = car.say(then)
    assert car.called == []
    assert "today" in answer or "오늘" in answer


@pytest.mark.parametrize(
    ("locale", "on", "hot"),
    [("en", "Turn on the air conditioning", "I'm still hot"), ("ko", "에어컨 켜 줘", "아직도 더워")],
)
def test_what_is_on_is_not_offered_again(drive: Any, locale: str, on: str, hot: str) -> None:
    car = drive(locale, {"fan_speed": 2})
    assert "turn on the air" in car.say(hot) or "에어컨을 켜거나" in car.say(hot)
    car = drive(locale, {"fan_speed": 2})
    car.say(on)
    answer = car.say(hot)
    assert "is on" in answer or "에어컨은 켜져" in answer


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en", "Is the bathroom window open?"), ("en", "turn off the bathroom lights"), ("ko", "화장실 창문 열려 있어?")],
)
def test_a_room_of_the_house_is_no_place_to_find(trip: Any, locale: str, words: str) -> None:
    car = trip(locale)
    car.say(words)
    assert car.called == []


@pytest.mark.parametrize(
    ("locale", "words"), [("en", "Where's the nearest bathroom?"), ("ko", "화장실 문 연 데 있어?")]
)
def test_a_public_toilet_is_still_found(trip: Any, locale: str, words: str) -> None:
    car = trip(locale)
    car.say(words)
    assert "search_poi_at_location" in car.called


def test_tolls_have_a_colloquial_name(trip: Any) -> None:
    car = trip("ko")
    assert "통행료는 없" in car.say("부산으로 톨비 안 내는 길로 가 줘")


def test_a_friend_is_called_by_the_first_name_with_i(trip: Any) -> None:
    car = trip("ko")
    assert "정수진" in car.say("수진이한테 전화해 줘")
    assert "찾을 수 없" in car.say("빛돌이한테 전화해 줘")


@pytest.mark.parametrize(
    ("locale", "go", "asked", "enough", "short"),
    [
        (
            "en",
            "Take me to Busan on the fastest route",
            ("How much battery will I have when I arrive?", "Is the battery enough?"),
            "percent of the battery will be left in Busan",
            "is not enough without charging",
        ),
        (
            "ko",
            "부산으로 가장 빠른 길로 가자",
            ("도착하면 배터리 얼마나 남아?", "배터리 충분해?", "목적지에서 충전량이 몇 퍼센트야?"),
            "퍼센트쯤 남아",
            "중간에 충전해야",
        ),
    ],
)
def test_the_charge_at_arrival_follows_from_route_and_range(
    trip: Any, locale: str, go: str, asked: tuple[str, ...], enough: str, short: str
) -> None:
    for words in asked:
        for charge, told in ((100, enough), (10, short)):
            car = trip(locale, {"state_of_charge": charge})
            car.say(go)
            assert told in car.say(words), words
    car = trip(locale, {"state_of_charge": 50})
    assert "50" in car.say(asked[0])


def test_only_what_can_be_closed_is_closed(drive: Any) -> None:
    """The defrost talked of last is nothing to close."""
    car = drive("en", {"fan_speed": 2})
    car.say("Defog the windshield")
    car.say("Close everything")
    assert car.changed == []
    assert car["window_front_defrost"] is True


def test_cold_outside_is_a_question_and_mist_is_cleared(drive: Any) -> None:
    car = drive("ko", {"fan_speed": 2})
    car.say("밖에 많이 추워?")
    assert car.called == ["get_weather"]
    car.say("앞유리 김 좀 없애 줘")
    assert car["window_front_defrost"] is True


@pytest.mark.parametrize("words", ["도착하면 몇 시야?", "도착하는 게 언제야?", "언제 도착해?"])
def test_the_time_of_arrival_is_no_question_for_the_clock(trip: Any, words: str) -> None:
    car = trip("ko")
    car.say("부산으로 가장 빠른 길로 가자")
    assert "도착" in car.say(words)
