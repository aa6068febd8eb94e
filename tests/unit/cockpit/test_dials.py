"""What a drive is played with can be changed while it goes on, and what cannot be had is told in one line."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from cockpit_drives import Person, garage_in, person
from sessions import Playing

from scenarios.load import catalogue
from simulator.agents.spec import Agent, Reply
from simulator.channel import Heard, Locale, TextChannel
from simulator.cockpit.dials import Dials
from simulator.cockpit.mishearing import Mishearing
from simulator.dashboard.sources import Conditions, DriveChoice
from simulator.events import ConditionChanged, SessionStarted, SpeechRecognised
from simulator.registry import UsageError
from voice.acoustics import parse_acoustics
from voice.audio import Pcm
from voice.channel import VoiceChannel
from voice.errors import ErrorChannel


def _changes(driver: Person) -> list[tuple[str, Any]]:
    return [(event.name, event.after) for event in driver.of(ConditionChanged)]


async def test_the_assistant_is_switched_in_mid_drive(tmp_path: Path) -> None:
    driver = person(garage_in(tmp_path))
    await driver.says("Open my window halfway.")
    driver.drive.change("agent", "silent")
    assert driver.drive.conditions.agent == "silent"
    assert await driver.says("Open the trunk.") == ""
    driver.drive.change("agent", "baseline")
    assert "close" in (await driver.says("Close my window.")).lower()
    assert _changes(driver) == [("agent", "silent"), ("agent", "baseline")]
    await driver.ends()


async def test_the_language_is_switched_in_mid_drive(tmp_path: Path) -> None:
    driver = person(garage_in(tmp_path))
    await driver.says("Open my window halfway.")
    driver.drive.change("locale", "ko")
    assert driver.drive.conditions == Conditions("baseline", "ko", "haeyo", 0.0)
    assert "창문" in driver.drive.suggestions[0]
    assert "닫" in await driver.says("운전석 창문 닫아 줘.")
    driver.drive.change("speech_level", "hapsyo")
    assert driver.drive.conditions == Conditions("baseline", "ko", "hapsyo", 0.0)
    assert (await driver.says("트렁크 열어 줘.")).rstrip(".?").endswith(("습니다", "습니까", "까요"))
    assert ("locale", "ko") in _changes(driver)
    assert ("speech_level", "hapsyo") in _changes(driver)
    await driver.ends()


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("agent", "nobody", "nobody"),
        ("agent", "chat", "--model"),
        ("locale", "fr", "fr"),
        ("speech_level", "hapsyo", "Korean"),
        ("error_rate", 0.9, "between 0 and 0.6"),
        ("error_rate", -0.1, "between 0 and 0.6"),
        ("snr_db", 5.0, "no noise"),
        ("weather", "rain", "weather"),
    ],
)
async def test_what_cannot_be_had_is_one_line_and_changes_nothing(
    tmp_path: Path, name: str, value: str | float, line: str
) -> None:
    driver = person(garage_in(tmp_path))
    await driver.sees(SessionStarted)
    before = driver.drive.conditions
    with pytest.raises(UsageError, match=line) as told:
        driver.drive.change(name, value)
    assert "\n" not in str(told.value)
    assert driver.drive.conditions == before
    await driver.ends()
    assert _changes(driver) == []


async def test_a_scenario_of_one_language_keeps_it(tmp_path: Path) -> None:
    garage = garage_in(tmp_path)
    script = catalogue()["base-trunk-groceries"].model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    del script["driver"]["ko"]
    file = tmp_path / "english.yaml"
    file.write_text(yaml.safe_dump(script | {"id": "english-only"}), encoding="utf-8")
    driver = person(garage, scenario=str(file))
    await driver.sees(SessionStarted)
    with pytest.raises(UsageError, match="english-only"):
        driver.drive.change("locale", "ko")
    await driver.ends()
    with pytest.raises(UsageError, match="english-only"):
        garage.drive(DriveChoice(scenario=str(file), locale="ko"))


def test_before_the_session_has_begun_conditions_are_those_of_the_start(tmp_path: Path) -> None:
    drive = garage_in(tmp_path, channel="errors", error_rate=0.25).drive(DriveChoice(locale="ko"))
    assert drive.conditions == Conditions("baseline", "ko", "haeyo", 0.25, None)
    assert drive.agents[0] == "baseline"
    with pytest.raises(UsageError, match="not begun"):
        drive.change("error_rate", 0.1)


def test_models_and_named_assistants_can_be_switched_to(tmp_path: Path) -> None:
    drive = garage_in(tmp_path, model="some-model", agent="silent").drive(DriveChoice())
    assert list(drive.agents)[:3] == ["silent", "baseline", "chat"]


async def test_without_errors_nothing_was_recognised_and_after_them_a_clean_turn_counts() -> None:
    line = "Open the window behind the driver and turn on the fog lights, please."
    channel = Mishearing("text", TextChannel(), ErrorChannel(0.0, 1), "en")
    typed = await channel.hear(line, locale="en", utterance=0)
    assert typed.heard == Heard(text=line, engine="text")
    assert channel.accuracy_reason == "text channel: nothing was recognised"
    channel.mishear_at(0.6)
    loud = await channel.hear(line, locale="en", utterance=0)
    assert loud.heard.text != line
    assert channel.accuracy_reason is None
    channel.mishear_at(0.0)
    clear = await channel.hear(line, locale="en", utterance=0)
    assert (clear.heard.text, clear.heard.engine, clear.heard.error_rate_target) == (line, "errors", 0.0)
    assert channel.accuracy_reason is None
    await channel.aclose()


async def test_a_drive_with_the_error_channel_counts_clean_turns_from_the_start() -> None:
    channel = Mishearing("errors", TextChannel(), ErrorChannel(0.0, 1), "en")
    await channel.hear("Open the trunk.", locale="en", utterance=0)
    assert channel.accuracy_reason is None
    await channel.aclose()


class _Voice:
    name = "sine"
    real_speech = True

    def voice(self, locale: Locale) -> str:
        return "sine"

    def fingerprint(self, locale: Locale) -> None:
        return None

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        return Pcm(b"\x00\x10\x00\xf0" * 8000, 16_000)


class _Ears:
    name = "ears"

    def transcribe(self, pcm: Pcm, locale: Locale, hints: tuple[str, ...] = ()) -> Heard:
        return Heard(text="heard", engine=self.name)


async def test_the_noise_of_a_spoken_drive_is_turned() -> None:
    channel = VoiceChannel(_Voice(), _Ears(), acoustics=parse_acoustics("hvac", 20.0, "A", ""))
    start = Conditions("playing", "en", None, None, 20.0)

    def nobody(name: str, locale: Locale) -> Agent:
        return Playing(Reply(speech="Okay."))

    dials = Dials(start, nobody)
    dials.hands.attach("playing", "en", {"en": None}, None)
    with pytest.raises(UsageError, match="not begun"):
        dials.change("snr_db", 5.0)
    dials.connect(channel)
    dials.change("snr_db", 5.0)
    assert dials.conditions == replace(start, snr_db=5.0)
    passage = await channel.hear("Hello.", locale="en", utterance=0)
    assert passage.spoken is not None
    assert passage.spoken.noise is not None
    assert passage.spoken.noise.snr_db == 5.0
    with pytest.raises(UsageError, match="between -30 and 60"):
        dials.change("snr_db", 100.0)
    assert channel.snr_db == 5.0


async def test_nothing_recognised_is_scored_while_nothing_is_misheard(tmp_path: Path) -> None:
    driver = person(garage_in(tmp_path))
    await driver.says("Open my window halfway.")
    driver.drive.change("error_rate", 0.3)
    await driver.says("Close my window.")
    driver.drive.change("error_rate", 0.0)
    await driver.says("Open the trunk.")
    first, second, third = driver.of(SpeechRecognised)
    assert first.measurable == "the driver typed: nothing was recognised"
    assert second.measurable is None
    assert (third.measurable, third.heard.text) == (None, "Open the trunk.")
    await driver.ends()
