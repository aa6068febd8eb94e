"""What an assistant or a driver hands in, made fit to be recorded; what cannot be is a defect, told in one line."""

import math
from typing import Any

from simulator.agents.spec import CallRequest, Reply
from simulator.environment import MALFORMED
from simulator.events import DefectRecorded, Event, Timed, ToolCall
from simulator.redaction import any_known, stored, struck, told

MOST_NESTING = 32
MOST_NAME_CHARACTERS = 100


class Defect(Exception):
    """Something of ours or of the infrastructure broke; `where` says which part."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


def storable(text: str) -> str:
    """Return text every store can keep: lone surrogates are replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def without_secrets(event: Event) -> Event:
    """Return an event as it may be recorded: what is live and what is stored then say the same."""
    if not any_known() or isinstance(event, Timed):
        return event
    if isinstance(event, DefectRecorded):
        return event.model_copy(update={"where": told(event.where), "message": told(event.message)})
    text = event.model_dump_json()
    return event if stored(text) == text else type(event).model_validate(struck(event.model_dump()))


def storable_arguments(arguments: Any) -> dict[str, Any]:
    """Return arguments as plain JSON values; what is no object, or nests too deeply, is kept under `__malformed__`."""
    if not isinstance(arguments, dict):
        return {MALFORMED: storable(str(arguments))}
    try:
        plain: dict[str, Any] = _plain(arguments, MOST_NESTING)
    except RecursionError:
        return {MALFORMED: f"arguments nested more than {MOST_NESTING} deep"}
    return plain


def _plain(value: Any, deeper: int) -> Any:
    if not deeper:
        raise RecursionError
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(str(key)): _plain(item, deeper - 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, deeper - 1) for item in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value) if value.bit_length() < 64 else f"a whole number of {value.bit_length()} bits"
    if value is None or isinstance(value, bool) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return storable(str(value))


def reply_problem(reply: Any) -> str:
    """Return what is wrong with the form of an assistant's answer, or ""."""
    if not isinstance(reply, Reply):
        return f"answered with {type(reply).__name__}, expected Reply"
    if not isinstance(reply.speech, str):
        return f"answered with speech of type {type(reply.speech).__name__}, expected str"
    if not isinstance(reply.calls, list | tuple) or not all(isinstance(call, CallRequest) for call in reply.calls):
        return "answered with calls that are no tuple of CallRequest"
    return ""


def admitted_call(request: CallRequest, spare_id: str) -> ToolCall:
    """Return the call as it is recorded, with `spare_id` where the assistant gave none; raises Defect."""
    try:
        return ToolCall(
            id=storable(str(request.id or ""))[:MOST_NAME_CHARACTERS] or spare_id,
            name=storable(str(request.name))[:MOST_NAME_CHARACTERS],
            arguments=storable_arguments(request.arguments),
        )
    except Exception as error:
        raise Defect("assistant", f"a call that cannot be read: {explain(error)}") from error


def explain(error: BaseException) -> str:
    """Return an exception in one line: its type and the first line of its message."""
    text = str(error).strip()
    first = text.splitlines()[0] if text else ""
    return f"{type(error).__name__}: {first}" if first else type(error).__name__
