"""Whole dialogues with the real environment: the assistant keeps the rules of the car."""

from typing import Any

import pytest


def test_sunroof_looks_at_the_weather_and_opens_the_shade_in_the_same_step(drive: Any) -> None:
    car = drive("en", weather="sunny")
    car.say("Open the sunroof to 40 percent")
    assert car["sunroof_position"] == 40
    assert car["sunshade_position"] == 100
    weather = next(index for index, step in enumerate(car.steps) if step[0][0] == "get_weather")
    opening = next(index for index, step in enumerate(car.steps) if ("open_close_sunroof", {"percentage": 40}) in step)
    assert weather < opening
    assert [name for name, _ in car.steps[opening]] == ["open_close_sunshade", "open_close_sunroof"]


@pytest.mark.parametrize(
    ("locale", "wish", "yes", "no"),
    [("en", "Open the sunroof to 40 percent", "yes", "no"), ("ko", "선루프 40퍼센트 열어 줘", "네", "아니 됐어")],
)
def test_sunroof_in_the_rain_needs_a_yes(drive: Any, locale: str, wish: str, yes: str, no: str) -> None:
    refused = drive(locale, weather="cloudy_and_rain")
    assert refused.say(wish).endswith("?")
    assert refused.changed == []
    refused.say(no)
    assert refused["sunroof_position"] == 0
    agreed = drive(locale, weather="cloudy_and_rain")
    agreed.say(wish)
    agreed.say(yes)
    assert agreed["sunroof_position"] == 40


def test_an_unclear_answer_is_no_yes(drive: Any) -> None:
    car = drive("en", weather="cloudy_and_rain")
    question = car.say("Open the sunroof to 40 percent")
    assert question in car.say("hmm")
    car.say("well")
    assert car["sunroof_position"] == 0


def test_a_changed_value_is_confirmed_again(drive: Any) -> None:
    car = drive("en", weather="cloudy_and_rain")
    car.say("Open the sunroof to 40 percent")
    assert "30 percent" in car.say("yes but only 30")
    assert car["sunroof_position"] == 0
    car.say("yes")
    assert car["sunroof_position"] == 30


def test_air_conditioning_closes_wide_windows_and_starts_the_fan(drive: Any) -> None:
    state = {"window_driver_position": 50, "window_passenger_position": 20, "fan_speed": 0}
    car = drive("en", state)
    car.say("Turn on the air conditioning")
    assert (car["air_conditioning"], car["fan_speed"]) == (True, 1)
    assert (car["window_driver_position"], car["window_passenger_position"]) == (0, 20)
    assert {name for name, _ in car.steps[0]} == {"get_climate_settings", "get_vehicle_window_positions"}


def test_a_stated_fan_level_is_not_overruled_by_the_rule(drive: Any) -> None:
    car = drive("ko", {"fan_speed": 0})
    car.say("에어컨 켜고 풍량 3단으로 해 줘")
    assert (car["air_conditioning"], car["fan_speed"]) == (True, 3)
    assert car.called.count("set_fan_speed") == 1


def test_front_defrost_brings_fan_airflow_and_cooling(drive: Any) -> None:
    car = drive("ko", {"fan_speed": 1, "fan_airflow_direction": "FEET", "window_driver_rear_position": 60})
    car.say("앞유리 성에 제거 켜 줘")
    assert car["window_front_defrost"]
    assert (car["fan_speed"], car["air_conditioning"], car["window_driver_rear_position"]) == (2, True, 0)
    assert "WINDSHIELD" in car["fan_airflow_direction"]


def test_rear_defrost_needs_nothing_else(drive: Any) -> None:
    car = drive("en")
    car.say("Turn on the rear window defrost")
    assert car.called == ["set_window_defrost"]


def test_fog_lights_are_confirmed_with_what_they_bring(drive: Any) -> None:
    car = drive("en", {"head_lights_high_beams": True}, weather="cloudy_and_fog")
    question = car.say("Turn on the fog lights")
    assert "low beams on" in question
    assert "high beams off" in question
    assert car.changed == []
    car.say("yes")
    assert (car["fog_lights"], car["head_lights_low_beams"], car["head_lights_high_beams"]) == (True, True, False)


def test_high_beams_never_join_fog_lights(drive: Any) -> None:
    car = drive("ko", {"fog_lights": True, "head_lights_low_beams": True})
    assert "안개등을 끄고 상향등을 켤까요?" in car.say("상향등 켜 줘")
    car.say("네")
    assert (car["fog_lights"], car["head_lights_high_beams"]) == (False, True)


@pytest.mark.parametrize(("locale", "wish", "no"), [("en", "Open the trunk", "no"), ("ko", "트렁크 열어 줘", "아니요")])
def test_trunk_moves_only_after_a_yes(drive: Any, locale: str, wish: str, no: str) -> None:
    car = drive(locale)
    car.say(wish)
    assert car.called == []
    car.say(no)
    assert car["trunk_door_position"] == "closed"
    car.say(wish)
    car.say("yes" if locale == "en" else "응 열어 줘")
    assert car["trunk_door_position"] == "OPEN"


def test_wide_windows_with_cooling_on_warn_about_energy(drive: Any) -> None:
    car = drive("en", {"air_conditioning": True, "fan_speed": 1})
    assert "energy" in car.say("Open the driver window to 60 percent")
    assert car["window_driver_position"] == 0
    car.say("yes")
    assert car["window_driver_position"] == 60


def test_narrow_windows_with_cooling_on_need_no_yes(drive: Any) -> None:
    car = drive("en", {"air_conditioning": True, "fan_speed": 1})
    car.say("Open the driver window to 25 percent")
    assert car["window_driver_position"] == 25


def test_a_large_difference_between_zones_is_told(drive: Any) -> None:
    state = {"climate_temperature_driver": 20, "climate_temperature_passenger": 20}
    assert "4 degrees apart" in drive("en", state).say("Set the driver temperature to 24 degrees")
    assert "apart" not in drive("en", state).say("Set the driver temperature to 23 degrees")
