"""The list of all commands: what the present screen can do, in the interface's language, found in both."""

import pytest
from dashboard.shelf import RUN, app_with, settled
from dashboard.snapshots import screen_text
from textual.command import CommandPalette
from textual.pilot import Pilot

from simulator.dashboard.command_list import Command, Commands
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.screens.compare import Compare
from simulator.dashboard.screens.progress import Progress
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.screens.runs import RunBrowser
from simulator.dashboard.screens.scenarios import ScenarioBrowser
from simulator.dashboard.screens.sessions import SessionBrowser
from simulator.dashboard.themes import THEMES


def offered(pilot: Pilot[None]) -> dict[str, Command]:
    return {command.title.en: command for command in Commands(pilot.app.screen).commands()}


async def opened(pilot: Pilot[None], words: str) -> str:
    await pilot.press("ctrl+p")
    await pilot.pause()
    assert isinstance(pilot.app.screen, CommandPalette)
    await pilot.press(*words)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    return screen_text(pilot.app)


async def test_every_key_of_a_screen_is_a_command() -> None:
    for screen in (ScenarioBrowser, RunBrowser, lambda: SessionBrowser(RUN.id), lambda: Progress(RUN.id)):
        app, _, _ = app_with(screen)
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(pilot)
            actions = {
                active.binding.action
                for active in app.screen.active_bindings.values()
                if active.node is app.screen and active.enabled and "." not in active.binding.action
            }
            known = {str(command.run.args[0]) for command in offered(pilot).values() if hasattr(command.run, "args")}
            assert actions <= known, f"{actions - known} of {app.screen}"


async def test_themes_and_pictures_are_commands_everywhere() -> None:
    app, _, _ = app_with(RunBrowser)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        found = offered(pilot)
        assert {f"Theme: {name}" for name in THEMES} <= set(found)
        assert {"Quit", "Open the scenarios", "Save a picture of this screen (SVG)"} <= set(found)
        found["Theme: light"].run()
        assert app.theme == "light"


@pytest.mark.parametrize(("lang", "told"), [("en", "Watch how this run goes on"), ("ko", "이 실행 지켜보기")])
@pytest.mark.parametrize("words", ["watch how", "지켜보기"])
async def test_words_of_both_languages_find_a_command(lang: UiLang, told: str, words: str) -> None:
    app, _, _ = app_with(RunBrowser, lang)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert told in await opened(pilot, words)


async def test_a_chosen_command_is_done_on_the_screen_below() -> None:
    app, _, _ = app_with(RunBrowser)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await opened(pilot, "watch how")
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, Progress)


async def test_what_is_not_there_is_told_in_the_language_of_the_interface() -> None:
    app, _, _ = app_with(RunBrowser, "ko")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert "해당 명령 없음" in await opened(pilot, "zzzz")
        assert "명령" in screen_text(app)


async def test_replays_and_comparisons_offer_theirs() -> None:
    from dashboard.screens import story

    for screen, wanted in (
        (lambda: Replay(story()), {"Next trouble", "Play faster", "Go to the end"}),
        (lambda: Compare(story(), story(agent="silent")), {"Next difference", "Replay the left session"}),
    ):
        app, _, _ = app_with(screen)
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(pilot)
            assert wanted <= set(offered(pilot))
