"""Raw error rates equal an independent implementation's on any text; all rates keep their bounds."""

import re
import unicodedata

import jiwer
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.language.alignment import (
    align_characters,
    align_space_free,
    align_words,
    cer,
    pool,
    sentence_exact,
    wer,
)
from simulator.language.slots import slots_missed

WORDS = st.one_of(
    st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=1, max_size=4),
    st.text("abcdeABC019.,%'-", min_size=1, max_size=5),
    st.sampled_from(["창문", "열어", "줘", "22도", "open", "the", "window", "é", "ㅋ"]),
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=8).map(lambda words: unicodedata.normalize("NFC", " ".join(words)))
PAIRS = st.lists(st.tuples(SENTENCES, SENTENCES | st.just("")), min_size=1, max_size=5)


@given(SENTENCES, SENTENCES | st.just(""))
def test_raw_word_errors_equal_jiwer(reference: str, hypothesis: str) -> None:
    theirs = jiwer.process_words(reference, hypothesis)
    ours = align_words(reference, hypothesis, "en", raw=True)
    assert wer(reference, hypothesis, raw=True) == pytest.approx(theirs.wer)
    assert ours.errors == theirs.substitutions + theirs.deletions + theirs.insertions
    assert ours.deletions - ours.insertions == theirs.deletions - theirs.insertions


@given(SENTENCES, SENTENCES | st.just(""))
def test_raw_character_errors_equal_jiwer(reference: str, hypothesis: str) -> None:
    assert cer(reference, hypothesis, raw=True) == pytest.approx(jiwer.cer(reference, hypothesis))


@given(SENTENCES, SENTENCES | st.just(""))
def test_raw_space_free_errors_equal_jiwer_without_spaces(reference: str, hypothesis: str) -> None:
    ours = align_space_free(reference, hypothesis, "ko", raw=True).rate
    assert ours == pytest.approx(jiwer.cer(reference.replace(" ", ""), hypothesis.replace(" ", "")))


@given(PAIRS)
def test_pooled_raw_rates_equal_jiwer_on_a_corpus(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    words = pool(align_words(*pair, "en", raw=True) for pair in pairs)
    characters = pool(align_characters(*pair, "en", raw=True) for pair in pairs)
    assert words.rate == pytest.approx(jiwer.wer(references, hypotheses))
    assert characters.rate == pytest.approx(jiwer.cer(references, hypotheses))


@given(SENTENCES, st.sampled_from(["ko", "en"]))
def test_a_text_heard_as_itself_has_no_error(text: str, locale: str) -> None:
    for raw in (False, True):
        for align in (align_words, align_characters, align_space_free):
            assert align(text, text, locale, raw=raw).errors == 0  # type: ignore[arg-type]
        assert sentence_exact(text, text, locale, raw=raw) is not False  # type: ignore[arg-type]
        # A number right after another one, whatever marks stand between (010-1234, 5678), is read as a part of it, so
        # that neither can be told to be there.
        if not re.search(r"\d[\W_]*\s[\W_]*\d", text):
            assert slots_missed(text.split(), text, locale, raw=raw) == []  # type: ignore[arg-type]


@given(SENTENCES, SENTENCES)
def test_counts_add_up(reference: str, hypothesis: str) -> None:
    for raw in (False, True):
        found = align_space_free(reference, hypothesis, "ko", raw=raw)
        assert found.hits + found.substitutions + found.deletions == found.reference_length
        assert len(found.pairs) == found.reference_length + found.insertions
