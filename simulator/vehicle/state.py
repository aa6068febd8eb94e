"""The vehicle state as one validated tree, its differences, and drafts of it."""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import Field, SerializerFunctionWrapHandler, ValidationError, model_serializer

from simulator.registry import UsageError, nearest
from simulator.vehicle.battery import Battery, Charging
from simulator.vehicle.change import Change
from simulator.vehicle.climate import Climate
from simulator.vehicle.digest import StateDigest
from simulator.vehicle.lights import Lights
from simulator.vehicle.navigation import Navigation
from simulator.vehicle.openings import Doors, Openings
from simulator.vehicle.outbox import Outbox
from simulator.vehicle.quantities import Part
from simulator.vehicle.seats import Seats
from simulator.vehicle.surroundings import Happening, Motion, Surroundings

P = TypeVar("P", bound=Part)

# The order of the reference's flat state, needed only to print it the same way.
CARBENCH_MUTABLE = (
    "sunroof_position",
    "sunshade_position",
    "trunk_door_position",
    "window_driver_position",
    "window_passenger_position",
    "window_driver_rear_position",
    "window_passenger_rear_position",
    "reading_light_driver",
    "reading_light_passenger",
    "reading_light_driver_rear",
    "reading_light_passenger_rear",
    "fog_lights",
    "head_lights_low_beams",
    "head_lights_high_beams",
    "ambient_light",
    "climate_temperature_driver",
    "climate_temperature_passenger",
    "steering_wheel_heating",
    "seat_heating_driver",
    "seat_heating_passenger",
    "fan_speed",
    "window_front_defrost",
    "window_rear_defrost",
    "fan_airflow_direction",
    "air_conditioning",
    "air_circulation",
    "navigation_active",
    "waypoints_id",
    "routes_to_final_destination_id",
    "email_addresses_sent_mail_to",
    "phone_numbers_called",
)
CARBENCH_FIXED = (
    "car_color",
    "battery_capacity_kwh",
    "useable_battery_percentage",
    "max_charging_power_ac",
    "max_charging_power_dc",
    "energy_consumption",
    "charging_curve_parameters",
    "state_of_charge",
    "seats_occupied",
    "current_location",
    "current_datetime",
    "user_preferences",
)


class VehicleState(Part):
    """Everything about the car in one tree; committed parts are never mutated, drafts replace them.

    The first six parts hold the reference's 31 mutable variables under their exact names, `battery` and
    `surroundings` its 12 fixed ones; `charging`, `doors`, `motion` and `happening` are ours and left out of its view.
    """

    climate: Climate = Field(default_factory=Climate)
    openings: Openings = Field(default_factory=Openings)
    lights: Lights = Field(default_factory=Lights)
    seats: Seats = Field(default_factory=Seats)
    navigation: Navigation = Field(default_factory=Navigation)
    outbox: Outbox = Field(default_factory=Outbox)
    battery: Battery = Field(default_factory=Battery)
    surroundings: Surroundings = Field(default_factory=Surroundings)
    charging: Charging = Field(default_factory=Charging)
    doors: Doors = Field(default_factory=Doors)
    motion: Motion = Field(default_factory=Motion)
    happening: Happening = Field(default_factory=Happening)

    @model_serializer(mode="wrap")
    def _without_parts_at_rest(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        values: dict[str, Any] = written(self)
        return {name: value for name, value in values.items() if not getattr(self, name).at_rest()}

    @classmethod
    def from_flat(cls, values: Mapping[str, Any]) -> "VehicleState":
        """Build a state from flat variable names; raises UsageError naming an unknown variable or a bad value."""
        parts: dict[str, dict[str, Any]] = {}
        for name, value in values.items():
            part = PART_OF.get(name)
            if part is None:
                close = nearest(name, PART_OF)
                raise UsageError(f"unknown vehicle variable '{name}'" + (f": did you mean '{close}'?" if close else ""))
            parts.setdefault(part, {})[name] = value
        try:
            return cls.model_validate(parts)
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][1]) if len(first["loc"]) > 1 else str(first["loc"][0])
            raise UsageError(f"vehicle variable '{name}': {first['msg']} (got {first['input']!r})") from None

    def flat(self, names: tuple[str, ...] = CARBENCH_MUTABLE) -> dict[str, Any]:
        """Return variables under their flat names; by default the reference's 31 mutable ones in its order."""
        return {name: _plain(getattr(getattr(self, PART_OF[name]), name)) for name in names}

    def digest(self) -> str:
        """Return the SHA-256 of the whole tree, hexadecimal."""
        return StateDigest().of(self)

    def diff(self, other: "VehicleState") -> tuple[Change, ...]:
        """Return what changed from this state to `other`, in the order of the tree."""
        return tuple(
            change
            for name in PARTS
            if (mine := getattr(self, name)) is not (theirs := getattr(other, name))
            for change in part_diff(name, mine, theirs)
        )

    def apply(self, changes: tuple[Change, ...]) -> "VehicleState":
        """Return this state with recorded changes applied; used to replay a stored session."""
        draft = Draft(self)
        for change in changes:
            part, variable = change.path.split(".", 1)
            setattr(draft.part(part), variable, change.after)
        return draft.commit()


_PLAIN = frozenset((bool, int, float, str, list, dict))


def _plain(value: Any) -> Any:
    return value if type(value) in _PLAIN else value.model_dump()


def part_diff(name: str, before: Part, after: Part) -> tuple[Change, ...]:
    """Return the variables of one part that differ."""
    old, new = vars(before), vars(after)
    if old == new:
        return ()
    return tuple(
        [
            Change(path=f"{name}.{field}", before=_plain(old[field]), after=_plain(new[field]))
            for field in _FIELDS[name]
            if old[field] != new[field]
        ]
    )


PARTS: tuple[str, ...] = tuple(VehicleState.model_fields)
PART_TYPES: dict[str, type[Part]] = {
    name: cast(type[Part], field.annotation) for name, field in VehicleState.model_fields.items()
}
_FIELDS: dict[str, tuple[str, ...]] = {name: tuple(kind.model_fields) for name, kind in PART_TYPES.items()}
PART_OF: dict[str, str] = {variable: part for part, kind in PART_TYPES.items() for variable in kind.model_fields}


class Draft:
    """A copy-on-write view of a state: a part is copied when first touched and only touched parts are committed."""

    def __init__(self, state: VehicleState) -> None:
        self.original = state
        self._touched: dict[str, Part] = {}

    def part(self, name: str) -> Part:
        """Return the draft's own copy of one part; its assignments are validated."""
        part = self._touched.get(name)
        if part is None:
            part = cast(Part, getattr(self.original, name)).twin()
            self._touched[name] = part
        return part

    @property
    def climate(self) -> Climate:
        """The climate part, writable."""
        return cast(Climate, self.part("climate"))

    @property
    def openings(self) -> Openings:
        """The openings part, writable."""
        return cast(Openings, self.part("openings"))

    @property
    def lights(self) -> Lights:
        """The lights part, writable."""
        return cast(Lights, self.part("lights"))

    @property
    def seats(self) -> Seats:
        """The seats part, writable."""
        return cast(Seats, self.part("seats"))

    @property
    def navigation(self) -> Navigation:
        """The navigation part, writable; assign whole lists, never mutate them in place."""
        return cast(Navigation, self.part("navigation"))

    @property
    def outbox(self) -> Outbox:
        """The outbox part, writable; assign whole lists, never mutate them in place."""
        return cast(Outbox, self.part("outbox"))

    @property
    def battery(self) -> Battery:
        """The battery part, writable."""
        return cast(Battery, self.part("battery"))

    @property
    def charging(self) -> Charging:
        """The charging part, writable."""
        return cast(Charging, self.part("charging"))

    @property
    def doors(self) -> Doors:
        """The doors part, writable."""
        return cast(Doors, self.part("doors"))

    @property
    def motion(self) -> Motion:
        """The motion part, writable."""
        return cast(Motion, self.part("motion"))

    @property
    def happening(self) -> Happening:
        """The happening part, writable."""
        return cast(Happening, self.part("happening"))

    @property
    def surroundings(self) -> Surroundings:
        """The surroundings part, writable."""
        return cast(Surroundings, self.part("surroundings"))

    def changes(self) -> tuple[Change, ...]:
        """Return what the draft has changed so far."""
        before = vars(self.original)
        found: tuple[Change, ...] = ()
        for name, part in self._touched.items():
            found += part_diff(name, before[name], part)
        return found

    def commit(self) -> VehicleState:
        """Return the new state, sharing untouched parts; the old state is returned when nothing changed."""
        before = vars(self.original)
        changed = {name: part for name, part in self._touched.items() if vars(part) != vars(before[name])}
        return self.original.twin(changed) if changed else self.original
