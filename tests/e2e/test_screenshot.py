"""`dashtalk screenshot` on a stored session."""

import pytest
from command_line import Dashtalk


@pytest.fixture
def played(dashtalk: Dashtalk) -> Dashtalk:
    dashtalk.run("--lang", "ko", of=("base-quarter-window",))
    return dashtalk


def test_a_recorded_session_becomes_a_picture(played: Dashtalk) -> None:
    end = played("screenshot", "0000", "--out", "end.svg", "--ui-lang", "ko").stdout
    first = played("screenshot", "0000", "--out", "first.svg", "--turn", "1", "--theme", "light", "--size", "80x24")
    assert end.startswith("end.svg: 120x40 cells, base-quarter-window [ko] after ")
    assert first.stdout.startswith("first.svg: 80x24 cells")
    pictures = [(played.folder / name).read_text(encoding="utf-8") for name in ("end.svg", "first.svg")]
    assert all(picture.startswith("<svg ") and "https:" not in picture for picture in pictures)
    # The same session gives the same picture.
    played("screenshot", "0000", "--out", "again.svg", "--ui-lang", "ko")
    assert (played.folder / "again.svg").read_text(encoding="utf-8") == pictures[0]


WRONG = (
    (["0000", "--out", "a.svg", "--size", "huge"], "--size: 'huge' is no size"),
    (["0000", "--out", "a.svg", "--size", "5x5"], "--size: 5x5 must lie between"),
    (["0000", "--out", "a.svg", "--turn", "9"], "has turns 1 to "),
    (["0000", "--out", "nowhere/a.svg"], "--out: there is no folder nowhere"),
    (["0000", "--out", "a.svg", "--theme", "drak"], "unknown theme 'drak': did you mean 'dark'?"),
    (["0000", "--out", "a.png"], "--out: pictures are SVG files; name it a.svg"),
    (["9999", "--out", "a.svg"], "9999"),
)


def test_what_cannot_be_drawn_is_told_in_one_line(played: Dashtalk) -> None:
    for flags, told in WRONG:
        done = played("screenshot", *flags, code=2)
        assert told in done.stderr
        assert done.stderr.count("\n") == 1
