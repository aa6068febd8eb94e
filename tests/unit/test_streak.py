"""When a run had better stop."""

import pytest
from sessions import FAN, Playing, Wondering, calls, play

from evaluation.verdict import Outcome
from simulator.streak import DefectStreak, unanswered
from simulator.trajectory import Trajectory
from simulator.users.spec import Utterance

DOWN = RuntimeError("cannot reach it")


async def dead(message: str = "cannot reach it") -> Trajectory:
    return await play(Playing(RuntimeError(message)))


async def test_so_many_in_a_row_for_one_reason() -> None:
    streak = DefectStreak(3)
    for _ in range(2):
        streak.note(Outcome.DEFECT, await dead())
        assert streak.verdict == ""
    streak.note(Outcome.DEFECT, await dead())
    assert streak.verdict == "3 sessions in a row got no answer from the assistant (RuntimeError: cannot reach it)"


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
    assert unanswered(await dead()) == ("assistant", "RuntimeError: cannot reach it")
    assert unanswered(await play(Playing(), user=Wondering(DOWN))) == ("driver", "RuntimeError: cannot reach it")
    # What breaks later has answered before.
    assert unanswered(await play(Playing(calls(FAN), DOWN))) is None
    assert unanswered(await play(Playing(), user=Wondering(Utterance("hello"), DOWN))) is None
    assert unanswered(await play(Playing(calls(FAN)))) is None
    assert unanswered(Trajectory()) is None
