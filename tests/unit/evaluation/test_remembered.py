"""Answers that are kept while one session is scored, and no longer."""

from drives import Drive, scenario

from evaluation.remembered import remembered, remembering
from evaluation.spec import obstacle
from evaluation.verdict import Outcome, score_session


def test_a_question_is_answered_once_inside_and_every_time_outside() -> None:
    asked: list[list[int]] = []

    @remembered
    def total(numbers: list[int]) -> int:
        asked.append(numbers)
        return sum(numbers)

    numbers, equal = [1, 2], [1, 2]
    assert (total(numbers), total(numbers)) == (3, 3)
    assert len(asked) == 2
    with remembering():
        assert (total(numbers), total(numbers), total(equal)) == (3, 3, 3)
        assert len(asked) == 4
    numbers.append(3)
    assert total(numbers) == 6
    with remembering():
        assert total(numbers) == 6


def test_two_functions_do_not_share_answers() -> None:
    @remembered
    def first(numbers: list[int]) -> int:
        return numbers[0]

    @remembered
    def last(numbers: list[int]) -> int:
        return numbers[-1]

    numbers = [1, 2]
    with remembering():
        assert (first(numbers), last(numbers)) == (1, 2)


def test_a_session_that_goes_on_after_it_was_scored_is_looked_at_anew() -> None:
    drive = Drive(scenario(("set_fan_speed", {"level": 3})))
    drive.hear("Please.")
    drive.step(("set_fan_speed", {"level": 3}))
    before = score_session(drive.trajectory, drive.scenario)
    assert before.outcome is not Outcome.PASSED
    assert "cut off" in obstacle(drive.trajectory)
    drive.say("Okay, that's done.")
    trajectory = drive.end()
    assert obstacle(trajectory) == ""
    assert score_session(trajectory, drive.scenario).outcome is Outcome.PASSED
