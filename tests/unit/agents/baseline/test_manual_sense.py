"""Passages that share the words of a question and say something else are told apart."""

import pytest

from simulator.agents.baseline.manual_lamps import about_any, colors, in_manual_words
from simulator.agents.baseline.manual_sense import one_noun, opposite, permission, serves, starts_in_mid_air
from simulator.channel import Locale


@pytest.mark.parametrize(
    ("asked", "said", "locale", "contrary"),
    [
        ("주차 브레이크 푸는 법", "브레이크를 걸려면 당기십시오.", "ko", True),
        ("주차 브레이크 푸는 법", "브레이크를 풀려면 누르십시오.", "ko", False),
        ("주차 브레이크 거는 법", "걸고 푸는 스위치가 있습니다.", "ko", False),
        ("와이퍼 끄는 법", "와이퍼를 켜려면 내리십시오.", "ko", True),
        ("How do I release it?", "Pull to apply the brake.", "en", True),
        ("How do I release it?", "Pull to apply, push to release.", "en", False),
        ("How do I switch it off?", "Switch it on with the button.", "en", True),
        ("How do I close the hood?", "Open the hood with the lever.", "en", True),
        ("How do I wash it?", "Open the hood with the lever.", "en", False),
    ],
)
def test_the_opposite_deed_is_told_apart(asked: str, said: str, locale: Locale, contrary: bool) -> None:
    assert opposite(asked, said, locale) is contrary


@pytest.mark.parametrize(
    ("text", "locale", "starts"),
    [
        ("The car then beeps.", "en", True),
        ("This takes a minute.", "en", True),
        ("The car beeps.", "en", False),
        ("이때 계기판에 표시됩니다.", "ko", True),
        ("계기판에 표시됩니다.", "ko", False),
    ],
)
def test_sentences_that_go_on_from_another(text: str, locale: Locale, starts: bool) -> None:
    assert starts_in_mid_air(text, locale) is starts


def test_the_purpose_of_a_question() -> None:
    assert serves("주차 브레이크 푸는 법", "풀려면 스위치를 누르십시오.", "ko")
    assert not serves("주차 브레이크 거는 법", "풀려면 스위치를 누르십시오.", "ko")
    assert serves("How do I release the brake?", "To release it, push the switch.", "en")
    assert not serves("How do I release the brake?", "Push the switch.", "en")


def test_the_one_noun_of_a_question() -> None:
    assert one_noun("How do I top up coolant?", "en") == "coolant"
    assert one_noun("How do I top up washer fluid?", "en") == ""
    assert one_noun("냉각수는 어떻게 넣어요?", "ko") == "냉각수"


def test_the_deed_that_leave_is_asked_for() -> None:
    assert permission("보조 운전 켜고 자도 돼요?", "ko") == "자다"
    assert permission("퓨즈를 갈아도 돼요?", "ko") == ""
    assert permission("May I sleep?", "en") == ""


def test_lamps_in_the_words_of_the_manual() -> None:
    assert in_manual_words("빨간 불이 들어왔어요", "ko") == "빨간색 경고등이 들어왔어요"
    assert in_manual_words("The yellow light came on", "en") == "The amber lamp came on"
    assert about_any("빨간색 경고등이 들어왔어요", "ko") == "빨간색 경고등의 의미"
    assert about_any("빨간색 배터리 경고등", "ko") == ""
    assert about_any("A blue indicator came on", "en") == "What blue indicators mean"
    assert about_any("red battery lamp", "en") == ""
    assert colors("yellow and red", "en") == {"amber", "red"}
    assert colors("노란 것과 초록색", "ko") == {"amber", "green"}
