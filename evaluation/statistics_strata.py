"""What a session may be grouped by: how much it asks for, and who the driver is."""

import re
from collections.abc import Mapping
from typing import Literal

Dimension = Literal["actions", "age", "style", "proficiency"]
DIMENSIONS: tuple[Dimension, ...] = ("actions", "age", "style", "proficiency")
TITLES: Mapping[Dimension, str] = {
    "actions": "expected calls",
    "age": "driver's age",
    "style": "driver's way of speaking",
    "proficiency": "driver's familiarity with cars",
}

_AGE = re.compile(r"\b(?P<years>\d{1,3}) years old\b")
_STYLE = re.compile(r"\b(?P<style>Commanding|Conversational|Questioning)\b")
_LOW = re.compile(r"\b(?:sporadically|everyday language)\b")
_HIGH = re.compile(r"\b(?:regularly|technical terms like)\b")
_BANDS = ((30, "under 30"), (45, "30-44"), (60, "45-59"))
_OLDEST = "60 and over"


def strata_of(persona: str, expected_calls: int | None = None) -> dict[Dimension, str]:
    """Return the groups a session belongs to; what the persona does not say is absent.

    `persona` is a driver's description in the wording CAR-bench's tasks use (age, one of three ways of speaking, low or
    high familiarity); one that names none of the three ways of speaking gives no strata but the number of calls.
    `expected_calls` counts the calls of the ground truth, reading ones included.

    Source: CAR-bench's analyser groups by number of actions and by persona.
    """
    found: dict[Dimension, str] = {}
    if expected_calls is not None:
        found["actions"] = str(expected_calls)
    style = _STYLE.search(persona)
    if style is None:
        return found
    found["style"] = style["style"].casefold()
    if age := _AGE.search(persona):
        years = int(age["years"])
        found["age"] = next((name for limit, name in _BANDS if years < limit), _OLDEST)
    if _LOW.search(persona):
        found["proficiency"] = "low"
    elif _HIGH.search(persona):
        found["proficiency"] = "high"
    else:
        found["proficiency"] = "not said"
    return found


def in_order(dimension: Dimension, name: str) -> tuple[int, str]:
    """Return a key that sorts the groups of a dimension the way people expect."""
    if dimension == "actions":
        return int(name), ""
    if dimension == "age":
        names = [*(band for _, band in _BANDS), _OLDEST]
        return (names.index(name) if name in names else len(names)), name
    return 0, name
