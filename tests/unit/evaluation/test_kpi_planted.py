"""The rules of the KPIs on answers planted by hand: they decide most of them, and never turn one round."""

from collections import Counter

import pytest
from planted_kpis import Planted, planted, tricky

from evaluation.kpi.answer import answer_of
from evaluation.kpi.decide import RULES, decide
from evaluation.kpi.finding import Finding
from evaluation.kpi.information import meaningful_information
from scenarios.dialogue import KPIS

PLANTED, TRICKY = tuple(planted()), tuple(tricky())
FEWEST_PAIRS, FEWEST_DECIDED_OF_TEN = 10, 6


def found(one: Planted) -> Finding:
    answer = answer_of(one.played(), one.scenario)
    assert answer is not None
    assert not answer.refused, f"a call of this answer fails: {answer.refused}"
    return decide(answer)


def test_every_kpi_has_a_rule_and_enough_pairs_in_both_languages() -> None:
    assert set(RULES) == set(KPIS)
    for kpi in KPIS:
        mine = [one for one in PLANTED if one.kpi == kpi]
        assert len({one.number for one in mine}) >= FEWEST_PAIRS
        assert {one.locale for one in mine} == {"ko", "en"}
        assert sum(one.good for one in mine) * 2 == len(mine)


@pytest.mark.parametrize("one", [*PLANTED, *TRICKY], ids=lambda one: f"{one.kpi}-{one.good}-{one.speech[:24]}")
def test_no_rule_turns_an_answer_round(one: Planted) -> None:
    result = found(one)
    assert result.value in (one.good, None), result.reason
    assert result.reason


@pytest.mark.parametrize("kpi", KPIS)
def test_a_rule_decides_at_least_six_of_ten_good_and_bad_answers(kpi: str) -> None:
    decided = Counter[bool]()
    total = Counter[bool]()
    for one in PLANTED:
        if one.kpi == kpi:
            total[one.good] += 1
            decided[one.good] += found(one).value is not None
    for good in (True, False):
        assert decided[good] * 10 >= FEWEST_DECIDED_OF_TEN * total[good], (kpi, good, decided, total)


@pytest.mark.parametrize("one", [one for one in (*PLANTED, *TRICKY) if one.good], ids=lambda one: one.speech[:30])
def test_the_gate_keeps_no_good_answer_out(one: Planted) -> None:
    answer = answer_of(one.played(), one.scenario)
    assert answer is not None
    assert meaningful_information(answer).value is not False


@pytest.mark.parametrize("kpi", KPIS)
@pytest.mark.parametrize(
    ("locale", "empty"),
    [
        ("ko", "네, 정말 좋은 질문이에요. 언제든지 편하게 말씀해 주시면 제가 정성껏 도와드리겠습니다."),
        (
            "en",
            "What a great question! I am always more than happy to help you with anything you may need on your trip.",
        ),
    ],
)
def test_length_and_politeness_never_pass(kpi: str, locale: str, empty: str) -> None:
    for one in PLANTED:
        if one.kpi == kpi and one.locale == locale:
            assert found(one._replace(calls=(), speech=empty)).value is not True


@pytest.mark.parametrize("kpi", KPIS)
def test_saying_the_request_again_never_passes(kpi: str) -> None:
    for one in PLANTED:
        if one.kpi == kpi:
            assert found(one._replace(calls=(), speech=one.driver)).value is not True


@pytest.mark.parametrize(
    "question", ["짐을 가득 실었어?", "짐을 얼마나 실었어요?", "짐을 실으셨나요?", "짐을 실으셨습니까?"]
)
def test_a_question_in_the_past_tense_reports_no_deed(question: str) -> None:
    from evaluation.kpi.rules_asking import _tells_of_a_deed
    from simulator.language.acts_clauses import plain, sentences

    assert not any(_tells_of_a_deed(sentence, "ko") for sentence in sentences(plain(question)))
    for told in ("짐을 실었어요. 출발할까요?", "안내를 시작했는데 어느 길로 갈까요?"):
        assert any(_tells_of_a_deed(sentence, "ko") for sentence in sentences(plain(told)))
