"""What the embedded assistant makes of single utterances."""

import pytest

from simulator.agents.baseline.frames import Intent
from simulator.agents.baseline.understanding import answer_of, understand
from simulator.channel import Locale


def labels(text: str, locale: str) -> str:
    return " ; ".join(intent.label() for intent in understand(text, locale).intents)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open the rear driver side window to 35 percent", "window set zone=DRIVER_REAR value=35"),
        ("Close the windows in the back please", "window close zone=DRIVER_REAR+PASSENGER_REAR"),
        ("Roll the passenger window down halfway", "window set zone=PASSENGER value=50"),
        ("Raise the fan by two levels", "fan up by=2"),
        ("Raise the fan to level two", "fan set value=2"),
        ("Make it 1.5 degrees cooler for the passenger", "temperature down zone=PASSENGER by=1.5"),
        ("Blow the air at my face", "airflow set value=HEAD"),
        ("Turn on the A/C, close all windows and set the fan to 3", "ac on ; window close zone=ALL ; fan set value=3"),
        ("Is the passenger's reading light on?", "reading_light query zone=PASSENGER"),
        ("Don't turn on the fog lights", ""),
        ("I like trains", ""),
        ("Put the ambient light on brown", "ambient set value=OTHER"),
        ("What is 20 minus 4.5", "math query"),
        ("How's the weather tomorrow?", "weather query value=other_day"),
    ],
)
def test_english(text: str, expected: str) -> None:
    assert labels(text, "en") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("운전석 뒤쪽 창문 삼십오 퍼센트로 열어 줘", "window set zone=DRIVER_REAR value=35"),
        ("뒷좌석 창문 닫아 주세요", "window close zone=DRIVER_REAR+PASSENGER_REAR"),
        ("풍량 두 단계 올려 줘", "fan up by=2"),
        ("풍량 2단계로 올려 줘", "fan set value=2"),
        ("조수석 온도 1.5도 낮춰 주십시오", "temperature down zone=PASSENGER by=1.5"),
        ("바람을 얼굴 쪽으로 보내 줘", "airflow set value=HEAD"),
        ("에어컨 켜고 창문 다 닫고 풍량 3단으로 해 줘", "ac on ; window close zone=ALL ; fan set value=3"),
        ("조수석 독서등 켜져 있어?", "reading_light query zone=PASSENGER"),
        ("안개등 켜지 마", ""),
        ("나는 기차가 좋아", ""),
        ("핸들 열선 켜 줘", "steering_heating on"),
        ("앞유리 열선 켜 줘", "defrost on value=FRONT"),
        ("시트 열선 켜 줘", "seat_heating on"),
        ("내일 날씨 어때?", "weather query value=other_day"),
    ],
)
def test_korean(text: str, expected: str) -> None:
    assert labels(text, "ko") == expected


@pytest.mark.parametrize(
    "text",
    [
        "운전석 창문 반쯤 열어 줘",
        "에어컨 켜고 바람 세기 2단으로 해 줘",
        "조수석 독서등 꺼 주세요",
        "무드등 파란색으로 바꿔 줘",
    ],
)
def test_korean_spacing_does_not_matter(text: str) -> None:
    assert labels(text.replace(" ", ""), "ko") == labels(text, "ko") != ""


@pytest.mark.parametrize(
    ("text", "locale", "device"),
    [
        ("turn on the fog lites", "en", "fog_light"),
        ("open the sunruf to 50 percent", "en", "sunroof"),
        ("안게등 켜 줘", "ko", "fog_light"),
        ("선르프 열어 줘", "ko", "sunroof"),
    ],
)
def test_misheard_device_names_are_recovered(text: str, locale: str, device: str) -> None:
    assert [intent.device for intent in understand(text, locale).intents] == [device]  # type: ignore[arg-type]


def test_unknown_words_are_not_bent_into_a_device() -> None:
    assert understand("open the letter", "en").intents == ()
    assert understand("편지 열어 줘", "ko").intents == ()


def test_an_implicit_wish_gives_way_to_a_request() -> None:
    assert labels("It's so stuffy, please turn on the fan at level 2", "en") == "fan set value=2"
    assert labels("It's so stuffy", "en") == "wish stuffy"
    assert labels("답답한데 에어컨 켜 줘", "ko") == "ac on"
    assert labels("답답하네", "ko") == "wish stuffy"


def test_a_bare_answer_is_read_for_the_device_it_is_about() -> None:
    assert understand("22", "en", about="temperature").loose == Intent("temperature", "set", value=22.0)
    assert understand("half", "en", about="sunroof").loose.value == 50
    assert understand("운전석", "ko", about="window").loose.zones == ("DRIVER",)
    assert understand("3단계로", "ko", about="fan").absolute
    assert not understand("세 단계", "ko", about="fan").absolute


def test_a_bare_answer_never_counts_as_a_command() -> None:
    assert not understand("30", "en", about="window").commanded
    assert understand("turn it off", "en", about="fog_light").commanded


@pytest.mark.parametrize(
    "text", ["yes", "Yes, please.", "sure, go ahead", "okay do it", "that's fine", "yes please turn it on"]
)
def test_english_yes(text: str) -> None:
    assert answer_of(text, "en") == "yes"


@pytest.mark.parametrize("text", ["no", "No thanks", "never mind", "don't do it", "not now", "cancel that"])
def test_english_no(text: str) -> None:
    assert answer_of(text, "en") == "no"


@pytest.mark.parametrize("text", ["응 그렇게 해", "네", "네 부탁드립니다", "어 열어", "그래 좋아", "예, 진행해 주세요"])
def test_korean_yes(text: str) -> None:
    assert answer_of(text, "ko") == "yes"


@pytest.mark.parametrize("text", ["아니 됐어", "아니요", "아니 괜찮아", "하지 마", "됐습니다", "취소해 줘"])
def test_korean_no(text: str) -> None:
    assert answer_of(text, "ko") == "no"


@pytest.mark.parametrize(
    ("text", "locale"), [("hmm", "en"), ("what", "en"), ("음", "ko"), ("뭐라고", "ko"), ("", "en")]
)
def test_neither_yes_nor_no(text: str, locale: str) -> None:
    assert answer_of(text, locale) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "locale", "expected"),
    [
        ("The air is blowing at my head. Point it at my feet", "en", "airflow set value=FEET"),
        ("바람이 얼굴로 계속 와요. 발 쪽으로 보내 주세요", "ko", "airflow set value=FEET"),
        ("The low beams are still on, turn them off", "en", "low_beam off"),
        ("What a green hill! Close the sunroof", "en", "sunroof close"),
        ("산이 참 푸르다! 선루프 닫아 줘", "ko", "sunroof close"),
    ],
)
def test_statements_are_no_commands(text: str, locale: str, expected: str) -> None:
    assert labels(text, locale) == expected


def test_what_is_excluded_or_only_compared_is_no_value() -> None:
    assert labels("Open the sunshade but not all the way", "en") == "sunshade open"
    assert labels("선셰이드 열어 줘, 끝까지는 말고", "ko") == "sunshade open"
    assert labels("Turn on one of the reading lights", "en") == "reading_light on"
    assert "20" not in labels("온도를 20도보다 높게 맞춰 줘", "ko")


def test_thanks_beside_a_request_are_left_out() -> None:
    assert labels("Thanks! Now close the trunk", "en") == "trunk close"
    assert labels("고마워", "ko") == "thanks query"


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("에어컨이 꺼졌어요", "ko"),
        ("무드등이 빨간색으로 켜졌어요", "ko"),
        ("선루프가 열렸네", "ko"),
        ("에어컨이 안 꺼져", "ko"),
        ("선루프가 안 닫혀요", "ko"),
        ("히터가 안 나와", "ko"),
        ("the AC turned off", "en"),
        ("the ambient light turned red", "en"),
        ("the trunk just opened", "en"),
        ("my sunroof suddenly closed", "en"),
        ("the fog lights won't turn on", "en"),
        ("the sunroof doesn't close", "en"),
    ],
)
def test_what_a_device_did_or_does_not_do_is_no_command(text: str, locale: Locale) -> None:
    assert understand(text, locale).intents == ()


@pytest.mark.parametrize(
    ("text", "locale", "expected"),
    [
        ("창문이 열렸어?", "ko", "window query"),
        ("독서등이 켜졌나?", "ko", "reading_light query"),
        ("에어컨 꺼졌는지 확인해 줘", "ko", "ac query"),
        ("창문이 안 열리게 닫아 줘", "ko", "window close"),
        ("I want the AC turned off", "en", "ac off"),
        ("The windows closed, please", "en", "window close"),
        ("Did the trunk open?", "en", "trunk query"),
    ],
)
def test_questions_and_wishes_with_the_same_words_are_read_on(text: str, locale: Locale, expected: str) -> None:
    assert " ; ".join(intent.label() for intent in understand(text, locale).intents) == expected


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("what's the tire pressure?", "en"),
        ("what is the capital of France", "en"),
        ("how tall is the Eiffel tower?", "en"),
        ("타이어 공기압 얼마로 맞춰야 해?", "ko"),
        ("프랑스 수도가 어디야?", "ko"),
    ],
)
def test_a_question_about_something_else_does_not_refer_back(text: str, locale: Locale) -> None:
    understood = understand(text, locale, "ac")
    assert (understood.intents, understood.loose) == ((), Intent("ac"))


@pytest.mark.parametrize("text", ["is it on?", "how high is it set right now?", "what is it on currently?"])
def test_a_bare_question_refers_back(text: str) -> None:
    assert [intent.device for intent in understand(text, "en", "fan").intents] == ["fan"]
