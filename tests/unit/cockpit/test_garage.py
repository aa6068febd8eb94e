"""Which drives can be had, and what is told when one cannot."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cockpit_drives import Person, garage_in, person

from simulator.channel import LOCALES, Locale
from simulator.cockpit.suggestions import suggestions
from simulator.dashboard.sources import DriveChoice
from simulator.events import AssistantSpoke, DriverSpoke, SessionStarted, SpeechRecognised
from simulator.registry import UsageError
from simulator.users.human_drive import free_drive


@pytest.mark.parametrize(
    ("settings", "choice", "line"),
    [
        ({}, {"scenario": "no-such-scenario"}, "no-such-scenario"),
        ({}, {"user": "scripted"}, "needs a scenario"),
        ({}, {"scenario": "base-trunk-groceries", "user": "persona"}, "--user-model"),
        ({"agent": "nobody"}, {}, "nobody"),
        ({"agent": "chat"}, {}, "--model"),
    ],
)
def test_what_cannot_be_had_is_told_before_anything_is_stored(
    tmp_path: Path, settings: dict[str, Any], choice: dict[str, Any], line: str
) -> None:
    garage = garage_in(tmp_path, **settings)
    with pytest.raises(UsageError, match=line):
        garage.drive(DriveChoice(**choice))
    assert garage.drives == []
    assert list(garage._store.runs()) == []


def test_a_drive_that_is_never_begun_is_not_stored(tmp_path: Path) -> None:
    garage = garage_in(tmp_path)
    assert garage.drive(DriveChoice()) in garage.drives
    assert list(garage._store.runs()) == []


def test_all_scenarios_are_there(tmp_path: Path) -> None:
    assert {"base-trunk-groceries", "base-quarter-window"} <= {
        scenario.id for scenario in garage_in(tmp_path).scenarios()
    }


@pytest.mark.parametrize("locale", LOCALES)
async def test_each_suggestion_of_a_free_drive_is_done_or_answered(tmp_path: Path, locale: Locale) -> None:
    garage = garage_in(tmp_path)
    for line in suggestions(free_drive(), locale):
        driver = person(garage, locale=locale)
        await driver.sees(SessionStarted)
        answer = await driver.says(line)
        story = driver.drive.story
        changed = story.state_at(len(story)) != story.state_at(1)
        asked = [event for event in story.events if event.type == "tool_returned"]
        assert changed or asked, (line, answer)
        # A question back is no more than half an answer.
        assert "?" not in answer, (line, answer)
        assert all(event.result.fault is None for event in asked), (line, answer)
        await driver.ends()


@pytest.mark.parametrize("channel", ["auto", "voice"])
async def test_without_a_sound_library_typing_works_and_one_notice_says_why(
    tmp_path: Path, channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Missing(ModuleType):
        def __getattr__(self, name: str) -> Any:
            raise OSError("PortAudio library not found")

    monkeypatch.setitem(sys.modules, "sounddevice", None)
    driver = person(garage_in(tmp_path, channel=channel))
    await driver.sees(SessionStarted)
    await driver.until(lambda: driver.drive.talk().notice != "")
    assert "typ" in driver.drive.talk().notice or "sound" in driver.drive.talk().notice
    assert not driver.drive.hears
    assert "50 percent" in await driver.says("Open my window halfway.")
    assert driver.of(SessionStarted)[0].channel == "live"
    driver.drive.change("error_rate", 0.6)
    await driver.says("Open the window behind the driver and turn on the fog lights, please.")
    typed, misheard = driver.of(SpeechRecognised)
    assert typed.measurable
    assert misheard.measurable is None
    assert misheard.heard.text != driver.of(DriverSpoke)[-1].intended
    await driver.ends()
    assert driver.of(AssistantSpoke)


async def test_chosen_channel_wins_over_the_settings(tmp_path: Path) -> None:
    drive = garage_in(tmp_path, channel="voice").drive(DriveChoice(channel="errors"))
    assert drive.conditions.error_rate == 0.1
    driver = Person(drive)
    await driver.sees(SessionStarted)
    assert driver.of(SessionStarted)[0].channel == "errors"
    await driver.ends()
