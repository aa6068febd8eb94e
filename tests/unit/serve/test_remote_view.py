"""What an evaluator tells a remote assistant, read as the view it was made from."""

from dataclasses import replace
from typing import Any

import pytest
from drives import scenario
from sessions import Playing, calls, play

from simulator.agents.chat import function_tool
from simulator.agents.prompt import system_prompt
from simulator.agents.spec import CallRequest
from simulator.channel import Locale
from simulator.limits import LONGEST_SPEECH, Limits
from simulator.serve.remote_view import Conversation
from simulator.trajectory import AssistantView, DriverSaid

FAN: tuple[str, dict[str, Any]] = ("set_fan_speed", {"level": 3})


async def original(locale: Locale) -> list[AssistantView]:
    agent = Playing(calls(FAN))
    await play(agent, scenario(FAN), locale=locale)
    return agent.views[:2]


def opened(view: AssistantView) -> Conversation:
    heard = view.messages[0]
    assert isinstance(heard, DriverSaid)
    text = f"System: {system_prompt(view)}\n\nUser: {heard.heard}"
    return Conversation(text, [function_tool(tool) for tool in view.tools])


@pytest.mark.parametrize("locale", ["ko", "en"])
async def test_the_view_survives_the_wire(locale: Locale) -> None:
    first, second = await original(locale)
    conversation = opened(first)
    to_the_minute = first.now.replace(second=0, microsecond=0)
    assert conversation.view() == replace(first, now=to_the_minute)
    conversation.asked((CallRequest(*FAN),))
    conversation.answered([{"tool_name": FAN[0], "tool_call_id": "x", "content": second.messages[2].content}])  # type: ignore[union-attr]
    assert conversation.view().messages == second.messages


async def test_of_very_long_words_the_beginning_is_heard() -> None:
    first, _ = await original("en")
    heard = opened(replace(first, messages=(DriverSaid("a" * (LONGEST_SPEECH + 1)),))).view().messages
    assert heard == (DriverSaid("a" * LONGEST_SPEECH),)
    assert Limits().max_speech_characters == LONGEST_SPEECH


async def test_schemas_lose_no_integers_to_the_wire() -> None:
    first, _ = await original("en")
    tools = [function_tool(tool) for tool in first.tools]
    floats = [_floats(tool) for tool in tools]
    made = Conversation("System: x\n\nUser: y", floats).view()
    assert [tool.parameters for tool in made.tools] == [tool.parameters for tool in first.tools]
    assert "3.0" not in repr([tool.parameters for tool in made.tools])


def _floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _floats(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_floats(entry) for entry in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def test_silence_is_heard_as_silence_and_a_foreign_prompt_gives_no_place() -> None:
    view = Conversation('System: {broken {"year": 2026}\n\nUser: none', []).view()
    assert view.messages == (DriverSaid(""),)
    assert view.location == {}
    assert view.speech_level is None
    assert view.locale == "en"


@pytest.mark.parametrize("text", ["", "hello", "User: hello", "System: x\nUser: y"])
def test_a_first_message_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="the first message of a context must read"):
        Conversation(text, [])


def test_results_that_belong_to_no_calls_are_refused() -> None:
    conversation = Conversation("System: x\n\nUser: y", [])
    with pytest.raises(ValueError, match="1 tool results for 0 calls"):
        conversation.answered([{"content": ""}])
    with pytest.raises(ValueError, match="a tool is not in the form"):
        Conversation("System: x\n\nUser: y", ["set_fan_speed"])
