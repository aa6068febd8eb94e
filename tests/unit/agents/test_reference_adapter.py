"""Assistants written for other benchmarks' interfaces, played without a change."""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest
from drives import scenario
from sessions import defect, end, play

from simulator.agents.external import load_agent
from simulator.agents.reference_adapter import (
    MultiToolMessage,
    NamedTool,
    ReferenceAgent,
    ToolMessage,
    UserMessage,
    speaks_reference,
)
from simulator.events import EndWord
from simulator.registry import UsageError

FAN = ("set_fan_speed", {"level": 3})
AIR = ("set_air_conditioning", {"on": True})


def openai(*calls: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    made = [
        {"id": f"own-{number}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for number, (name, arguments) in enumerate(calls)
    ]
    return {"role": "assistant", "content": None, "tool_calls": made}


class Reference:
    """Sets the fan and the air conditioning in one step, then says so."""

    seen: ClassVar[list[Any]] = []

    def __init__(self, tools_info: Any, wiki: str, args: Any) -> None:
        type(self).seen = [tools_info, wiki, args]

    def get_init_state(self, system_prompt: str, first_message: str) -> Any:
        return SimpleNamespace(messages=[("system", system_prompt), ("user", first_message)])

    def generate_next_message(self, state: Any, tools: Any) -> Any:
        last = state.messages[-1]
        message = {"role": "assistant", "content": "Okay, that's done."}
        if isinstance(last, tuple):
            message = openai(FAN, AIR)
        state.messages.append(message)
        type(self).seen.append(list(state.messages))
        return message, state


def make(tools_info: Any, wiki: str, args: Any) -> Reference:
    return Reference(tools_info, wiki, args)


def in_any_order_of_names(shown: Any, told: Any, _rest: Any) -> Reference:
    return Reference(shown, told, _rest)


@pytest.mark.parametrize("found", [Reference, make, in_any_order_of_names])
async def test_reference_interface_is_played_to_a_pass(found: Any) -> None:
    assert speaks_reference(found)
    trajectory = await play(ReferenceAgent("mine:it", found, {"model": "m"}), scenario(FAN, AIR))
    assert end(trajectory).end_word is EndWord.STOP
    (step,) = trajectory.steps()
    assert [call.name for call in step.calls] == ["set_fan_speed", "set_air_conditioning"]
    tools, wiki, settings, _, last = Reference.seen
    assert tools[0]["type"] == "function"
    assert wiki.startswith("#") or len(wiki) > 1000
    assert settings.model == "m"
    assert last[0] == ("system", wiki)
    assert last[1] == ("user", "Please.")
    results = [entry for entry in last if isinstance(entry, dict) and entry["role"] == "tool"]
    assert [entry["tool_call_id"] for entry in results] == ["own-0", "own-1"]
    assert [entry["name"] for entry in results] == ["set_fan_speed", "set_air_conditioning"]
    assert all(json.loads(entry["content"])["status"] == "SUCCESS" for entry in results)


@dataclass
class Tau2Message:
    """A message as tau2 has it: an object, arguments as a dictionary."""

    content: str | None = None
    tool_calls: list[Any] = field(default_factory=list)


class Tau2:
    """The same assistant for tau2's interface."""

    seen: ClassVar[list[Any]] = []

    def __init__(self, tools: Any, domain_policy: str) -> None:
        type(self).seen = [tools, domain_policy]

    def get_init_state(self, message_history: Any = None) -> list[Any]:
        assert message_history is None
        return []

    def generate_next_message(self, message: Any, state: list[Any]) -> Any:
        type(self).seen.append(message)
        if isinstance(message, UserMessage):
            calls = [SimpleNamespace(id=name, name=name, arguments=arguments) for name, arguments in (FAN, AIR)]
            return Tau2Message(tool_calls=calls), [*state, message]
        return Tau2Message(content="Okay, that's done."), [*state, message]


async def test_tau2_interface_is_played_to_a_pass() -> None:
    trajectory = await play(ReferenceAgent("mine:Tau2", Tau2), scenario(FAN, AIR))
    assert end(trajectory).end_word is EndWord.STOP
    tools, policy, first, second = Tau2.seen
    assert isinstance(tools[0], NamedTool)
    assert tools[0].openai_schema["function"]["name"] == tools[0].name
    assert len(policy) > 1000
    assert first == UserMessage("Please.")
    assert isinstance(second, MultiToolMessage)
    assert [answer.id for answer in second.tool_messages] == ["set_fan_speed", "set_air_conditioning"]
    assert all(isinstance(answer, ToolMessage) for answer in second.tool_messages)


async def test_tau2s_own_message_classes_are_used_when_they_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("tau2.data_model.message")
    vars(module).update(
        UserMessage=type("Own", (UserMessage,), {}), ToolMessage=ToolMessage, MultiToolMessage=MultiToolMessage
    )
    monkeypatch.setitem(sys.modules, module.__name__, module)
    await play(ReferenceAgent("mine:Tau2", Tau2), scenario(FAN, AIR))
    assert type(Tau2.seen[2]).__name__ == "Own"


def broken(answer: Any) -> type:
    class Broken(Reference):
        def generate_next_message(self, state: Any, tools: Any) -> Any:
            return answer, state

    return Broken


async def test_what_is_no_message_is_a_defect() -> None:
    found = defect(await play(ReferenceAgent("mine:it", broken("Hello"))))
    assert found.message == "TypeError: generate_next_message of mine:it returned no message but str"


async def test_arguments_that_are_no_json_reach_the_gate() -> None:
    function = {"name": "set_fan_speed", "arguments": "{level: 3"}
    message = {"content": None, "tool_calls": [{"id": "1", "function": function}]}
    trajectory = await play(ReferenceAgent("mine:it", broken(message)))
    assert trajectory.steps()[0].calls[0].arguments == {"__malformed__": "{level: 3"}


async def test_a_factory_of_something_else_is_a_defect() -> None:
    def strange(tools_info: Any, wiki: str, args: Any) -> object:
        return object()

    found = defect(await play(ReferenceAgent("mine:it", strange)))
    assert found.message == "TypeError: mine:it made a object without get_init_state and generate_next_message"


def test_parameters_nobody_can_give_are_refused() -> None:
    def wanting(tools_info: Any, colour: str) -> None: ...

    with pytest.raises(UsageError, match="cannot build mine:it: it asks for 'colour'"):
        ReferenceAgent("mine:it", wanting)


def test_the_interface_is_recognised_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ref_made.py").write_text(
        "class A:\n  def get_init_state(self, p, m): ...\n  def generate_next_message(self, s, t): ...\n"
        "class B(A):\n  def respond(self, view): ...\n"
        "def make(tools_info, wiki, args): return A()\n"
        "def other(): ...\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setitem(sys.modules, "ref_made", ModuleType("ref_made"))
    del sys.modules["ref_made"]
    assert type(load_agent("ref_made:A")()) is ReferenceAgent
    assert type(load_agent("ref_made:make")()) is ReferenceAgent
    assert type(load_agent("ref_made:B")()) is not ReferenceAgent
    with pytest.raises(UsageError, match=r"'other' .* is of type function, not a class"):
        load_agent("ref_made:other")
