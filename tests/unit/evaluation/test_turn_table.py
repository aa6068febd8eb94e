"""How the turns of a run are told to people."""

import io

from rich.console import Console
from turn_sessions import Turns

from evaluation.report.turn_table import print_turns
from evaluation.turn_metrics import TurnMetrics, turn_metrics
from evaluation.verdict import Outcome
from simulator.channel import Locale


def shown(found: TurnMetrics, *, details: bool = False) -> str:
    text = io.StringIO()
    print_turns(Console(file=text, width=120, color_system=None), found, details=details)
    return text.getvalue()


def played(times: int, locale: Locale = "en") -> TurnMetrics:
    sessions = []
    for _ in range(times):
        turns = Turns("voice", locale).driver(2000, 300).took(agent=20, tools=4).assistant(ms=1000).end()
        sessions.append((turns.trajectory, Outcome.PASSED))
    return turn_metrics(sessions)


def line(text: str, name: str) -> list[str]:
    return next(row for row in text.splitlines() if row.strip().startswith(name)).split()


def test_figures_come_with_their_number_and_unit() -> None:
    text = shown(played(10))
    assert line(text, "response latency, simulated")[4:] == ["10", *["324", "ms"] * 3, "-"]
    assert line(text, "driver speaking")[4:] == ["10", *["2.0", "s"] * 3, "20.0", "s", "in", "all"]
    assert line(text, "turns per completed")[4:] == ["10", "-", "-", "-", "1.0", "turns"]
    assert line(text, "dead air")[2:] == ["10", "-", "-", "-", "0.097"]
    assert line(text, "tools, per step")[3:5] == ["10", "4.0"]


def test_too_few_events_are_named_with_their_number_and_no_figure() -> None:
    text = shown(played(9))
    assert "turns: fewer than 10 events, so not shown: response latency, simulated driver 9; dead air 9;" in text
    assert "324" not in text


def test_what_cannot_be_judged_says_why_in_the_details_only() -> None:
    reason = "talked over (the microphone was off while the assistant spoke)"
    assert reason not in shown(played(10))
    assert reason in shown(played(10), details=True)


def test_details_tell_languages_apart() -> None:
    pace: dict[Locale, int] = {"ko": 3000, "en": 1000}
    sessions = [
        (Turns("voice", locale).driver(ms).assistant(ms=1).end().trajectory, Outcome.PASSED)
        for locale, ms in pace.items()
        for _ in range(10)
    ]
    text = shown(turn_metrics(sessions), details=True)
    korean, english = text[text.index("turns, Korean") :].split("turns, English", 1)
    assert line(korean, "driver speaking")[5] == "3.0"
    assert line(english, "driver speaking")[5] == "1.0"
    assert "Korean" not in shown(turn_metrics(sessions))


def test_nothing_played_prints_nothing() -> None:
    assert shown(turn_metrics([])) == ""
