"""Replays used as a person uses them: stepping, turning, jumping, pointing, playing."""

import pytest
from dashboard.screens import story
from dashboard.shelf import app_with, breached, misheard, settled
from dashboard.snapshots import screen_text

from simulator.dashboard.cursor import Cursor, clock
from simulator.dashboard.deck import Deck
from simulator.dashboard.log_view import LogView
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.screens.replay import SPEEDS, Replay
from simulator.dashboard.scrubber import Scrubber, cell_of, index_of, marks_line
from simulator.dashboard.spec import Look
from simulator.dashboard.story import Mark


async def test_arrows_go_event_by_event_and_brackets_turn_by_turn() -> None:
    told = story()
    app, _, _ = app_with(lambda: Replay(told))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, Replay)
        assert screen.cursor.position == 1
        await pilot.press("right", "right", "left")
        assert screen.cursor.position == 2
        await pilot.press("right_square_bracket")
        second, _ = told.turn_span(1)
        assert (screen.cursor.position, told.turn_at(screen.cursor.position)) == (second + 1, 1)
        await pilot.press("right", "left_square_bracket")
        assert screen.cursor.position == second + 1
        await pilot.press("left_square_bracket")
        assert screen.cursor.position == 1
        await pilot.press("end")
        assert screen.cursor.position == len(told)
        await pilot.press("right")
        assert screen.cursor.position == len(told)
        await pilot.press("home", "left")
        assert screen.cursor.position == 1


async def test_keys_work_wherever_the_focus_is() -> None:
    told = story()
    app, _, _ = app_with(lambda: Replay(told))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        app.screen.query_one("#log-dialogue", LogView).focus()
        await pilot.press("right", "end")
        assert isinstance(app.screen, Replay)
        assert app.screen.cursor.position == len(told)


async def test_the_car_is_shown_as_it_was() -> None:
    told = story()
    app, _, _ = app_with(lambda: Replay(told))
    async with app.run_test(size=(200, 60)) as pilot:
        await settled(pilot)
        first = screen_text(app)
        await pilot.press("end")
        await settled(pilot)
        last = screen_text(app)
        await pilot.press("home")
        await settled(pilot)
        assert screen_text(app) == first
    assert first != last
    said = told.events[-2]
    assert f"event {len(told)}/{len(told)}" in last
    assert f"event 1/{len(told)}" in first
    assert said.type != "session_started"


async def test_n_jumps_to_what_went_wrong_and_back() -> None:
    told = breached()
    (mark,) = told.marks
    assert mark.kind == "breach"
    app, _, _ = app_with(lambda: Replay(told))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, Replay)
        await pilot.press("n")
        assert screen.cursor.position == mark.index + 1
        await pilot.press("n")
        assert screen.cursor.position == mark.index + 1
        await pilot.press("end", "N")
        assert screen.cursor.position == mark.index + 1
        await settled(pilot)
        assert "B breach 1" in screen_text(app)


async def test_misheard_words_are_marks_too() -> None:
    told = misheard("ko")
    assert "misheard" in {mark.kind for mark in told.marks}
    app, _, _ = app_with(lambda: Replay(told), "ko")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("n")
        await settled(pilot)
        shown = screen_text(app)
    assert "M 오인식" in shown
    assert "턴 1/" in shown


async def test_a_click_on_the_bar_goes_there() -> None:
    told = story()
    app, _, _ = app_with(lambda: Replay(told))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        scrubber = app.screen.query_one(Scrubber)
        await pilot.click(scrubber, offset=(scrubber.outer_size.width - 2, 1))
        assert isinstance(app.screen, Replay)
        assert app.screen.cursor.position == len(told)
        await pilot.click(scrubber, offset=(1, 1))
        assert app.screen.cursor.position == 1


async def test_it_plays_to_the_end_and_begins_anew() -> None:
    told = story()
    app, _, _ = app_with(lambda: Replay(told))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, Replay)
        await pilot.press("plus", "space")
        assert screen.playing
        assert screen.speed == 2.0
        screen.advance(screen.cursor.end_ms)
        assert screen.cursor.position == len(told)
        assert not screen.playing
        await pilot.press("space")
        assert screen.playing
        assert screen.cursor.position < len(told)
        await pilot.press("space")
        assert not screen.playing


async def test_speed_has_ends() -> None:
    app, _, _ = app_with(lambda: Replay(story()))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, Replay)
        await pilot.press(*["plus"] * 6)
        assert screen.speed == SPEEDS[-1]
        await pilot.press(*["minus"] * 9)
        assert screen.speed == SPEEDS[0]
        await settled(pilot)
        assert "×0.5" in screen_text(app)


async def test_scores_follow_the_place() -> None:
    told = story()
    app, _, _ = app_with(lambda: Replay(told))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, Replay)
        screen.cursor.go(len(told) - 1)
        position = screen.cursor.last_answer
        await screen.score(position)
        found = told.scoring_at(position)
        assert found is not None
        assert found.reasons == (f"after {position}",)
        assert told.scoring_at(position - 1) is None


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_every_line_fits(width: int, height: int, lang: UiLang) -> None:
    told = misheard("ko")
    app, _, _ = app_with(lambda: Replay(told), lang)
    async with app.run_test(size=(width, height)) as pilot:
        await settled(pilot)
        await pilot.press("n", "right", "f2", "end")
        await settled(pilot)
        shown = screen_text(app)
        assert len(shown.split("\n")) == height
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        screen_text(app)
        app.screen.query_one(Deck)


async def test_escape_leaves_the_app_that_began_with_it() -> None:
    app, _, _ = app_with(lambda: Replay(story()))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("escape")
        await pilot.pause()
    assert app.return_code == 0


def test_a_cursor_counts_time_forward_only() -> None:
    told = story()
    events = list(told.events)
    late = events[-1].model_copy(update={"at_ms": 0})
    told = story(events=[*events[:-1], late])
    cursor = Cursor(told)
    assert cursor.at_ms == max(event.at_ms for event in events[:-1])
    assert cursor.at_time(-1) == 0
    assert cursor.at_time(cursor.end_ms) == len(told)
    assert [cursor.at_time(ms) for ms in range(0, cursor.end_ms, 500)] == sorted(
        cursor.at_time(ms) for ms in range(0, cursor.end_ms, 500)
    )


def test_an_empty_story_can_be_stood_in() -> None:
    cursor = Cursor(story(events=()))
    cursor.turn(1)
    cursor.turn(-1)
    assert (cursor.position, cursor.at_ms, cursor.end_ms, cursor.last_answer) == (0, 0, 0, 0)
    assert cursor.mark(1) is None


def test_the_bar_has_the_first_event_first_and_the_last_last() -> None:
    for count in (1, 2, 7, 130, 2000):
        for width in (1, 20, 78, 198):
            cells = [cell_of(index, count, width) for index in range(count)]
            assert cells == sorted(cells)
            assert cells[0] == 0
            assert cells[-1] == (width - 1 if count > 1 else 0)
            assert all(0 <= index_of(cell, count, width) < count for cell in range(width))
            if count <= width:
                assert [index_of(cell, count, width) for cell in cells] == list(range(count))


def test_the_worst_mark_shows_where_several_fall_together() -> None:
    marks = [Mark(0, "failed"), Mark(1, "misheard"), Mark(1, "breach")]
    assert marks_line(marks, 1000, 20, Look()).plain == "X" + " " * 19
    assert marks_line(marks, 2, 20, Look()).plain == "X" + " " * 18 + "B"


def test_times_are_told_with_hours() -> None:
    assert [clock(ms) for ms in (0, 72_900, 3_661_000)] == ["00:00:00", "00:01:12", "01:01:01"]
