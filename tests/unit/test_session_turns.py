"""What a session measures of its turns: the time of tools, and of a turn that ends it."""

import itertools
import time
from collections.abc import Callable, Iterator

import pytest
from sessions import FAN, Playing, calls, play

from simulator.channel import TextChannel
from simulator.events import Event, StepClosed, Termination, Timed, TurnTimed
from simulator.session import Limits

CALL = ("call_phone_by_number", {"phone_number": "+82 10 1234 5678"})


class Clocked(TextChannel):
    """A channel that measures its turns."""

    def measured(self, mark: Callable[[], dict[str, int]]) -> Iterator[Event]:
        yield TurnTimed.model_validate({**mark(), "mode": "typed", "t_asr_final": 1.0})


async def test_every_step_tells_how_long_its_tools_took(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    # A clock that stands still but for one tick each time it is read.
    monkeypatch.setattr(time, "perf_counter", lambda: next(ticks) / 8)
    trajectory = await play(Playing(calls(FAN, FAN), calls(FAN)))
    tools = [event for event in trajectory.of(Timed) if event.stage == "tools"]
    assert len(tools) == len(list(trajectory.of(StepClosed))) == 2
    assert [event.duration_ms for event in tools] == [250, 125]


async def test_a_turn_that_ends_in_a_call_is_measured_like_the_others() -> None:
    trajectory = await play(Playing(calls(CALL)), channel=Clocked())
    assert trajectory.ended is not None
    assert trajectory.ended.termination is Termination.CALL_PLACED
    assert [event.turn for event in trajectory.of(TurnTimed)] == [0]


async def test_a_turn_that_is_cut_short_is_measured_once() -> None:
    trajectory = await play(Playing(*[calls(FAN)] * 4), channel=Clocked(), limits=Limits(max_steps=2))
    assert trajectory.ended is not None
    assert trajectory.ended.termination is Termination.MAX_STEPS
    assert [event.turn for event in trajectory.of(TurnTimed)] == [0]


async def test_a_driver_who_is_content_is_measured_once_a_turn() -> None:
    trajectory = await play(Playing(calls(FAN)), channel=Clocked())
    assert [event.turn for event in trajectory.of(TurnTimed)] == [0]
