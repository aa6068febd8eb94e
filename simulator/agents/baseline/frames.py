"""What an utterance asks for, in the words shared by understanding, dialogue, planning and speech."""

from dataclasses import dataclass, field, replace
from typing import Literal

Action = Literal["open", "close", "on", "off", "set", "up", "down", "change", "match", "query", "wish", ""]

SEATS = ("DRIVER", "PASSENGER", "DRIVER_REAR", "PASSENGER_REAR")
ZONE_ORDER = ("ALL", *SEATS, "LEFT_REAR", "RIGHT_REAR", "OCCUPIED")

OPENINGS = frozenset({"window", "sunroof", "sunshade"})
SWITCHES = frozenset({"ac", "low_beam", "high_beam", "fog_light", "reading_light", "headlight", "light"})
LEVELS = frozenset({"fan", "seat_heating", "steering_heating"})
ZONED = frozenset({"window", "temperature", "seat_heating", "reading_light"})
QUERY_ONLY = frozenset(
    {"weather", "climate", "car_color", "occupancy", "preferences", "math", "clock", "help", "thanks"}
)
MAX_LEVEL = {"fan": 5, "seat_heating": 3, "steering_heating": 3}
"""Highest level of each heating or fan control. Source: parameter ranges of the reference tool schemas."""
TEMPERATURE_RANGE_C = (16.0, 28.0)
TEMPERATURE_STEP_C = 0.5


@dataclass(frozen=True, slots=True)
class Intent:
    """One wish of the driver.

    `zones` are seat positions in `ZONE_ORDER`. `value` is the wanted setting: a number in the device's own unit
    (percent, degrees Celsius, level), an option word (FEET, AUTO, PURPLE, OTHER) or a vague amount
    (some, max, min). `by` is a relative amount in the same unit, or some. `hour` is 0..23.
    `expression` is the arithmetic of a calculation.
    """

    device: str
    action: Action = ""
    zones: tuple[str, ...] = ()
    value: float | str | None = None
    by: float | str | None = None
    hour: int | None = None
    expression: str = ""

    def label(self) -> str:
        """Write the intent as the benchmark's label: device, action and its filled slots."""
        if self.device == "wish":
            return f"wish {self.value}"
        words = [self.device, self.action] if self.action else [self.device]
        if self.zones:
            words.append("zone=" + "+".join(self.zones))
        for name, slot in (("value", self.value), ("by", self.by), ("hour", self.hour)):
            if slot is not None:
                words.append(f"{name}={slot:g}" if isinstance(slot, int | float) else f"{name}={slot}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Understood:
    """All that was taken from one utterance.

    `intents` are complete wishes; `answer` is a clear yes or no; `loose` holds slots said without naming a
    device, as the answer to a question would, `absolute` whether its number was said as a target (to 3),
    `commanded` whether a verb came with them.
    `named` are devices that were mentioned without a wish.
    """

    intents: tuple[Intent, ...] = ()
    answer: Literal["yes", "no"] | None = None
    loose: Intent = field(default_factory=lambda: Intent(""))
    absolute: bool = False
    commanded: bool = False
    named: tuple[str, ...] = ()


def ordered_zones(zones: set[str]) -> tuple[str, ...]:
    """Sort zones, and call the four seats together ALL."""
    if zones >= set(SEATS) or "ALL" in zones:
        return ("ALL",)
    return tuple(zone for zone in ZONE_ORDER if zone in zones)


def merged(intent: Intent, loose: Intent) -> Intent:
    """Fill what `loose` says into `intent`; what was said later wins."""
    changes: dict[str, object] = {}
    for name in ("zones", "value", "by", "hour"):
        if (said := getattr(loose, name)) not in (None, (), ""):
            changes[name] = said
    if "value" in changes and "by" not in changes:
        changes["by"] = None
    return replace(intent, **changes)  # type: ignore[arg-type]
