"""Which sentences rise, and which words are said as one."""

import pytest

from voice.tts.korean_prosody_phrases import accentual_phrases, is_question


@pytest.mark.parametrize(
    "text",
    [
        "창문 열었어?",
        "서울역까지 얼마나 걸리나요",
        "내일 비가 올까",
        "지금 밖에 미세 먼지 심할까요.",
        "문을 잠글까요",
        "에어컨을 켤까요",
        "충전이 필요합니까",
        "근처에 충전소가 있습니까.",
        "자리가 없습니까",
        "회의 장소가 어디지",
        "주말에 비 온다고 했지",
        "예약했지요",
        "이 길이 맞죠",
        "여기가 어디야",
        "저건 뭐예요",
        "몇 도야",
        "제주도 날씨 어때",
        "창문 좀 닫아 줄래",
        "선루프 열어 줄래요",
        "문은 잠갔니",
        "이 길이 빠른가요",
        "배터리는 충분하냐",
    ],
)
def test_questions_rise(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "창문 열었어.",
        "창문 열었어",
        "에어컨 켜 줘",
        "조금 더워요",
        "집으로 가자",
        "바람이 너무 세니까",
        "추우니까.",
        "비가 오니까",
        "이제 가야지",
        "창문은 열지 말지.",
        "엄마한테 온 메시지",
        "경치 좋은 데 가지",
        "우리 언니",
        "잔잔한 노래",
        "뭔지 알려 줘",
        "언제 도착하는지 말해 줘",
        "정말 춥지!",
        "서울까지",
        "",
        "...",
    ],
)
def test_statements_fall(text: str) -> None:
    assert not is_question(text)


@pytest.mark.parametrize(
    ("phrase", "phrases"),
    [
        ("창문 열어 줘", ["창문 열어 줘"]),
        ("선루프 열어 줘", ["선루프", "열어 줘"]),
        ("온도를 이십이 도로 맞춰 줘", ["온도를", "이십이 도로", "맞춰 줘"]),
        ("열한 시 삼십 분에 출발해.", ["열한 시", "삼십 분에", "출발해"]),
        ("김민수 씨한테 전화해 줘", ["김민수 씨한테", "전화해 줘"]),
        ("", []),
    ],
)
def test_small_words_lean_on_the_word_before(phrase: str, phrases: list[str]) -> None:
    assert accentual_phrases(phrase) == phrases
