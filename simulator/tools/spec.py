"""Tools as decorated, typed functions; faults as exceptions the gate turns into results."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from simulator.clock import SessionClock
from simulator.events import FaultKind
from simulator.registry import Registry
from simulator.tools.quirks import NATIVE, Quirk
from simulator.tools.schema import Schema, signature_schema, without_texts
from simulator.vehicle.state import Draft, VehicleState
from simulator.world.model import World

Effect = Literal["get", "set", "none"]
ToolFunction = Callable[..., Any]

CONFIRMATION_MARK = "REQUIRES_CONFIRMATION"


class ToolFault(Exception):
    """A tool refuses a call; the code is the reference's where it has one.

    `policy` names the rule of conduct the call broke, if a rule is why it was refused. `keeps` True:
    what the tool has written by then stays.
    """

    def __init__(
        self,
        code: str,
        message: str,
        kind: FaultKind = FaultKind.CHECKED,
        *,
        policy: str | None = None,
        keeps: bool = False,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.kind = kind
        self.policy = policy
        self.keeps = keeps


def own_exception(message: str, *, keeps: bool = False) -> ToolFault:
    """Return the fault for a call on which the reference's tool itself goes wrong, which it tells but never scores."""
    return ToolFault("", message, FaultKind.INVALID_ARGUMENTS, keeps=keeps)


class Desk(Draft):
    """All a tool may touch during one call: a draft of the state, the world, the session's plans and the time.

    `calendar_id` says whose calendar the calendar tool opens; `quirks` are the reference's peculiarities switched on.
    """

    def __init__(
        self,
        draft_of: VehicleState,
        world: World,
        plans: "PlanStore",
        clock: SessionClock,
        calendar_id: str | None = None,
        quirks: frozenset[Quirk] = NATIVE,
    ) -> None:
        super().__init__(draft_of)
        self.world = world
        self.plans = plans
        self.calendar_id = calendar_id
        self.quirks = quirks
        self._clock = clock

    @property
    def now(self) -> datetime:
        """The session's local time."""
        return self._clock.start if Quirk.STANDING_CLOCK in self.quirks else self._clock.now

    @property
    def date(self) -> tuple[int, int, int]:
        """The current year, month and day."""
        now = self.now
        return now.year, now.month, now.day


@dataclass(slots=True)
class PlanStore:
    """The plans of one session, by id."""

    plans: dict[str, dict[str, Any]] = field(default_factory=dict)
    active: str | None = None


@dataclass(frozen=True, slots=True)
class OwnCheck:
    """A check the tool itself makes on one argument: that it is no list, one of some words, or within bounds.

    `reference` are the bounds the reference's tool allows.
    """

    code: str
    parameter: str
    only_list: bool = False
    words: tuple[str, ...] | None = None
    bounds: tuple[float, float] = (-math.inf, math.inf)
    reference: tuple[float, float] = (-math.inf, math.inf)


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
    ends_session: bool
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
    def checks(self) -> tuple[OwnCheck, ...]:
        """The checks of `faults`, in the order they run."""
        return tuple(self._check(key, code) for key, code in self.faults.items())

    def _check(self, key: str, code: str) -> OwnCheck:
        name, _, only = key.partition(":")
        schema = self.parameters["properties"][name]
        if only == "list":
            return OwnCheck(code, name, only_list=True)
        if "enum" in schema:
            return OwnCheck(code, name, words=tuple(schema["enum"]))
        bounds = schema["minimum"], schema["maximum"]
        return OwnCheck(code, name, bounds=bounds, reference=self.accepts.get(name, bounds))

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
    ends_session: bool = False,
    faults: Mapping[str, str] | None = None,
    accepts: Mapping[str, tuple[float, float]] | None = None,
) -> Callable[[ToolFunction], ToolFunction]:
    """Register a function as a tool under its own name.

    `group` is the toolset that first offers it; `bare` tools answer with plain text instead of the envelope;
    after a step that called one with `ends_session` the session is over; `accepts` is the wider range of the
    reference's own check, used with the quirk TEMPERATURE_CHECK.
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
            ends_session,
            dict(faults or {}),
            dict(accepts or {}),
        )
        TOOLS.add(name, spec)
        return function

    return register
