"""Sweeps and heard runs of which something can no longer be read: named, left out, played again, never passing."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command_line import Dashtalk

SWEEP = ("sweep", "--error-rate", "0.45", "--scenario", "base-evening-mood", "--scenario", "dis-one-window")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two scenarios, two languages, clean and with errors; played once for all tests."""
    folder = tmp_path_factory.mktemp("sweep")
    ours = ("DASHTALK_", "OPENAI_", "PYTHON", "XDG_")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    player = Dashtalk(folder, environment | {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")})
    player(*SWEEP)
    return player.store


@pytest.fixture
def swept(dashtalk: Dashtalk, played: Path) -> Dashtalk:
    dashtalk.store.parent.mkdir(parents=True)
    with closing(sqlite3.connect(played)) as source, closing(sqlite3.connect(dashtalk.store)) as target:
        source.backup(target)
    return dashtalk


def change(dashtalk: Dashtalk, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(dashtalk.store)) as connection:
        assert connection.execute(statement, values).rowcount > 0
        connection.commit()


def ask(dashtalk: Dashtalk, query: str) -> list[Any]:
    with closing(sqlite3.connect(dashtalk.store)) as connection:
        return [row[0] for row in connection.execute(query)]


def names(dashtalk: Dashtalk) -> tuple[str, str, str]:
    """Return the sweep and the runs of its two levels."""
    (sweep,) = ask(dashtalk, "SELECT id FROM sweeps")
    clean, noisy = ask(dashtalk, "SELECT run_id FROM sweep_runs ORDER BY position")
    return sweep, clean, noisy


def test_a_damaged_sweep_hides_no_runs(swept: Dashtalk) -> None:
    sweep, clean, noisy = names(swept)
    change(swept, "UPDATE sweeps SET levels='[{}'")
    listed = swept("runs").stdout
    assert clean in listed
    assert noisy in listed
    assert f"note: {sweep} is damaged: " in listed
    found = swept.json("runs")
    assert [(row["id"], row["sweep"], row["level"]) for row in found["runs"]] == [
        (noisy, sweep, None),
        (clean, sweep, None),
    ]
    assert len(found["notices"]) == 1
    for words in (("show", sweep), ("sweep", "--resume", "latest"), ("sweep", "--resume", noisy)):
        done = swept(*words, code=2)
        assert done.stderr.startswith(f"dashtalk: {sweep} is damaged: ")
        assert done.stderr.count("\n") == 1
    assert "stored as run" in swept("show", noisy).stdout


def test_a_setting_of_a_level_that_nobody_knows_is_one_line(swept: Dashtalk) -> None:
    sweep, _, _ = names(swept)
    change(swept, "UPDATE sweeps SET levels=replace(levels, '\"channel\"', '\"chanel\"')")
    done = swept("sweep", "--resume", sweep, code=2)
    assert done.stderr.startswith(f"dashtalk: {sweep} is damaged: ")
    assert done.stderr.count("\n") == 1


DAMAGES = (
    ("UPDATE events SET body='{\"type\": 1}' WHERE session_id=? AND seq=3", "an event cannot be read"),
    ("UPDATE sessions SET outcome='bogus' WHERE id=?", "its row cannot be read"),
)


@pytest.mark.parametrize(("statement", "told"), DAMAGES)
def test_a_sweep_reports_the_rest_and_plays_a_damaged_session_again(swept: Dashtalk, statement: str, told: str) -> None:
    sweep, _, noisy = names(swept)
    sound = swept.json("show", sweep)
    assert (sound["status"], sound["notices"]) == ("finished", [])
    (damaged,) = ask(swept, f"SELECT id FROM sessions WHERE run_id='{noisy}' AND locale='en' ORDER BY number LIMIT 1")
    change(swept, statement, damaged)
    line = f"session {damaged} is damaged: {told}"

    assert f"note: {line}\n" in swept("show", sweep).stdout
    done = swept("show", sweep, "--json", "-")
    found = json.loads(done.stdout)
    assert line in done.stderr
    assert found["status"] == "incomplete"
    assert found["notices"][0] == line
    assert f"dashtalk sweep --resume {sweep}" in found["notices"][1]
    (missing,) = found["curves"]["en"]["missing"]
    assert (missing["level"], missing["why"]) == ("0.45", f"unscored: {line}")
    assert found["curves"]["en"]["points"][1]["taxes"][0]["pairs"] == 1
    assert found["curves"]["ko"] == sound["curves"]["ko"]

    found = swept.json("sweep", "--resume", sweep)
    assert "1 of 8 sessions were missing" in found["notices"][0]
    assert line in found["notices"][0]
    assert {key: found[key] for key in ("status", "curves")} == {key: sound[key] for key in ("status", "curves")}
    assert swept.json("show", sweep)["notices"] == []


@pytest.mark.parametrize(("statement", "told"), DAMAGES)
def test_blame_names_damaged_sessions_and_counts_them_nowhere(swept: Dashtalk, statement: str, told: str) -> None:
    _, _, noisy = names(swept)
    sound = swept.json("blame", noisy)
    assert sound["notices"] == []
    (damaged,) = ask(swept, f"SELECT id FROM sessions WHERE run_id='{noisy}' ORDER BY number LIMIT 1")
    change(swept, statement, damaged)
    line = f"session {damaged} is damaged: {told}"
    done = swept("blame", noisy, code=3)
    assert f"note: {line}\n" in done.stdout
    assert f"dashtalk sweep --resume {noisy}" in done.stdout
    for more in ((), ("--all",)):
        done = swept("blame", noisy, *more, "--json", "-", code=3)
        assert line in done.stderr
        found = json.loads(done.stdout)
        assert line in found["notices"]
        assert damaged not in {one["session"] for one in found["sessions"]}
        assert [one["session"] for one in found["sessions"]] == [
            one["session"] for one in sound["sessions"] if one["session"] != damaged
        ]
        (everything,) = [group for group in found["groups"] if not group["locale"]]
        assert everything["sessions"] == everything["tax"]["pairs"] == 3

    swept("sweep", "--resume", noisy)
    again = swept.json("blame", noisy)
    assert (again["notices"], again["groups"]) == ([], sound["groups"])


def test_blame_on_nothing_but_damage_says_so(swept: Dashtalk) -> None:
    _, _, noisy = names(swept)
    change(swept, "UPDATE sessions SET outcome='bogus' WHERE run_id=?", noisy)
    done = swept("blame", noisy, code=3)
    assert done.stdout.count("its row cannot be read") == 4
