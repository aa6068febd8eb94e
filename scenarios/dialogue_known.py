"""The checks of a dialogue as plain values, the wordings in one language: for judges, and for people who look on."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from scenarios.dialogue_checks import Checks, Forms
from simulator.channel import Locale


def known(checks: Checks, locale: Locale) -> dict[str, Any]:
    """Return the machine checks as far as they say something: wordings as lists, deeds as mappings."""
    return {name: _plain(getattr(checks, name), locale) for name in checks.given}


def _plain(value: Any, locale: Locale) -> Any:
    if isinstance(value, Forms):
        return list(value.of(locale))
    if isinstance(value, tuple):
        return [_plain(item, locale) for item in value]
    if isinstance(value, BaseModel):
        fields = ((name, getattr(value, name)) for name in type(value).model_fields)
        return {name: _plain(item, locale) for name, item in fields if item not in (None, "", (), {})}
    if isinstance(value, Mapping):
        return {name: _plain(item, locale) for name, item in value.items()}
    return value
