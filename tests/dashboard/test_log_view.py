"""The widget that shows logs, used as a person would."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

import pytest
from dashboard.logs_by_hand import MARK, begin, called, spoken
from dashboard.snapshots import screen_text
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.pilot import Pilot

from simulator.dashboard.log_view import LogView
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.registered import log
from simulator.dashboard.spec import Entry, Log, Look, Moment, Palette
from simulator.dashboard.story import Story
from simulator.events import AssistantSpoke, DriverSpoke, Event


class Lines:
    """A log with an entry for each driver's word; counts how often it is asked."""

    key = "lines"
    title = Phrase("Lines", "줄")

    def __init__(self) -> None:
        self.asked = 0

    def entry(self, story: Story, index: int, look: Look) -> Entry | None:
        self.asked += 1
        event = story.events[index]
        if not isinstance(event, DriverSpoke):
            return None
        details = (Text("detail one"), Text(f"hidden{index}")) if index % 2 else ()
        return Entry(Text(f"{'항목' if look.lang == 'ko' else 'entry'} {event.intended}"), details)


class Screen(App[None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave")]

    def __init__(self, source: Log) -> None:
        super().__init__()
        self.source = source
        self.escaped = 0

    def compose(self) -> ComposeResult:
        with Vertical():
            yield LogView(self.source, Look())

    def action_leave(self) -> None:
        self.escaped += 1

    def on_log_view_chosen(self, event: LogView.Chosen) -> None:
        self.chosen = event.index

    @property
    def view(self) -> LogView:
        return self.query_one(LogView)


def word(text: str) -> Event:
    return DriverSpoke(**MARK, intended=text)


def numbered(count: int) -> Story:
    """Return a story of its beginning and `count` words, so that event and entry numbers agree."""
    story = begin()
    for number in range(1, count + 1):
        story.append(word(str(number)))
    return story


def end(story: Story) -> Moment:
    return Moment(story, len(story))


def seen(app: App[None]) -> list[str]:
    """Return what the log shows between its borders, without the scroll bar."""
    return [line[2:-2].rstrip(" ▁▂▃▄▅▆▇█") for line in screen_text(app).split("\n")[1:-1]]


def top(app: App[None]) -> str:
    return seen(app)[0].strip("▸▾ ")


async def shown(app: Screen, pilot: Pilot[None], story: Story) -> None:
    app.view.show(end(story))
    await pilot.pause()


async def test_it_follows_the_newest_entry_until_somebody_looks_up() -> None:
    app, story = Screen(Lines()), numbered(100)
    async with app.run_test(size=(30, 12)) as pilot:
        await shown(app, pilot, story)
        assert seen(app)[-1] == "  entry 100"
        app.view.focus()
        await pilot.press("pageup")
        before = seen(app)
        story.append(word("101"))
        await shown(app, pilot, story)
        assert seen(app) == before
        assert "newer below" in screen_text(app).split("\n")[-1]
        await pilot.press("end")
        assert seen(app)[-1] == "▸ entry 101"
        assert "newer" not in screen_text(app)
        story.append(word("102"))
        await shown(app, pilot, story)
        assert seen(app)[-1] == "  entry 102"


async def test_scrolling_back_to_the_end_follows_again() -> None:
    app, story = Screen(Lines()), numbered(100)
    async with app.run_test(size=(30, 12)) as pilot:
        await shown(app, pilot, story)
        lines = app.view.lines
        lines.scroll_to(y=3, animate=False)
        await pilot.pause()
        assert top(app) == "entry 4"
        lines.scroll_to(y=lines.max_scroll_y, animate=False)
        story.append(word("101"))
        await shown(app, pilot, story)
        assert seen(app)[-1] == "▸ entry 101"


async def test_entries_after_the_position_are_hidden() -> None:
    app, story = Screen(Lines()), numbered(50)
    async with app.run_test(size=(30, 12)) as pilot:
        await shown(app, pilot, story)
        for position, last in ((21, "  entry 20"), (1, ""), (0, ""), (4, "▸ entry 3"), (51, "  entry 50")):
            app.view.show(Moment(story, position))
            await pilot.pause()
            lines = [line for line in seen(app) if line]
            assert (lines[-1] if lines else "") == last


async def test_an_empty_log_and_keys_that_find_nothing() -> None:
    app = Screen(Lines())
    async with app.run_test(size=(30, 12)) as pilot:
        app.view.focus()
        await pilot.press("up", "down", "enter", "space", "plus", "minus", "home", "end", "pageup", "pagedown")
        await shown(app, pilot, begin())
        await pilot.press("up", "down", "enter", "space", "plus", "minus", "home", "end", "pageup", "pagedown")
        assert set(seen(app)) == {""}
        assert app.view.search("x") == 0


async def test_entries_fold_and_unfold_at_the_cursor() -> None:
    app, story = Screen(Lines()), numbered(5)
    async with app.run_test(size=(30, 14)) as pilot:
        await shown(app, pilot, story)
        app.view.focus()
        await pilot.press("home", "enter")
        assert seen(app)[:4] == ["▾ entry 1", "    detail one", "    hidden1", "  entry 2"]
        assert app.chosen == 1
        await pilot.press("down", "enter")
        assert (app.chosen, seen(app)[3]) == (2, "  entry 2")
        await pilot.press("plus")
        assert [line for line in seen(app) if "hidden" in line] == ["    hidden1", "    hidden3", "    hidden5"]
        await pilot.press("minus")
        assert seen(app)[:5] == ["▸ entry 1", "  entry 2", "▸ entry 3", "  entry 4", "▸ entry 5"]


async def test_what_is_unfolded_at_the_bottom_comes_into_sight() -> None:
    app, story = Screen(Lines()), numbered(41)
    async with app.run_test(size=(30, 12)) as pilot:
        await shown(app, pilot, story)
        app.view.focus()
        await pilot.press("down", "enter")
        assert seen(app)[-3:] == ["▾ entry 41", "    detail one", "    hidden41"]


async def test_the_cursor_walks_through_an_entry_taller_than_the_screen() -> None:
    class Tall(Lines):
        def entry(self, story: Story, index: int, look: Look) -> Entry | None:
            return Entry(Text(f"head {index}"), tuple(Text(f"line {index}.{number}") for number in range(30)))

    app, story = Screen(Tall()), numbered(2)
    async with app.run_test(size=(30, 12)) as pilot:
        await shown(app, pilot, story)
        app.view.focus()
        await pilot.press("home", "enter")
        assert seen(app)[0] == "▾ head 0"
        await pilot.press("down")
        assert seen(app)[0] == "    line 0.0"
        await pilot.press(*["down"] * 20)
        assert seen(app)[-1] == "    line 0.29"
        await pilot.press("down")
        assert seen(app)[-1] == "▸ head 1"
        await pilot.press("up", *["up"] * 30)
        assert seen(app)[0] == "▾ head 0"


async def test_a_click_chooses_and_unfolds() -> None:
    app, story = Screen(Lines()), numbered(5)
    async with app.run_test(size=(30, 14)) as pilot:
        await shown(app, pilot, story)
        await pilot.click(LogView, offset=(5, 3))
        assert (app.chosen, seen(app)[2:5]) == (3, ["▾ entry 3", "    detail one", "    hidden3"])
        await pilot.click(LogView, offset=(7, 5))
        assert seen(app)[2] == "▾ entry 3"
        await pilot.click(LogView, offset=(5, 3))
        assert seen(app)[2] == "▸ entry 3"
        await pilot.click(LogView, offset=(5, 11))
        assert app.chosen == 3


async def test_searching_shows_what_holds_the_words_and_how_many() -> None:
    app, story = Screen(Lines()), numbered(120)
    async with app.run_test(size=(40, 12)) as pilot:
        await shown(app, pilot, story)
        app.view.focus()
        await pilot.press("slash", *"ENTRY 11")
        assert seen(app)[:3] == ["▸ entry 111", "  entry 112", "▸ entry 113"]
        assert seen(app)[-1].endswith("11 of 120")
        await pilot.press("backspace", "backspace", *"3", "enter", "up", "enter")
        assert app.chosen == 39
        story.append(word("3 more"))
        story.append(word("unlike"))
        await shown(app, pilot, story)
        assert seen(app)[-2] == "▸ entry 3 more"
        assert seen(app)[-1].endswith("12 of 122")
        await pilot.press("escape")
        assert app.view.shown == 122
        assert " of " not in screen_text(app)
        assert app.escaped == 0
        await pilot.press("escape")
        assert app.escaped == 1


async def test_searching_finds_what_is_folded_and_korean() -> None:
    app, story = Screen(Lines()), begin()
    for number in range(30):
        story.append(word(f"창문 {number}" if number % 10 else "선루프"))
    async with app.run_test(size=(40, 12)) as pilot:
        await shown(app, pilot, story)
        assert app.view.search("선루프") == 3
        assert app.view.search("\u1109\u1165\u11ab\u1105\u116e") == 3
        assert app.view.search("HIDDEN3") == 1
        assert app.view.search("[a-") == 0
        assert app.view.search("") == 30
        app.view.show(Moment(story, 11))
        assert app.view.search("선루프") == 1


async def test_another_story_begins_anew() -> None:
    app = Screen(Lines())
    async with app.run_test(size=(30, 12)) as pilot:
        await shown(app, pilot, numbered(60))
        app.view.focus()
        await pilot.press("home", "enter")
        await shown(app, pilot, numbered(30))
        assert seen(app)[-1] == "  entry 30"
        await pilot.press("home")
        assert seen(app)[0] == "▸ entry 1"


async def test_a_long_story_is_read_in_pieces() -> None:
    source = Lines()
    app, story = Screen(source), numbered(2000)
    async with app.run_test(size=(30, 12)) as pilot:
        app.view.show(end(story))
        assert source.asked < 250
        while app.view.shown < 2000:
            await pilot.pause()
        await pilot.pause()
        assert seen(app)[-1] == "  entry 2000"


@pytest.mark.parametrize("count", [500, 5_000])
async def test_work_does_not_grow_with_the_length_of_the_story(count: int) -> None:
    source = Lines()
    app, story = Screen(source), numbered(count)
    async with app.run_test(size=(30, 12)) as pilot:
        app.view.show(end(story))
        while app.view.shown < count:
            await pilot.pause()
        await pilot.pause()

        async def asked(step: Callable[[], None]) -> int:
            before = source.asked
            step()
            await pilot.pause()
            return source.asked - before

        story.append(word("new"))
        assert await asked(partial(app.view.show, end(story))) <= 2
        for position in (count // 2, 7, count // 3):
            assert await asked(partial(app.view.show, Moment(story, position))) <= 12
        assert await asked(partial(app.view.restyle, Look(palette=Palette(text="red")))) <= 12
        assert await asked(partial(app.view.lines.look_for, "entry 1")) <= 24
        before = source.asked
        await pilot.resize_terminal(24, 12)
        await pilot.pause()
        assert source.asked - before <= 24


async def test_korean_is_wrapped_anew_at_every_width_and_never_cut() -> None:
    app, story = Screen(log("dialogue")), begin("ko")
    for events in (
        spoken(
            "운전석 창문을 절반만 열어 주시고 에어컨은 꺼 주세요", "운전석 창문 절반만 열어 주시고 에어컨은 켜 주세요"
        ),
        called("open_close_window", {"window": "DRIVER"}, ("openings.window_driver_position", 0, 50)),
    ):
        for event in events:
            story.append(event)
    story.append(AssistantSpoke(**MARK, text="가나다라마바사" * 20, digest=""))
    async with app.run_test(size=(60, 80)) as pilot:
        app.view.restyle(Look("ko"))
        await shown(app, pilot, story)
        for width in (20, 21, 33, 47, 60, 120):
            await pilot.resize_terminal(width, 80)
            await pilot.pause()
            told = "".join("".join(line.split()) for line in seen(app))
            assert "가나다라마바사" * 20 in told
            assert "[-창문을-]{+창문+}" in told


async def test_the_entry_at_the_top_stays_when_the_width_changes() -> None:
    app, story = Screen(Lines()), begin()
    for number in range(100):
        story.append(word(f"{number}: " + "long words that have to be wrapped " * 2))
    async with app.run_test(size=(90, 12)) as pilot:
        await shown(app, pilot, story)
        app.view.lines.scroll_to(y=40, animate=False)
        await pilot.pause()
        before = seen(app)[0][2:12]
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert seen(app)[0][2:12] == before


async def test_what_comes_while_it_is_hidden_is_there_when_it_is_shown() -> None:
    app, story = Screen(Lines()), numbered(3)
    async with app.run_test(size=(60, 12)) as pilot:
        app.view.display = False
        await shown(app, pilot, story)
        await pilot.resize_terminal(30, 12)
        for number in range(4, 301):
            story.append(word(str(number)))
            app.view.show(end(story))
        await pilot.pause()
        app.view.display = True
        await pilot.pause()
        assert seen(app)[-1] == "  entry 300"
        app.view.display = False
        await pilot.pause()
        story.append(word("301"))
        app.view.show(end(story))
        await pilot.resize_terminal(50, 12)
        app.view.display = True
        await pilot.pause()
        assert seen(app)[-1] == "▸ entry 301"


async def test_language_and_styles_change_in_place() -> None:
    app, story = Screen(Lines()), numbered(100)
    async with app.run_test(size=(40, 12)) as pilot:
        await shown(app, pilot, story)
        app.view.focus()
        await pilot.press("pageup")
        before = top(app)
        app.view.restyle(Look("ko"))
        await pilot.pause()
        assert top(app) == before.replace("entry", "항목")
        assert app.view.border_title == "줄"
        assert "새 항목" in screen_text(app)
        await pilot.press("slash", "9")
        assert seen(app)[-1].endswith("19/100건")


async def test_bursts_of_events_between_two_repaints() -> None:
    app, story = Screen(Lines()), begin()
    async with app.run_test(size=(30, 12)) as pilot:
        for number in range(1, 501):
            story.append(word(str(number)))
            app.view.show(end(story))
            if number % 50 == 0:
                await pilot.resize_terminal(24 + number % 7, 8 + number % 5)
        await pilot.pause()
        assert seen(app)[-1] == "  entry 500"
