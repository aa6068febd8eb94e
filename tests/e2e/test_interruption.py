"""Runs that are stopped, killed or not alone: what was finished is there."""

import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from command_line import THREE, Dashtalk

# Plays the first request of base-quarter-window well, then says so on standard error and never answers again.
STUCK = """
import asyncio, signal, sys
from simulator.agents.spec import CallRequest, Reply
from simulator.trajectory import AssistantSaid

def told(word):
    print(word, file=sys.stderr, flush=True)

class Stuck:
    async def respond(self, view):
        if "quarter" not in view.messages[0].heard and "4분의 1" not in view.messages[0].heard:
            return Reply(speech="Okay, that's done.")
        if any(isinstance(message, AssistantSaid) for message in view.messages):
            told("stuck")
            await self.hang()
        if len(view.messages) > 1:
            return Reply(speech="Okay, that's done." if view.locale == "en" else "네, 다 됐어요.")
        return Reply(calls=(CallRequest("open_close_window", {"window": "PASSENGER", "percentage": 25}),))

    async def hang(self):
        await asyncio.Event().wait()

class Blocking(Stuck):
    async def hang(self):
        while not any(task.cancelling() for task in asyncio.all_tasks()):
            pass
        told("woken")
        while True:
            signal.pause()
"""
ORDER = ("dis-too-hot", "base-quarter-window", "hal-wheel-heating")
RUN = ("run", "--channel", "text", "--locale", "en", "--max-concurrency", "1")


@contextmanager
def stuck(dashtalk: Dashtalk, agent: str = "Stuck", *more: str) -> "Iterator[subprocess.Popen[str]]":
    """Yield a run that has finished its first session and waits in the second turn of its second one."""
    dashtalk.write("stuck.py", STUCK)
    chosen = [word for name in ORDER for word in ("--scenario", name)]
    process = dashtalk.start(*RUN, *chosen, "--agent", f"stuck:{agent}", *more)
    watchdog = threading.Timer(120, process.kill)
    watchdog.start()
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line == "stuck\n", line + process.stderr.read()
        yield process
    finally:
        watchdog.cancel()
        process.kill()
        process.communicate()


def told_to_go_on(run: str) -> str:
    return f"dashtalk: interrupted; what finished is kept; go on with: dashtalk run --resume {run}\n"


def check_stored(dashtalk: Dashtalk, status: str) -> None:
    """The first session is whole, the second one has its first turn, the third one never began."""
    found = dashtalk.json("show")
    assert (found["status"], found["planned_sessions"]) == (status, 3)
    first, second = found["results"]
    assert (first["scenario"], first["outcome"]) == ("dis-too-hot", "failed")
    assert (second["scenario"], second["outcome"]) == ("base-quarter-window", "unscored")
    assert second["reasons"] == ["the session did not finish"]
    events = dashtalk.json("show", second["session"])["events"]
    kinds = [event["type"] for event in events if event["turn"] == 0]
    assert kinds.index("driver_spoke") < kinds.index("tool_returned") < kinds.index("assistant_spoke")
    assert "session_ended" not in kinds
    assert "incomplete: 1 of 3 planned sessions did not start" in dashtalk("show").stdout
    assert "open_close_window" in dashtalk("show", second["session"]).stdout


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_keeps_what_finished_and_says_so(dashtalk: Dashtalk, how: signal.Signals) -> None:
    with stuck(dashtalk, "Stuck", "--json", "-", "--junit", "out.xml") as process:
        process.send_signal(how)
        out, complaint = process.communicate(timeout=120)
        assert process.returncode == 130
    found = json.loads(out)
    assert complaint == told_to_go_on(found["run"])
    assert found["status"] == "interrupted"
    assert (dashtalk.folder / "out.xml").is_file()
    check_stored(dashtalk, "interrupted")


def test_a_second_interrupt_stops_even_an_assistant_that_blocks(dashtalk: Dashtalk) -> None:
    with stuck(dashtalk, "Blocking") as process:
        assert process.stderr is not None
        process.send_signal(signal.SIGINT)
        assert process.stderr.readline() == "woken\n"
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=120)
        assert process.returncode == 130
    check_stored(dashtalk, "interrupted")
    assert complaint == told_to_go_on(dashtalk.json("show")["run"])


def test_a_killed_run_keeps_every_finished_turn(dashtalk: Dashtalk) -> None:
    with stuck(dashtalk) as process:
        process.kill()
        process.wait()
    check_stored(dashtalk, "broken off")
    assert dashtalk("score", code=3).stdout
    found = dashtalk.json("show")
    assert [row["outcome"] for row in found["results"]] == ["failed", "unscored"]
    assert dashtalk.run("--agent", "oracle", of=["dis-too-hot"])["sessions"]["passed"] == 2
    assert [row["status"] for row in dashtalk.json("runs")["runs"]] == ["finished", "broken off"]


def test_a_run_can_be_watched_while_it_goes_on(dashtalk: Dashtalk) -> None:
    with stuck(dashtalk):
        check_stored(dashtalk, "running")


def test_two_runs_at_once_share_one_store(dashtalk: Dashtalk) -> None:
    chosen = [word for name in THREE for word in ("--scenario", name)]
    processes = [
        dashtalk.start("run", "--channel", "text", *chosen, "--agent", "oracle", "--json", "-") for _ in range(3)
    ]
    answers = [process.communicate(timeout=300) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], answers
    found = [json.loads(out) for out, _ in answers]
    assert len({answer["run"] for answer in found}) == 3
    assert all(answer["sessions"]["passed"] == 6 for answer in found)
    trajectories = [[row["trajectory"] for row in answer["results"]] for answer in found]
    assert trajectories[0] == trajectories[1] == trajectories[2]
    assert {row["id"] for row in dashtalk.json("runs")["runs"]} == {answer["run"] for answer in found}


BLOCKED = """
import asyncio, sys, threading

class Sync:
    def respond(self, view):
        print("stuck", file=sys.stderr, flush=True)
        threading.Event().wait()

class Closing(Sync):
    def aclose(self):
        threading.Event().wait()

class InThread:
    async def respond(self, view):
        await asyncio.to_thread(Sync().respond, view)
"""


def blocked(dashtalk: Dashtalk, agent: str, *more: str) -> "subprocess.Popen[str]":
    dashtalk.write("blocked.py", BLOCKED)
    return dashtalk.start(*RUN, "--scenario", ORDER[0], "--agent", f"blocked:{agent}", *more)


@pytest.mark.parametrize("agent", ["Sync", "Closing", "InThread"])
def test_an_assistant_that_blocks_for_ever_holds_up_neither_report_nor_end(dashtalk: Dashtalk, agent: str) -> None:
    process = blocked(dashtalk, agent, "--session-timeout-s", "0.5", "--json", "-")
    try:
        out, complaint = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 3
    found = json.loads(out)
    assert (found["status"], found["sessions"]["defects"]) == ("finished", 1)
    assert "Traceback" not in complaint


@pytest.mark.parametrize("agent", ["Sync", "InThread"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_assistant_that_blocks_in_a_thread_can_be_stopped_at_once(
    dashtalk: Dashtalk, how: signal.Signals, agent: str
) -> None:
    process = blocked(dashtalk, agent)
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == "stuck\n"
        process.send_signal(how)
        _, complaint = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert complaint == told_to_go_on(dashtalk.json("show")["run"])
