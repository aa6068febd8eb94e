"""The only gate through which anything about the car changes."""

import copy
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from simulator.clock import SessionClock
from simulator.events import Fault, FaultKind, ToolCall, ToolResult
from simulator.tools.schema import ArgumentError, Schema, check_value
from simulator.tools.spec import Desk, PlanStore, ToolFault, ToolSpec
from simulator.tools.toolset import Toolset, mask, person_tools
from simulator.vehicle.battery import charge
from simulator.vehicle.change import Change
from simulator.vehicle.state import PARTS, Draft, VehicleState, combine, part_digest
from simulator.world.model import World

MOST_MESSAGE_CHARACTERS = 300

# What was sent as arguments but is no JSON object travels under this name, so that the assistant is told.
MALFORMED = "__malformed__"


class Environment:
    """Vehicle state, world and session clock of one session.

    `frozen_charge` keeps the state of charge where it is whatever the clock does, for scenarios that are compared
    with the reference's fixed context.
    """

    def __init__(self, state: VehicleState, world: World, toolset: Toolset, *, frozen_charge: bool = False) -> None:
        self.state = state
        self.world = world
        self.toolset = toolset
        when = state.surroundings.current_datetime
        self.clock = SessionClock(datetime(when.year, when.month, when.day, when.hour, when.minute))
        self._frozen_charge = frozen_charge
        self._plans = PlanStore()
        self._digests = {name: part_digest(getattr(state, name)) for name in PARTS}
        self._digest = combine(self._digests)

    @property
    def digest(self) -> str:
        """The digest of the current vehicle state."""
        return self._digest

    def call(self, call: ToolCall) -> ToolResult:
        """Run one call on a draft and commit it, or roll it back and tell the fault; never raises for a bad call."""
        try:
            spec, schema = self._find(call)
            arguments = self._check(spec, schema, call)
            desk = Desk(self.state, self.world, self._plans, self._date())
            try:
                value = spec.function(desk, **arguments)
            except ValidationError as error:
                raise ToolFault("", error.errors()[0]["msg"], FaultKind.INVALID_ARGUMENTS) from None
        except ToolFault as fault:
            return self._refuse(call, fault)
        changes = desk.changes()
        if changes:
            self._commit(desk.commit())
        return ToolResult(
            call_id=call.id,
            name=call.name,
            content=self._content(spec, value, call),
            # A tool may answer with what it goes on working with (plans): what is recorded must stay as it was.
            value=copy.deepcopy(value),
            changes=changes,
            digest=self._digest,
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
        changes = draft.changes()
        if changes:
            self._commit(draft.commit())
        return changes

    def _date(self) -> tuple[int, int, int]:
        now = self.clock.now
        return now.year, now.month, now.day

    def _find(self, call: ToolCall) -> tuple[ToolSpec, Schema]:
        if call.actor != "assistant":
            spec = person_tools().get(call.name)
            if spec is None:
                raise ToolFault("", f"Unknown action {call.name}", FaultKind.UNKNOWN_TOOL)
            return spec, spec.parameters
        spec = self.toolset.specs.get(call.name)
        if spec is not None:
            return spec, self.toolset.schemas[call.name]
        kind = FaultKind.REMOVED if call.name in self.toolset.removed_tools else FaultKind.UNKNOWN_TOOL
        raise ToolFault("", f"Unknown action {call.name}", kind)

    def _check(self, spec: ToolSpec, schema: Schema, call: ToolCall) -> dict[str, Any]:
        """Return the arguments to call with; raises ToolFault in the order the reference's own checks run."""
        arguments = call.arguments
        offered: Mapping[str, Schema] = schema["properties"]
        for path in self.toolset.removed_parameters.get(call.name, ()) if call.actor == "assistant" else ():
            if _contains(arguments, path):
                message = f"{call.name} has no parameter {'.'.join(path)} in this car"
                raise ToolFault("REMOVED_PARAMETER", message, FaultKind.REMOVED)
            if len(path) == 1 and path[0] in spec.parameters.get("required", ()):
                message = f"{call.name} cannot be used at present: {path[0]} is not available in this car"
                raise ToolFault("", message, FaultKind.REMOVED)
        if MALFORMED in arguments:
            raise ToolFault("", "the arguments were not a JSON object", FaultKind.INVALID_ARGUMENTS)
        for name in arguments:
            if not isinstance(offered.get(name), dict):
                raise ToolFault("", f"{call.name} has no parameter {name}", FaultKind.INVALID_ARGUMENTS)
        for name in schema.get("required", ()):
            if name not in arguments:
                raise ToolFault("", f"{call.name} lacks the parameter {name}", FaultKind.INVALID_ARGUMENTS)
        self._own_checks(spec, arguments)
        for name, value in arguments.items():
            try:
                check_value(name, value, offered[name])
            except ArgumentError as error:
                raise ToolFault("", str(error), FaultKind.INVALID_ARGUMENTS) from None
        return arguments

    @staticmethod
    def _own_checks(spec: ToolSpec, arguments: Mapping[str, Any]) -> None:
        for key, code in spec.faults.items():
            name, _, only = key.partition(":")
            value, schema = arguments.get(name), spec.parameters["properties"][name]
            if only == "list":
                bad = isinstance(value, list)
            elif "enum" in schema:
                bad = isinstance(value, str) and value not in schema["enum"]
            else:
                low, high = spec.accepts.get(name, (schema["minimum"], schema["maximum"]))
                bad = isinstance(value, int | float) and not low <= value <= high
            if bad:
                raise ToolFault(code, f"{code}: {name} cannot be {value!r}")

    def _commit(self, state: VehicleState) -> None:
        for name in PARTS:
            part = getattr(state, name)
            if part is not getattr(self.state, name):
                self._digests[name] = part_digest(part)
        self.state = state
        self._digest = combine(self._digests)

    def _content(self, spec: ToolSpec, value: Any, call: ToolCall) -> str:
        if spec.bare:
            return str(value)
        if call.actor == "assistant":
            for path in self.toolset.removed_results.get(spec.name, ()):
                value = mask(value, path)
        return json.dumps({"status": "SUCCESS", "result": value}, ensure_ascii=False)

    def _refuse(self, call: ToolCall, fault: ToolFault) -> ToolResult:
        message = _shortened(str(fault))
        match fault.kind:
            case FaultKind.CHECKED | FaultKind.SILENT:
                content = json.dumps({"status": "FAILURE", "errors": {fault.code: message}}, ensure_ascii=False)
            case FaultKind.UNKNOWN_TOOL:
                content = message
            case _:
                content = message if message.startswith("Unknown action") else f"Error: {message}"
        return ToolResult(
            call_id=call.id,
            name=call.name,
            content=content,
            fault=Fault(kind=fault.kind, code=fault.code, message=message),
            digest=self._digest,
        )


def _shortened(message: str) -> str:
    """Return a fault's message without the megabytes an argument may have held."""
    return message if len(message) <= MOST_MESSAGE_CHARACTERS else f"{message[:MOST_MESSAGE_CHARACTERS]}…"


def _contains(value: Any, path: tuple[str, ...]) -> bool:
    if isinstance(value, list):
        return any(_contains(item, path) for item in value)
    if not isinstance(value, dict) or path[0] not in value:
        return False
    return len(path) == 1 or _contains(value[path[0]], path[1:])
