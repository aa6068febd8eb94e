"""Facts of the car and its trip that no assistant changes."""

from typing import Annotated, Literal

from pydantic import Field

from simulator.vehicle.quantities import Part

OutsideWeather = Literal[
    "",
    "sunny",
    "partly_cloudy",
    "cloudy",
    "cloudy_and_rain",
    "cloudy_and_rain_and_hail",
    "cloudy_and_rain_and_thunderstorm",
    "cloudy_and_fog",
]
Seat = Literal["driver", "passenger", "driver_rear", "passenger_rear"]


class Position(Part):
    """A point on the earth in degrees."""

    longitude: Annotated[float, Field(ge=-180, le=180)]
    latitude: Annotated[float, Field(ge=-90, le=90)]


class Location(Part):
    """Where the car is."""

    id: str
    name: str
    position: Position


class DateTime(Part):
    """The local date and time at the start of the session."""

    year: int
    month: Annotated[int, Field(ge=1, le=12)]
    day: Annotated[int, Field(ge=1, le=31)]
    hour: Annotated[int, Field(ge=0, le=23)]
    minute: Annotated[int, Field(ge=0, le=59)]


class SeatsOccupied(Part):
    """Who sits in the car."""

    driver: bool = True
    passenger: bool = False
    driver_rear: bool = False
    passenger_rear: bool = False


def _no_preferences() -> dict[str, dict[str, list[str]]]:
    return {
        "points_of_interest": {
            name: []
            for name in (
                "airports",
                "bakery",
                "fast_food",
                "parking",
                "public_toilets",
                "restaurants",
                "supermarkets",
                "charging_stations",
            )
        },
        "navigation_and_routing": {"route_selection": []},
        "vehicle_settings": {"climate_control": [], "vehicle_settings": []},
        "productivity_and_communication": {"email": [], "calendar": []},
        "weather": {"weather": []},
    }


class Surroundings(Part):
    """Colour, occupants, place, time and stored preferences.

    Preferences are lists of sentences by group and leaf. Source: CAR-bench fixed context, 5 of its 12 variables.
    """

    car_color: str = "blue"
    seats_occupied: SeatsOccupied = Field(default_factory=SeatsOccupied)
    current_location: Location = Field(
        default_factory=lambda: Location(
            id="loc_mun_9995", name="Munich", position=Position(longitude=11.575, latitude=48.1375)
        )
    )
    current_datetime: DateTime = Field(default_factory=lambda: DateTime(year=2025, month=2, day=14, hour=12, minute=0))
    user_preferences: dict[str, dict[str, list[str]]] = Field(default_factory=_no_preferences)


class Motion(Part):
    """How the car moves and the air around it; outside the reference's view. Speed in km/h, air in degrees Celsius."""

    speed_kph: Annotated[float, Field(ge=0, le=300)] = 0
    gear: Literal["P", "R", "N", "D"] = "P"
    outside_temperature_c: Annotated[float, Field(ge=-60, le=60)] = 15


class Happening(Part):
    """What a person lets happen around the car; outside the reference's view, and left out of digests while at rest.

    `outside_weather` "" means that the weather is the world's; `incoming_call` names who rings, "" for nobody.
    """

    outside_weather: OutsideWeather = ""
    incoming_call: Annotated[str, Field(max_length=80)] = ""

    def at_rest(self) -> bool:
        """Return whether nothing of this kind happens."""
        return not self.outside_weather and not self.incoming_call
