"""The real cockpit in a real terminal, driven by keys."""

from collections.abc import Iterator

import pytest
from command_line import Dashtalk
from terminal import Terminal, terminal, tmux_is_here

pytestmark = pytest.mark.skipif(not tmux_is_here(), reason="tmux is not installed")

REQUEST = "조수석 창문을 50퍼센트로 열어 줘."
ANSWER = "조수석 창문을 50퍼센트로 맞췄어요"
FLAGS = ("--lang", "ko", "--ui-lang", "ko", "--channel", "text", "--agent", "baseline")


@pytest.fixture
def cockpit(dashtalk: Dashtalk) -> Iterator[Terminal]:
    with terminal(dashtalk.folder) as made:
        yield made


def drive(dashtalk: Dashtalk, cockpit: Terminal, size: tuple[int, int] = (120, 40), **more: str) -> None:
    shown = {"TERM": "tmux-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
    environment = dashtalk.environment | shown | more
    cockpit.start(dashtalk.command("drive", *FLAGS), environment, dashtalk.folder, size)
    cockpit.wait_for("말씀하세요")


def test_a_korean_request_is_typed_answered_and_scored(dashtalk: Dashtalk, cockpit: Terminal) -> None:
    drive(dashtalk, cockpit)
    cockpit.type(REQUEST)
    cockpit.press("Enter")
    shown = cockpit.wait_for(ANSWER)
    assert REQUEST in shown
    cockpit.wait_for(r"조수석 창문 0 ?% → 50 ?%")
    cockpit.press("F10")
    cockpit.wait_for("주행을 끝낼까요")
    cockpit.press("1")
    cockpit.wait_for("주행이 끝")
    cockpit.press("C-q")
    assert cockpit.exit_code() == 0
    told = cockpit.screen()
    assert "dashtalk show" in told
    assert ANSWER in dashtalk("show", "0000").stdout


def test_it_fits_whatever_size_the_terminal_gets(dashtalk: Dashtalk, cockpit: Terminal) -> None:
    drive(dashtalk, cockpit)
    typed = ""
    for width, height in ((80, 24), (200, 60), (40, 12), (120, 40)):
        cockpit.resize(width, height)
        # The line to type on is there at any size, and what was typed is not lost.
        cockpit.type("가")
        typed += "가"
        shown = cockpit.wait_for(rf"(?m)^.? +{typed}( |$)")
        assert len(shown.rstrip("\n").split("\n")) <= height
    cockpit.press("C-u")
    cockpit.type(REQUEST)
    cockpit.press("Enter")
    cockpit.wait_for(ANSWER)


@pytest.mark.parametrize("terminal_kind", [{}, {"TERM": "xterm", "COLORTERM": ""}, {"NO_COLOR": "1"}])
def test_ctrl_c_keeps_the_session(dashtalk: Dashtalk, cockpit: Terminal, terminal_kind: dict[str, str]) -> None:
    drive(dashtalk, cockpit, (80, 24), **terminal_kind)
    cockpit.type(REQUEST)
    cockpit.press("Enter")
    cockpit.wait_for(ANSWER)
    cockpit.press("C-c")
    assert cockpit.exit_code() == 130
    assert "Traceback" not in cockpit.screen()
    assert "dashtalk show" in cockpit.screen()
    told = dashtalk("show", "0000").stdout
    assert REQUEST in told
    assert ANSWER in told
