"""The weather tool."""

from typing import Annotated

from simulator.tools.parameters import ToolValue
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, ToolFault, tool


@tool(domain="weather", effect="get", order=34)
def get_weather(
    car: Desk,
    location_or_poi_id: Annotated[str, Param("Id of the place.")],
    month: Annotated[float, Param("Month of the current date.", minimum=1, maximum=12, multiple_of=1)],
    day: Annotated[float, Param("Day of the current date.", minimum=1, maximum=31, multiple_of=1)],
    time_hour_24hformat: Annotated[float, Param("Hour, 24 h clock.", minimum=0, maximum=23, multiple_of=1)],
    time_minutes: Annotated[float, Param("Minute.", minimum=0, maximum=59, multiple_of=1)] = 0,
) -> ToolValue:
    """Tell the weather at a place at a time of the current day, with the slot after it."""
    _, current_month, current_day = car.date
    if (int(month), int(day)) != (current_month, current_day):
        raise ToolFault("GET_WEATHER_001", "GetWeather_001: AUT-POL:024: weather is known for the current day only.")
    slots = car.world.weather(location_or_poi_id)
    if slots is None:
        raise ToolFault("GET_WEATHER_002", f"GetWeather_002: no weather is known for {location_or_poi_id}.")
    hour = int(time_hour_24hformat) + int(time_minutes) / 60
    index = next((i for i, slot in enumerate(slots) if slot.start_hour <= hour < slot.end_hour), None)
    current = None if index is None else slots[index]
    following = slots[index + 1] if index is not None and index + 1 < len(slots) else None
    return {
        "current_slot": current.row() if current else None,
        "next_slot": following.row() if following else None,
    }
