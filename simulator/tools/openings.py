"""Tools for windows, roof, shade and trunk."""

from typing import Annotated, Literal

from simulator.tools.parameters import WINDOW_SEATS, Position, ToolValue, Window
from simulator.tools.quirks import Quirk
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, tool

CLOSED = "closed"
SCALE = "All positions are percentages: 0 is closed, 100 is fully open."


@tool(domain="vehicle", effect="set", order=5, faults={"percentage": "OPEN_CLOSE_SUNROOF_001"})
def open_close_sunroof(car: Desk, percentage: Position) -> ToolValue:
    """Move the glass of the sunroof to a position. The sunshade below it is moved separately."""
    car.openings.sunroof_position = percentage  # type: ignore[assignment]
    return {"percentage": percentage}


@tool(domain="vehicle", effect="set", order=6, faults={"percentage": "OPEN_CLOSE_SUNSHADE_001"})
def open_close_sunshade(car: Desk, percentage: Position) -> ToolValue:
    """Move the sunshade below the sunroof to a position."""
    car.openings.sunshade_position = percentage  # type: ignore[assignment]
    return {"percentage": percentage}


@tool(
    domain="vehicle",
    effect="set",
    order=7,
    requires_confirmation=True,
    faults={"action": "OPEN_CLOSE_TRUNK_DOOR_001"},
)
def open_close_trunk_door(
    car: Desk, action: Annotated[Literal["OPEN", "CLOSE"], Param("What the trunk door should do.")]
) -> ToolValue:
    """Open or close the trunk door."""
    # A closed trunk is called what it was called before anybody opened it.
    same_word = action == "CLOSE" and Quirk.TRUNK_WORDS not in car.quirks
    car.openings.trunk_door_position = CLOSED if same_word else action
    return {"action": action}


@tool(
    domain="vehicle",
    effect="set",
    order=8,
    faults={
        "percentage": "OPEN_CLOSE_WINDOW_001",
        "window:list": "OPEN_CLOSE_WINDOW_002",
        "window": "OPEN_CLOSE_WINDOW_003",
    },
)
def open_close_window(car: Desk, window: Window, percentage: Position) -> ToolValue:
    """Move one side window, or all four, to a position."""
    openings = car.openings
    for seat in WINDOW_SEATS[window]:
        setattr(openings, f"window_{seat}_position", percentage)
    return {"window": window, "percentage": percentage}


@tool(domain="vehicle", effect="get", order=30)
def get_sunroof_and_sunshade_position(car: Desk) -> ToolValue:
    """Tell how far the sunroof and its sunshade are open."""
    roof = car.original.openings
    return {
        "description": SCALE,
        "sunroof_position": roof.sunroof_position,
        "sunshade_position": roof.sunshade_position,
    }


@tool(domain="vehicle", effect="get", order=32)
def get_trunk_door_position(car: Desk) -> ToolValue:
    """Tell whether the trunk door is open or closed."""
    return {"trunk_door_position": car.original.openings.trunk_door_position}


@tool(domain="vehicle", effect="get", order=33)
def get_vehicle_window_positions(car: Desk) -> ToolValue:
    """Tell how far each side window is open."""
    windows = car.original.openings
    return {
        "description": SCALE,
        "window_driver_position": windows.window_driver_position,
        "window_passenger_position": windows.window_passenger_position,
        "window_driver_rear_position": windows.window_driver_rear_position,
        "window_passenger_rear_position": windows.window_passenger_rear_position,
    }
