"""The stored runs as the dashboard reads them, and runs that it starts and stops."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from drives import Call, scenario

from evaluation.running import interrupt, process_mark
from evaluation.store import Store
from scenarios.schema import Scenario
from simulator.agents.oracle import Oracle
from simulator.agents.spec import Reply
from simulator.channel import Locale
from simulator.cockpit.stored_runs import RunsInStore
from simulator.plan import make_plan
from simulator.registry import UsageError
from simulator.settings import Settings
from simulator.suite import Run
from simulator.trajectory import AssistantView

FAN: Call = ("set_fan_speed", {"level": 3})


class EnglishOnly(Oracle):
    """Knows the answer in English, and does nothing in Korean."""

    def __init__(self, scenario: Scenario, locale: Locale) -> None:
        super().__init__(scenario, locale)
        self._mute = locale == "ko"

    async def respond(self, view: AssistantView) -> Reply:
        return Reply(speech="네.") if self._mute else await super().respond(view)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    made = Store(path)
    yield made
    made.close()


async def played(store: Store) -> str:
    chosen = Settings(agent="oracle", channel="text", max_concurrency=3)
    plan = replace(make_plan(chosen, (scenario(FAN),), command="run"), make_agent=EnglishOnly)
    run = Run(plan, store)
    await run.execute()
    return run.id


async def test_runs_and_sessions_are_read_as_they_are_stored(path: Path, store: Store) -> None:
    run_id = await played(store)
    stored_runs = RunsInStore(path)
    (run,) = stored_runs.runs()
    assert run == stored_runs.run("latest") == stored_runs.run(run_id[-6:])
    assert (run.id, run.status, run.planned, run.passed, run.failed) == (run_id, "finished", 2, 1, 1)
    assert (run.concurrency, run.pass_rate) == (3, 0.5)
    korean, english = stored_runs.sessions(run_id)
    assert (korean.locale, korean.outcome, korean.marks) == ("ko", "failed", frozenset({"failed"}))
    assert (english.locale, english.outcome, english.marks, english.reasons) == ("en", "passed", frozenset(), ())
    assert any("set_fan_speed" in reason or "fan_speed" in reason for reason in korean.reasons)
    assert english.wall_ms is not None


async def test_figures_are_those_that_show_prints(path: Path, store: Store) -> None:
    run_id = await played(store)
    found = {figures.part: figures for figures in RunsInStore(path).figures(run_id)}
    assert [found[part].pass_rate for part in ("ko", "en", "all")] == [0.0, 1.0, 0.5]


async def test_a_story_has_its_events_its_scores_and_its_failure(path: Path, store: Store) -> None:
    run_id = await played(store)
    stored_runs = RunsInStore(path)
    korean, english = (stored_runs.story(row.id) for row in stored_runs.sessions(run_id))
    assert list(korean.events) == store.trajectory(korean.session_id).events
    assert [mark.kind for mark in korean.marks] == ["failed"]
    assert english.marks == []
    for told, outcome in ((korean, "failed"), (english, "passed")):
        scoring = told.scoring_at(len(told))
        assert scoring is not None
        assert scoring.outcome == outcome
        assert {score.metric for score in scoring.scores} >= {"r_actions_final", "r_policy"}
        assert told.scoring_at(len(told) - 1) is None
    early = stored_runs.scoring(korean, 3)
    assert next(score for score in early.scores if score.metric == "r_user_end_conversation").value is None


async def test_marks_come_from_stored_scores(path: Path, store: Store) -> None:
    run_id = await played(store)
    _, english = RunsInStore(path).sessions(run_id)
    for metric, mark in (("policy.AUT-POL:005", "breach"), ("sentence_exact", "misheard")):
        store.write(
            (
                "INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(english.id, metric, 0.5, None, None, "", "[]", "1")],
            )
        )
        assert mark in RunsInStore(path).sessions(run_id)[1].marks


async def test_it_may_be_asked_from_any_thread_while_somebody_writes(path: Path, store: Store) -> None:
    run_id = await played(store)
    stored_runs = RunsInStore(path)
    stored_runs.runs()
    found: list[int] = []
    connection = store.db.conn
    connection.execute("BEGIN IMMEDIATE")
    thread = threading.Thread(target=lambda: found.append(len(stored_runs.sessions(run_id))))
    thread.start()
    thread.join()
    connection.execute("ROLLBACK")
    assert found == [2]


def test_no_store_is_an_empty_one(path: Path) -> None:
    stored_runs = RunsInStore(path)
    assert list(stored_runs.runs()) == []
    assert not path.exists()


async def test_what_cannot_be_read_is_one_line(path: Path, store: Store) -> None:
    run_id = await played(store)
    stored_runs = RunsInStore(path)
    korean, english = stored_runs.sessions(run_id)
    with pytest.raises(UsageError, match="no session 'nowhere'"):
        stored_runs.story("nowhere")
    store.write(("UPDATE events SET body='{' WHERE session_id=? AND seq=2", [(korean.id,)]))
    with pytest.raises(UsageError, match="damaged: an event cannot be read") as told:
        stored_runs.story(korean.id)
    assert "\n" not in str(told.value)
    store.write(("UPDATE sessions SET scenario='{}', reasons='[' WHERE id=?", [(english.id,)]))
    with pytest.raises(UsageError, match="its scenario cannot be read"):
        stored_runs.story(english.id)
    assert stored_runs.sessions(run_id)[1].reasons == ("its reasons cannot be read",)


async def test_a_session_without_its_end_is_shown_and_told(path: Path, store: Store) -> None:
    run_id = await played(store)
    stored_runs = RunsInStore(path)
    korean, _ = stored_runs.sessions(run_id)
    last = len(store.trajectory(korean.id).events) - 1
    store.write(("DELETE FROM events WHERE session_id=? AND seq=?", [(korean.id, last)]))
    told = stored_runs.story(korean.id)
    scoring = told.scoring_at(len(told))
    assert scoring is not None
    assert "last events are missing" in scoring.reasons[-1]


def begun(store: Store, process: str) -> str:
    facts = {"suite": "s", "agent": "a", "user": "scripted", "channel": "text", "trials": 1, "seed": 0}
    run_id = store.begin_run(facts | {"planned_sessions": 1, "version": "0", "scoring_version": "0"}, {})
    store.write(("UPDATE runs SET process=? WHERE id=?", [(process, run_id)]))
    return run_id


WAITING = "import signal, sys; print('ready', flush=True); signal.pause()"


@pytest.fixture
def sleeper() -> "Iterator[subprocess.Popen[str]]":
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_stop_interrupts_the_process_of_the_run(path: Path, store: Store, sleeper: "subprocess.Popen[str]") -> None:
    RunsInStore(path).stop(begun(store, process_mark(sleeper.pid)))
    assert sleeper.wait(30) == -signal.SIGINT


def test_stop_touches_no_process_that_is_another_one(
    path: Path, store: Store, sleeper: "subprocess.Popen[str]"
) -> None:
    mark = json.loads(process_mark(sleeper.pid))
    stored_runs = RunsInStore(path)
    others: tuple[dict[str, Any], ...] = (mark | {"started": "1"}, mark | {"place": "elsewhere"}, {})
    for other in others:
        with pytest.raises(UsageError, match="played by no process of this machine"):
            stored_runs.stop(begun(store, json.dumps(other)))
    finished = begun(store, process_mark(sleeper.pid))
    store.finish_run(finished, "finished")
    with pytest.raises(UsageError, match="it is finished"):
        stored_runs.stop(finished)
    with pytest.raises(UsageError, match="a drive of this dashboard"):
        stored_runs.stop(begun(store, process_mark()))
    with pytest.raises(UsageError, match="no run 'nowhere'"):
        stored_runs.stop("nowhere")
    assert sleeper.poll() is None


def test_one_that_ignores_ctrl_c_is_told_politely(store: Store) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process = subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, before)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    interrupt({"status": "running", "process": process_mark(process.pid)})
    assert process.wait(30) == -signal.SIGTERM
    process.stdout.close()


def test_begin_plays_in_a_process_of_its_own(path: Path) -> None:
    stored_runs = RunsInStore(path)
    flags = ["--scenario", "base-hot-cabin", "--locale", "en", "--channel", "text", "--agent", "oracle"]
    run_id = stored_runs.begin(flags)
    store = Store(path, create=False)
    (row,) = store.read("SELECT process FROM runs WHERE id=?", run_id)
    assert json.loads(row["process"])["pid"] != os.getpid()
    for begun_run in stored_runs.begun:
        begun_run.wait()
    run = stored_runs.run(run_id)
    assert (run.status, run.passed) == ("finished", 1)
    log = path.with_name(f"{run_id}.log")
    assert "1 passed" in log.read_text(encoding="utf-8")
    store.close()


def test_begin_tells_in_one_line_why_nothing_began(path: Path) -> None:
    stored_runs = RunsInStore(path)
    with pytest.raises(UsageError, match="unknown agent 'orakle': did you mean 'oracle'") as told:
        stored_runs.begin(["--agent", "orakle"])
    assert "\n" not in str(told.value)
    assert list(path.parent.glob("*.log")) == []
