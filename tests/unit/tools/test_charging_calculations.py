"""What the car tells about its battery and calculates about charging."""

from typing import Any

import pytest
from small_world import AC_PLUG, DC_PLUG, DINER, MUNICH, STATION, call, car

from simulator.events import FaultKind
from simulator.tools.charging_calculations import level_after, minutes_until
from simulator.tools.quirks import Quirk
from simulator.vehicle.battery import Battery
from simulator.world.rows import PlugRow

BATTERY: dict[str, Any] = {
    "battery_capacity_kwh": 80,
    "useable_battery_percentage": 100,
    "energy_consumption": 16,
    "state_of_charge": 50,
    "max_charging_power_dc": 150,
}
FLAT = Battery(
    battery_capacity_kwh=60,
    useable_battery_percentage=100,
    charging_curve_parameters={"soc_tresholds": [100], "power_percentages": [100]},
)
ONE_PERCENT_A_MINUTE = PlugRow(plug_id=DC_PLUG, power_type="DC", power_kw=36, availability="available")
TIME, LEVEL = "calculate_charging_time_by_soc", "calculate_charging_soc_by_time"
AT_STATION = {"charging_station_id": STATION, "charging_station_plug_id": DC_PLUG, "start_state_of_charge": 50}


def test_specs_and_status() -> None:
    assert call(car(**BATTERY), "get_charging_specs_and_status").value == {
        "battery_capacity_kwh": 80,
        "max_charging_power_ac": 11,
        "max_charging_power_dc": 150,
        "state_of_charge": 50,
        "remaining_range": "250.0km",
    }


def test_distance_by_charge() -> None:
    target = car(**BATTERY)
    full = call(target, "get_distance_by_soc", initial_state_of_charge=100)
    assert full.value == {"distance_km_for_100_until_0_percent_soc": "500.0km"}
    part = call(target, "get_distance_by_soc", initial_state_of_charge=50, final_state_of_charge=20)
    assert part.value == {"distance_km_for_50_until_20_percent_soc": "150.0km"}
    fault = call(target, "get_distance_by_soc", initial_state_of_charge=20, final_state_of_charge=50).fault
    assert fault is not None
    assert (fault.code, fault.kind) == ("GET_DISTANCE_BY_SOC_001", FaultKind.CHECKED)


def test_one_percent_a_minute() -> None:
    assert minutes_until(FLAT, ONE_PERCENT_A_MINUTE, 20, 80) == 60
    assert minutes_until(FLAT, ONE_PERCENT_A_MINUTE, 80, 80) == 0
    assert level_after(FLAT, ONE_PERCENT_A_MINUTE, 20, 30) == pytest.approx(50)


def test_the_power_follows_the_curve_and_the_weakest_of_car_and_plug() -> None:
    slow = Battery(battery_capacity_kwh=60, useable_battery_percentage=100)
    assert level_after(slow, ONE_PERCENT_A_MINUTE, 30, 1) == pytest.approx(31)
    assert level_after(slow, ONE_PERCENT_A_MINUTE, 96, 1) == pytest.approx(96.2)
    strong = PlugRow(plug_id=AC_PLUG, power_type="AC", power_kw=22, availability="available")
    assert level_after(slow, strong, 30, 60) == pytest.approx(30 + 100 * 11 / 60, abs=0.1)


def test_a_curve_that_ends_before_the_target_is_never_charged_through() -> None:
    short = Battery(charging_curve_parameters={"soc_tresholds": [50, 90], "power_percentages": [100, 0]})
    assert minutes_until(short, ONE_PERCENT_A_MINUTE, 20, 80) is None
    assert level_after(short, ONE_PERCENT_A_MINUTE, 60, 10) == 60
    gap = Battery(charging_curve_parameters={"soc_tresholds": [50], "power_percentages": [100]})
    assert minutes_until(gap, ONE_PERCENT_A_MINUTE, 20, 80) is None
    arguments = AT_STATION | {"target_state_of_charge": 80}
    target = car(charging_curve_parameters={"soc_tresholds": [60], "power_percentages": [100]})
    fault = call(target, TIME, **arguments).fault
    assert fault is not None
    assert fault.code == "CALCULATE_CHARGING_TIME_007"


def test_charging_time_with_and_without_a_target() -> None:
    target = car(**BATTERY)
    assert list(call(target, TIME, **AT_STATION).value) == [
        "time_from_50_until_80_percent_soc",
        "time_from_50_until_100_percent_soc",
    ]
    told = call(target, TIME, **AT_STATION, target_state_of_charge=70).value
    assert told == {"time_from_50_until_70_percent_soc": "7min"}


def test_the_reference_stops_one_percent_early() -> None:
    arguments = AT_STATION | {"target_state_of_charge": 100}
    whole, early = (call(car(*quirks), TIME, **arguments).value for quirks in ((), (Quirk.CHARGING_STOPS_EARLY,)))
    (whole_minutes,), (early_minutes,) = whole.values(), early.values()
    assert int(whole_minutes.removesuffix("min")) > int(early_minutes.removesuffix("min"))


def test_charge_after_some_minutes_and_never_beyond_full() -> None:
    arguments = AT_STATION | {"charging_time": 7}
    assert call(car(**BATTERY), LEVEL, **arguments).value == {"soc_in_percent_after_charging_for_7min": "72.0 percent"}
    long = AT_STATION | {"charging_time": 6000}
    key = "soc_in_percent_after_charging_for_6000min"
    assert call(car(), LEVEL, **long).value == {key: "100 percent"}
    beyond = call(car(Quirk.CHARGING_OVERSHOOTS, max_charging_power_dc=350), LEVEL, **long).value[key]
    assert float(beyond.removesuffix(" percent")) >= 100


def test_a_target_of_nothing() -> None:
    arguments = AT_STATION | {"start_state_of_charge": 0, "target_state_of_charge": 0}
    key = "time_from_0_until_0_percent_soc"
    assert call(car(), TIME, **arguments).value == {key: "0min"}
    quirky = call(car(Quirk.CHARGING_OVERSHOOTS), TIME, **arguments).value
    usual = call(car(), TIME, **(arguments | {"target_state_of_charge": 80})).value
    assert quirky == {key: usual["time_from_0_until_80_percent_soc"]}


@pytest.mark.parametrize(
    ("name", "other", "code"),
    [
        (TIME, {"charging_station_id": "Munich"}, "CALCULATE_CHARGING_TIME_001"),
        (TIME, {"charging_station_plug_id": MUNICH}, "CALCULATE_CHARGING_TIME_002"),
        (TIME, {"target_state_of_charge": 20}, "CALCULATE_CHARGING_TIME_005"),
        (TIME, {"charging_station_plug_id": "plg_cha_1"}, "CALCULATE_CHARGING_TIME_006"),
        (TIME, {"charging_station_id": "poi_cha_1"}, "CALCULATE_CHARGING_TIME_006"),
        (TIME, {"charging_station_id": DINER}, "CALCULATE_CHARGING_TIME_006"),
        (LEVEL, {"charging_station_id": "Munich"}, "CALCULATE_CHARGING_SOC_BY_TIME_001"),
        (LEVEL, {"charging_station_plug_id": MUNICH}, "CALCULATE_CHARGING_SOC_BY_TIME_002"),
        (LEVEL, {"charging_station_plug_id": "plg_cha_1"}, "CALCULATE_CHARGING_SOC_BY_TIME_005"),
    ],
)
def test_charging_that_cannot_be_calculated(name: str, other: dict[str, Any], code: str) -> None:
    arguments = AT_STATION | ({"charging_time": 5} if name == LEVEL else {}) | other
    fault = call(car(), name, **arguments).fault
    assert fault is not None
    assert (fault.code, fault.kind) == (code, FaultKind.CHECKED)


@pytest.mark.parametrize(
    ("name", "other", "code"),
    [
        (TIME, {"start_state_of_charge": 101}, "CALCULATE_CHARGING_TIME_003"),
        (TIME, {"target_state_of_charge": -1}, "CALCULATE_CHARGING_TIME_004"),
        (LEVEL, {"start_state_of_charge": -1}, "CALCULATE_CHARGING_SOC_BY_TIME_003"),
        (LEVEL, {"charging_time": -1}, "CALCULATE_CHARGING_SOC_BY_TIME_004"),
    ],
)
def test_charges_out_of_range(name: str, other: dict[str, Any], code: str) -> None:
    arguments = AT_STATION | ({"charging_time": 5} if name == LEVEL else {}) | other
    native, unchecked = (call(car(*quirks), name, **arguments).fault for quirks in ((), (Quirk.UNCHECKED_ARGUMENTS,)))
    assert native is not None
    assert native.kind is FaultKind.INVALID_ARGUMENTS
    assert unchecked is not None
    assert (unchecked.code, unchecked.kind) == (code, FaultKind.CHECKED)


def test_a_place_without_plugs_goes_wrong_in_the_reference() -> None:
    arguments = AT_STATION | {"charging_station_id": DINER}
    result = call(car(Quirk.UNCHECKED_ARGUMENTS), TIME, **arguments)
    assert result.fault is not None
    assert result.fault.kind is FaultKind.INVALID_ARGUMENTS
    assert result.content == "Error: 'charging_plugs'"
