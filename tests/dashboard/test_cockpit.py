"""The cockpit, used like a person uses it: with keys, over a real garage, a real store and the embedded assistant."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cockpit_drives import PATIENCE_S, garage_in
from dashboard.snapshots import screen_text
from rich.cells import cell_len

from evaluation.store import Store
from scenarios.load import catalogue
from simulator.cockpit.stored_runs import RunsInStore
from simulator.dashboard.app import DashtalkApp
from simulator.dashboard.deck import Deck
from simulator.dashboard.key_line import KeyLine
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.screens.cockpit import Cockpit
from simulator.dashboard.sources import DriveChoice
from simulator.dashboard.spec import Look, Moment
from simulator.dashboard.talk_input import TalkInput
from simulator.dashboard.task_line import task
from simulator.events import (
    AssistantSpoke,
    ConditionChanged,
    DriverSpoke,
    EndWord,
    SessionEnded,
    SessionStarted,
    ToolReturned,
)


class Visit:
    """One stay in the app with a garage of its own."""

    def __init__(self, folder: Path, choice: DriveChoice, lang: UiLang = "en", **settings: Any) -> None:
        self.garage = garage_in(folder, **settings)
        self.store = Store(folder / "runs.db")
        self.app = DashtalkApp(
            self.garage, RunsInStore(folder / "runs.db"), lambda app: Cockpit(self.garage.drive(choice)), lang=lang
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
        async with self.app.run_test(size=size, notifications=True) as pilot:
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
        assert "조수석 창문 0% → 50%" in screen_text(seen.app).replace(" %", "%")
        await seen.pilot.press("f10", "1")
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
        await seen.pilot.press("f10", "1")
        await seen.until(lambda: seen.cockpit.ended)
        assert seen.cockpit.moment().revealed

    await seen.stay(todo)
    (row,) = seen.store.sessions(seen.store.runs()[0]["id"])
    assert row["outcome"] in ("passed", "failed")


async def test_a_dialogue_is_gone_on_with_at_the_level_that_the_seed_draws(visit: Callable[..., Visit]) -> None:
    from scenarios.dialogue import draw
    from scenarios.load import dialogues

    written = dialogues()["dlg-nav-retention-01"].dialogue
    assert written is not None
    drawn = draw(written, "dlg-nav-retention-01", 0)
    expected = written.reference.of("ko", drawn.level).split(". ")[0]
    seen = visit("ko", "dlg-nav-retention-01")

    async def todo() -> None:
        await seen.pilot.press("tab", "enter")
        await seen.answered(1)
        seen.cockpit.query_one(Deck).hood("scores")
        await seen.until(lambda: "숨김 (F9" in screen_text(seen.app))
        assert expected not in screen_text(seen.app)
        await seen.pilot.press("f9")
        await seen.until(lambda: expected in screen_text(seen.app))
        await seen.pilot.press("f9")
        await seen.until(lambda: expected not in screen_text(seen.app))
        await seen.pilot.press("f10", "1")
        await seen.until(lambda: seen.cockpit.ended and expected in screen_text(seen.app))

    await seen.stay(todo)
    assert written.history[0].driver.of("ko", drawn.style) in seen.shown
    assert {"hae": "해체", "haeyo": "해요체", "hapsyo": "합쇼체"}[drawn.level] in seen.shown
    (row,) = seen.store.sessions(seen.store.runs()[0]["id"])
    scores = {score.metric: score for score in seen.store.scores(row["id"])}
    assert scores["retention"].value in (0, 1)
    assert drawn.level in scores


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
        await seen.pilot.press("f10", "1")
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


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_the_keys_at_the_foot_are_whole_at_every_width(visit: Callable[..., Visit], lang: UiLang) -> None:
    seen = visit(lang)

    def keys() -> list[Any]:
        return list(seen.app.screen.query_one(KeyLine).children)

    def commands_at(edge: int) -> Callable[[], bool]:
        return lambda: bool(keys()) and keys()[-1].region.right == edge - 1

    async def todo() -> None:
        counts = []
        for width in (200, 120, 80, 79, 60, 30, 100):
            await seen.pilot.resize_terminal(width, 24)
            await seen.until(commands_at(width))
            *others, commands = keys()
            assert all(key.region.right < commands.region.x for key in others), width
            whole = [cell_len(f"{key.key_display} {key.description}") for key in others]
            assert [key.region.width for key in others] == whole
            counts.append(len(others))
        assert counts[:-1] == sorted(counts[:-1], reverse=True)
        assert counts[0] > counts[-1] > counts[2] > counts[5] > 0

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


BAD = """
class Bad:
    def respond(self, view):
        raise ValueError("my own mistake")
"""


async def test_a_crash_of_a_person_s_assistant_is_there_to_see(
    visit: Callable[..., Visit], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "bad_of_mine.py").write_text(BAD, encoding="utf-8")
    seen = visit("en", agent="bad_of_mine:Bad")

    async def todo() -> None:
        await seen.pilot.press(*"open the trunk", "enter")
        await seen.until(lambda: seen.cockpit.ended)
        await seen.until(lambda: "so far" not in screen_text(seen.app))

    await seen.stay(todo)
    # In the talk, and in the line above the keyboard.
    assert seen.shown.count("my own mistake") >= 2
    assert "End" in seen.shown
    assert "The drive is over" in seen.shown
    sys.modules.pop("bad_of_mine", None)


async def test_the_newest_moment_survives_another_area_coming_to_the_front(visit: Callable[..., Visit]) -> None:
    from simulator.dashboard.deck import DIALOGUE, Deck
    from simulator.dashboard.log_view import LogView

    seen = visit("en")

    async def todo() -> None:
        await seen.pilot.press("tab", "enter")
        await seen.answered(1)
        deck = seen.app.screen.query_one(Deck)
        newest = seen.cockpit.moment()
        deck.show(Moment(newest.story, 2))
        deck.hood("scores")
        deck.show(newest)
        await seen.pilot.pause(0.1)
        log = deck.query_one(f"#log-{DIALOGUE}", LogView)
        assert log.lines._position == newest.position

    await seen.stay(todo)


async def test_what_is_typed_after_a_click_reaches_the_keyboard(visit: Callable[..., Visit]) -> None:
    seen = visit("en")

    async def todo() -> None:
        keyboard = seen.app.screen.query_one(TalkInput)
        for place in ("#log-dialogue", "#panel-climate"):
            await seen.pilot.click(place, offset=(3, 3))
            assert not keyboard.has_focus
            await seen.pilot.press(*"open my")
            assert (keyboard.has_focus, keyboard.value) == (True, "open my")
            keyboard.value = ""
        await seen.pilot.click("#log-dialogue", offset=(3, 3))
        # A key that the log itself uses stays there.
        await seen.pilot.press("slash", *"abc")
        assert keyboard.value == ""
        await seen.pilot.press("escape", "escape")
        assert keyboard.has_focus
        await seen.pilot.click("#log-dialogue", offset=(3, 3))
        await seen.pilot.press("escape")
        assert keyboard.has_focus

    await seen.stay(todo)


async def test_an_edited_assistant_drives_the_next_drive(
    visit: Callable[..., Visit], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    file = tmp_path / "edited_of_mine.py"
    words = (
        "from simulator.agents.spec import Reply\nclass Mine:\n    def respond(self, view): return Reply(speech='{}')\n"
    )
    file.write_text(words.format("the old words"), encoding="utf-8")
    seen = visit("en", agent="edited_of_mine:Mine")

    async def todo() -> None:
        await seen.pilot.press("tab", "enter")
        await seen.answered(1)
        await seen.pilot.press("f10", "1")
        await seen.until(lambda: seen.cockpit.ended)
        file.write_text(words.format("the new words"), encoding="utf-8")
        await seen.pilot.press("ctrl+n")
        await seen.until(lambda: len(seen.garage.drives) == 2 and "has changed" in screen_text(seen.app))
        await seen.pilot.press("tab", "enter")
        await seen.answered(1)
        assert [event.text for event in seen.of(AssistantSpoke)] == ["the new words"]
        await seen.pilot.press("f10", "1")
        await seen.until(lambda: seen.cockpit.ended)
        # What can no longer be had at all is one line, and no end of the app.
        file.write_text(words.format("x") + "    def __init__(self): raise OSError('no licence')\n", encoding="utf-8")
        await seen.pilot.press("ctrl+n")
        await seen.until(lambda: "nolicence" in "".join(screen_text(seen.app).split()))

    await seen.stay(todo)
    sys.modules.pop("edited_of_mine", None)


@pytest.mark.parametrize(("lang", "words"), [("en", "rain"), ("ko", "비"), ("en", "weather rain")])
async def test_a_choice_is_found_by_its_name(visit: Callable[..., Visit], lang: UiLang, words: str) -> None:
    from simulator.dashboard.screens.controls import Controls

    seen = visit(lang)

    async def todo() -> None:
        await seen.until(lambda: bool(seen.of(SessionStarted)))
        await seen.pilot.press("f7")
        await seen.until(lambda: isinstance(seen.app.screen, Controls))
        await seen.pilot.press(*words)
        await seen.pilot.pause()
        assert ("Weather at the car: rain" if lang == "en" else "차량 주변 날씨: 비") in screen_text(seen.app)
        await seen.pilot.press("enter")
        await seen.pilot.pause()
        await seen.pilot.press("enter")
        await seen.until(lambda: bool(seen.of(ToolReturned)))

    await seen.stay(todo)
    (change,) = seen.of(ToolReturned)[0].result.changes
    assert (change.path, change.after) == ("happening.outside_weather", "cloudy_and_rain")


async def test_a_window_that_is_clicked_says_which_one_it_is(visit: Callable[..., Visit]) -> None:
    from simulator.dashboard.screens.controls import Controls

    seen = visit("en")

    async def todo() -> None:
        seen.cockpit.hand("window.passenger_rear")
        await seen.until(lambda: isinstance(seen.app.screen, Controls))
        assert "Window behind the passenger" in screen_text(seen.app)
        await seen.pilot.press("escape")

    await seen.stay(todo)


async def test_page_and_end_keys_go_through_the_controls_from_the_search(visit: Callable[..., Visit]) -> None:
    from textual.widgets import Input, OptionList

    seen = visit("en")

    async def todo() -> None:
        await seen.pilot.press("f7")
        await seen.pilot.pause()
        listed = seen.app.screen.query_one(OptionList)
        await seen.pilot.press("pagedown")
        assert (listed.highlighted or 0) > 3
        seen.app.screen.query_one(Input).focus()
        await seen.pilot.press("end")
        assert listed.highlighted == listed.option_count - 1
        seen.app.screen.query_one(Input).focus()
        await seen.pilot.press(*"fan", "home", "x")
        # Within the words that are looked for the keys move the cursor first.
        assert seen.app.screen.query_one(Input).value == "xfan"
        await seen.pilot.press("escape")

    await seen.stay(todo)


async def test_a_slider_is_recorded_where_it_comes_to_rest(
    visit: Callable[..., Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    from simulator.dashboard.screens import conditions
    from simulator.dashboard.slider import Slider

    seen = visit("en")

    async def moved(*keys: str, times: int) -> None:
        await seen.pilot.press("f8")
        await seen.pilot.pause()
        seen.app.screen.query_one(Slider).focus()
        await seen.pilot.press(*keys)
        await seen.until(lambda: len(seen.of(ConditionChanged)) == times)

    async def todo() -> None:
        await seen.until(lambda: bool(seen.of(SessionStarted)))
        # Nobody waits for it to rest: leaving the window counts as resting.
        monkeypatch.setattr(conditions, "RESTS_S", 3600.0)
        await moved(*["right"] * 10, "f8", times=1)
        await moved("right", "right", "escape", times=2)
        monkeypatch.setattr(conditions, "RESTS_S", 0.01)
        await moved("right", times=3)
        await seen.pilot.press("escape")

    await seen.stay(todo)
    assert [event.after for event in seen.of(ConditionChanged)] == [0.1, 0.12, 0.13]


async def test_the_first_f3_turns_the_tab_where_the_hood_is_on_the_screen(visit: Callable[..., Visit]) -> None:
    from textual.widgets import TabbedContent

    for size, after in (((120, 40), "tab-policies"), ((80, 24), "tab-calls")):
        seen = visit("en")

        async def todo(seen: Visit = seen, after: str = after) -> None:
            await seen.pilot.press("f3")
            await seen.pilot.pause()
            assert seen.app.screen.query_one("#hood-tabs", TabbedContent).active == after

        await seen.stay(todo, size)


async def test_f9_shows_the_expected_where_it_is_to_be_seen(visit: Callable[..., Visit]) -> None:
    from textual.widgets import TabbedContent

    seen = visit("en", "base-quarter-window")

    async def todo() -> None:
        await seen.pilot.press("f9")
        await seen.pilot.pause()
        assert seen.cockpit.moment().revealed
        assert seen.app.screen.query_one("#hood-tabs", TabbedContent).active == "tab-scores"

    await seen.stay(todo)
    free = visit("en")

    async def ask() -> None:
        await free.pilot.press("f9")
        await free.until(lambda: "a free drive has no" in screen_text(free.app))

    await free.stay(ask)


@pytest.mark.parametrize(
    ("keys", "word"), [(("1",), EndWord.STOP), (("enter",), EndWord.STOP), (("2",), EndWord.GAVE_UP)]
)
async def test_the_end_is_asked_for(visit: Callable[..., Visit], keys: tuple[str, ...], word: EndWord) -> None:
    from simulator.dashboard.farewell import Farewell

    seen = visit("ko", "base-quarter-window")

    async def todo() -> None:
        await seen.until(lambda: bool(seen.of(SessionStarted)))
        await seen.pilot.press("f10")
        await seen.until(lambda: isinstance(seen.app.screen, Farewell))
        assert "계속 주행" in screen_text(seen.app)
        await seen.pilot.press("escape")
        await seen.pilot.press("tab", "enter")
        await seen.answered(1)
        await seen.pilot.press("f10")
        await seen.until(lambda: isinstance(seen.app.screen, Farewell))
        await seen.pilot.press(*keys)
        await seen.until(lambda: seen.cockpit.ended)

    await seen.stay(todo)
    (end,) = seen.of(SessionEnded)
    assert end.end_word is word


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_a_scenario_tells_what_it_is_about_and_what_may_be_said_next(
    visit: Callable[..., Visit], lang: UiLang
) -> None:
    seen = visit(lang, "base-quarter-window")

    async def todo() -> None:
        scenario = seen.story.scenario
        first, second = (turn.say for turn in scenario.driver[lang].turns)
        squeezed = "".join(screen_text(seen.app).split())
        assert "".join(scenario.about(lang).split()) in squeezed
        assert ("Your task:" if lang == "en" else "과제:") in screen_text(seen.app)
        await seen.pilot.press(*first, "enter")
        await seen.answered(1)
        assert second in seen.app.screen.query_one(TalkInput).placeholder

    await seen.stay(todo)


def test_without_a_korean_summary_the_requests_tell_the_task() -> None:
    scenario = catalogue()["base-quarter-window"].model_copy(update={"summary_ko": ""})
    first, second = (turn.say for turn in scenario.driver["ko"].turns)
    assert task(scenario, Look("ko")) == f"{first} → {second}"
    assert task(scenario, Look("en")) == scenario.summary


async def test_a_free_drive_has_no_task_line(visit: Callable[..., Visit]) -> None:
    seen = visit("en")

    async def todo() -> None:
        assert not seen.app.screen.query_one("#task").display

    await seen.stay(todo)


async def test_lines_with_the_other_enter_are_said_one_after_another(visit: Callable[..., Visit]) -> None:
    seen = visit("en")

    async def todo() -> None:
        await seen.pilot.press(*"open my window", "ctrl+j", *"close my window", "ctrl+j")
        await seen.answered(2)

    await seen.stay(todo)
    assert [event.intended for event in seen.of(DriverSpoke)] == ["open my window", "close my window"]


async def test_another_drive_ends_the_one_that_goes_on_after_asking(visit: Callable[..., Visit]) -> None:
    from simulator.dashboard.confirm import Confirm

    seen = visit("en")

    async def todo() -> None:
        await seen.pilot.press("tab", "enter")
        await seen.answered(1)
        first = seen.cockpit
        for answer, drives in (("n", 1), ("y", 2)):
            seen.app.drive(DriveChoice("base-quarter-window"))
            await seen.until(lambda: isinstance(seen.app.screen, Confirm))
            await seen.pilot.press(answer)
            await seen.until(lambda: isinstance(seen.app.screen, Cockpit))
            assert first.ended == (drives == 2)
        await seen.until(lambda: seen.store.run(seen.garage.drives[0].run_id)["status"] == "interrupted")
        # One in which nothing was said needs no question.
        second = seen.cockpit
        seen.app.drive(DriveChoice())
        await seen.until(lambda: isinstance(seen.app.screen, Cockpit) and seen.app.screen is not second)
        assert second.ended
        assert not seen.cockpit.ended

    await seen.stay(todo)


async def test_what_became_of_a_drive_covers_nothing(visit: Callable[..., Visit]) -> None:
    seen = visit("en")

    async def todo() -> None:
        await seen.pilot.press("f10", "1")
        await seen.until(lambda: seen.cockpit.ended)

    await seen.stay(todo)
    assert f"recorded as {seen.story.session_id}" in seen.shown
    assert list(seen.app._notifications) == []
