"""Mistakes: one line, the nearest valid name, exit code 2, nothing written."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Dashtalk

from scenarios.load import catalogue
from simulator.cli import main

Mistaken = Callable[..., str]
RUN = ("run", "--channel", "text", "--agent", "oracle", "--scenario", "dis-too-hot")


@pytest.fixture
def mistaken(dashtalk: Dashtalk, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Mistaken:
    """Make mistakes without a process for each; returns the line that is told."""
    monkeypatch.chdir(dashtalk.folder)
    for name in [name for name in os.environ if name.startswith("DASHTALK_")]:
        monkeypatch.delenv(name)
    for name, value in dashtalk.environment.items():
        monkeypatch.setenv(name, value)

    def make(*arguments: str) -> str:
        code: object = None
        try:
            code = main(arguments)
        except SystemExit as error:
            code = error.code
        assert code == 2
        told = capfd.readouterr()
        assert told.out == ""
        (line,) = told.err.splitlines()
        assert not dashtalk.store.parent.exists()
        return line

    return make


def refused(dashtalk: Dashtalk, *arguments: str) -> str:
    done = dashtalk(*arguments, code=2)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert not dashtalk.store.parent.exists()
    return line


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("run", "--scenario", "base-hot-cabn"), "unknown scenario 'base-hot-cabn': did you mean 'base-hot-cabin'?"),
        (("run", "--suite", "frist-drive"), "unknown suite 'frist-drive': did you mean 'first-drive'?"),
        (("run", "--suite", "zzzz"), "unknown suite 'zzzz': known are"),
        (("run", "--suite", ""), "unknown suite ''"),
        (("run", "--agent", "orcale"), "unknown agent 'orcale': did you mean 'oracle'?"),
        (("run", "--agent", "nowhere:Agent"), "no module 'nowhere'"),
        (("run", "--agent", "chat", "--channel", "text"), "--model"),
        (("run", "--channel", "vioce"), "unknown channel 'vioce': did you mean 'voice'?"),
        (("run", "--locale", "kr"), "unknown locale 'kr': did you mean 'ko'?"),
        (("run", "--lang", "fr"), "unknown locale 'fr'"),
        (("run", "--trials", "0"), "trials: 0 must lie between 1 and 1000"),
        (("run", "--trials", "many"), "invalid int value: 'many'"),
        (("run", "--seed", "99999999999999999999"), "seed: 99999999999999999999 must lie between"),
        (("run", "--error-rate", "nan"), "error_rate: nan must lie between"),
        ((*RUN, "--fail-under", "score=abc"), "VALUE must be a number from 0 to 1, got 'abc'"),
        ((*RUN, "--fail-under", "scoer=0.5"), "unknown metric 'scoer': did you mean 'score'?"),
        ((*RUN, "--fail-under", "kr.score=0.5"), "unknown language 'kr'"),
        ((*RUN, "--fail-under", "pass^1:bse=0.5"), "unknown scenario kind 'bse': did you mean 'base'?"),
        ((*RUN, "--fail-under", "ko.pass_rate@0.1=0.2"), "a figure at a level is a gate of 'dashtalk sweep'"),
        ((*RUN, "--fail-under", "tax@0.1=0.2"), "a figure at a level is a gate of 'dashtalk sweep'"),
        (("run", "--tts", "espeak", "--recordings", "."), "--tts and --recordings exclude each other"),
        ((*RUN, "--fail-under", "score"), "expected [ko.|en.]METRIC"),
        ((*RUN, "--require", "policy.0055"), "unknown component 'policy.0055': did you mean 'policy.005'?"),
        ((*RUN, "--json", "absent/out.json"), "--json absent/out.json: cannot be written"),
        ((*RUN, "--junit", "."), "--junit .: cannot be written"),
        ((*RUN, "--json", "-", "--junit", "-"), "cannot both go to standard output"),
        ((*RUN, "--config", "absent.toml"), "absent.toml: cannot be read"),
        (("tools", "--toolset", "carbnech"), "unknown toolset 'carbnech': did you mean 'carbench'?"),
        (("tools", "--format", "opnai"), "unknown --format 'opnai': did you mean 'openai'?"),
        (("rnu",), "unknown command 'rnu': did you mean 'run'?"),
        (("scenarios", "chekc"), "'chekc': did you mean 'check'?"),
        (("scenarios", "show", "dis-to-hot"), "unknown scenario 'dis-to-hot': did you mean 'dis-too-hot'?"),
        (("scenarios", "check", "dis-to-hot"), "unknown scenario 'dis-to-hot': did you mean 'dis-too-hot'?"),
        (("scenarios", "list", "--suite", "first"), "unknown suite 'first': did you mean 'first-drive'?"),
        (("show",), "no runs are stored there yet; 'dashtalk run' makes the first"),
        (("runs",), "no runs are stored there yet"),
        (("score",), "no runs are stored there yet"),
    ],
)
def test_a_mistake_is_one_line(mistaken: Mistaken, arguments: tuple[str, ...], told: str) -> None:
    assert told in mistaken(*arguments)


@pytest.mark.parametrize("arguments", [("run", "--agent", "orcale"), ("rnu",), ("show",)])
def test_a_mistake_in_a_process_of_its_own(dashtalk: Dashtalk, arguments: tuple[str, ...]) -> None:
    refused(dashtalk, *arguments)


def test_unknown_runs_and_sessions(dashtalk: Dashtalk) -> None:
    found = dashtalk.run("--agent", "silent", of=["dis-too-hot"])
    session = found["results"][0]["session"]
    for command, name in (("show", f"{session}9"), ("score", "2020"), ("score", session)):
        (line,) = dashtalk(command, name, code=2).stderr.splitlines()
        assert f"unknown run or session '{name}'" in line


def good(scenario: str = "base-hot-cabin") -> str:
    import scenarios

    return (Path(scenarios.__path__[0]) / "catalogue" / "base" / f"{scenario}.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [("run", "--suite"), ("scenarios", "check"), ("scenarios", "show")])
def test_a_broken_scenario_file_is_told_with_file_line_and_field(dashtalk: Dashtalk, command: tuple[str, ...]) -> None:
    dashtalk.write("bad.yaml", good().replace("kind: base", "kind: bass"))
    assert "bad.yaml:2: kind: Input should be" in refused(dashtalk, *command, "bad.yaml")


def test_a_broken_file_in_a_folder(dashtalk: Dashtalk) -> None:
    dashtalk.write("mine/good.yaml", good())
    dashtalk.write("mine/worse.yaml", "id: [\n")
    assert "mine/worse.yaml:2: not valid YAML" in refused(dashtalk, "run", "--suite", "mine")


def test_an_empty_folder(dashtalk: Dashtalk) -> None:
    (dashtalk.folder / "mine").mkdir()
    assert "mine: no scenario files (*.yaml) in it" in refused(dashtalk, "run", "--suite", "mine")


def test_control_codes_in_a_file_do_not_reach_the_terminal(dashtalk: Dashtalk) -> None:
    dashtalk.write("bad.yaml", good().replace("tool: set_fan_speed", 'tool: "\\e[31m\\n"'))
    assert "\\x1b[31m\\n" in refused(dashtalk, "scenarios", "check", "bad.yaml")


def test_a_huge_folder_is_read_and_one_scenario_of_it_played(dashtalk: Dashtalk) -> None:
    for number in range(400):
        dashtalk.write(f"mine/{number:04d}.yaml", good().replace("id: base-hot-cabin", f"id: copy-{number:04d}"))
    arguments = ("run", "--suite", "mine", "--scenario", "copy-0399", "--channel", "text", "--agent", "oracle")
    found = dashtalk.json(*arguments)
    assert found["sessions"]["passed"] == found["sessions"]["total"] == 2


def test_a_bad_settings_file(dashtalk: Dashtalk) -> None:
    dashtalk.write("dashtalk.toml", "sede = 1\n")
    assert "dashtalk.toml: unknown setting 'sede': did you mean 'seed'?" in refused(dashtalk, "run")


def test_a_console_without_korean_still_prints(dashtalk: Dashtalk) -> None:
    done = dashtalk("scenarios", "show", "dis-too-hot", env=dashtalk.environment | {"PYTHONIOENCODING": "ascii"})
    assert "\\u" in done.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
def test_a_full_standard_output_is_told(dashtalk: Dashtalk) -> None:
    with open("/dev/full", "w") as full:
        done = dashtalk(*RUN, "--json", "-", code=2, stdout=full, stderr=subprocess.PIPE)
    assert "--json -: cannot be written: No space left on device; what was played is stored: dashtalk show" in (
        done.stderr
    )
    with open("/dev/full", "w") as full:
        told = dashtalk("show", code=2, stdout=full, stderr=subprocess.PIPE)
    assert "the output cannot be written: No space left on device; what was recorded is kept" in told.stderr


def test_every_shipped_scenario_can_be_shown(dashtalk: Dashtalk) -> None:
    listed = dashtalk.json("scenarios", "list")
    assert {row["id"] for row in listed["scenarios"]} == set(catalogue())
    shown = dashtalk.json("scenarios", "show", "dis-too-hot")
    assert shown["kind"] == "disambiguation"


def test_sound_scenarios_pass_the_check_and_unsound_ones_do_not(dashtalk: Dashtalk) -> None:
    dashtalk.write("mine/good.yaml", good())
    assert "1 scenario checked, 0 problems" in dashtalk("scenarios", "check", "mine").stdout
    careless = good().replace("id: base-hot-cabin", "id: careless").replace("{level: 1}", "{level: 0}")
    dashtalk.write("mine/careless.yaml", careless)
    done = dashtalk("scenarios", "check", "mine", code=1)
    assert "careless [ko]: the oracle failed" in done.stdout
