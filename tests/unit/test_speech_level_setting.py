"""One speech level for all Korean sessions: of scenarios, dialogues and drives, and again when a run is resumed."""

from dataclasses import replace

import pytest

from scenarios.dialogue import draw
from scenarios.load import catalogue, dialogues, pick
from simulator.cockpit.human_run import driven_scenario
from simulator.events import SpeechLevel
from simulator.plan import asked, make_plan, scenario_digest
from simulator.registry import UsageError
from simulator.settings import Settings

LEVELS: tuple[SpeechLevel, ...] = ("hae", "haeyo", "hapsyo")


@pytest.mark.parametrize("level", LEVELS)
def test_every_korean_session_asks_for_it_and_english_ones_stay_as_they_are(level: SpeechLevel) -> None:
    settings = Settings(speech_level=level)
    some = list(pick(catalogue().values(), ["base-quarter-window", "dis-too-hot", "hal-wheel-heating"]))
    for made, own in zip(asked(settings, some), some, strict=True):
        assert made.driver["ko"].level == level
        assert made.driver["ko"].turns == own.driver["ko"].turns
        assert made.driver["en"] == own.driver["en"]
        assert (scenario_digest(made) == scenario_digest(own)) == (own.driver["ko"].level == level)


@pytest.mark.parametrize("level", LEVELS)
def test_a_dialogue_draws_no_other_level_but_the_same_style(level: SpeechLevel) -> None:
    written = dialogues()["dlg-nav-retention-01"]
    (made,) = asked(Settings(speech_level=level), [written])
    assert made.dialogue is not None
    assert written.dialogue is not None
    for seed in range(5):
        drawn = draw(made.dialogue, made.id, seed)
        assert drawn.level == level
        assert drawn.style == draw(written.dialogue, written.id, seed).style
    assert driven_scenario(written.id, "ko", Settings(speech_level=level)).driver["ko"].level == level


def test_without_it_nothing_changes() -> None:
    some = list(catalogue().values())
    assert asked(Settings(), some) == some


def test_it_is_one_of_three_and_told_where_it_has_no_effect() -> None:
    with pytest.raises(UsageError, match="unknown speech_level 'heayo': did you mean 'haeyo'"):
        Settings(speech_level="heayo")
    settings = Settings(speech_level="haeyo", locale="en", suite="first-drive")
    some = list(pick(catalogue().values(), ["base-quarter-window"]))
    notices = make_plan(settings, some, command="run").notices
    assert any("--speech-level changed nothing: no session was Korean" in notice for notice in notices)
    korean = make_plan(replace(settings, locale="ko"), some, command="run").notices
    assert not any("--speech-level" in notice for notice in korean)


def test_a_scenario_of_another_suite_is_told_with_its_suite() -> None:
    some = list(pick(catalogue().values(), ["base-quarter-window"]))
    with pytest.raises(UsageError, match="'dlg-nav-retention-01' is of another suite: --suite locar"):
        list(pick(some, ["dlg-nav-retention-01"]))
    other = next(name for name in catalogue() if name.startswith("jr-"))
    with pytest.raises(UsageError, match=f"'{other}' is of another suite: --suite journeys"):
        list(pick(some, [other]))
