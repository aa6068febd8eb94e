"""The cockpit, used like a person uses it: with keys, over a real garage, a real store and the embedded assistant."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cockpit_drives import PATIENCE_S, garage_in
from dashboard.snapshots import screen_text

from evaluation.store import Store
from simulator.cockpit.library import StoreLibrary
from simulator.dashboard.app import DashtalkApp
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.screens.cockpit import Cockpit
from simulator.dashboard.sources import DriveChoice
from simulator.dashboard.talk_input import TalkInput
from simulator.events import AssistantSpoke, ConditionChanged, SessionEnded, ToolReturned


class Visit:
    """One stay in the app with a garage of its own."""

    def __init__(self, folder: Path, choice: DriveChoice, lang: UiLang = "en", **settings: Any) -> None:
        self.garage = garage_in(folder, **settings)
        self.store = Store(folder / "runs.db")
        self.app = DashtalkApp(
            self.garage, StoreLibrary(folder / "runs.db"), lambda app: Cockpit(self.garage.drive(choice)), lang=lang
        )
        self.app.choice = choice
        self.pilot: Any = None

    @property
    def story(self) -> Any:
        return self.garage.drives[-1].story

    @property
    def cockpit(self) -> Cockpit:
        assert isinstance(self.app.screen, Cockpit)
        return self.app.screen

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.story.events if isinstance(event, kind)]

    async def until(self, true: Callable[[], bool], why: str = "") -> None:
        """Wait until something is so, and drawn."""
        async with asyncio.timeout(PATIENCE_S):
            while not true():
                await self.pilot.pause(0.02)
        await self.pilot.pause(0.1)

    async def answered(self, times: int) -> None:
        await self.until(lambda: len(self.of(AssistantSpoke)) >= times)

    async def stay(self, todo: Callable[[], Any], size: tuple[int, int] = (120, 40)) -> None:
        """Run the app, do something in it, and leave."""
        async with self.app.run_test(size=size) as pilot:
            self.pilot = pilot
            await pilot.pause()
            await todo()
            self.shown = screen_text(self.app)
        await self.app.finish()


@pytest.fixture
def visit(tmp_path: Path) -> Callable[..., Visit]:
    return lambda lang="en", scenario="", **settings: Visit(
        tmp_path, DriveChoice(scenario, "ko" if lang == "ko" else "en"), lang, **settings
    )


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_a_first_request_is_answered_within_six_keys(visit: Callable[..., Visit], lang: UiLang) -> None:
    seen = visit(lang)
    keys = ("tab", "enter")

    async def todo() -> None:
        await seen.pilot.press(*keys)
        await seen.answered(1)

    await seen.stay(todo)
    assert len(keys) <= 6
    assert seen.of(AssistantSpoke)[0].text
    assert any(event.result.changes for event in seen.of(ToolReturned))


async def test_a_korean_request_opens_the_window_and_is_scored(visit: Callable[..., Visit]) -> None:
    seen = visit("ko")

    async def todo() -> None:
        await seen.pilot.press(*"조수석 창문 반만 열어 줘", "enter")
        await seen.answered(1)
        assert "조수석 창문 0 % → 50 %" in screen_text(seen.app)
        await seen.pilot.press("f10")
        await seen.until(lambda: bool(seen.of(SessionEnded)) and seen.cockpit.ended)
        await seen.until(lambda: "haeyo" in screen_text(seen.app))

    await seen.stay(todo)
    (row,) = seen.store.sessions(seen.store.runs()[0]["id"])
    assert row["outcome"] == "unscored"
    assert row["termination"] == "user_stop"


async def test_a_scenario_is_driven_and_scored_with_what_it_expects_hidden(visit: Callable[..., Visit]) -> None:
    seen = visit("en", "base-quarter-window")

    async def todo() -> None:
        for number, turn in enumerate(seen.story.scenario.driver["en"].turns, 1):
            await seen.pilot.press(*turn.say, "enter")
            await seen.answered(number)
        assert not seen.cockpit.moment().revealed
        await seen.pilot.press("f10")
        await seen.until(lambda: seen.cockpit.ended)
        assert seen.cockpit.moment().revealed

    await seen.stay(todo)
    (row,) = seen.store.sessions(seen.store.runs()[0]["id"])
    assert row["outcome"] in ("passed", "failed")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_hand_opens_a_window_by_keys(visit: Callable[..., Visit], size: tuple[int, int]) -> None:
    seen = visit("en")

    async def todo() -> None:
        await seen.pilot.press("f7")
        await seen.pilot.pause()
        await seen.pilot.press(*"window passenger", "enter")
        await seen.pilot.pause()
        await seen.pilot.press("end", "enter")
        await seen.until(lambda: bool(seen.of(ToolReturned)))

    await seen.stay(todo, size)
    (change,) = seen.of(ToolReturned)[0].result.changes
    assert (change.path, change.after) == ("openings.window_passenger_position", 100)
    assert seen.of(ToolReturned)[0].step is None


async def test_a_click_on_the_car_opens_its_control(visit: Callable[..., Visit]) -> None:
    from simulator.dashboard.screens.controls import Controls

    seen = visit("en")

    async def todo() -> None:
        lines = screen_text(seen.app).splitlines()
        y = next(number for number, line in enumerate(lines) if "Sunroof" in line)
        await seen.pilot.click(offset=(lines[y].index("Sunroof") + 1, y))
        await seen.until(lambda: isinstance(seen.app.screen, Controls))
        await seen.pilot.press("end", "enter")
        await seen.until(lambda: bool(seen.of(ToolReturned)))

    await seen.stay(todo, (200, 60))
    assert seen.of(ToolReturned)[0].result.changes[-1].path == "openings.sunroof_position"


async def test_switching_the_assistant_is_recorded(visit: Callable[..., Visit]) -> None:
    seen = visit("en")

    async def todo() -> None:
        seen.garage.drives[-1].change("agent", "silent")
        await seen.until(lambda: bool(seen.of(ConditionChanged)))

    await seen.stay(todo)
    (changed,) = seen.of(ConditionChanged)
    assert (changed.name, changed.before, changed.after) == ("agent", "baseline", "silent")


async def test_leaving_in_the_middle_keeps_what_was_said(visit: Callable[..., Visit]) -> None:
    seen = visit("en")

    async def todo() -> None:
        await seen.pilot.press("tab", "enter")
        await seen.answered(1)
        await seen.pilot.press("ctrl+c")

    await seen.stay(todo)
    assert seen.app.return_code == 130
    (run,) = seen.store.runs()
    assert run["status"] == "interrupted"
    (row,) = seen.store.sessions(run["id"])
    kept = seen.store.trajectory(str(row["id"]))
    assert any(isinstance(event, AssistantSpoke) for event in kept.events)


async def test_another_drive_follows_the_first(visit: Callable[..., Visit]) -> None:
    seen = visit("en")

    async def todo() -> None:
        await seen.pilot.press("ctrl+n")
        assert len(seen.garage.drives) == 1
        await seen.pilot.press("f10")
        await seen.until(lambda: seen.cockpit.ended)
        await seen.pilot.press("ctrl+n")
        await seen.until(lambda: len(seen.garage.drives) == 2)
        await seen.pilot.press("tab", "enter")
        await seen.answered(1)

    await seen.stay(todo)


async def test_resizing_at_any_moment_loses_nothing(visit: Callable[..., Visit]) -> None:
    seen = visit("ko")

    async def todo() -> None:
        for number, size in enumerate(((80, 24), (200, 60), (40, 12), (120, 40), (20, 5), (104, 30)), 1):
            await seen.pilot.resize_terminal(*size)
            await seen.pilot.press("tab", "enter")
            await seen.answered(number)
            screen_text(seen.app)

    await seen.stay(todo)


async def test_ten_thousand_pasted_characters_are_refused_and_the_drive_goes_on(visit: Callable[..., Visit]) -> None:
    from textual.events import Paste

    seen = visit("ko")

    async def todo() -> None:
        keyboard = seen.app.screen.query_one(TalkInput)
        keyboard.post_message(Paste("창문 열어 줘\n" * 2000))
        await seen.pilot.pause()
        await seen.pilot.press("enter")
        await seen.pilot.pause()
        keyboard.value = ""
        await seen.pilot.press("tab", "enter")
        await seen.answered(1)

    await seen.stay(todo)
    assert len(seen.of(AssistantSpoke)) == 1


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_every_key_of_the_footer_does_something_harmless(visit: Callable[..., Visit], lang: UiLang) -> None:
    seen = visit(lang)

    async def todo() -> None:
        for pressed in (
            "f2",
            "f2",
            "f2",
            "f3",
            "f3",
            "f5",
            "f5",
            "f6",
            "f6",
            "f9",
            "f9",
            "escape",
            "f7",
            "escape",
            "f8",
        ):
            await seen.pilot.press(pressed)
            await seen.pilot.pause()
            screen_text(seen.app)
        await seen.pilot.press("escape")
        for opener in ("ctrl+o", "ctrl+r"):
            await seen.pilot.press(opener)
            await seen.pilot.pause()
            screen_text(seen.app)
            await seen.pilot.press("escape")
            await seen.pilot.pause()
        await seen.pilot.press("tab", "enter")

    await seen.stay(todo)
