"""The assistant as such: its faults, its determinism, its speech level, and the benchmark's two sets."""

import asyncio
import csv
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from simulator.agents.baseline.agent import BaselineAgent
from simulator.events import ToolCall
from simulator.trajectory import AssistantCalled, AssistantView, DriverSaid, OfferedTool, ToolReplied

DATA = Path(__file__).parents[4] / "benchmarks" / "data"
NOTHING: dict[str, Any] = {"type": "object", "properties": {}}
FAN = OfferedTool("set_fan_speed", "", {"type": "object", "properties": {"level": {"type": "number"}}}, "set")
CLIMATE = OfferedTool("get_climate_settings", "", NOTHING, "get")


def view(*messages: Any, tools: tuple[OfferedTool, ...] = (FAN, CLIMATE)) -> AssistantView:
    place = {"id": "loc_mun_9995", "name": "Munich", "position": {"longitude": 11.5, "latitude": 48.1}}
    return AssistantView("en", None, tools, place, datetime(2025, 2, 14, 12), messages)


@pytest.mark.parametrize("content", ["Error: broken", '{"status": "FAILURE", "errors": {"SET_FAN_SPEED_001": "no"}}'])
def test_a_fault_is_told_not_hidden(content: str) -> None:
    agent = BaselineAgent()
    said = DriverSaid("Set the fan to level 3")
    reply = asyncio.run(agent.respond(view(said)))
    assert [(call.name, call.arguments) for call in reply.calls] == [("set_fan_speed", {"level": 3})]
    called = AssistantCalled((ToolCall(id="1", name="set_fan_speed", arguments={"level": 3}),))
    spoken = asyncio.run(agent.respond(view(said, called, ToolReplied("1", "set_fan_speed", content)))).speech
    assert "did not work" in spoken
    assert "I've" not in spoken


def test_a_failing_look_up_is_told() -> None:
    agent = BaselineAgent()
    said = DriverSaid("Turn the fan up by one level")
    assert [call.name for call in asyncio.run(agent.respond(view(said))).calls] == ["get_climate_settings"]
    called = AssistantCalled((ToolCall(id="1", name="get_climate_settings", arguments={}),))
    reply = asyncio.run(agent.respond(view(said, called, ToolReplied("1", "get_climate_settings", "Error: x"))))
    assert reply.calls == ()
    assert "did not work" in reply.speech


def test_without_any_tool_it_only_talks() -> None:
    for wish in (
        "Open the trunk",
        "Close all windows",
        "Turn on the AC",
        "Which windows are open?",
        "What is 2 plus 2",
    ):
        reply = asyncio.run(BaselineAgent().respond(view(DriverSaid(wish), tools=())))
        assert reply.calls == ()
        assert "can't" in reply.speech


@pytest.mark.parametrize(
    ("level", "ending"), [("hae", "열까?"), ("haeyo", "열까요?"), (None, "열까요?"), ("hapsyo", "여시겠습니까?")]
)
def test_it_answers_at_the_asked_level(drive: Any, level: Any, ending: str) -> None:
    assert drive("ko", level=level).say("트렁크 열어 줘").endswith(ending)


def test_same_words_same_dialogue(drive: Any) -> None:
    script = ("Open the sunroof", "half", "yes", "Turn the AC on", "thanks")
    runs = []
    for _ in range(2):
        car = drive("en", weather="cloudy_and_rain")
        for words in script:
            car.say(words)
        runs.append(car.messages)
    assert runs[0] == runs[1]


def rows(name: str) -> list[str]:
    with (DATA / name).open(encoding="utf-8", newline="") as lines:
        return [row[0] for row in csv.reader(lines, delimiter="\t") if row and not row[0].startswith("#")]


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_the_unseen_paraphrases_are_sixty_and_apart_from_the_tuned_ones(locale: str) -> None:
    unseen, tuned = rows(f"paraphrases_{locale}.tsv"), rows(f"intents_dev_{locale}.tsv")
    assert len(unseen) == len(set(unseen)) == 60
    assert not set(unseen) & set(tuned)


def test_what_goes_on_and_on_is_read_to_a_bound() -> None:
    first = "Set the fan to level 3. "
    endless = DriverSaid(first + "na" * 50_000 + " Set the fan to level 5.")
    assert [call.arguments for call in asyncio.run(BaselineAgent().respond(view(endless))).calls] == [{"level": 3}]
