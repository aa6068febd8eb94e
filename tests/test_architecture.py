"""What is imported when, and who may see whom."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOT_FOR_HELP = (
    "textual",
    "numpy",
    "openai",
    "kiwipiepy",
    "faster_whisper",
    "sqlite_utils",
    "pydantic",
    "rich",
    "yaml",
    "rapidfuzz",
    "sounddevice",
    "piper",
)
NOT_FOR_TEXT = (
    "numpy",
    "pandas",
    "openai",
    "faster_whisper",
    "piper",
    "textual",
    "kiwipiepy",
    "sounddevice",
    "soxr",
    "ko_pron",
    "scipy",
    "statsmodels",
    "krippendorff",
)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("DASHTALK_", "OPENAI_", "PYTHON"))
    }
    return kept | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}


def imported(arguments: list[str], environment: dict[str, str], folder: Path) -> set[str]:
    """Return the top-level packages a command imports, from Python's own report."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "simulator", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=folder,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    names = {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}
    assert "simulator" in names
    return names


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["--version"], ["scenarios", "--help"]])
def test_asking_for_help_imports_nothing_heavy(
    arguments: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    assert imported(arguments, environment, tmp_path).intersection(NOT_FOR_HELP) == set()


@pytest.mark.parametrize("extra", [[], ["--json", "-"]])
def test_a_text_run_imports_no_engine_and_no_model(
    extra: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    arguments = ["run", "--channel", "text", "--agent", "oracle", "--scenario", "base-hot-cabin", *extra]
    assert imported([*arguments, "--lang", "en"], environment, tmp_path).intersection(NOT_FOR_TEXT) == set()
    # Korean replies are scored by their endings, which takes the analyser and nothing else.
    assert imported([*arguments, "--lang", "ko"], environment, tmp_path).intersection(NOT_FOR_TEXT) == {"kiwipiepy"}


def test_stored_runs_are_shown_without_them_too(environment: dict[str, str], tmp_path: Path) -> None:
    run = ["run", "--channel", "text", "--agent", "oracle", "--scenario", "dis-too-hot", "--lang", "en"]
    imported(run, environment, tmp_path)
    for command in ("show", "runs", "score"):
        assert imported([command], environment, tmp_path).intersection(NOT_FOR_TEXT) == set(), command


def test_layers_are_kept() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "0 broken" in done.stdout
