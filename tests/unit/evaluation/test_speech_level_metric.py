"""The share of replies that keep to the level a scenario asks for, and what counts as one."""

import pytest
from drives import Drive, scenario

from evaluation.metrics import speech_level
from evaluation.spec import METRICS, Measured
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.events import EndWord
from simulator.trajectory import Trajectory

LEVELS = ("hae", "haeyo", "hapsyo")


def spoken(level: str, *replies: str, locale: Locale = "ko") -> tuple[Scenario, Trajectory]:
    of = scenario(driver={"ko": {"level": level, "turns": [{"say": "부탁해."}]}, "en": {"turns": [{"say": "Please."}]}})
    drive = Drive(of, locale)
    for reply in replies:
        drive.hear("부탁해.").say(reply)
    return of, drive.end(EndWord.STOP)


def measured(name: str, of: Scenario, trajectory: Trajectory) -> Measured:
    found = METRICS[name].score(trajectory, of)
    assert found is not None
    return found


def test_replies_without_a_level_are_left_out_of_the_share() -> None:
    found = measured("haeyo", *spoken("haeyo", "네.", "창문을 닫았어요.", "22도.", "켰습니다.", "더 필요하세요?"))
    assert (found.numerator, found.denominator) == (2, 3)
    assert found.value == pytest.approx(2 / 3)
    (broken,) = found.evidence
    assert broken.startswith("turn 3:")
    assert "hapsyo" in broken


def test_only_the_level_that_is_asked_for_is_measured() -> None:
    of, trajectory = spoken("hapsyo", "켰습니다.")
    assert [METRICS[name].score(trajectory, of) is None for name in LEVELS] == [True, True, False]


def test_an_english_session_has_no_speech_level() -> None:
    of, trajectory = spoken("haeyo", "Done.", locale="en")
    assert [METRICS[name].score(trajectory, of) for name in LEVELS] == [None] * 3


@pytest.mark.parametrize(("replies", "reason"), [((), "said nothing"), (("네.", "22도"), "no reply shows")])
def test_what_shows_no_level_is_unscored(replies: tuple[str, ...], reason: str) -> None:
    found = measured("hae", *spoken("hae", *replies))
    assert found.value is None
    assert reason in (found.reason or "")


def test_without_the_analyser_it_is_unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech_level, "installed", lambda: False)
    found = measured("hae", *spoken("hae", "닫았어."))
    assert found.value is None
    assert "analyser" in (found.reason or "")
