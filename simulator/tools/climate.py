"""Tools for temperature, fan, air and defrost."""

from typing import Annotated, Literal

from simulator.tools.parameters import ZONE_SEATS, SeatZone, Switch, ToolValue
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, tool
from simulator.vehicle.quantities import AirCirculation, AirflowDirection

CabinTemperature = Annotated[float, Param("Set-point in degrees Celsius.", minimum=16, maximum=28, multiple_of=0.5)]
DefrostWindow = Literal["ALL", "FRONT", "REAR"]
Fan = Annotated[float, Param("Fan level, 0 is off and 5 is strongest.", minimum=0, maximum=5, multiple_of=1)]


@tool(domain="vehicle", effect="set", order=9, faults={"mode": "SET_AIR_CIRCULATION_001"})
def set_air_circulation(
    car: Desk,
    mode: Annotated[AirCirculation, Param("Where the cabin air comes from; AUTO lets the car choose.")],
) -> ToolValue:
    """Choose between fresh air, recirculated air and the automatic mode."""
    car.climate.air_circulation = mode
    return {"mode": mode}


@tool(domain="vehicle", effect="set", order=10)
def set_air_conditioning(car: Desk, on: Switch) -> ToolValue:
    """Switch the air conditioning (the cooling) on or off."""
    car.climate.air_conditioning = on
    return {"on": on}


@tool(
    domain="vehicle",
    effect="set",
    order=12,
    faults={"temperature": "SET_CLIMATE_TEMPERATURE_001", "seat_zone": "SET_CLIMATE_TEMPERATURE_002"},
    accepts={"temperature": (0, 100)},
)
def set_climate_temperature(car: Desk, temperature: CabinTemperature, seat_zone: SeatZone) -> ToolValue:
    """Set the wanted temperature for the driver's side, the passenger's side or both."""
    climate = car.climate
    for seat in ZONE_SEATS[seat_zone]:
        setattr(climate, f"climate_temperature_{seat}", temperature)
    return {"temperature": temperature, "seat_zone": seat_zone}


@tool(domain="vehicle", effect="set", order=13, faults={"direction": "SET_FAN_AIRFLOW_DIRECTION_001"})
def set_fan_airflow_direction(
    car: Desk, direction: Annotated[AirflowDirection, Param("Where the air is blown to.")]
) -> ToolValue:
    """Choose where the fan blows the air: feet, head, windshield or a combination."""
    car.climate.fan_airflow_direction = direction
    return {"direction": direction}


@tool(domain="vehicle", effect="set", order=14, faults={"level": "SET_FAN_SPEED_001"})
def set_fan_speed(car: Desk, level: Fan) -> ToolValue:
    """Set the strength of the fan."""
    car.climate.fan_speed = level  # type: ignore[assignment]
    return {"level": level}


@tool(domain="vehicle", effect="set", order=21, faults={"defrost_window": "SET_WINDOW_DEFROST_001"})
def set_window_defrost(
    car: Desk,
    on: Switch,
    defrost_window: Annotated[DefrostWindow, Param("The windshield, the rear window, or both.")],
) -> ToolValue:
    """Switch the defrosting of the windshield, the rear window or both on or off."""
    if defrost_window in ("ALL", "FRONT"):
        car.climate.window_front_defrost = on
    if defrost_window in ("ALL", "REAR"):
        car.climate.window_rear_defrost = on
    return {"on": on, "defrost_window": defrost_window}


@tool(domain="vehicle", effect="get", order=24)
def get_climate_settings(car: Desk) -> ToolValue:
    """Tell fan level, airflow direction, air conditioning, circulation and both defrost switches."""
    climate = car.original.climate
    return {
        "fan_speed": climate.fan_speed,
        "fan_airflow_direction": climate.fan_airflow_direction,
        "air_conditioning": climate.air_conditioning,
        "air_circulation": climate.air_circulation,
        "window_front_defrost": climate.window_front_defrost,
        "window_rear_defrost": climate.window_rear_defrost,
    }


@tool(domain="vehicle", effect="get", order=31)
def get_temperature_inside_car(car: Desk) -> ToolValue:
    """Tell the temperature that is set for the driver's and the passenger's side."""
    climate = car.original.climate
    return {
        "climate_temperature_driver": climate.climate_temperature_driver,
        "climate_temperature_passenger": climate.climate_temperature_passenger,
        "temperature_unit": "Celsius",
    }
