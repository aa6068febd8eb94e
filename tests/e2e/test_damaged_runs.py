"""Runs of which something can no longer be read: told in one line, played again, and nothing else is lost."""

import json
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import pytest
from command_line import Dashtalk
from openai_server import Answer, OpenAIServer, Received, says

ONE = ("base-quarter-window",)


def change(dashtalk: Dashtalk, *statements: str) -> None:
    with closing(sqlite3.connect(dashtalk.store)) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount > 0
        connection.commit()


def events(dashtalk: Dashtalk) -> dict[str, int]:
    with closing(sqlite3.connect(dashtalk.store)) as connection:
        return dict(connection.execute("SELECT session_id, count(*) FROM events GROUP BY session_id"))


@pytest.fixture
def played(dashtalk: Dashtalk) -> tuple[Dashtalk, dict[str, Any]]:
    """A run of one scenario in two languages, both passed."""
    found = dashtalk.run("--agent", "oracle", of=ONE)
    assert found["sessions"]["passed"] == 2
    return dashtalk, found


SETTINGS = ("'{'", "'[]'", "'null'", "NULL")


@pytest.mark.parametrize("settings", SETTINGS)
def test_settings_that_cannot_be_read_are_one_line(played: tuple[Dashtalk, dict[str, Any]], settings: str) -> None:
    dashtalk, run = played
    change(dashtalk, f"UPDATE runs SET settings={settings}")
    for words in (("score",), ("run", "--resume", "latest"), ("judge", "--json"), ("judge", "--rules-only")):
        done = dashtalk(*words, code=2)
        assert done.stderr.startswith(f"dashtalk: run {run['run']} is damaged: its settings cannot be read; ")
        assert done.stderr.count("\n") == 1
    assert run["run"] in dashtalk("runs").stdout
    assert dashtalk.json("runs")["runs"][0]["settings"] is None
    assert "open_close_window" in dashtalk("show", run["results"][0]["session"]).stdout


def test_settings_that_cannot_be_right_are_one_line(played: tuple[Dashtalk, dict[str, Any]]) -> None:
    dashtalk, run = played
    change(dashtalk, 'UPDATE runs SET settings=\'{"trials": "x"}\'')
    assert f"run {run['run']} is damaged" in dashtalk("run", "--resume", "latest", code=2).stderr
    change(dashtalk, "UPDATE runs SET request='{'")
    assert f"run {run['run']} is damaged" in dashtalk("score", code=2).stderr


DAMAGES: Sequence[tuple[str, str]] = (
    ("UPDATE events SET body='{\"type\": 1}' WHERE session_id=? AND seq=3", "an event cannot be read"),
    ("UPDATE events SET body='' WHERE session_id=? AND seq=0", "an event cannot be read"),
    ("DELETE FROM events WHERE session_id=? AND seq=2", "event 2 is missing"),
    ("DELETE FROM events WHERE session_id=? AND type='session_ended'", "its last events are missing"),
    ("DELETE FROM events WHERE session_id=?", "its last events are missing"),
)


@pytest.mark.parametrize(("statement", "told"), DAMAGES)
def test_a_damaged_session_is_named_and_played_again(
    played: tuple[Dashtalk, dict[str, Any]], statement: str, told: str
) -> None:
    dashtalk, run = played
    session = run["results"][0]["session"]
    change(dashtalk, statement.replace("?", f"'{session}'"))
    left = events(dashtalk)
    line = f"session {session} is damaged: {told}"

    done = dashtalk("score", code=3)
    assert line in done.stdout
    done = dashtalk("score", "--json", "-", code=3)
    found = json.loads(done.stdout)
    assert line in done.stderr
    assert any(line in notice for notice in found["notices"])
    assert (found["sessions"]["passed"], found["sessions"]["unscored"]) == (1, 1)
    assert events(dashtalk) == left

    found = json.loads(dashtalk("run", "--resume", "latest", "--json", "-").stdout)
    assert any("1 of 2 sessions were missing" in notice and line in notice for notice in found["notices"])
    assert found["sessions"]["passed"] == 2
    assert [row["trajectory"] for row in found["results"]] == [row["trajectory"] for row in run["results"]]
    # What is left of the damaged one is kept beside the new one.
    aside = {name.partition("~")[0]: count for name, count in events(dashtalk).items() if "~" in name}
    assert aside == ({session: left[session]} if session in left else {})
    assert dashtalk("score").returncode == 0


def test_a_sound_run_has_nothing_to_play_again(played: tuple[Dashtalk, dict[str, Any]]) -> None:
    dashtalk, _ = played
    found = json.loads(dashtalk("run", "--resume", "latest", "--json", "-").stdout)
    assert any("none of 2 sessions were missing" in notice for notice in found["notices"])


def test_a_scenario_that_cannot_be_read_hides_no_other_session(played: tuple[Dashtalk, dict[str, Any]]) -> None:
    dashtalk, run = played
    change(dashtalk, "UPDATE sessions SET scenario='{bad' WHERE number=0")
    for words, code in (("score", 3), ("show", 0)):
        done = dashtalk(words, code=code)
        assert "Traceback" not in done.stderr
        assert f"session {run['results'][0]['session']} is damaged" in done.stdout
        assert "1 passed" in done.stdout


def test_a_store_that_is_deleted_while_it_is_open_is_written_again(dashtalk: Dashtalk) -> None:
    with OpenAIServer(models=("m",)) as server:
        begun, gone = threading.Event(), threading.Event()

        def answer(request: Received) -> Answer:
            begun.set()
            assert gone.wait(60)
            return says("네.")

        server.answer = answer
        chat = ("--agent", "chat", "--model", "m", "--base-url", server.url)
        with dashtalk.start("run", "--scenario", *ONE, "--lang", "ko", "--channel", "text", *chat) as running:
            assert begun.wait(60)
            for end in ("", "-wal", "-shm"):
                dashtalk.store.with_name(dashtalk.store.name + end).unlink(missing_ok=True)
            gone.set()
            _, stderr = running.communicate(timeout=60)
        assert "was deleted while it was in use; what was recorded is written to" in stderr
    assert "1 run in" in dashtalk("runs").stdout
    assert dashtalk.json("show")["sessions"]["failed"] == 1
