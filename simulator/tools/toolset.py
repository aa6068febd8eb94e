"""The tools of one session: a named toolset minus what the scenario takes away."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

from simulator.registry import UsageError, unknown
from simulator.tools.catalogue import all_tools, toolset
from simulator.tools.schema import Schema
from simulator.tools.spec import ToolSpec

UNKNOWN = "unknown"


def without_parameter(schema: Schema, path: tuple[str, ...]) -> Schema:
    """Return the schema without one property; arrays on the way are entered through their items."""
    if schema.get("type") == "array":
        return schema | {"items": without_parameter(schema["items"], path)}
    name, *rest = path
    properties = dict(schema["properties"])
    if rest:
        properties[name] = without_parameter(properties[name], tuple(rest))
        return schema | {"properties": properties}
    del properties[name]
    required = [key for key in schema.get("required", ()) if key != name]
    bare = {key: value for key, value in schema.items() if key != "required"}
    return bare | {"properties": properties} | ({"required": required} if required else {})


def _has_parameter(schema: Schema, path: tuple[str, ...]) -> bool:
    for name in path:
        while schema.get("type") == "array":
            schema = schema["items"]
        properties = schema.get("properties", {})
        if name not in properties:
            return False
        schema = properties[name]
    return True


def mask(value: Any, path: tuple[str, ...]) -> Any:
    """Return the result with the value at `path` replaced by "unknown"; a missing path changes nothing."""
    if isinstance(value, list):
        return [mask(item, path) for item in value]
    if not isinstance(value, dict) or path[0] not in value:
        return value
    name, *rest = path
    return value | {name: mask(value[name], tuple(rest)) if rest else UNKNOWN}


def contains(value: Any, path: tuple[str, ...]) -> bool:
    """Tell whether arguments hold something at `path`; lists are entered, any element counts."""
    if isinstance(value, list):
        return any(contains(item, path) for item in value)
    if not isinstance(value, dict) or path[0] not in value:
        return False
    return len(path) == 1 or contains(value[path[0]], path[1:])


@cache
def _whole(name: str) -> dict[str, ToolSpec]:
    return {spec.name: spec for spec in toolset(name)}


@cache
def _whole_schemas(name: str) -> dict[str, Schema]:
    return {tool: spec.parameters for tool, spec in _whole(name).items()}


@dataclass(frozen=True)
class Toolset:
    """What one session offers its assistant.

    `removed` names what the scenario takes away, in the reference's notation: `tool`, `tool.parameter[.sub]`
    or `result.tool.field[.sub]`. Raises UsageError when a removal names nothing that exists.
    """

    name: str
    removed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        by_name = _whole(self.name)
        for entry in self.removed:
            head, *path = entry.split(".")
            if head == "result":
                head, *path = path or [""]
            if head not in by_name:
                raise unknown("tool", head, by_name)
            if not entry.startswith("result.") and path and not _has_parameter(by_name[head].parameters, tuple(path)):
                raise UsageError(f"removal '{entry}': {head} has no parameter {'.'.join(path)}")

    @cached_property
    def removed_tools(self) -> frozenset[str]:
        """Names of the tools taken away."""
        return frozenset(entry for entry in self.removed if "." not in entry)

    @cached_property
    def removed_parameters(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Paths of the parameters taken away, by tool."""
        return self._paths(result=False)

    @cached_property
    def removed_results(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Paths of the result fields taken away, by tool."""
        return self._paths(result=True)

    def _paths(self, *, result: bool) -> dict[str, tuple[tuple[str, ...], ...]]:
        paths: dict[str, tuple[tuple[str, ...], ...]] = {}
        for entry in self.removed:
            if "." not in entry or entry.startswith("result.") != result:
                continue
            head, *path = entry.removeprefix("result.").split(".")
            paths[head] = (*paths.get(head, ()), tuple(path))
        return paths

    def removed_use(self, name: str, arguments: Mapping[str, Any]) -> Literal["tool", "parameter"] | None:
        """Tell whether a call uses a tool or a parameter that was taken away."""
        if name in self.removed_tools:
            return "tool"
        paths = self.removed_parameters.get(name, ())
        return "parameter" if any(contains(arguments, path) for path in paths) else None

    @cached_property
    def specs(self) -> dict[str, ToolSpec]:
        """The offered tools by name; shared between sessions."""
        whole = _whole(self.name)
        if not self.removed_tools:
            return whole
        return {name: spec for name, spec in whole.items() if name not in self.removed_tools}

    @cached_property
    def schemas(self) -> dict[str, Schema]:
        """The parameter schemas as offered, by tool; shared between sessions, so whoever changes one copies it."""
        if not self.removed_tools and not self.removed_parameters:
            return _whole_schemas(self.name)
        schemas: dict[str, Schema] = {}
        for name, spec in self.specs.items():
            schema = spec.parameters
            for path in self.removed_parameters.get(name, ()):
                schema = without_parameter(schema, path)
            schemas[name] = schema
        return schemas


@cache
def person_tools() -> dict[str, ToolSpec]:
    """Return every tool by name: a person's hands and a scenario's events reach all of them."""
    return {spec.name: spec for spec in all_tools()}


def names_of(specs: Iterable[ToolSpec]) -> list[str]:
    """Return the tools' names in order."""
    return [spec.name for spec in specs]
