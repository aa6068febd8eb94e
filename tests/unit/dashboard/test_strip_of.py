"""A line of a panel on the screen keeps its styles and its width."""

import pytest
from rich.text import Text

from simulator.dashboard.panel_view import strip_of


@pytest.mark.parametrize("line", [Text("서울 16:03", "bold"), Text("서울 ", "bold").append("16:03")])
def test_the_style_of_a_whole_line_is_kept(line: Text) -> None:
    strip = strip_of(line, 12)
    assert strip.cell_length == 12
    assert strip.text.rstrip() == "서울 16:03"
    assert all(piece.style is not None and piece.style.bold for piece in strip if piece.text.strip())
