"""Every command the README shows does what the README says."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from openai_server import OpenAIServer, says
from terminal import terminal, tmux_is_here

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```sh\n(.*?)```", README, re.S) for line in block.splitlines() if line.strip()]
COMMANDS = [line for line in LINES if line.split()[0] == "dashtalk"]
INSTALLS = [line for line in LINES if line not in COMMANDS]
# These take over the terminal.
SCREENS = [line for line in COMMANDS if line == "dashtalk" or line.split()[1] in ("drive", "replay")]
# Exit codes other than 0 that are part of what a command says.
NEEDS_A_RUN = ("runs", "show", "score")


def run(command: str, home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "DASHTALK_STORE": str(home / "runs.db"),
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
    }
    words = [word if word != "run.json" else str(home / word) for word in shlex.split(command)[1:]]
    words = [str(home / word) if word in ("result.json", "result.xml", "errors.html") else word for word in words]
    return subprocess.run(
        [sys.executable, "-m", "simulator", *words],
        cwd=ROOT,
        env=environment | variables,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("readme")
    assert run("dashtalk run --channel text", home).returncode == 0
    return home


def plain(command: str) -> bool:
    return "--channel voice" not in command and "--base-url" not in command and command not in SCREENS


@pytest.fixture(scope="module")
def misheard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("misheard")
    assert run("dashtalk run --channel errors --error-rate 0.2 --seed 7 --lang en", home).returncode == 0
    return home


@pytest.mark.parametrize("command", [command for command in COMMANDS if plain(command)])
def test_command_of_the_tour(command: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    verb = command.split()[1]
    fixture = "misheard" if verb == "blame" else "stored" if verb in NEEDS_A_RUN else "tmp_path"
    home: Path = request.getfixturevalue(fixture)
    done = run(command, home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not tmux_is_here(), reason="tmux is not installed")
@pytest.mark.parametrize("command", SCREENS)
def test_screen_of_the_tour(command: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    home = request.getfixturevalue("stored") if "replay" in command else tmp_path
    shown = {"DASHTALK_STORE": str(home / "runs.db"), "TERM": "tmux-256color", "LC_ALL": "C.UTF-8", "COLUMNS": ""}
    with terminal(tmp_path) as made:
        words = [sys.executable, "-m", "simulator", *shlex.split(command)[1:]]
        made.start(words, os.environ | shown, ROOT, (120, 40))
        made.wait_for("Car")
        made.press("C-q")
        # Whoever leaves in the middle of a drive interrupts it.
        assert made.exit_code() == (0 if "replay" in command else 130), made.screen()
        assert "Traceback" not in made.screen()


def test_chat_command_of_the_tour(tmp_path: Path) -> None:
    (command,) = (command for command in COMMANDS if "--base-url" in command)
    with OpenAIServer() as server:
        server.answer = lambda request: says("I can't do that.")
        command = re.sub(r"http://\S+", server.url, command)
        done = run(command + " --channel text", tmp_path, OPENAI_API_KEY="test")
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 defects" in done.stdout


@pytest.mark.voice
@pytest.mark.slow
@pytest.mark.parametrize("command", [command for command in COMMANDS if "--channel voice" in command])
def test_spoken_command_of_the_tour(command: str, tmp_path: Path) -> None:
    pytest.importorskip("faster_whisper")
    done = run(command, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ci_runs_the_installing_commands() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for line in INSTALLS:
        for part in line.split(" && "):
            if part.startswith(("python -m pip install", "dashtalk", "pytest")):
                needed = part.replace("pip install", "pip install --quiet")
                assert part in script or needed in script, part


def test_the_pictures_are_there() -> None:
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert len(shown) == 2
    for name in shown:
        assert (ROOT / name).read_text(encoding="utf-8").startswith("<svg")


def test_every_command_is_in_the_readme() -> None:
    shown = {command.split()[1] for command in COMMANDS if command != "dashtalk"}
    assert shown == {
        *("run", "show", "runs", "score", "scenarios", "tools", "doctor", "carbench"),
        *("blame", "sweep", "voices", "level", "drive", "replay"),
    }
