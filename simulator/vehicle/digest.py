"""What identifies a vehicle state: the digest of its canonical JSON, part by part."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from json.encoder import encode_basestring as _quoted
from typing import Any

from simulator.vehicle.quantities import Part


def _float_text(value: float) -> str:
    return repr(int(value)) if value.is_integer() else repr(value)


def _sequence_text(values: Sequence[Any]) -> str:
    return f"[{','.join([canonical_text(value) for value in values])}]"


def _mapping_text(values: Mapping[str, Any]) -> str:
    return "{" + ",".join([f"{_quoted(key)}:{canonical_text(values[key])}" for key in sorted(values)]) + "}"


_WRITERS: dict[type, Callable[[Any], str]] = {
    str: _quoted,
    bool: {True: "true", False: "false"}.__getitem__,
    int: repr,
    float: _float_text,
    type(None): {None: "null"}.__getitem__,
    list: _sequence_text,
    tuple: _sequence_text,
    dict: _mapping_text,
}
# By kind of part: its variables in sorted order with the beginnings of their JSON.
_KEYS: dict[type, tuple[tuple[str, str], ...]] = {}


def canonical_text(value: Any) -> str:
    """Return the canonical JSON of a value: keys sorted, no spaces, and 20.0 written as 20.

    Raises TypeError for anything but parts and plain JSON values.
    """
    kind = type(value)
    write = _WRITERS.get(kind)
    if write is not None:
        return write(value)
    keys = _KEYS.get(kind)
    if keys is None:
        if not isinstance(value, Part):
            raise TypeError(f"no canonical JSON for {kind.__name__}")
        keys = tuple((name, f"{_quoted(name)}:") for name in sorted(type(value).model_fields))
        _KEYS[kind] = keys
    values = vars(value)
    return "{" + ",".join([key + canonical_text(values[name]) for name, key in keys]) + "}"


def part_digest(part: Part) -> str:
    """Return the SHA-256 of the part's canonical JSON, hexadecimal."""
    return hashlib.sha256(canonical_text(part).encode("utf-8", "surrogatepass")).hexdigest()


class StateDigest:
    """Digests the states of one session; only parts that are new since the last state are digested again."""

    def __init__(self) -> None:
        self._state: Part | None = None
        self._parts: dict[str, Part] = {}
        self._lines: dict[str, str] = {}
        self._digest = ""

    def of(self, state: Part) -> str:
        """Return the SHA-256 over the digests of the state's parts by name, hexadecimal; parts at rest are left out."""
        if state is self._state:
            return self._digest
        parts: dict[str, Part] = vars(state)
        if not self._lines:
            self._lines = dict.fromkeys(sorted(parts), "")
        for name, part in parts.items():
            if part is not self._parts.get(name):
                self._parts[name] = part
                self._lines[name] = "" if part.at_rest() else f"{name} {part_digest(part)}\n"
        self._state = state
        self._digest = hashlib.sha256("".join(self._lines.values())[:-1].encode()).hexdigest()
        return self._digest
