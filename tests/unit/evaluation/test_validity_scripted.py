"""No scripted session is held against its driver, even when the gate is made to look at it."""

import pytest

from evaluation.validity import FaultKind, check_validity, problem
from scenarios.load import suite
from simulator.assembly import ChannelChoice, agent_factory, build_session
from simulator.channel import TextChannel
from simulator.settings import Settings
from simulator.trajectory import Trajectory

TEXT = ChannelChoice("text", lambda seed: TextChannel())


@pytest.mark.parametrize("agent", ["oracle", "baseline"])
@pytest.mark.parametrize("name", ["first-drive", "journeys"])
async def test_no_scripted_session_is_a_false_alarm(agent: str, name: str) -> None:
    settings = Settings(agent=agent, suite=name, channel="text")
    make, alarms = agent_factory(settings), []
    for scenario in suite(name):
        for locale in scenario.locales:
            trajectory = Trajectory()
            async for event in build_session(settings, scenario, locale, 0, make_agent=make, channel=TEXT).run():
                trajectory.append(event)
            found = check_validity(trajectory, scenario)
            # A script that cannot place what it hears gives up by itself, and the session says so.
            if any(fault.kind is not FaultKind.USER_ERROR for fault in found.faults):
                alarms.append((scenario.id, locale, problem(found)))
    assert alarms == []
