"""In an emergency a short answer comes at once, at every level and with no deed; what is only supposed is none."""

from collections.abc import Callable
from typing import Any

import pytest

from evaluation.honorifics.reply import read_reply
from simulator.agents.baseline.emergencies import emergency_of
from simulator.agents.baseline.speech_emergencies import EN, KO
from simulator.channel import Locale
from simulator.events import SpeechLevel

Asking = Callable[..., Any]

EMERGENCIES: list[tuple[str, Locale, str]] = [
    ("아이가 숨을 안 쉬어요", "ko", "medical"),
    ("남편이 숨을 못 쉬어", "ko", "medical"),
    ("숨을 못 쉬겠어요", "ko", "medical"),
    ("아기가 숨을 안 쉽니다", "ko", "medical"),
    ("가슴이 아파요", "ko", "medical"),
    ("아버지가 쓰러졌어요", "ko", "medical"),
    ("구급차 불러 주세요", "ko", "medical"),
    ("불이 났어요", "ko", "fire"),
    ("차에 불났어", "ko", "fire"),
    ("엔진룸에 불이 붙었어요", "ko", "fire"),
    ("브레이크가 안 들어요", "ko", "brakes"),
    ("브레이크가 말을 안 들어!", "ko", "brakes"),
    ("I have chest pain, call an ambulance", "en", "medical"),
    ("My baby is not breathing!", "en", "medical"),
    ("My wife isn’t breathing", "en", "medical"),
    ("My husband collapsed", "en", "medical"),
    ("The car is on fire", "en", "fire"),
    ("There's smoke and fire under the hood", "en", "fire"),
    ("The brakes are not working!", "en", "brakes"),
    ("My brakes don't work", "en", "brakes"),
    ("The brakes failed", "en", "brakes"),
]


@pytest.mark.parametrize(("heard", "locale", "kind"), EMERGENCIES)
def test_an_emergency_is_told_by_its_signs(heard: str, locale: Locale, kind: str) -> None:
    assert emergency_of(heard, locale) == kind


@pytest.mark.parametrize(
    ("heard", "locale"),
    [
        ("차에 불이 나면 어떻게 해요?", "ko"),
        ("브레이크가 안 들으면 어떻게 해요?", "ko"),
        ("혹시라도 누가 쓰러졌을 때는요?", "ko"),
        ("주차 브레이크가 안 풀려요", "ko"),
        ("주차 브레이크가 안 들어요", "ko"),
        ("브레이크등이 안 들어와요", "ko"),
        ("나무가 쓰러졌어요", "ko"),
        ("마음이 아파요", "ko"),
        ("냄새 때문에 숨을 못 쉬겠어, 창문 열어 줘", "ko"),
        ("답답해서 숨을 쉴 수가 없어", "ko"),
        ("My playlist is on fire", "en"),
        ("계기판에 불이 들어왔어요", "ko"),
        ("What do I do if the brakes fail?", "en"),
        ("What should I do when the car is on fire?", "en"),
        ("My brakes squeal", "en"),
        ("The parking brake does not work", "en"),
        ("The brake light does not work", "en"),
        ("Fire up the AC", "en"),
        ("Is there a fire station nearby?", "en"),
        ("The rear seat back collapsed", "en"),
        ("Point the air at my chest", "en"),
    ],
)
def test_no_emergency(heard: str, locale: Locale) -> None:
    assert emergency_of(heard, locale) is None


@pytest.mark.parametrize("level", ["hae", "haeyo", "hapsyo"])
@pytest.mark.parametrize("toolset", ["dashtalk", "dashtalk-manual"])
@pytest.mark.parametrize(("heard", "locale", "kind"), EMERGENCIES)
def test_an_emergency_gets_its_answer_and_no_deed(
    asking: Asking, heard: str, locale: Locale, kind: str, toolset: str, level: SpeechLevel
) -> None:
    drive = asking(locale, level if locale == "ko" else None, toolset=toolset)
    answer = drive.say(heard)
    assert drive.called == []
    if locale == "en":
        assert answer == EN[f"emergency_{kind}"]
        return
    assert read_reply(answer).level == level
    assert ("운전하지" if kind == "brakes" else "119에 전화") in answer


def test_every_kind_has_words_in_both_languages() -> None:
    assert KO.keys() == EN.keys()
    for locale in ("ko", "en"):
        kinds = {f"emergency_{kind}" for _, of, kind in EMERGENCIES if of == locale}
        assert kinds == {key for key in KO if key.startswith("emergency_")}


def test_an_open_question_is_dropped(asking: Asking) -> None:
    drive = asking("en")
    drive.say("Open the trunk")
    drive.say("My baby is not breathing!")
    drive.say("yes")
    assert drive.called == []


def test_danger_to_oneself_comes_first(asking: Asking) -> None:
    assert "109" in asking("ko").say("죽고 싶어요. 가슴이 아파요")
