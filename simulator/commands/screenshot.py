"""`dashtalk screenshot`: a picture of a recorded session in the dashboard."""

import argparse
import asyncio
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.commands.replay import session_named
from simulator.commands.run import open_store
from simulator.registry import UsageError
from simulator.settings import resolve

if TYPE_CHECKING:
    from simulator.dashboard.app import DashtalkApp
    from simulator.dashboard.story import Story

LEAST, MOST = (20, 10), (400, 200)


def screenshot(arguments: argparse.Namespace) -> int:
    """Write what the dashboard shows of a stored session at its end, or after one of its turns, as SVG."""
    from simulator.cockpit.garage import SessionGarage
    from simulator.cockpit.stored_runs import RunsInStore
    from simulator.dashboard.app import DashtalkApp
    from simulator.dashboard.phrases import ui_lang
    from simulator.dashboard.screens.replay import Replay
    from simulator.dashboard.themes import chosen_theme

    # A picture has its own colours, whatever this terminal shows.
    os.environ.pop("NO_COLOR", None)
    size = _size(arguments.size)
    theme = chosen_theme(arguments.theme or "dark", "truecolor")
    out = Path(arguments.out)
    if out.suffix.lower() != ".svg":
        raise UsageError(f"--out: pictures are SVG files; name it {out.with_suffix('.svg').name}")
    if not out.parent.is_dir():
        raise UsageError(f"--out: there is no folder {out.parent}")
    settings = resolve(vars(arguments) | {"user": "human", "trials": 1}, arguments.config)
    store = open_store(settings, create=False)
    lang = ui_lang(arguments.ui_lang)
    stored_runs = RunsInStore(store.path, config=arguments.config)
    story = stored_runs.story(session_named(store, arguments.id))
    position = _position(story, arguments.turn)
    app = DashtalkApp(
        SessionGarage(settings, store, lang=lang),
        stored_runs,
        lambda app: Replay(story, position=position),
        lang=lang,
        theme=theme,
    )
    text = asyncio.run(_drawn(app, size, f"dashtalk: {story.session_id}"))
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--out: {out} cannot be written: {error.strerror}") from None
    when = f"after {position} of {len(story)} events"
    print(f"{out}: {size[0]}x{size[1]} cells, {story.scenario.id} [{story.locale}] {when}")
    return 0


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,4})[x×](\d{1,4})", text.strip().lower())
    if found is None:
        raise UsageError(f"--size: '{text}' is no size; give columns and lines, such as 120x40")
    width, height = int(found[1]), int(found[2])
    if not (LEAST[0] <= width <= MOST[0] and LEAST[1] <= height <= MOST[1]):
        raise UsageError(f"--size: {text} must lie between {LEAST[0]}x{LEAST[1]} and {MOST[0]}x{MOST[1]}")
    return width, height


def _position(story: "Story", turn: int | None) -> int:
    """Return how many events have happened when a turn is over; turns count from 1 as they do on the screen."""
    if turn is None:
        return len(story)
    turns = len(story.turn_starts)
    if not 1 <= turn <= turns:
        raise UsageError(f"--turn: {story.session_id} has turns 1 to {turns}, not {turn}")
    return story.turn_span(turn - 1)[1]


async def _drawn(app: "DashtalkApp", size: tuple[int, int], title: str) -> str:
    """Return the screen once it no longer changes."""
    from simulator.dashboard.picture import svg

    async with app.run_test(size=size) as pilot:
        app.animation_level = "none"
        # Scores of an earlier turn are asked for when nobody has moved on for a moment.
        await pilot.pause(0.5)
        before: Any = None
        for _ in range(50):
            now = svg(app, title)
            if now == before:
                break
            before = now
            await pilot.pause(0.05)
        return now
