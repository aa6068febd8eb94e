"""Ears or brain, from the command line: played once, kept, taken up again, and told in one line when it cannot be."""

import json
import os
import re
import signal
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command_line import Dashtalk

SUITE = ("base-trunk-groceries", "base-evening-mood", "dis-bit-warmer", "dis-one-window")
"""With a clean text the embedded assistant fails the third and passes the others."""
CHOSEN = [word for name in SUITE for word in ("--scenario", name)]
RUN = ("run", "--channel", "errors", "--error-rate", "0.45", *CHOSEN)

FAN = """
id: fan-{level}
kind: base
summary: Sets the fan.
provenance: tests
driver:
  en: {{turns: [{{say: "Set the fan to level {word}, please, I mean the fan.", slots: ["{word}"]}}]}}
expected:
  - {{tool: set_fan_speed, arguments: {{level: {level}}}}}
"""
# Understands one sentence, word by word, and sets the fan to 5 on any other; what happens before is up to a test.
LISTENS = """
import asyncio, pathlib, re, sys
from simulator.agents.spec import CallRequest, Reply

LEVELS = {{"one": 1, "two": 2, "three": 3, "four": 4}}

class Listens:
    async def respond(self, view):
        last = view.messages[-1]
        if not hasattr(last, "heard"):
            return Reply(speech="Okay, that's done.")
        found = re.fullmatch(r"Set the fan to level (\\w+), please, I mean the fan[.]", last.heard)
        word = found and found[1]
        {before}
        return Reply(calls=(CallRequest("set_fan_speed", {{"level": LEVELS.get(word, 5)}}),))
"""


def listens(dashtalk: Dashtalk, before: str = "pass") -> None:
    dashtalk.write("mine.py", LISTENS.format(before=before))


def fans(dashtalk: Dashtalk) -> tuple[str, ...]:
    for level, word in ((1, "one"), (2, "two"), (3, "three"), (4, "four")):
        dashtalk.write(f"fans/fan-{level}.yaml", FAN.format(level=level, word=word))
    listens(dashtalk)
    return "run", "--suite", "fans", "--agent", "mine:Listens", "--channel", "errors", "--error-rate", "0.6", "-c", "1"


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Both runs, played once for all tests: what they were played with stays the same."""
    made = {}
    for name in ("drives", "fans"):
        folder = tmp_path_factory.mktemp(name)
        ours = ("DASHTALK_", "OPENAI_", "PYTHON", "XDG_")
        environment = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
        player = Dashtalk(folder, environment | {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")})
        player(*(RUN if name == "drives" else fans(player)))
        made[name] = player.store
    return made


@pytest.fixture
def drives(dashtalk: Dashtalk, stores: dict[str, Path]) -> Dashtalk:
    return stocked(dashtalk, stores["drives"])


@pytest.fixture
def listening(dashtalk: Dashtalk, stores: dict[str, Path]) -> Dashtalk:
    listens(dashtalk)
    return stocked(dashtalk, stores["fans"])


def stocked(dashtalk: Dashtalk, store: Path) -> Dashtalk:
    dashtalk.store.parent.mkdir(parents=True)
    with closing(sqlite3.connect(store)) as source, closing(sqlite3.connect(dashtalk.store)) as target:
        source.backup(target)
    return dashtalk


def blamed(dashtalk: Dashtalk, *more: str, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(dashtalk("blame", *more, "--json", "-", code=code).stdout)
    return found


def by_scenario(found: dict[str, Any]) -> dict[str, str]:
    return {f"{one['scenario']} {one['locale']}": one["blame"]["culprit"] for one in found["sessions"] if one["blame"]}


def runs(dashtalk: Dashtalk) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = dashtalk.json("runs")["runs"]
    return found


def test_failed_sessions_are_replayed_once_and_explained(drives: Dashtalk) -> None:
    dashtalk = drives
    heard = runs(dashtalk)[0]
    told = dashtalk("blame", "latest").stdout
    assert "who failed" in told
    assert "speech tax" in told
    replays, first = runs(dashtalk)
    assert first["id"] == heard["id"]
    assert (replays["channel"], replays["sessions"]) == ("text", heard["failed"])
    assert f"replays of run {heard['id']} are kept in {replays['id']}" in told
    assert dashtalk("blame").stdout == told, "the latest run is the one that was heard, and nothing is played again"
    assert len(runs(dashtalk)) == 2
    found = blamed(dashtalk, heard["id"][:-2])
    assert (found["run"], found["replays"]) == (heard["id"], [replays["id"]])
    culprits = by_scenario(found)
    assert {culprits.pop(name) for name in ("dis-bit-warmer ko", "dis-bit-warmer en")} == {"brain"}
    assert set(culprits.values()) == {"ears"}
    assert len(culprits) >= 3
    (everything,) = [group for group in found["groups"] if not group["locale"]]
    assert everything["failed"] == everything["ears"] + everything["brain"] == heard["failed"]
    tax = everything["tax"]
    assert (tax["pairs"], tax["assumed"]) == (8, heard["passed"])
    assert tax["tax"] == pytest.approx(everything["ears"] / 8)


def test_the_documented_commands_work(drives: Dashtalk) -> None:
    text = (Path(__file__).parents[2] / "docs" / "robustness.md").read_text(encoding="utf-8")
    section = text.partition("\n## Blame\n")[2].partition("\n## ")[0]
    commands = [line for block in re.findall(r"```sh\n(.*?)```", section, re.S) for line in block.splitlines()]
    assert len(commands) == 3
    for command in commands:
        words = command.split()[1:]
        drives(*words, *(CHOSEN if words[0] == "run" else ()))
    found = json.loads((drives.folder / "blame.json").read_text(encoding="utf-8"))
    assert found["run"] == runs(drives)[-2]["id"], "the run of the first command, not the one that was there before"


def test_a_blamed_session_says_so_in_one_line(drives: Dashtalk) -> None:
    dashtalk = drives
    failed = next(one for one in dashtalk.json("show")["results"] if one["outcome"] == "failed")["session"]
    before = dashtalk("show", failed).stdout
    assert "blame:" not in before
    found = blamed(dashtalk)
    passed = next(one for one in found["sessions"] if one["passed"])
    for one in (passed, *(one for one in found["sessions"] if one["session"] == failed)):
        lines = [line for line in dashtalk("show", one["session"]).stdout.splitlines() if line.startswith("blame:")]
        if one["passed"]:
            assert lines == []
        else:
            (line,) = lines
            assert line.startswith(f"blame: {one['blame']['culprit']}: {one['blame']['reason']}")


def test_passing_sessions_are_replayed_on_demand(drives: Dashtalk) -> None:
    dashtalk = drives
    heard = runs(dashtalk)[0]
    blamed(dashtalk)
    found = blamed(dashtalk, "--all")
    assert [run["sessions"] for run in runs(dashtalk)] == [heard["passed"], heard["failed"], heard["sessions"]]
    assert all(one["clean"] is not None for one in found["sessions"])
    assert {group["tax"]["assumed"] for group in found["groups"]} == {0}


def test_nothing_that_was_finished_is_played_again_after_ctrl_c(listening: Dashtalk) -> None:
    dashtalk = listening
    assert runs(dashtalk)[0]["failed"] == 4
    wait = '(print("stuck", file=sys.stderr, flush=True), await asyncio.Event().wait())'
    listens(dashtalk, f'word == "three" and {wait}')
    process = dashtalk.start("blame", "-c", "1", "--trials", "1")
    watchdog = threading.Timer(120, process.kill)
    watchdog.start()
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == "stuck\n"
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate()
    finally:
        watchdog.cancel()
    assert process.returncode == 130, errors
    heard = runs(dashtalk)[1]
    assert f"go on with: dashtalk blame {heard['id']}" in errors
    assert "who failed" in out
    listens(dashtalk, 'pathlib.Path("played").open("a").write(word + ",")')
    found = blamed(dashtalk, "--trials", "1", "-c", "1")
    assert (dashtalk.folder / "played").read_text() == "three,four,"
    assert set(by_scenario(found).values()) == {"ears"}
    assert [run["status"] for run in runs(dashtalk)] == ["finished", "interrupted", "finished"]


def test_a_moody_assistant_is_replayed_three_times_and_the_majority_counts(listening: Dashtalk) -> None:
    dashtalk = listening
    # Of its replays of one session, the second fails.
    listens(
        dashtalk,
        'file = pathlib.Path(word); file.open("a").write("x"); word = None if file.read_text() == "xx" else word',
    )
    found = blamed(dashtalk)
    assert set(by_scenario(found).values()) == {"ears"}
    assert {(one["blame"]["passed"], one["blame"]["replays"]) for one in found["sessions"]} == {(2, 3)}
    assert found["sessions"][0]["blame"]["stability"] == pytest.approx(2 / 3)
    assert [run["sessions"] for run in runs(dashtalk)] == [4, 4, 4, 4]
    again = blamed(dashtalk, "--trials", "5")
    assert {(one["blame"]["passed"], one["blame"]["replays"]) for one in again["sessions"]} == {(4, 5)}


def test_an_assistant_that_cannot_be_built_any_more(listening: Dashtalk) -> None:
    dashtalk = listening
    run = runs(dashtalk)[0]["id"]
    (dashtalk.folder / "mine.py").unlink()
    done = dashtalk("blame", code=2)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"dashtalk: run {run}: its assistant 'mine:Listens' cannot be built any more: ")


def test_replays_that_break_decide_nothing(listening: Dashtalk) -> None:
    dashtalk = listening
    listens(dashtalk, 'raise RuntimeError("out of order")')
    found = blamed(dashtalk, "--trials", "1", code=3)
    assert set(by_scenario(found).values()) == {"undecided"}
    listens(dashtalk)
    assert set(by_scenario(blamed(dashtalk, "--trials", "1")).values()) == {"ears"}, "what broke is played again"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("blame", "nonsense"), "unknown run or session 'nonsense'"),
        (("blame", "--trials", "0"), "--trials: 0 must lie between 1 and 100"),
        (("blame", "--trials", "x"), "invalid int value"),
        (("blame", "--json", "nowhere/blame.json"), "--json nowhere/blame.json: cannot be written"),
        (("blame", "--store", "none.db"), "none.db: no runs are stored there yet"),
    ],
)
def test_mistakes_are_one_line(drives: Dashtalk, arguments: tuple[str, ...], why: str) -> None:
    done = drives(*arguments, code=2)
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_typed_run_and_a_run_of_replays_have_nobody_to_blame(drives: Dashtalk) -> None:
    dashtalk = drives
    heard = runs(dashtalk)[0]["id"]
    dashtalk("blame")
    replays = runs(dashtalk)[0]["id"]
    assert f"run {replays} holds replays of run {heard}; name that one" in dashtalk("blame", replays, code=2).stderr
    dashtalk("run", "--channel", "text", "--scenario", "base-trunk-groceries")
    done = dashtalk("blame", code=2)
    assert "nothing was heard in it, every session was typed" in done.stderr


def test_a_run_in_which_nothing_failed(dashtalk: Dashtalk) -> None:
    dashtalk("run", "--channel", "errors", "--error-rate", "0", "--scenario", "base-trunk-groceries")
    told = dashtalk("blame").stdout
    assert "nothing failed, so nothing was replayed" in told
    assert len(runs(dashtalk)) == 1


def test_the_rules_of_another_version_are_refused(drives: Dashtalk) -> None:
    dashtalk = drives
    run = runs(dashtalk)[0]["id"]
    with closing(sqlite3.connect(dashtalk.store)) as connection:
        connection.execute("UPDATE scores SET scoring_version='0'")
        connection.commit()
    assert f"first: dashtalk score {run}" in dashtalk("blame", code=2).stderr
    dashtalk("score", run)
    dashtalk("blame")
    with closing(sqlite3.connect(dashtalk.store)) as connection:
        connection.execute("UPDATE runs SET version='0.0'")
        connection.execute("DELETE FROM sessions WHERE channel='text'")
        connection.commit()
    assert f"run {run} was played by version 0.0 of dashtalk" in dashtalk("blame", code=2).stderr
