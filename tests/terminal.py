"""A real terminal, 24 lines or more, that is typed into and looked at: tmux."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Event
from time import monotonic

LOOKS_EVERY_S = 0.1
_EXIT = "exit code "
_TERMINALS = count(1)


@dataclass(frozen=True)
class Terminal:
    """One terminal with one command in it."""

    socket: Path

    def _tmux(self, *arguments: str) -> str:
        # Sockets of tests lie apart, and nobody's own settings count.
        command = ["tmux", "-u", "-S", str(self.socket), "-f", "/dev/null", *arguments]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=30)
        assert done.returncode == 0, f"tmux {arguments[0]}: {done.stderr.strip()}"
        return done.stdout

    def start(
        self, command: Sequence[str], environment: Mapping[str, str], folder: Path, size: tuple[int, int]
    ) -> None:
        """Start a command; when it ends, its exit code is told on the screen."""
        width, height = size
        kept = shlex.join(["env", "-i", *(f"{name}={value}" for name, value in environment.items()), *command])
        shell = f'cd {shlex.quote(str(folder))} && {kept}; echo "{_EXIT}$?"; exec cat'
        self._tmux("new-session", "-d", "-x", str(width), "-y", str(height), shell)
        self._tmux("set-option", "-g", "window-size", "manual")

    def type(self, text: str) -> None:
        """Type a text as it is."""
        self._tmux("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        """Press keys by their names: Enter, F10, C-c."""
        self._tmux("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        """Make the terminal another size."""
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def screen(self) -> str:
        """Return what is shown, a line of text each."""
        return self._tmux("capture-pane", "-p")

    def wait_for(self, pattern: str, seconds: float = 60.0) -> str:
        """Return the screen once a pattern is on it; raises AssertionError with the screen when it never is."""
        end = monotonic() + seconds
        while True:
            shown = self.screen()
            if re.search(pattern, shown):
                return shown
            if monotonic() > end:
                raise AssertionError(f"{pattern!r} is not on the screen:\n{shown}")
            Event().wait(LOOKS_EVERY_S)

    def exit_code(self) -> int:
        """Wait for the command's end and return its exit code."""
        found = re.search(rf"{_EXIT}(\d+)", self.wait_for(rf"{_EXIT}\d+"))
        assert found is not None
        return int(found[1])


def tmux_is_here() -> bool:
    """Return whether there is a tmux."""
    return shutil.which("tmux") is not None


@contextmanager
def terminal(folder: Path) -> Iterator[Terminal]:
    """Yield a terminal and close it, with whatever runs in it, at the end."""
    # A server that was told to end is still there for a moment, and whoever reaches it by its socket ends with it.
    made = Terminal(folder / f"tmux-{next(_TERMINALS)}")
    try:
        yield made
    finally:
        subprocess.run(["tmux", "-S", str(made.socket), "kill-server"], capture_output=True, check=False, timeout=30)
