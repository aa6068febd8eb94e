"""Tools for exterior, reading and ambient lights."""

from typing import Annotated, Literal

from simulator.tools.parameters import WINDOW_SEATS, Switch, ToolValue, Window
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, tool
from simulator.vehicle.quantities import AmbientLight

LightColour = Literal["RED", "GREEN", "BLUE", "YELLOW", "WHITE", "PINK", "ORANGE", "PURPLE", "CYAN", "NONE"]
_AMBIENT: dict[str, AmbientLight] = {
    "RED": "RED",
    "GREEN": "GREEN",
    "BLUE": "BLUE",
    "YELLOW": "YELLOW",
    "WHITE": "WHITE",
    "PINK": "PINK",
    "ORANGE": "ORANGE",
    "PURPLE": "PURPLE",
    "CYAN": "CYAN",
}


@tool(domain="vehicle", effect="set", order=11, faults={"lightcolor": "SET_AMBIENT_LIGHT_001"})
def set_ambient_lights(
    car: Desk, on: Switch, lightcolor: Annotated[LightColour, Param("The colour; NONE when switching off.")]
) -> ToolValue:
    """Switch the ambient lighting of the cabin on in a colour, or off."""
    car.lights.ambient_light = _AMBIENT.get(lightcolor, "OFF") if on else "OFF"
    return {"on": on, "lightcolor": lightcolor}


@tool(domain="vehicle", effect="set", order=15)
def set_fog_lights(car: Desk, on: Switch) -> ToolValue:
    """Switch the fog lights on or off."""
    car.lights.fog_lights = on
    return {"on": on}


@tool(domain="vehicle", effect="set", order=16, requires_confirmation=True)
def set_head_lights_high_beams(car: Desk, on: Switch) -> ToolValue:
    """Switch the high beams of the headlights on or off."""
    car.lights.head_lights_high_beams = on
    return {"on": on}


@tool(domain="vehicle", effect="set", order=17)
def set_head_lights_low_beams(car: Desk, on: Switch) -> ToolValue:
    """Switch the low beams of the headlights on or off."""
    car.lights.head_lights_low_beams = on
    return {"on": on}


@tool(
    domain="vehicle",
    effect="set",
    order=18,
    faults={"position:list": "SET_READING_LIGHT_001", "position": "SET_READING_LIGHT_002"},
)
def set_reading_light(car: Desk, position: Window, on: Switch) -> ToolValue:
    """Switch the reading light at one seat, or all of them, on or off."""
    lights = car.lights
    for seat in WINDOW_SEATS[position]:
        setattr(lights, f"reading_light_{seat}", on)
    return {"position": position}


@tool(domain="vehicle", effect="get", order=22)
def get_ambient_light_status_and_color(car: Desk) -> ToolValue:
    """Tell the colour of the ambient lighting, or OFF."""
    return {"ambient_light": car.original.lights.ambient_light}


@tool(domain="vehicle", effect="get", order=25)
def get_exterior_lights_status(car: Desk) -> ToolValue:
    """Tell which of fog lights, low beams and high beams are on."""
    lights = car.original.lights
    return {
        "fog_lights": lights.fog_lights,
        "head_lights_low_beams": lights.head_lights_low_beams,
        "head_lights_high_beams": lights.head_lights_high_beams,
    }


@tool(domain="vehicle", effect="get", order=26)
def get_reading_lights_status(car: Desk) -> ToolValue:
    """Tell which reading lights are on."""
    lights = car.original.lights
    return {
        "reading_light_driver": lights.reading_light_driver,
        "reading_light_passenger": lights.reading_light_passenger,
        "reading_light_driver_rear": lights.reading_light_driver_rear,
        "reading_light_passenger_rear": lights.reading_light_passenger_rear,
    }
