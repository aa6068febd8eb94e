"""Whole dialogues with the real environment: what is looked up, inferred from context, or asked."""

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("locale", "wish", "answer"),
    [("en", "Open the driver window", "half"), ("ko", "운전석 창문 열어 줘", "반쯤")],
)
def test_a_missing_percentage_is_asked_for(drive: Any, locale: str, wish: str, answer: str) -> None:
    car = drive(locale)
    assert car.say(wish).endswith("?")
    assert car.changed == []
    car.say(answer)
    assert car["window_driver_position"] == 50


def test_a_little_is_not_guessed(drive: Any) -> None:
    car = drive("ko")
    assert "몇 퍼센트" in car.say("조수석 창문 살짝 열어 줘")
    car.say("15퍼센트")
    assert car["window_passenger_position"] == 15


def test_stored_preference_fills_the_gap(drive: Any) -> None:
    car = drive("en", preferences=("Usually wants the sunroof opened to 30%, never fully open",))
    car.say("Open the sunroof")
    assert car["sunroof_position"] == 30


def test_a_stated_value_beats_the_preference(drive: Any) -> None:
    car = drive("ko", preferences=("선루프는 보통 30퍼센트만 여는 것을 좋아한다",))
    car.say("선루프 60퍼센트 열어 줘")
    assert car["sunroof_position"] == 60


def test_a_preference_bound_to_cooling_counts_when_it_is_switched_on(drive: Any) -> None:
    wish = "Turn on the AC and change the air circulation"
    stored = ("likes air circulation on auto, only when air conditioning is on, likes air circulation on fresh air",)
    car = drive("en", {"air_circulation": "RECIRCULATION"}, preferences=stored)
    car.say(wish)
    assert car["air_circulation"] == "FRESH_AIR"


def test_the_only_lit_reading_light_is_meant(drive: Any) -> None:
    car = drive("ko", {"reading_light_passenger_rear": True})
    car.say("독서등 꺼 줘")
    assert not car["reading_light_passenger_rear"]


def test_two_lit_reading_lights_are_asked_about(drive: Any) -> None:
    car = drive("en", {"reading_light_driver": True, "reading_light_passenger": True})
    assert car.say("Turn off the reading light").endswith("?")
    car.say("the passenger one")
    assert (car["reading_light_driver"], car["reading_light_passenger"]) == (True, False)


def test_a_driver_alone_means_the_own_seat(drive: Any) -> None:
    alone = drive("ko")
    alone.say("시트 열선 2단계로 켜 줘")
    assert (alone["seat_heating_driver"], alone["seat_heating_passenger"]) == (2, 0)
    together = drive("ko", aboard=("driver", "passenger"))
    assert together.say("시트 열선 2단계로 켜 줘").endswith("?")
    together.say("둘 다")
    assert (together["seat_heating_driver"], together["seat_heating_passenger"]) == (2, 2)


def test_with_low_beams_on_only_the_high_beams_can_be_meant(drive: Any) -> None:
    car = drive("en", {"head_lights_low_beams": True})
    assert "high beams" in car.say("Turn on the headlights")
    car.say("yes please")
    assert car["head_lights_high_beams"]


def test_relative_changes_start_from_what_is_set(drive: Any) -> None:
    car = drive("en", {"climate_temperature_driver": 19, "climate_temperature_passenger": 23, "fan_speed": 1})
    car.say("Lower the temperature by 2 degrees for everyone and turn the fan up by two levels")
    assert (car["climate_temperature_driver"], car["climate_temperature_passenger"]) == (17, 21)
    assert car["fan_speed"] == 3


def test_a_bare_number_answers_by_how_much(drive: Any) -> None:
    car = drive("ko", {"fan_speed": 1})
    car.say("풍량 올려 줘")
    car.say("두 단계")
    assert car["fan_speed"] == 3


def test_a_target_answers_by_how_much_too(drive: Any) -> None:
    car = drive("ko", {"fan_speed": 1})
    car.say("풍량 올려 줘")
    car.say("4단계로")
    assert car["fan_speed"] == 4


def test_beyond_the_limit_the_limit_is_offered(drive: Any) -> None:
    car = drive("en", {"fan_speed": 4})
    assert car.say("Turn the fan up by three levels").endswith("?")
    assert car["fan_speed"] == 4
    car.say("okay")
    assert car["fan_speed"] == 5


def test_temperature_out_of_range_is_asked_again(drive: Any) -> None:
    car = drive("en")
    assert "16 to 28" in car.say("Set the driver temperature to 35 degrees")
    car.say("26")
    assert car["climate_temperature_driver"] == 26


def test_an_implicit_wish_changes_nothing(drive: Any) -> None:
    car = drive("en")
    before = car.environment.digest
    assert car.say("I'm so cold").endswith("?")
    assert car.environment.digest == before
    car.say("turn on my seat heating at level 1")
    assert car["seat_heating_driver"] == 1


def test_an_implicit_wish_can_be_answered_with_a_name(drive: Any) -> None:
    car = drive("ko")
    car.say("너무 추워")
    assert "몇 단계" in car.say("시트 열선")
    car.say("1단계")
    assert car["seat_heating_driver"] == 1


def test_ready_wishes_are_done_while_another_is_asked_about(drive: Any) -> None:
    car = drive("en", {"window_driver_position": 40})
    answer = car.say("Close the driver window and open the sunroof")
    assert car["window_driver_position"] == 0
    assert answer.endswith("?")
    car.say("20 percent")
    assert car["sunroof_position"] == 20


def test_a_new_request_replaces_an_open_question(drive: Any) -> None:
    car = drive("en")
    car.say("Open the trunk")
    car.say("Turn on the low beams")
    assert car["head_lights_low_beams"]
    assert car["trunk_door_position"] == "closed"


def test_a_pronoun_means_what_was_talked_about(drive: Any) -> None:
    car = drive("en")
    car.say("Turn on the low beams")
    car.say("Turn them off again")
    assert not car["head_lights_low_beams"]


def test_two_seats_may_be_answered_with_two_values(drive: Any) -> None:
    car = drive("en", aboard=("driver", "passenger"))
    car.say("Turn on the seat heating")
    car.say("Level 3 for the driver, level 1 for the passenger")
    assert (car["seat_heating_driver"], car["seat_heating_passenger"]) == (3, 1)


def test_a_stored_step_says_how_much_warmer_is_meant(drive: Any) -> None:
    stored = ("Changing the temperature always means 1.5 degrees",)
    car = drive("en", {"climate_temperature_driver": 20}, preferences=stored)
    car.say("Make it warmer on my side")
    assert car["climate_temperature_driver"] == 21.5


@pytest.mark.parametrize(
    ("locale", "lines"),
    [
        ("en", ("Open the trunk", "Open the glovebox")),
        ("en", ("Turn on the high beams", "Turn on the radio")),
        ("ko", ("트렁크 열어 줘", "글로브박스 열어 줘")),
        ("ko", ("상향등 켜 줘", "라디오 켜 줘")),
        ("en", ("Is the trunk open?", "Start charging")),
        ("ko", ("트렁크 열렸어?", "충전 시작해")),
    ],
)
def test_another_request_is_no_yes(drive: Any, locale: str, lines: tuple[str, str]) -> None:
    car = drive(locale)
    for line in lines:
        car.say(line)
        assert not any(name.startswith(("open_", "set_")) for step in car.steps for name, _ in step)


@pytest.mark.parametrize(
    ("locale", "first", "second"), [("en", "Set my seat heating to 3", "no, 2"), ("ko", "운전석 열선 3단", "아니 2단")]
)
def test_a_no_with_another_value_corrects_the_wish_before(drive: Any, locale: str, first: str, second: str) -> None:
    car = drive(locale)
    car.say(first)
    car.say(second)
    assert car.steps == [[("set_seat_heating", {"level": 2, "seat_zone": "DRIVER"})]]
