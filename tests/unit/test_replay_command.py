"""`dashtalk replay` and `dashtalk watch` where there is no terminal, and the names of sessions they take."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from evaluation.store import Store
from simulator.cli import main
from simulator.commands.replay import session_named
from simulator.registry import UsageError


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "runs.db")
    facts = {"suite": "s", "agent": "a", "user": "scripted", "channel": "text", "trials": 1, "seed": 0}
    run_id = made.begin_run(facts | {"planned_sessions": 1, "version": "0", "scoring_version": "0"}, {})
    made.begin_session(run_id, 3, {"scenario_id": "x", "kind": "base", "locale": "en", "trial": 0, "scenario": "{}"})
    return made


@pytest.mark.parametrize("command", ["replay", "watch"])
def test_no_terminal_is_one_line_and_exit_code_2(
    command: str, capsys: pytest.CaptureFixture[str], store: Store
) -> None:
    # What is wrong with the arguments, such as a store that is not there, would be told first.
    assert main([command, "--store", str(store.path)]) == 2
    told = capsys.readouterr().err
    assert f"dashtalk {command} needs a terminal" in told
    assert told.count("\n") == 1


def test_a_terminal_that_places_no_cursor_is_none(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "simulator", "drive", "--channel", "text", "--store", str(tmp_path / "runs.db")],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TERM": "dumb"},
        check=False,
    )
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert "TERM names none" in done.stderr


def test_sessions_are_named_as_for_show(store: Store) -> None:
    run_id = store.runs()[0]["id"]
    wanted = f"{run_id}-0003"
    for name in (wanted, "3", "0003", f"{run_id[-6:]}-3", f"{run_id[:12]}-0003"):
        assert session_named(store, name) == wanted
    assert session_named(store, "3~1") == f"{wanted}~1"
    with pytest.raises(UsageError, match="name one of its sessions"):
        session_named(store, run_id)
    with pytest.raises(UsageError, match="unknown run or session"):
        session_named(store, "nowhere")
