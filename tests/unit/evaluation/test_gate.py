"""Gates: what can be written, what is refused, how they come out."""

import pytest

from evaluation.aggregate import SessionRow, summarise
from evaluation.gate import Gate, GateState, evaluate_gates, exit_code, parse_gate
from evaluation.spec import Measured
from evaluation.summary import Summary
from simulator.registry import UsageError


def rows(outcome: str = "failed", trials: int = 1) -> list[SessionRow]:
    english = [
        ("b1", "base", "passed"),
        ("b2", "base", outcome),
        ("h1", "hallucination", "passed"),
        ("d1", "disambiguation", "passed"),
    ]
    found = Measured(metric="wer", value=0.2, numerator=2, denominator=10)
    return [
        SessionRow.model_validate(
            {
                "session": f"{name}-{trial}",
                "scenario": name,
                "kind": kind,
                "locale": "en",
                "trial": trial,
                "outcome": what,
                "scores": [found.model_dump()],
            }
        )
        for trial in range(trials)
        for name, kind, what in english
    ]


def one(text: str, summary: Summary) -> tuple[GateState, str]:
    (result,) = evaluate_gates([parse_gate(text)], summary)
    return result.state, result.line


def test_forms() -> None:
    assert parse_gate("score=0.3") == Gate("score=0.3", "score", 0.3)
    assert parse_gate("ko.pass^1:base=0.5") == Gate("ko.pass^1:base=0.5", "pass^1", 0.5, "ko", "base")
    assert parse_gate("Pass^3=1").metric == "pass^3"
    assert parse_gate("EN.pass@2_first = 0").locale == "en"
    assert parse_gate("policy.005=1").metric == "policy.005"
    assert parse_gate("ko.policy.005:base=1").locale == "ko"
    assert parse_gate("r_actions_final=.5").value == 0.5
    assert parse_gate("wer=1.5").value == 1.5
    assert parse_gate("turns=12").value == 12


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("score=abc", "must be a number from 0 to 1, got 'abc'"),
        ("score=nan", "must be a number from 0 to 1"),
        ("score=inf", "must be a number from 0 to 1"),
        ("score=1.5", "must be a number from 0 to 1"),
        ("score=-0.1", "must be a number from 0 to 1"),
        ("score=", "must be a number from 0 to 1, got ''"),
        ("wer=-1", "must be a number of 0 or more"),
        ("score", "expected"),
        ("=0.3", "expected"),
        ("", "expected"),
        ("scroe=0.3", "unknown metric 'scroe': did you mean 'score'"),
        ("pass^0=0.3", "unknown metric 'pass\\^0': did you mean 'pass\\^1'"),
        ("r_action_final=1", "did you mean 'r_actions_final'"),
        ("fr.score=0.3", "unknown language 'fr'"),
        ("pass^1:bse=0.3", "unknown scenario kind 'bse': did you mean 'base'"),
        ("pass^1:=0.3", "unknown scenario kind ''"),
        ("score:base=0.3", "gate pass\\^K:base instead"),
        ("r_actions_final:hallucination=1", "does not apply to hallucination"),
    ],
)
def test_mistakes_are_explained_in_one_line(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        parse_gate(text)
    assert "\n" not in str(caught.value)


def test_met_and_missed() -> None:
    summary = summarise(rows())
    assert one("score=0.8", summary) == (GateState.MET, "met: score 0.8333 >= 0.8")
    assert one("score=0.9", summary) == (GateState.MISSED, "missed: score 0.8333 < 0.9")
    assert one("pass_rate=0.75", summary)[0] is GateState.MET
    assert one("en.pass^1:base=0.5", summary)[0] is GateState.MET
    assert one("en.pass^1:base=0.51", summary)[0] is GateState.MISSED
    assert one("pass@1_first:hallucination=1", summary)[0] is GateState.MET


def test_metrics_better_when_lower_have_the_most_allowed() -> None:
    summary = summarise(rows())
    assert one("en.wer=0.2", summary) == (GateState.MET, "met: en.wer 0.2 <= 0.2")
    assert one("en.wer=0.1", summary) == (GateState.MISSED, "missed: en.wer 0.2 > 0.1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ko.score=0.1", "no Korean session was run"),
        ("pass^1:dialogue=0.1", "no dialogue session was run"),
        ("pass^3=0.1", "run with --trials 3"),
        ("policy.005=0.1", "applied to no session"),
    ],
)
def test_unscoreable(text: str, reason: str) -> None:
    state, line = one(text, summarise(rows()))
    assert state is GateState.UNSCOREABLE
    assert reason in line


def test_score_without_all_kinds_is_unscoreable() -> None:
    summary = summarise(row for row in rows() if row.kind != "base")
    assert one("score=0", summary)[0] is GateState.UNSCOREABLE


def test_an_unscored_metric_tells_its_reason() -> None:
    silent = Measured(metric="wer", value=None, reason="text channel: nothing was recognised")
    summary = summarise(row.model_copy(update={"scores": (silent,)}) for row in rows())
    assert one("wer=0.5", summary) == (
        GateState.UNSCOREABLE,
        "unscoreable: wer: text channel: nothing was recognised",
    )


@pytest.mark.parametrize(
    ("gates", "code"),
    [
        ([], 0),
        (["score=0.1"], 0),
        (["score=0.1", "score=0.99"], 1),
        (["score=0.1", "ko.score=0.1"], 3),
        (["ko.score=0.1", "score=0.99"], 1),
    ],
)
def test_exit_codes(gates: list[str], code: int) -> None:
    summary = summarise(rows())
    assert exit_code(evaluate_gates(map(parse_gate, gates), summary), summary) == code


def test_a_run_with_nothing_scored_is_never_success() -> None:
    summary = summarise(row.model_copy(update={"outcome": "defect"}) for row in rows())
    assert exit_code((), summary) == 3
    assert exit_code(evaluate_gates([parse_gate("score=0")], summary), summary) == 3
    assert exit_code((), summarise([])) == 3


def test_a_threshold_reached_by_a_sum_of_floats_is_met() -> None:
    summary = summarise(rows(outcome="passed", trials=3))
    assert one("score=1", summary)[0] is GateState.MET
    assert one("pass^3=1", summary)[0] is GateState.MET


@pytest.mark.parametrize(
    ("text", "state", "line"),
    [
        ("invalid=1", GateState.MET, "met: invalid 1 <= 1"),
        ("invalid=0", GateState.MISSED, "missed: invalid 1 > 0"),
        ("en.invalid:base=0", GateState.MISSED, "missed: en.invalid:base 1 > 0"),
        ("defects=0", GateState.MET, "met: defects 0 <= 0"),
        ("coverage=0.75", GateState.MET, "met: coverage 0.75 >= 0.75"),
        ("coverage=0.95", GateState.MISSED, "missed: coverage 0.75 < 0.95"),
        ("coverage:hallucination=1", GateState.MET, "met: coverage:hallucination 1 >= 1"),
    ],
)
def test_what_leaves_the_score_can_be_a_gate(text: str, state: GateState, line: str) -> None:
    assert one(text, summarise(rows("invalid"))) == (state, line)


def test_a_defect_counts_as_one() -> None:
    assert one("defects=0", summarise(rows("defect"))) == (GateState.MISSED, "missed: defects 1 > 0")


@pytest.mark.parametrize("text", ["coverage=2", "coverage=x", "invalid=-1", "defects=nan"])
def test_their_values_are_checked(text: str) -> None:
    with pytest.raises(UsageError, match="VALUE must be a number"):
        parse_gate(text)
