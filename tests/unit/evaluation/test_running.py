"""Whether a run's process is alive, told from its row."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from evaluation.running import SILENT_FOR_S, is_running, now, process_mark, whereabouts


def run(mark: str | None = None, **facts: Any) -> dict[str, Any]:
    return {"status": "running", "process": process_mark() if mark is None else mark, "heartbeat": now()} | facts


def changed(**facts: Any) -> str:
    return json.dumps(json.loads(process_mark()) | facts)


def test_this_process_is_alive_however_long_it_said_nothing() -> None:
    assert is_running(run(heartbeat="2001-01-01T00:00:00+00:00"))
    assert f"process {os.getpid()} on " in whereabouts(run())


@pytest.mark.parametrize("status", ["finished", "stopped", "interrupted", "incomplete"])
def test_a_run_that_has_ended_is_played_by_nobody(status: str) -> None:
    assert not is_running(run(status=status))


def test_a_process_that_is_gone_is_not_alive() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert not is_running(run(changed(pid=process.pid)))


def test_a_process_that_nobody_has_waited_for_yet_is_gone_too() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", "from evaluation.running import process_mark; print(process_mark())"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    mark = process.stdout.read()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not is_running(run(mark))
    process.wait()


def test_another_process_with_the_same_id_is_not_the_one() -> None:
    assert not is_running(run(changed(started="1")))


def test_from_elsewhere_signs_of_life_decide() -> None:
    elsewhere = changed(place="another machine", pid=1)
    silent = datetime.now(UTC) - timedelta(seconds=SILENT_FOR_S + 1)
    assert is_running(run(elsewhere))
    assert not is_running(run(elsewhere, heartbeat=silent.isoformat()))


@pytest.mark.parametrize("mark", ["", "{", "[]", "{}"])
def test_a_row_that_tells_nothing_is_of_no_living_process(mark: str) -> None:
    assert not is_running(run(mark, heartbeat=None))
    assert "?" in whereabouts(run(mark))
