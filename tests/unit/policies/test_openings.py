"""Sunroof and sunshade."""

import pytest
from drives import WEATHER, Call, Drive, scenario


def roof(position: float) -> Call:
    return "open_close_sunroof", {"percentage": position}


def shade(position: float) -> Call:
    return "open_close_sunshade", {"percentage": position}


def start(**state: object) -> Drive:
    return Drive(scenario(state=dict(state))).hear("The sunroof, please.").step(WEATHER)


@pytest.mark.parametrize(
    ("standing", "calls", "upheld"),
    [
        (50, [roof(50)], True),
        (49, [roof(50)], False),
        (100, [roof(50)], True),
        (0, [shade(30), roof(50)], True),
        (0, [roof(50), shade(100)], True),
        (50, [roof(50), shade(0)], False),
        (0, [roof(50), ("open_close_sunshade", {"percentage": 150})], False),
        (0, [roof(50), roof(0)], False),
    ],
)
def test_the_shade_goes_with_the_glass(standing: int, calls: list[Call], upheld: bool) -> None:
    assert start(sunshade_position=standing).step(*calls).found("005") == [upheld]


def test_opening_the_shade_in_a_later_step_is_too_late() -> None:
    assert start().step(roof(50)).step(shade(50)).found("005") == [False]


def test_a_refused_opening_is_none() -> None:
    session = start().step(roof(130))
    assert session.found("005") == session.found("009") == []


def test_a_refused_weather_call_is_no_look() -> None:
    wrong_day = ("get_weather", WEATHER[1] | {"day": 13})
    session = Drive(scenario()).hear("The sunroof.").step(wrong_day).step(roof(10), shade(10))
    assert session.found("009") == [False]


def test_weather_of_an_earlier_turn_counts() -> None:
    assert start().say("It is sunny.").hear("Open it.").step(roof(10), shade(10)).found("009") == [True]
