"""The vehicle state: validated, digested, compared, drafted."""

import pytest

from simulator.registry import UsageError
from simulator.vehicle.battery import Battery, Charging, charge
from simulator.vehicle.state import CARBENCH_FIXED, CARBENCH_MUTABLE, Draft, VehicleState


def test_flat_view_has_the_reference_names_in_order() -> None:
    flat = VehicleState().flat()
    assert list(flat) == list(CARBENCH_MUTABLE)
    assert len(flat) == 31
    assert len(VehicleState().flat(CARBENCH_FIXED)) == 12


def test_flat_round_trip() -> None:
    state = VehicleState.from_flat({"fan_speed": 3, "ambient_light": "PINK", "state_of_charge": 62.5})
    assert VehicleState.from_flat(state.flat(CARBENCH_MUTABLE + CARBENCH_FIXED)).digest() == state.digest()


def test_twenty_and_twenty_point_zero_have_one_digest() -> None:
    whole = VehicleState.from_flat({"climate_temperature_driver": 20, "charging_curve_parameters": _curve(5)})
    fraction = VehicleState.from_flat({"climate_temperature_driver": 20.0, "charging_curve_parameters": _curve(5.0)})
    assert whole.digest() == fraction.digest()
    assert whole.digest() != VehicleState.from_flat({"climate_temperature_driver": 20.5}).digest()


def _curve(first: float) -> dict[str, list[float]]:
    return {"soc_tresholds": [first, 100], "power_percentages": [60, 20]}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("fan_speed", 6),
        ("fan_speed", 2.5),
        ("climate_temperature_driver", 28.5),
        ("climate_temperature_driver", 20.25),
        ("sunroof_position", 101),
        ("ambient_light", "BROWN"),
        ("state_of_charge", 5),
        ("max_charging_power_ac", 12),
        ("charge_limit_percent", 40),
    ],
)
def test_values_out_of_range_name_the_variable(name: str, value: object) -> None:
    with pytest.raises(UsageError, match=name):
        VehicleState.from_flat({name: value})


def test_unknown_variable_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean 'fan_speed'"):
        VehicleState.from_flat({"fan_sped": 1})


def test_draft_leaves_the_original_alone_and_shares_untouched_parts() -> None:
    before = VehicleState()
    draft = Draft(before)
    draft.climate.fan_speed = 4
    after = draft.commit()
    assert before.climate.fan_speed == 0
    assert after.climate.fan_speed == 4
    assert after.openings is before.openings
    assert [(change.path, change.before, change.after) for change in before.diff(after)] == [
        ("climate.fan_speed", 0, 4)
    ]
    assert before.apply(before.diff(after)).digest() == after.digest()


def test_draft_without_change_commits_the_same_state() -> None:
    state = VehicleState()
    draft = Draft(state)
    draft.climate.fan_speed = 0
    assert draft.commit() is state


def test_assignment_is_validated() -> None:
    draft = Draft(VehicleState())
    with pytest.raises(ValueError, match="less than or equal to 5"):
        draft.climate.fan_speed = 9


def test_charging_follows_the_curve_and_stops_at_the_limit() -> None:
    battery = Battery(battery_capacity_kwh=80, useable_battery_percentage=100, state_of_charge=50)
    charging = Charging(
        plugged_in=True, charging=True, plug_power_type="DC", plug_power_kw=100, charge_limit_percent=80
    )
    one_minute = charge(battery, charging, 60_000)
    assert one_minute == pytest.approx(50 + 100 / 60 / 80 * 100)
    assert charge(battery, charging, 10 * 3_600_000) == 80


def test_charging_slows_down_above_the_thresholds() -> None:
    low = Battery(state_of_charge=60)
    high = Battery(state_of_charge=96)
    charging = Charging(
        plugged_in=True, charging=True, plug_power_type="DC", plug_power_kw=150, charge_limit_percent=100
    )
    gained = [charge(battery, charging, 60_000) - battery.state_of_charge for battery in (low, high)]
    assert gained[0] == pytest.approx(5 * gained[1], rel=0.02)


def test_charge_above_the_limit_never_falls() -> None:
    battery = Battery(state_of_charge=90)
    assert charge(battery, Charging(charging=True, plug_power_kw=50, charge_limit_percent=60), 60_000) == 90
