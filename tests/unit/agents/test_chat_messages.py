"""The dialogue in the wire format, and what is made of the arguments a model writes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.agents.chat import MALFORMED, MALFORMED_CHARACTERS, chat_message, function_tool, read_arguments
from simulator.environment import Environment
from simulator.events import FaultKind, ToolCall
from simulator.tools.toolset import Toolset
from simulator.trajectory import AssistantCalled, AssistantSaid, DriverSaid, OfferedTool, ToolReplied
from simulator.vehicle.state import VehicleState
from simulator.world.generated import GeneratedWorld


def test_driver_and_assistant() -> None:
    assert chat_message(DriverSaid("창문 열어 줘", 0.4), "ko") == {"role": "user", "content": "창문 열어 줘"}
    assert chat_message(AssistantSaid("열었어요."), "ko") == {"role": "assistant", "content": "열었어요."}


def test_nothing_heard_and_silence_are_not_empty() -> None:
    assert chat_message(DriverSaid(" "), "ko")["content"] == "(알아들은 말 없음)"
    assert chat_message(DriverSaid(""), "en")["content"] == "(no words were recognised)"
    assert chat_message(AssistantSaid(""), "en")["content"] == "…"


def test_lone_surrogates_do_not_reach_the_wire() -> None:
    chat_message(DriverSaid("a\ud83d"), "en")["content"].encode("utf-8")
    assert chat_message(DriverSaid("\ud83d\ude00"), "en")["content"] == "😀"


def test_parallel_calls_and_their_results() -> None:
    batch = (
        ToolCall(id="a", name="set_fan_speed", arguments={"level": 2}),
        ToolCall(id="b", name="rm -rf /", arguments={"색": "빨강"}),
        ToolCall(id="c", name="", arguments={}),
    )
    message = chat_message(AssistantCalled(batch), "ko")
    assert (message["role"], message["content"]) == ("assistant", None)
    assert [call["id"] for call in message["tool_calls"]] == ["a", "b", "c"]
    assert [call["function"]["name"] for call in message["tool_calls"]] == ["set_fan_speed", "rm_-rf__", "unnamed"]
    assert message["tool_calls"][1]["function"]["arguments"] == '{"색": "빨강"}'
    reply = chat_message(ToolReplied("a", "set_fan_speed", "SUCCESS"), "ko")
    assert reply == {"role": "tool", "tool_call_id": "a", "content": "SUCCESS"}


def test_tools_carry_their_descriptions() -> None:
    schema = {"type": "object", "properties": {"level": {"type": "number"}}}
    tool = function_tool(OfferedTool("set_fan_speed", "Set the fan.", schema, "set"))
    function = {"name": "set_fan_speed", "description": "Set the fan.", "parameters": schema}
    assert tool == {"type": "function", "function": function}


@pytest.mark.parametrize(
    ("raw", "arguments"),
    [
        ('{"level": 3, "색": "빨강"}', {"level": 3, "색": "빨강"}),
        ({"level": 3}, {"level": 3}),
        ("", {}),
        ("  \n", {}),
        (None, {}),
        ("{}", {}),
        ('{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
    ],
)
def test_readable_arguments(raw: Any, arguments: dict[str, Any]) -> None:
    assert read_arguments(raw) == arguments


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ('{"level": 3', '{"level": 3'),
        ("level=3", "level=3"),
        ("[1]", "[1]"),
        ("null", "null"),
        ('"x"', '"x"'),
        ('{"level": NaN}', '{"level": NaN}'),
        ('{"level": 1e999}', '{"level": 1e999}'),
        ('{"a": "\\ud83d"}', '{"a": "\\ud83d"}'),
        ("9" * 5000, "9" * MALFORMED_CHARACTERS),
        ([1, 2], "[1, 2]"),
        (7, "7"),
        (False, "false"),
        ("[" * 100_000, "[" * MALFORMED_CHARACTERS),
    ],
)
def test_unreadable_arguments_are_kept_as_they_came(raw: Any, kept: str) -> None:
    assert read_arguments(raw) == {"__malformed__": kept}


def test_no_tool_accepts_unreadable_arguments() -> None:
    environment = Environment(VehicleState(), GeneratedWorld(seed=1), Toolset("dashtalk"))
    for name in environment.toolset.specs:
        result = environment.call(ToolCall(id="a", name=name, arguments=read_arguments("{")))
        assert result.fault is not None
        assert result.fault.kind is FaultKind.INVALID_ARGUMENTS
        assert MALFORMED in result.content


@given(st.text(st.characters(exclude_categories=()), max_size=200))
def test_any_text_becomes_storable_arguments(raw: str) -> None:
    json.dumps(read_arguments(raw), allow_nan=False, ensure_ascii=False).encode("utf-8")


@given(st.dictionaries(st.text(), st.one_of(st.none(), st.booleans(), st.integers(), st.text())))
def test_objects_survive_as_text_and_as_they_are(arguments: dict[str, Any]) -> None:
    assert read_arguments(json.dumps(arguments)) == arguments
    assert read_arguments(arguments) == arguments
