"""Processes of the command line that find its modules loaded: forked off one that has loaded them, not started anew."""

import gc
import importlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

MODULES = (
    "simulator.cli",
    "simulator.commands.run",
    "simulator.commands.judge",
    "simulator.agents.baseline.agent",
    "evaluation.catalogue",
    "evaluation.store",
    "scenarios.load",
    "sqlite_utils",
)
"""What nearly every command needs; nothing of voice and dashboard, which few of them load."""
_LANGUAGE = ("LC_", "LANG")


class Preloaded:
    """One process with the modules loaded, and what is forked off it; it ends with the tests."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="preloaded")
        self._address = str(Path(self._folder.name) / "socket")
        here = str(Path(__file__).parent)
        ready, told = os.pipe()
        code = (
            f"import sys; sys.path.insert(1, {here!r}); from preloaded import serve; serve({self._address!r}, {told})"
        )
        self._process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.DEVNULL, pass_fds=(told,))
        os.close(told)
        with os.fdopen(ready) as told_by:
            assert told_by.read() == "ready", "the modules could not be loaded"

    def run(
        self, arguments: Sequence[str], environment: Mapping[str, str], folder: Path, timeout_s: float
    ) -> "subprocess.CompletedProcess[str]":
        """Run one command to its end; raises TimeoutExpired after killing it."""
        with TemporaryDirectory(prefix="streams") as streams, socket.socket(socket.AF_UNIX) as line:
            out, err = (Path(streams) / name for name in ("out", "err"))
            line.connect(self._address)
            line.sendall(json.dumps([list(arguments), dict(environment), str(folder), str(out), str(err)]).encode())
            line.shutdown(socket.SHUT_WR)
            line.settimeout(timeout_s)
            with line.makefile() as told:
                pid = int(told.readline())
                try:
                    code = int(told.readline())
                except TimeoutError:
                    os.kill(pid, signal.SIGKILL)
                    raise subprocess.TimeoutExpired(list(arguments), timeout_s) from None
            texts = [stream.read_text(encoding="utf-8") for stream in (out, err)]
        return subprocess.CompletedProcess(list(arguments), code, *texts)


@cache
def preloaded() -> Preloaded:
    """Return the one of these tests."""
    return Preloaded()


def may_fork(options: Mapping[str, Any]) -> bool:
    """Return whether a command with these options of `subprocess.run` can be forked off: what the interpreter itself
    takes from its environment when it starts must be as it is here.
    """
    environment: Mapping[str, str] = options["env"]

    def of_language(variables: Mapping[str, str]) -> dict[str, str]:
        return {name: value for name, value in variables.items() if name.startswith(_LANGUAGE)}

    return (
        set(options) == {"env", "cwd", "encoding", "timeout", "capture_output"}
        and not any(name.startswith("PYTHON") for name in environment)
        and of_language(environment) == of_language(os.environ)
    )


def serve(address: str, told: int) -> None:
    """Load the modules, then fork a process for every command line that somebody sends, until the tests are gone."""
    for name in MODULES:
        importlib.import_module(name)
    from scenarios.load import catalogue
    from simulator.language import kiwi

    catalogue()
    kiwi.load()
    # What is loaded is shared with those who are forked off, as long as nobody touches it.
    gc.freeze()
    tests = os.getppid()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(address)
        door.listen()
        door.settimeout(1)
        os.write(told, b"ready")
        os.close(told)
        while os.getppid() == tests:
            try:
                line, _ = door.accept()
            except TimeoutError:
                _reap()
                continue
            if os.fork() == 0:
                door.close()
                line.settimeout(None)
                _keep(line)
            line.close()
            _reap()


def _reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def _keep(line: socket.socket) -> None:
    """Start one command and tell its process id and exit code; the command itself returns from here."""
    with line.makefile() as request:
        arguments, environment, folder, out, err = json.loads(request.read())
    pid = os.fork()
    if pid == 0:
        line.close()
        _become(arguments, environment, folder, out, err)
    line.sendall(f"{pid}\n".encode())
    status = os.waitpid(pid, 0)[1]
    line.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _become(arguments: list[str], environment: dict[str, str], folder: str, out: str, err: str) -> NoReturn:
    """Turn this process into one that was started with a command line, and run it."""
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    random.seed()
    os.chdir(folder)
    sys.path[0] = folder
    sys.argv = ["simulator", *arguments]
    for stream, name in ((1, out), (2, err)):
        file = os.open(name, os.O_WRONLY | os.O_CREAT)
        os.dup2(file, stream)
        os.close(file)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from simulator.__main__ import run

    sys.exit(run())
