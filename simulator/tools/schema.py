"""JSON schemas derived from typed signatures, and arguments checked against them."""

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Param:
    """What a parameter's type alone does not say: a sentence for the assistant, bounds and step."""

    text: str
    minimum: float | None = None
    maximum: float | None = None
    multiple_of: float | None = None
    closed: bool = False
    """For objects: whether unknown keys are refused."""
    null_default: bool = False
    """For optional parameters: whether the schema names null as the default."""

    def bounds(self) -> Schema:
        """Return the JSON-schema keywords of the bounds."""
        pairs = (("multipleOf", self.multiple_of), ("minimum", self.minimum), ("maximum", self.maximum))
        return {key: value for key, value in pairs if value is not None}


class ArgumentError(Exception):
    """An argument does not fit its schema; `parameter` names it, the message says why."""

    def __init__(self, parameter: str, message: str) -> None:
        super().__init__(message)
        self.parameter = parameter


_SIMPLE: dict[Any, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}


def type_schema(annotation: Any) -> Schema:
    """Return the JSON schema of one annotation; raises TypeError for a type no schema is defined for."""
    if get_origin(annotation) is Annotated:
        inner, *extras = get_args(annotation)
        schema = type_schema(inner)
        for extra in extras:
            if isinstance(extra, Param):
                schema |= {"description": extra.text} if extra.text else {}
                schema |= extra.bounds()
                if extra.closed:
                    schema["additionalProperties"] = False
                if extra.null_default:
                    schema["default"] = None
        return schema
    if annotation in _SIMPLE:
        return {"type": _SIMPLE[annotation]}
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin is list:
        return {"type": "array", "items": type_schema(arguments[0])}
    if NoneType in arguments:
        (inner,) = (argument for argument in arguments if argument is not NoneType)
        return type_schema(inner)
    if is_typeddict(annotation):
        hints = get_type_hints(annotation, include_extras=True)
        required = [name for name in hints if name in annotation.__required_keys__]
        schema = {
            "type": "object",
            "properties": {name: type_schema(_unwrap(hint)) for name, hint in hints.items()},
        }
        return schema | ({"required": required} if required else {})
    raise TypeError(f"no JSON schema for {annotation!r}")


def _unwrap(hint: Any) -> Any:
    """Drop NotRequired and Required around a hint."""
    return get_args(hint)[0] if str(get_origin(hint)).endswith("Required") else hint


def signature_schema(function: Callable[..., Any]) -> Schema:
    """Return the object schema of a tool's parameters; the first parameter (the draft) is not one of them."""
    hints = get_type_hints(function, include_extras=True)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    properties: Schema = {}
    required: list[str] = []
    for parameter in parameters:
        schema = type_schema(hints[parameter.name])
        if parameter.default is inspect.Parameter.empty:
            required.append(parameter.name)
        elif parameter.default is not None:
            schema["default"] = parameter.default
        properties[parameter.name] = schema
    result: Schema = {"type": "object", "properties": properties}
    return result | ({"required": required} if properties else {})


def without_texts(schema: Any) -> Any:
    """Return the schema without descriptions, as the reference's file keeps it.

    Only the keyword is dropped, never a property that happens to be called `description`.
    """
    if not isinstance(schema, dict):
        return schema
    bare: Schema = {}
    for key, value in schema.items():
        if key == "description" and isinstance(value, str):
            continue
        if key == "properties":
            bare[key] = {name: without_texts(item) for name, item in value.items()}
        elif key == "items":
            bare[key] = without_texts(value)
        else:
            bare[key] = value
    return bare


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _fits_type(value: Any, kind: str) -> bool:
    match kind:
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return _is_number(value) and float(value).is_integer()
        case "number":
            return _is_number(value)
        case "string":
            return isinstance(value, str)
        case "array":
            return isinstance(value, list)
        case _:
            return isinstance(value, dict)


def check_value(name: str, value: Any, schema: Schema) -> None:
    """Raise ArgumentError when `value` does not fit `schema`; `name` is the path shown to the assistant."""
    kind = schema["type"]
    if not _fits_type(value, kind):
        raise ArgumentError(name, f"{name} must be a {kind}, got {type(value).__name__}")
    if kind in ("number", "integer"):
        low, high, step = schema.get("minimum"), schema.get("maximum"), schema.get("multipleOf")
        if (low is not None and value < low) or (high is not None and value > high):
            raise ArgumentError(name, f"{name} must lie between {low} and {high}, got {value}")
        if step is not None and not float(value / step).is_integer():
            raise ArgumentError(name, f"{name} must be a multiple of {step}, got {value}")
    elif "enum" in schema and value not in schema["enum"]:
        raise ArgumentError(name, f"{name} must be one of {', '.join(schema['enum'])}, got {value!r}")
    elif kind == "array":
        for index, item in enumerate(value):
            check_value(f"{name}[{index}]", item, schema["items"])
    elif kind == "object":
        _check_object(name, value, schema)


def _check_object(name: str, value: Mapping[str, Any], schema: Schema) -> None:
    properties: Mapping[str, Schema] = schema.get("properties", {})
    for key in schema.get("required", ()):
        if key not in value:
            raise ArgumentError(name, f"{name} lacks {key}")
    for key, item in value.items():
        inner = properties.get(key)
        if isinstance(inner, dict):
            check_value(f"{name}.{key}", item, inner)
        elif schema.get("additionalProperties") is False:
            raise ArgumentError(name, f"{name} has no {key}")
