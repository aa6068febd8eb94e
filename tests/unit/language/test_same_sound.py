"""What sounds the same is the same, in whatever notation; what does not stays apart."""

import pytest

from simulator.language.alignment import align_space_free, align_words
from simulator.language.slots import slots_missed


@pytest.mark.parametrize(
    ("meant", "heard"),
    [
        ("Wake me at 9:05.", "Wake me at nine oh five."),
        ("at 7:05 pm", "at seven oh five PM"),
        ("at 7.05", "at seven oh five"),
        ("the 21st", "the twenty-first"),
        ("22nd", "twenty second"),
        ("2.5 million", "two point five million"),
        ("1½ hours", "one and a half hours"),
        ("2¼", "two and a quarter"),
        ("½ a mile", "half a mile"),
        ("0.5", ".5"),
        ("I'd like 22.5 degrees", "i would like twenty two point five degrees"),
        ("12:30", "twelve thirty"),
    ],
)
def test_english(meant: str, heard: str) -> None:
    assert align_words(meant, heard, "en").rate == 0
    assert align_words(heard, meant, "en").rate == 0


@pytest.mark.parametrize(
    ("meant", "heard"),
    [("9:05", "nine fifty"), ("21st", "twenty"), ("first gear", "one gear"), ("2.5 million", "2 million"), ("1½", "1")],
)
def test_english_that_is_another_thing(meant: str, heard: str) -> None:
    assert align_words(meant, heard, "en").rate


@pytest.mark.parametrize(("meant", "heard"), [("-5도", "마이너스 오 도"), ("-5도", "영하 5도"), ("영하 5도", "-5도")])
def test_korean_below_zero(meant: str, heard: str) -> None:
    assert align_space_free(meant, heard, "ko").rate == 0


def test_a_lost_minus_is_an_error() -> None:
    assert align_space_free("-5도로", "5도로", "ko").rate


@pytest.mark.parametrize(
    ("slot", "heard", "kept"),
    [
        ("5도", "-5도로 맞춰 줘", False),
        ("-5도", "영하 5도로 맞춰 줘", True),
        ("1", "월요일 일정", False),
        ("2", "이제 됐어", False),
        ("2", "2요", True),
        ("3", "삼이요", True),
        ("1", "일 번", True),
        ("2단", "이 단으로", True),
    ],
)
def test_korean_slots(slot: str, heard: str, kept: bool) -> None:
    assert (slots_missed([slot], heard, "ko") == []) == kept


@pytest.mark.parametrize(("slot", "heard"), [("7:05", "at seven oh five"), ("21st", "on the twenty first")])
def test_english_slots(slot: str, heard: str) -> None:
    assert slots_missed([slot], heard, "en") == []
