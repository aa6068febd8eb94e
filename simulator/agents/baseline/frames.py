"""What an utterance asks for, in the words shared by understanding, dialogue, planning and speech."""

from dataclasses import dataclass, field, replace
from typing import Literal

Action = Literal[
    "open",
    "close",
    "on",
    "off",
    "set",
    "up",
    "down",
    "change",
    "match",
    "query",
    "wish",
    "start",
    "add",
    "replace",
    "swap",
    "drop",
    "cancel",
    "reroute",
    "find",
    "send",
    "",
]

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


ERRANDS = frozenset({"navigation", "route", "poi", "charge", "charging", "calendar", "contact", "call", "mail"})
"""What a wish on the road or about people is about; the rest are devices of the car."""


@dataclass(frozen=True, slots=True)
class Errand:
    """What a wish on the road or about people names, as it was heard; empty where nothing was said.

    `place`, `old` (what is replaced or dropped) and `via` are names of cities, kinds of places, or references that
    start with @: here, there, destination, meeting, home, stop, last. `kind` is a category of places, `filters` are
    open, dc, free and nearest. `route` is fastest, shortest, no_toll, first, second or third. `who` are names or
    @attendees, @there. `km`, `minutes`, `from_percent` and `to_percent` are positions on the road or of the battery.
    `want` is what is asked, `which` the meeting meant: next, first or last.
    """

    place: str = ""
    start: str = ""
    kind: str = ""
    along: bool = False
    via: tuple[str, ...] = ()
    old: str = ""
    route: str = ""
    who: tuple[str, ...] = ()
    text: str = ""
    km: float | None = None
    minutes: float | None = None
    from_percent: float | None = None
    to_percent: float | None = None
    want: str = ""
    which: str = ""
    filters: tuple[str, ...] = ()

    def words(self) -> list[str]:
        """Write the filled slots as words of a label."""
        said = {
            "place": self.place,
            "start": self.start,
            "kind": self.kind,
            "along": "yes" if self.along else "",
            "via": "+".join(self.via),
            "old": self.old,
            "route": self.route,
            "who": "+".join(self.who),
            "text": self.text,
            "km": _short(self.km),
            "want": self.want,
            "min": _short(self.minutes),
            "from": _short(self.from_percent),
            "to": _short(self.to_percent),
            "which": self.which,
            "with": "+".join(self.filters),
        }
        return [f"{name}={value.lower().replace(' ', '_')}" for name, value in said.items() if value]


def _short(number: float | None) -> str:
    return "" if number is None else f"{number:g}"


@dataclass(frozen=True, slots=True)
class Intent:
    """One wish of the driver.

    `zones` are seat positions in `ZONE_ORDER`. `value` is the wanted setting: a number in the device's own unit
    (percent, degrees Celsius, level), an option word (FEET, AUTO, PURPLE, OTHER) or a vague amount
    (some, max, min). `by` is a relative amount in the same unit, or some. `hour` is 0..23.
    `expression` is the arithmetic of a calculation, `errand` what a wish on the road or about people names.
    """

    device: str
    action: Action = ""
    zones: tuple[str, ...] = ()
    value: float | str | None = None
    by: float | str | None = None
    hour: int | None = None
    expression: str = ""
    errand: Errand = field(default_factory=Errand)

    def label(self) -> str:
        """Write the intent as the benchmark's label: device, action and its filled slots."""
        if self.device == "wish":
            return f"wish {self.value}"
        words = [self.device, self.action] if self.action else [self.device]
        if self.zones:
            words.append("zone=" + "+".join(self.zones))
        words.extend(self.errand.words())
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
