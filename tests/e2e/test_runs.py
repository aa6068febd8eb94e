"""Playing, scoring, gating and showing, as a person or a pipeline sees it."""

import json
import os
import pty
import subprocess
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from command_line import THREE, Dashtalk

from scenarios.load import suites

PLAY = ("run", "--channel", "text", *(word for name in THREE for word in ("--scenario", name)))


def test_the_oracle_passes_the_whole_suite_and_silence_none_of_it(dashtalk: Dashtalk) -> None:
    planned = 2 * len(suites()["first-drive"])
    run = ("run", "--suite", "first-drive", "--channel", "text")
    best = dashtalk.json(*run, "--agent", "oracle")
    assert best["sessions"]["passed"] == best["sessions"]["total"] == best["planned_sessions"] == planned
    assert best["sessions"]["defects"] == 0
    assert best["score"] == 1
    assert best["status"] == "finished"
    worst = dashtalk.json(*run, "--agent", "silent")
    assert worst["sessions"]["failed"] == worst["sessions"]["total"] == planned
    assert worst["score"] == 0


@pytest.mark.parametrize(
    ("agent", "gates", "code", "said"),
    [
        ("oracle", ["score=0.99"], 0, "gate met: score 1"),
        ("silent", ["score=0.99"], 1, "gate missed: score 0"),
        ("oracle", ["score=0.01", "ko.pass^1:base=1"], 0, "gate met: ko.pass^1:base 1"),
        ("oracle", ["turns=0"], 1, "gate missed: turns"),
        ("oracle", ["wer=0.2"], 3, "gate unscoreable: wer"),
        ("oracle", ["pass^2=0.5"], 3, "run with --trials 2"),
    ],
)
def test_gates_decide_the_exit_code(dashtalk: Dashtalk, agent: str, gates: list[str], code: int, said: str) -> None:
    flags = [word for gate in gates for word in ("--fail-under", gate)]
    done = dashtalk(*PLAY, "--agent", agent, *flags, "--json", "-", code=code)
    assert said in done.stderr
    assert [row["gate"] for row in json.loads(done.stdout)["gates"]] == gates
    again = dashtalk("score", *flags, code=code)
    assert said in again.stdout


def test_the_same_seed_gives_the_same_run_and_scoring_again_the_same_scores(dashtalk: Dashtalk) -> None:
    def figures(found: dict[str, Any]) -> dict[str, Any]:
        differing = ("run", "results", "store", "turns")
        # How long a turn took is this machine's affair; how many there were, and what a goal took of them, is not.
        turns = {name: (figure["n"], figure["reason"]) for name, figure in found["turns"]["all"].items()}
        turns["goals"] = found["turns"]["all"]["turns_per_goal"]
        return {name: value for name, value in found.items() if name not in differing} | {"counted": turns}

    def sessions(found: dict[str, list[dict[str, object]]]) -> list[dict[str, object]]:
        return [{name: value for name, value in row.items() if name != "session"} for row in found["results"]]

    first = dashtalk.run("--agent", "premature", "--seed", "3", "--trials", "2")
    second = dashtalk.run("--agent", "premature", "--seed", "3", "--trials", "2", "--max-concurrency", "1")
    assert sessions(first) == sessions(second)
    assert figures(first) == figures(second)
    assert len(first["results"]) == 12
    again = dashtalk.json("score", first["run"])
    assert again == first
    assert dashtalk.json("show", first["run"]) == first


def test_reports_go_where_they_were_asked_to(dashtalk: Dashtalk) -> None:
    done = dashtalk(*PLAY, "--agent", "premature", "--json", "out.json", "--junit", "out.xml")
    assert "SCORE(k=1)" in done.stdout
    kept = json.loads((dashtalk.folder / "out.json").read_text(encoding="utf-8"))
    wanted = {"run", "scoring_version", "suite", "sessions", "metrics", "languages", "score", "results"}
    assert wanted <= set(kept)
    assert {"passed", "failed", "unscored", "invalid", "defects"} <= set(kept["sessions"])
    report = ET.parse(dashtalk.folder / "out.xml").getroot()
    assert (report.get("tests"), report.get("failures")) == ("6", str(kept["sessions"]["failed"]))
    printed = dashtalk("score", "--junit", "-").stdout
    assert ET.fromstring(printed).get("tests") == "6"
    assert sorted(path.name for path in dashtalk.folder.iterdir()) == ["data", "out.json", "out.xml"]


def test_show_defaults_to_the_latest_run_and_opens_sessions(dashtalk: Dashtalk) -> None:
    dashtalk.run("--agent", "silent", of=["dis-too-hot"])
    latest = dashtalk.run("--agent", "oracle", of=["base-quarter-window"])
    assert dashtalk.json("show")["run"] == latest["run"]
    rows = dashtalk.json("runs")["runs"]
    assert [row["agent"] for row in rows] == ["oracle", "silent"]
    assert latest["run"] in dashtalk("runs").stdout
    korean = next(row for row in latest["results"] if row["locale"] == "ko")
    text = dashtalk("show", korean["session"]).stdout
    for words in (
        "조수석 창문",
        "open_close_window",
        "openings.window_passenger_position: 0",
        "STOP",
        "r_actions_final",
    ):
        assert words in text
    session = dashtalk.json("show", korean["session"])
    assert [event["seq"] for event in session["events"]] == list(range(len(session["events"])))
    assert session["trajectory"] == korean["trajectory"]


HOSTILE = """
from simulator.agents.spec import CallRequest, Reply

class Hostile:
    def __init__(self):
        self.said = 0

    async def respond(self, view):
        self.said += 1
        if self.said == 1:
            arguments = {"a\\x1b[31m": float("nan"), "b": "\\ud800"}
            return Reply(calls=(CallRequest("\\x1b]0;owned\\x07[/bold]", arguments),))
        return Reply(speech="\\x1b[2J\\x9b31m\\ud800 [red]all done[/red]\\r\\n" + "x" * 10_000_000)
"""


def control_codes(text: str) -> list[str]:
    return [character for character in text if not character.isprintable() and character != "\n"]


def test_a_hostile_assistant_is_scored_and_brings_no_control_codes(dashtalk: Dashtalk) -> None:
    dashtalk.write("hostile.py", HOSTILE)
    done = dashtalk(*PLAY, "--agent", "hostile:Hostile", "--json", "out.json", "--junit", "out.xml", code=None)
    found = json.loads((dashtalk.folder / "out.json").read_text(encoding="utf-8"))
    # Gibberish in the driver's own letters cannot be placed: invalid. In other letters it is no answer: failed.
    outcomes = {(row["locale"], row["outcome"]) for row in found["results"]}
    assert outcomes == {("en", "invalid"), ("ko", "failed")}
    assert found["sessions"]["total"] == 6
    assert control_codes(done.stdout) == control_codes(done.stderr) == []
    ET.parse(dashtalk.folder / "out.xml")
    for row in found["results"]:
        assert control_codes(dashtalk("show", row["session"]).stdout) == []
    assert control_codes(dashtalk("score", code=None).stdout) == []


BROKEN = """
class Broken:
    async def respond(self, view):
        raise RuntimeError("no quota left")

class Strange:
    def respond(self, view):
        return {"role": "assistant", "content": "hello"}
"""


@pytest.mark.parametrize(("agent", "told"), [("Broken", "no quota left"), ("Strange", "dict")])
def test_an_assistant_that_breaks_is_reported_and_never_scored(dashtalk: Dashtalk, agent: str, told: str) -> None:
    dashtalk.write("broken.py", BROKEN)
    found = dashtalk.run("--agent", f"broken:{agent}", of=["dis-too-hot"], code=3)
    assert found["sessions"]["defects"] == found["sessions"]["total"] == 2
    assert found["score"] is None
    assert told in found["results"][0]["reasons"][0]


def test_an_assistant_that_cannot_be_built_starts_nothing(dashtalk: Dashtalk) -> None:
    dashtalk.write("broken.py", "class Broken:\n    respond = None\n    def __init__(self): raise OSError('no key')\n")
    dashtalk.write("closed.py", "class Closed:\n    def respond(self, view): ...\n    def __init__(self): 1 / 0\n")
    for agent in ("broken:Broken", "closed:Closed", "closed:Clsoed"):
        assert len(dashtalk("run", "--agent", agent, "--channel", "text", code=2).stderr.splitlines()) == 1
    assert not dashtalk.store.exists()


@pytest.mark.parametrize("lines", [0, 1])
def test_a_reader_who_leaves_early_changes_neither_reports_nor_exit_code(dashtalk: Dashtalk, lines: int) -> None:
    arguments = ("--agent", "silent", "--fail-under", "score=0.5", "--junit", "out.xml")
    process = dashtalk.start(*PLAY, *arguments)
    assert process.stdout is not None
    assert process.stderr is not None
    for _ in range(lines):
        process.stdout.readline()
    process.stdout.close()
    complaint = process.stderr.read()
    assert process.wait(timeout=300) == 1
    assert complaint == ""
    # Six sessions and one gate.
    assert ET.parse(dashtalk.folder / "out.xml").getroot().get("tests") == "7"


@pytest.mark.parametrize("command", [("show",), ("runs",), ("tools",), ("scenarios", "list"), ("show", "--json")])
def test_any_answer_may_be_cut_short(dashtalk: Dashtalk, command: tuple[str, ...]) -> None:
    dashtalk.run("--agent", "silent", of=["dis-too-hot"])
    process = dashtalk.start(*command)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=300) == 0


def test_a_terminal_gets_colours_and_a_bar_and_a_pipe_gets_neither(dashtalk: Dashtalk) -> None:
    assert control_codes(dashtalk(*PLAY, "--agent", "oracle").stdout) == []
    ours, theirs = pty.openpty()
    environment = dashtalk.environment | {"TERM": "xterm-256color"}
    process = subprocess.Popen(
        dashtalk.command(*PLAY, "--agent", "oracle"), env=environment, cwd=dashtalk.folder, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = bytearray()
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert process.wait(timeout=300) == 0
    assert b"\x1b[" in shown
    assert b"6/6" in shown


def test_text_needs_no_network(dashtalk: Dashtalk) -> None:
    dashtalk.write(
        "cut/sitecustomize.py",
        "import socket\n"
        "def refuse(*arguments, **named):\n"
        "    raise AssertionError('the network was used')\n"
        "socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse\n",
    )
    cut = dashtalk.environment | {"PYTHONPATH": str(dashtalk.folder / "cut")}
    done = dashtalk(*PLAY, "--agent", "oracle", "--json", "-", env=cut)
    assert json.loads(done.stdout)["sessions"]["passed"] == 6


def test_settings_come_from_a_file_the_environment_and_flags(dashtalk: Dashtalk) -> None:
    dashtalk.write("dashtalk.toml", 'agent = "silent"\nlocale = "ko"\nstore = "mine.db"\nseed = 5\n')
    with_seed = dashtalk.environment | {"DASHTALK_SEED": "6"}
    done = dashtalk(*PLAY, "--agent", "oracle", "--json", env=with_seed)
    found = json.loads(done.stdout)
    assert (found["agent"], found["seed"], set(found["languages"])) == ("oracle", 6, {"ko"})
    assert (dashtalk.folder / "mine.db").is_file()
    assert not dashtalk.store.exists()


def test_a_required_component_blocks_a_partial_pass(dashtalk: Dashtalk) -> None:
    found = dashtalk.run("--agent", "oracle", "--require", "r_policy")
    assert found["sessions"]["passed"] == 6


def test_limits_end_sessions(dashtalk: Dashtalk) -> None:
    found = dashtalk.run("--agent", "oracle", "--max-turns", "1", of=["base-quarter-window"])
    assert {row["termination"] for row in found["results"]} == {"max_turns"}
    assert found["sessions"]["failed"] == 2
