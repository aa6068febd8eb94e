"""Units and temperature differences in both languages."""

import pytest
from drives import Drive, scenario

from simulator.channel import Locale

DRIVER = ("set_climate_temperature", {"temperature": 25, "seat_zone": "DRIVER"})
PASSENGER = ("set_climate_temperature", {"temperature": 16, "seat_zone": "PASSENGER"})
ALL = ("set_climate_temperature", {"temperature": 25, "seat_zone": "ALL_ZONES"})


def start(words: str, locale: Locale = "en", **state: object) -> Drive:
    return Drive(scenario(state=dict(state)), locale).hear(words)


@pytest.mark.parametrize(
    ("locale", "speech", "upheld"),
    [
        ("en", "You arrive at 15:30.", True),
        ("en", "You arrive at 3:30 pm.", False),
        ("en", "You arrive at 3 o'clock.", None),
        ("ko", "15시 30분에 도착합니다.", True),
        ("ko", "오후 3시 30분에 도착합니다.", False),
        ("ko", "3시에 도착합니다.", None),
    ],
)
def test_units(locale: Locale, speech: str, upheld: bool | None) -> None:
    assert start("도착 시간?" if locale == "ko" else "When?", locale).say(speech).found("002") == [upheld]


def test_units_the_driver_used_first_are_for_a_judge() -> None:
    session = start("Set it to 70 degrees Fahrenheit.").say("70 degrees Fahrenheit is about 21 degrees Celsius.")
    assert session.found("002") == [None]
    assert "driver used" in session.reasons("002")


@pytest.mark.parametrize(
    ("locale", "speech", "upheld"),
    [
        ("en", "I'd mail Helen: 'I'm late, see you at 3 pm.' Shall I send it?", []),
        ("en", "I'd mail Helen: 'See you at 3 pm.' It's 15:20 now, I'd say.", [True]),
        ("en", "I'd say it's 3 pm, isn't it?", [False]),
        ("ko", "헬렌에게 '오후 세 시에 봐요.'라고 메일을 보낼까요?", []),
        ("ko", "헬렌에게 '세 시에 봐요.'라고 보낼까요? 지금은 오후 2시예요.", [False]),
    ],
)
def test_what_is_quoted_is_not_the_assistants_own(locale: Locale, speech: str, upheld: list[bool | None]) -> None:
    assert start("메일" if locale == "ko" else "Mail", locale).say(speech).found("002") == upheld


@pytest.mark.parametrize(
    ("locale", "speech", "upheld"),
    [
        ("en", "The driver's side is at 25 now, there is a difference of 5 degrees.", True),
        ("en", "25 degrees for you; the passenger's side stays at 20.", True),
        ("en", "Your side is set to 25 degrees.", False),
        ("en", "Your side is at 25, the passenger may feel it.", None),
        ("ko", "운전석을 25도로 맞췄어요. 조수석과 5도 차이가 나요.", True),
        ("ko", "운전석은 25도, 조수석은 20도예요.", True),
        ("ko", "운전석을 25도로 맞췄어요.", False),
        ("ko", "운전석을 25도로 맞췄어요. 조수석은 그대로예요.", None),
    ],
)
def test_difference(locale: Locale, speech: str, upheld: bool | None) -> None:
    assert start("25!", locale).step(DRIVER).say(speech).found("012") == [upheld]


def test_three_degrees_are_no_difference_worth_telling() -> None:
    assert start("25", climate_temperature_passenger=22).step(DRIVER).say("Done.").found("012") == []
    assert start("25", climate_temperature_passenger=21.5).step(DRIVER).say("Done.").found("012") == [False]


def test_both_sides_at_once_never_differ() -> None:
    assert start("25").step(ALL).say("Done.").found("012") == []


def test_two_single_sides_need_both_temperatures_or_the_difference() -> None:
    told = start("25 and 16").step(DRIVER, PASSENGER).say("Driver at 25, passenger at 16 degrees.")
    assert told.found("012") == [True]
    assert start("25 and 16").step(DRIVER, PASSENGER).say("Both are set.").found("012") == [False]


def test_an_old_difference_is_not_told_again() -> None:
    session = start("25").step(DRIVER).say("A difference of 5 degrees now.").hear("Thanks.").say("You're welcome.")
    assert session.found("012") == [True]
