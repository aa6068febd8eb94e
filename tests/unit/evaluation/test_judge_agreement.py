"""How far judges agree: figures worked out by hand, and none where nothing can be told."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from evaluation.judge_agreement import Agreement, agreements, as_json, kappa
from evaluation.judge_answer import Status
from evaluation.judgements import Kept
from evaluation.report.judge_table import print_judging
from simulator.events import Judgement


def kept(rubric: str, *rows: dict[str, float | Status]) -> list[Kept]:
    """Each row is one session: what each judge gave, a value or why there is none."""
    found = []
    for number, row in enumerate(rows):
        for judge, answer in row.items():
            value = None if isinstance(answer, Status) else answer
            status = answer if isinstance(answer, Status) else Status.VERDICT
            judgement = Judgement(rubric=rubric, value=value, rationale="x", judge=judge, digest="")
            found.append(Kept(f"s{number}", judgement, status))
    return found


def one(*rows: dict[str, float | Status]) -> Agreement:
    (found,) = agreements(kept("policy.004", *rows))
    return found


def test_three_judges_on_four_questions() -> None:
    found = one(
        {"a": 1.0, "b": 1.0, "c": 1.0},
        {"a": 0.0, "b": 0.0, "c": 1.0},
        {"a": 0.0, "b": 1.0, "c": Status.UNUSABLE},
        {"a": 1.0, "b": Status.CONTRADICTION, "c": Status.CANNOT_TELL},
    )
    assert (found.questions, found.decided, found.split, found.without) == (4, 2, 1, 1)
    assert found.unanimous == 1 / 4
    # a and b agree in 2 of 3 questions they share, a and c in 1 of 2, b and c in 1 of 2.
    assert [(pair.judges, pair.n) for pair in found.pairs] == [(("a", "b"), 3), (("a", "c"), 2), (("b", "c"), 2)]
    assert [pair.agreement for pair in found.pairs] == [pytest.approx(2 / 3), 0.5, 0.5]
    assert found.agreement == pytest.approx(4 / 7)
    # a: 1 of 3 yes, b: 2 of 3; chance agreement 4/9: (2/3 - 4/9) / (5/9) = 0.4. c always says yes: 0.
    assert [pair.kappa for pair in found.pairs] == [pytest.approx(0.4), pytest.approx(0), pytest.approx(0)]
    assert found.kappa == pytest.approx(0.4 / 3)
    assert found.answers == {"verdict": 9, "cannot_tell": 1, "unusable": 1, "contradiction": 1}


def test_one_judge_agrees_with_nobody() -> None:
    found = one({"a": 1.0}, {"a": Status.UNREACHABLE})
    assert (found.questions, found.decided, found.split, found.without) == (2, 1, 0, 1)
    assert (found.unanimous, found.agreement, found.kappa, found.pairs) == (None, None, None, ())


def test_full_agreement_on_one_verdict_says_nothing_of_chance() -> None:
    found = one({"a": 1.0, "b": 1.0}, {"a": 1.0, "b": 1.0})
    assert (found.unanimous, found.agreement, found.kappa) == (1.0, 1.0, None)


def test_neighbouring_grades_are_nearly_equal() -> None:
    near = kappa([(0.0, 0.25), (1.0, 0.75), (0.5, 0.5)])
    far = kappa([(0.0, 0.75), (1.0, 0.25), (0.5, 0.5)])
    assert near is not None
    assert far is not None
    assert near > 0.6 > 0 > far


def test_no_judge_no_figures() -> None:
    assert agreements([]) == ()
    assert as_json([]) is None
    assert kappa([]) is None


def test_shown_and_written() -> None:
    rows = kept("policy.004", {"a": 1.0, "b": 0.0}, {"a": 0.0, "b": Status.CONTRADICTION})
    rows += kept("rubric.brevity", {"a": 0.75, "b": 0.75})
    out = io.StringIO()
    print_judging(Console(file=out, width=120), rows)
    text = out.getvalue()
    assert "judging by 2 judges" in text
    assert "1 contradict themselves" in text
    assert "rubric.brevity" in text
    written = json.loads(json.dumps(as_json(rows)))
    assert written["judges"] == ["a", "b"]
    assert set(written["rubrics"]) == {"policy.004", "rubric.brevity"}
    assert written["rubrics"]["policy.004"]["pairs"] == [
        {"judges": ["a", "b"], "n": 1, "agreement": 0.0, "kappa": pytest.approx(0.0)}
    ]


VERDICTS = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


@given(st.lists(st.tuples(VERDICTS, VERDICTS), max_size=30))
def test_kappa_is_the_same_both_ways_and_never_above_one(both: list[tuple[float, float]]) -> None:
    found, turned = kappa(both), kappa([(other, one) for one, other in both])
    assert (found is None) == (turned is None)
    if found is not None:
        assert turned == pytest.approx(found)
        assert -1 - 1e-9 <= found <= 1 + 1e-9
        assert (found == pytest.approx(1)) == all(one == other for one, other in both)
