"""A command line with a home, a store and a folder that nobody else uses."""

import os
from pathlib import Path

import pytest
from command_line import Dashtalk


@pytest.fixture
def dashtalk(tmp_path: Path) -> Dashtalk:
    ours = ("DASHTALK_", "OPENAI_", "PYTHON", "XDG_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= {"HOME": str(tmp_path), "NO_PROXY": "*"}
    for kind in ("data", "cache", "config"):
        environment[f"XDG_{kind.upper()}_HOME"] = str(tmp_path / kind)
    return Dashtalk(tmp_path, environment)
