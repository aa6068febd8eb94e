"""Runs that are taken up again: nothing twice, nothing missing, and the same as if nothing had happened."""

import json
import signal
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from carbench_mini import FOLDER
from command_line import THREE, Dashtalk
from openai_server import Answer, OpenAIServer, Received, calls, misbehaves, refuses, says, wire_call

SCENARIO = """
id: {name}
kind: base
summary: Sets the fan.
provenance: tests
driver:
  en: {{turns: [{{say: "Set the fan to level {level}, please."}}]}}
  ko: {{level: haeyo, turns: [{{say: "바람 세기 {level}단으로 해 주세요."}}]}}
expected:
  - {{tool: set_fan_speed, arguments: {{level: {level}}}}}
"""


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as made:
        made.answer = drives
        yield made


@pytest.fixture
def keyed(dashtalk: Dashtalk) -> Dashtalk:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        dashtalk.environment.pop(name, None)
    dashtalk.environment["OPENAI_API_KEY"] = "sk-test"
    return dashtalk


def drives(received: Received) -> Answer:
    """Act on a request by nothing but what it says: open a window, then say so."""
    last = received.body["messages"][-1]
    if last["role"] == "user":
        return calls(wire_call("open_close_window", '{"window": "PASSENGER", "percentage": 25}'))
    return says("Okay, that's done.")


def holding(server: OpenAIServer, after: int) -> threading.Event:
    """Let the server fall silent after some requests; the event tells when it has."""
    silent = threading.Event()

    def answer(received: Received) -> Answer:
        if len(server.chats) > after:
            silent.set()
            return misbehaves("silence")
        return drives(received)

    server.answer = answer
    return silent


def chat(server: OpenAIServer, *more: str, trials: int = 2) -> tuple[str, ...]:
    chosen = [word for name in THREE for word in ("--scenario", name)]
    model = ("--agent", "chat", "--model", "fake", "--base-url", server.url, "--trials", str(trials))
    return ("run", "--channel", "text", *chosen, *model, *more)


@contextmanager
def started(dashtalk: Dashtalk, *words: str) -> "Iterator[subprocess.Popen[str]]":
    process = dashtalk.start(*words)
    watchdog = threading.Timer(120, process.kill)
    watchdog.start()
    try:
        yield process
    finally:
        watchdog.cancel()
        process.kill()
        process.communicate()


def broken_off(dashtalk: Dashtalk, server: OpenAIServer, how: signal.Signals, after: int, *more: str) -> dict[str, Any]:
    """Return what `show` tells of a run that was ended by a signal after so many answers."""
    silent = holding(server, after)
    with started(dashtalk, *chat(server, *more)) as process:
        assert silent.wait(120)
        process.send_signal(how)
        process.communicate(timeout=120)
    server.answer = drives
    found: dict[str, Any] = dashtalk.json("show")
    return found


def played(found: dict[str, Any]) -> dict[tuple[str, str, int], Any]:
    """Return what happened in a run's sessions, by scenario, language and trial; each is there once."""
    kept = {(row["scenario"], row["locale"], row["trial"]): row["trajectory"] for row in found["results"]}
    assert len(kept) == len(found["results"])
    return kept


def figures(found: dict[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in ("status", "sessions", "score", "passes", "metrics", "policies", "failures")}


def events_of(dashtalk: Dashtalk) -> dict[str, list[tuple[int, str]]]:
    """Return all stored events by session."""
    with closing(sqlite3.connect(dashtalk.store)) as reader:
        found: dict[str, list[tuple[int, str]]] = {}
        for session, seq, body in reader.execute("SELECT session_id, seq, body FROM events ORDER BY session_id, seq"):
            found.setdefault(session, []).append((seq, body))
    return found


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_ended_is_taken_up_as_if_nothing_had_happened(
    keyed: Dashtalk, server: OpenAIServer, how: signal.Signals
) -> None:
    whole = json.loads(keyed(*chat(server, "--json"), code=None).stdout)
    server.requests.clear()
    cut = broken_off(keyed, server, how, 17)
    assert cut["status"] == ("broken off" if how is signal.SIGKILL else "interrupted")
    assert cut["run"] != whole["run"]
    finished = [row["session"] for row in cut["results"] if row["outcome"] != "unscored"]
    assert 0 < len(finished) < len(whole["results"])
    before = events_of(keyed)
    server.requests.clear()
    done = keyed("run", "--resume", "latest", "--json", code=None)
    resumed = json.loads(done.stdout)
    assert (resumed["run"], resumed["status"]) == (cut["run"], "finished")
    assert resumed["notices"] == [f"resumed: {12 - len(finished)} of 12 sessions were missing"]
    assert played(resumed) == played(whole)
    assert figures(resumed) == figures(whole)
    # Nothing that was recorded is lost, and what was finished was left alone.
    after = events_of(keyed)
    for session, events in before.items():
        broke_off = session.startswith(cut["run"]) and session not in finished
        assert after[f"{session}~0.0" if broke_off else session] == events
    again = keyed("run", "--resume", resumed["run"], "--json", code=None)
    asked = len(server.chats)
    assert json.loads(again.stdout)["notices"] == ["resumed: none of 12 sessions were missing"]
    assert again.returncode == done.returncode
    assert len(server.chats) == asked
    assert figures(keyed.json("show", resumed["run"])) == figures(whole)


def test_what_a_killed_run_had_finished_is_there_to_the_last_session(keyed: Dashtalk, server: OpenAIServer) -> None:
    # One session at a time: each asks twice a turn, so that the answers tell which of them were over.
    whole = json.loads(keyed(*chat(server, "-c", "1", "--json"), code=None).stdout)
    each = [0] * 12
    with closing(sqlite3.connect(keyed.store)) as reader:
        query = "SELECT session_id, count(*) FROM events WHERE type = 'model_called' GROUP BY session_id"
        for session, count in reader.execute(query):
            each[int(session[-4:])] = count
    for sessions in (1, 5):
        server.requests.clear()
        cut = broken_off(keyed, server, signal.SIGKILL, sum(each[:sessions]), "-c", "1")
        assert [row["trajectory"] for row in cut["results"]][:sessions] == [
            row["trajectory"] for row in whole["results"]
        ][:sessions]
        assert [row["outcome"] for row in cut["results"][sessions:]] == ["unscored"]
        assert cut["not_started"] == 12 - sessions - 1


def test_the_second_of_two_that_take_up_a_run_is_told(keyed: Dashtalk, server: OpenAIServer) -> None:
    cut = broken_off(keyed, server, signal.SIGKILL, 5)
    silent = holding(server, len(server.chats))
    with started(keyed, "run", "--resume", cut["run"]) as first:
        assert silent.wait(120)
        second = keyed("run", "--resume", cut["run"], code=2)
        assert second.stderr.startswith(f"dashtalk: run {cut['run']} is being played by process {first.pid} on ")
        assert second.stderr.endswith("; wait for it, or stop it first\n")
        assert second.stderr.count("\n") == 1
        assert keyed.json("show")["status"] == "running"


def test_many_that_take_up_a_run_at_once_play_nothing_twice(keyed: Dashtalk, server: OpenAIServer) -> None:
    cut = broken_off(keyed, server, signal.SIGKILL, 5)
    processes = [keyed.start("run", "--resume", cut["run"], "--json") for _ in range(3)]
    answers = [process.communicate(timeout=300) for process in processes]
    refused = [complaint for (_, complaint), process in zip(answers, processes, strict=True) if process.returncode == 2]
    assert all(f"run {cut['run']}" in complaint and complaint.count("\n") == 1 for complaint in refused)
    assert len(refused) < 3
    found = keyed.json("show", cut["run"])
    assert (found["status"], found["sessions"]["total"], found["sessions"]["defects"]) == ("finished", 12, 0)
    assert all(events[-1][1].find("session_ended") > 0 for name, events in events_of(keyed).items() if "~" not in name)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (refuses(401, "invalid_api_key"), "does not accept the API key (401, invalid_api_key): check OPENAI_API_KEY"),
        (refuses(404, "model_not_found"), "does not know the model 'fake', or the address is wrong"),
    ],
)
def test_a_run_stops_when_nobody_answers_and_goes_on_when_somebody_does(
    keyed: Dashtalk, server: OpenAIServer, answer: Answer, told: str
) -> None:
    server.answer = lambda received: answer
    done = keyed(*chat(server, "-c", "1", "--max-defects", "3", "--json", "--junit", "out.xml"), code=3)
    found = json.loads(done.stdout)
    assert (found["status"], found["sessions"]["defects"], found["not_started"]) == ("stopped", 3, 9)
    assert found["score"] is None
    assert '<testsuite name="first-drive.base" tests="2" failures="0" errors="2"' in keyed.folder.joinpath(
        "out.xml"
    ).read_text(encoding="utf-8")
    (line,) = done.stderr.splitlines()
    assert line.startswith("dashtalk: stopped: 3 sessions in a row got no answer from the assistant (")
    assert told in line
    assert line.endswith(f"); 9 sessions were not begun; go on with: dashtalk run --resume {found['run']}")
    server.answer = drives
    resumed = json.loads(keyed("run", "--resume", found["run"], "--json", code=None).stdout)
    assert (resumed["status"], resumed["sessions"]["total"], resumed["sessions"]["defects"]) == ("finished", 12, 0)


def test_a_run_may_be_told_never_to_stop(keyed: Dashtalk, server: OpenAIServer) -> None:
    server.answer = lambda received: refuses(401)
    found = json.loads(keyed(*chat(server, "--max-defects", "0", "--json"), code=3).stdout)
    assert (found["status"], found["sessions"]["defects"]) == ("finished", 12)


def test_a_session_that_takes_too_long_is_a_defect_with_an_end_of_its_own(
    keyed: Dashtalk, server: OpenAIServer
) -> None:
    server.answer = lambda received: misbehaves("silence")
    words = chat(server, "--session-timeout-s", "2", "--locale", "en", "--json", trials=1)
    found = json.loads(keyed(*words, code=3).stdout)
    assert found["sessions"]["defects"] == 3
    assert {row["termination"] for row in found["results"]} == {"timeout"}
    told = "the session was not over after 2 s; most of them went to the assistant"
    assert all(told in row["reasons"][0] for row in found["results"])
    server.answer = drives
    resumed = json.loads(keyed("run", "--resume", "latest", "--session-timeout-s", "60", "--json", code=None).stdout)
    assert (resumed["sessions"]["defects"], resumed["sessions"]["total"]) == (0, 3)


class TestRefused:
    """What contradicts the stored run is told in one line, and nothing is played."""

    @pytest.fixture
    def cut(self, keyed: Dashtalk, server: OpenAIServer) -> str:
        server.answer = lambda received: refuses(401)
        found = json.loads(keyed(*chat(server, "-c", "1", "--max-defects", "1", "--json"), code=3).stdout)
        server.answer = drives
        server.requests.clear()
        return str(found["run"])

    @pytest.mark.parametrize(
        ("flags", "told"),
        [
            (("--model", "other"), "--model: run {run} was begun with 'fake', not 'other'; leave it out, or start a"),
            (("--seed", "4"), "--seed: run {run} was begun with 0, not 4; leave it out, or start a new run"),
            (("--trials", "3"), "--trials: run {run} was begun with 2, not 3; leave it out, or start a new run"),
            (("--scenario", "dis-too-hot"), "--scenario: a resumed run plays the sessions it was begun with; leave"),
            (("--require", "policy.002"), "--require: run {run} was begun with nothing; leave it out, or start a new"),
            (("--max-concurrency", "0"), "max_concurrency: 0 must lie between 1 and 1000"),
            (("--prices", "absent.toml"), "absent.toml: cannot be read"),
        ],
    )
    def test_flags(self, keyed: Dashtalk, server: OpenAIServer, cut: str, flags: tuple[str, ...], told: str) -> None:
        complaint = keyed("run", "--resume", cut, *flags, code=2).stderr
        assert complaint.startswith(f"dashtalk: {told.format(run=cut)}")
        assert complaint.count("\n") == 1
        assert server.requests == []

    def test_flags_that_may_change_and_settings_that_do_not_count(
        self, keyed: Dashtalk, server: OpenAIServer, cut: str
    ) -> None:
        keyed.write("dashtalk.toml", 'seed = 9\nagent = "silent"\nbase_url = "http://127.0.0.1:9/v1"\n')
        with OpenAIServer() as elsewhere:
            elsewhere.answer = drives
            flags = ("-c", "2", "--seed", "0", "--base-url", elsewhere.url, "--json")
            found = json.loads(keyed("run", "--resume", cut, *flags, code=None).stdout)
            assert len(elsewhere.chats) > 0
        assert server.requests == []
        assert (found["agent"], found["seed"], found["sessions"]["defects"]) == ("chat", 0, 0)
        (part,) = found["parts"]
        assert part["changed"] == {"base_url": [server.url, elsewhere.url], "max_concurrency": [1, 2]}
        assert part["sessions"] == list(range(12))
        told = f"for 12 sessions: base_url {elsewhere.url} instead of {server.url}, max_concurrency 2 instead of 1"
        assert told in keyed("show").stdout

    def test_what_was_used_is_told_for_every_part(self, keyed: Dashtalk, server: OpenAIServer, cut: str) -> None:
        down = "http://user:secret@127.0.0.1:9/v1"
        keyed("run", "--resume", cut, "--base-url", down, code=3)
        found = json.loads(keyed("run", "--resume", cut, "--json", code=None).stdout)
        first, second = found["parts"]
        assert first["changed"] == {"base_url": [server.url, "http://127.0.0.1:9/v1"]}
        assert second["changed"] == {"base_url": ["http://127.0.0.1:9/v1", server.url]}
        assert (len(first["sessions"]), found["sessions"]["defects"]) == (12, 0)
        assert [notice.partition(",")[0] for notice in found["notices"][:2]] == ["part 2", "part 3"]
        assert b"secret" not in keyed.store.read_bytes()

    def test_another_command(self, keyed: Dashtalk, cut: str) -> None:
        done = keyed("carbench", "run", str(FOLDER), "--resume", cut, code=2)
        assert done.stderr == f"dashtalk: run {cut}: go on with it by: dashtalk run --resume {cut}\n"

    def test_no_such_run(self, keyed: Dashtalk, cut: str) -> None:
        assert keyed("run", "--resume", f"{cut}x", code=2).stderr == (
            f"dashtalk: unknown run or session '{cut}x': did you mean '{cut}'?\n"
        )


@pytest.mark.parametrize(
    ("how", "told"), [("changed", "has changed since the run was begun"), ("gone", "no longer in")]
)
def test_a_scenario_that_changed_is_told_when_its_session_was_never_begun(
    keyed: Dashtalk, server: OpenAIServer, how: str, told: str
) -> None:
    paths = [keyed.write(f"mine/{name}.yaml", SCENARIO.format(name=name, level=3)) for name in ("aaa", "bbb")]
    server.answer = lambda received: refuses(401)
    model = ("--agent", "chat", "--model", "fake", "--base-url", server.url)
    keyed("run", "--suite", "mine", "-c", "1", "--locale", "en", "--max-defects", "1", *model, code=3)
    server.answer = drives
    kept = paths[1].read_text(encoding="utf-8")
    # The one that was begun is stored with its session, so its file no longer matters.
    paths[0].write_text(SCENARIO.format(name="aaa", level=5), encoding="utf-8")
    if how == "changed":
        paths[1].write_text(SCENARIO.format(name="bbb", level=4), encoding="utf-8")
    else:
        paths[1].unlink()
    complaint = keyed("run", "--resume", "latest", code=2).stderr
    assert "scenario bbb" in complaint
    assert told in complaint
    assert complaint.count("\n") == 1
    paths[1].write_text(kept, encoding="utf-8")
    found = json.loads(keyed("run", "--resume", "latest", "--json", code=None).stdout)
    assert (found["sessions"]["total"], found["sessions"]["defects"]) == (2, 0)
    session = keyed.json("show", found["results"][0]["session"])
    assert "level 3" in next(event["intended"] for event in session["events"] if event["type"] == "driver_spoke")


def test_official_tasks_are_taken_up_too(keyed: Dashtalk, server: OpenAIServer, tmp_path: Path) -> None:
    def driver(received: Received) -> Answer:
        return says(json.dumps({"say": "Please.", "signal": "go_on"}))

    server.answer = drives
    persona = ("--user-model", "driver", "--user-base-url", server.url)
    model = ("--agent", "chat", "--model", "fake", "--base-url", server.url)
    dead = json.loads(
        keyed(
            "carbench", "run", str(FOLDER), *model, *persona[:2], "--user-base-url", "http://127.0.0.1:9/v1",
            "-c", "1", "--max-defects", "2", "--json", code=3,
        ).stdout
    )  # fmt: skip
    assert (dead["status"], dead["sessions"]["defects"], dead["not_started"]) == ("stopped", 2, 6)
    done = keyed("carbench", "run", str(FOLDER), "--resume", "latest", *persona[2:], "--json", code=None)
    found = json.loads(done.stdout)
    assert (found["run"], found["status"], found["sessions"]["total"]) == (dead["run"], "finished", 8)
    assert found["sessions"]["defects"] == 0
    refused = keyed("carbench", "run", str(FOLDER), "--resume", "latest", "--task", "base_0", code=2)
    assert refused.stderr.startswith("dashtalk: --task: a resumed run plays the sessions it was begun with")
