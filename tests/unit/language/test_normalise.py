import unicodedata

import pytest

from simulator.language.normalise import NORMALISER_VERSION, normalise, readings, space_free
from simulator.language.numbers_english import parse_english


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Set it to Twenty-two °C.", "set it to 22 degrees"),
        ("22℃", "22 degrees"),
        ("twenty two and a half degrees", "22.5 degrees"),
        ("twenty two point five", "22.5"),
        ("30%", "30 percent"),
        ("thirty per cent", "30 percent"),
        ("35 km", "35 kilometers"),
        ("80km/h", "80 kilometers per hour"),
        ("11:30", "11 30"),
        ("Eleven thirty", "11 30"),
        ("seven o'clock", "7 oclock"),
        ("7:00", "7 oclock"),
        ("7:00 p.m.", "7 pm"),
        ("seven oh five", "7 0 5"),
        ("010-555-1234", "0 1 0 5 5 5 1 2 3 4"),
        ("zero one zero five five five one two three four", "0 1 0 5 5 5 1 2 3 4"),
        ("T-42", "t 42"),
        ("T2", "t 2"),
        ("the 2nd one", "the second 1"),
        ("What’s the A/C doing?", "what is the ac doing"),
        ("Don't cancel it", "do not cancel it"),
        ("city centre", "city center"),
        ("two thousand and five", "2005"),
        ("1,200 won", "1200 won"),
        ("It costs $5.", "it costs 5 dollars"),
        ("one dollar, $1", "1 dollar 1 dollar"),
        ("£2 million", "2000000 pounds"),
        ("₩1,200 or €3.50", "1200 won or 3.50 euros"),
        ("22°C", "22 degrees"),
        ("22 degrees Celsius", "22 degrees"),
        ("vitamin C", "vitamin c"),
        ("", ""),
        ("!?", ""),
    ],
)
def test_english_normal_form(text: str, form: str) -> None:
    assert normalise(text, "en") == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("온도를 22도로!", "온도를 이십이 도로"),
        ("창문 50%", "창문 오십 퍼센트"),
        ("제2터미널", "제이 터미널"),
        ("22℃, 35km", "이십이 도 삼십오 킬로미터"),
        ("A/C", "에어컨"),
        ("t2", "티 투"),
        ("...", ""),
    ],
)
def test_korean_normal_form(text: str, form: str) -> None:
    assert normalise(text, "ko") == form
    assert normalise(unicodedata.normalize("NFD", text), "ko") == form


def test_an_ambiguous_number_has_every_reading() -> None:
    assert {"삼 번 출구", "세 번 출구"} <= set(readings("3번 출구", "ko"))
    assert {"백십이", "일일이"} <= set(readings("112", "ko"))
    assert {"2026", "20 26", "2 0 2 6"} <= set(readings("2026", "en"))
    assert readings("11.30", "en") == ("11.30", "11 30")


def test_readings_are_bounded() -> None:
    assert len(readings("1 2 3 4 5 6 7 8 9 10 11 12", "ko")) <= 32
    assert len(readings("100 200 300 400 500 600", "en")) <= 32


def test_space_free_drops_white_space_only() -> None:
    assert space_free(" 강남 역\t으로! ") == "강남역으로!"
    assert NORMALISER_VERSION


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("It is -5 °C outside", "it is minus 5 degrees outside"),
        ("minus five degrees", "minus 5 degrees"),
        ("room T-42", "room t 42"),
        ("call 555-1234", "call 5 5 5 1 2 3 4"),
        ("from 5-7 miles", "from 5 7 miles"),
        ("twenty-two", "22"),
    ],
)
def test_a_minus_is_a_word_and_a_hyphen_is_none(written: str, normal: str) -> None:
    assert normalise(written, "en") == normal


def test_hundreds_of_digits_are_no_quantity() -> None:
    assert parse_english("9" * 400) is None
    assert parse_english(" ".join(["nine"] * 400)) is None
    assert parse_english("twenty two point five") == 22.5
