"""Scenario files: read as their authors mean them, explained when they are wrong."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from scenarios.load import catalogue, existing, load_file, load_folder, parse, pick, suite, suites
from simulator.registry import UsageError

GOOD = """\
id: base-fan
kind: base
summary: The fan.
provenance: tests
time: 2026-03-12 15:20:00
state:
  fan_speed: 1
expected:
  - {tool: set_fan_speed, arguments: {level: 3}}
driver:
  ko:
    level: haeyo
    turns:
      - say: 바람 3단이요.
        replies:
          - {on: confirm, say: 네.}
  en:
    turns:
      - say: Fan on three.
"""


def told(text: str) -> str:
    with pytest.raises(UsageError) as caught:
        parse(text, "some/file.yaml")
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_good_file() -> None:
    scenario = parse(GOOD, "good.yaml")
    assert scenario.locales == ("ko", "en")
    assert scenario.time == datetime(2026, 3, 12, 15, 20)
    assert scenario.driver["ko"].turns[0].replies[0].on == "confirm"
    assert scenario.build_state().climate.fan_speed == 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kind: base", "kind: bass", ":2: kind: Input should be 'base'"),
        ("kind: base", "kind: hallucination", ":1: removed: belongs to hallucination scenarios"),
        ("kind: base", "kind: disambiguation", ":1: ambiguity: belongs to disambiguation scenarios"),
        ("kind: base", "kind: base\nremoved: [set_fan_speed]", ":3: removed: belongs to hallucination"),
        ("kind: base\n", "", ":1: kind: Field required"),
        ("id: base-fan", "id: Base Fan", ":1: id: String should match pattern"),
        ("summary:", "sumary:", ":3: sumary: no such field: did you mean 'summary'?"),
        ("fan_speed: 1", "fan_sped: 1", ":7: state.fan_sped: unknown vehicle variable 'fan_sped': did you mean"),
        ("fan_speed: 1", "fan_speed: 9", ":7: state.fan_speed: vehicle variable 'fan_speed'"),
        ("tool: set_fan_speed", "tool: set_fanspeed", ":9: expected.0.tool: unknown tool 'set_fanspeed': did you mean"),
        ("{level: 3}}", "{level: 3}, turn: 1}", ":9: expected.0.turn: 1 is after the last turn 0"),
        ("{level: 3}}", "{level: 3}, turn: -1}", ":9: expected.0.turn: Input should be greater"),
        ("level: haeyo", "level: haeyoche", ":12: driver.ko.level: Input should be 'hae', 'haeyo' or 'hapsyo'"),
        ("    level: haeyo\n", "", ":11: driver.ko.level: is given for Korean and only there"),
        ("  en:\n", "  en:\n    level: hae\n", ":18: driver.en.level: is given for Korean"),
        ("  en:\n", "  fr:\n", ":17: driver.fr: Input should be 'ko' or 'en'"),
        ("say: Fan on three.", "say: ''", ":19: driver.en.turns.0.say: String should have at least 1"),
        ("on: confirm", "on: yes", ":16: driver.ko.turns.0.replies.0.on: Input should be"),
        (
            "summary: The fan.",
            "summary: The fan.\nplace: loc_soe_100001",
            ":4: place: unknown place 'loc_soe_100001': did",
        ),
        ("summary: The fan.", "summary: The fan.\ntoolset: dashtlk", ":4: toolset: unknown toolset 'dashtlk': did you"),
        ("time: 2026-03-12", "time: 2026-13-12", ":5: time: Input should be a valid datetime"),
        ("state:\n", "state: [\n", "not valid YAML"),
        ("summary: The fan.", "summary: The fan: fast", ":3: not valid YAML: mapping values are not allowed"),
        ("summary: The fan.", "summary: The fan.\nsummary: Again.", ":4: not valid YAML: the key 'summary' stands"),
        ("say: Fan on three.", "say: \t*nowhere", ":19: not valid YAML"),
        ("state:\n", "state: !!python/object:os.system\n", ":6: not valid YAML: could not determine a constructor"),
        ("  en:\n", "--- {}\n  en:\n", "not valid YAML"),
        ("state:\n", "removed_turn: 3\nstate:\n", ":6: removed_turn: 3 is after the last turn 0"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_field(old: str, new: str, message: str) -> None:
    assert old in GOOD
    found = told(GOOD.replace(old, new, 1))
    assert found.startswith("some/file.yaml")
    assert message in found


@pytest.mark.parametrize("text", ["", "[]", "just words", "3", "null"])
def test_what_is_no_mapping(text: str) -> None:
    assert told(text) == "some/file.yaml:1: a scenario is a mapping with id, kind, driver, ..."


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 100_000,
        "- " * 100_000,
        "? [a, b]\n: 1",
        "{[1]: 2}",
        "\x00",
        "a: \x1b[31m",
        "%YAML 9",
        "~: 1",
        "1: 2",
    ],
)
def test_hostile_text(text: str) -> None:
    assert told(text).startswith("some/file.yaml")


def test_bare_words_are_what_they_look_like() -> None:
    text = GOOD.replace("{level: 3}", "{level: 3, a: on, b: 14:05, c: 08, d: 2026-03-12, e: true, f: no, g: -2}")
    arguments: dict[str, Any] = parse(text, "words.yaml").expected[0].arguments
    assert arguments == {
        "level": 3,
        "a": "on",
        "b": "14:05",
        "c": "08",
        "d": "2026-03-12",
        "e": True,
        "f": "no",
        "g": -2,
    }


def test_the_loader_leaves_yaml_itself_as_it_was() -> None:
    catalogue()
    assert yaml.safe_load("on") is True


def write(folder: Path, name: str, text: str = GOOD) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_folder_is_read_with_its_subfolders_in_order_of_id(tmp_path: Path) -> None:
    write(tmp_path, "b/two.yml", GOOD.replace("base-fan", "a-fan"))
    write(tmp_path, "a.yaml")
    write(tmp_path, "notes.txt", "nothing")
    (tmp_path / "folder.yaml").mkdir()
    assert [scenario.id for scenario in load_folder(tmp_path)] == ["a-fan", "base-fan"]
    assert [scenario.id for scenario in suite(str(tmp_path))] == ["a-fan", "base-fan"]
    assert [scenario.id for scenario in suite(str(tmp_path / "a.yaml"))] == ["base-fan"]


def test_a_double_id_names_both_files(tmp_path: Path) -> None:
    first, second = write(tmp_path, "a.yaml"), write(tmp_path, "b.yaml")
    with pytest.raises(UsageError, match="is taken by") as caught:
        load_folder(tmp_path)
    assert str(first) in str(caught.value)
    assert str(second) in str(caught.value)


def test_the_first_bad_file_of_a_folder_is_named(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml")
    bad = write(tmp_path, "b.yaml", GOOD.replace("kind: base", "kind: bass"))
    with pytest.raises(UsageError, match=r"b\.yaml:2: kind:") as caught:
        load_folder(tmp_path)
    assert str(caught.value).startswith(str(bad))


def test_folders_without_scenarios(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no scenario files"):
        load_folder(tmp_path)
    with pytest.raises(UsageError, match="no such folder"):
        load_folder(tmp_path / "absent")


def test_files_that_cannot_be_scenarios(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        load_file(tmp_path / "absent.yaml")
    (tmp_path / "latin.yaml").write_bytes("id: é".encode("latin-1"))
    with pytest.raises(UsageError, match=r"not UTF-8 text \(byte 4\)"):
        load_file(tmp_path / "latin.yaml")
    write(tmp_path, "large.yaml", "#" * 1_000_001)
    with pytest.raises(UsageError, match="larger than 1000000 bytes"):
        load_file(tmp_path / "large.yaml")


@pytest.mark.parametrize("name", ["first-drvie", "", "x" * 5000, "a\0b", "/nowhere/at/all"])
def test_an_unknown_suite(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "a.yaml")
    with pytest.raises(UsageError, match="unknown suite"):
        suite(name)
    assert existing(name) is None


def test_an_unknown_suite_gets_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown suite 'frist-drive': did you mean 'first-drive'"):
        suite("frist-drive")


def test_picking() -> None:
    known = suite("first-drive")
    chosen = list(pick(known, ["dis-too-hot", "base-hot-cabin", "dis-too-hot"]))
    assert [scenario.id for scenario in chosen] == ["dis-too-hot", "base-hot-cabin"]
    with pytest.raises(UsageError, match="unknown scenario 'base-hot-cabn': did you mean 'base-hot-cabin'"):
        list(pick(known, ["base-hot-cabn"]))


def test_shipped_suites_hold_shipped_scenarios_once() -> None:
    for name, ids in suites().items():
        assert len(set(ids)) == len(ids) > 0, name
        assert set(ids) <= set(catalogue()), name
