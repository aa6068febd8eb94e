"""Parameter types several tools share."""

from typing import Annotated, Any, Literal

from simulator.tools.schema import Param

ToolValue = dict[str, Any]

Position = Annotated[
    float,
    Param("Position in percent: 0 is closed, 100 is fully open.", minimum=0, maximum=100, multiple_of=1),
]
Window = Annotated[
    Literal["ALL", "DRIVER", "PASSENGER", "DRIVER_REAR", "PASSENGER_REAR", "RIGHT_REAR", "LEFT_REAR"],
    Param(
        "Which one. DRIVER and PASSENGER are in front. RIGHT_REAR is behind the driver, LEFT_REAR behind the "
        "front passenger."
    ),
]
SeatZone = Annotated[
    Literal["ALL_ZONES", "DRIVER", "PASSENGER"], Param("Which side of the front row, or both at once.")
]
Switch = Annotated[bool, Param("true switches it on, false switches it off.")]

# Source: CAR-bench maps the driver's rear to the right side and the passenger's rear to the left.
WINDOW_SEATS: dict[str, tuple[str, ...]] = {
    "ALL": ("driver", "passenger", "driver_rear", "passenger_rear"),
    "DRIVER": ("driver",),
    "PASSENGER": ("passenger",),
    "DRIVER_REAR": ("driver_rear",),
    "RIGHT_REAR": ("driver_rear",),
    "PASSENGER_REAR": ("passenger_rear",),
    "LEFT_REAR": ("passenger_rear",),
}
ZONE_SEATS: dict[str, tuple[str, ...]] = {
    "ALL_ZONES": ("driver", "passenger"),
    "DRIVER": ("driver",),
    "PASSENGER": ("passenger",),
}
