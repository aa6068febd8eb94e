"""The run and session browsers used as a person uses them: figures, filters, damaged sessions, replaying."""

import pytest
from dashboard.shelf import OLDER, ROWS, RUN, Shelf, app_with, settled
from dashboard.snapshots import screen_text

from simulator.dashboard.phrases import UiLang
from simulator.dashboard.screens.compare import Compare
from simulator.dashboard.screens.progress import Progress
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.screens.runs import RunBrowser, figure
from simulator.dashboard.screens.sessions import SessionBrowser
from simulator.dashboard.sources import Figures, RunRow
from simulator.dashboard.spec import Look
from simulator.dashboard.story import Story
from simulator.registry import UsageError


def ids(app: object) -> list[str]:
    screen = getattr(app, "screen", None)
    assert isinstance(screen, SessionBrowser | RunBrowser)
    return [row.id for row in screen.shown]


async def test_runs_show_what_they_scored() -> None:
    class Scored(Shelf):
        def figures(self, run_id: str) -> tuple[Figures, ...]:
            return (Figures("ko", 0.5, 0.25, (0.1, 0.9), None), Figures("all", 0.5, None))

    app, _, _ = app_with(RunBrowser, stored_runs=Scored())
    async with app.run_test(size=(160, 40)) as pilot:
        await settled(pilot)
        assert ids(app) == [RUN.id, OLDER.id]
        screen = app.screen
        assert isinstance(screen, RunBrowser)
        await screen.compute(RUN)
        await settled(pilot)
        shown = screen_text(app)
    assert "0.500" in shown
    assert "Korean: 0.500 [0.10 0.90] · SCORE 0.250" in shown
    assert "all: 0.500 · SCORE none" in shown


def test_a_figure_without_a_value_is_told_as_none() -> None:
    assert figure(None, None, Look()) == "none"
    assert figure(0.5, None, Look("ko")) == "0.500"


async def test_filters_leave_what_is_looked_for() -> None:
    app, _, _ = app_with(lambda: SessionBrowser(RUN.id))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert ids(app) == [row.id for row in ROWS]
        await pilot.press("f")
        await settled(pilot)
        assert ids(app) == [ROWS[2].id, ROWS[3].id]
        await pilot.press("b")
        await settled(pilot)
        assert ids(app) == [ROWS[3].id]
        await pilot.press("f", "b", "m")
        await settled(pilot)
        assert ids(app) == [ROWS[1].id, ROWS[3].id]
        await pilot.press("m", "slash", *"too-hot")
        await settled(pilot)
        assert ids(app) == [ROWS[2].id, ROWS[3].id]
        await pilot.press(*"!")
        await settled(pilot)
        assert ids(app) == []
        assert "Nothing fits the filters." in screen_text(app)


async def test_the_cursor_stays_on_its_row() -> None:
    app, _, _ = app_with(lambda: SessionBrowser(RUN.id))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("down", "down", "f")
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, SessionBrowser)
        assert screen.current == ROWS[2]


async def test_enter_goes_from_runs_to_sessions_to_a_replay_and_back() -> None:
    app, _, _ = app_with(RunBrowser)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, SessionBrowser)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, Replay)
        assert app.screen.story.scenario.id == ROWS[0].scenario
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, SessionBrowser)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, RunBrowser)
        await pilot.press("w")
        await settled(pilot)
        assert isinstance(app.screen, Progress)


async def test_a_damaged_session_is_told_in_one_line() -> None:
    app, _, _ = app_with(lambda: SessionBrowser(OLDER.id))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, SessionBrowser)
        (told,) = [notice.message for notice in app._notifications]
    assert told == "runs.db: session run-0-0000 is damaged: an event cannot be read"


async def test_a_store_that_cannot_be_read_is_told_in_one_line() -> None:
    class Broken(Shelf):
        def runs(self) -> tuple[RunRow, ...]:
            raise UsageError("runs.db: not a usable store")

    app, _, _ = app_with(RunBrowser, stored_runs=Broken())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "Nothing to show here yet." in screen_text(app)
        assert [notice.message for notice in app._notifications] == ["runs.db: not a usable store"]


async def test_two_sessions_are_picked_for_comparing() -> None:
    app, _, _ = app_with(lambda: SessionBrowser(RUN.id))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("c", "c", "c")
        await settled(pilot)
        assert "to compare: 0000" in screen_text(app)
        await pilot.press("down", "c")
        await settled(pilot)
        assert isinstance(app.screen, Compare)
        assert [story.locale for story in app.screen.stories] == ["ko", "en"]


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (200, 60)])
async def test_every_line_fits_and_columns_stand(width: int, height: int, lang: UiLang) -> None:
    app, _, _ = app_with(lambda: SessionBrowser(RUN.id), lang)
    async with app.run_test(size=(width, height)) as pilot:
        await settled(pilot)
        shown = screen_text(app).split("\n")
        assert len(shown) == height
    rows = [line for line in shown if " 000" in line and "run-" not in line]
    starts = {line.index("base" if "base" in line else "dis") + _wide(line) for line in rows[:4]}
    assert len(starts) == 1


def _wide(line: str) -> int:
    """Return how many columns more than characters stand before the scenario of a row."""
    from rich.cells import cell_len

    head = line[: line.index("base" if "base" in line else "dis")]
    return cell_len(head) - len(head)


DRIVE = RunRow("run-2", "2026-11-30T13:00:00", "finished", "free-drive", "my_code:Mine", "live", 1, unscored=1)


class Driven(Shelf):
    """A shelf with a drive of somebody's own assistant before everything else."""

    def runs(self) -> tuple[RunRow, ...]:
        return (DRIVE, *super().runs())


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ("free drive", "○ unscored", "finished")), ("ko", ("자유 주행", "○ 미채점", "완료"))],
)
@pytest.mark.parametrize("width", [80, 120, 200])
async def test_runs_are_told_apart_by_what_was_driven_and_who_answered(
    width: int, lang: UiLang, words: tuple[str, ...]
) -> None:
    app, _, _ = app_with(RunBrowser, lang, Driven())
    async with app.run_test(size=(width, 40)) as pilot:
        await settled(pilot)
        line = next(line for line in screen_text(app).split("\n") if "my_code:Mine" in line)
        table = line[: app.screen.query_one("#table").size.width]
    assert all(word in table for word in words)
    assert "free-drive" not in line


async def test_a_run_begun_elsewhere_shows_by_itself() -> None:
    class Growing(Shelf):
        more: tuple[RunRow, ...] = ()

        def runs(self) -> tuple[RunRow, ...]:
            return (*self.more, *super().runs())

    stored_runs = Growing()
    app, _, _ = app_with(RunBrowser, stored_runs=stored_runs)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        stored_runs.more = (DRIVE,)
        screen = app.screen
        assert isinstance(screen, RunBrowser)
        screen.look_again()
        await settled(pilot)
        assert ids(app)[0] == DRIVE.id
        assert screen.current is not None
        assert screen.current.id == RUN.id


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("width", [80, 120])
async def test_turns_and_reasons_of_sessions_have_their_place(width: int, lang: UiLang) -> None:
    app, _, _ = app_with(lambda: SessionBrowser(RUN.id), lang)
    async with app.run_test(size=(width, 40)) as pilot:
        await settled(pilot)
        wide = app.screen.query_one("#table").size.width
        lines = [line[:wide] for line in screen_text(app).split("\n")]
    title = {"en": ("turns", "why"), "ko": ("턴", "이유")}[lang]
    assert any(all(word in line for word in title) for line in lines)
    assert any("0002" in line and "창문을 잘못 열었다" in line for line in lines)


async def test_the_row_under_the_cursor_has_a_sign() -> None:
    app, _, _ = app_with(lambda: SessionBrowser(RUN.id))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("down")
        await settled(pilot)
        marked = [line for line in screen_text(app).split("\n") if "▶" in line]
    assert len(marked) == 1
    assert "▶ 0001" in marked[0]


async def test_a_session_that_takes_long_to_read_shows_a_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    from threading import Event as Gate

    from simulator.dashboard import fetching

    gate = Gate()
    monkeypatch.setattr(fetching, "SOON_S", 0.01)
    app, stored_runs, _ = app_with(lambda: SessionBrowser(RUN.id))
    read = stored_runs.story

    def slowly(session_id: str) -> Story:
        gate.wait()
        return read(session_id)

    monkeypatch.setattr(stored_runs, "story", slowly)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        while "opening …" not in screen_text(app):
            await pilot.pause(0.02)
        gate.set()
        while not isinstance(app.screen, Replay):
            await pilot.pause(0.02)
