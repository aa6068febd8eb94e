import pytest

from simulator.language.numbers import Locale
from simulator.language.slots import slots_missed


@pytest.mark.parametrize(
    ("slots", "heard", "locale", "missed"),
    [
        (["강남역", "22도"], "강남 역으로 가고 온도는 이십이도로", "ko", []),
        (["강남역으로"], "강남역 가자", "ko", []),
        (["강남역"], "강남으로 가자", "ko", ["강남역"]),
        (["김민수 씨"], "김민수님한테 전화해", "ko", []),
        (["2단"], "십이 단으로", "ko", ["2단"]),
        (["2단"], "바람을 이 단으로", "ko", []),
        (["50%"], "창문 50프로", "ko", []),
        (["010-1234-5678"], "공일공 일이삼사 오육칠팔로 전화", "ko", []),
        (["010-1234-5678"], "공일공 일이삼사 오육칠구로 전화", "ko", ["010-1234-5678"]),
        (["22 degrees"], "set it to twenty two degrees", "en", []),
        (["22 degrees"], "set it to twenty degrees", "en", ["22 degrees"]),
        (["Gangnam Station"], "take me to gangnam station.", "en", []),
        (["Gangnam Station"], "take me to gain non station", "en", ["Gangnam Station"]),
        (["two"], "level twenty two", "en", ["two"]),
        (["..."], "", "en", []),
        (["a", "b"], "", "en", ["a", "b"]),
    ],
)
def test_slots(slots: list[str], heard: str, locale: Locale, missed: list[str]) -> None:
    assert slots_missed(slots, heard, locale) == missed


def test_raw_slots_must_be_there_as_written() -> None:
    assert slots_missed(["22도", "강남역"], "강남역 이십이 도", "ko", raw=True) == ["22도"]
    assert slots_missed(["Gangnam"], "gangnam", "en", raw=True) == ["Gangnam"]
    assert slots_missed(["강남역"], "강남역", "ko", raw=True) == []


@pytest.mark.parametrize(
    ("slot", "heard", "locale"),
    [
        ("2단계", "12단계로 올려 줘", "ko"),
        ("2단계", "삼십이 단계로", "ko"),
        ("5퍼센트", "25퍼센트만", "ko"),
        ("3번", "열세 번 눌러", "ko"),
        ("1시", "열한 시에", "ko"),
        ("두 개", "열두 개", "ko"),
        ("22도", "영하 22도", "ko"),
        ("운전석 22도", "운전석 32도", "ko"),
        ("문", "창문 열어", "ko"),
        ("50 percent", "150 percent", "en"),
        ("50 percent", "one hundred and fifty percent", "en"),
        ("level two", "level two hundred", "en"),
        ("-5 degrees", "5 degrees", "en"),
        ("two", "twenty-two", "en"),
    ],
)
def test_a_longer_number_or_word_is_not_the_slot(slot: str, heard: str, locale: Locale) -> None:
    assert slots_missed((slot,), heard, locale) == [slot]


@pytest.mark.parametrize(
    ("slot", "heard", "locale"),
    [
        ("2단계", "두 단계로 올려 줘", "ko"),
        ("운전석 22도", "운전석 이십이 도, 뒷자리 이십 도", "ko"),
        ("010-1234-5678", "공일공 일이삼사 오육칠팔로 전화해", "ko"),
        ("11시 30분", "열한 시 삼십 분에", "ko"),
        ("집", "우리 집까지", "ko"),
        ("비", "저녁에 비오면 알려 줘", "ko"),
        ("집", "집까지만 가자", "ko"),
        ("2024", "twenty twenty-four", "en"),
        ("room 204", "go to room two oh four", "en"),
        ("Highway 101", "Highway one oh one", "en"),
        ("seven thirty", "at 730", "en"),
        ("level two", "Level 2 please", "en"),
        ("11:30", "eleven thirty", "en"),
        ("22 degrees", "twenty-two degrees, not twenty", "en"),
    ],
)
def test_the_slot_beside_other_numbers_is_found(slot: str, heard: str, locale: Locale) -> None:
    assert slots_missed((slot,), heard, locale) == []
