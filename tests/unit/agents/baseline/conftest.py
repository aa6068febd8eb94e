"""A session around the embedded assistant: the real environment, driven by utterances."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest

from simulator.agents.baseline.agent import BaselineAgent
from simulator.channel import Locale
from simulator.environment import Environment
from simulator.events import SpeechLevel, ToolCall
from simulator.tools.toolset import Toolset
from simulator.trajectory import (
    AssistantCalled,
    AssistantSaid,
    AssistantView,
    DriverSaid,
    Message,
    OfferedTool,
    ToolReplied,
)
from simulator.vehicle.state import VehicleState
from simulator.world.generated import GeneratedWorld, constant_weather

PLACE = "loc_mun_9995"


@dataclass
class Drive:
    """One session; `steps` holds the names of the calls of each step since the last utterance."""

    environment: Environment
    locale: Locale
    level: SpeechLevel | None
    agent: BaselineAgent = field(default_factory=BaselineAgent)
    messages: list[Message] = field(default_factory=list)
    steps: list[list[tuple[str, dict[str, Any]]]] = field(default_factory=list)

    def say(self, utterance: str) -> str:
        """Say something and return the assistant's answer."""
        self.messages.append(DriverSaid(utterance))
        self.steps = []
        for _ in range(12):
            reply = asyncio.run(self.agent.respond(self._view()))
            if not reply.calls:
                self.messages.append(AssistantSaid(reply.speech))
                return reply.speech
            calls = tuple(
                ToolCall(id=f"{len(self.messages)}.{index}", name=call.name, arguments=call.arguments)
                for index, call in enumerate(reply.calls)
            )
            self.messages.append(AssistantCalled(calls))
            self.steps.append([(call.name, call.arguments) for call in calls])
            for call in calls:
                content = self.environment.call(call).content
                self.messages.append(ToolReplied(call.id, call.name, content))
        raise AssertionError("the assistant never spoke")

    @property
    def called(self) -> list[str]:
        """Names of all calls since the last utterance."""
        return [name for step in self.steps for name, _ in step]

    @property
    def changed(self) -> list[str]:
        """Names of the changing calls since the last utterance."""
        return [name for name in self.called if not name.startswith(("get_", "calculate_"))]

    def __getitem__(self, variable: str) -> Any:
        return self.environment.state.flat()[variable]

    def _view(self) -> AssistantView:
        toolset = self.environment.toolset
        offered = tuple(
            OfferedTool(name, spec.description, toolset.schemas[name], spec.effect, spec.requires_confirmation)
            for name, spec in toolset.specs.items()
        )
        location = self.environment.state.surroundings.current_location.model_dump()
        now = datetime(2025, 2, 14, 12, 0)
        return AssistantView(self.locale, self.level, offered, location, now, tuple(self.messages))


Start = Callable[..., Drive]
SEOUL = "loc_seo_100001"
DAY = "cal_0001"


@pytest.fixture
def trip() -> Start:
    """Start a session in Seoul with all of our tools: `trip("ko", removed=(...), route_preference="...")`.

    The calendar of the day has two meetings, at 12:00 and 16:30; it is noon.
    """

    def start(
        locale: Locale = "en",
        state: Mapping[str, Any] | None = None,
        *,
        removed: tuple[str, ...] = (),
        level: SpeechLevel | None = None,
        route_preference: str = "",
        charging_preference: str = "",
    ) -> Drive:
        world = GeneratedWorld(locale=locale)
        seoul = world.place(SEOUL)
        assert seoul is not None
        empty = VehicleState().surroundings.user_preferences
        stored = {group: {leaf: list(found) for leaf, found in leaves.items()} for group, leaves in empty.items()}
        stored["navigation_and_routing"]["route_selection"] = [route_preference] if route_preference else []
        stored["points_of_interest"]["charging_stations"] = [charging_preference] if charging_preference else []
        location = {
            "id": SEOUL,
            "name": seoul.name_ko if locale == "ko" else seoul.name,
            "position": {"longitude": seoul.longitude, "latitude": seoul.latitude},
        }
        values = {"current_location": location, "user_preferences": stored, **(state or {})}
        environment = Environment(VehicleState.from_flat(values), world, Toolset("dashtalk", removed), calendar_id=DAY)
        return Drive(environment, locale, level)

    return start


@pytest.fixture
def drive() -> Start:
    """Start a session: `drive("ko", {"fan_speed": 2}, removed=(...), weather="sunny")`."""

    def start(
        locale: Locale = "en",
        state: Mapping[str, Any] | None = None,
        *,
        removed: tuple[str, ...] = (),
        weather: Any = "sunny",
        level: SpeechLevel | None = None,
        preferences: tuple[str, ...] = (),
        aboard: tuple[str, ...] = ("driver",),
    ) -> Drive:
        seats = ("driver", "passenger", "driver_rear", "passenger_rear")
        values: dict[str, Any] = {"seats_occupied": {seat: seat in aboard for seat in seats}, **(state or {})}
        if preferences:
            empty = VehicleState().surroundings.user_preferences
            stored = {group: {leaf: list(found) for leaf, found in leaves.items()} for group, leaves in empty.items()}
            stored["vehicle_settings"]["vehicle_settings"] = list(preferences)
            values["user_preferences"] = stored
        world = GeneratedWorld(weather={PLACE: constant_weather(weather, 12)})
        environment = Environment(VehicleState.from_flat(values), world, Toolset("carbench", removed))
        return Drive(environment, locale, level)

    return start


@pytest.fixture
def asking() -> Start:
    """Start a session with the manual: `asking("ko", "hae", (("driver", "assistant"),), removed=(...))`."""

    def start(
        locale: Locale = "ko",
        level: SpeechLevel | None = None,
        said: tuple[tuple[str, str], ...] = (),
        *,
        removed: tuple[str, ...] = (),
        toolset: str = "dashtalk-manual",
    ) -> Drive:
        environment = Environment(VehicleState(), GeneratedWorld(locale=locale), Toolset(toolset, removed))
        drive = Drive(environment, locale, level)
        for driver, assistant in said:
            drive.messages += [DriverSaid(driver), AssistantSaid(assistant, given=True)]
        return drive

    return start
