"""The particle 로 after a unit, and the words that only look like a number with one."""

import pytest

from simulator.language.numbers import find_numbers


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("핸들 열선 이 단계로 켜 줘", 2, "level"),
        ("이단계로", 2, "level"),
        ("핸들 열선 두 단계로", 2, "level"),
        ("바람 세기를 일 단계로 낮춰", 1, "level"),
        ("창문을 오 퍼센트로", 5, "percent"),
    ],
)
def test_a_number_before_a_unit_with_ro_is_found(text: str, value: float, unit: str) -> None:
    (found,) = find_numbers(text, "ko")
    assert (found.value, found.unit) == (value, unit)


@pytest.mark.parametrize("text", ["이 도로로 가자", "이 시간으로 하자", "두 대로변에 세워", "일단 계로 시작해"])
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert find_numbers(text, "ko") == []
