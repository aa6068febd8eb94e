"""One figure of agreement: a number with its interval, or why there is none."""

import math
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or None with the reason in one clause; `low` and `high` bound a 95 % interval where there is one.

    `no_interval` says why there is none beside a number.
    """

    value: float | None
    why: str = ""
    low: float | None = None
    high: float | None = None
    no_interval: str = ""

    @property
    def shown(self) -> str:
        """The figure as people read it."""
        if self.value is None:
            return f"undefined: {self.why}"
        bounds = f" [{self.low:.3f}, {self.high:.3f}]" if self.low is not None and self.high is not None else ""
        return f"{self.value:.3f}{bounds}"

    def within(self, low: float, high: float) -> "Figure":
        """Return it with an interval."""
        return replace(self, low=low, high=high)

    def without(self, why: str) -> "Figure":
        """Return it with the reason why it has no interval."""
        return replace(self, no_interval=why)

    def as_json(self) -> dict[str, Any]:
        """Return plain values; null is what cannot be told."""
        found: dict[str, Any] = {"value": self.value, "low": self.low, "high": self.high}
        if self.value is None:
            found["undefined"] = self.why
        elif self.no_interval:
            found["no_interval"] = self.no_interval
        return found


def undefined(why: str) -> Figure:
    """Return that there is no such number."""
    return Figure(None, why)


def figure(value: float, why: str = "the data give no number") -> Figure:
    """Return a number that was computed; one that is not finite is none, for the reason given."""
    number = float(value)
    return Figure(number) if math.isfinite(number) else undefined(why)
