"""The weather tool."""

from dataclasses import replace
from typing import Annotated

from simulator.tools.parameters import ToolValue
from simulator.tools.quirks import Quirk
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, own_exception, tool
from simulator.world.model import WeatherSlot

POLICY = "AUT-POL:024"


@tool(domain="weather", effect="get", order=34)
def get_weather(
    car: Desk,
    location_or_poi_id: Annotated[str, Param("Id of a city or of a point of interest in a city.")],
    month: Annotated[float, Param("Month of the current date.", minimum=1, maximum=12, multiple_of=1)],
    day: Annotated[float, Param("Day of the current date.", minimum=1, maximum=31, multiple_of=1)],
    time_hour_24hformat: Annotated[float, Param("Hour, 24 h clock.", minimum=0, maximum=23, multiple_of=1)],
    time_minutes: Annotated[float, Param("Minute.", minimum=0, maximum=59, multiple_of=1)] = 0,
) -> ToolValue:
    """Tell the weather at a place at a time of the current day, with the slot of three hours after it."""
    when = int(month), int(day)
    hour = int(time_hour_24hformat) + min(int(time_minutes), 59) / 60
    if when != car.date[1:]:
        message = f"GetWeather_001: {POLICY}: weather is known for the current day only."
        raise ToolFault("GET_WEATHER_001", message, policy=POLICY)
    place = location_or_poi_id
    if place.startswith("poi_"):
        poi = car.world.poi(place)
        place = "" if poi is None else poi.get("corresponding_location_id", "")
    slots = car.world.weather(place)
    if slots is None:
        raise ToolFault("GET_WEATHER_002", f"GetWeather_002: no weather is known for {location_or_poi_id}.")
    index = next((i for i, slot in enumerate(slots) if slot.start_hour <= hour < slot.end_hour), None)
    following = None if index is None or index + 1 >= len(slots) else slots[index + 1]
    if Quirk.WEATHER_SLOTS in car.quirks:
        # The reference looks for the next slot in the record of three fields instead of its list of slots.
        if index is None:
            raise own_exception("current_slot is not defined")
        if index < 2:
            raise own_exception(str(index + 1))
        following = None
    return {
        "current_slot": None if index is None else _observed(car, place, slots[index]).row(),
        "next_slot": None if following is None else following.row(),
    }


def _observed(car: Desk, place: str, slot: WeatherSlot) -> WeatherSlot:
    """Return the slot as it is told: for here and now it is what can be seen outside, where that differs."""
    outside = car.original.happening.outside_weather
    here = place == car.original.surroundings.current_location.id
    hour = car.now.hour + car.now.minute / 60
    return replace(slot, condition=outside) if outside and here and slot.start_hour <= hour < slot.end_hour else slot
