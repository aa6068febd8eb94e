"""Whether the process that plays a run is still there, told from what it left in the store.

On the machine that started it, its process id together with the time that process started decides: an id that was
given to another process since is no proof of life. From anywhere else, a sign of life every few seconds decides.
"""

import json
import os
import platform
import signal
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

BEAT_EVERY_S = 15.0
# Eight signs of life missed in a row: a process that only works hard is not taken for a dead one.
SILENT_FOR_S = 120.0

BROKEN_OFF = "broken off"
"""The status of a run whose process is gone without a word."""


def now() -> str:
    """Return the time as the store keeps it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def process_mark(pid: int | None = None) -> str:
    """Return what tells a process of this machine, by default this one, from every other one, as JSON."""
    pid = os.getpid() if pid is None else pid
    return json.dumps({"place": _place(), "host": platform.node(), "pid": pid, "started": _start_mark(pid)})


def is_running(run: Mapping[str, Any]) -> bool:
    """Return whether a run's process is alive, as far as its row tells."""
    if run["status"] != "running":
        return False
    mark = _read_mark(run)
    if mark.get("place") == _place():
        started = _start_mark(int(mark["pid"]))
        return started is not None and started == mark["started"]
    try:
        beat = datetime.fromisoformat(str(run["heartbeat"]))
    except ValueError:
        return False
    return datetime.now(UTC) - beat < timedelta(seconds=SILENT_FOR_S)


def whereabouts(run: Mapping[str, Any]) -> str:
    """Return the process of a run in words."""
    mark = _read_mark(run)
    return f"process {mark.get('pid', '?')} on {mark.get('host', '?')}"


def interrupt(run: Mapping[str, Any]) -> None:
    """Ask the process that plays a run to stop, as Ctrl-C does.

    Raises ProcessLookupError when it does not run on this machine any more, or runs on another one; no other process is
    ever told to stop.
    """
    mark = _read_mark(run)
    if run["status"] != "running" or mark.get("place") != _place():
        raise ProcessLookupError
    pid = int(mark["pid"])
    if not hasattr(signal, "pidfd_send_signal"):
        _check_same(pid, mark)
        os.kill(pid, signal.SIGINT)
        return
    # What is held stays the same process, even when its id is given to another one meanwhile.
    held = os.pidfd_open(pid)
    try:
        _check_same(pid, mark)
        # One that was started in the background of a shell has been told to ignore Ctrl-C.
        signal.pidfd_send_signal(held, signal.SIGTERM if _ignores_ctrl_c(pid) else signal.SIGINT)
    finally:
        os.close(held)


def _check_same(pid: int, mark: Mapping[str, Any]) -> None:
    started = _start_mark(pid)
    if started is None or started != mark["started"]:
        raise ProcessLookupError


def _ignores_ctrl_c(pid: int) -> bool:
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    ignored = next((int(line.split()[1], 16) for line in lines if line.startswith("SigIgn:")), 0)
    return bool(ignored >> (signal.SIGINT - 1) & 1)


def _read_mark(run: Mapping[str, Any]) -> dict[str, Any]:
    try:
        mark = json.loads(run["process"] or "{}")
    except ValueError:
        return {}
    return mark if isinstance(mark, dict) else {}


def _place() -> str:
    """Return a name for the set of processes among which a process id means one process: host, boot, namespace."""
    return " ".join((platform.node(), _first_line("/proc/sys/kernel/random/boot_id"), _link("/proc/self/ns/pid")))


def _start_mark(pid: int) -> str | None:
    """Return when a process started, None when there is no such process; "" where the system does not tell."""
    stat = _first_line(f"/proc/{pid}/stat")
    if stat:
        # The name in parentheses may hold anything; state is the first field after it, the start the twentieth.
        fields = stat.rpartition(")")[2].split()
        return None if fields[0] in ("Z", "X") else fields[19]
    if Path("/proc/self/stat").exists():
        return None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        return ""
    return ""


def _first_line(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").partition("\n")[0]
    except OSError:
        return ""


def _link(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return ""
