"""A drive as the cockpit plays it: typed words, a person's hands, the end, and what is stored of it."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from cockpit_drives import PATIENCE_S, Person, garage_in, person

from evaluation.store import Store
from simulator.channel import Locale
from simulator.cockpit.suggestions import suggestions
from simulator.dashboard.sources import Drive, DriveChoice
from simulator.events import (
    AssistantSpoke,
    ConditionChanged,
    DriverSpoke,
    EndWord,
    Event,
    SessionEnded,
    SessionStarted,
    SpeechRecognised,
    ToolCalled,
    ToolReturned,
    TurnTimed,
)
from simulator.registry import UsageError


@pytest.mark.parametrize(
    ("locale", "line", "answer"),
    [
        ("en", "Open my window halfway.", "50 percent"),
        ("ko", "운전석 창문 반만 열어 줘.", "50퍼센트"),
    ],
)
async def test_a_typed_request_is_done_and_the_drive_is_stored(
    tmp_path: Path, locale: Locale, line: str, answer: str
) -> None:
    garage = garage_in(tmp_path)
    driver = person(garage, locale=locale)
    told = await driver.says(line)
    assert answer in told
    assert driver.drive.story.state_at(len(driver.drive.story)).openings.window_driver_position == 50
    await driver.ends()
    store = garage._store
    stored = store.trajectory(driver.drive.story.session_id)
    assert [event.type for event in stored.events] == [event.type for event in driver.events]
    assert stored.started.user == "human"
    assert stored.started.channel == "text"
    assert stored.ended is not None
    assert stored.ended.end_word is EndWord.STOP
    assert store.run(driver.drive.run_id)["status"] == "finished"


async def test_a_free_drive_has_no_state_to_be_scored_against(tmp_path: Path) -> None:
    garage = garage_in(tmp_path)
    driver = person(garage)
    await driver.says("Open my window halfway.")
    await driver.ends()
    drive = driver.drive
    scoring = drive.story.scoring_at(len(drive.story))
    assert not drive.scored
    assert scoring is not None
    assert scoring.remaining is None
    row = garage._store.session(drive.story.session_id)
    assert row is not None
    assert row["outcome"] == "unscored"
    assert not [score for score in scoring.scores if score.metric == "r_actions_final" and score.value is not None]


async def test_a_scenario_is_scored_and_lends_its_words(tmp_path: Path) -> None:
    garage = garage_in(tmp_path)
    driver = person(garage, scenario="base-trunk-groceries")
    script = driver.drive.story.scenario.driver["en"]
    assert driver.drive.suggestions[0] == script.turns[0].say
    await driver.says(script.turns[0].say)
    await driver.says("Yes, please.")
    await driver.ends()
    assert driver.drive.verdict is not None
    assert driver.drive.verdict.outcome.value == "passed"
    scoring = driver.drive.story.scoring_at(len(driver.drive.story))
    assert scoring is not None
    assert scoring.outcome == "passed"


async def test_lines_typed_before_it_begins_are_said_in_order(tmp_path: Path) -> None:
    drive = garage_in(tmp_path).drive(DriveChoice())
    drive.type("Open my window halfway.")
    drive.type("  ")
    drive.type("Close my window.")
    driver = Person(drive)
    await driver.sees(AssistantSpoke, 2)
    await driver.ends()
    assert [event.intended for event in driver.of(DriverSpoke)] == ["Open my window halfway.", "Close my window."]


@pytest.mark.parametrize("user", ["human", "scripted"])
async def test_whoever_leaves_may_have_given_up(tmp_path: Path, user: str) -> None:
    driver = person(garage_in(tmp_path, pace=0.001), scenario="base-quarter-window", user=user)
    await (driver.says("Open the trunk.") if user == "human" else driver.sees(DriverSpoke))
    driver.drive.leave(content=False)
    async with asyncio.timeout(PATIENCE_S):
        await driver.playing
    (end,) = driver.of(SessionEnded)
    assert end.end_word is EndWord.GAVE_UP
    assert driver.drive.verdict is not None
    assert driver.drive.verdict.outcome.value == "failed"


async def test_what_was_said_word_for_word_is_not_suggested_again(tmp_path: Path) -> None:
    driver = person(garage_in(tmp_path), scenario="base-trunk-groceries")
    (request,) = driver.drive.suggestions
    assert "?" in await driver.says(request.upper())
    # The assistant asks, and the scenario knows what to answer.
    (answer, *_) = driver.drive.suggestions
    assert answer in [reply.say for reply in driver.drive.story.scenario.driver["en"].turns[0].replies]
    assert "?" not in await driver.says(answer)
    assert list(driver.drive.suggestions) == []
    await driver.ends()


def test_answers_between_requests_leave_the_next_request_the_next(tmp_path: Path) -> None:
    scenario = garage_in(tmp_path).drive(DriveChoice("base-quarter-window")).story.scenario
    first, second = (turn.say for turn in scenario.driver["en"].turns)
    assert suggestions(scenario, "en") == (first, second)
    assert suggestions(scenario, "en", [first, "Yes.", "The left one."]) == (second,)
    assert suggestions(scenario, "en", ["In my own words."]) == (second,)
    assert suggestions(scenario, "en", [second]) == ()


async def test_a_person_s_hands_pass_the_same_gate(tmp_path: Path) -> None:
    driver = person(garage_in(tmp_path))
    await driver.sees(SessionStarted)
    driver.drive.do("open_close_sunshade", {"percentage": 100})
    driver.drive.do("drive", {"speed_kph": 500})
    await driver.sees(ToolReturned, 2)
    done, refused = (event.result for event in driver.of(ToolReturned))
    assert {event.call.actor for event in driver.of(ToolCalled)} == {"person"}
    assert done.changes[0].path == "openings.sunshade_position"
    assert refused.fault is not None
    await driver.ends()
    with pytest.raises(UsageError, match="over"):
        driver.drive.do("open_close_sunshade", {"percentage": 0})


async def test_what_happened_until_it_is_cancelled_is_kept(tmp_path: Path) -> None:
    garage = garage_in(tmp_path)
    driver = person(garage)
    await driver.says("Open my window halfway.")
    driver.playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await driver.playing
    assert driver.drive.verdict is None
    assert driver.drive.talk().phase == "ended"
    stored = garage._store.trajectory(driver.drive.story.session_id)
    assert list(stored.of(AssistantSpoke))
    assert garage._store.run(driver.drive.run_id)["status"] == "interrupted"


async def test_a_screen_that_breaks_spoils_no_session(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    drive = garage_in(tmp_path).drive(DriveChoice())

    def broken(event: Event) -> None:
        raise RuntimeError("no such widget")

    drive.type("Open my window halfway.")
    drive.leave()
    await drive.run(broken)
    assert drive.verdict is not None
    assert drive.verdict.outcome.value == "unscored"
    assert "could not be shown" in caplog.text


async def test_the_live_end_tells_whose_turn_it_is(tmp_path: Path) -> None:
    drive = garage_in(tmp_path).drive(DriveChoice())
    seen: list[tuple[str, str, str]] = []

    def watch(event: Event) -> None:
        talk = drive.talk()
        seen.append((event.type, talk.phase, talk.saying))

    drive.type("Open my window halfway.")
    drive.leave()
    await drive.run(watch)
    phases = {kind: phase for kind, phase, _ in seen}
    assert phases["session_started"] == "waiting"
    assert phases["driver_spoke"] == phases["tool_called"] == "thinking"
    assert phases["assistant_spoke"] == "speaking"
    assert phases["session_ended"] == "ended"
    assert any(saying.startswith("I've set") for _, _, saying in seen)


async def test_without_a_microphone_the_button_says_so(tmp_path: Path) -> None:
    driver = person(garage_in(tmp_path))
    await driver.sees(SessionStarted)
    driver.drive.press()
    assert "microphone" in driver.drive.talk().notice
    driver.drive.hands_free(True)
    assert driver.drive.mode == "push-to-talk"
    await driver.says("Open my window halfway.")
    assert driver.drive.talk().notice == ""
    await driver.ends()


async def test_a_simulated_driver_is_watched(tmp_path: Path) -> None:
    garage = garage_in(tmp_path)
    driver = person(garage, scenario="base-quarter-window", user="scripted")
    assert not driver.drive.human
    async with asyncio.timeout(60):
        await driver.playing
    assert driver.drive.verdict is not None
    assert driver.drive.verdict.outcome.value == "passed"
    stored = garage._store.trajectory(driver.drive.story.session_id)
    assert stored.started.user == "scripted"
    assert not list(stored.of(TurnTimed))
    scoring = driver.drive.story.scoring_at(len(driver.drive.story))
    assert scoring is not None
    assert scoring.outcome == "passed"


async def test_whoever_watches_cannot_talk_but_leave(tmp_path: Path) -> None:
    driver = person(garage_in(tmp_path, pace=0.001), scenario="base-quarter-window", user="scripted")
    await driver.sees(DriverSpoke)
    driver.drive.type("Open the trunk.")
    assert "simulated" in driver.drive.talk().notice
    assert driver.drive.talk().phase == "hearing"
    await driver.ends()
    (end,) = driver.of(SessionEnded)
    assert end.end_word is EndWord.STOP
    assert len(driver.of(DriverSpoke)) == 1


async def test_skipping_goes_on_at_once(tmp_path: Path) -> None:
    driver = person(garage_in(tmp_path, pace=0.0001), scenario="base-quarter-window", user="scripted")
    while not driver.playing.done():
        driver.drive.interrupt()
        await asyncio.sleep(0)
    assert driver.of(SessionEnded)


async def test_a_simulated_driver_keeps_its_language(tmp_path: Path) -> None:
    driver = person(garage_in(tmp_path, pace=0.001), scenario="base-quarter-window", user="scripted")
    await driver.sees(DriverSpoke)
    with pytest.raises(UsageError, match="speaks 'en' only"):
        driver.drive.change("locale", "ko")
    await driver.ends()


async def test_the_words_are_misheard_at_the_rate_of_the_dial(tmp_path: Path) -> None:
    driver = person(garage_in(tmp_path, channel="errors", error_rate=0.5))
    lines = ("Open the window behind the driver and turn on the fog lights, please.", "Set the fan to level three now.")
    for line in lines:
        await driver.says(line)
    heard = [event.heard for event in driver.of(SpeechRecognised)]
    assert {one.error_rate_target for one in heard} == {0.5}
    assert any(one.text != line for one, line in zip(heard, lines, strict=True))
    driver.drive.change("error_rate", 0)
    await driver.says("Close all windows.")
    assert driver.of(SpeechRecognised)[-1].heard.text == "Close all windows."
    assert [(event.name, event.after) for event in driver.of(ConditionChanged)] == [("error_rate", 0.0)]
    await driver.ends()


def test_a_drive_is_what_the_dashboard_expects(tmp_path: Path) -> None:
    drive: Drive = garage_in(tmp_path).drive(DriveChoice())
    assert drive.human
    assert not drive.hears
    values: Any = drive.conditions
    assert (values.agent, values.locale, values.error_rate, values.snr_db) == ("baseline", "en", 0.0, None)


def fill(store: Store) -> None:
    """Let the store of a test have no room left."""
    pages = store.read("PRAGMA page_count")[0]["page_count"]
    store.read(f"PRAGMA max_page_count={pages}")


async def test_of_a_drive_that_found_no_room_it_is_told_that_nothing_is_kept(tmp_path: Path) -> None:
    garage = garage_in(tmp_path)
    drive = garage.drive(DriveChoice())
    fill(garage._store)
    drive.type("Open my window halfway. " * 2000)
    with pytest.raises(UsageError, match="the disk is full; nothing that was said is kept"):
        await drive.run(lambda event: None)
    assert "nothing that was said is kept" in drive.broke
    assert drive.verdict is None


async def test_of_a_drive_that_broke_off_it_is_told_how_much_is_kept(tmp_path: Path) -> None:
    garage = garage_in(tmp_path)
    driver = person(garage)
    await driver.says("Open my window halfway.")
    fill(garage._store)
    for _ in range(40):
        driver.drive.type("Close my window. " * 100)
    with pytest.raises(UsageError, match=r"the disk is full; kept up to turn \d+: dashtalk show"):
        await driver.playing
    stored = garage._store.trajectory(driver.drive.story.session_id)
    assert f"kept up to turn {len(list(stored.of(DriverSpoke)))}: " in driver.drive.broke
    assert driver.drive.talk().phase == "ended"


async def test_a_store_that_others_hold_keeps_nobody_waiting(tmp_path: Path) -> None:
    garage = garage_in(tmp_path)
    driver = person(garage)
    await driver.sees(SessionStarted)
    other = sqlite3.connect(garage._store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    statements: list[str] = []
    garage._store.db.conn.set_trace_callback(statements.append)
    await driver.says("Open my window halfway.")
    await driver.says("Close my window.")
    assert not list(garage._store.trajectory(driver.drive.story.session_id).of(DriverSpoke))
    driver.drive.leave()
    await driver.sees(SessionEnded)
    garage._store.db.conn.set_trace_callback(None)
    # Every try to write was made with no patience at all.
    patience = [told for told in statements if told.startswith(("PRAGMA busy_timeout", "BEGIN"))]
    tries = [number for number, told in enumerate(patience) if told.startswith("BEGIN")]
    assert tries
    assert all(number and patience[number - 1] == "PRAGMA busy_timeout=0" for number in tries), patience
    other.execute("ROLLBACK")
    await driver.playing
    stored = garage._store.trajectory(driver.drive.story.session_id)
    assert [event.type for event in stored.events] == [event.type for event in driver.events]
    assert driver.drive.verdict is not None


async def test_a_driver_s_words_are_kept_while_the_assistant_thinks(tmp_path: Path) -> None:
    garage = garage_in(tmp_path)
    kept: list[str] = []

    def watch(event: Event) -> None:
        if isinstance(event, SpeechRecognised):
            stored = garage._store.trajectory(drive.story.session_id)
            kept.extend(said.intended for said in stored.of(DriverSpoke))

    drive = garage.drive(DriveChoice())
    drive.type("Open my window halfway.")
    drive.leave()
    await drive.run(watch)
    assert kept == ["Open my window halfway."]
