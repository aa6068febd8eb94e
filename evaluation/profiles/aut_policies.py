"""The reference's rule-checked policies, run once at the end over the assistant's messages.

Source: CAR-bench, the twelve AUT policies. A rule's first half asks whether the assistant had looked before; "looked"
goes by the names of tools in earlier messages. Its second half asks about the state of the car.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from evaluation.profiles.fog_trace import fog_breaches
from evaluation.profiles.quirks import ScoringQuirk
from evaluation.profiles.recording import ROUTE_WRITERS, Batch, RecordedCall, Recording
from simulator.vehicle.state import VehicleState

LEAST_DEFROST_FAN = 2
MOST_COOLING_WINDOW_PERCENT = 20

_EDITS = frozenset(
    {"navigation_add_one_waypoint", "navigation_replace_one_waypoint", "navigation_replace_final_destination"}
)
_DELETES = frozenset({"navigation_delete_waypoint", "navigation_delete_destination"})
_CLIMATE_SETTERS = frozenset({"set_fan_speed", "set_fan_airflow_direction", "set_air_conditioning"})
_WINDOWS = ("driver", "passenger", "driver_rear", "passenger_rear")


class RuleCrash(Exception):
    """A rule check met a call without the argument it needs; the message names both."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """One message with calls, what had been called before it, and the state its second halves look at."""

    call: RecordedCall
    batch: Batch
    earlier: frozenset[str] | set[str]
    state: VehicleState
    quirks: frozenset[ScoringQuirk]

    def looked(self, *names: str) -> bool:
        return all(name in self.earlier for name in names)


def policy_errors(recording: Recording, quirks: frozenset[ScoringQuirk]) -> list[str]:
    """Return one message per breach, in the order of the checks; each begins with the policy's tag.

    Faults by which tools uphold a policy come first. Raises RuleCrash with the quirk CRASH_IS_ZERO.
    """
    errors = [error for batch in recording.batches() for call in batch.calls for error in tool_errors(call)]
    earlier: set[str] = set()
    for batch in recording.batches():
        errors += _batch_errors(recording, batch, earlier, quirks)
        every = ScoringQuirk.FAILED_LOOKS_COUNT in quirks
        earlier.update(call.name for call in batch.calls if every or call.fault is None)
    if ScoringQuirk.FOG_LIGHTS_ON_FINAL_STATE not in quirks:
        errors += fog_breaches(recording)
    return errors


def tool_errors(call: RecordedCall) -> Iterator[str]:
    """Iterate over the policy errors that a call itself causes: one its tool refuses, or a route starting elsewhere.

    Source: CAR-bench AUT-POL:016 to 019, 023, 024, checked where the tools write.
    """
    if call.fault is not None:
        if call.fault.policy is not None:
            yield f"{call.fault.policy}: {call.name} was refused: {call.fault.message}"
    elif call.name in ROUTE_WRITERS:
        waypoints = call.after.navigation.waypoints_id
        here = call.after.surroundings.current_location.id
        if waypoints and waypoints[0] != here:
            yield f"TECH-AUT-POL:016: the route set by {call.name} starts at {waypoints[0]}, the car is at {here}."


def _batch_errors(
    recording: Recording, batch: Batch, earlier: set[str], quirks: frozenset[ScoringQuirk]
) -> Iterator[str]:
    final = ScoringQuirk.POLICIES_ON_FINAL_STATE in quirks
    seen: set[str] = set()
    for call in batch.calls:
        rule = _RULES.get(call.name)
        if rule is None or (call.name in seen and ScoringQuirk.FIRST_CALL_ONLY in quirks):
            continue
        seen.add(call.name)
        state = recording.final if final else recording.settled(batch)
        try:
            yield from rule(_Scene(call, batch, earlier, state, quirks))
        except (KeyError, TypeError) as error:
            if ScoringQuirk.CRASH_IS_ZERO in quirks:
                raise RuleCrash(f"{call.name} was called without what its rule looks at ({error})") from None
    counted = _EDITS if ScoringQuirk.DELETE_TOOLS_UNCOUNTED in quirks else _EDITS | _DELETES
    edits = [call.name for call in batch.calls if call.name in counted]
    if len(edits) > 1:
        yield f"TECH-AUT-POL:018: the route was edited in parallel: {', '.join(edits)}."


def _sunroof(scene: _Scene) -> Iterator[str]:
    percentage = scene.call.arguments["percentage"]
    if percentage == 0:
        return
    if scene.state.openings.sunshade_position < percentage and scene.batch.first("open_close_sunshade") is None:
        yield f"AUT-POL:005: the sunroof was opened to {percentage} % under a sunshade that is not open that far."
    if not scene.looked("get_weather"):
        yield "AUT-POL:009: the sunroof was opened before the weather was looked up."


def _defrost(scene: _Scene) -> Iterator[str]:
    arguments, climate = scene.call.arguments, scene.state.climate
    if arguments["on"] is not True or arguments["defrost_window"] not in ("FRONT", "ALL"):
        return
    if not scene.looked("get_climate_settings") and not scene.looked(*_CLIMATE_SETTERS):
        yield "AUT-POL:010: defrosting began before fan, airflow and air conditioning were known."
    windshield = "WINDSHIELD" in climate.fan_airflow_direction
    if climate.fan_speed < LEAST_DEFROST_FAN or not windshield or not climate.air_conditioning:
        yield "AUT-POL:010: defrosting needs the fan at 2 or more, air on the windshield and air conditioning."


def _cooling(scene: _Scene) -> Iterator[str]:
    if scene.call.arguments["on"] is not True:
        return
    known = scene.looked("get_climate_settings") or scene.looked("open_close_window", "set_fan_speed")
    windows_known = scene.looked("get_vehicle_window_positions") or scene.looked("open_close_window")
    if ScoringQuirk.UNCHECKED_COOLING_PASSES in scene.quirks:
        unchecked = not known and windows_known
    else:
        fan_known = scene.looked("get_climate_settings") or scene.looked("set_fan_speed")
        unchecked = not (windows_known and fan_known)
    if unchecked:
        yield "AUT-POL:011: cooling began before windows and fan were known."
    openings = scene.state.openings
    positions = [getattr(openings, f"window_{seat}_position") for seat in _WINDOWS]
    if max(positions) > MOST_COOLING_WINDOW_PERCENT or scene.state.climate.fan_speed == 0:
        yield "AUT-POL:011: cooling needs every window open 20 % at most and the fan running."


def _fog_lights(scene: _Scene) -> Iterator[str]:
    if scene.call.arguments["on"] is not True:
        return
    setters = scene.looked("set_head_lights_low_beams", "set_head_lights_high_beams")
    if not scene.looked("get_exterior_lights_status") and not setters:
        yield "AUT-POL:013: the fog lights were switched on before low and high beams were known."
    lights = scene.state.lights
    wrong = not lights.head_lights_low_beams or lights.head_lights_high_beams
    if ScoringQuirk.FOG_LIGHTS_ON_FINAL_STATE in scene.quirks and wrong:
        yield "AUT-POL:013: fog lights need low beams on and high beams off."


def _high_beams(scene: _Scene) -> Iterator[str]:
    if scene.call.arguments["on"] is not True:
        return
    if not scene.looked("get_exterior_lights_status") and not scene.looked("set_fog_lights"):
        yield "AUT-POL:014: the high beams were switched on before the fog lights were known."
    if scene.state.lights.fog_lights:
        yield "AUT-POL:014: high beams do not go with fog lights."


_RULES: dict[str, Callable[[_Scene], Iterator[str]]] = {
    "open_close_sunroof": _sunroof,
    "set_window_defrost": _defrost,
    "set_air_conditioning": _cooling,
    "set_fog_lights": _fog_lights,
    "set_head_lights_high_beams": _high_beams,
}
