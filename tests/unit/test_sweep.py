"""What a sweep plays: its levels, its sessions, and what it is told wrongly."""

import pytest

from scenarios.load import pick, suite
from simulator.registry import UsageError
from simulator.settings import Settings
from simulator.sweep import make_levels, plan_sweep, read_values

THREE = ("base-quarter-window", "hal-wheel-heating", "dis-too-hot")
QUICK = Settings(tts="null", asr="vosk")


def test_levels_come_from_mild_to_hard_however_they_were_given() -> None:
    assert read_values("error_rate", "0.2, 0,0.05") == (0.0, 0.05, 0.2)
    assert read_values("snr_db", "-5,20,0") == (20.0, 0.0, -5.0)


@pytest.mark.parametrize(
    ("axis", "text", "told"),
    [
        ("error_rate", "0.1,x", "--error-rate: 'x' must be a number from 0 to 0.6"),
        ("error_rate", "0.1,0.7", "'0.7' must be a number from 0 to 0.6"),
        ("error_rate", "", "'' must be a number"),
        ("error_rate", "0.1,0.10", "a level is there twice"),
        ("error_rate", "0.1,0.10000001", "a level is there twice"),
        ("error_rate", "nan", "'nan' must be a number"),
        ("error_rate", "0", "0 is the clean level"),
        ("snr_db", "20,inf", "--snr: 'inf' must be a number from -30 to 60"),
        ("snr_db", "0,-0", "a level is there twice"),
    ],
)
def test_what_is_no_list_of_levels_is_told(axis: str, text: str, told: str) -> None:
    with pytest.raises(UsageError, match="--") as caught:
        read_values(axis, text)  # type: ignore[arg-type]
    assert told in str(caught.value)


def test_an_error_rate_of_nothing_is_the_clean_level() -> None:
    levels = make_levels("error_rate", (0.0, 0.1))
    assert [(one.level.name, one.level.value) for one in levels] == [("clean", 0.0), ("0.1", 0.1)]
    assert levels[0].settings["channel"] == "text"
    assert levels[1].settings["error_rate"] == 0.1


def test_noise_has_a_clean_and_a_quiet_level_before_it() -> None:
    levels = make_levels("snr_db", (10.0, -5.0), "rain")
    assert [one.level.title for one in levels] == ["clean", "quiet", "10 dB", "-5 dB"]
    assert [one.settings.get("noise") for one in levels] == ["", "", "rain", "rain"]
    assert [one.settings["channel"] for one in levels] == ["text", "voice", "voice", "voice"]


def test_every_level_plays_the_same_sessions_with_the_same_numbers() -> None:
    plan = plan_sweep(Settings(trials=2), "error_rate", (0.1, 0.2), list(pick(suite("first-drive"), THREE)))
    cells = [
        [(one.number, one.scenario.id, one.locale, one.trial) for one in part.plan.sessions] for part in plan.parts
    ]
    assert cells[0] == cells[1] == cells[2]
    assert len(cells[0]) == 3 * 2 * 2
    assert plan.sessions == 36
    assert [{one.channel.name for one in part.plan.sessions} for part in plan.parts] == [
        {"text"},
        {"errors"},
        {"errors"},
    ]
    assert [part.plan.settings.error_rate for part in plan.parts[1:]] == [0.1, 0.2]
    assert {part.plan.settings.seed for part in plan.parts} == {0}


def test_errors_grow_with_the_level_and_never_move() -> None:
    plan = plan_sweep(Settings(), "error_rate", (0.05, 0.1, 0.3), list(pick(suite("first-drive"), THREE)))
    said = "Could you please open the passenger window to twenty five percent for me"
    changed = []
    for part in plan.parts[1:]:
        channel = part.plan.sessions[0].channel.build(7)
        heard = channel.mishear(said, locale="en", utterance=0).heard.text  # type: ignore[attr-defined]
        kept = set(said.split()) & set(heard.split())
        changed.append(set(said.split()) - kept)
    assert changed[0] <= changed[1] <= changed[2]
    assert changed[2]


def test_noise_is_for_speech() -> None:
    with pytest.raises(UsageError, match="noise and impairments need --snr"):
        plan_sweep(Settings(noise="rain"), "error_rate", (0.1,), suite("first-drive"))


def test_scenarios_that_nobody_speaks_are_left_out_with_a_word() -> None:
    with pytest.raises(UsageError, match="none of these scenarios is marked as spoken; --channel voice"):
        plan_sweep(QUICK, "snr_db", (10.0,), list(pick(suite("first-drive"), ["dis-too-hot"])))
