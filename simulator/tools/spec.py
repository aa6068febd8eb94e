"""Tools as decorated, typed functions; faults as exceptions the gate turns into results."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from simulator.events import FaultKind
from simulator.registry import Registry
from simulator.tools.schema import Schema, signature_schema, without_texts
from simulator.vehicle.state import Draft
from simulator.world.model import World

Effect = Literal["get", "set", "none"]
ToolFunction = Callable[..., Any]

CONFIRMATION_MARK = "REQUIRES_CONFIRMATION"


class ToolFault(Exception):
    """A tool refuses a call; the code is the reference's where it has one."""

    def __init__(self, code: str, message: str, kind: FaultKind = FaultKind.CHECKED) -> None:
        super().__init__(message)
        self.code = code
        self.kind = kind


class Desk(Draft):
    """All a tool may touch during one call: a draft of the state, the world, the session's plans and the time.

    `month`, `day`, `hour` and `minute` come from the session clock.
    """

    def __init__(self, draft_of: Any, world: World, plans: "PlanStore", date: tuple[int, int, int]) -> None:
        super().__init__(draft_of)
        self.world = world
        self.plans = plans
        self.date = date


@dataclass(slots=True)
class PlanStore:
    """The plans of one session, by id."""

    plans: dict[str, dict[str, Any]] = field(default_factory=dict)
    active: str | None = None


@dataclass(frozen=True)
class ToolSpec:
    """One tool: its function and everything derived from it.

    `faults` maps a parameter to the code of the tool's own range check, in the order the checks run; a parameter
    without a code that does not fit its schema is an invalid argument.
    """

    function: ToolFunction
    name: str
    domain: str
    effect: Effect
    order: int
    group: str
    requires_confirmation: bool
    additional: Literal["closed", "open", "misplaced"]
    bare: bool
    faults: Mapping[str, str]
    accepts: Mapping[str, tuple[float, float]]

    @cached_property
    def description(self) -> str:
        """The sentences the assistant reads; tools that need confirmation say so first."""
        text = " ".join((self.function.__doc__ or "").split())
        return f"{CONFIRMATION_MARK}, {text}" if self.requires_confirmation else text

    @cached_property
    def parameters(self) -> Schema:
        """The JSON schema of the arguments, with texts."""
        schema = signature_schema(self.function)
        if self.additional == "closed":
            schema["additionalProperties"] = False
        elif self.additional == "misplaced":
            # The reference's schema of one tool carries the keyword among the properties; scores stay comparable.
            schema["properties"]["additionalProperties"] = False
        return schema

    @cached_property
    def bare_parameters(self) -> Schema:
        """The JSON schema of the arguments without texts."""
        schema: Schema = without_texts(self.parameters)
        return schema


TOOLS: Registry[ToolSpec] = Registry("tool")


def tool(
    *,
    domain: str,
    effect: Effect,
    order: int,
    group: str = "carbench",
    requires_confirmation: bool = False,
    additional: Literal["closed", "open", "misplaced"] = "closed",
    bare: bool = False,
    faults: Mapping[str, str] | None = None,
    accepts: Mapping[str, tuple[float, float]] | None = None,
) -> Callable[[ToolFunction], ToolFunction]:
    """Register a function as a tool under its own name.

    `group` is the toolset that first offers it; `bare` tools answer with plain text instead of the envelope;
    `accepts` widens the range the tool's own check allows before the state's validation decides.
    """

    def register(function: ToolFunction) -> ToolFunction:
        name = function.__name__
        spec = ToolSpec(
            function,
            name,
            domain,
            effect,
            order,
            group,
            requires_confirmation,
            additional,
            bare,
            dict(faults or {}),
            dict(accepts or {}),
        )
        TOOLS.add(name, spec)
        return function

    return register
