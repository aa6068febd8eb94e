"""The tool that reads the driver's stored preferences."""

from typing import Annotated, TypedDict

from simulator.tools.parameters import ToolValue
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, tool


class PointsOfInterest(TypedDict, total=False):
    """Preferences about kinds of places."""

    airports: bool
    bakery: bool
    fast_food: bool
    parking: bool
    public_toilets: bool
    restaurants: bool
    supermarkets: bool
    charging_stations: bool


class NavigationAndRouting(TypedDict, total=False):
    """Preferences about routes."""

    route_selection: bool


class VehicleSettings(TypedDict, total=False):
    """Preferences about the car's own settings."""

    climate_control: bool
    vehicle_settings: bool


class ProductivityAndCommunication(TypedDict, total=False):
    """Preferences about mail and calendar."""

    email: bool
    calendar: bool


class Weather(TypedDict, total=False):
    """Preferences about weather."""

    weather: bool


class PreferenceCategories(TypedDict, total=False):
    """The categories that can be asked for; true asks for a leaf."""

    points_of_interest: PointsOfInterest
    navigation_and_routing: NavigationAndRouting
    vehicle_settings: VehicleSettings
    productivity_and_communication: ProductivityAndCommunication
    weather: Weather


@tool(domain="preferences", effect="get", order=0)
def get_user_preferences(
    car: Desk,
    preference_categories: Annotated[
        PreferenceCategories, Param("The categories wanted; set a leaf to true to read its preferences.")
    ],
) -> ToolValue:
    """Read what the driver has stored as preferences, by category. Use it before asking the driver to choose."""
    stored = car.original.surroundings.user_preferences
    result: ToolValue = {}
    asked: dict[str, dict[str, bool]] = preference_categories  # type: ignore[assignment]
    for category, leaves in asked.items():
        if category in stored:
            result[category] = {
                leaf: list(stored[category][leaf])
                for leaf, wanted in leaves.items()
                if wanted and leaf in stored[category]
            }
    return result
