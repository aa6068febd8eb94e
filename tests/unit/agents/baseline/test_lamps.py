"""Lamps that light up are a question for the manual, signals beside the road are not, and no report sets a light."""

from collections.abc import Callable
from typing import Any

import pytest

from evaluation.honorifics.reply import read_reply
from simulator.agents.baseline.lamps import besides_lamp, is_traffic_light, reports_lamp
from simulator.channel import Locale
from simulator.events import SpeechLevel

Asking = Callable[..., Any]

LAMPS: list[tuple[str, Locale, str]] = [
    ("빨간 경고등이 켜졌어요", "ko", "위험을 뜻"),
    ("계기판에 빨간 불이 들어왔어요", "ko", "위험을 뜻"),
    ("노란색 경고등이 떴어요", "ko", "곧 점검해야"),
    ("파란 불 들어왔어요", "ko", "초록색과 파란색 표시등"),
    ("빨간 배터리 모양 불이 깜빡여요", "ko", "12V 배터리"),
    ("A red warning light came on", "en", "means danger"),
    ("There is a yellow light on the dash", "en", "ask for a check"),
    ("red battery lamp", "en", "12-volt battery"),
    ("a blue light came on", "en", "Green and blue indicators"),
    ("A warning light came on", "en", "means danger"),
]
SIGNALS: list[tuple[str, Locale]] = [
    ("신호등 빨간불인데 그냥 갈까요?", "ko"),
    ("빨간불이야, 가도 돼?", "ko"),
    ("초록불이다 출발하자", "ko"),
    ("빨간불에 우회전해도 돼?", "ko"),
    ("Shall I just run the red light?", "en"),
    ("The traffic light is red", "en"),
    ("Is it okay to turn right on red?", "en"),
]
WISHES: list[tuple[str, Locale, str]] = [
    ("무드등 빨간색으로", "ko", "RED"),
    ("빨간 불 켜 줘", "ko", "RED"),
    ("조명 파란색으로 바꿔 줘", "ko", "BLUE"),
    ("Make the ambient light red", "en", "RED"),
    ("Red light, please", "en", "RED"),
    ("Set the lights to blue", "en", "BLUE"),
    ("Turn on the red light", "en", "RED"),
]


@pytest.mark.parametrize("level", ["hae", "haeyo", "hapsyo"])
@pytest.mark.parametrize(("heard", "locale", "told"), LAMPS)
def test_a_lamp_is_looked_up(asking: Asking, heard: str, locale: Locale, told: str, level: SpeechLevel) -> None:
    drive = asking(locale, level if locale == "ko" else None)
    answer = drive.say(heard)
    assert told in answer
    assert set(drive.called) == {"search_manual", "read_manual"}
    assert locale == "en" or read_reply(answer).level == level


@pytest.mark.parametrize(("heard", "locale", "_told"), LAMPS)
def test_without_the_manual_a_lamp_is_not_understood(asking: Asking, heard: str, locale: Locale, _told: str) -> None:
    drive = asking(locale, toolset="dashtalk")
    assert ("잘 못 알아들었" if locale == "ko" else "I didn't understand") in drive.say(heard)
    assert drive.called == []


@pytest.mark.parametrize("level", ["hae", "haeyo", "hapsyo"])
@pytest.mark.parametrize(("heard", "locale"), SIGNALS)
@pytest.mark.parametrize("toolset", ["dashtalk", "dashtalk-manual"])
def test_a_signal_is_left_to_the_driver(
    asking: Asking, heard: str, locale: Locale, toolset: str, level: SpeechLevel
) -> None:
    drive = asking(locale, level if locale == "ko" else None, toolset=toolset)
    answer = drive.say(heard)
    assert ("신호등은" if locale == "ko" else "can't see traffic lights") in answer
    assert drive.called == []
    assert locale == "en" or read_reply(answer).level == level


@pytest.mark.parametrize(("heard", "locale", "color"), WISHES)
@pytest.mark.parametrize("toolset", ["dashtalk", "dashtalk-manual"])
def test_a_wish_for_a_colour_is_still_done(
    asking: Asking, heard: str, locale: Locale, color: str, toolset: str
) -> None:
    drive = asking(locale, toolset=toolset)
    drive.say(heard)
    assert "set_ambient_lights" in drive.called
    assert drive["ambient_light"] == color


def test_a_wish_beside_a_lamp_is_done(asking: Asking) -> None:
    for locale, heard in (
        ("ko", "빨간 경고등이 켜졌어요. 에어컨 켜 줘"),
        ("en", "A red light came on. Turn on the air conditioning."),
    ):
        drive = asking(locale)
        drive.say(heard)
        assert "set_air_conditioning" in drive.called
        assert "set_ambient_lights" not in drive.called
    assert besides_lamp("빨간 경고등이 켜졌어요. 왜 그래요?", "ko") == ""


def test_a_colour_that_was_asked_for_is_taken(asking: Asking) -> None:
    drive = asking("ko")
    drive.say("무드등 켜 줘")
    drive.say("빨간불이요")
    assert "set_ambient_lights" in drive.called


def test_in_talk_of_a_lamp_a_colour_is_no_signal() -> None:
    assert is_traffic_light("파란불이에요. 이제 뭘 해요?", "ko", told=False)
    assert not is_traffic_light("파란불이에요. 이제 뭘 해요?", "ko", told=True)
    assert reports_lamp("파란불이에요. 이제 뭘 해요?", "ko", told=True)
    assert not reports_lamp("무드등이 빨간색으로 켜졌어요", "ko")
    assert not is_traffic_light("Stop at the red building", "en", told=False)
    assert not is_traffic_light("After the traffic light turn left", "en", told=False)
    assert not reports_lamp("my ambient light turned red", "en")


@pytest.mark.parametrize(
    ("heard", "locale", "wrong"),
    [
        ("노란 느낌표 경고등", "ko", "빨간색"),
        ("yellow exclamation mark", "en", "red"),
        ("yellow exclamation mark", "en", "brake"),
    ],
)
def test_a_colour_is_not_contradicted(asking: Asking, heard: str, locale: Locale, wrong: str) -> None:
    answer = asking(locale).say(heard)
    assert ("노란색" if locale == "ko" else "amber") in answer
    assert wrong not in answer.split()


def test_a_red_lamp_stops_the_car(asking: Asking) -> None:
    assert "운전하지 마세요" in asking("ko", "haeyo").say("빨간 경고등이 떴는데 계속 달려도 돼요?")
    assert "do not drive on" in asking("en").say("Can I keep driving with a red warning light?")
    assert "do not drive on" not in asking("en").say("Is it OK to drive with a yellow warning light?")


def test_a_signal_named_by_the_way_is_no_matter(asking: Asking) -> None:
    assert "오토 홀드" in asking("ko").say("빨간불에서 멈췄을 때 오토 홀드 쓰는 법")
