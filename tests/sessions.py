"""Sessions with assistants and drivers that do as a test tells them."""

from typing import Any

from drives import Call, scenario

from scenarios.schema import Scenario
from simulator.agents.spec import CallRequest, Reply
from simulator.channel import Locale, TextChannel
from simulator.environment import Environment
from simulator.events import (
    DefectRecorded,
    EndWord,
    SessionEnded,
    Termination,
)
from simulator.session import Label, Session
from simulator.trajectory import AssistantView, Trajectory
from simulator.users.scripted import ScriptedUser
from simulator.users.spec import Exchange, Utterance

DONE = Reply(speech="Okay, that's done.")
FAN: Call = ("set_fan_speed", {"level": 3})


def calls(*requests: Call) -> Reply:
    return Reply(calls=tuple(CallRequest(name, arguments) for name, arguments in requests))


class Playing:
    """Answers from a list, then reports that it is done; an exception in the list is raised."""

    name = "playing"

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.views: list[AssistantView] = []
        self.closed = 0

    async def respond(self, view: AssistantView) -> Reply:
        self.views.append(view)
        answer: Any = self.answers.pop(0) if self.answers else DONE
        if isinstance(answer, BaseException):
            raise answer
        if callable(answer):
            answer = answer(view)
        return answer  # type: ignore[no-any-return]

    async def aclose(self) -> None:
        self.closed += 1


def session(agent: Any, of: Scenario | None = None, locale: Locale = "en", **parts: Any) -> Session:
    made = of or scenario(FAN)
    environment = Environment(
        made.build_state(), made.build_world(0), made.build_toolset(), frozen_charge=made.freeze_charge
    )
    usual: dict[str, Any] = {
        "user": ScriptedUser(made, locale),
        "channel": TextChannel(),
        "environment": environment,
    }
    return Session(made, locale, agent=agent, label=Label("playing", "scripted", "text"), **(usual | parts))


async def play(agent: Any, of: Scenario | None = None, **parts: Any) -> Trajectory:
    made = session(agent, of, **parts)
    seen = [event async for event in made.run()]
    assert seen == made.trajectory.events
    assert [event.seq for event in seen] == list(range(len(seen)))
    return made.trajectory


def end(trajectory: Trajectory) -> SessionEnded:
    assert trajectory.ended is trajectory.events[-1]
    assert trajectory.ended is not None
    return trajectory.ended


def defect(trajectory: Trajectory) -> DefectRecorded:
    assert end(trajectory).termination is Termination.DEFECT
    (found,) = trajectory.of(DefectRecorded)
    assert "\n" not in found.message
    return found


class Wondering:
    """A driver that does as told."""

    name = "wondering"

    def __init__(self, *said: Utterance | Exception) -> None:
        self.said = list(said)
        self.heard: list[tuple[Exchange, ...]] = []

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        self.heard.append(history)
        said = self.said.pop(0)
        if isinstance(said, Exception):
            raise said
        return said
