"""Any text has a reading, its spans lie in it, and how its letters are composed changes nothing."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.honorifics.reply import complies, read_reply

pytest.importorskip("kiwipiepy")
_HANGUL = st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3)
_ODD = st.sampled_from("ㅋㅠㅇ.,!?…~\"'“”()[]:;→-*\n\t 0aQ😀👍\u200d\ufe0f\u1112\u1161\u11ab\ud800\x00。、「」")
_ENDINGS = st.sampled_from(["습니다", "어요", "을까요", "했어", "네요", "십시오", "라고", "니까", "중요", "가시오"])
_REPLIES = st.lists(st.one_of(_HANGUL, _ODD, _ENDINGS, st.characters()), max_size=30).map("".join)


@given(_REPLIES)
@settings(max_examples=300, deadline=None)
def test_any_text_has_a_reading(reply: str) -> None:
    reading = read_reply(reply)
    for sentence in reading.sentences:
        if sentence.span is not None:
            start, end = sentence.span
            assert 0 <= start <= end <= len(reply)
    for target in ("hae", "haeyo", "hapsyo"):
        kept = complies(reading, target).complies
        if kept:
            assert reading.level == target


@given(st.lists(st.one_of(_HANGUL, _ENDINGS, st.sampled_from(" .?!,")), max_size=25).map("".join))
@settings(max_examples=300, deadline=None)
def test_decomposed_letters_are_read_alike(reply: str) -> None:
    composed, decomposed = read_reply(reply), read_reply(unicodedata.normalize("NFD", reply))
    assert composed.level == decomposed.level
    assert composed.flags == decomposed.flags
    assert [s.level for s in composed.sentences] == [s.level for s in decomposed.sentences]
