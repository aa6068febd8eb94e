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
