"""The progress of a run: what is told of it, and that looking and leaving change nothing."""

from dataclasses import replace

import pytest
from dashboard.shelf import ROWS, RUN, Shelf, app_with, settled
from dashboard.snapshots import screen_text

from simulator.dashboard.pace import seconds_left, worth_seeing
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.screens.progress import Progress, bar, summary
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.screens.sessions import SessionBrowser
from simulator.dashboard.sources import RunRow, SessionRow
from simulator.dashboard.spec import Look
from simulator.registry import UsageError

RUNNING = replace(RUN, status="running", planned=10, passed=1, failed=1, concurrency=2)
PLAYING = SessionRow("run-1-0009", "base-hot-cabin", "base", "en", 0, "", 0)


class Moving(Shelf):
    """A run that goes on between looks."""

    def __init__(self, row: RunRow = RUNNING) -> None:
        super().__init__()
        self.row = row
        self.rows = (*ROWS[:2], PLAYING)


def test_time_left_is_unknown_until_a_session_is_finished() -> None:
    assert seconds_left(RUNNING, [PLAYING]) is None
    assert seconds_left(replace(RUNNING, planned=None), ROWS) is None
    assert seconds_left(replace(RUNNING, status="broken off"), ROWS) is None


def test_time_left_follows_what_sessions_took() -> None:
    # Four took a second each on average; six are left, two at a time.
    assert seconds_left(RUNNING, [*ROWS, PLAYING]) == pytest.approx(3.0)
    assert seconds_left(replace(RUNNING, planned=5, concurrency=8), ROWS) == pytest.approx(1.0)
    assert seconds_left(replace(RUNNING, planned=4), ROWS) == 0


def test_only_what_went_wrong_is_worth_seeing() -> None:
    assert worth_seeing([*ROWS, PLAYING]) == [ROWS[2], ROWS[3]]


def test_a_bar_is_as_full_as_its_share() -> None:
    assert [bar(share, 4) for share in (0, 0.5, 1, 7)] == ["░░░░", "██░░", "████", "████"]


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("width", [20, 40, 78, 198])
def test_the_summary_fits(width: int, lang: UiLang) -> None:
    lines = summary(RUNNING, [*ROWS, PLAYING], width, Look(lang)).split("\n")
    assert len(lines) == 4
    assert all(line.cell_len <= width for line in lines)


async def test_it_tells_how_far_a_run_is_and_follows_it() -> None:
    stored_runs = Moving()
    app, _, _ = app_with(lambda: Progress(RUN.id), stored_runs=stored_runs)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        shown = screen_text(app)
        assert "sessions 2/10" in shown
        assert "pass rate so far 0.500 (1/2)" in shown
        assert "nothing failed so far" in shown
        assert "does not stop the run" in shown
        stored_runs.rows = (*ROWS[:3], PLAYING)
        screen = app.screen
        assert isinstance(screen, Progress)
        await screen.ask()
        await settled(pilot)
        assert "dis-too-hot" in screen_text(app)
        stored_runs.rows = ROWS
        await screen.ask()
        assert [row.id for row in screen.failures] == [ROWS[3].id, ROWS[2].id]


async def test_enter_replays_a_failure_and_a_shows_all() -> None:
    stored_runs = Moving()
    stored_runs.rows = ROWS
    app, _, _ = app_with(lambda: Progress(RUN.id), stored_runs=stored_runs)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, Replay)
        await pilot.press("escape", "a")
        await settled(pilot)
        assert isinstance(app.screen, SessionBrowser)


async def test_leaving_stops_nothing_and_x_asks_first() -> None:
    stored_runs = Moving()
    app, _, _ = app_with(lambda: Progress(RUN.id), "ko", stored_runs)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("x")
        await settled(pilot)
        assert "실행을 중지할까요?" in screen_text(app)
        await pilot.press("enter")
        await settled(pilot)
        assert stored_runs.stopped == []
        await pilot.press("x", "y")
        await settled(pilot)
        assert stored_runs.stopped == [RUN.id]
        await pilot.press("q")
        await pilot.pause()
    assert stored_runs.stopped == [RUN.id]
    assert app.return_code == 0


async def test_a_run_that_is_over_is_not_asked_again_and_cannot_be_stopped() -> None:
    stored_runs = Moving(RUN)
    stored_runs.rows = ROWS
    app, _, _ = app_with(lambda: Progress(RUN.id), stored_runs=stored_runs)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        asked = stored_runs.asked
        assert "The run is over" in screen_text(app)
        await pilot.press("x")
        await settled(pilot)
        assert isinstance(app.screen, Progress)
        await pilot.pause(0)
    assert stored_runs.stopped == []
    assert asked == 1


async def test_an_unknown_run_is_told_in_one_line() -> None:
    app, _, _ = app_with(lambda: Progress("nowhere"))
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        assert [notice.message for notice in app._notifications] == ["no run nowhere"]


async def test_a_run_of_another_machine_is_told_in_one_line() -> None:
    class Elsewhere(Moving):
        def stop(self, run_id: str) -> None:
            raise UsageError("run run-1 is played by process 7 on another-host")

    app, _, _ = app_with(lambda: Progress(RUN.id), stored_runs=Elsewhere())
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await pilot.press("x", "y")
        await settled(pilot)
        assert any("another-host" in notice.message for notice in app._notifications)


@pytest.mark.parametrize(
    ("status", "told", "not_told"),
    [
        ("running", "nothing failed so far", "The run"),
        ("finished", "The run is over", "so far"),
        ("interrupted", "did not get to its end (interrupted)", "so far"),
    ],
)
async def test_words_fit_how_the_run_stands(status: str, told: str, not_told: str) -> None:
    stored_runs = Moving(replace(RUNNING, status=status, failed=0))
    stored_runs.rows = ROWS[:2]
    app, _, _ = app_with(lambda: Progress(RUN.id), stored_runs=stored_runs)
    async with app.run_test(size=(120, 30)) as pilot:
        await settled(pilot)
        shown = screen_text(app)
    assert told in shown
    assert not_told not in shown.replace("The run goes on", "")


def test_less_than_a_second_is_told_in_words() -> None:
    quick = [replace(row, wall_ms=20.0) for row in ROWS]
    assert "left under a second" in summary(RUNNING, quick, 100, Look()).plain
    assert "남은 시간 1초 미만" in summary(RUNNING, quick, 100, Look("ko")).plain


async def test_all_reasons_of_the_failure_under_the_cursor_are_told_in_the_language_of_the_interface() -> None:
    why = tuple(f"r_tool_subset: tool_number_{number} was never called" for number in range(4))
    stored_runs = Moving(RUN)
    stored_runs.rows = (replace(ROWS[3], reasons=why),)
    app, _, _ = app_with(lambda: Progress(RUN.id), "ko", stored_runs)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shown = screen_text(app)
    assert "▶ 0003" in shown
    assert "호출되지 않음: tool_number_3" in shown
