"""The scenario browser used as a person uses it: filter, preview, drive, watch, run."""

import pytest
from dashboard.shelf import app_with, settled
from dashboard.snapshots import screen_text
from textual.widgets import Input

from scenarios.load import catalogue, suites
from simulator.cli import parser
from simulator.dashboard.filter_bar import Chip
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.scenario_preview import is_spoken, preview
from simulator.dashboard.screens.cockpit import Cockpit
from simulator.dashboard.screens.progress import Progress
from simulator.dashboard.screens.scenarios import ScenarioBrowser, flags_for
from simulator.dashboard.spec import Look
from simulator.registry import UsageError

EVERY = list(catalogue().values())


async def test_it_shows_all_and_filters_by_kind_speech_and_words() -> None:
    app, _, _ = app_with(ScenarioBrowser)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, ScenarioBrowser)
        assert len(screen.shown) == len(EVERY)
        await pilot.press("p")
        await settled(pilot)
        assert {row.id for row in screen.shown} == {row.id for row in EVERY if is_spoken(row)}
        await pilot.press("p", "k", "k")
        await settled(pilot)
        assert {row.kind for row in screen.shown} == {"hallucination"}
        await pilot.click(screen.query_one("#chip-kind", Chip))
        await settled(pilot)
        assert {row.kind for row in screen.shown} == {"disambiguation"}
        await pilot.press("slash", *"window", "enter")
        await settled(pilot)
        assert screen.shown
        assert all("window" in screen.words_of(row).casefold() for row in screen.shown)
        assert len(screen.shown) < len([row for row in EVERY if row.kind == "disambiguation"])


async def test_korean_words_find_what_the_driver_says() -> None:
    app, _, _ = app_with(ScenarioBrowser, "ko")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, ScenarioBrowser)
        await pilot.press("slash")
        screen.query_one("#filter-words", Input).value = "후끈후끈"
        await settled(pilot)
        assert [row.id for row in screen.shown] == ["dis-too-hot"]
        await pilot.press("escape")
        assert screen.focused is screen.table
        assert "후끈후끈" in screen_text(app)


async def test_what_is_expected_shows_only_when_asked_for() -> None:
    scenario = catalogue()["dis-too-hot"]
    for lang in ("en", "ko"):
        look = Look("ko" if lang == "ko" else "en")
        closed = preview(scenario, "ko", look, revealed=False).plain
        opened = preview(scenario, "ko", look, revealed=True).plain
        assert "set_air_conditioning" not in closed
        assert "set_air_conditioning(on=True)" in opened
        assert scenario.driver["ko"].turns[0].say in closed
        assert scenario.about(lang) in closed
        assert scenario.about("en") != scenario.about("ko")
    hidden = next(scenario for scenario in EVERY if scenario.removed)
    assert hidden.removed[0] in preview(hidden, "en", Look(), revealed=False).plain


async def test_enter_drives_it_and_s_watches_the_script() -> None:
    for key, user in (("enter", "human"), ("s", "scripted")):
        app, _, garage = app_with(ScenarioBrowser, "ko")
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(pilot)
            screen = app.screen
            assert isinstance(screen, ScenarioBrowser)
            wanted = screen.current
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, Cockpit)
            (drive,) = garage.drives
            assert wanted is not None
            assert (drive.story.scenario.id, drive.story.locale) == (wanted.id, "ko")
            assert drive.human == (user == "human")


async def test_r_asks_once_and_follows_the_run() -> None:
    app, stored_runs, _ = app_with(ScenarioBrowser)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("p", "l", "r")
        await settled(pilot)
        assert "Run 5 scenarios (Korean) with the assistant baseline?" in screen_text(app)
        await pilot.press("escape")
        await settled(pilot)
        assert stored_runs.begun == []
        await pilot.press("r", "y")
        await settled(pilot)
        (flags,) = stored_runs.begun
        assert isinstance(app.screen, Progress)
    assert flags[-2:] == ("--locale", "ko")
    assert {flags[place + 1] for place, flag in enumerate(flags) if flag == "--scenario"} == {
        row.id for row in EVERY if is_spoken(row)
    }


def test_flags_name_the_smallest_suite() -> None:
    ids = suites()["journeys"]
    whole = [catalogue()[name] for name in ids]
    assert flags_for(whole, "") == ["--suite", "journeys"]
    assert flags_for(whole[:1], "en") == ["--suite", "journeys", "--scenario", ids[0], "--locale", "en"]
    assert flags_for(EVERY, "") == ["--suite", "catalogue"]
    mixed = [whole[0], catalogue()[suites()["first-drive"][0]]]
    arguments = parser().parse_args(["run", *flags_for(mixed, "")])
    assert arguments.suite == "catalogue"
    assert sorted(arguments.scenario) == sorted(row.id for row in mixed)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (200, 60)])
async def test_every_line_fits(width: int, height: int, lang: UiLang) -> None:
    app, _, _ = app_with(ScenarioBrowser, lang)
    async with app.run_test(size=(width, height)) as pilot:
        await settled(pilot)
        await pilot.press("down", "down", "e")
        await settled(pilot)
        shown = screen_text(app)
        assert len(shown.split("\n")) == height


async def test_a_drive_that_cannot_be_had_is_told_in_one_line() -> None:
    app, _, garage = app_with(ScenarioBrowser)

    def refuse(choice: object) -> object:
        raise UsageError("no voice here")

    garage.drive = refuse  # type: ignore[method-assign, assignment]
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, ScenarioBrowser)
        assert [notice.message for notice in app._notifications] == ["no voice here"]
