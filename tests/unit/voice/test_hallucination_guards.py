"""What the recogniser invents is dropped; what drivers say is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.channel import Locale
from voice.asr.hallucination import is_stock_phrase, recites, token_cap, without_loop, without_restart


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("시청해주셔서 감사합니다!", "ko"),
        ("시청해 주셔서 감사합니다. 시청해 주셔서 감사합니다.", "ko"),
        ("MBC 뉴스 이덕영입니다.", "ko"),
        ("구독과 좋아요 부탁드립니다.", "ko"),
        ("Thanks for watching!", "en"),
        ("Thank you for watching.", "en"),
        ("Please subscribe.", "en"),
    ],
)
def test_stock_phrases_are_known(text: str, locale: Locale) -> None:
    assert is_stock_phrase(text, locale)


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("감사합니다.", "ko"),
        ("에어컨 켜 주셔서 감사합니다", "ko"),
        ("뉴스 틀어 줘", "ko"),
        ("다음 영상 틀어 줘", "ko"),
        ("Thank you.", "en"),
        ("I am watching the road", "en"),
        ("", "en"),
    ],
)
def test_what_a_driver_says_is_kept(text: str, locale: Locale) -> None:
    assert not is_stock_phrase(text, locale)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("한 번, 한 번, 한 번, 한 번", "한 번"),
        ("10 of clubs 10 of clubs 10", "10 of clubs"),
        ("open the window open the window", "open the window"),
        ("오오오오오오오오", "오"),
        ("웃음소리웃음소리웃음소리웃음소리", "웃음소리"),
        ("Turn it up. Turn it up.", "Turn it up."),
    ],
)
def test_loops_are_cut_at_the_first_repetition(text: str, cut: str) -> None:
    assert without_loop(text) == cut


@pytest.mark.parametrize(
    "text",
    [
        "네 네 알겠어요",
        "아니 아니 뒷좌석",
        "call five five five one two three four",
        "010 555 555 1234",
        "turn left turn right",
        "창문 열어 줘 트렁크 열어 줘",
        "5 5 5 5 5",
        "",
    ],
)
def test_what_people_repeat_is_kept(text: str) -> None:
    assert without_loop(text) == text


@given(st.text())
def test_cutting_never_raises_nor_adds(text: str) -> None:
    cut = without_loop(text)
    assert len(cut.split()) <= max(1, len(text.split()))


def test_a_restarted_command_is_cut_when_it_is_too_much_for_its_length() -> None:
    looped = "Open the sun roof to 50%. Open the sun roof 50%"
    assert without_restart(looped, 1800, "en") == "Open the sun roof to 50%."
    assert without_restart(looped, 5000, "en") == looped
    different = "Open the sun roof to half. Then call my sister please now"
    assert without_restart(different, 1800, "en") == different
    assert without_restart("창문을 열어 줘. 창문을 여러 줘", 1200, "ko") == "창문을 열어 줘."


@pytest.mark.parametrize(
    ("looped", "speech_ms", "once"),
    [
        ("강남역으로 안내 해줘 강남역으로 안네 해줘 강남역으로 안내해줘 강남역", 2473, "강남역으로 안내 해줘"),
        ("김민수 한테 전 와 걸어줘 김민수 한태 전 와 걸어줄 김민수 한 태 전", 2884, "김민수 한테 전 와 걸어줘"),
        ("왼쪽 위창문 50%만 열어 왼쪽 위 창문 50%만 열어 왼쪽 위 장문 50%만", 3826, "왼쪽 위창문 50%만 열어"),
        ("소리 조금만 줄여줘 소리 조금만 줘래줘 소리 조금만 줄여줘", 2370, "소리 조금만 줄여줘"),
        ("와이퍼 작동시켜줘 와이퍼 작 동시켜줘", 2558, "와이퍼 작동시켜줘"),
        ("앞으로 몇km나 더 달릴 수 있어 앞으로 몇 km나 더 달릴 수도 있어", 2933, "앞으로 몇km나 더 달릴 수 있어"),
        ("switch on the fog lights switch on the fog light switch on the", 1970, "switch on the fog lights"),
    ],
)
def test_a_restart_without_a_full_stop_is_cut(looped: str, speech_ms: int, once: str) -> None:
    locale: Locale = "en" if looped.isascii() else "ko"
    assert without_restart(looped, speech_ms, locale) == once
    assert without_restart(once, speech_ms, locale) == once


@pytest.mark.parametrize(
    ("text", "speech_ms"),
    [
        ("왼쪽 창문 열어 주고 오른쪽 창문 열어 줘", 2400),
        ("왼쪽 앞 창문 열고 왼쪽 뒤 창문 열어 줘", 2400),
        ("앞 유리 서리 제거하고 뒷유리도 서리 제거해 줘", 2600),
        ("공일공 일이삼사 오육칠팔로 전화해 줘", 2000),
        ("창문 닫아 창문 닫아", 1200),
        ("open the left window and open the right window", 2400),
        ("call my mother and call my father after that please", 2600),
    ],
)
def test_two_wishes_said_fast_stay_whole(text: str, speech_ms: int) -> None:
    locale: Locale = "en" if text.isascii() else "ko"
    assert without_restart(text, speech_ms, locale) == text


def test_reciting_the_prompt_is_noticed() -> None:
    prompt = "강남역, 인천국제공항, 해운대 해수욕장"
    assert recites("강남역, 인천국제공항, 해운대", prompt)
    assert not recites("강남역", prompt)
    assert not recites("강남역으로 안내해 줘 지금", prompt)


def test_the_token_cap_grows_with_the_speech() -> None:
    assert token_cap(0, "en") == 10
    assert token_cap(1001, "en") == 22
    assert token_cap(2000, "ko") > token_cap(2000, "en")
