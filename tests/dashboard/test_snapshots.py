"""The harness itself: what it lets pass and what it catches."""

from pathlib import Path

import pytest
from dashboard import snapshots
from dashboard.snapshots import checked_line, drawn_text, matches, screen_text
from rich.segment import Segment
from rich.text import Text
from textual.app import App, ComposeResult
from textual.widgets import Static


class Korean(App[None]):
    def __init__(self, colour: str = "red") -> None:
        super().__init__()
        self._colour = colour

    def compose(self) -> ComposeResult:
        yield Static(f"창문 [{self._colour}]열림[/] 25%")


async def shown(app: App[None], *, styles: bool = False) -> str:
    async with app.run_test(size=(20, 3)) as pilot:
        await pilot.pause()
        return screen_text(app, styles=styles)


async def test_a_screen_is_text_with_a_column_per_cell() -> None:
    lines = (await shown(Korean())).split("\n")
    assert lines == ["창문 열림 25%       ", " " * 20, " " * 20]


async def test_another_colour_is_seen_only_where_styles_are_asked_for() -> None:
    assert await shown(Korean("red")) == await shown(Korean("blue"))
    red = await shown(Korean("red"), styles=True)
    assert red != await shown(Korean("blue"), styles=True)
    assert red == await shown(Korean("red"), styles=True)
    assert red.endswith("\nc = on #121212\n0 a5 b4 a4 c7\n1-2 c20")


@pytest.mark.parametrize(
    ("text", "width", "reason"),
    [
        ("창문", 3, "takes 4 columns instead of 3"),
        ("창문", 5, "takes 4 columns instead of 5"),
        ("a\x1b[31m", 6, "which a terminal would obey"),
        ("a\tb", 3, "which a terminal would obey"),
    ],
)
def test_lines_that_a_terminal_would_shift_are_refused(text: str, width: int, reason: str) -> None:
    with pytest.raises(AssertionError, match=reason):
        checked_line([Segment(text)], width, "line 0")


def test_drawn_lines_may_be_shorter_but_not_wider() -> None:
    assert drawn_text([Text("창문 25%")], 8) == "창문 25%"
    with pytest.raises(AssertionError, match="takes 8 columns of 7"):
        drawn_text([Text("창문 25%")], 7)


def test_texts_are_kept_and_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "PLACE", tmp_path)
    monkeypatch.delenv(snapshots.WRITE, raising=False)
    with pytest.raises(AssertionError, match=r"nothing is kept as one\.txt"):
        matches("one", "창문 열림")
    monkeypatch.setenv(snapshots.WRITE, "write")
    matches("one", "창문 열림  \n")
    monkeypatch.delenv(snapshots.WRITE)
    matches("one", "창문 열림\n")
    with pytest.raises(AssertionError, match=r"-창문 열림\n\+창문 닫힘"):
        matches("one", "창문 닫힘")
