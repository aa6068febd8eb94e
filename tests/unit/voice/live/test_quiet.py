"""What sound libraries write past Python is dropped; every other line goes through."""

import subprocess
import sys

CHATTER = (
    "ALSA lib confmisc.c:855:(parse_card) cannot find card '0'",
    "Expression 'ret' failed in 'src/hostapi/alsa/pa_linux_alsa.c', line: 1736",
    "Cannot connect to server socket err = No such file or directory",
    "jack server is not running or cannot be started",
)
PROGRAM = """
import os, subprocess, sys
from voice.live.quiet import quiet_sound_libraries
print("before", file=sys.stderr)
with quiet_sound_libraries():
    for line in sys.argv[1:]:
        os.write(2, line.encode() + b"\\n")
    os.write(2, b"a library that has something to say\\n")
    print("ours: 한국어", file=sys.stderr)
    subprocess.run([sys.executable, "-c", "import sys; print('a child', file=sys.stderr)"])
    os.write(2, b"no end of line")
print("after", file=sys.stderr)
if "raise" in sys.argv:
    with quiet_sound_libraries():
        raise RuntimeError("told as ever")
"""


def run(*lines: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", PROGRAM, *lines], capture_output=True, encoding="utf-8", check=False
    )
    return done.stderr.splitlines()


def test_chatter_is_dropped_and_nothing_else() -> None:
    assert sorted(run(*CHATTER)) == sorted(
        ["before", "ours: 한국어", "a library that has something to say", "a child", "no end of lineafter"]
    )


def test_an_exception_is_told_as_ever() -> None:
    assert run("raise")[-1] == "RuntimeError: told as ever"
