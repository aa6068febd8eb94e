"""What holds for the grade of any reply."""

import unicodedata
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.conciseness import REPLY_KINDS, ReplyKind, read_conciseness
from simulator.language.locale import Locale

KOREAN = (
    "네.",
    "물론입니다!",
    "물론입니다, 창문을 닫았어요.",
    "창문을 닫았어요.",
    "좋은 질문이에요, 지금 배터리는 80%예요.",
    "실내 온도를 22도로 맞췄어요.",
    "오후 3시 30분에 부산에 도착해요.",
    "강남점, 서초점, 잠실점이 있어요.",
    "강남점, 서초점, 잠실점, 여의도점 중 어디로 안내할까요?",
    "죄송합니다.",
    "전화번호는 02-123-4567이에요.",
    "더 필요하신 게 있으면 말씀해 주세요.",
    "창문 상태를 물어보셨군요.",
    "창문을 닫으시는군요.",
    "브레이크를 밟으세요!",
    "천천히 가요 길이 막혀요",
    "안내는 https://example.com 에 있어요.",
    "완료 😀",
    "- 창문 닫힘",
)
ENGLISH = (
    "Okay.",
    "Of course!",
    "Of course, the window is closed.",
    "The window is closed.",
    "Great question, the battery is at 80%.",
    "I set the temperature to 22 degrees.",
    "You arrive in Busan at 5:30 pm.",
    "There is Shell, Esso and Total.",
    "Do you prefer Shell, Esso, Agip or Total?",
    "I'm sorry.",
    "Call 010-1234-5678.",
    "Let me know if you need anything else.",
    "You asked about the window.",
    "Close the window?",
    "Brake now!",
    "See https://example.com for details.",
    "Done 😀",
    "- window closed",
)
SAID = {"ko": ("", "창문 닫아 줘", "강남점 서초점"), "en": ("", "close the window", "Shell or Esso")}
JOINS = st.sampled_from([" ", "\n"])
STOPS = (".", "!", "?", "😀")


def _so_far(parts: list[str], join: str) -> list[str]:
    """Return what was said up to the end of each part; on one line, what no stop ends would only get longer."""
    texts = parts[:1]
    for before, part in pairwise(parts):
        texts.append(texts[-1] + (join if before.endswith(STOPS) else "\n") + part)
    return texts


def _sentences(locale: Locale) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(KOREAN if locale == "ko" else ENGLISH), min_size=1, max_size=8)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), locale=st.sampled_from(["ko", "en"]), kind=st.sampled_from(REPLY_KINDS), join=JOINS)
def test_a_sentence_more_never_raises_the_grade(
    data: st.DataObject, locale: Locale, kind: ReplyKind, join: str
) -> None:
    parts = data.draw(_sentences(locale))
    said = data.draw(st.sampled_from(SAID[locale]))
    grades = [read_conciseness(text, locale, said=said, kind=kind).grade for text in _so_far(parts, join)]
    given_grades = [grade for grade in grades if grade is not None]
    assert given_grades == sorted(given_grades, reverse=True)


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=300), locale=st.sampled_from(["ko", "en"]), kind=st.sampled_from(REPLY_KINDS))
def test_any_text_has_a_reading_whose_components_make_sense(text: str, locale: Locale, kind: ReplyKind) -> None:
    found = read_conciseness(text, locale, kind=kind)
    assert found.grade in (None, 1, 2, 3)
    assert (found.grade == 3) is not bool(found.why)
    assert found.seconds >= 0
    assert 0 <= found.filler_share <= 1
    assert min(found.length, found.sentences, found.units, found.options, found.steps, found.content_words) >= 0
    assert found.units >= len(found.unit_list)
    assert found.speakable is not bool(found.not_speakable)


@settings(max_examples=100, deadline=None)
@given(
    text=st.text(
        st.one_of(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), st.sampled_from(" .,?!\n12요다é")),
        max_size=80,
    ),
    locale=st.sampled_from(["ko", "en"]),
)
def test_composed_and_decomposed_text_is_the_same(text: str, locale: Locale) -> None:
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert read_conciseness(composed, locale) == read_conciseness(decomposed, locale)
