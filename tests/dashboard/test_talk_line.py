"""The line a person types on, the bar above it and the sliders, used as a person uses them."""

from typing import Any

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult

from simulator.dashboard.slider import Slider
from simulator.dashboard.sources import Talk
from simulator.dashboard.spec import Look
from simulator.dashboard.talk_bar import bar, meter
from simulator.dashboard.talk_input import MOST_CHARACTERS, TalkInput

SUGGESTIONS = ("Open the sunroof.", "I'm cold.")


class Keyboard(App[None]):
    """An app with a keyboard and a slider."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.refused: list[str] = []
        self.buttons = 0
        self.moved: list[float] = []

    def compose(self) -> ComposeResult:
        yield TalkInput(Look())
        yield Slider(20, 0, 60, 5, unit=" %")

    def on_mount(self) -> None:
        keyboard = self.query_one(TalkInput)
        keyboard.suggest(SUGGESTIONS)
        keyboard.focus()

    def on_talk_input_said(self, message: TalkInput.Said) -> None:
        self.said.append(message.text)

    def on_talk_input_button(self) -> None:
        self.buttons += 1

    def on_talk_input_refused(self, message: TalkInput.Refused) -> None:
        self.refused.append(message.why)

    def on_slider_moved(self, event: Slider.Moved) -> None:
        self.moved.append(event.value)


async def test_two_keys_say_the_suggestion() -> None:
    app = Keyboard()
    async with app.run_test() as pilot:
        assert SUGGESTIONS[0] in app.query_one(TalkInput).placeholder
        await pilot.press("tab", "enter")
        await pilot.press("tab", "enter")
    assert app.said == list(SUGGESTIONS)


async def test_tab_completes_what_was_begun() -> None:
    app = Keyboard()
    async with app.run_test() as pilot:
        await pilot.press(*"i'm")
        await pilot.pause()
        await pilot.press("tab", "enter")
    assert app.said == ["I'm cold."]


async def test_a_space_is_the_button_in_an_empty_line_only() -> None:
    app = Keyboard()
    async with app.run_test() as pilot:
        await pilot.press("space")
        await pilot.press(*"창문", "space", *"열어", "enter")
    assert (app.buttons, app.said) == (1, ["창문 열어"])


async def test_up_and_down_bring_back_what_was_said() -> None:
    app = Keyboard()
    async with app.run_test() as pilot:
        await pilot.press(*"one", "enter", *"two", "enter", "up", "up", "up")
        assert app.query_one(TalkInput).value == "one"
        await pilot.press("down", "enter")
        await pilot.press("down")
        assert app.query_one(TalkInput).value == ""
    assert app.said == ["one", "two", "two"]


@pytest.mark.parametrize(("pasted", "said"), [("열어\r\n\r\n줘\t요", ["열어 줘 요"]), ("x" * 10_000, []), ("\n\n", [])])
async def test_pasted_text_becomes_one_line_or_is_refused_and_kept(pasted: str, said: list[str]) -> None:
    from textual.events import Paste

    app = Keyboard()
    async with app.run_test() as pilot:
        app.query_one(TalkInput).post_message(Paste(pasted))
        await pilot.pause()
        await pilot.press("enter")
        assert app.said == said
        if len(pasted) > MOST_CHARACTERS:
            assert app.query_one(TalkInput).value == pasted
            assert app.refused == [f"too long: {len(pasted)} characters, at most {MOST_CHARACTERS}"]


async def test_keys_that_come_at_once_are_taken_in_their_order() -> None:
    from textual.events import Key

    app = Keyboard()
    async with app.run_test() as pilot:
        typed = [(letter, letter) for letter in "ab"] + [("ctrl+u", None), ("left", None)]
        typed += [(letter, letter) for letter in "cd"] + [("home", None), ("e", "e"), ("enter", "\r")]
        typed += [(letter, letter) for letter in "열어"] + [("enter", "\r"), ("f", "f"), ("backspace", None)]
        for key, character in typed:
            app.post_message(Key(key, character))
        await pilot.pause()
        assert app.said == ["ecd", "열어"]
        assert app.query_one(TalkInput).value == ""


async def test_an_empty_line_says_nothing() -> None:
    app = Keyboard()
    async with app.run_test() as pilot:
        await pilot.press("enter", "x", "backspace", "enter")
    assert app.said == []


async def test_a_slider_moves_by_keys_and_mouse_within_its_bounds() -> None:
    app = Keyboard()
    async with app.run_test(size=(60, 10)) as pilot:
        slider = app.query_one(Slider)
        slider.focus()
        await pilot.press("right", "left", "left", "end", "right", "home", "left")
        assert app.moved == [25, 20, 15, 60, 0]
        await pilot.click(Slider, offset=(slider.content_size.width - 9, 0))
        await pilot.pause()
        assert slider.value == 60
        assert "60 %" in slider.render().plain


@pytest.mark.parametrize("width", [10, 20, 40, 80])
@pytest.mark.parametrize(
    "talk",
    [
        Talk("speaking", saying="조수석 창문을 반쯤 열었어요. 더 필요한 게 있으세요?" * 3, said=20),
        Talk("hearing", level=0.7, partial="창문 좀 열어 줄래 " * 9),
        Talk("ended"),
        Talk("speaking", saying="\x1b[31mred\x07", said=3),
    ],
)
def test_the_bar_never_outgrows_its_line(talk: Talk, width: int) -> None:
    for hears in (False, True):
        line = bar(talk, hears=hears, width=width, look=Look())
        head = bar(Talk(talk.phase), hears=hears, width=width, look=Look()).cell_len
        assert line.cell_len <= max(width, head)
        assert "\x1b" not in line.plain


def test_the_meter_shows_loudness_by_its_shape() -> None:
    shown: list[Any] = [meter(level) for level in (0, 0.25, 0.5, 1, 7)]
    assert shown[0] == "········"
    assert shown[3] == shown[4] == "▁▂▃▄▅▆▇█"
    assert all(cell_len(text) == 8 for text in shown)
    assert len(set(shown)) == 4
