"""The groups a session belongs to."""

import pytest

from evaluation.statistics_strata import in_order, strata_of


@pytest.mark.parametrize(
    ("persona", "expected"),
    [
        (
            "You are 18 years old, 'Questioning: asks a lot'. You use it sporadically.",
            {"age": "under 30", "style": "questioning", "proficiency": "low"},
        ),
        (
            "You are 45 years old, 'Commanding: orders'. You are regularly using the voice assistant.",
            {"age": "45-59", "style": "commanding", "proficiency": "high"},
        ),
        (
            "You are 65 years old. 'Conversational: chatty'.",
            {"age": "60 and over", "style": "conversational", "proficiency": "not said"},
        ),
        ("아이를 뒷자리에 태운 아빠. 차분하게 말한다.", {}),
        ("Father of 2; 40 years old; regularly late.", {}),
        ("", {}),
    ],
)
def test_personas(persona: str, expected: dict[str, str]) -> None:
    assert strata_of(persona) == expected
    assert strata_of(persona, 3) == expected | {"actions": "3"}


def test_numbers_sort_as_numbers_and_ages_by_age() -> None:
    assert sorted(("10", "2", "0"), key=lambda name: in_order("actions", name)) == ["0", "2", "10"]
    ages = ["60 and over", "30-44", "under 30", "45-59"]
    assert sorted(ages, key=lambda name: in_order("age", name)) == ["under 30", "30-44", "45-59", "60 and over"]
