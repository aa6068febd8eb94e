"""The screens for picking, comparing and following runs as they look, in both languages."""

from dataclasses import replace

import pytest
from dashboard.screens import story
from dashboard.shelf import ROWS, RUN, Shelf, app_with, settled
from dashboard.snapshots import hold_still, matches, screen_text
from textual.screen import Screen

from simulator.dashboard.phrases import UiLang
from simulator.dashboard.screens.compare import Compare
from simulator.dashboard.screens.progress import Progress
from simulator.dashboard.screens.runs import RunBrowser
from simulator.dashboard.screens.scenarios import ScenarioBrowser
from simulator.dashboard.screens.sessions import SessionBrowser


def sessions() -> Screen[None]:
    return SessionBrowser(RUN.id)


def progress() -> Screen[None]:
    return Progress(RUN.id)


def comparison() -> Screen[None]:
    return Compare(story(locale="ko"), story(locale="ko", agent="silent"))


class Running(Shelf):
    """A run that goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.row = replace(RUN, status="running", planned=58, concurrency=2)
        self.rows = ROWS


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
@pytest.mark.parametrize("screen", [ScenarioBrowser, RunBrowser, sessions, progress, comparison])
async def test_it_looks_as_it_did(screen: type[Screen[None]], width: int, height: int, lang: UiLang) -> None:
    app, library, _ = app_with(screen, lang, Running() if screen is progress else Shelf())
    async with app.run_test(size=(width, height)) as pilot:
        await settled(pilot)
        hold_still(app)
        if isinstance(app.screen, RunBrowser):
            await app.screen.compute(library.row)
        await settled(pilot)
        matches(f"{screen.__name__.lower()}-{width}x{height}-{lang}", screen_text(app))
