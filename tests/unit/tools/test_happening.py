"""What a person lets happen around the car: rain, and a phone that rings."""

from typing import Any, get_args

import pytest
from drives import HERE, WEATHER, Drive, scenario

from simulator.cabin_situation import cabin_situation
from simulator.events import FaultKind, ToolResult, ToolReturned
from simulator.tools.toolset import Toolset, person_tools
from simulator.vehicle.state import CARBENCH_FIXED, CARBENCH_MUTABLE, VehicleState
from simulator.vehicle.surroundings import Happening, OutsideWeather
from simulator.world.model import WeatherCondition

RAIN = "cloudy_and_rain"
OWN = ("set_outside_weather", "ring_phone", "end_ringing")


def last(drive: Drive) -> ToolResult:
    return list(drive.trajectory.of(ToolReturned))[-1].result


def told(drive: Drive, hour: int = 15, place: str = HERE) -> Any:
    name, arguments = WEATHER
    drive.step((name, arguments | {"time_hour_24hformat": hour, "location_or_poi_id": place}))
    return last(drive).value["current_slot"]["condition"]


def test_rain_that_a_person_starts_is_heard_and_told_here_and_now_only() -> None:
    drive = Drive(scenario()).hear("How is it outside?")
    assert told(drive) == "sunny"
    assert cabin_situation(drive.car).rain == 0
    drive.person("set_outside_weather", condition=RAIN)
    assert cabin_situation(drive.car).rain == 0.6
    assert told(drive) == RAIN
    assert told(drive, hour=18) == "sunny"
    elsewhere = next(place.id for place in drive.car.world.places() if place.id != HERE)
    forecast = drive.car.world.weather(elsewhere)
    assert forecast is not None
    assert told(drive, place=elsewhere) == next(slot.condition for slot in forecast if slot.start_hour == 15)
    drive.person("set_outside_weather", condition="")
    assert (told(drive), cabin_situation(drive.car).rain) == ("sunny", 0)


def test_fair_weather_ends_forecast_rain() -> None:
    drive = Drive(scenario(weather="cloudy_and_rain_and_hail")).hear("How is it outside?")
    assert cabin_situation(drive.car).rain == 1
    drive.person("set_outside_weather", condition="sunny")
    assert (told(drive), cabin_situation(drive.car).rain) == ("sunny", 0)


def test_the_sunroof_needs_a_yes_in_rain_that_a_person_started() -> None:
    open_roof = (("open_close_sunshade", {"percentage": 100}), ("open_close_sunroof", {"percentage": 50}))
    fair, wet = (Drive(scenario()).hear("Open the sunroof.") for _ in range(2))
    wet.person("set_outside_weather", condition=RAIN)
    for drive in (fair, wet):
        drive.step(WEATHER).step(*open_roof)
    assert fair.found("008") == []
    assert wet.found("008") != []


def test_one_call_rings_at_a_time() -> None:
    drive = Drive(scenario())
    assert last(drive.person("end_ringing")).fault is not None
    drive.person("ring_phone", caller="엄마")
    assert drive.car.state.happening.incoming_call == "엄마"
    refused = last(drive.person("ring_phone", caller="Bob"))
    assert refused.fault is not None
    assert refused.fault.code == "RING_PHONE_001"
    assert drive.car.state.happening.incoming_call == "엄마"
    assert last(drive.person("end_ringing")).value == {"caller": "엄마"}
    assert drive.car.state.happening == Happening()


@pytest.mark.parametrize("caller", ["", "  ", "x" * 81, 5])
def test_nobody_calls_without_a_name(caller: Any) -> None:
    drive = Drive(scenario())
    fault = last(drive.person("ring_phone", caller=caller)).fault
    assert fault is not None
    assert fault.kind in (FaultKind.CHECKED, FaultKind.INVALID_ARGUMENTS)
    assert drive.car.state.happening.at_rest()


def test_a_car_to_which_nothing_happens_is_the_car_it_was_before_anything_could() -> None:
    state = VehicleState()
    # The digest of a fresh car in sessions that were stored before parts could be at rest.
    assert state.digest() == "f9f5507783e1e1a933a431a44e64ac20c78a8af36e95e927ba7e0cb56c8af413"
    assert "happening" not in state.model_dump()
    drive = Drive(scenario())
    before = drive.car.digest
    drive.person("ring_phone", caller="Ann")
    assert drive.car.digest != before
    kept = drive.car.state.model_dump()
    assert kept["happening"] == {"outside_weather": "", "incoming_call": "Ann"}
    assert VehicleState.model_validate(kept) == drive.car.state
    drive.person("end_ringing")
    assert drive.car.digest == before


def test_the_assistant_has_no_hand_in_it() -> None:
    assert not set(OWN) & set(Toolset("dashtalk-extras").specs)
    assert set(OWN) <= set(person_tools())
    assert not set(Happening.model_fields) & {*CARBENCH_MUTABLE, *CARBENCH_FIXED}


def test_the_weather_outside_is_of_the_worlds_kinds() -> None:
    assert get_args(OutsideWeather) == ("", *get_args(WeatherCondition))
