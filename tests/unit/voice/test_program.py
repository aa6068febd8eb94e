"""A program held to bounds: endless output, children that stay, and what is left when the one who waits is ended."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator.registry import UsageError
from voice.tts.program import Bounds, run_bounded

BOUNDS = Bounds(time_s=60, written_bytes=1_000_000)
# A process holds the write end of a pipe until it ends, so that its end is told apart from its being slow.
HOLDING = "import os, signal, sys; os.write({end}, b'x'); signal.pause()"


class Held:
    """A pipe whose write end only the started program and its children have."""

    def __init__(self) -> None:
        self.read_end, self.write_end = os.pipe()
        os.set_inheritable(self.write_end, True)

    def started(self) -> None:
        """Wait for a process that holds it to say so, and leave it alone with it."""
        assert os.read(self.read_end, 1) == b"x"

    def let_go(self) -> bytes:
        """Wait until nobody holds it any more, which may take a while but not for ever."""
        assert select.select([self.read_end], [], [], 60)[0], "somebody still holds it"
        return os.read(self.read_end, 1)


@pytest.fixture
def held() -> Iterator[Held]:
    pipe = Held()
    yield pipe
    os.close(pipe.read_end)


def _python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_output_is_read_while_input_is_written(tmp_path: Path) -> None:
    echo = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stderr.buffer.write(line)"
    given = b"a line of text\n" * 50_000
    assert run_bounded(_python(echo), given, BOUNDS, tmp_path / "x") == given


def test_a_program_that_reads_nothing_is_no_trouble(tmp_path: Path) -> None:
    code = "import os; os.close(0); os.write(1, b'done')"
    assert run_bounded(_python(code), b"text" * 100_000, BOUNDS, tmp_path / "x") == b"done"


def test_what_is_written_without_end_is_not_kept(tmp_path: Path) -> None:
    code = "import os, sys\nwhile True: os.write(1, bytes(1 << 20))"
    with pytest.raises(UsageError, match="wrote more than 1 MB"):
        run_bounded(_python(code), b"", BOUNDS, tmp_path / "x")


def test_complaints_without_end_leave_their_last_line(tmp_path: Path) -> None:
    code = "import sys\nfor number in range(50_000): print('line', number, file=sys.stderr)\nsys.exit(5)"
    with pytest.raises(UsageError, match="ended with code 5: line 49999"):
        run_bounded(_python(code), b"", BOUNDS, tmp_path / "x")


def test_output_that_a_child_keeps_open_is_not_waited_for(tmp_path: Path) -> None:
    child = "import signal; signal.pause()"
    code = f"import os, subprocess, sys; os.write(1, b'done'); subprocess.Popen([sys.executable, '-c', {child!r}])"
    assert run_bounded(_python(code), b"", BOUNDS, tmp_path / "x") == b"done"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc to hand a pipe over by its name")
def test_a_child_that_closed_its_output_does_not_outlive_the_program(tmp_path: Path, held: Held) -> None:
    child = "import os, signal; os.write(1, b'x'); signal.pause()"
    code = (
        "import os, subprocess, sys\n"
        f"os.dup2(os.open('/proc/{os.getpid()}/fd/{held.write_end}', os.O_WRONLY), {held.write_end})\n"
        "own = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE, 'stderr': subprocess.DEVNULL}\n"
        f"child = subprocess.Popen([sys.executable, '-c', {child!r}], close_fds=False, **own)\n"
        "child.stdout.read(1)\n"
        "os.write(1, b'done')"
    )
    assert run_bounded(_python(code), b"", BOUNDS, tmp_path / "x") == b"done"
    os.close(held.write_end)
    assert held.let_go() == b""


def test_a_child_that_left_the_group_and_keeps_the_output_open_is_not_waited_for(tmp_path: Path) -> None:
    away = tmp_path / "away"
    child = f"import os, pathlib, signal; pathlib.Path({str(away)!r}).write_text(str(os.getpid())); signal.pause()"
    code = (
        f"import os, pathlib, signal, subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True)\n"
        f"while not pathlib.Path({str(away)!r}).exists(): pass\n"
        "signal.pause()"
    )
    try:
        with pytest.raises(UsageError, match="did not finish within 3 s"):
            run_bounded(_python(code), b"", Bounds(3, 1000), tmp_path / "x")
    finally:
        if away.exists():
            os.kill(int(away.read_text(encoding="utf-8")), signal.SIGKILL)


def test_what_a_child_still_writes_is_read(tmp_path: Path) -> None:
    child = "import os, sys; sys.stdin.read(); os.write(1, b'late')"
    code = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}])"
    assert run_bounded(_python(code), b"", BOUNDS, tmp_path / "x") == b"late"


def test_a_program_that_closed_its_output_is_waited_for(tmp_path: Path) -> None:
    code = "import os, sys; os.write(1, b'all'); os.close(1); os.close(2); sys.exit(3)"
    with pytest.raises(UsageError, match="ended with code 3"):
        run_bounded(_python(code), b"", BOUNDS, tmp_path / "x")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc to hand a pipe over by its name")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("thread", [False, True])
def test_nothing_is_left_running_when_this_process_is_ended(
    how: signal.Signals, thread: bool, held: Held, tmp_path: Path
) -> None:
    holding = HOLDING.format(end=held.write_end)
    script = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {holding!r}], close_fds=False)"
    # Stands for what starts it with its descriptors closed: the program opens the pipe by its name.
    opened = f"import os; os.dup2(os.open('/proc/{os.getpid()}/fd/{held.write_end}', os.O_WRONLY), {held.write_end})"
    code = (
        "import signal, sys, threading\n"
        "from pathlib import Path\n"
        "from voice.tts.program import Bounds, run_bounded\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"program = [sys.executable, '-c', {opened + chr(10) + script!r}]\n"
        "def speak(): run_bounded(program, b'', Bounds(600, 1000), Path('x'))\n"
        + ("threading.Thread(target=speak, daemon=True).start(); signal.pause()" if thread else "speak()")
    )
    process = subprocess.Popen(_python(code), cwd=Path(__file__).parents[3], stderr=subprocess.DEVNULL)
    try:
        held.started()
        os.close(held.write_end)
        process.send_signal(how)
        assert process.wait(60) != 0
        assert held.let_go() == b""
    finally:
        process.kill()
        process.wait()
