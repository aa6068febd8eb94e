"""Staying in the dashboard for long: searching, other sizes, one drive after the other, lines that are refused."""

from pathlib import Path
from typing import Any

import pytest
from cockpit_drives import garage_in
from dashboard.screens import FakeGarage, FakeRuns, story
from textual import events
from textual.geometry import Size

from simulator.cockpit.stored_runs import RunsInStore
from simulator.dashboard.app import DashtalkApp
from simulator.dashboard.command_window import CommandWindow
from simulator.dashboard.log_view import LogView
from simulator.dashboard.screens.cockpit import Cockpit
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.sources import DriveChoice, Talk
from simulator.dashboard.talk_bar import TalkBar
from simulator.dashboard.talk_input import MOST_CHARACTERS, TalkInput


def cockpit_in(folder: Path) -> DashtalkApp:
    garage = garage_in(folder)
    app = DashtalkApp(garage, RunsInStore(folder / "runs.db"), lambda app: Cockpit(garage.drive(DriveChoice())))
    return app


def replay() -> DashtalkApp:
    return DashtalkApp(FakeGarage(), FakeRuns(), lambda app: Replay(story()))


def searched(app: DashtalkApp) -> list[str]:
    return [view.source.key for view in app.screen.query(LogView) if view.searching]


@pytest.mark.parametrize("key", ["slash", "ctrl+f"])
@pytest.mark.parametrize(("before", "found"), [((), "dialogue"), (("f3",), "policies")])
async def test_a_replay_searches_the_log_in_front(key: str, before: tuple[str, ...], found: str) -> None:
    app = replay()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press(*before, key)
        assert searched(app) == [found]


@pytest.mark.parametrize("key", ["slash", "ctrl+f"])
async def test_the_cockpit_searches_from_an_empty_line(tmp_path: Path, key: str) -> None:
    app = cockpit_in(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press(key)
        assert searched(app) == ["dialogue"]
        await pilot.press("escape", "escape", "a", "slash", "b")
        assert app.screen.query_one(TalkInput).value == "a/b"
        assert not searched(app)
    await app.finish()


async def test_a_line_that_is_too_long_is_kept_and_replaced_by_what_is_typed_next(tmp_path: Path) -> None:
    app = cockpit_in(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        line = app.screen.query_one(TalkInput)
        line.value = "x" * (MOST_CHARACTERS + 1)
        await pilot.press("enter")
        assert len(line.value) == MOST_CHARACTERS + 1
        await pilot.press("o", "k")
        assert line.value == "ok"
    await app.finish()


async def test_pasted_lines_are_joined_with_spaces(tmp_path: Path) -> None:
    app = cockpit_in(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.post_message(events.Paste("Open my\r\nwindow\nhalfway.\n"))
        await pilot.pause()
        assert app.screen.query_one(TalkInput).value == "Open my window halfway."
    await app.finish()


async def test_a_long_notice_is_wrapped(tmp_path: Path) -> None:
    app = cockpit_in(tmp_path)
    async with app.run_test(size=(60, 30)) as pilot:
        await pilot.pause()
        bar = app.screen.query_one(TalkBar)
        assert bar.size.height == 1
        bar.tell("This machine has no sound device. " * 4)
        await pilot.pause(0.2)
        assert bar.size.height > 2
        assert Talk().notice == ""
    await app.finish()


async def test_another_drive_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    app = cockpit_in(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        depth = len(app.screen_stack)
        first: Any = app.screen
        for _ in range(3):
            app.open_scenarios()
            await pilot.pause()
            app.drive_again()
            await pilot.pause()
            assert isinstance(app.screen, Cockpit)
            assert len(app.screen_stack) == depth
        assert not first.is_attached
    await app.finish()


async def test_a_click_beside_a_list_of_commands_that_has_shrunk_closes_it() -> None:
    app = replay()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+p")
        await pilot.pause()
        window = app.screen
        assert isinstance(window, CommandWindow)
        at: dict[str, Any] = {"x": 300, "y": 200, "delta_x": 0, "delta_y": 0, "button": 1}
        at |= {"shift": False, "meta": False, "ctrl": False, "screen_x": 300, "screen_y": 200}
        window.post_message(events.Click(window, **at))
        await pilot.pause()
        assert not isinstance(app.screen, CommandWindow)


async def test_a_list_of_commands_that_is_gone_breaks_nothing() -> None:
    app = replay()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+p")
        await pilot.pause()
        window = app.screen
        assert isinstance(window, CommandWindow)
        await window.query("*").remove()
        window._list_visible = not window._list_visible
        window._show_busy = True
        await pilot.press("down", "up", "escape", "escape")
        await pilot.pause()


async def test_sizes_that_come_faster_than_they_are_drawn_are_passed_over() -> None:
    app = replay()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        laid_out: list[Size] = []
        screen: Any = app.screen
        lay_out = screen._refresh_layout

        def noted(size: Size | None = None, **more: Any) -> None:
            if size is not None:
                laid_out.append(size)
            lay_out(size, **more)

        screen._refresh_layout = noted
        driver: Any = app._driver
        for width in range(60, 200, 2):
            driver._size = (width, 30)
            app.post_message(events.Resize(Size(width, 30), Size(width, 30)))
        await pilot.pause(0.5)
        assert screen.size == Size(198, 30)
        assert len(laid_out) <= 4
