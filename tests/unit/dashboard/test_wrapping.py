"""Texts broken into lines."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from simulator.dashboard.safe_text import many_lines, one_line
from simulator.dashboard.wrapping import line_count, wrapped

WORDS = st.lists(
    st.sampled_from(["a", "driver's", "창문을", "운전석", "x" * 40, "가" * 30, "50", "→", "e\u0301e\u0301"]),
    max_size=30,
)
TEXTS = st.tuples(st.sampled_from(["", "  ", "      "]), WORDS, st.sampled_from([" ", "  ", "\n"])).map(
    lambda parts: parts[0] + parts[2].join(parts[1])
)


@given(TEXTS, st.integers(2, 90), st.booleans())
def test_lines_fit_keep_every_character_and_are_as_many_as_counted(text: str, width: int, hanging: bool) -> None:
    lines = wrapped(Text(text), width, hanging=hanging)
    assert all(cell_len(line.plain.rstrip()) <= max(width, 2) for line in lines)
    assert "".join("".join(line.plain.split()) for line in lines) == "".join(text.split())
    assert len(lines) == line_count(text, width, hanging=hanging)


def test_korean_breaks_between_words_and_long_words_between_glyphs() -> None:
    assert [line.plain for line in wrapped(Text("운전석 창문을 열어 줘요"), 9)] == ["운전석", "창문을", "열어 줘요"]
    assert [line.plain for line in wrapped(Text("운전석창문"), 5)] == ["운전", "석창", "문"]


def test_further_lines_hang() -> None:
    assert [line.plain for line in wrapped(Text("  ab cd ef"), 6, hanging=True)] == ["  ab", "  cd", "  ef"]
    assert [line.plain for line in wrapped(Text("ab cd ef gh"), 6, hanging=True)] == ["ab cd", "  ef", "  gh"]


def test_styles_stay_on_their_words() -> None:
    first, second = wrapped(Text.assemble(("red ", "red"), ("blue", "blue")), 5)
    assert [(line.plain, line.spans[0].style) for line in (first, second)] == [("red", "red"), ("blue", "blue")]


@given(st.text(max_size=200))
def test_nothing_unprintable_is_left(text: str) -> None:
    assert one_line(text).isprintable()
    assert all(line.isprintable() for line in many_lines(text))


def test_signs_are_as_wide_as_they_look() -> None:
    assert one_line("❤\ufe0f 👍🏽") == "❤ 👍"
    assert one_line("\u1112\u1161\u11ab글") == "한글"
