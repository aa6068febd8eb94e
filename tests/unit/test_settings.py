"""Settings from file, environment and flags."""

from pathlib import Path
from typing import Any

import pytest

from simulator.registry import UsageError
from simulator.settings import Settings, resolve


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(text: str, name: str = "dashtalk.toml") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_defaults() -> None:
    assert resolve({}, environment={}) == Settings()


def test_flags_beat_the_environment_which_beats_the_file() -> None:
    write('suite = "from-file"\nseed = 1\ntrials = 2\n')
    environment = {"DASHTALK_SEED": "5", "DASHTALK_TRIALS": "6"}
    found = resolve({"seed": 9, "trials": None, "unrelated": 1}, environment=environment)
    assert (found.suite, found.trials, found.seed) == ("from-file", 6, 9)


def test_a_named_file_replaces_the_one_lying_here() -> None:
    write("seed = 1\ntrials = 3\n")
    found = resolve({}, write("seed = 2\n", "other.toml"), {})
    assert (found.seed, found.trials) == (2, 1)


def test_an_empty_variable_counts_as_unset() -> None:
    assert resolve({}, environment={"DASHTALK_SEED": ""}).seed == 0


@pytest.mark.parametrize(("text", "value"), [("1", True), ("TRUE", True), ("no", False), ("0", False)])
def test_words_for_yes_and_no(text: str, value: bool) -> None:
    assert resolve({}, environment={"DASHTALK_DURABLE": text}).durable is value


def test_a_whole_number_is_good_enough_for_a_rate() -> None:
    write("error_rate = 0\n")
    assert resolve({}, environment={}).error_rate == 0.0


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("DASHTALK_SEED", "many", "DASHTALK_SEED: seed: 'many' is not a whole number"),
        ("DASHTALK_SEED", "1.5", "is not a whole number"),
        ("DASHTALK_ERROR_RATE", "much", "error_rate: 'much' is not a number"),
        ("DASHTALK_DURABLE", "perhaps", "is not true or false"),
        ("DASHTALK_CHANNEL", "voise", "unknown channel 'voise': did you mean 'voice'"),
        ("DASHTALK_LOCALE", "kr", "unknown locale 'kr': did you mean 'ko'"),
        ("DASHTALK_TRIALS", "0", "trials: 0 must lie between 1 and 1000"),
    ],
)
def test_a_bad_variable_is_named(variable: str, value: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        resolve({}, environment={variable: value})
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sede = 1\n", "unknown setting 'sede': did you mean 'seed'?"),
        ("seed = \n", "not valid TOML"),
        ("seed = 1.5\n", "seed: 1.5 is not a whole number"),
        ("seed = true\n", "seed: True is not a whole number"),
        ("suite = 3\n", "suite: 3 is not a text"),
    ],
)
def test_a_bad_file_is_named(text: str, told: str) -> None:
    write(text)
    with pytest.raises(UsageError) as caught:
        resolve({}, environment={})
    assert str(caught.value).startswith("dashtalk.toml: ")
    assert told in str(caught.value)


def test_a_file_that_was_named_must_exist() -> None:
    with pytest.raises(UsageError, match=r"absent\.toml: cannot be read: No such file"):
        resolve({}, "absent.toml", {})


@pytest.mark.parametrize(
    "flags",
    [
        {"error_rate": 0.61},
        {"error_rate": -0.1},
        {"error_rate": float("nan")},
        {"max_concurrency": 0},
        {"max_steps": 1001},
        {"max_turns": -1},
        {"max_defects": -1},
        {"session_timeout_s": 0.0},
        {"session_timeout_s": float("nan")},
        {"session_timeout_s": 86401.0},
        {"seed": -1},
        {"seed": 2**63},
    ],
)
def test_out_of_range(flags: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=f"{next(iter(flags))}: .* must lie between"):
        resolve(flags, environment={})


def test_what_is_recorded_holds_every_field_and_builds_the_same_settings() -> None:
    settings = Settings(seed=4, agent="oracle")
    assert Settings(**settings.recorded()) == settings
