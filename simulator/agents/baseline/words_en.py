"""English names of the car's parts, seats and values as they are spoken."""

from typing import Any

SEATS = {
    "DRIVER": "driver's",
    "PASSENGER": "passenger's",
    "DRIVER_REAR": "rear driver side",
    "PASSENGER_REAR": "rear passenger side",
    "LEFT_REAR": "rear left",
    "RIGHT_REAR": "rear right",
}
DEVICES = {
    "window": "windows",
    "sunroof": "sunroof",
    "sunshade": "sunshade",
    "trunk": "trunk",
    "temperature": "temperature",
    "fan": "fan",
    "airflow": "airflow direction",
    "ac": "air conditioning",
    "circulation": "air circulation",
    "defrost": "window defrost",
    "seat_heating": "seat heating",
    "steering_heating": "steering wheel heating",
    "ambient": "ambient light",
    "reading_light": "reading light",
    "low_beam": "low beams",
    "high_beam": "high beams",
    "fog_light": "fog lights",
    "headlight": "headlights",
    "light": "lights",
}
TOOLS = {
    "open_close_sunroof": "move the sunroof",
    "open_close_sunshade": "move the sunshade",
    "open_close_window": "move the windows",
    "open_close_trunk_door": "move the trunk door",
    "set_air_circulation": "change the air circulation",
    "set_air_conditioning": "switch the air conditioning",
    "set_ambient_lights": "change the ambient light",
    "set_climate_temperature": "change the temperature",
    "set_fan_airflow_direction": "change the airflow direction",
    "set_fan_speed": "change the fan speed",
    "set_fog_lights": "switch the fog lights",
    "set_head_lights_high_beams": "switch the high beams",
    "set_head_lights_low_beams": "switch the low beams",
    "set_reading_light": "switch the reading lights",
    "set_seat_heating": "change the seat heating",
    "set_steering_wheel_heating": "change the steering wheel heating",
    "set_window_defrost": "switch the window defrost",
    "get_ambient_light_status_and_color": "check the ambient light",
    "get_car_color": "check the car's color",
    "get_climate_settings": "check the climate settings",
    "get_exterior_lights_status": "check the exterior lights",
    "get_reading_lights_status": "check the reading lights",
    "get_seat_heating_level": "check the seat heating",
    "get_seats_occupancy": "check which seats are taken",
    "get_steering_wheel_heating_level": "check the steering wheel heating",
    "get_sunroof_and_sunshade_position": "check the sunroof and sunshade",
    "get_temperature_inside_car": "check the temperature setting",
    "get_trunk_door_position": "check the trunk",
    "get_vehicle_window_positions": "check the windows",
    "get_weather": "check the weather",
    "get_user_preferences": "read your preferences",
    "calculate_math": "calculate that",
}
PARAMETERS = {
    "percentage": "how far it opens",
    "window": "which window it is",
    "action": "whether it opens or closes",
    "mode": "the mode",
    "on": "whether it is on",
    "lightcolor": "the color",
    "temperature": "the temperature value",
    "seat_zone": "the seat zone",
    "direction": "the direction",
    "level": "the level",
    "position": "the position",
    "defrost_window": "which window is defrosted",
    "location_or_poi_id": "the place",
    "time_hour_24hformat": "the hour",
    "month": "the month",
    "day": "the day",
    "expression": "the numbers",
}
VARIABLES = {
    "sunroof_position": "the position of the sunroof",
    "sunshade_position": "the position of the sunshade",
    "trunk_door_position": "whether the trunk is open",
    "fog_lights": "whether the fog lights are on",
    "head_lights_low_beams": "whether the low beams are on",
    "head_lights_high_beams": "whether the high beams are on",
    "ambient_light": "the state of the ambient light",
    "climate_temperature_driver": "the temperature on the driver's side",
    "climate_temperature_passenger": "the temperature on the passenger's side",
    "steering_wheel_heating": "the level of the steering wheel heating",
    "seat_heating_driver": "the level of the driver's seat heating",
    "seat_heating_passenger": "the level of the passenger's seat heating",
    "fan_speed": "the fan speed",
    "fan_airflow_direction": "the airflow direction",
    "air_conditioning": "whether the air conditioning is on",
    "air_circulation": "the air circulation mode",
    "window_front_defrost": "whether the front defrost is on",
    "window_rear_defrost": "whether the rear defrost is on",
    "seats_occupied": "which seats are taken",
    "car_color": "the color of the car",
    "weather": "what the weather is like",
    **{
        f"window_{seat.lower()}_position": f"how far the {name} window is open"
        for seat, name in SEATS.items()
        if not seat.startswith(("LEFT", "RIGHT"))
    },
    **{
        f"reading_light_{seat.lower()}": f"whether the {name} reading light is on"
        for seat, name in SEATS.items()
        if not seat.startswith(("LEFT", "RIGHT"))
    },
}
OPTIONS = {
    "FEET": "your feet",
    "HEAD": "your head",
    "WINDSHIELD": "the windshield",
    "FRESH_AIR": "fresh air",
    "RECIRCULATION": "recirculation",
    "AUTO": "automatic",
    "ALL": "all windows",
    "FRONT": "the front window",
    "REAR": "the rear window",
}
CONDITIONS = {
    "sunny": "sunny",
    "cloudy": "cloudy",
    "partly_cloudy": "partly cloudy",
    "cloudy_and_rain": "cloudy with rain",
    "cloudy_and_fog": "cloudy with fog",
    "cloudy_and_rain_and_hail": "cloudy with rain and hail",
    "cloudy_and_rain_and_thunderstorm": "stormy with rain and thunder",
    "cloudy_and_thunderstorm": "stormy with thunder",
    "cloudy_and_hail": "cloudy with hail",
}


def joined(parts: list[str], last: str = "and") -> str:
    """Join words as spoken: a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def number(value: Any) -> str:
    """Write a number without superfluous zeros."""
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def option(value: str) -> str:
    """Name an option; combined directions are joined."""
    if value in OPTIONS:
        return OPTIONS[value]
    if "_" in value and all(part in OPTIONS for part in value.split("_")):
        return joined([OPTIONS[part] for part in value.split("_")])
    return value.lower().replace("_", " ")


def condition(value: Any) -> str:
    """Name a weather condition."""
    return CONDITIONS.get(str(value), str(value).replace("_", " "))


def things(zones: list[str] | tuple[str, ...], singular: str) -> str:
    """Name a thing at some seats: the driver's window, all windows."""
    if "ALL" in zones:
        return f"all {singular}s"
    named = [SEATS.get(zone, zone.lower()) for zone in zones]
    return f"the {joined(named)} {singular}{'s' if len(named) > 1 else ''}"


def sides(zone: str) -> str:
    """Name a climate zone."""
    return {"ALL_ZONES": "for everyone", "ALL": "for everyone", "DRIVER": "on the driver's side"}.get(
        zone, "on the passenger's side"
    )
