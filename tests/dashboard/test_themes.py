"""What can be read under each theme, and which one a terminal gets."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from dashboard.screens import DeckApp, FakeGarage, FakeRuns, moment, story
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.style import Style
from textual.app import App, ComposeResult
from textual.widgets import Input, OptionList

from simulator.dashboard.app import DashtalkApp
from simulator.dashboard.look import palette_of
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.themes import PALETTES, SHADES, THEMES, chosen_theme, use_theme
from simulator.registry import UsageError

COLOURED = sorted(SHADES)
TERMINAL = sorted(set(THEMES) - set(SHADES))


def luminance(colour: tuple[int, int, int]) -> float:
    """Source: WCAG 2.2, definition of relative luminance."""
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in _shares(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _shares(colour: tuple[int, int, int]) -> Iterator[float]:
    return (value / 255 for value in colour)


def contrast(one: str, other: str) -> float:
    """Source: WCAG 2.2, definition of contrast ratio."""
    first, second = (luminance(RichColor.parse(name).get_truecolor()) for name in (one, other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def in_256(name: str) -> str:
    triplet = RichColor.parse(name).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
    return triplet.hex


def test_the_measure_knows_the_standard_s_own_examples() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("reduced", [False, True], ids=["truecolor", "256"])
@pytest.mark.parametrize("theme", COLOURED)
def test_contrast(theme: str, reduced: bool) -> None:
    shades = SHADES[theme]
    seen = in_256 if reduced else str
    for ground in (shades.background, shades.surface, shades.panel, shades.selected):
        assert contrast(seen(shades.text), seen(ground)) >= 7, f"text on {ground}"
    others = ("label", "accent", "good", "bad", "warn", "driver", "assistant")
    for name, ground in product(others, (shades.background, shades.surface, shades.panel)):
        found = contrast(seen(getattr(shades, name)), seen(ground))
        assert found >= 4.5, f"{name} on {ground}: {found:.2f}"
    # Source: WCAG 2.2, 1.4.11, for what only has to be seen, as borders and cursors.
    assert contrast(seen(shades.border), seen(shades.background)) >= 3
    flash = Style.parse(PALETTES[theme].flash)
    assert flash.color is not None
    assert flash.bgcolor is not None
    assert contrast(seen(flash.color.name), seen(flash.bgcolor.name)) >= 4.5


def cells(app: App[Any]) -> Iterator[tuple[str, Style]]:
    """Yield what stands on the screen, with its style."""
    for line in app.screen._compositor.render_strips():
        for piece in line:
            if piece.text.strip():
                yield piece.text, piece.style or Style()


# Strokes that only divide the screen.
LINES = set("─│╭╮╰╯━┃┏┓┗┛╸╺┄┊▔▁▏▕┌┐└┘├┤┬┴┼╌╎·")


@pytest.mark.parametrize("theme", COLOURED)
@pytest.mark.parametrize("locale", ["en", "ko"])
async def test_everything_on_the_screen_can_be_read(theme: str, locale: Any) -> None:
    app = DeckApp(moment(story(locale=locale)), lang=locale, theme=theme)
    async with app.run_test(size=(180, 50)) as pilot:
        await pilot.pause()
        await pilot.pause()
        seen = list(cells(app))
        assert len(seen) > 100
        for text, style in seen:
            if set(text) <= LINES | {" "}:
                continue
            assert style.color is not None
            assert style.bgcolor is not None
            pair = (style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex)
            assert contrast(*(pair[::-1] if style.reverse else pair)) >= 4.5, f"{text!r}: {style}"
            assert not style.dim, f"{text!r} is dimmed"


@pytest.mark.parametrize("theme", TERMINAL)
async def test_terminal_themes_send_no_colour_but_the_terminal_s_own(theme: str) -> None:
    app = DeckApp(moment(), theme=theme)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        used = {colour for _, style in cells(app) for colour in (style.color, style.bgcolor) if colour is not None}
        assert {colour.type.name for colour in used} <= {"DEFAULT", "STANDARD"}
        # Nobody knows what the 16 look like behind a letter, so nothing but the terminal's own background is used.
        grounds = {style.bgcolor.name for _, style in cells(app) if style.bgcolor is not None}
        assert grounds <= {"default"}


@pytest.mark.parametrize(
    ("wanted", "system", "environment", "theme"),
    [
        ("auto", "truecolor", {}, "dark"),
        ("", "256", {}, "dark"),
        ("auto", "standard", {}, "terminal-dark"),
        ("auto", None, {}, "terminal-dark"),
        ("auto", "standard", {"COLORFGBG": "0;15"}, "terminal-light"),
        ("auto", "standard", {"COLORFGBG": "15;0"}, "terminal-dark"),
        ("auto", "truecolor", {"NO_COLOR": "1"}, "terminal-dark"),
        ("auto", "truecolor", {"NO_COLOR": ""}, "dark"),
        ("light", "standard", {}, "light"),
        ("light", "truecolor", {"NO_COLOR": "1"}, "terminal-dark"),
        ("terminal-light", "truecolor", {"NO_COLOR": "1"}, "terminal-light"),
    ],
)
def test_a_terminal_gets_a_theme_it_can_show(
    wanted: str, system: str | None, environment: Mapping[str, str], theme: str
) -> None:
    assert chosen_theme(wanted, system, environment) == theme


def test_an_unknown_theme_is_told_in_one_line() -> None:
    with pytest.raises(UsageError, match="unknown theme 'drak': did you mean 'dark'"):
        chosen_theme("drak", "truecolor", {})


@pytest.mark.parametrize("theme", TERMINAL)
def test_without_colours_changes_and_failures_still_look_different(theme: str) -> None:
    palette = palette_of(THEMES[theme])
    styles = {name: Style.parse(getattr(palette, name) or "none").without_color for name in ("text", "bad", "flash")}
    assert len(set(styles.values())) == 3


async def test_without_colours_none_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    app = DashtalkApp(FakeGarage(), FakeRuns(), lambda app: Replay(story(), position=20), theme="high-contrast")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert app.theme == "terminal-dark"
        for text, style in cells(app):
            for colour in (style.color, style.bgcolor):
                assert colour is None or colour.is_default, f"{text!r}: {style}"


@pytest.mark.parametrize("focused", [Input, OptionList])
async def test_without_colours_what_is_chosen_is_underlined_wherever_the_focus_is(
    monkeypatch: pytest.MonkeyPatch, focused: type[Input] | type[OptionList]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    class Choosing(App[None]):
        CSS_PATH = DeckApp.CSS_PATH

        def compose(self) -> ComposeResult:
            yield Input()
            yield OptionList("first", "second")

        def on_mount(self) -> None:
            self.query_one(focused).focus()
            self.query_one(OptionList).highlighted = 1

    app = Choosing(ansi_color=True)
    use_theme(app, "")
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.pause()
        pieces = [piece for strip in app.screen._compositor.render_strips() for piece in strip]
    underlined = "".join(piece.text for piece in pieces if piece.style is not None and piece.style.underline)
    assert "second" in underlined
    assert "first" not in underlined
