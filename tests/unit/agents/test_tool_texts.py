"""Tools written once for all sessions that offer the same."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from simulator.agents.tool_texts import ToolTexts
from simulator.trajectory import OfferedTool


def offered(default: Any = 20, name: str = "set_fan_speed") -> tuple[OfferedTool, ...]:
    level = {"type": "integer", "default": default}
    return (OfferedTool(name, "Sets it.", {"type": "object", "properties": {"level": level}}, "set"),)


class Writing:
    def __init__(self) -> None:
        self.times = 0

    def __call__(self, tools: Sequence[OfferedTool]) -> str:
        self.times += 1
        return repr([(tool.name, tool.description, tool.parameters) for tool in tools])


def test_equal_tools_of_several_sessions_are_written_once() -> None:
    writing = Writing()
    texts = ToolTexts(writing)
    assert texts.of(offered()) == texts.of(offered()) == writing(offered())
    assert writing.times == 2


def test_whatever_differs_is_told_apart() -> None:
    texts = ToolTexts(Writing())
    different = [offered(), offered(20.0), offered(True), offered("20"), offered(None), offered(name="other"), ()]
    assert len({texts.of(tools) for tools in different}) == len(different)


def test_a_session_that_changes_its_own_tools_changes_what_is_written() -> None:
    texts, tools = ToolTexts(Writing()), offered()
    before = texts.of(tools)
    tools[0].parameters["properties"]["level"]["default"] = 3
    assert texts.of(tools) != before
    assert texts.of(offered()) == before


def test_what_no_key_can_be_made_of_is_written_every_time() -> None:
    writing = Writing()
    texts = ToolTexts(writing)
    assert texts.of(offered(Decimal(3))) == texts.of(offered(Decimal(3)))
    assert writing.times == 2


def test_many_different_ones_do_not_pile_up() -> None:
    texts = ToolTexts(Writing())
    for number in range(300):
        texts.of(offered(number))
    assert len(texts._kept) <= 64
