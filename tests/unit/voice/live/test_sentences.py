"""Answers in pieces, and how much of one was heard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice.live.echo import is_echo
from voice.live.sentences import Piece, audible, spoken_pieces


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Okay. It is 22.5 degrees now. Anything else?", ("Okay.", "It is 22.5 degrees now.", "Anything else?")),
        ("네. 운전석을 22도로 맞췄어요! 더 필요하세요?", ("네.", "운전석을 22도로 맞췄어요!", "더 필요하세요?")),
        ("Dr. Kim waits.", ("Dr. Kim waits.",)),
        ("no mark at all", ("no mark at all",)),
        ("first\nsecond", ("first", "second")),
        ("  ", ()),
        (
            "The air conditioning is on now, and the fan runs at level three. Yes.",
            ("The air conditioning is on now,", "and the fan runs at level three.", "Yes."),
        ),
        (
            "가까운 충전소를 찾았어요, 여기서 3.5킬로미터 떨어져 있어요.",
            ("가까운 충전소를 찾았어요,", "여기서 3.5킬로미터 떨어져 있어요."),
        ),
        ("Yes, it is.", ("Yes, it is.",)),
    ],
)
def test_pieces(text: str, pieces: tuple[str, ...]) -> None:
    assert spoken_pieces(text) == pieces


@given(st.text(alphabet="ab. ,?!…\n네22", max_size=200))
def test_nothing_is_lost_or_added(text: str) -> None:
    assert "".join("".join(spoken_pieces(text)).split()) == "".join(text.split())


PIECES = (Piece("It is on.", 1000), Piece("Shall I close the windows", 2000), Piece("too?", 500))


@pytest.mark.parametrize(
    ("played_ms", "heard"),
    [
        (0, ""),
        (999, "It is"),
        (1000, "It is on."),
        (2100, "It is on. Shall I close"),
        (3000, "It is on. Shall I close the windows"),
        (9000, "It is on. Shall I close the windows too?"),
    ],
)
def test_what_was_heard_of_a_cut_answer(played_ms: int, heard: str) -> None:
    assert audible(PIECES, played_ms) == heard


@pytest.mark.parametrize(
    ("heard", "spoken", "echo"),
    [
        ("the air conditioning is on", "Okay, the air conditioning is on now.", True),
        ("에어컨을 켰어요 더 필요", "네, 에어컨을 켰어요. 더 필요하세요?", True),
        ("open the sunroof", "Okay, the air conditioning is on now.", False),
        ("yes", "Yes, it is on.", False),
        ("네", "네, 켰어요.", False),
        ("네", "네.", True),
        ("", "Okay.", False),
        ("창문 닫아 줘", "창문을 닫을까요?", False),
    ],
)
def test_our_own_voice_is_told_from_an_answer(heard: str, spoken: str, echo: bool) -> None:
    assert is_echo(heard, spoken) is echo
