"""The tables a scorecard shows when details are asked for."""

import io
from typing import Any

from rich.console import Console

from evaluation.aggregate import summarise
from evaluation.report.details import estimated
from evaluation.report.scorecard import print_scorecard
from evaluation.spec import Measured
from evaluation.summary import Interval, SessionRow


def rows() -> list[SessionRow]:
    policy = Measured(metric="policy.011", value=0, evidence=("011: windows open",))
    return [
        SessionRow.model_validate(
            {
                "session": f"{kind}-{number}-{trial}",
                "scenario": f"{kind}-{number}",
                "kind": kind,
                "locale": "en",
                "trial": trial,
                "outcome": "failed" if number == 0 else "passed",
                "scores": [policy.model_dump()] if number == 0 else [],
                "strata": {"actions": str(number + 1), "style": "commanding"},
                "cause": "E2" if number == 0 else None,
            }
        )
        for kind in ("base", "hallucination", "disambiguation")
        for number in range(3)
        for trial in range(3)
    ]


def card(*, details: bool, width: int = 120) -> str:
    stream = io.StringIO()
    out = Console(file=stream, width=width, color_system=None, highlight=False)
    facts: dict[str, Any] = {
        "id": "run",
        "planned_sessions": 27,
        "agent": "a",
        "suite": "s",
        "channel": "text",
        "seed": 0,
    }
    print_scorecard(out, facts, summarise(rows()), [], latency=[], store="runs.db", details=details)
    return stream.getvalue()


def test_intervals_stand_beside_the_headline() -> None:
    text = card(details=False)
    line = next(line for line in text.splitlines() if line.strip().startswith("all"))
    assert line.count("[") == 5
    assert "0.667 [" in line
    assert "95% bootstrap interval over 9 scenarios" in text
    assert "9 pairs of scenario and language counted, 0 excluded" in text


def test_details_are_shown_only_when_asked_for() -> None:
    plain, full = card(details=False), card(details=True)
    for words in ("policies, in sessions", "expected calls", "why sessions failed", "first_k", "RDI", "commanding"):
        assert words not in plain
        assert words in full
    assert "broke a rule of conduct" in full
    assert "disambiguation" in full


def test_a_narrow_terminal_keeps_the_names_of_groups_whole() -> None:
    text = card(details=True, width=80)
    for name in ("base", "hallucination", "disambiguation", "commanding"):
        assert any(line.split()[:1] == [name] for line in text.splitlines()), name


def test_no_session_has_no_tables_to_show() -> None:
    stream = io.StringIO()
    out = Console(file=stream, width=120, color_system=None)
    facts = {"id": "run", "planned_sessions": 0, "agent": "a", "suite": "s", "channel": "text", "seed": 0}
    print_scorecard(out, facts, summarise([]), [], latency=[], store="runs.db", details=True)
    assert "0 passed" in stream.getvalue()


def test_a_figure_without_interval_stands_alone() -> None:
    assert estimated(0.5, None) == "0.500"
    assert estimated(None, None) == "unscored"
    interval = Interval(low=0.123, high=1, level=0.95, resamples=10, scenarios=4)
    assert estimated(0.5, interval) == "0.500 [.12 1.0]"
