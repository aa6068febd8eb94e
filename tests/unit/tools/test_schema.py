"""Schemas derived from signatures, and arguments checked against them."""

from collections import Counter
from typing import Annotated, Any, Literal

import pytest

from simulator.tools.catalogue import all_tools, toolset
from simulator.tools.schema import ArgumentError, Param, check_value, signature_schema, without_texts
from simulator.tools.spec import CONFIRMATION_MARK


def test_signature_becomes_an_object_schema() -> None:
    def example(
        car: object,
        level: Annotated[float, Param("How much.", minimum=0, maximum=3, multiple_of=1)],
        word: Literal["A", "B"],
        minutes: int = 0,
        note: str | None = None,
        after: Annotated[str | None, Param("", null_default=True)] = None,
    ) -> None: ...

    assert signature_schema(example) == {
        "type": "object",
        "properties": {
            "level": {"type": "number", "description": "How much.", "multipleOf": 1, "minimum": 0, "maximum": 3},
            "word": {"type": "string", "enum": ["A", "B"]},
            "minutes": {"type": "integer", "default": 0},
            "note": {"type": "string"},
            "after": {"type": "string", "default": None},
        },
        "required": ["level", "word"],
    }


def test_required_is_listed_wherever_there_are_parameters() -> None:
    def optional(car: object, note: str = "") -> None: ...

    def bare(car: object) -> None: ...

    assert signature_schema(optional)["required"] == []
    assert "required" not in signature_schema(bare)


def test_a_type_without_schema_is_refused() -> None:
    def example(car: object, odd: bytes) -> None: ...

    with pytest.raises(TypeError, match="no JSON schema"):
        signature_schema(example)


def test_only_the_keyword_description_is_dropped() -> None:
    schema = {"type": "object", "description": "x", "properties": {"description": {"type": "string"}}}
    assert without_texts(schema) == {"type": "object", "properties": {"description": {"type": "string"}}}


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ("50", {"type": "number"}),
        (True, {"type": "number"}),
        (float("nan"), {"type": "number"}),
        (1.5, {"type": "integer"}),
        (1, {"type": "boolean"}),
        (101, {"type": "number", "minimum": 0, "maximum": 100}),
        (20.3, {"type": "number", "multipleOf": 0.5}),
        ("C", {"type": "string", "enum": ["A", "B"]}),
        ([1, "2"], {"type": "array", "items": {"type": "integer"}}),
        ({"a": 1}, {"type": "object", "properties": {}, "additionalProperties": False}),
        ({}, {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}),
        (None, {"type": "string"}),
    ],
)
def test_values_that_do_not_fit(value: Any, schema: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        check_value("argument", value, schema)


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        (50, {"type": "number", "multipleOf": 1}),
        (50.0, {"type": "integer"}),
        (20.5, {"type": "number", "multipleOf": 0.5}),
        ({"b": 2}, {"type": "object", "properties": {}}),
    ],
)
def test_values_that_fit(value: Any, schema: dict[str, Any]) -> None:
    check_value("argument", value, schema)


def effects(name: str) -> Counter[str]:
    return Counter(spec.effect for spec in toolset(name))


def test_counts_of_the_toolsets() -> None:
    """Source: CAR-bench registers 57 tools; the paper counts 58."""
    carbench, ours, extras = toolset("carbench"), toolset("dashtalk"), toolset("dashtalk-extras")
    assert [len(carbench), len(ours), len(extras)] == [57, 58, 61]
    assert effects("carbench") == {"set": 26, "get": 29, "none": 2}
    assert effects("dashtalk") == {"set": 27, "get": 29, "none": 2}
    assert Counter((spec.domain, spec.effect) for spec in carbench) == {
        ("preferences", "get"): 1,
        ("cross_domain", "get"): 2,
        ("cross_domain", "none"): 2,
        ("vehicle", "set"): 17,
        ("vehicle", "get"): 12,
        ("weather", "get"): 1,
        ("navigation", "get"): 6,
        ("navigation", "set"): 7,
        ("charging", "get"): 4,
        ("productivity", "get"): 3,
        ("productivity", "set"): 2,
    }
    assert [spec.name for spec in ours[57:]] == ["set_charge_limit"]
    assert [spec.name for spec in extras[58:]] == ["start_charging", "stop_charging", "get_charging_session"]
    assert [spec.order for spec in extras] == list(range(61))


def test_exactly_the_offered_tools_that_need_confirmation_say_so() -> None:
    marked = {spec.name for spec in toolset("carbench") if spec.description.startswith(CONFIRMATION_MARK)}
    assert marked == {"open_close_trunk_door", "set_head_lights_high_beams", "send_email"}


def test_only_a_phone_call_ends_a_session() -> None:
    assert [spec.name for spec in all_tools() if spec.ends_session] == ["call_phone_by_number"]


def test_every_tool_and_parameter_is_described() -> None:
    for spec in all_tools():
        assert len(spec.description) > 15, spec.name
        for name, schema in spec.parameters["properties"].items():
            if isinstance(schema, dict):
                assert schema.get("description"), f"{spec.name}.{name}"
