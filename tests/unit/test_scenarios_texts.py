"""`dashtalk scenarios texts`: what people have to record, as the list that plays it."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from drives import scenario

from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.cli import main
from simulator.commands.scenarios_texts import lines_to_record
from simulator.recorded_speech import check_recorded
from simulator.settings import Settings
from voice.audio import Pcm, wav_bytes
from voice.tts.recordings import read_manifest


def spoken(name: str, *turns: dict[str, Any], marked: bool = False) -> Scenario:
    return scenario(driver={"en": {"turns": list(turns), "spoken": marked}}, id=name)


def said(*scenarios: Scenario, spoken_only: bool = False) -> list[tuple[str, str]]:
    rows = lines_to_record(scenarios, "en", spoken_only=spoken_only)
    return [(row.text, row.when) for row in rows]


def test_requests_are_always_needed_and_answers_if_asked() -> None:
    turn = {"say": "Make it warmer.", "replies": [{"on": "confirm", "say": "Just my side."}]}
    assert said(spoken("one", turn)) == [
        ("Make it warmer.", "always"),
        ("Just my side.", "if asked"),
        ("No, not that. Make it warmer.", "if asked"),
    ]


def test_the_same_words_are_recorded_once_and_always_wins() -> None:
    answer = {"say": "Warmer.", "replies": [{"on": "confirm", "say": "Set it to 22 degrees!"}]}
    rows = said(spoken("one", answer), spoken("two", {"say": "Set it to twenty-two degrees."}))
    assert ("Set it to 22 degrees!", "always") in rows
    assert len([text for text, _ in rows if text.startswith("Set it")]) == 1


def test_a_cell_holds_no_tab_and_no_line_end() -> None:
    assert said(spoken("one", {"say": "Make it\twarmer,\nplease."}))[0] == ("Make it warmer, please.", "always")


def test_only_those_marked_as_spoken() -> None:
    both = spoken("one", {"say": "One."}, marked=True), spoken("two", {"say": "Two."})
    assert ("Two.", "always") in said(*both)
    assert [when for text, when in said(*both, spoken_only=True) if text == "One."] == ["always"]
    assert not any(text == "Two." for text, _ in said(*both, spoken_only=True))


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_who_records_the_whole_list_can_play_the_suite(tmp_path: Path, locale: Locale) -> None:
    from scenarios.load import suite

    manifest = tmp_path / "manifest.tsv"
    assert main(["scenarios", "texts", "--lang", locale, "--out", str(manifest)]) == 0
    with manifest.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len({row["path"] for row in rows}) == len(rows) > 29
    sound = wav_bytes(Pcm(b"\x00\x10" * 100, 16_000))
    for row in rows:
        path = tmp_path / row["path"]
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(sound)
    assert len(read_manifest(tmp_path)) == len(rows)
    settings = Settings(tts=f"recordings:{tmp_path}")
    assert check_recorded(settings, [(each, locale) for each in suite("first-drive") if locale in each.driver]) == ()


def test_what_a_folder_has_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.wav").write_bytes(wav_bytes(Pcm(b"\x00\x10" * 100, 16_000)))
    arguments = ["scenarios", "texts", "--lang", "en", "--json", "-"]
    assert main(arguments) == 0
    everything = [row["text"] for row in json.loads(capsys.readouterr().out)["texts"]]
    (tmp_path / "manifest.tsv").write_text(f"path\tlang\ttext\na.wav\ten\t{everything[3]}\n", encoding="utf-8")
    assert main([*arguments, "--recordings", str(tmp_path)]) == 0
    left = [row["text"] for row in json.loads(capsys.readouterr().out)["texts"]]
    assert left == everything[:3] + everything[4:]


def test_a_list_that_is_there_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = tmp_path / "manifest.tsv"
    manifest.write_text("mine", encoding="utf-8")
    assert main(["scenarios", "texts", "--out", str(manifest)]) == 2
    assert manifest.read_text(encoding="utf-8") == "mine"
    assert "is there already" in capsys.readouterr().err


def test_one_scenario_and_wrong_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "texts", "--scenario", "nothing-like-it"]) == 2
    assert main(["scenarios", "texts", "--suite", "nothing-like-it"]) == 2
    assert main(["scenarios", "texts", "--out", "/nowhere/at/all.tsv"]) == 2
    assert main(["scenarios", "texts", "--out", "a" * 300]) == 2
    assert main(["scenarios", "texts", "--out", "a", "--json", "a"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 5
