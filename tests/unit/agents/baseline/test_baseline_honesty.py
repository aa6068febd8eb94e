"""Whole dialogues with the real environment: the assistant says what it cannot do and never pretends."""

from typing import Any

import pytest

DONE = ("I've", "었어요", "았어요", "췄어요", "켰어요", "껐어요", "꿨어요")


def claims(answer: str) -> bool:
    return any(word in answer for word in DONE)


@pytest.mark.parametrize(
    ("locale", "removed", "wish", "named"),
    [
        ("en", "open_close_sunshade", "Open the sunroof to 50 percent", "sunshade"),
        ("ko", "open_close_sunshade", "선루프 50퍼센트 열어 줘", "선셰이드"),
        ("en", "get_weather", "Open the sunroof to 50 percent", "weather"),
        ("en", "open_close_trunk_door", "Open the trunk", "trunk"),
        ("en", "set_seat_heating.level", "Set my seat heating to level 2", "level"),
        ("ko", "set_ambient_lights.lightcolor", "무드등 파란색으로 바꿔 줘", "색깔"),
        ("en", "get_climate_settings", "Turn on the front defrost", "climate settings"),
        (
            "en",
            "result.get_vehicle_window_positions.window_driver_position",
            "Turn on the air conditioning",
            "driver's window",
        ),
        ("ko", "result.get_exterior_lights_status.head_lights_high_beams", "안개등 켜 줘", "상향등"),
        ("ko", "set_fan_speed", "에어컨 켜 줘", "풍량"),
    ],
)
def test_what_is_missing_is_named_and_nothing_changes(
    drive: Any, locale: str, removed: str, wish: str, named: str
) -> None:
    car = drive(locale, removed=(removed,))
    before = car.environment.digest
    answer = car.say(wish)
    assert named in answer
    assert not claims(answer)
    assert car.environment.digest == before
    tool = removed.split(".")[0]
    assert tool not in car.called or tool == "result"


def test_a_removed_parameter_is_never_sent(drive: Any) -> None:
    car = drive("en", removed=("set_climate_temperature.seat_zone",))
    car.say("Set the driver temperature to 22 degrees")
    assert "set_climate_temperature" not in car.called


def test_an_optional_parameter_that_is_gone_is_left_out(drive: Any) -> None:
    car = drive("en", removed=("get_weather.time_minutes",))
    car.say("Open the sunroof to 50 percent")
    assert car["sunroof_position"] == 50


def test_hidden_fields_are_admitted_and_the_rest_is_told(drive: Any) -> None:
    car = drive(
        "en", {"window_passenger_position": 30}, removed=("result.get_vehicle_window_positions.window_driver_position",)
    )
    answer = car.say("Which windows are open?")
    assert "30 percent" in answer
    assert "can't tell" in answer


def test_reports_hold_the_values_that_were_set(drive: Any) -> None:
    car = drive("ko", {"fan_speed": 1})
    assert "3단계" in car.say("풍량 두 단계 올려 줘")


@pytest.mark.parametrize(
    ("locale", "wish"), [("en", "Play some music"), ("ko", "음악 틀어 줘"), ("en", "Find a petrol station")]
)
def test_other_domains_are_declined(drive: Any, locale: str, wish: str) -> None:
    car = drive(locale)
    answer = car.say(wish)
    assert car.called == []
    assert "can't" in answer or "할 수 없어요" in answer


@pytest.mark.parametrize(
    ("locale", "noise"), [("en", "blurb the wuggle"), ("ko", "어쩌고 저쩌고"), ("en", ""), ("ko", "...")]
)
def test_noise_is_not_acted_upon(drive: Any, locale: str, noise: str) -> None:
    car = drive(locale)
    answer = car.say(noise)
    assert car.called == []
    assert answer.endswith("?")


def test_an_unoffered_colour_is_answered_with_those_offered(drive: Any) -> None:
    car = drive("ko")
    assert "보라" in car.say("무드등 갈색으로 바꿔 줘")
    car.say("그럼 보라색으로")
    assert car["ambient_light"] == "PURPLE"


def test_cooling_against_wished_open_windows_is_refused(drive: Any) -> None:
    car = drive("en")
    answer = car.say("Open the driver window to 60 percent and turn on the air conditioning")
    assert "can't turn on the air conditioning" in answer
    assert not car["air_conditioning"]


def test_the_weather_and_sums_come_from_tools(drive: Any) -> None:
    car = drive("en", weather="cloudy_and_rain")
    assert "rain" in car.say("What's the weather like right now?")
    assert "get_weather" in car.called
    assert "42" in car.say("What is 12 plus 30")
    assert car.called == ["calculate_math"]
    car.say("What's the weather like tomorrow?")
    assert car.called == []
