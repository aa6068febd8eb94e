"""`dashtalk drive` in a terminal of its own: keys go in, and it leaves behind a scorecard line and a session."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from command_line import Dashtalk

PATIENCE_S = 120.0
_CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[=>PX^_\]][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[()][A-Z0-9]")
CTRL_C, CTRL_Q, F10 = "\x03", "\x11", "\x1b[21~"


class Terminal:
    """A program on a screen of 120 columns and 40 lines."""

    def __init__(self, process: "subprocess.Popen[bytes]", end: int) -> None:
        self.process = process
        self._end = end
        self._seen = bytearray()
        self._news = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while True:
            try:
                chunk = os.read(self._end, 65_536)
            except OSError:
                chunk = b""
            with self._news:
                self._seen += chunk
                self._news.notify_all()
            if not chunk:
                return

    @property
    def text(self) -> str:
        """All that was ever written, without control codes."""
        return _CONTROL.sub("", self._seen.decode("utf-8", "replace"))

    def sees(self, words: str) -> None:
        """Wait until the words were written."""
        with self._news:
            found = self._news.wait_for(lambda: words in self.text, PATIENCE_S)
        assert found, f"{words!r} is not in:\n{self.text[-4000:]}"

    def types(self, keys: str) -> None:
        """Press keys."""
        os.write(self._end, keys.encode())

    def ends(self) -> int:
        """Wait for the end and return the exit code."""
        return self.process.wait(PATIENCE_S)


@contextmanager
def terminal(dashtalk: Dashtalk, *arguments: str) -> Iterator[Terminal]:
    """Run a command in a terminal until the block is left."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    environment = dashtalk.environment | {"TERM": "xterm-256color", "LANG": "en_US.UTF-8", "LC_ALL": "en_US.UTF-8"}
    environment |= {"COLUMNS": "120", "LINES": "40"}
    process = subprocess.Popen(
        dashtalk.command(*arguments),
        cwd=dashtalk.folder,
        env=environment,
        stdin=there,
        stdout=there,
        stderr=there,
        start_new_session=True,
    )
    os.close(there)
    screen = Terminal(process, here)
    try:
        yield screen
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(here)


@pytest.mark.parametrize("arguments", [("drive", "--channel", "text"), ("drive", "--channel", "text", "--lang", "ko")])
def test_a_typed_request_is_answered_and_the_drive_is_told_of(dashtalk: Dashtalk, arguments: tuple[str, ...]) -> None:
    line, answer = (
        ("운전석 창문 반만 열어 줘.", "50퍼센트") if "ko" in arguments else ("Open my window halfway.", "50 percent")
    )
    with terminal(dashtalk, *arguments) as screen:
        screen.sees("your turn")
        screen.types(f"{line}\r")
        screen.sees(answer)
        screen.types(F10)
        screen.sees("End the drive?")
        screen.types("1")
        screen.sees("The drive is over")
        screen.types(CTRL_Q)
        assert screen.ends() == 0, screen.text[-2000:]
    assert "outcome: unscored, since a free drive has no goal" in screen.text
    assert "recorded: dashtalk show" in screen.text
    shown = dashtalk.json("show", "0")
    assert line in [event.get("intended") for event in shown["events"]]
    assert shown["events"][0]["user"] == "human"


def test_leaving_in_the_middle_keeps_what_was_said(dashtalk: Dashtalk) -> None:
    with terminal(dashtalk, "drive", "--channel", "text") as screen:
        screen.sees("your turn")
        screen.types("Open my window halfway.\r")
        screen.sees("50 percent")
        screen.types(CTRL_C)
        assert screen.ends() == 130, screen.text[-2000:]
    assert "interrupted; what was said is kept: dashtalk show" in screen.text
    shown = dashtalk.json("show", "0")
    assert [event["intended"] for event in shown["events"] if event["type"] == "driver_spoke"] == [
        "Open my window halfway."
    ]


def test_what_is_typed_while_it_starts_is_said_line_by_line(dashtalk: Dashtalk) -> None:
    lines = [f"Set the fan to level {level}." for level in (1, 2, 3)]
    with terminal(dashtalk, "drive", "--channel", "text") as screen:
        for line in lines:
            screen.types(f"{line}\r")
        screen.sees("level 3.")
        screen.sees("your turn")
        screen.types(F10)
        screen.sees("End the drive?")
        screen.types("2")
        screen.sees("The drive is over")
        screen.types(CTRL_Q)
        assert screen.ends() == 0, screen.text[-2000:]
    shown = dashtalk.json("show", "0")
    assert [event["intended"] for event in shown["events"] if event["type"] == "driver_spoke"] == lines
    assert shown["events"][-1]["end_word"] == "GAVE_UP"


def test_flags_without_a_command_are_those_of_a_drive(dashtalk: Dashtalk) -> None:
    with terminal(dashtalk, "--ui-lang", "ko", "--channel", "text") as screen:
        screen.sees("말씀하세요")
        screen.types(CTRL_C)
        assert screen.ends() == 130
    done = dashtalk("--ui-lang", "ko", code=2, input="")
    assert "terminal" in done.stderr
    assert "run" in dashtalk("--store", "runs.db", "run", code=2, input="").stderr


def test_without_arguments_a_terminal_gets_the_cockpit(dashtalk: Dashtalk) -> None:
    with terminal(dashtalk) as screen:
        screen.sees("Open my window halfway.")
        screen.types(CTRL_C)
        assert screen.ends() == 130
    assert "dashtalk show" in screen.text


def test_without_a_terminal_a_line_says_what_to_do_instead(dashtalk: Dashtalk) -> None:
    done = dashtalk("drive", code=2, input="")
    assert len(done.stderr.splitlines()) == 1
    assert "dashtalk talk" in done.stderr
    assert "usage: dashtalk" in dashtalk(input="").stdout


@pytest.mark.parametrize(
    ("flags", "line"),
    [
        (("--user", "scripted"), "a simulated driver needs a scenario"),
        (("no-such-scenario",), "no-such-scenario"),
        (("--lang", "all"), "one language at a time"),
        (("--pace", "-1"), "--pace: -1 must be 0 or lie between"),
        (("--agent", "nobody"), "nobody"),
        (("--theme", "nope"), "nope"),
    ],
)
def test_a_mistake_is_one_line_before_the_screen_is_taken(
    dashtalk: Dashtalk, flags: tuple[str, ...], line: str
) -> None:
    with terminal(dashtalk, "drive", *flags) as screen:
        assert screen.ends() == 2, screen.text[-2000:]
        screen.sees("\n")
    assert line in screen.text
    assert "Traceback" not in screen.text
    assert len(screen.text.strip().splitlines()) == 1
