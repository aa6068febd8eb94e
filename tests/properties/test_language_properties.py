"""Nothing a person can type makes the language layer raise, and composed and decomposed text are equal."""

import unicodedata
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from simulator.language import hangul
from simulator.language.alignment import align_characters, align_space_free, align_words, sentence_exact
from simulator.language.josa import attach
from simulator.language.normalise import readings
from simulator.language.numbers import Locale, find_numbers, parse_number, read_korean
from simulator.language.numbers_korean import sino
from simulator.language.slots import slots_missed

LOCALES = st.sampled_from(get_args(Locale))
KOREAN_PIECES = st.sampled_from(
    (
        *("이십", "이", "도", "22", "3단", "으로", "한", "두", "세", "시", "분", "반", "%", "퍼센트", "점", "오", "일"),
        *("만", "천", "백", ".", ",", "-", ":", "km", "T2", "영하", "번", "째", "ㄱ", "네", "스물", "010-1234-5678"),
    )
)
TEXTS = st.one_of(
    st.text(),
    st.text(alphabet=st.characters(min_codepoint=0x1100, max_codepoint=0xD7FF)),
    st.lists(KOREAN_PIECES, max_size=8).map("".join),
    st.lists(KOREAN_PIECES, max_size=8).map(" ".join),
    st.text(alphabet="0123456789.,:-/+%°CkmhTA 시도단에서영일이삼"),
)


@given(TEXTS)
def test_reading_leaves_nothing_unspeakable(text: str) -> None:
    spoken = read_korean(text)
    assert all("가" <= character <= "힣" or character in " .,?!" for character in spoken)
    assert "  " not in spoken
    assert read_korean(spoken) == spoken


@given(TEXTS)
def test_reading_does_not_see_the_unicode_form(text: str) -> None:
    assert read_korean(unicodedata.normalize("NFD", text)) == read_korean(unicodedata.normalize("NFC", text))


@given(TEXTS, LOCALES)
def test_number_spans_are_ordered_and_inside(text: str, locale: Locale) -> None:
    end = 0
    for span in find_numbers(text, locale):
        assert end <= span.start < span.end <= len(text)
        end = span.end


@given(TEXTS, LOCALES)
def test_numbers_do_not_see_the_unicode_form(text: str, locale: Locale) -> None:
    composed = find_numbers(unicodedata.normalize("NFC", text), locale)
    decomposed = find_numbers(unicodedata.normalize("NFD", text), locale)
    assert [span[2:] for span in composed] == [span[2:] for span in decomposed]


@given(TEXTS, LOCALES)
def test_any_token_is_a_number_or_none(token: str, locale: Locale) -> None:
    value = parse_number(token, locale)
    assert value is None or value == value


@given(st.integers(min_value=0, max_value=10**16 - 1))
def test_sino_korean_round_trip(value: int) -> None:
    assert parse_number(sino(value), "ko") == float(value)


@given(TEXTS)
def test_particles_attach_to_anything(text: str) -> None:
    assert attach(text, "을/를").startswith(text)


@given(TEXTS)
def test_jamo_never_raises(text: str) -> None:
    assert hangul.jamo(text) == hangul.jamo(unicodedata.normalize("NFD", text))


@given(TEXTS, LOCALES)
def test_normal_forms_do_not_see_the_unicode_form(text: str, locale: Locale) -> None:
    composed = readings(unicodedata.normalize("NFC", text), locale)
    assert composed == readings(unicodedata.normalize("NFD", text), locale)
    assert 1 <= len(composed) <= 32
    assert all(form == " ".join(form.split()) for form in composed)


@given(TEXTS, LOCALES)
def test_a_text_is_no_error_against_itself(text: str, locale: Locale) -> None:
    for aligned in (align_words(text, text, locale), align_space_free(text, text, locale, raw=True)):
        assert aligned.errors == 0
        assert (aligned.rate is None) == (aligned.reference_length == 0)
    assert sentence_exact(text, text, locale) is not False


@given(TEXTS, TEXTS, LOCALES)
def test_alignment_counts_add_up(reference: str, hypothesis: str, locale: Locale) -> None:
    for raw in (False, True):
        for aligned in (
            align_words(reference, hypothesis, locale, raw=raw),
            align_characters(reference, hypothesis, locale, raw=raw),
        ):
            assert aligned.hits + aligned.substitutions + aligned.deletions == aligned.reference_length
            assert len(aligned.pairs) == aligned.hits + aligned.errors


@given(st.lists(TEXTS, max_size=3), TEXTS, LOCALES)
def test_slots_missed_are_among_the_slots(slots: list[str], heard: str, locale: Locale) -> None:
    assert all(slot in slots for slot in slots_missed(slots, heard, locale))
