"""Whenever a person reaches in, the steps stay whole and the session can be replayed."""

import asyncio
from typing import Any

from drives import Call, scenario
from hypothesis import given, settings
from hypothesis import strategies as st
from sessions import FAN, Playing, calls, session

from evaluation.replay import final_state
from simulator.agents.spec import Reply
from simulator.events import SessionEnded, StepClosed, ToolCalled, ToolReturned
from simulator.hands import Hands
from simulator.trajectory import AssistantView, Trajectory

OF = scenario(FAN)
ANSWERS = (
    calls(FAN, ("set_fan_speed", {"level": 1})),
    calls(("open_close_window", {"window": "ALL", "percentage": 10}), ("set_fan_speed", {"level": 9}), FAN),
)
ACTS: tuple[Call, ...] = (
    ("open_close_window", {"window": "DRIVER", "percentage": 70}),
    ("set_fan_speed", {"level": 5}),
    ("drive", {"speed_kph": 80}),
    ("drive", {"speed_kph": -1}),
    ("ring_phone", {"caller": "Ann"}),
    ("end_ringing", {}),
    ("set_outside_weather", {"condition": "cloudy_and_rain"}),
    ("no_such_lever", {}),
)


class Pausing(Playing):
    """Thinks for some turns of the loop before every answer."""

    def __init__(self, pauses: list[int]) -> None:
        super().__init__(*ANSWERS)
        self.pauses = pauses

    async def respond(self, view: AssistantView) -> Reply:
        for _ in range(self.pauses.pop() if self.pauses else 0):
            await asyncio.sleep(0)
        return await super().respond(view)


async def _played(pauses: list[int], acts: dict[int, list[int]], looks: list[int]) -> Trajectory:
    hands = Hands()
    made = session(Pausing(pauses), OF, hands=hands)
    seen: list[Any] = []
    async for event in made.run():
        seen.append(event)
        for number in acts.get(len(seen), ()):
            hands.do(*ACTS[number])
        for _ in range(looks[len(seen) % len(looks)]):
            await asyncio.sleep(0)
    assert seen == made.trajectory.events
    return made.trajectory


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.integers(0, 4), max_size=4),
    st.dictionaries(st.integers(1, 25), st.lists(st.integers(0, len(ACTS) - 1), max_size=3), max_size=8),
    st.lists(st.integers(0, 3), min_size=1, max_size=7),
)
def test_steps_stay_whole_and_every_change_is_replayed(
    pauses: list[int], acts: dict[int, list[int]], looks: list[int]
) -> None:
    trajectory = asyncio.run(_played(pauses, acts, looks))
    assert [event.seq for event in trajectory.events] == list(range(len(trajectory.events)))
    inside: int | None = None
    for event in trajectory.events:
        if isinstance(event, ToolCalled | ToolReturned):
            assert inside in (None, event.step)
            inside = event.step
        elif isinstance(event, StepClosed):
            inside = None
        if isinstance(event, ToolReturned) and event.step is None:
            inside = None
    assert [len(step.calls) for step in trajectory.steps()] == [len(answer.calls) for answer in ANSWERS]
    ended = trajectory.events[-1]
    assert isinstance(ended, SessionEnded)
    assert final_state(trajectory).digest() == ended.digest
    people = [event.call.id for event in trajectory.of(ToolCalled) if event.step is None]
    assert people == [f"person-{number}" for number in range(len(people))]
