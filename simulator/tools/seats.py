"""Tools for seat and steering wheel heating, occupancy and colour."""

from typing import Annotated

from simulator.tools.parameters import ZONE_SEATS, SeatZone, ToolValue
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, tool

Heat = Annotated[float, Param("Heating level, 0 is off and 3 is hottest.", minimum=0, maximum=3, multiple_of=1)]


@tool(
    domain="vehicle",
    effect="set",
    order=19,
    faults={"level": "SET_SEAT_HEATING_001", "seat_zone": "SET_SEAT_HEATING_002"},
)
def set_seat_heating(car: Desk, level: Heat, seat_zone: SeatZone) -> ToolValue:
    """Set the seat heating of the driver's seat, the passenger's seat or both."""
    seats = car.seats
    for seat in ZONE_SEATS[seat_zone]:
        setattr(seats, f"seat_heating_{seat}", level)
    return {"level": level, "seat_zone": seat_zone}


@tool(domain="vehicle", effect="set", order=20, faults={"level": "SET_STEERING_WHEEL_HEATING_001"})
def set_steering_wheel_heating(car: Desk, level: Heat) -> ToolValue:
    """Set the heating of the steering wheel."""
    car.seats.steering_wheel_heating = level  # type: ignore[assignment]
    return {"level": level}


@tool(domain="vehicle", effect="get", order=23)
def get_car_color(car: Desk) -> ToolValue:
    """Tell the colour of the car."""
    return {"car_color": car.original.surroundings.car_color}


@tool(domain="vehicle", effect="get", order=27)
def get_seat_heating_level(car: Desk) -> ToolValue:
    """Tell the seat heating levels of both front seats."""
    seats = car.original.seats
    return {
        "seat_heating_driver": seats.seat_heating_driver,
        "seat_heating_passenger": seats.seat_heating_passenger,
    }


@tool(domain="vehicle", effect="get", order=28)
def get_seats_occupancy(car: Desk) -> ToolValue:
    """Tell which seats are taken."""
    return {"seats_occupied": car.original.surroundings.seats_occupied.model_dump()}


@tool(domain="vehicle", effect="get", order=29)
def get_steering_wheel_heating_level(car: Desk) -> ToolValue:
    """Tell the heating level of the steering wheel."""
    return {"steering_wheel_heating": car.original.seats.steering_wheel_heating}
