"""Heated seats and the heated steering wheel."""

from simulator.vehicle.quantities import HeatLevel, Part


class Seats(Part):
    """Heating levels, 0 off to 3 hottest."""

    steering_wheel_heating: HeatLevel = 0
    seat_heating_driver: HeatLevel = 0
    seat_heating_passenger: HeatLevel = 0
