"""Every command docs/runs.md shows does what it says, one after another in one store."""

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from command_line import Dashtalk

from evaluation.running import BROKEN_OFF
from simulator.resume import FREE
from simulator.settings import Settings

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "runs.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", DOCS, re.S) for line in block.splitlines()]


def test_every_command_in_the_order_of_the_page(dashtalk: Dashtalk) -> None:
    dataset = dashtalk.folder / "tests" / "data" / "carbench-mini"
    shutil.copytree(ROOT / "tests" / "data" / "carbench-mini", dataset)
    dashtalk.environment["DASHTALK_AGENT"] = "oracle"
    assert len(COMMANDS) == 7
    for command in COMMANDS:
        words = shlex.split(command)[1:]
        if words[0] == "carbench":
            # The page goes on with a run of that kind.
            dashtalk(*words[: words.index("--resume")], "--agent", "oracle")
        done = dashtalk(*words)
        if "--resume" in words and "--json" not in words:
            assert "note: resumed: none of" in done.stdout
        if words[0] == "carbench":
            # And then with the one before.
            dashtalk("run", "--channel", "text", "--scenario", "dis-too-hot")
    assert json.loads((dashtalk.folder / "run.json").read_text(encoding="utf-8"))["sessions"]["passed"] == 2


@pytest.mark.parametrize("name", ["max_steps", "max_turns", "call_timeout_s", "session_timeout_s", "max_defects"])
def test_the_defaults_of_the_page_are_the_defaults(name: str) -> None:
    (row,) = (line for line in DOCS.splitlines() if line.startswith("| `") and f"`{name}`" in line.split("|")[1])
    names, defaults = (cell.split(",") for cell in row.split("|")[1:3])
    told = dict(zip((each.strip(" `") for each in names), (float(each) for each in defaults), strict=True))
    value: Any = getattr(Settings(), name)
    assert told[name] == value


def test_the_flags_that_may_be_given_anew_are_those() -> None:
    paragraph = " ".join(DOCS.split("**Settings**")[1].split("```")[0].split())
    shown = {flag.replace("-", "_") for flag in re.findall(r"`--([a-z-]+)`", paragraph)}
    assert shown | {"requests_per_minute", "tokens_per_minute"} == FREE


def test_every_status_is_explained() -> None:
    table = re.findall(r"^\| `([a-z ]+)` \|", DOCS, re.M)
    assert {"running", "finished", "stopped", "interrupted", "incomplete", BROKEN_OFF} == set(table)
