"""What is unscored is unscored everywhere: no output shows it as 0 or 1, and no mean takes it in."""

import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from drives import Drive, scenario
from rich.console import Console

from evaluation.aggregate import SPEECH_METRICS, summarise
from evaluation.blame_stored import beside, cases
from evaluation.blame_summary import blame_groups
from evaluation.catalogue import metrics
from evaluation.formats.junit import junit
from evaluation.gate import GateState, evaluate_gates, exit_code, parse_gate
from evaluation.report.details import detail_tables
from evaluation.report.machine import run_object
from evaluation.report.scorecard import print_scorecard
from evaluation.report.sweep_markdown import sweep_markdown
from evaluation.report.titles import titled
from evaluation.robustness import LevelSessions, robustness
from evaluation.robustness_spec import Level
from evaluation.rows import run_rows
from evaluation.spec import SCORING_VERSION, Measured, passed, unscored
from evaluation.store import Recorder, Store
from evaluation.summary import SessionRow, Summary
from evaluation.turn_metrics import turn_metrics
from evaluation.validity_gate import gated_score
from evaluation.verdict import Outcome
from scenarios.schema import Kind, Scenario
from simulator.cli import main
from simulator.events import SessionStarted, Termination
from simulator.suite import rescore, verdict_row
from simulator.trajectory import Trajectory

ALL = tuple(metrics())
NAMES = tuple(entry.name for entry in ALL)
WHY = "nobody could tell"
KINDS: tuple[Kind, ...] = ("base", "hallucination", "disambiguation")
FIGURE = re.compile(r"(?<![\w.])[01](?:\.0+)?(?![\w.])")

ENDS: dict[str, tuple[Outcome, Callable[[Drive], Trajectory]]] = {
    "defect": (Outcome.DEFECT, lambda drive: drive.defect("it broke").end(None, Termination.DEFECT)),
    "time": (Outcome.DEFECT, lambda drive: drive.defect("too long").end(None, Termination.TIMEOUT)),
    "driver lost": (Outcome.INVALID, lambda drive: drive.end(None, Termination.USER_ERROR, "no words")),
    "interrupted": (Outcome.UNSCORED, lambda drive: drive.end(None, Termination.INTERRUPTED)),
    "cut off": (Outcome.UNSCORED, lambda drive: drive.trajectory),
}


def of_kind(kind: Kind) -> Scenario:
    return scenario(("set_fan_speed", {"level": 2}), kind=kind)


def broken(end: str, of: Scenario, locale: Any = "en") -> Trajectory:
    """Return a session that measured much, and of which nothing may be known since it ended like this."""
    drive = Drive(of, locale).hear("Fan on two, please.", "Fan on too, please.", slots=("two",))
    trajectory = ENDS[end][1](drive.step(("set_fan_speed", {"level": 2})).say("The fan is on two."))
    # How a script speaks is nobody's fault, so what is found here comes from the end alone.
    return Trajectory(
        event.model_copy(update={"user": "scripted"}) if isinstance(event, SessionStarted) else event
        for event in trajectory.events
    )


def row(number: int, outcome: str, *scores: Measured, kind: Kind = "base") -> SessionRow:
    return SessionRow(
        session=f"s-{number}",
        scenario=f"s{number}",
        kind=kind,
        locale="en",
        trial=0,
        outcome=Outcome(outcome),
        scores=scores,
    )


@pytest.fixture(params=ENDS)
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Store, str, str]]:
    """Yield a store with one such session of every kind, scored as a run and scored again, with its run and end."""
    store = Store(tmp_path / "runs.db")
    facts = {"suite": "tests", "agent": "a", "user": "persona", "channel": "text", "trials": 1}
    run_id = store.begin_run(facts | {"planned_sessions": 3, "scoring_version": SCORING_VERSION}, {})
    for number, kind in enumerate(KINDS):
        of = of_kind(kind)
        trajectory = broken(request.param, of)
        place = {"scenario_id": of.id, "kind": kind, "locale": "en", "trial": 0, "channel": "text"}
        session = store.begin_session(run_id, number, place | {"scenario": of.model_dump_json()})
        recorder = Recorder(store, session)
        for event in trajectory.events:
            recorder(event)
        recorder.flush()
        if request.param != "cut off":
            verdict = gated_score(trajectory, of)
            store.finish_session(session, verdict_row(verdict, trajectory, of), verdict.scores, SCORING_VERSION)
    store.finish_run(run_id, "finished")
    yield store, run_id, request.param
    store.close()


def scorecard(summary: Summary, rows: list[SessionRow], run: Any, **more: Any) -> str:
    out = io.StringIO()
    made = Console(file=out, width=400)
    print_scorecard(made, run, summary, rows, latency=(), store="runs.db", details=True, **more)
    return out.getvalue()


RUN = {
    "id": "s",
    "agent": "a",
    "suite": "s",
    "channel": "text",
    "seed": 0,
    "user": "scripted",
    "settings": "{}",
    "planned_sessions": 3,
}


@pytest.mark.parametrize("name", NAMES)
def test_an_unscored_metric_enters_no_figure(name: str) -> None:
    rows = [row(0, "unscored", unscored(name, WHY)), row(1, "passed"), row(2, "failed")]
    summary = summarise(rows, resamples=20)
    found = summary.metrics[name]
    assert (found.value, found.mean, found.n, found.unscored) == (None, None, 0, 1)
    assert (found.numerator, found.denominator) == (None, None)
    assert summary.policies == {}
    (gated,) = evaluate_gates([parse_gate(f"{name}=1")], summary)
    assert (gated.state, gated.value) == (GateState.UNSCOREABLE, None)
    assert exit_code([gated], summary) == 3
    assert junit("s", [], [gated]).count("<error") == 1
    text = scorecard(summary, rows, RUN)
    if name in SPEECH_METRICS:
        assert f"speech: unscored, {WHY}" in text
    else:
        (line,) = [line for line in text.splitlines() if titled(name) in line and WHY in line]
        assert "unscored" in line
        assert not FIGURE.search(line.replace(titled(name), "").replace("0/1", "").replace("(1)", "")), line


@pytest.mark.parametrize("name", NAMES)
def test_beside_scored_ones_it_moves_no_mean(name: str) -> None:
    scored = [row(0, "passed", passed(name)), row(1, "failed", Measured(metric=name, value=0.0))]
    alone, with_it = summarise(scored, resamples=20), summarise([*scored, row(2, "unscored", unscored(name, WHY))])
    for spoilt in ("invalid", "defect"):
        more = summarise([*scored, row(3, spoilt, passed(name)), row(4, spoilt, unscored(name, WHY))])
        assert more.metrics == alone.metrics
        assert more.policies == alone.policies
        assert (more.pass_rate, more.failures) == (alone.pass_rate, alone.failures)
    one, other = alone.metrics[name], with_it.metrics[name]
    assert (other.value, other.mean, other.n) == (one.value, one.mean, one.n) == (0.5, 0.5, 2)
    assert with_it.pass_rate == alone.pass_rate


@pytest.mark.parametrize("name", NAMES)
def test_a_sweep_leaves_it_out(name: str) -> None:
    def level(value: str, *rows: SessionRow) -> LevelSessions:
        made = Level(axis="error_rate", name=value, value=0.0 if value == "clean" else float(value))
        return LevelSessions(made, rows, planned=tuple((f"s{number}", "en", 0) for number in range(2)))

    clean = level("clean", row(0, "passed"), row(1, "passed"))
    hard = level("0.1", row(0, "passed"), row(1, "unscored", unscored(name, WHY)))
    found = robustness([clean, hard], resamples=20)
    point = found.curves[0].points[1]
    assert (point.pass_rate, point.known, point.metrics[name].value) == (1.0, 1, None)
    for tax in (tax for tax in point.taxes if tax.measure == "pass_rate"):
        assert tax.pairs == 1
    assert [missing.scenario for missing in found.curves[0].missing] == ["s1"]
    assert "no verdict" in sweep_markdown("t", found, (), (), ())


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("locale", ["en", "ko"])
def test_of_a_session_that_broke_off_every_metric_is_unscored(end: str, kind: Kind, locale: str) -> None:
    of = of_kind(kind)
    verdict = gated_score(broken(end, of, locale), of)
    assert verdict.outcome is ENDS[end][0]
    applying = [entry.name for entry in ALL if kind in entry.kinds and locale in entry.locales]
    assert [score.metric for score in verdict.scores] == applying
    assert [score.metric for score in verdict.scores if score.value is not None] == []
    assert all(score.reason for score in verdict.scores)


def check(store: Store, run_id: str, end: str) -> None:
    outcome = ENDS[end][0]
    rows = run_rows(store, run_id)
    assert {one.outcome for one in rows} == {outcome}
    summary = summarise(rows, trials=1, planned_sessions=3)
    counts = summary.sessions
    assert (counts.total, counts.valid, counts.passed, counts.failed) == (3, 0, 0, 0)
    assert (summary.pass_rate, summary.score) == (None, None)
    assert all(entry.value is None for entry in summary.passes)
    assert all(metric.value is None and metric.n == 0 for metric in summary.metrics.values())
    assert (summary.policies, summary.failures) == ({}, {})
    assert exit_code((), summary) == 3
    turns = turn_metrics((store.trajectory(one.session), one.outcome) for one in rows)
    goals = {figure.name: figure for figure in turns.all if figure.name.endswith("_per_goal")}
    assert len(goals) == 3
    assert all(figure.value is None and figure.reason for figure in goals.values())
    found = run_object(store, store.run(run_id), summary, rows, turns=turns)
    assert (found["pass_rate"], found["score"], found["sessions"]["valid"]) == (None, None, 0)
    assert all(score["value"] is None for result in found["results"] for score in result["scores"])
    text = scorecard(summary, rows, store.run(run_id), turns=turns)
    assert "simulated driver: 0 valid" in text
    for made in detail_tables(summary):
        for column in made.columns:
            if str(column.header) in ("value", "pass rate", "Pass^1"):
                assert set(column.cells) == {"unscored"}
    root = ET.fromstring(junit("s", store.sessions(run_id)))
    kind = "skipped" if outcome is Outcome.INVALID else "errors"
    assert (root.get("tests"), root.get(kind), root.get("failures")) == ("3", "3", "0")
    assert blame_groups(cases(store, beside(store, store.run(run_id)))) == ()


def test_such_a_run_shows_no_figure_anywhere(
    stored: tuple[Store, str, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    store, run_id, end = stored
    check(store, run_id, end)
    rescore(store, run_id)
    check(store, run_id, end)
    where = ["--store", str(store.path)]
    for one in run_rows(store, run_id):
        assert main(["show", one.session, *where]) == 0
        shown = capsys.readouterr().out
        assert f"outcome: {one.outcome.value}" in shown
        for score in one.scores:
            assert not re.search(rf"^\W*{re.escape(score.metric)}\W+[01]\b", shown, re.M), shown
        assert main(["show", one.session, "--json", *where]) == 0
        assert all(score["value"] is None for score in json.loads(capsys.readouterr().out)["scores"])
    out = tmp_path / "results.json"
    assert main(["carbench", "export", run_id, "--out", str(out), *where]) == 2
    assert not out.exists()


def test_an_undecided_component_is_null_in_an_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, of = Store(tmp_path / "runs.db"), of_kind("base")
    run_id = store.begin_run({"suite": "tests", "agent": "a", "trials": 1, "planned_sessions": 1}, {})
    trajectory = Drive(of).hear("Fan, please.").step(("set_fan_speed", {"level": 2})).say("Done.").end()
    place = {"scenario_id": of.id, "kind": "base", "locale": "en", "trial": 0, "channel": "text"}
    session = store.begin_session(run_id, 0, place | {"scenario": of.model_dump_json()})
    recorder = Recorder(store, session)
    for event in trajectory.events:
        recorder(event)
    recorder.flush()
    verdict = gated_score(trajectory, of)
    store.finish_session(session, verdict_row(verdict, trajectory, of), verdict.scores, SCORING_VERSION)
    out = tmp_path / "results.json"
    assert main(["carbench", "export", run_id, "--out", str(out), "--store", str(store.path)]) == 0
    (entry,) = json.loads(out.read_text(encoding="utf-8"))
    components = entry["info"]["reward_info"]["info"]
    for name in entry["info"]["dashtalk"]["undecided"]:
        if name in components:
            assert components[name] is None
    capsys.readouterr()
