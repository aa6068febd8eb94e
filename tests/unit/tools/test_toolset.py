"""What a scenario takes away is gone from schema, prompt and results."""

from typing import Any

import pytest

from simulator.registry import UsageError
from simulator.tools.toolset import Toolset, mask


def test_removed_tool_is_not_offered() -> None:
    offered = Toolset("carbench", ("set_fan_speed",))
    assert "set_fan_speed" not in offered.specs
    assert "set_fan_speed" not in offered.schemas


def test_removed_parameter_is_neither_property_nor_required() -> None:
    schema = Toolset("carbench", ("open_close_window.percentage",)).schemas["open_close_window"]
    assert list(schema["properties"]) == ["window"]
    assert schema["required"] == ["window"]


def test_removal_does_not_leak_into_other_sessions() -> None:
    schema = Toolset("carbench", ("calculate_datetime.times_to_add.minutes",)).schemas["calculate_datetime"]
    assert list(schema["properties"]["times_to_add"]["items"]["properties"]) == ["hours"]
    untouched = Toolset("carbench").schemas["calculate_datetime"]
    assert list(untouched["properties"]["times_to_add"]["items"]["properties"]) == ["hours", "minutes"]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("set_fan_sped", "did you mean 'set_fan_speed'"),
        ("set_fan_speed.loudness", "no parameter loudness"),
        ("result.get_wether.x", "did you mean 'get_weather'"),
    ],
)
def test_a_removal_of_nothing_is_a_mistake(entry: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Toolset("carbench", (entry,))


def test_unknown_toolset() -> None:
    with pytest.raises(UsageError, match="did you mean 'carbench'"):
        _ = Toolset("carbensh").specs


@pytest.mark.parametrize(
    ("value", "path", "expected"),
    [
        ({"a": 1, "b": 2}, ("a",), {"a": "unknown", "b": 2}),
        ({"a": {"b": 1}}, ("a", "b"), {"a": {"b": "unknown"}}),
        ({"a": [{"b": 1}, {"b": 2, "c": 3}]}, ("a", "b"), {"a": [{"b": "unknown"}, {"b": "unknown", "c": 3}]}),
        ({"a": 1}, ("x",), {"a": 1}),
        ({"a": None}, ("a", "b"), {"a": None}),
    ],
)
def test_masking(value: Any, path: tuple[str, ...], expected: Any) -> None:
    assert mask(value, path) == expected
