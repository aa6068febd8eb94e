"""docs/dashboard.md shows commands that exist and keys that are bound."""

import re
import shlex
from pathlib import Path

import pytest
from textual.binding import Binding

from simulator.cli import parser
from simulator.dashboard.app import DashtalkApp
from simulator.dashboard.screens.cockpit import Cockpit

DOCS = (Path(__file__).parents[2] / "docs/dashboard.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", DOCS, re.S) for line in block.splitlines()]
KEYS = re.findall(r"^\| (.*?) \|", DOCS.partition("## Keys")[2].partition("\n\n")[2], re.M)[2:]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_understood(command: str) -> None:
    found = parser().parse_args(shlex.split(command)[1:])
    assert command == "dashtalk" or found.command in command


def test_every_key_that_is_named_is_bound() -> None:
    bound = {
        name
        for screen in (Cockpit, DashtalkApp)
        for binding in screen.BINDINGS
        if isinstance(binding, Binding)
        for name in binding.key.split(",")
    }
    named = {f"f{number}" for number in re.findall(r"\bF(\d+)\b", " ".join(KEYS))}
    named |= {f"ctrl+{letter.lower()}" for letter in re.findall(r"Ctrl\+([A-Z])", " ".join(KEYS))}
    # Textual's own, for its list of commands.
    assert named - bound <= {"ctrl+p"}
    assert {"f5", "f6", "f7", "f8", "f9", "f10", "ctrl+n", "ctrl+q"} <= named
