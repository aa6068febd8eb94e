"""Tools that tell about the battery and calculate range and charging."""

from collections.abc import Iterator
from typing import Annotated

from simulator.tools.identifiers import check_plug, check_point
from simulator.tools.parameters import ToolValue
from simulator.tools.quirks import Quirk
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, own_exception, tool
from simulator.vehicle.battery import POWERS, THRESHOLDS, Battery
from simulator.world.rows import PlugRow

StateOfCharge = Annotated[int, Param("State of charge in percent.", minimum=0, maximum=100)]
StartOfCharge = Annotated[int, Param("State of charge in percent when charging starts.", minimum=0, maximum=100)]
StationId = Annotated[str, Param("Id of a charging station, from a search for places.")]
PlugId = Annotated[str, Param("Id of one of the station's plugs, from the same search.")]

# Without a target both of these are answered.
_USUAL_TARGETS = (80, 100)


def range_km(battery: Battery, percent: float) -> float:
    """Return how far a share of the battery lasts, in whole km.

    Source: CAR-bench range: share of the usable energy over the consumption.
    """
    kwh = (percent / 100) * (battery.battery_capacity_kwh * (battery.useable_battery_percentage / 100))
    return round((kwh / battery.energy_consumption) * 100, 0)


def _sections(battery: Battery, plug: PlugRow) -> Iterator[tuple[float, float]]:
    """Yield up to which charge each section of the curve lasts and what one minute adds there, both in percent.

    Source: CAR-bench charging simulation; the order of operations is kept, since it decides the last bit.
    """
    car_kw = battery.max_charging_power_ac if plug["power_type"] == "AC" else battery.max_charging_power_dc
    peak_kw = min(car_kw, plug["power_kw"])
    usable_kwh = battery.battery_capacity_kwh * (battery.useable_battery_percentage / 100)
    curve = battery.charging_curve_parameters
    for threshold, share in zip(curve[THRESHOLDS], curve[POWERS], strict=True):
        yield threshold, ((share / 100) * peak_kw / 60) / usable_kwh * 100


def minutes_until(battery: Battery, plug: PlugRow, start: float, target: float) -> int | None:
    """Return the whole minutes of charging after which the target (percent) is reached; None when it never is."""
    level, minutes = start, 0
    for threshold, gain in _sections(battery, plug):
        if level <= threshold and level < target and gain <= 0:
            return None
        while level <= threshold and level < target:
            level += gain
            minutes += 1
    return minutes if level >= target else None


def level_after(battery: Battery, plug: PlugRow, start: float, minutes: int) -> float:
    """Return the charge in percent after some minutes, not bounded by 100."""
    level, left = start, minutes
    for threshold, gain in _sections(battery, plug):
        if level <= threshold and gain <= 0:
            break
        while left > 0 and level <= threshold:
            level += gain
            left -= 1
    return level


def _plug(car: Desk, station_id: str, plug_id: str, code: str) -> PlugRow:
    station = car.world.poi(station_id)
    if station is not None and "charging_plugs" not in station and Quirk.UNCHECKED_ARGUMENTS in car.quirks:
        raise own_exception("'charging_plugs'")
    for plug in () if station is None else station.get("charging_plugs", ()):
        if plug["plug_id"] == plug_id:
            return plug
    raise ToolFault(code, f"{station_id} has no plug {plug_id}; search for the charging station first.")


@tool(domain="charging", effect="get", order=48)
def get_charging_specs_and_status(car: Desk) -> ToolValue:
    """Tell battery capacity, charging power limits, state of charge and the remaining range."""
    battery = car.original.battery
    return {
        "battery_capacity_kwh": battery.battery_capacity_kwh,
        "max_charging_power_ac": battery.max_charging_power_ac,
        "max_charging_power_dc": battery.max_charging_power_dc,
        "state_of_charge": battery.state_of_charge,
        "remaining_range": f"{range_km(battery, battery.state_of_charge)}km",
    }


@tool(domain="charging", effect="get", order=49)
def get_distance_by_soc(
    car: Desk, initial_state_of_charge: StateOfCharge, final_state_of_charge: StateOfCharge = 0
) -> ToolValue:
    """Tell how many km the car drives from one state of charge down to another, or down to empty."""
    first, last = initial_state_of_charge, final_state_of_charge
    if first < last:
        message = "GetDistanceBySoc_001: driving never raises the charge; the initial one must be the higher one."
        raise ToolFault("GET_DISTANCE_BY_SOC_001", message)
    distance = range_km(car.original.battery, first - last)
    return {f"distance_km_for_{first}_until_{last}_percent_soc": f"{distance}km"}


@tool(domain="charging", effect="get", order=50)
def calculate_charging_time_by_soc(
    car: Desk,
    charging_station_id: StationId,
    charging_station_plug_id: PlugId,
    start_state_of_charge: StartOfCharge,
    target_state_of_charge: Annotated[
        int | None, Param("Wanted state of charge in percent; left out, 80 and 100 are told.", minimum=0, maximum=100)
    ] = None,
) -> ToolValue:
    """Calculate how many minutes a plug needs to charge from one state of charge to another.

    Station and plug ids come from a search for charging stations.
    """
    start, target = start_state_of_charge, target_state_of_charge
    code = "CALCULATE_CHARGING_TIME"
    check_point(car, charging_station_id, f"{code}_001")
    check_plug(car, charging_station_plug_id, f"{code}_002")
    _check_percent(start, f"{code}_003", "start_state_of_charge")
    if target is not None:
        _check_percent(target, f"{code}_004", "target_state_of_charge")
        if start > target:
            message = "CalculateChargingTimeBySoc_005: charging never lowers the charge; the target must be higher."
            raise ToolFault(f"{code}_005", message)
    plug = _plug(car, charging_station_id, charging_station_plug_id, f"{code}_006")
    short = 1 if Quirk.CHARGING_STOPS_EARLY in car.quirks else 0
    goals = _USUAL_TARGETS if target is None else (target,)
    if target == 0 and Quirk.CHARGING_OVERSHOOTS in car.quirks:
        goals = _USUAL_TARGETS[:1]
    result: ToolValue = {}
    for goal in goals:
        minutes = minutes_until(car.original.battery, plug, start, goal - short)
        if minutes is None:
            message = f"CalculateChargingTimeBySoc_007: this car never reaches {goal} % at this plug."
            raise ToolFault(f"{code}_007", message)
        told = goal if target is None else target
        result[f"time_from_{start}_until_{told}_percent_soc"] = f"{minutes}min"
    return result


@tool(domain="charging", effect="get", order=51)
def calculate_charging_soc_by_time(
    car: Desk,
    charging_station_id: StationId,
    charging_station_plug_id: PlugId,
    start_state_of_charge: StartOfCharge,
    charging_time: Annotated[int, Param("How long the car charges, in minutes.", minimum=0)],
) -> ToolValue:
    """Calculate the state of charge after charging at a plug for some minutes.

    Station and plug ids come from a search for charging stations.
    """
    code = "CALCULATE_CHARGING_SOC_BY_TIME"
    check_point(car, charging_station_id, f"{code}_001")
    check_plug(car, charging_station_plug_id, f"{code}_002")
    _check_percent(start_state_of_charge, f"{code}_003", "start_state_of_charge")
    if charging_time < 0:
        raise ToolFault(f"{code}_004", "CalculateChargingSocByTime_004: charging_time cannot be negative.")
    plug = _plug(car, charging_station_id, charging_station_plug_id, f"{code}_005")
    level = level_after(car.original.battery, plug, start_state_of_charge, charging_time)
    if Quirk.CHARGING_OVERSHOOTS not in car.quirks:
        level = min(level, 100)
    return {f"soc_in_percent_after_charging_for_{charging_time}min": f"{round(level, 0)} percent"}


def _check_percent(percent: float, code: str, name: str) -> None:
    if not 0 <= percent <= 100:
        raise ToolFault(code, f"{code}: {name} lies between 0 and 100, not {percent}.")
