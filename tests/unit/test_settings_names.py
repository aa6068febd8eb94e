"""What settings are called: the documented table, and names that are none."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from simulator.cli import parser
from simulator.idle_settings import flag
from simulator.registry import UsageError
from simulator.settings import Settings, resolve
from simulator.settings_names import settings_table, stray_variables

ROOT = Path(__file__).parents[2]


def test_the_documented_table_is_the_one_the_settings_give() -> None:
    assert settings_table() in (ROOT / "docs/settings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [field.name for field in fields(Settings)])
def test_every_setting_has_the_flag_that_is_documented(name: str) -> None:
    typed = ["run", flag(name)]
    if not isinstance(getattr(Settings(), name), bool):
        typed.append("1")
    assert getattr(parser().parse_args(typed), name) is not None


def test_every_variable_of_ours_is_known() -> None:
    folders = (ROOT / name for name in ("simulator", "evaluation", "voice", "scenarios", "docs"))
    files = [path for folder in folders for kind in ("*.py", "*.md") for path in folder.rglob(kind)]
    named = {found for path in files for found in re.findall(r"DASHTALK_[A-Z0-9_]*[A-Z0-9]\b", path.read_text("utf-8"))}
    assert {"DASHTALK_CACHE", "DASHTALK_SEED"} <= named
    assert stray_variables(dict.fromkeys(named, "1")) == ()
    assert stray_variables({"DASHTALK_PIPER_KO": "1", "DASHTALK_VOSK_EN": "1"}) == ()


def test_a_variable_that_is_no_setting_is_told_with_what_was_meant_only_when_it_is_close() -> None:
    assert stray_variables({"DASHTALK_SEDE": "1", "DASHTALK_XYZ": "1", "DASHTALK_QQ": "", "OTHER": "1"}) == (
        "DASHTALK_SEDE is no setting and changes nothing: did you mean DASHTALK_SEED?",
        "DASHTALK_XYZ is no setting and changes nothing; docs/settings.md lists all",
    )


def test_a_flag_that_is_no_setting_gets_no_far_fetched_suggestion(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('fail_under = "score=0.3"\n', encoding="utf-8")
    with pytest.raises(UsageError, match=r"unknown setting 'fail_under'; docs/settings\.md lists all"):
        resolve({}, str(path), {})
    path.write_text("max-steps = 3\n", encoding="utf-8")
    with pytest.raises(UsageError, match="did you mean 'max_steps'"):
        resolve({}, str(path), {})
