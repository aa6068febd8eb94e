"""What only the person at the wheel does: driving and doors."""

from typing import Annotated, Literal

from simulator.tools.parameters import WINDOW_SEATS, ToolValue, Window
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, tool


@tool(domain="motion", effect="set", order=70, group="person")
def drive(car: Desk, speed_kph: Annotated[float, Param("Speed in km/h.", minimum=0, maximum=300)]) -> ToolValue:
    """Drive at a speed; 0 stops the car. Driving needs the plug out."""
    if speed_kph > 0 and car.original.charging.plugged_in:
        raise ToolFault("DRIVE_001", "Drive_001: the car is plugged in.")
    motion = car.motion
    motion.speed_kph, motion.gear = speed_kph, "D" if speed_kph > 0 else "P"
    return {"speed_kph": speed_kph}


@tool(domain="motion", effect="set", order=71, group="person")
def move_door(
    car: Desk, door: Window, action: Annotated[Literal["OPEN", "CLOSE"], Param("What the door should do.")]
) -> ToolValue:
    """Open or close a door by hand; a door opens only while the car stands still."""
    if action == "OPEN" and car.original.motion.speed_kph > 0:
        raise ToolFault("MOVE_DOOR_001", "MoveDoor_001: the car is moving.")
    for seat in WINDOW_SEATS[door]:
        setattr(car.doors, f"door_{seat}_open", action == "OPEN")
    return {"door": door, "action": action}


@tool(domain="motion", effect="set", order=72, group="person")
def set_outside_temperature(
    car: Desk,
    temperature_c: Annotated[float, Param("Air temperature in degrees Celsius.", minimum=-60, maximum=60)],
) -> ToolValue:
    """Let the air outside have a temperature."""
    car.motion.outside_temperature_c = temperature_c
    return {"temperature_c": temperature_c}
