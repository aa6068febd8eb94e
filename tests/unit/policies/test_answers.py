"""A clear yes, a clear no, and everything between."""

import pytest

from simulator.policies.answers import yes_or_no

YES = {
    "en": (
        "Yes.",
        "yeah, go ahead",
        "Sure",
        "OK, do it",
        "Yep!",
        "Please do.",
        "No problem, go ahead.",
        "That's right.",
        "Yes, feet only and two steps weaker.",
        "absolutely",
        "Why not",
        "Fine with me",
        "Go for it",
        "I do.",
    ),
    "ko": (
        "네.",
        "네, 열어 주세요.",
        "응",
        "예, 부탁드립니다",
        "그래, 열어",
        "좋아요",
        "네 맞아요",
        "응, 그렇게 해.",
        "그렇게 해 주세요",
        "물론이죠",
        "오케이",
        "어, 해 줘",
        "진행해 주세요",
        "네, 하지만 조금만요",
    ),
}
NO = {
    "en": ("No.", "no thanks", "Nope", "Don't do that", "Never mind", "Cancel it", "Leave it closed", "Not now"),
    "ko": (
        "아니요.",
        "아니",
        "아니요, 됐어요",
        "열지 마",
        "하지 말아 줘",
        "취소해 줘",
        "아뇨, 그냥 두세요",
        "필요 없어",
    ),
}
NEITHER = {
    "en": (
        "",
        "Why?",
        "Sure?",
        "The left one.",
        "Fifty percent.",
        "Yes. No, wait.",
        "I don't know, yes maybe",
        "Is it raining?",
        "Open it halfway.",
    ),
    "ko": ("", "왜요?", "네?", "왼쪽 창문", "50퍼센트", "네, 아니 잠깐만", "괜찮아요", "비가 오나요?", "네가 알아서"),
}


@pytest.mark.parametrize(("locale", "text"), [(locale, text) for locale, texts in YES.items() for text in texts])
def test_clear_yes(locale: str, text: str) -> None:
    assert yes_or_no(text, locale) is True  # type: ignore[arg-type]


@pytest.mark.parametrize(("locale", "text"), [(locale, text) for locale, texts in NO.items() for text in texts])
def test_clear_no(locale: str, text: str) -> None:
    assert yes_or_no(text, locale) is False  # type: ignore[arg-type]


@pytest.mark.parametrize(("locale", "text"), [(locale, text) for locale, texts in NEITHER.items() for text in texts])
def test_neither(locale: str, text: str) -> None:
    assert yes_or_no(text, locale) is None  # type: ignore[arg-type]


def test_decomposed_korean_is_read_the_same() -> None:
    import unicodedata

    assert yes_or_no(unicodedata.normalize("NFD", "네, 열어 주세요"), "ko") is True


@pytest.mark.parametrize(
    ("locale", "text", "meant"),
    [
        ("en", "Right here, at six.", None),
        ("en", "No, exactly as far as mine, please.", False),
        ("en", "Exactly.", True),
        ("en", "Please don't do it", False),
        ("ko", "앞유리만 해 주세요.", None),
        ("ko", "해.", True),
        ("ko", "해 주세요.", True),
    ],
)
def test_words_of_assent_inside_something_else(locale: str, text: str, meant: bool | None) -> None:
    assert yes_or_no(text, locale) is meant  # type: ignore[arg-type]
