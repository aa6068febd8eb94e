"""The real command line in a process of its own, for end-to-end tests."""

import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from preloaded import may_fork, preloaded

THREE = ("base-quarter-window", "hal-wheel-heating", "dis-too-hot")
"""One scenario of each kind; the first one has two requests and something happens in between."""


def _heed_interrupts() -> None:
    """A test run started in the background ignores Ctrl-C, and whatever it starts would ignore it too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@dataclass(frozen=True)
class Dashtalk:
    """Runs commands in `folder`; its assistants and scenarios are looked up there."""

    folder: Path
    environment: dict[str, str]

    @property
    def store(self) -> Path:
        return self.folder / "data" / "dashtalk" / "runs.db"

    def command(self, *arguments: str, through: Sequence[str] = ("-m", "simulator")) -> list[str]:
        return [sys.executable, *through, *arguments]

    def __call__(
        self, *arguments: str, code: int | None = 0, through: Sequence[str] = ("-m", "simulator"), **more: Any
    ) -> subprocess.CompletedProcess[str]:
        options: dict[str, Any] = {"env": self.environment, "cwd": self.folder, "encoding": "utf-8", "timeout": 300}
        if "stdout" not in more:
            options["capture_output"] = True
        options |= more
        if tuple(through) == ("-m", "simulator") and may_fork(options):
            done = preloaded().run(arguments, options["env"], options["cwd"], options["timeout"])
        else:
            done = subprocess.run(self.command(*arguments, through=through), **options, check=False)
        assert "Traceback" not in (done.stderr or ""), done.stderr
        if code is not None:
            assert done.returncode == code, f"{arguments} gave {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    def start(self, *arguments: str, **more: Any) -> "subprocess.Popen[str]":
        """Start a command and leave it running; both streams are pipes."""
        options: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(
            self.command(*arguments),
            env=self.environment,
            cwd=self.folder,
            encoding="utf-8",
            preexec_fn=_heed_interrupts,
            **(options | more),
        )

    def run(self, *arguments: str, of: Sequence[str] = THREE, code: int | None = 0) -> dict[str, Any]:
        """Play scenarios over the text channel and return the JSON object."""
        chosen = [word for name in of for word in ("--scenario", name)]
        done = self("run", "--channel", "text", *chosen, *arguments, "--json", "-", code=code)
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def json(self, *arguments: str, code: int = 0) -> Any:
        return json.loads(self(*arguments, "--json", code=code).stdout)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path
