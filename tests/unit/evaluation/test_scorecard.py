"""The scorecard people read, printed into a text."""

import io
from typing import Any

import pytest
from rich.console import Console

from evaluation.aggregate import summarise
from evaluation.gate import evaluate_gates, parse_gate
from evaluation.latency import Latency
from evaluation.report.scorecard import counts_line, number, print_scorecard, printable
from evaluation.spec import Measured
from evaluation.summary import Counts, SessionRow


def row(scenario: str, outcome: str, *scores: Measured, **more: Any) -> SessionRow:
    facts = {"session": f"run-{scenario}", "scenario": scenario, "kind": "base", "locale": "en", "trial": 0}
    return SessionRow.model_validate(facts | {"outcome": outcome, "scores": [s.model_dump() for s in scores]} | more)


def card(*rows: SessionRow, terminal: bool = False, width: int = 120, planned: int | None = None, **more: Any) -> str:
    stream = io.StringIO()
    out = Console(file=stream, width=width, force_terminal=terminal, color_system=None, highlight=False)
    summary = summarise(rows, trials=1)
    facts = {
        "id": "run",
        "planned_sessions": len(rows) if planned is None else planned,
        "agent": "baseline",
        "suite": "own",
        "channel": "errors+text",
        "seed": 7,
        "settings": '{"error_rate": 0.2}',
    }
    print_scorecard(out, facts, summary, rows, **({"latency": [], "store": "/tmp/runs.db"} | more))
    return stream.getvalue()


def test_every_session_with_its_outcome_and_reason() -> None:
    text = card(
        row("fan-up", "failed", reasons=("r_policy: policy 009 was broken",)),
        row("fan-down", "passed", partial=True, reasons=("policy.002 is unscored: no judge",)),
        row("fan-off", "unscored", reasons=("nobody judged",)),
    )
    for words in ("fan-up", "failed", "policy 009 was broken", "passed (partial)", "no judge", "nobody judged"):
        assert words in text
    assert "1 passed (1 of them partial), 1 failed, 1 unscored, 0 invalid, 0 defects" in text


def test_the_first_session_that_did_not_pass_comes_next() -> None:
    assert "next: dashtalk show b " in card(row("a", "passed"), row("b", "failed"), row("c", "failed"))
    assert "next: dashtalk show a " in card(row("a", "passed"))


def test_the_first_line_says_what_was_run() -> None:
    first = card(row("a", "passed")).splitlines()[0]
    assert first == "run run: baseline on own, en, errors 0.2+text channel, seed 7, 1 sessions"


def test_speech_that_nobody_measured_is_one_line() -> None:
    silent = Measured(metric="wer", value=None, reason="text channel: nothing was recognised")
    text = card(row("a", "passed", silent), row("b", "passed", silent))
    assert "speech: unscored, text channel: nothing was recognised" in text
    assert "word error rate" not in text


def test_metrics_say_how_many_were_scored_and_why_the_others_were_not() -> None:
    open_one = Measured(metric="r_policy", value=None, reason="policy 004: nobody judged")
    text = card(row("a", "passed", Measured(metric="r_policy", value=1)), row("b", "passed", open_one))
    line = next(line for line in text.splitlines() if "r_policy" in line)
    assert "1/2" in line
    assert "policy 004: nobody judged (1)" in line


def test_speech_has_a_table_of_its_own_and_reasons_where_nothing_was_measured() -> None:
    spoken = row("a", "passed", Measured(metric="wer", value=0.25, numerator=1, denominator=4))
    unspoken = row("b", "passed", Measured(metric="cer", value=None, reason="no Korean voice"), locale="ko")
    text = card(spoken, unspoken)
    assert "word error rate" in text
    assert "0.250" in text
    assert "no Korean voice (1)" in text


def test_latency_gates_notices_and_incompleteness() -> None:
    rows = [row("a", "passed")]
    gates = evaluate_gates([parse_gate("pass_rate=0.5"), parse_gate("score=0.5")], summarise(rows, trials=1))
    text = card(
        *rows, planned=3, latency=[Latency("agent", 7, 1.25, 9)], gates=gates, notices=["No Korean [voice] here."]
    )
    assert "assistant, per message" in text
    assert "gate met: pass_rate" in text
    assert "gate unscoreable: score" in text
    assert "note: No Korean [voice] here." in text
    assert "incomplete: 2 of 3 planned sessions did not start" in text


@pytest.mark.parametrize("terminal", [True, False])
def test_an_assistants_words_bring_no_control_codes_and_no_markup(terminal: bool) -> None:
    nasty = "Unknown action \x1b]0;owned\x07 \x9b31m \u202e [/bold] [red]x\r\n"
    score = Measured(metric="r_policy", value=None, reason=nasty)
    text = card(row("a", "failed", score, reasons=(nasty,)), terminal=terminal)
    assert not any(code in text for code in ("\x1b]0;", "\x07", "\x9b", "\u202e", "\r"))
    assert "[/bold] [red]x" in text


def test_no_session_at_all() -> None:
    text = card(planned=4)
    assert "0 passed" in text
    assert "4 of 4 planned sessions did not start" in text


def test_a_narrow_terminal_loses_no_reason() -> None:
    reason = "r_actions_final: at the end window_driver_position is 50, expected 25"
    text = card(row("base-quarter-window", "failed", reasons=(reason,)), width=60)
    assert all(len(line) <= 60 for line in text.splitlines() if "window_driver" in line)
    squeezed = "".join("".join(line.split()[-3:]) for line in text.splitlines())
    assert "expected25" in squeezed


def test_small_words() -> None:
    assert number(None) == "unscored"
    assert number(2 / 3) == "0.667"
    assert counts_line(Counts()) == "0 passed (0 of them partial), 0 failed, 0 unscored, 0 invalid, 0 defects"
    assert printable("가 나\x1b\n\ud800") == "가 나\\x1b\\n\\ud800"


def test_what_does_not_count_is_told_beside_the_score() -> None:
    text = card(row("a", "passed"), row("b", "failed"), row("c", "invalid"), row("d", "defect"))
    assert "coverage 0.500: SCORE and rates rest on 2 of 4 sessions" in text
    assert "coverage" not in card(row("a", "passed"), row("b", "failed"))


def test_figures_on_which_all_agree_have_no_interval_and_the_reason_is_told() -> None:
    text = card(row("a", "passed"), row("b", "passed"), row("c", "passed"))
    assert "1.000 [" not in text
    assert "no interval: where all scenarios behind a figure agree" in text


def test_an_interval_anywhere_in_the_headline_is_explained() -> None:
    rows = [row(name, result) for name, result in (("a", "passed"), ("b", "failed"), ("c", "passed"))]
    rows += [row(f"k{name.scenario}", "passed", locale="ko") for name in rows]
    text = card(*rows)
    assert "bootstrap interval over" in text
    assert "no interval: " in text
