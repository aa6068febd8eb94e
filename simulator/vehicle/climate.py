"""Cabin climate."""

from simulator.vehicle.quantities import AirCirculation, AirflowDirection, CabinCelsius, FanLevel, Part


class Climate(Part):
    """Set-points and switches of the climate control; temperatures in degrees Celsius, 16 to 28 in steps of 0.5."""

    climate_temperature_driver: CabinCelsius = 20.0
    climate_temperature_passenger: CabinCelsius = 20.0
    fan_speed: FanLevel = 0
    window_front_defrost: bool = False
    window_rear_defrost: bool = False
    fan_airflow_direction: AirflowDirection = "FEET"
    air_conditioning: bool = False
    air_circulation: AirCirculation = "AUTO"
