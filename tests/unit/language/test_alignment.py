import random

import jiwer
import kocer
import pytest

from simulator.language.alignment import (
    align,
    align_space_free,
    align_words,
    cer,
    pool,
    sentence_exact,
    space_free_cer,
    wer,
)
from simulator.language.numbers import Locale

VOCABULARY = ["open", "the", "window", "driver", "set", "to", "gangnam", "fan", "a", "up"]


def _random_pairs(count: int) -> list[tuple[str, str]]:
    draw = random.Random(7)
    return [
        (
            " ".join(draw.choices(VOCABULARY, k=draw.randint(1, 9))),
            " ".join(draw.choices(VOCABULARY, k=draw.randint(0, 9))),
        )
        for _ in range(count)
    ]


def test_counts_and_pairs() -> None:
    alignment = align(["call", "min", "su", "kim"], ["call", "minsu", "kim"])
    assert (alignment.hits, alignment.substitutions, alignment.deletions) == (2, 1, 1)
    assert (alignment.insertions, alignment.errors, alignment.reference_length) == (0, 2, 4)
    assert alignment.pairs == (("call", "call"), ("min", "minsu"), ("su", None), ("kim", "kim"))
    assert align(["a"], ["a", "b"]).pairs[1] == (None, "b")


def test_an_empty_reference_is_unscored() -> None:
    assert wer("", "hello") is None
    assert wer("?!", "hello") is None
    assert cer("", "") is None
    assert space_free_cer(" ", "가") is None
    assert sentence_exact("", "", "en") is None
    assert wer("hello", "") == 1.0


@pytest.mark.parametrize(("reference", "hypothesis"), _random_pairs(60))
def test_raw_rates_equal_jiwer(reference: str, hypothesis: str) -> None:
    theirs = jiwer.process_words(reference, hypothesis)
    ours = align_words(reference, hypothesis, "en", raw=True)
    assert (ours.hits, ours.substitutions, ours.deletions, ours.insertions) == (
        theirs.hits,
        theirs.substitutions,
        theirs.deletions,
        theirs.insertions,
    )
    assert wer(reference, hypothesis, raw=True) == pytest.approx(theirs.wer)
    assert cer(reference, hypothesis, raw=True) == pytest.approx(jiwer.cer(reference, hypothesis))


def test_pooled_rate_equals_jiwer_on_the_corpus() -> None:
    pairs = _random_pairs(40)
    pooled = pool([align_words(*pair, "en", raw=True) for pair in pairs])
    assert pooled.rate == pytest.approx(jiwer.wer([pair[0] for pair in pairs], [pair[1] for pair in pairs]))
    assert pooled.mean == pytest.approx(sum(jiwer.wer(*pair) for pair in pairs) / len(pairs))
    assert pooled.scored == 40


def test_pooling_leaves_empty_references_out() -> None:
    pooled = pool([align(["a", "b"], ["a"]), align([], ["x"])])
    assert (pooled.rate, pooled.mean, pooled.scored, pooled.unscored) == (0.5, 0.5, 1, 1)
    assert pool([]).rate is None


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("온도를 22도로 맞춰 줘", "온도를 이십이 도로 맞춰줘"),
        ("바람 세기 3단으로 올려 줘", "바람 새기 삼 단으로 올려줘"),
        ("강남역으로 안내해 줘", "강남여그로 안내 줘"),
        ("11시 30분에 출발하자", "열한시 삼십분에 출발 하자"),
        ("에어컨 좀 켜 줘", "에어콘 좀 켜줘요"),
        ("커피 3잔 시켜 줘", "커피 세 잔 시켜줘"),
        ("3번 출구로 나가자", "세 번 출구로 나가자"),
    ],
)
def test_korean_rates_equal_kocer(reference: str, hypothesis: str) -> None:
    assert space_free_cer(reference, hypothesis) == pytest.approx(kocer.cer(reference, hypothesis))


@pytest.mark.parametrize(
    ("reference", "hypothesis", "locale"),
    [
        ("set it to twenty-two degrees", "Set it to 22°C.", "en"),
        ("leave at eleven thirty", "leave at 11.30", "en"),
        ("call one one two", "Call 112", "en"),
        ("제2터미널로 가자", "제이 터미널로 가 자", "ko"),
        ("60kWh 충전해 줘", "육십 킬로와트시 충전해 줘", "ko"),
        ("창문을 50% 열어", "창문을 오십 퍼센트 열어", "ko"),
        ("112에 전화해", "백십이에 전화해", "ko"),
        ("T2로 가 줘", "티 이로 가 줘", "ko"),
    ],
)
def test_notation_is_no_error(reference: str, hypothesis: str, locale: Locale) -> None:
    assert sentence_exact(reference, hypothesis, locale) is True
    rate = wer(reference, hypothesis) if locale == "en" else space_free_cer(reference, hypothesis)
    assert rate == 0.0


def test_a_wrong_number_is_an_error() -> None:
    assert align_space_free("22도", "23도", "ko").substitutions == 1
    assert sentence_exact("22도", "23도", "ko") is False
    assert wer("twenty two degrees", "23 degrees") == 0.5
