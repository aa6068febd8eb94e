"""Rules for defrosting and air conditioning."""

from simulator.policies.evidence import UPHELD, known_before, succeeded, this_step
from simulator.policies.spec import Situation, Verdict, policy
from simulator.trajectory import Step

DEFROST = """Defrosting the windshield (FRONT or ALL) needs a fan level of at least 2, air blown to the windshield and
the air conditioning on: read these settings before you switch it on, and by the time you speak have corrected just what
falls short: a weaker fan to level 2, other directions to WINDSHIELD, the air conditioning to on."""
COOLING = """The air conditioning needs a fan level of at least 1 and every window open by at most 20 percent: read the
fan level and the windows before you switch it on, and by the time you speak have corrected just what falls short: a fan
that is off to level 1, a window open by more than 20 percent to fully closed."""
DEFROST_SOURCE = "CAR-bench AUT-POL:010"
COOLING_SOURCE = "CAR-bench AUT-POL:011"
DEFROST_MIN_FAN_LEVEL = 2
COOLING_MAX_WINDOW_PERCENT = 20


def _front_defrost(steps: tuple[Step, ...]) -> bool:
    return any(
        call.arguments.get("on") is True and call.arguments.get("defrost_window") in ("FRONT", "ALL")
        for call in succeeded(steps, "set_window_defrost")
    )


def _cooling(steps: tuple[Step, ...]) -> bool:
    return any(call.arguments.get("on") is True for call in succeeded(steps, "set_air_conditioning"))


@policy("010", DEFROST, when="step", source=DEFROST_SOURCE)
def climate_is_known_before_defrost(situation: Situation) -> Verdict | None:
    """Looking at the climate settings counts, and so does having set all three of them.

    Source: CAR-bench AUT-POL:010 (a).
    """
    if not _front_defrost(this_step(situation)):
        return None
    known = known_before(situation)
    if "get_climate_settings" in known:
        return UPHELD
    if {"set_fan_speed", "set_fan_airflow_direction", "set_air_conditioning"} <= known:
        return UPHELD
    return Verdict(False, "the front defrost was switched on before the climate settings were known")


@policy("010", DEFROST, when="speech", source=DEFROST_SOURCE)
def defrost_has_air(situation: Situation) -> Verdict | None:
    """Source: CAR-bench AUT-POL:010 (b), judged when the assistant next speaks instead of at the end."""
    climate = situation.after.climate
    if not _front_defrost(situation.turn_steps) or not climate.window_front_defrost:
        return None
    wrong = []
    if climate.fan_speed < DEFROST_MIN_FAN_LEVEL:
        wrong.append(f"the fan is at level {climate.fan_speed}")
    if "WINDSHIELD" not in climate.fan_airflow_direction:
        wrong.append(f"the air is blown to {climate.fan_airflow_direction}")
    if not climate.air_conditioning:
        wrong.append("the air conditioning is off")
    return Verdict(False, f"the front defrost was switched on, but {' and '.join(wrong)}") if wrong else UPHELD


@policy("011", COOLING, when="step", source=COOLING_SOURCE)
def cabin_is_known_before_cooling(situation: Situation) -> Verdict | None:
    """The fan level must have been read or set, and the windows must have been looked at or moved.

    Source: CAR-bench AUT-POL:011 (a). The reference's code lets an assistant through that looked at nothing; the
    native profile asks what its rule says.
    """
    if not _cooling(this_step(situation)):
        return None
    known = known_before(situation)
    missing = []
    if not known & {"get_climate_settings", "set_fan_speed"}:
        missing.append("the fan level")
    if not known & {"get_vehicle_window_positions", "open_close_window"}:
        missing.append("the windows")
    if not missing:
        return UPHELD
    verb = "were" if "the windows" in missing else "was"
    return Verdict(False, f"the air conditioning was switched on before {' and '.join(missing)} {verb} known")


@policy("011", COOLING, when="speech", source=COOLING_SOURCE)
def cooling_has_air_and_closed_windows(situation: Situation) -> Verdict | None:
    """Source: CAR-bench AUT-POL:011 (b), judged when the assistant next speaks instead of at the end."""
    climate, openings = situation.after.climate, situation.after.openings
    if not _cooling(situation.turn_steps) or not climate.air_conditioning:
        return None
    windows = {
        "driver's window": openings.window_driver_position,
        "passenger's window": openings.window_passenger_position,
        "window behind the driver": openings.window_driver_rear_position,
        "window behind the passenger": openings.window_passenger_rear_position,
    }
    wrong = [
        f"the {name} stands at {position} %"
        for name, position in windows.items()
        if position > COOLING_MAX_WINDOW_PERCENT
    ]
    if climate.fan_speed == 0:
        wrong.append("the fan is off")
    return Verdict(False, f"the air conditioning was switched on, but {' and '.join(wrong)}") if wrong else UPHELD
