"""Every sweep docs/robustness.md shows is one that works, made smaller where it would speak or take long."""

import json
import re
import shlex
from pathlib import Path

import pytest
from command_line import THREE, Dashtalk

TEXT = (Path(__file__).parents[2] / "docs" / "robustness.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", TEXT, re.S)
SWEEPS = [line for block in BLOCKS for line in block.splitlines() if line.startswith("dashtalk sweep")]
SMALL = tuple(word for name in THREE for word in ("--scenario", name))


@pytest.mark.slow
def test_every_command_runs(dashtalk: Dashtalk) -> None:
    assert len(SWEEPS) == 6
    for command in SWEEPS:
        words = shlex.split(command)[1:]
        if "--snr" in words:
            # Read as far as the scenarios, none of which is spoken; real speech is for the tests with real models.
            assert "marked as spoken" in dashtalk(*words, "--scenario", "dis-too-hot", code=2).stderr
            continue
        done = dashtalk(*words, *(() if "--resume" in words else SMALL), code=None)
        assert done.returncode in (0, 1), command + done.stderr
    assert (dashtalk.folder / "errors.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert (dashtalk.folder / "errors.md").is_file()
    found = json.loads((dashtalk.folder / "sweep.json").read_text(encoding="utf-8"))
    assert [gate["gate"] for gate in found["gates"]] == ["tax@0.1=0.3", "tax@0.1=0.3", "ko.pass_rate@0.1=0.4"]
