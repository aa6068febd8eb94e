"""Questions about the car are answered out of the owner's manual, at the asked level, and nothing is invented."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest

from evaluation.honorifics.reply import read_reply
from simulator.events import SpeechLevel
from simulator.language.duration import speech_ms

LEVELS: tuple[SpeechLevel, ...] = ("hae", "haeyo", "hapsyo")
TALK = tuple[tuple[str, str], ...]
Asking = Callable[..., Any]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("거북이 모양 경고등은 무슨 뜻이에요?", "출력이 크게 줄어든"),
        ("앞유리에 뜨거운 물 부어도 돼요?", "뜨거운 물을 붓지"),
        ("체인을 끼우면 시속 몇 km까지 달려도 돼요?", "30 km/h"),
        ("타이어 공기압은 얼마예요?", "250 kPa"),
        ("충전구가 얼었는데 어떻게 해요?", "덮개를 몇 번"),
    ],
)
@pytest.mark.parametrize("level", LEVELS)
def test_korean_answers_keep_the_level(asking: Asking, question: str, told: str, level: SpeechLevel) -> None:
    drive = asking("ko", level)
    answer = drive.say(question)
    assert told in answer
    assert read_reply(answer).level == level
    assert {"search_manual", "read_manual"} == set(drive.called)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What does the turtle lamp mean?", "much reduced power"),
        ("May I pour hot water on the windshield?", "Never pour hot water"),
        ("How fast may I drive with snow chains?", "30 km/h"),
        ("When do I have to change the brake fluid?", "2 years"),
        ("My brakes squeal", "rust or moisture"),
    ],
)
def test_english_answers_are_the_manuals(asking: Asking, question: str, told: str) -> None:
    assert told in asking("en").say(question)


@pytest.mark.parametrize("level", LEVELS)
def test_what_the_manual_does_not_say_is_not_answered(asking: Asking, level: SpeechLevel) -> None:
    for question in ("비트코인 가격이 얼마예요?", "오늘 저녁 뭐 먹을까요?", "주식이 올랐어요?"):
        answer = asking("ko", level).say(question)
        assert "설명서에서 찾지 못했" in answer, question
        assert read_reply(answer).level == level


@pytest.mark.parametrize("question", ["Who won the football match?", "What is the capital of France?"])
def test_what_the_english_manual_does_not_say_is_not_answered(asking: Asking, question: str) -> None:
    assert asking("en").say(question) == "Sorry, I could not find that in the owner's manual."


def test_answers_are_short(asking: Asking) -> None:
    for question in ("세차할 때 와이퍼는 어떻게 해요?", "체인을 끼우면 시속 몇 km까지 달려도 돼요?"):
        answer = asking("ko", "haeyo").say(question)
        assert speech_ms(answer) < 9_000
        assert len(re.findall(r"[.?!](?:\s|$)", answer)) <= 2


TYRE: TALK = (
    ("타이어에 펑크가 났어요.", "실란트 용기를 흔들어 컴프레서에 끼우세요."),
    ("끼웠어요.", "호스를 펑크 난 타이어의 공기 주입구에 돌려 끼우세요."),
)


def test_the_next_step_is_one_that_was_not_told(asking: Asking) -> None:
    answer = asking("ko", "haeyo", TYRE).say("연결했어요. 그다음에는 뭘 해요?")
    assert "호스를" not in answer
    assert "흔들" not in answer
    assert "설명서에서 찾지 못했" not in answer


def test_a_turn_without_a_subject_takes_it_from_what_was_said(asking: Asking) -> None:
    said: TALK = (("크루즈 컨트롤 최저 속도는 얼마예요?", "크루즈 컨트롤은 30 km/h부터 설정할 수 있어요."),)
    assert "180 km/h" in asking("ko", "haeyo", said).say("그럼 최고는요?")


@pytest.mark.parametrize(
    ("claimed", "verdict"), [("80", "아까 말씀드린 게 맞아요."), ("100", "죄송해요, 제가 잘못 말씀드렸어요.")]
)
def test_a_doubt_is_held_against_the_manual(asking: Asking, claimed: str, verdict: str) -> None:
    said: TALK = (
        ("지붕에 짐을 몇 kg까지 실을 수 있어요?", f"캐리어까지 합쳐서 {claimed} kg까지예요."),
        ("선루프는 열어도 돼요?", "아니요, 닫아 두세요."),
    )
    answer = asking("ko", "haeyo", said).say("지붕에 싣는 무게, 아까 그 값 맞아요?")
    assert answer.startswith(verdict)
    assert "80 kg" in answer


@pytest.mark.parametrize(
    ("wish", "changed"),
    [("에어컨 켜 줘", "set_air_conditioning"), ("무드등 파란색으로 바꿔 줄 수 있어?", "set_ambient_lights")],
)
def test_wishes_are_still_done(asking: Asking, wish: str, changed: str) -> None:
    drive = asking("ko", "hae")
    drive.say(wish)
    assert changed in drive.called
    assert "search_manual" not in drive.called


@pytest.mark.parametrize("question", ["에어컨 켜져 있어?", "지금 배터리 얼마나 남았어?", "오늘 날씨 어때?"])
def test_how_the_car_stands_is_not_looked_up_in_the_manual(asking: Asking, question: str) -> None:
    drive = asking("ko", "hae")
    drive.say(question)
    assert "search_manual" not in drive.called


@pytest.mark.parametrize("removed", [("search_manual",), ("read_manual",)])
def test_without_the_manual_nothing_changes(asking: Asking, removed: tuple[str, ...]) -> None:
    for question in ("거북이 모양 경고등은 무슨 뜻이에요?", "체인을 끼우면 몇 km까지 달려도 돼요?"):
        with_part = asking("ko", "haeyo", removed=removed)
        without = asking("ko", "haeyo", toolset="dashtalk")
        assert with_part.say(question) == without.say(question)
        assert with_part.called == without.called
        assert "search_manual" not in with_part.called


@pytest.mark.parametrize(
    "heard", ["", " ", "???", "😀?", "ㅋㅋ ㅇㅇ", "어떻게?", "가나다?" * 300, "뭐 말고?", "\u1112\u1161\u11ab?"]
)
def test_odd_words_get_an_answer(asking: Asking, heard: str) -> None:
    said: TALK = (("카시트는 어디에 달아?", "뒷좌석에 달아."),)
    assert asking("ko", "hae", said).say(heard)
    assert asking("ko", "hae").say(heard)
    assert asking("en").say(heard)


@pytest.mark.parametrize(
    ("locale", "question", "told"),
    [
        ("ko", "주차 브레이크 푸는 법", "아래로"),
        ("ko", "주차 브레이크는 어떻게 풀어요?", "아래로"),
        ("ko", "주차 브레이크 거는 법", "위로"),
        ("en", "How do I release the parking brake?", "push the switch down"),
        ("en", "How do I apply the parking brake?", "Pull up the switch"),
        ("en", "How do I top up coolant?", "coolant"),
        ("ko", "냉각수 보충하는 방법", "냉각수"),
    ],
)
def test_the_deed_and_the_thing_asked_for_are_told(asking: Asking, locale: str, question: str, told: str) -> None:
    assert told in asking(locale).say(question)


def test_leave_for_what_no_section_speaks_of_is_not_given(asking: Asking) -> None:
    assert "설명서에서 찾지 못했" in asking("ko").say("보조 운전 켜고 자도 돼요?")


def test_korean_taken_apart_is_read_as_well(asking: Asking) -> None:
    for question in ("타이어 공기압은 얼마예요?", "무드등 빨간색으로 바꿔 줘"):
        whole, apart = asking("ko"), asking("ko")
        assert whole.say(question) == apart.say(unicodedata.normalize("NFD", question))
        assert whole.called == apart.called
