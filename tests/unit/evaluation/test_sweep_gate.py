"""Thresholds on what a level may cost."""

import pytest
from sweep_rows import both, level, sessions

from evaluation.gate import GateState
from evaluation.robustness import robustness
from evaluation.sweep_gate import evaluate_sweep_gates, parse_sweep_gate, sweep_exit_code
from simulator.registry import UsageError

LEVELS = [level("error_rate", name) for name in ("clean", "0.1", "0.2")]
FOUND = robustness(
    [
        both(sessions("clean", "++++"), sessions("clean", "++++", locale="ko")),
        both(sessions("0.1", "+++-", dose=0.1), sessions("0.1", "++--", locale="ko", dose=0.1)),
        both(sessions("0.2", "    "), sessions("0.2", "    ", locale="ko")),
    ],
    resamples=50,
)


def outcome(*texts: str) -> tuple[list[tuple[str | None, GateState]], int]:
    results = evaluate_sweep_gates([parse_sweep_gate(text, LEVELS) for text in texts], FOUND)
    return [(result.locale, result.state) for result in results], sweep_exit_code(results, FOUND)


def test_a_gate_without_a_language_holds_in_each() -> None:
    assert outcome("tax@0.1=0.25") == ([("ko", GateState.MISSED), ("en", GateState.MET)], 1)
    assert outcome("en.tax@0.1=0.25") == ([("en", GateState.MET)], 0)
    assert outcome("pass_rate@0.10=0.5", "ko.pass_rate@clean=1") == (
        [("ko", GateState.MET), ("en", GateState.MET), ("ko", GateState.MET)],
        0,
    )
    assert outcome("en.pass_rate@0.1=0.8")[1] == 1


def test_what_cannot_be_scored_is_no_pass() -> None:
    states, code = outcome("en.tax@0.2=1")
    assert (states, code) == ([("en", GateState.UNSCOREABLE)], 3)
    assert outcome("en.tax@0.2=1", "ko.tax@0.1=0")[1] == 1


def test_nothing_played_is_incomplete_with_or_without_gates() -> None:
    assert sweep_exit_code([], robustness([sessions("clean", "  ")], resamples=10)) == 3
    assert sweep_exit_code([], FOUND) == 0


def test_lines_tell_figure_and_threshold() -> None:
    (result,) = evaluate_sweep_gates([parse_sweep_gate("ko.tax@0.1=0.2", LEVELS)], FOUND)
    assert result.line == "missed: ko.tax@0.1 0.5 > 0.2"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tax=0.2", "expected [ko.|en.]tax@LEVEL=MOST"),
        ("taxes@0.1=0.2", "did you mean 'tax'"),
        ("fr.tax@0.1=0.2", "unknown language 'fr'"),
        ("tax@0.3=0.2", "the sweep has no level '0.3': clean, 0.1, 0.2"),
        ("tax@clean=0.2", "the clean level has no tax"),
        ("tax@0.1=2", "must be a number from -1 to 1"),
        ("pass_rate@0.1=-0.1", "must be a number from 0 to 1"),
        ("tax@0.1=nan", "must be a number from -1 to 1"),
    ],
)
def test_what_is_no_gate_is_told_in_one_line(text: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_sweep_gate(text, LEVELS)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
