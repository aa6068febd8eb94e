"""`dashtalk sweep`: paired levels, reports, gates, and going on after an end by force."""

import json
import signal
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from command_line import THREE, Dashtalk
from openai_server import OpenAIServer, says

CHOSEN = tuple(word for name in THREE for word in ("--scenario", name))
RATES = ("--error-rate", "0,0.1,0.3")
ONE_BY_ONE = ("--max-concurrency", "1")

# The embedded assistant; it ends its own process with the signal of the file `fuse` after as many answers as it says.
FUSED = """
import os
from pathlib import Path
from simulator.agents.baseline.agent import BaselineAgent

class Fused(BaselineAgent):
    answers = 0

    async def respond(self, view):
        Fused.answers += 1
        fuse = Path("fuse")
        if fuse.exists():
            after, number = map(int, fuse.read_text().split())
            if Fused.answers == after:
                os.kill(os.getpid(), number)
        return await super().respond(view)
"""


def swept(dashtalk: Dashtalk, *more: str, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(dashtalk("sweep", *RATES, *CHOSEN, *more, "--json", code=code).stdout)
    return found


def figures(found: dict[str, Any]) -> Any:
    """Return the curves without the names of the runs they come from."""
    curves = json.loads(json.dumps(found["curves"]))
    for curve in curves.values():
        for point in curve["points"]:
            del point["run"]
    return curves


def sessions_of(dashtalk: Dashtalk) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(dashtalk.store)) as reader:
        query = (
            "SELECT sweep_runs.position, scenario_id, locale, trial, seed, outcome, trajectory_digest FROM sessions "
            "JOIN sweep_runs USING (run_id) ORDER BY sweep_runs.position, number"
        )
        return list(reader.execute(query))


def test_levels_are_paired_and_each_is_a_run(dashtalk: Dashtalk) -> None:
    found = swept(dashtalk)
    assert found["status"] == "finished"
    assert [level["name"] for level in found["levels"]] == ["clean", "0.1", "0.3"]
    assert sorted(found["curves"]) == ["en", "ko"]
    rows = sessions_of(dashtalk)
    by_level = [[row[1:5] for row in rows if row[0] == position] for position in range(3)]
    assert by_level[0] == by_level[1] == by_level[2]
    assert len(by_level[0]) == 6
    for locale, curve in found["curves"].items():
        for position, point in enumerate(curve["points"]):
            passed = [row[5] == "passed" for row in rows if row[0] == position and row[2] == locale]
            clean = [row[5] == "passed" for row in rows if row[0] == 0 and row[2] == locale]
            assert point["pass_rate"] == pytest.approx(sum(passed) / 3)
            assert (point["level"]["name"] == "clean") == (not point["taxes"])
            if point["taxes"]:
                assert point["taxes"][0]["value"] == pytest.approx((sum(clean) - sum(passed)) / 3)
                assert point["taxes"][0]["pairs"] == 3
    doses = [point["dose"] and point["dose"]["value"] for point in found["curves"]["en"]["points"]]
    assert doses[0] is None
    assert 0 < doses[1] < doses[2]
    listed = dashtalk.json("runs")["runs"]
    assert [(row["sweep"], row["level"]) for row in listed] == [
        (found["sweep"], name) for name in ("0.3", "0.1", "clean")
    ]
    assert found["sweep"][-4:] in dashtalk("runs").stdout
    assert f"level 0.3 of {found['sweep']}" in dashtalk("show").stdout
    assert dashtalk("show", found["sweep"], "--report", "again.md").stdout.startswith(found["sweep"])
    assert (dashtalk.folder / "again.md").is_file()
    assert "only a sweep has one" in dashtalk("show", "--report", "again.md", code=2).stderr


def test_a_clean_run_and_the_clean_level_are_the_same(dashtalk: Dashtalk) -> None:
    swept(dashtalk)
    alone = dashtalk.run()
    kept = {(row[1], row[2]): row[6] for row in sessions_of(dashtalk) if row[0] == 0}
    assert kept == {(row["scenario"], row["locale"]): row["trajectory"] for row in alone["results"]}


def test_reports_and_gates(dashtalk: Dashtalk) -> None:
    gates = ("--fail-under", "pass_rate@clean=0", "--fail-under", "tax@0.3=-1")
    done = dashtalk("sweep", *RATES, *CHOSEN, "--report", "sweep.html", *gates, "--details", code=1)
    assert "gate met: ko.pass_rate@clean" in done.stdout
    assert "gate missed: en.tax@0.3" in done.stdout
    assert "r_actions_final" in done.stdout
    page = (dashtalk.folder / "sweep.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    dashtalk("sweep", "--resume", "latest", "--report", "sweep.md")
    assert "| clean |" in (dashtalk.folder / "sweep.md").read_text(encoding="utf-8")
    assert "resumed: none of 18 sessions were missing" in dashtalk("sweep", "--resume", "latest").stdout


@pytest.mark.parametrize(
    ("how", "after"), [(signal.SIGKILL, 8), (signal.SIGKILL, 16), (signal.SIGINT, 11), (signal.SIGINT, 16)]
)
def test_a_sweep_that_was_ended_is_gone_on_with_as_if_nothing_had_happened(
    dashtalk: Dashtalk, how: signal.Signals, after: int
) -> None:
    dashtalk.write("own.py", FUSED)
    own = ("--agent", "own:Fused", "--locale", "en", *ONE_BY_ONE)
    whole = swept(dashtalk, *own)
    expected = sessions_of(dashtalk)
    dashtalk.write("fuse", f"{after} {how.value}")
    store = ("--store", "cut.db")
    cut = dashtalk("sweep", *RATES, *CHOSEN, *own, *store, code=None)
    assert cut.returncode == (-signal.SIGKILL if how is signal.SIGKILL else 130)
    if how is signal.SIGINT:
        assert "dashtalk: interrupted; what finished is kept; go on with: dashtalk sweep --resume sweep-" in cut.stderr
        assert "--store cut.db" in cut.stderr
        assert "incomplete" in cut.stdout
    (dashtalk.folder / "fuse").unlink()
    kept = dashtalk.json("runs", *store)["runs"]
    assert 0 < sum(row["passed"] + row["failed"] for row in kept) < len(expected)
    assert kept[0]["status"] == ("broken off" if how is signal.SIGKILL else "interrupted")
    # By the id of a level's run, too, which is what `run --resume` tells.
    told = dashtalk("run", "--resume", "latest", *store, code=2).stderr
    assert f"dashtalk sweep --resume {kept[0]['id']}" in told
    resumed = json.loads(dashtalk("sweep", "--resume", kept[0]["id"], *store, "--json").stdout)
    assert resumed["status"] == "finished"
    assert figures(resumed) == figures(whole)
    with closing(sqlite3.connect(dashtalk.folder / "cut.db")) as reader:
        assert reader.execute("SELECT count(*) FROM sweep_runs").fetchone() == (3,)
        assert reader.execute("SELECT count(*) FROM sessions").fetchone() == (len(expected),)


def test_a_resumed_sweep_stays_what_it_was(dashtalk: Dashtalk) -> None:
    swept(dashtalk)
    for words, told in (
        (("--seed", "4"), "--seed: run sweep-"),
        (("--noise", "rain"), "--noise: run sweep-"),
        (("--error-rate", "0.2"), "--error-rate: a resumed sweep has the levels it was begun with"),
        (("--scenario", "dis-too-hot"), "--scenario: a resumed sweep plays the sessions it was begun with"),
    ):
        error = dashtalk("sweep", "--resume", "latest", *words, code=2).stderr
        assert told in error
        assert error.count("\n") == 1


def test_a_gate_on_a_language_nobody_speaks_is_told_at_once(dashtalk: Dashtalk) -> None:
    flags = ("--error-rate", "0.2", "--lang", "en", "--fail-under", "ko.tax@0.2=0.1")
    error = dashtalk("sweep", *flags, code=2).stderr
    assert "'ko.tax@0.2=0.1': only 'en' is played" in error
    assert error.count("\n") == 1


def test_a_store_without_sweeps_says_so(dashtalk: Dashtalk) -> None:
    dashtalk.run()
    assert "no sweeps are stored yet" in dashtalk("sweep", "--resume", "latest", code=2).stderr
    swept(dashtalk)
    assert "unknown sweep 'sweep-x'" in dashtalk("show", "sweep-x", code=2).stderr


def test_every_level_is_judged_and_what_models_took_is_told(dashtalk: Dashtalk) -> None:
    with OpenAIServer(models=("J",)) as server:
        server.answer = lambda request: says('{"reasoning": "message 1 tells", "objection": "", "verdict": true}')
        judged = ("--judge-model", "J", "--judge-base-url", server.url, "--agent", "oracle", "--locale", "en")
        words = ("sweep", "--error-rate", "0.3", "--scenario", "hal-wheel-heating", *judged)
        found = json.loads(dashtalk(*words, "--json", "-").stdout)
        asked = len(server.chats)
        assert asked
        told = [notice.partition(": ")[0] for notice in found["notices"] if "open question" in notice]
        assert told == ["clean", "0.3"]
        assert [(row["role"], row["calls"]) for row in found["cost"]["models"]] == [("judge", asked)]
        # Nothing is asked twice when it is only reported again.
        assert "language models" in dashtalk("sweep", "--resume", "latest").stdout
        assert len(server.chats) == asked


def test_a_model_that_is_not_there_stops_the_sweep(dashtalk: Dashtalk) -> None:
    dashtalk.environment["OPENAI_API_KEY"] = "sk-test"
    nobody = ("--agent", "chat", "--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--locale", "en")
    done = dashtalk("sweep", *RATES, *CHOSEN, *nobody, *ONE_BY_ONE, "--max-defects", "2", code=3)
    assert "clean: stopped: " in done.stderr
    assert "go on with: dashtalk sweep --resume sweep-" in done.stderr
    assert len(dashtalk.json("runs")["runs"]) == 1
    assert "half of the clean pass rate: unscored" in done.stdout
