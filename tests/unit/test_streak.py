"""When a run had better stop."""

import re

import pytest
from sessions import FAN, Playing, Wondering, calls, play

from evaluation.verdict import Outcome
from simulator.streak import DefectStreak, unanswered
from simulator.trajectory import Trajectory
from simulator.users.spec import Utterance


def without_place(text: str) -> str:
    """Leave out in which line of the assistant it was raised."""
    return re.sub(r" \(\S+\.py:\d+\)", "", text)


DOWN = RuntimeError("cannot reach it")


async def dead(message: str = "cannot reach it") -> Trajectory:
    return await play(Playing(RuntimeError(message)))


async def test_so_many_in_a_row_for_one_reason() -> None:
    streak = DefectStreak(3)
    for _ in range(2):
        streak.note(Outcome.DEFECT, await dead())
        assert streak.verdict == ""
    streak.note(Outcome.DEFECT, await dead())
    assert without_place(streak.verdict) == (
        "3 sessions in a row got no answer from the assistant (RuntimeError: cannot reach it)"
    )


@pytest.mark.parametrize("outcome", [Outcome.PASSED, Outcome.FAILED, Outcome.INVALID, Outcome.UNSCORED])
async def test_any_other_end_begins_anew(outcome: Outcome) -> None:
    streak, gone = DefectStreak(2), await dead()
    streak.note(Outcome.DEFECT, gone)
    streak.note(outcome, await play(Playing(calls(FAN))))
    streak.note(Outcome.DEFECT, gone)
    assert streak.verdict == ""
    streak.note(Outcome.DEFECT, gone)
    assert streak.verdict


async def test_another_reason_begins_anew() -> None:
    streak = DefectStreak(2)
    streak.note(Outcome.DEFECT, await dead("wrong key"))
    streak.note(Outcome.DEFECT, await dead())
    assert streak.verdict == ""


async def test_zero_never_stops() -> None:
    streak = DefectStreak(0)
    for _ in range(50):
        streak.note(Outcome.DEFECT, await dead())
    assert streak.verdict == ""


async def test_who_gave_no_answer_at_all() -> None:
    where, told = unanswered(await dead()) or ("", "")
    assert (where, without_place(told)) == ("assistant", "RuntimeError: cannot reach it")
    assert unanswered(await play(Playing(), user=Wondering(DOWN))) == ("driver", "RuntimeError: cannot reach it")
    # What breaks later has answered before.
    assert unanswered(await play(Playing(calls(FAN), DOWN))) is None
    assert unanswered(await play(Playing(), user=Wondering(Utterance("hello"), DOWN))) is None
    assert unanswered(await play(Playing(calls(FAN)))) is None
    assert unanswered(Trajectory()) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("limits (429); it asks to come back in 35991 s", "limits (429); it asks to come back in 7 s"),
        ("no room at 2026-11-30T09:10:11Z", "no room at 2026-11-30T09:10:12Z"),
        ("failed, see req-8f3a99 of 10.0.0.7", "failed, see req-17bc02 of 10.0.0.8"),
        ("waited 1.5 seconds", "waited 12 seconds"),
    ],
)
async def test_what_differs_each_time_is_no_other_reason(first: str, second: str) -> None:
    streak = DefectStreak(2)
    streak.note(Outcome.DEFECT, await dead(first))
    streak.note(Outcome.DEFECT, await dead(second))
    told = without_place(streak.verdict)
    assert told == f"2 sessions in a row got no answer from the assistant (RuntimeError: {second})"


@pytest.mark.parametrize(
    ("first", "second"), [("refused (401)", "refused (403)"), ("failed (503, busy)", "failed (500, busy)"), ("a", "b")]
)
async def test_another_status_is_another_reason(first: str, second: str) -> None:
    streak = DefectStreak(2)
    streak.note(Outcome.DEFECT, await dead(first))
    streak.note(Outcome.DEFECT, await dead(second))
    assert streak.verdict == ""
