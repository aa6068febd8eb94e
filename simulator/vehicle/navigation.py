"""The route that is set in the navigation system."""

from pydantic import Field

from simulator.vehicle.quantities import Part


class Navigation(Part):
    """Waypoint ids from start to destination; `routes_to_final_destination_id[i]` joins waypoint i to i + 1."""

    navigation_active: bool = False
    waypoints_id: list[str] = Field(default_factory=list)
    routes_to_final_destination_id: list[str] = Field(default_factory=list)
