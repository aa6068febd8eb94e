"""Reasons in Korean: the known ones whole, what they name kept, all others as they are."""

import re

import pytest
from drives import Drive, scenario
from panel_stories import FAN, full_events

from evaluation.metrics.end_of_conversation import _MEANING
from simulator.cockpit.scoring import LiveScoring
from simulator.dashboard.reasons import told_reason


@pytest.mark.parametrize(
    ("english", "korean"),
    [
        ("text channel: nothing was recognised", "텍스트 채널이라 인식 과정 없음"),
        ("r_tool_subset: set_fan_speed was never called", "r_tool_subset: 호출되지 않음: set_fan_speed"),
        ("a_b, c_d were never called", "호출되지 않음: a_b, c_d"),
        ("at the end fan_speed is 2, expected 3", "최종 상태: 풍량 현재 2단계, 기대 3단계"),
        (
            "after step 4 a is on, expected off; b is 1, expected 2",
            "4단계 후: a 현재 켜짐, 기대 꺼짐; b 현재 1, 기대 2",
        ),
        ("r_actions_final is unscored: the session was interrupted", "r_actions_final 미채점: 세션이 중단됨"),
        ("10.8 s, at most 6 (sentence 2)", "10.8초(최대 6초) (문장 2)"),
        ("retention: decided by a rule: x", "retention: 규칙으로 판정: x"),
        (
            "reflection is unscored: no rule can tell, and no judge was asked: y",
            "reflection 미채점: 규칙으로 판정 불가, 평가자에게 묻지 않음: y",
        ),
        ("no price is known for 'x'", "'x'의 가격 정보 없음"),
    ],
)
def test_known_reasons(english: str, korean: str) -> None:
    assert told_reason(english, "ko") == korean
    assert told_reason(english, "en") == english


@pytest.mark.parametrize(
    ("english", "korean"),
    [
        (
            "r_user_end_conversation: the driver gave up on an assistant that kept asking (GAVE_UP)",
            "r_user_end_conversation: 계속 묻기만 해서 운전자가 포기함(GAVE_UP)",
        ),
        (
            "policy.004 is unscored: needs a judge: the driver's answer '음' is no clear yes to send_email",
            "policy.004 미채점: 평가자 필요: 운전자의 대답 '음'만으로는 send_email 동의 여부가 분명하지 않음",
        ),
        ("call_phone_by_number ends the dialogue", "call_phone_by_number 호출로 대화 종료"),
    ],
)
def test_reasons_of_ends(english: str, korean: str) -> None:
    assert told_reason(english, "ko") == korean


def test_every_end_word_s_reason_is_known_in_korean() -> None:
    for word, meaning in _MEANING.items():
        assert told_reason(f"{meaning} ({word.value})", "ko") != f"{meaning} ({word.value})"


@pytest.mark.parametrize(
    ("english", "korean"),
    [
        (
            "This machine has no sound device; typing works without it (plug one in)",
            "소리 장치가 없습니다. 그래도 입력은 됩니다(목소리로 말하려면 장치를 연결하거나 사운드 서버를 켜세요)",
        ),
        (
            "the microphone 'USB 마이크' is gone: type instead; speech works again once it is back",
            "'USB 마이크' 장치 연결 끊김. 다시 연결될 때까지 입력해 주세요",
        ),
        (
            "the loudspeaker 'a: b' is not there any more: answers are shown until it is back",
            "'a: b' 장치 연결 끊김. 다시 연결될 때까지 답변은 화면에만 나옵니다",
        ),
        ("the microphone 'mic' is back", "마이크 'mic' 다시 연결됨"),
        ("no words were understood", "알아들은 말이 없습니다"),
    ],
)
def test_known_notices(english: str, korean: str) -> None:
    assert told_reason(english, "ko") == korean
    assert told_reason(english, "en") == english


def test_unknown_reasons_stay_as_they_are() -> None:
    assert told_reason("something {0} of {} its own", "ko") == "something {0} of {} its own"


def test_no_reason_writes_to_the_terminal() -> None:
    for lang in ("en", "ko"):
        assert "\x1b" not in told_reason("a call was refused: \x1b[2J", "ko" if lang == "ko" else "en")


def test_what_a_drive_leaves_unscored_is_told_in_korean() -> None:
    of = scenario(FAN)
    texts = Drive(of).hear("Please.", measurable="text channel: nothing was recognised").say("Done.").trajectory.events
    for events in (texts, texts[:1], full_events("en", 1)[:-1]):
        found = LiveScoring().score(events, of)
        for score in found.scores:
            if score.value is None:
                assert re.search("[가-힣]", told_reason(score.reason, "ko")), score.reason
