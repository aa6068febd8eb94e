"""Every line has words in both languages and at every level."""

import re
from typing import Any

import pytest

from simulator.agents.baseline import speech_en, speech_ko
from simulator.agents.baseline.reports import Deed, deeds
from simulator.agents.baseline.signals import Line
from simulator.agents.baseline.words_ko import spoken
from simulator.events import SpeechLevel

LEVELS: tuple[SpeechLevel, ...] = ("hae", "haeyo", "hapsyo")
PLAIN = sorted(speech_en._PLAIN)
ENDINGS = {
    "hae": r"(?:[어야해게래까돼줘]|거야)[.?]$",
    "haeyo": r"요[.?]$",
    "hapsyo": r"(?:니다\.|니까\?)$",
}


def test_both_languages_know_the_same_lines() -> None:
    assert speech_en._PLAIN.keys() == speech_ko._PLAIN.keys()
    assert speech_en._MADE.keys() == speech_ko._MADE.keys()
    assert speech_en._DEEDS.keys() == speech_ko._DEEDS.keys()


@pytest.mark.parametrize("key", PLAIN)
@pytest.mark.parametrize("level", LEVELS)
def test_korean_sentences_keep_their_level(key: str, level: SpeechLevel) -> None:
    text = speech_ko.sentence(Line(key), level)
    assert not re.search(r"[\[\]{}|*#]", text)
    for sentence in re.split(r"(?<=[.?]) ", text):
        assert re.search(ENDINGS[level], sentence), sentence


@pytest.mark.parametrize("key", PLAIN)
def test_english_sentences_are_plain_speech(key: str) -> None:
    text = speech_en.sentence(Line(key))
    assert re.fullmatch(r"[A-Za-z0-9 ,.'?:-]+", text)
    assert text[-1] in ".?"


def test_particles_fit_the_word_before_them() -> None:
    assert spoken("창문{을} 선루프{을} 22도{으로} 3{이다}.", "haeyo") == "창문을 선루프를 22도로 3이에요."
    assert spoken("열었[어|어요|습니다].", "hapsyo") == "열었습니다."


def test_calls_that_differ_in_the_seat_are_one_report() -> None:
    done: list[tuple[str, dict[str, Any], bool]] = [
        ("open_close_window", {"window": "DRIVER", "percentage": 0}, True),
        ("open_close_window", {"window": "PASSENGER", "percentage": 0}, True),
        ("set_fan_speed", {"level": 2}, False),
    ]
    assert deeds(done) == [
        Deed("open_close_window", {"percentage": 0}, ["DRIVER", "PASSENGER"]),
        Deed("set_fan_speed", {"level": 2}, failed=True),
    ]
    assert speech_en.report(deeds(done)[0]) == "I've closed the driver's and passenger's windows."
    assert speech_ko.report(deeds(done)[0], "haeyo") == "운전석과 조수석 창문을 닫았어요."
    assert "did not work" in speech_en.report(deeds(done)[1])
