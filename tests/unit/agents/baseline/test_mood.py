"""Commands, and words that only sound like some: reports, habits, likings, hearsay, what is taken back or put off."""

from typing import Any

import pytest

from simulator.agents.baseline.frames import Intent
from simulator.agents.baseline.understanding import understand
from simulator.channel import Locale

NO_COMMANDS: dict[Locale, tuple[str, ...]] = {
    "ko": (
        "창문 다 닫았어",
        "아내가 에어컨을 켰어",
        "아내가 항상 에어컨을 켜",
        "에어컨 켜는 거 싫어해",
        "창문 여는 거 싫어",
        "선루프 닫기 싫어",
        "에어컨 켤까 했는데",
        "창문을 열까 말까",
        "안개등이 꺼진 것 같아",
        "선루프 닫은 것 같은데",
        "에어컨 안 켜도 돼",
        "에어컨 안 켜는 게 낫겠어",
        "에어컨 안 켰으면 해",
        "선루프 안 닫을래",
        "에어컨 켜라고 안 했어",
        "에어컨 켜 달라고 한 적 없는데",
        "선루프 닫는 사람도 있더라",
        "불 꺼진 집이 많네",
        "에어컨 켠 지 오래됐어",
        "에어컨 왜 켰어?",
        "안개등은 언제 켜?",
        "창문은 그대로 둬",
        "온도가 30도로 올라갔어",
        "바깥은 30도야",
        "창문이 안 내려가",
        "선루프 빼고 다 닫아 줘",
    ),
    "en": (
        "someone turned the AC off",
        "I turned off the AC myself",
        "my wife always turns the AC on",
        "you opened the wrong window",
        "I didn't ask you to open the window",
        "I like it when the sunroof is open",
        "leave the windows open",
        "the fan went up to level 3",
        "it got warmer by two degrees",
        "the sunroof closed by itself",
        "looks like the fog lights went off",
        "look at that car with the open sunroof",
        "the AC is on but it doesn't cool",
        "you'd better not turn on the AC",
        "under no circumstances open the trunk",
        "I'd rather you didn't open the sunroof",
    ),
}
ASKED: dict[Locale, dict[str, str]] = {
    "ko": {
        "창문 열었어?": "window query",
        "트렁크를 닫았나": "trunk query",
        "선루프 닫은 거야?": "sunroof query",
        "바깥 온도 알려줘": "weather query",
        "밖에 몇 도야": "weather query",
    },
    "en": {
        "did you close the trunk?": "trunk query",
        "have you turned on the seat heating?": "seat_heating query",
        "why is the AC on?": "ac query",
        "what's the temperature outside": "weather query",
    },
}
WISHED: dict[Locale, dict[str, str]] = {
    "ko": {
        "에어컨 켜지 말고 창문 다 열어 줘": "window open zone=ALL",
        "선루프는 닫지 말고 창문만 닫아 줘": "window close",
        "선루프 말고 창문 닫아 줘": "window close",
        "선루프는 놔두고 창문 닫아 줘": "window close",
        "에어컨 대신 운전석 창문 20퍼센트 열어 줘": "window set zone=DRIVER value=20",
        "창문 여는 대신 에어컨 켜 줘": "ac on",
        "에어컨은 됐고 풍량 2단계로 해 줘": "fan set value=2",
        "에어컨 켜 줬으면 좋겠는데": "ac on",
        "창문이 열려 있으니까 닫아 줘": "window close",
        "아내가 추워하니까 온도 24도로 올려 줘": "temperature set value=24",
        "온도를 22도로 낮췄으면 좋겠어": "temperature set value=22",
    },
    "en": {
        "close all windows except the sunroof": "window close zone=ALL",
        "close the window, not the sunroof": "window close",
        "not the window, close the sunroof": "sunroof close",
        "leave the driver window open a quarter": "window set zone=DRIVER value=25",
        "can you have the AC turned off?": "ac off",
        "I need the sunroof closed": "sunroof close",
    },
}
REMARKS: dict[Locale, dict[str, str]] = {
    "ko": {
        "fan": "애가 둘이야",
        "sunroof": "배터리 20퍼센트야",
        "temperature": "어제는 25도였어",
        "ambient": "내 차는 파란색이야",
        "ac": "휴대폰 꺼",
    },
    "en": {
        "fan": "I have 2 kids",
        "temperature": "it was 25 yesterday",
        "seat_heating": "my seat is broken",
        "sunroof": "close everything except the sunroof",
    },
}
LATER: dict[Locale, tuple[str, ...]] = {
    "ko": ("10분 뒤에 에어컨 켜 줘", "도착하면 트렁크 열어 줘", "비 오면 선루프 닫아 줘", "나중에 안개등 꺼 줘"),
    "en": (
        "turn on the AC in ten minutes",
        "if it rains close the sunroof",
        "turn off the AC later",
        "turn off the AC only if I say so",
    ),
}


def both(table: dict[Locale, Any]) -> list[tuple[Any, ...]]:
    return [
        (locale, *(row if isinstance(row, tuple) else (row,)))
        for locale, rows in table.items()
        for row in (rows.items() if isinstance(rows, dict) else rows)
    ]


def labels(text: str, locale: Locale) -> str:
    return " ; ".join(intent.label() for intent in understand(text, locale).intents)


@pytest.mark.parametrize(("locale", "text"), both(NO_COMMANDS))
def test_what_only_sounds_like_a_command_is_none(locale: Locale, text: str) -> None:
    acting = [intent for intent in understand(text, locale, "sunroof").intents if intent.action != "query"]
    assert acting == []
    assert understand(text, locale, "sunroof").loose == Intent("sunroof")


@pytest.mark.parametrize(("locale", "text", "expected"), both(ASKED))
def test_whether_it_was_done_is_asked_of_the_car(locale: Locale, text: str, expected: str) -> None:
    assert labels(text, locale) == expected


@pytest.mark.parametrize(("locale", "text", "expected"), both(WISHED))
def test_what_is_wished_is_done_and_what_is_taken_back_is_not(locale: Locale, text: str, expected: str) -> None:
    assert labels(text, locale) == expected


@pytest.mark.parametrize(("locale", "about", "text"), both(REMARKS))
def test_a_remark_sets_nothing_that_was_talked_of(locale: Locale, about: str, text: str) -> None:
    understood = understand(text, locale, about)
    assert (understood.intents, understood.loose) == ((), Intent(about))


@pytest.mark.parametrize(("locale", "text"), both(LATER))
def test_what_is_wanted_later_or_on_a_condition_is_declined(locale: Locale, text: str) -> None:
    assert labels(text, locale) == "unsupported value=later"


@pytest.mark.parametrize(
    ("locale", "text", "expected"),
    [
        (
            "en",
            "Open all the windows except mine to 50 percent",
            "window set zone=PASSENGER+DRIVER_REAR+PASSENGER_REAR value=50",
        ),
        ("ko", "내 창문만 빼고 다 반만 열어 줘", "window set zone=PASSENGER+DRIVER_REAR+PASSENGER_REAR value=50"),
        ("ko", "조수석 열선 빼고 다 꺼 줘", "seat_heating off zone=DRIVER"),
        ("ko", "뒷좌석 창문 빼고 다 닫아 줘", "window close zone=DRIVER+PASSENGER"),
        (
            "ko",
            "운전석 열선은 3단, 조수석은 1단으로 켜 줘",
            "seat_heating set zone=DRIVER value=3 ; seat_heating set zone=PASSENGER value=1",
        ),
        (
            "ko",
            "운전석 온도 22.5도, 조수석은 24도로 해 줘",
            "temperature set zone=DRIVER value=22.5 ; temperature set zone=PASSENGER value=24",
        ),
        (
            "en",
            "heated seats, mine on 3 and hers on 1",
            "seat_heating set zone=DRIVER value=3 ; seat_heating set zone=PASSENGER value=1",
        ),
        (
            "en",
            "turn my seat heater and the steering wheel heating off",
            "seat_heating off zone=DRIVER ; steering_heating off",
        ),
        (
            "ko",
            "핸들은 제일 뜨겁게, 제 시트는 2단으로 해 주세요",
            "steering_heating set value=max ; seat_heating set zone=DRIVER value=2",
        ),
        ("ko", "바람 통하게 창문 살짝 내려 줘", "window open value=some"),
    ],
)
def test_every_seat_gets_its_own_and_none_that_was_excepted(locale: Locale, text: str, expected: str) -> None:
    assert labels(text, locale) == expected


@pytest.mark.parametrize(
    ("locale", "about", "text", "expected"),
    [
        ("en", "ac", "it is off", ""),
        ("en", "ac", "why won't it turn off?", ""),
        ("en", "fan", "there are 2 of us", ""),
        ("ko", "ac", "켰어?", "ac query"),
        ("ko", "sunroof", "열렸어?", "sunroof query"),
    ],
)
def test_what_refers_to_the_device_talked_of(locale: Locale, about: str, text: str, expected: str) -> None:
    understood = understand(text, locale, about)
    assert " ; ".join(intent.label() for intent in understood.intents) == expected
    assert understood.loose == Intent(about)


@pytest.mark.parametrize(
    ("locale", "text", "hour"),
    [
        ("en", "Will it rain this evening at eight?", 20),
        ("en", "Will it rain tonight?", 21),
        ("ko", "오늘 저녁 8시에 비 와?", 20),
        ("ko", "오늘 밤에 비 와?", 21),
    ],
)
def test_an_hour_counts_before_the_part_of_the_day(locale: Locale, text: str, hour: int) -> None:
    assert [intent.hour for intent in understand(text, locale).intents] == [hour]
