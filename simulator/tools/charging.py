"""Tools for the charging session: those an assistant may use, and those only a person has hands for."""

from typing import Annotated, Literal

from simulator.tools.parameters import ToolValue
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, tool


@tool(domain="charging", effect="set", order=57, group="dashtalk", faults={"percentage": "SET_CHARGE_LIMIT_001"})
def set_charge_limit(
    car: Desk,
    percentage: Annotated[
        float, Param("State of charge at which charging stops.", minimum=50, maximum=100, multiple_of=1)
    ],
) -> ToolValue:
    """Set the state of charge in percent at which charging stops by itself."""
    car.charging.charge_limit_percent = percentage  # type: ignore[assignment]
    return {"percentage": percentage}


@tool(domain="charging", effect="set", order=58, group="vehicle-extras")
def start_charging(car: Desk) -> ToolValue:
    """Start charging; the car must be plugged in and below its charge limit."""
    if not car.original.charging.plugged_in:
        raise ToolFault("START_CHARGING_001", "StartCharging_001: the car is not plugged in.")
    level, limit = car.original.battery.state_of_charge, car.original.charging.charge_limit_percent
    if level >= limit:
        raise ToolFault("START_CHARGING_002", f"StartCharging_002: charged to {level:.0f} %, the limit is {limit} %.")
    car.charging.charging = True
    return {"charging": True, "state_of_charge": round(level, 1), "charge_limit_percent": limit}


@tool(domain="charging", effect="set", order=59, group="vehicle-extras")
def stop_charging(car: Desk) -> ToolValue:
    """Stop charging; the plug stays in."""
    car.charging.charging = False
    return {"charging": False, "state_of_charge": round(car.original.battery.state_of_charge, 1)}


@tool(domain="charging", effect="get", order=60, group="vehicle-extras")
def get_charging_session(car: Desk) -> ToolValue:
    """Tell whether the car is plugged in and charging, the plug's power, the charge and its limit."""
    charging = car.original.charging
    return {**charging.model_dump(), "state_of_charge": round(car.original.battery.state_of_charge, 1)}


@tool(domain="charging", effect="set", order=61, group="person")
def plug_in(
    car: Desk,
    power_type: Annotated[Literal["AC", "DC"], Param("Current of the plug.")],
    power_kw: Annotated[float, Param("Power of the plug in kW.", minimum=1, maximum=1000)],
) -> ToolValue:
    """Plug the car in."""
    if car.original.motion.speed_kph > 0:
        raise ToolFault("PLUG_IN_001", "PlugIn_001: the car is moving.")
    charging = car.charging
    charging.plugged_in, charging.plug_power_type, charging.plug_power_kw = True, power_type, power_kw
    return {"plugged_in": True}


@tool(domain="charging", effect="set", order=62, group="person")
def unplug(car: Desk) -> ToolValue:
    """Pull the plug; charging ends."""
    charging = car.charging
    charging.plugged_in, charging.charging = False, False
    return {"plugged_in": False}
