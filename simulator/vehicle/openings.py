"""Everything that opens: roof, shade, trunk, windows, doors."""

from simulator.vehicle.quantities import Part, Percent


class Openings(Part):
    """Positions in percent, 0 closed and 100 fully open.

    `trunk_door_position` is any word: a fresh car says "closed", an open one "OPEN"; the reference's tool also writes
    "CLOSE".
    """

    sunroof_position: Percent = 0
    sunshade_position: Percent = 0
    trunk_door_position: str = "closed"
    window_driver_position: Percent = 0
    window_passenger_position: Percent = 0
    window_driver_rear_position: Percent = 0
    window_passenger_rear_position: Percent = 0


class Doors(Part):
    """Which doors stand open; outside the reference's view."""

    door_driver_open: bool = False
    door_passenger_open: bool = False
    door_driver_rear_open: bool = False
    door_passenger_rear_open: bool = False
