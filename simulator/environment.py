"""The only gate through which anything about the car changes."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from simulator.clock import SessionClock
from simulator.events import Fault, FaultKind, ToolCall, ToolResult
from simulator.tools.quirks import NATIVE, WITHOUT_STATUS, Quirk
from simulator.tools.schema import ArgumentError, Schema, check_value
from simulator.tools.spec import Desk, PlanStore, ToolFault, ToolSpec
from simulator.tools.toolset import Toolset, contains, mask, person_tools
from simulator.vehicle.battery import charge
from simulator.vehicle.change import Change
from simulator.vehicle.digest import StateDigest
from simulator.vehicle.state import Draft, VehicleState
from simulator.world.model import World

MOST_MESSAGE_CHARACTERS = 300

# What was sent as arguments but is no JSON object travels under this name, so that the assistant is told.
MALFORMED = "__malformed__"

_SHARED_PLANS = PlanStore()
_AS_WRITTEN = json.JSONEncoder(ensure_ascii=False)
_ESCAPED = json.JSONEncoder()


class Environment:
    """Vehicle state, world and session clock of one session.

    `frozen_charge` keeps the state of charge where it is whatever the clock does, for scenarios that are compared
    with the reference's fixed context. `calendar_id` names the driver's calendar in the world. `quirks` are the
    reference's peculiarities to reproduce, none by default. Without `digests` results carry none, which saves time
    where only the states themselves are compared.
    """

    def __init__(
        self,
        state: VehicleState,
        world: World,
        toolset: Toolset,
        *,
        frozen_charge: bool = False,
        calendar_id: str | None = None,
        quirks: frozenset[Quirk] = NATIVE,
        digests: bool = True,
    ) -> None:
        self.state = state
        self.world = world
        self.toolset = toolset
        self.calendar_id = calendar_id
        self.quirks = quirks
        when = state.surroundings.current_datetime
        self.clock = SessionClock(datetime(when.year, when.month, when.day, when.hour, when.minute))
        self._frozen_charge = frozen_charge
        self._plans = _SHARED_PLANS if Quirk.PLANS_SHARED in quirks else PlanStore()
        self._unchecked = Quirk.UNCHECKED_ARGUMENTS in quirks
        self._encode = (_ESCAPED if Quirk.ESCAPED_JSON in quirks else _AS_WRITTEN).encode
        self._digest = StateDigest()
        self._digests = digests

    @property
    def digest(self) -> str:
        """The digest of the current vehicle state."""
        return self._digest.of(self.state)

    def _told_digest(self) -> str:
        return self._digest.of(self.state) if self._digests else ""

    def call(self, call: ToolCall) -> ToolResult:
        """Run one call on a draft and commit it, or roll it back and tell the fault; never raises for a bad call."""
        desk = Desk(self.state, self.world, self._plans, self.clock, self.calendar_id, self.quirks)
        try:
            spec, schema = self._find(call)
            arguments = self._check(spec, schema, call)
            value = self._run(spec, desk, arguments)
            content = self._content(spec, value, call)
        except ToolFault as fault:
            return self._refuse(call, fault, self._settle(desk) if fault.keeps else ())
        changes = self._settle(desk)
        return ToolResult(
            call_id=call.id, name=call.name, content=content, value=value, changes=changes, digest=self._told_digest()
        )

    def advance(self, duration_ms: int) -> tuple[Change, ...]:
        """Let session time pass and return what the car changed by itself (charging)."""
        self.clock.advance(duration_ms)
        charging = self.state.charging
        if not charging.charging or self._frozen_charge:
            return ()
        draft = Draft(self.state)
        draft.battery.state_of_charge = charge(self.state.battery, charging, duration_ms)
        if draft.battery.state_of_charge >= charging.charge_limit_percent:
            draft.charging.charging = False
        return self._settle(draft)

    def _settle(self, draft: Draft) -> tuple[Change, ...]:
        """Make a draft the state and return what it changed."""
        changes = draft.changes()
        if changes:
            self.state = draft.commit()
        return changes

    def _run(self, spec: ToolSpec, desk: Desk, arguments: Mapping[str, Any]) -> Any:
        keeps = self._unchecked
        try:
            return spec.function(desk, **arguments)
        except ToolFault:
            raise
        except ValidationError as error:
            message = error.errors()[0]["msg"]
            raise ToolFault("", message, FaultKind.INVALID_ARGUMENTS, keeps=keeps) from None
        except Exception as error:
            if not self._unchecked:
                raise
            raise ToolFault("", str(error), FaultKind.INVALID_ARGUMENTS, keeps=keeps) from None

    def _find(self, call: ToolCall) -> tuple[ToolSpec, Schema]:
        if call.actor != "assistant":
            spec = person_tools().get(call.name)
            if spec is None:
                raise ToolFault("", f"Unknown action {call.name}", FaultKind.UNKNOWN_TOOL)
            return spec, spec.parameters
        spec = self.toolset.specs.get(call.name)
        if spec is not None:
            return spec, self.toolset.schemas[call.name]
        kind = FaultKind.UNKNOWN_TOOL
        if call.name in self.toolset.removed_tools:
            if Quirk.REMOVED_STAYS_EXECUTABLE in self.quirks:
                spec = person_tools()[call.name]
                return spec, spec.parameters
            kind = FaultKind.REMOVED
        raise ToolFault("", f"Unknown action {call.name}", kind)

    def _check(self, spec: ToolSpec, schema: Schema, call: ToolCall) -> Mapping[str, Any]:
        """Return the arguments to call with; raises ToolFault in the order the reference's own checks run."""
        arguments = call.arguments
        if MALFORMED in arguments:
            raise ToolFault("", f"the arguments were not a JSON object ({MALFORMED})", FaultKind.INVALID_ARGUMENTS)
        if call.actor == "assistant" and call.name in self.toolset.removed_parameters:
            if Quirk.REMOVED_STAYS_EXECUTABLE in self.quirks:
                schema = spec.parameters
            else:
                self._check_removed(spec, call)
        offered: Mapping[str, Schema] = schema["properties"]
        for name in arguments:
            if not isinstance(offered.get(name), dict):
                raise ToolFault("", f"{call.name} has no parameter {name}", FaultKind.INVALID_ARGUMENTS)
        for name in schema.get("required", ()):
            if name not in arguments:
                raise ToolFault("", f"{call.name} lacks the parameter {name}", FaultKind.INVALID_ARGUMENTS)
        self._own_checks(spec, arguments)
        if self._unchecked:
            return arguments
        for name, value in arguments.items():
            try:
                check_value(name, value, offered[name])
            except ArgumentError as error:
                raise ToolFault("", str(error), FaultKind.INVALID_ARGUMENTS) from None
        return arguments

    def _check_removed(self, spec: ToolSpec, call: ToolCall) -> None:
        for path in self.toolset.removed_parameters[call.name]:
            if contains(call.arguments, path):
                message = f"{call.name} has no parameter {'.'.join(path)} in this car"
                raise ToolFault("REMOVED_PARAMETER", message, FaultKind.REMOVED)
            if len(path) == 1 and path[0] in spec.parameters.get("required", ()):
                message = f"{call.name} cannot be used at present: {path[0]} is not available in this car"
                raise ToolFault("", message, FaultKind.REMOVED)

    def _own_checks(self, spec: ToolSpec, arguments: Mapping[str, Any]) -> None:
        for check in spec.checks:
            if check.parameter not in arguments:
                continue
            value = arguments[check.parameter]
            if check.only_list:
                bad = isinstance(value, list)
            elif check.words is not None:
                bad = value not in check.words if self._unchecked or isinstance(value, str) else False
            elif isinstance(value, int | float):
                wide = check.reference if Quirk.TEMPERATURE_CHECK in self.quirks else check.bounds
                bad = value < wide[0] or value > wide[1]
            elif self._unchecked:
                message = f"{type(value).__name__} cannot be compared with a number"
                raise ToolFault("", message, FaultKind.INVALID_ARGUMENTS)
            else:
                bad = False
            if bad:
                raise ToolFault(check.code, f"{check.code}: {check.parameter} cannot be {value!r}")

    def _content(self, spec: ToolSpec, value: Any, call: ToolCall) -> str:
        if spec.bare:
            return str(value)
        if call.actor == "assistant":
            for path in self.toolset.removed_results.get(spec.name, ()):
                value = mask(value, path)
        return self._encode({"status": "SUCCESS", "result": value})

    def _refuse(self, call: ToolCall, fault: ToolFault, changes: tuple[Change, ...]) -> ToolResult:
        message = _shortened(str(fault))
        match fault.kind:
            case FaultKind.CHECKED | FaultKind.SILENT:
                told: dict[str, Any] = {"status": "FAILURE", "errors": {fault.code: message}}
                scored = fault.kind is FaultKind.CHECKED
                if scored and Quirk.NO_STATUS in self.quirks and fault.code.startswith(WITHOUT_STATUS):
                    del told["status"]
                content = self._encode(told)
            case FaultKind.UNKNOWN_TOOL:
                content = message
            case _:
                content = message if message.startswith("Unknown action") else f"Error: {message}"
                content += self._note(call)
        return ToolResult(
            call_id=call.id,
            name=call.name,
            content=content,
            fault=Fault(kind=fault.kind, code=fault.code, message=message, policy=fault.policy),
            changes=changes,
            digest=self._told_digest(),
        )

    def _note(self, call: ToolCall) -> str:
        """Return what the reference adds when a tool goes wrong that has lost a parameter."""
        hidden = Quirk.REMOVED_STAYS_EXECUTABLE in self.quirks and call.actor == "assistant"
        if not hidden or call.name not in self.toolset.removed_parameters:
            return ""
        lost = ", ".join(".".join(path) for path in self.toolset.removed_parameters[call.name])
        return f". {lost} is removed at present, so this tool cannot be used; do not try it with that argument again."


def _shortened(message: str) -> str:
    """Return a fault's message without the megabytes an argument may have held."""
    return message if len(message) <= MOST_MESSAGE_CHARACTERS else f"{message[:MOST_MESSAGE_CHARACTERS]}…"
