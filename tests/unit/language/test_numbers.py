import unicodedata

import pytest

from simulator.language.numbers import Locale, find_numbers, parse_number
from simulator.language.numbers_english import words
from simulator.language.numbers_korean import native, sino


@pytest.mark.parametrize(
    ("token", "locale", "value"),
    [
        ("이십이", "ko", 22),
        ("스물둘", "ko", 22),
        ("스물두", "ko", 22),
        ("22", "ko", 22),
        ("22.5", "ko", 22.5),
        ("이십이 점 오", "ko", 22.5),
        ("이십이 반", "ko", 22.5),
        ("반", "ko", 0.5),
        ("절반", "ko", 0.5),
        ("백다섯", "ko", 105),
        ("만 이천삼백사십오", "ko", 12345),
        ("3만 2천", "ko", 32000),
        ("영하 오", "ko", -5),
        ("영", "ko", 0),
        ("사과", "ko", None),
        ("", "ko", None),
        ("twenty two", "en", 22),
        ("twenty-two and a half", "en", 22.5),
        ("seventy five", "en", 75),
        ("22.5", "en", 22.5),
        ("one hundred and twenty", "en", 120),
        ("two thousand five hundred", "en", 2500),
        ("twenty two point five", "en", 22.5),
        ("five five five", "en", 555),
        ("minus five", "en", -5),
        ("half", "en", 0.5),
        ("twenty first", "en", 21),
        ("apple", "en", None),
        ("", "en", None),
    ],
)
def test_numbers_are_understood(token: str, locale: Locale, value: float | None) -> None:
    assert parse_number(token, locale) == value


@pytest.mark.parametrize("value", [*range(130), 999, 1000, 1001, 9999, 10_000, 11_111, 100_000, 1_234_567, 10**8])
def test_what_is_written_out_is_understood_again(value: int) -> None:
    assert parse_number(sino(value), "ko") == value
    assert parse_number(words(value), "en") == value
    if value < 1000:
        assert parse_number(native(value), "ko") == value
        assert parse_number(native(value, before_counter=False), "ko") == value


KOREAN = [
    ("온도 이십이도로 맞춰 줘", [("이십이도", 22, "degree")]),
    ("스물두 도로", [("스물두 도", 22, "degree")]),
    ("이십 이 도로", [("이십 이 도", 22, "degree")]),
    ("이십이점오도", [("이십이점오도", 22.5, "degree")]),
    ("22도 반으로", [("22도 반", 22.5, "degree")]),
    ("영하 5도", [("영하 5도", -5, "degree")]),
    ("바람 삼단으로", [("삼단", 3, "level")]),
    ("두 시간 삼십분 뒤", [("두 시간", 2, "hour"), ("삼십분", 30, "minute")]),
    ("열한시 삼십분에", [("열한시", 11, "oclock"), ("삼십분", 30, "minute")]),
    ("세 시 반에", [("세 시 반", 3.5, "oclock")]),
    ("11:30", [("11", 11, "oclock"), ("30", 30, "minute")]),
    ("오십프로만", [("오십프로", 50, "percent")]),
    ("두 번째로", [("두 번째", 2, "ordinal")]),
    ("3번 출구", [("3번", 3, "ordinal")]),
    ("이 도 올려 줘", [("이 도", 2, "degree")]),
    ("절반만 열어", [("절반", 0.5, "fraction")]),
    ("이십이로 해 줘", [("이십이", 22, None)]),
    ("삼이요", [("삼", 3, None)]),
    ("3만 2천원", [("3만 2천원", 32000, "won")]),
    ("일단 꺼 줘", []),
    ("이 도시 날씨", []),
    ("이 도로로 가자", []),
    ("이번에는", []),
    ("네, 시원하게", []),
    ("네", []),
    ("일 도와줘", []),
    ("이천으로 가자", []),
    ("사이에 공사 구간", []),
    ("오일 교체", []),
    ("온도 좀 정리해", []),
]
ENGLISH = [
    ("set it to twenty two degrees", [("twenty two degrees", 22, "degree")]),
    ("twenty-two and a half degrees", [("twenty-two and a half degrees", 22.5, "degree")]),
    ("-5 degrees", [("-5 degrees", -5, "degree")]),
    ("72 degrees fahrenheit", [("72 degrees fahrenheit", 72, "fahrenheit")]),
    ("22°C", [("22°C", 22, "degree")]),
    ("fan to level two", [("two", 2, "level")]),
    ("fifty per cent", [("fifty per cent", 50, "percent")]),
    ("50%", [("50%", 50, "percent")]),
    ("the second one", [("second", 2, "ordinal")]),
    ("ten seconds", [("ten seconds", 10, "second")]),
    ("at eleven thirty", [("eleven", 11, "oclock"), ("thirty", 30, "minute")]),
    ("seven o five pm", [("seven", 7, "oclock"), ("o five pm", 5, "minute")]),
    ("sixty kilowatt hours", [("sixty kilowatt hours", 60, "kilowatt_hour")]),
    ("80 km/h", [("80 km/h", 80, "kmh")]),
    ("open it halfway", [("halfway", 0.5, "fraction")]),
    ("seventy five", [("seventy five", 75, None)]),
    ("that one please", []),
    ("one of them", []),
    ("in a second", []),
    ("open a window", []),
]


@pytest.mark.parametrize(
    ("text", "locale", "expected"),
    [*((text, "ko", spans) for text, spans in KOREAN), *((text, "en", spans) for text, spans in ENGLISH)],
)
def test_numbers_are_found_with_their_units(
    text: str, locale: Locale, expected: list[tuple[str, float, str | None]]
) -> None:
    found = [(text[span.start : span.end], span.value, span.unit) for span in find_numbers(text, locale)]
    assert found == expected


@pytest.mark.parametrize(
    ("text", "locale", "digits"),
    [
        ("공일공 일이삼사 오육칠팔로 전화", "ko", "01012345678"),
        ("010-1234-5678로 전화", "ko", "01012345678"),
        ("call zero one zero five five five one two three four", "en", "0105551234"),
        ("call 010-555-1234", "en", "0105551234"),
        ("dial double five one two", "en", "5512"),
    ],
)
def test_telephone_numbers_keep_their_digits(text: str, locale: Locale, digits: str) -> None:
    [span] = find_numbers(text, locale)
    assert (span.unit, span.digits) == ("digits", digits)


def test_positions_index_the_text_as_given() -> None:
    text = unicodedata.normalize("NFD", "온도 이십이 도로 한 번 더")
    spans = find_numbers(text, "ko")
    assert [(unicodedata.normalize("NFC", text[span.start : span.end]), span.value) for span in spans] == [
        ("이십이 도", 22),
        ("한 번", 1),
    ]
