"""What only the person at the wheel does or lets happen: driving, doors, the weather outside, a phone that rings."""

from typing import Annotated, Literal

from simulator.tools.parameters import WINDOW_SEATS, ToolValue, Window
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, tool
from simulator.vehicle.surroundings import OutsideWeather


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


@tool(domain="motion", effect="set", order=73, group="person")
def set_outside_weather(
    car: Desk, condition: Annotated[OutsideWeather, Param('Weather at the car from now on; "" is the forecast\'s.')]
) -> ToolValue:
    """Let it rain, hail or clear up where the car is, whatever was forecast."""
    car.happening.outside_weather = condition
    return {"condition": condition}


@tool(domain="motion", effect="set", order=74, group="person")
def ring_phone(car: Desk, caller: Annotated[str, Param("Name of who calls.")]) -> ToolValue:
    """Let a call come in; one call rings at a time."""
    if not caller.strip():
        raise ToolFault("RING_PHONE_002", "RingPhone_002: a call comes from somebody.")
    if car.original.happening.incoming_call:
        raise ToolFault("RING_PHONE_001", "RingPhone_001: another call is ringing.")
    car.happening.incoming_call = caller
    return {"caller": caller}


@tool(domain="motion", effect="set", order=75, group="person")
def end_ringing(car: Desk) -> ToolValue:
    """Let the ringing stop."""
    caller = car.original.happening.incoming_call
    if not caller:
        raise ToolFault("END_RINGING_001", "EndRinging_001: nobody is calling.")
    car.happening.incoming_call = ""
    return {"caller": caller}
