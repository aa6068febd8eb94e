"""Lights inside and outside."""

from simulator.vehicle.quantities import AmbientLight, Part


class Lights(Part):
    """Switches of the lights; `ambient_light` is OFF or a colour."""

    reading_light_driver: bool = False
    reading_light_passenger: bool = False
    reading_light_driver_rear: bool = False
    reading_light_passenger_rear: bool = False
    fog_lights: bool = False
    head_lights_low_beams: bool = False
    head_lights_high_beams: bool = False
    ambient_light: AmbientLight = "OFF"
